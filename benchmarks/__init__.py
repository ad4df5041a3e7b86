"""Timings: each is a ratio within one run, on logs made up for it. `python -m benchmarks --help` says how."""
