"""Everything about a built site that needs no browser: markup, links, weight, and the validator where Java runs it.

Run as `make site-check`. Prints the ten heaviest pages and every fault; exits with 1 if there is one.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tools.kinds import BuiltPage, Site
from tools.markup import site_faults, summed
from tools.serving import built
from tools.weight import LARGEST_PAGE, WHOLE_SITE, weigh, weight_faults

__all__ = ["main"]

JAR = Path(__file__).parent / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"

OF_EACH_KIND = 40
"""Pages of one kind that are parsed strictly; the validator reads all of them."""

# Cells of tables that become cards on a phone say what they are: some browsers forget it when they are laid out as
# blocks. The rule that such roles are not needed is the only one left out.
ON_PURPOSE = re.compile(r"The .role. attribute must not be used on a .(td|th|tr). element which has a .table. ancestor")
_LINE = re.compile(r'^"?file:(?P<file>.*?)"?:(?P<place>[0-9.-]+): (?P<kind>[a-z ]+): (?P<text>.*)$')
_SHOWN = 40


def main(arguments: list[str] | None = None) -> int:
    """Check a site and print what was found; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.check", description=__doc__.partition("\n")[0])
    parser.add_argument("--dist", type=Path, help="a built site; by default the project's is built anew")
    with built(parser.parse_args(arguments).dist) as dist:
        site = Site(dist)
        _print_weight(site)
        faults = [*weight_faults(site), *_markup(site), *_validator(site.dist)]
    print("\n".join(faults[:_SHOWN]) or "no fault")
    if len(faults) > _SHOWN:
        print(f"and {len(faults) - _SHOWN} more")
    return 1 if faults else 0


def _print_weight(site: Site) -> None:
    weight = weigh(site)
    print(
        f"{len(site.pages)} pages of {len(site.kinds)} kinds; {weight.files} files, {weight.whole / 1e6:.1f} MB",
        end=" ",
    )
    print(f"of {WHOLE_SITE / 1e6:.0f} allowed. The heaviest pages, compressed, of {LARGEST_PAGE / 1e3:.0f} kB allowed:")
    for size, name in weight.pages:
        print(f"{size / 1e3:8.1f} kB  {name}")


def _markup(site: Site) -> Iterator[str]:
    pages = dict.fromkeys([*site.sample, *(page for each in site.kinds.values() for page in _spread(each))])
    print(f"html5lib, strictly: {len(pages)} pages, up to {OF_EACH_KIND} of each kind")
    with ProcessPoolExecutor() as pool:
        shares = [list(pages)[n::8] for n in range(8)]
        found = pool.map(_faults_of, [site.dist] * len(shares), shares)
        yield from summed(fault for share in found for fault in share)


def _spread(pages: tuple[BuiltPage, ...]) -> tuple[BuiltPage, ...]:
    return pages[:: max(1, -(-len(pages) // OF_EACH_KIND))]


def _faults_of(dist: Path, pages: Iterable[BuiltPage]) -> list[tuple[str, str]]:
    return list(site_faults(Site(dist), pages))


def _validator(dist: Path) -> Iterator[str]:
    """Run the Nu Html Checker over every page."""
    java = shutil.which("java")
    if java is None or not JAR.is_file():
        print(
            "not run: the Nu Html Checker (needs Java and Node; `make site-check` installs the rest)", file=sys.stderr
        )
        return
    command = [java, "-Xss8m", "-jar", str(JAR), "--skip-non-html", "--errors-only", "--format", "gnu", str(dist)]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stderr.splitlines()
    left_out = [line for line in told if ON_PURPOSE.search(line)]
    print(f"Nu Html Checker: every page; {len(left_out):,} roles of table cells are there on purpose")
    found = [(line, _LINE.match(line)) for line in told if not ON_PURPOSE.search(line)]
    yield from summed((f"{each['file']}:{each['place']}", each["text"]) if each else ("", line) for line, each in found)


if __name__ == "__main__":
    sys.exit(main())
