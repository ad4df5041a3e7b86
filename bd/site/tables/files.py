"""The files that the data page lists."""

from __future__ import annotations

from collections.abc import Iterator

from bd.site.records.pages import DataPage
from bd.site.tables.columns import Parts, Table, text, whole

__all__ = ["FILES", "files"]

FILES = Table(
    "files",
    "One file that the data page lists",
    (
        text("kind", "Download, scored rows, saved answers, or texts", "kind"),
        text("path", "Within the site for a download, otherwise within the project", "path"),
        text("about", "What it holds", "about"),
        text("sha256", "SHA-256 of the file; of saved answers, over their sorted lines", "sha256"),
        whole("bytes", "Its size", "bytes", "bytes"),
        whole("rows", "Its rows, where it is a table", "rows"),
    ),
)


def files(page: DataPage) -> Iterator[Parts]:
    """Yield every file that the page lists."""
    for each in page.downloads:
        sizes = {"bytes": each.bytes, "rows": each.rows}
        yield {"kind": "download", "path": each.path, "about": each.about, "sha256": each.sha256, **sizes}
    for scored in page.scored:
        yield {"kind": "scored rows", "path": scored.path, "about": scored.about}
    for group in page.logs:
        for log in group.files:
            yield {"kind": "saved answers", "path": log.path, "about": group.label, "sha256": log.sha256}
    yield from ({"kind": "texts", "path": each.path, "sha256": each.sha256} for each in page.texts)
