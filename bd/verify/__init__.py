"""Is the published file what the saved answers give? Every number and word of it, and every scored row."""

from bd.verify.differences import Difference
from bd.verify.lines import FIRST, verified_lines, verified_part
from bd.verify.run import Verified, verify
from bd.verify.stale import Stale

__all__ = ["FIRST", "Difference", "Stale", "Verified", "verified_lines", "verified_part", "verify"]
