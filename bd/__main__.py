"""Run `python -m bd` where the command `bd` is not on the path."""

from bd.cli import main

main(prog_name="bd")
