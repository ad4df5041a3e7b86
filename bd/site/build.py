"""The way into a build, and the quick way out: where nothing differs from what the last build left, nothing is done.

So this module imports little. Where anything does differ, `bd.site.whole` makes the site; files whose keys are those of
the last build are then taken over, and the others made.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bd.seen import look as look_at
from bd.site.inputs import ADDRESSES, look
from bd.site.known import Known
from bd.site.manifest import Facts, Manifest, folders_of, read_manifest, untouched, write_manifest
from bd.site.write import recover

__all__ = ["DIST", "Built", "build_site"]

DIST = "site/dist"


@dataclass(frozen=True)
class Built:
    """What `build_site` did."""

    out: Path
    """The folder of the site."""
    pages: int
    """HTML pages in it."""
    written: int
    """Files that are new or changed."""
    kept: int
    """Files that are as they were."""
    removed: int
    """Files of the earlier site that are gone."""
    bytes: int
    """Size of the whole."""
    without_receipts: Sequence[str] = ()
    """Why cells have no receipts, a reason for each of them."""
    not_remembered: str = ""
    """Why the addresses of this site could not be added to those that are remembered; empty where they were."""
    editions_left_out: Sequence[str] = ()
    """Editions of a later day, or of other data of the same day: files that are not in the site."""
    changed: tuple[str, ...] = field(default=(), repr=False)
    """Paths of the files that were written, in the order in which they were made."""


def build_site(root: Path, *, out: Path | None = None, base_url: str | None = None, remember: bool = True) -> Built:
    """Write every page of a project's site.

    Parameters
    ----------
    root
        The project's folder.
    out
        Where to; by default `site/dist` within the project.
    base_url
        Where the site will stand, in place of the one in `site/site.toml`.
    remember
        Whether to believe what the last build left, and to leave word of this one; the site is the same either way.

    Raises
    ------
    BdError
        There is no data file yet, it or `site/site.toml` is wrong, or the folder cannot be written. An earlier site
        is left as it was.
    """
    began = time.time_ns()
    root, out = Path(os.path.abspath(root)), Path(os.path.abspath(out or root / DIST))  # noqa: PTH100 - links stay
    before = (read_manifest(root, out) if remember else None) or Manifest(None, 0)
    inputs = look(root, before.inputs, before.began_ns)
    recover(out)
    if before.base_url == (base_url or "") and inputs.same(before.inputs) and untouched(out, before):
        if inputs.read:
            write_manifest(root, out, replace(before, began_ns=began, inputs=inputs.seen))
        return Built(out, written=0, kept=len(before.files), removed=0, **before.told)
    # Only here, since it takes longer than all of the above.
    from bd.site.whole import make_site

    known = Known(inputs, Facts(before.facts), before.files, remember)
    done, told = make_site(root, out, base_url, known)
    if remember:
        # the build itself adds to the addresses that the next one rests on
        seen = {**inputs.seen, **look_at([(ADDRESSES, str(root / ADDRESSES))], {}, 0)}
        now = Manifest(base_url or "", began, seen, done.files, folders_of(out, done.files), known.facts.used, told)
        write_manifest(root, out, now)
    return Built(out, written=done.written, kept=done.kept, removed=done.removed, changed=done.changed, **told)
