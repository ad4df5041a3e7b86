"""What a page tells machines about its data: schema.org's `Dataset`, as JSON-LD in the page's head.

The data page tells everything, a page of a level or a model only what it is and where its own files are.
"""

from __future__ import annotations

import re
from typing import Any

import orjson
from markupsafe import Markup

from bd.site.paths import absolute
from bd.site.records.pages import DataPage
from bd.site.records.parts import Page
from bd.site.records.take import Download
from bd.site.take import Edition, files_beside

__all__ = ["page_dataset", "structured", "whole_dataset"]

_DATA = "/data/"
_TYPES = ("text/csv", "application/json")
_UNSAFE = re.compile("[<>&\u2028\u2029]")
"""Signs that could end a script, begin a comment or break a line within one."""


def structured(told: dict[str, Any]) -> Markup:
    """Return what stands between the script tags in a page's head."""
    text = orjson.dumps(told, option=orjson.OPT_INDENT_2).decode("utf-8", "replace")
    return Markup(_UNSAFE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text))


def whole_dataset(page: DataPage, edition: Edition) -> dict[str, Any]:
    """Return the whole data as schema.org describes a set of data."""
    own = {"distribution": [_file(each, edition) for each in page.downloads], "variableMeasured": _variables(page)}
    return _dataset(edition.title, page.head.description, page.head.address, edition) | own


def page_dataset(page: Page, edition: Edition) -> dict[str, Any]:
    """Return the data of one page, which is a part of the whole."""
    head = page.head
    files = zip(files_beside(head.address), _TYPES, strict=True)
    beside = [
        {"@type": "DataDownload", "encodingFormat": kind, "contentUrl": absolute(edition.base_url, link.to)}
        for link, kind in files
    ]
    part = {"isPartOf": {"@type": "Dataset", "name": edition.title, "url": absolute(edition.base_url, _DATA)}}
    name = f"{edition.title}: {head.title}"
    return _dataset(name, head.description, head.address, edition) | part | {"distribution": beside}


def _dataset(name: str, description: str, address: str, edition: Edition) -> dict[str, Any]:
    more = {
        "license": edition.licence_url,
        "creator": {"@type": "Organization", "name": edition.by} if edition.by else "",
    }
    return {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": name,
        "description": description,
        "url": absolute(edition.base_url, address),
        "dateModified": edition.date,
        "version": edition.words,
        "isAccessibleForFree": True,
    } | {key: value for key, value in more.items() if value}


def _file(each: Download, edition: Edition) -> dict[str, Any]:
    return {
        "@type": "DataDownload",
        "name": each.name,
        "description": each.about,
        "encodingFormat": each.media_type,
        "contentUrl": absolute(edition.base_url, each.address),
        "contentSize": f"{each.bytes} B",
        "sha256": each.sha256,
    }


def _variables(page: DataPage) -> list[dict[str, str]]:
    columns = page.dictionary[0].columns if page.dictionary else ()
    return [
        {"@type": "PropertyValue", "name": each.name, "description": each.about}
        | ({"unitText": each.unit} if each.unit else {})
        for each in columns
        if each.kind in ("number", "whole number")
    ]
