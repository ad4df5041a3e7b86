"""`feed.xml`: an Atom feed with an entry for each day on which data was published, today's data included.

Entries are known by the address at which `/changes/` tells of them, and dated by the day of the data, never by a clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from bd.site.changes import CHANGES, said_of
from bd.site.history import Step
from bd.site.making import Making
from bd.site.paths import absolute
from bd.site.write import File
from bd.site.xml import xml_bytes

__all__ = ["feed_files"]

_FEED = "/feed.xml"
_NAMESPACE = "http://www.w3.org/2005/Atom"


def feed_files(making: Making) -> Iterator[File]:
    """Yield the feed of changes."""
    settings = making.settings
    changes, feed = (absolute(settings.base_url, address) for address in (CHANGES, _FEED))
    root = Element("feed", {"xmlns": _NAMESPACE, "xml:lang": "en"})
    SubElement(root, "id").text = changes
    SubElement(root, "title").text = f"{settings.title}: changes of the data"
    SubElement(root, "subtitle").text = settings.description
    SubElement(root, "updated").text = _moment(making.data.provenance.generated)
    SubElement(SubElement(root, "author"), "name").text = settings.title
    SubElement(root, "link", {"rel": "self", "type": "application/atom+xml", "href": feed})
    SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": changes})
    for step in making.history:
        _entry(root, step, f"{changes}#{step.edition.date}")
    yield File(_FEED.lstrip("/"), xml_bytes(root), "the feed")


def _entry(root: Element, step: Step, address: str) -> None:
    entry = SubElement(root, "entry")
    SubElement(entry, "id").text = address
    SubElement(entry, "title").text = f"Data of {step.edition.date}"
    SubElement(entry, "updated").text = _moment(step.edition.date)
    SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": address})
    SubElement(entry, "summary").text = said_of(step)


def _moment(day: str) -> str:
    """Return the start of a day, as Atom wants a point in time."""
    return f"{day}T00:00:00Z"
