"""`croissant.json`: the whole data described for machines, by MLCommons Croissant 1.0.

Every table that is one file becomes a set of records, with a field for each of its columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bd.files import dump_json
from bd.site.paths import absolute
from bd.site.records.take import Download
from bd.site.tables.columns import Column, Table
from bd.site.take import Edition

__all__ = ["croissant"]

_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""As the specification gives it."""

_TYPES = {"text": "sc:Text", "whole number": "sc:Integer", "number": "sc:Float", "yes or no": "sc:Boolean"}


def croissant(
    edition: Edition,
    *,
    description: str,
    version: str,
    cite: str,
    files: Iterable[Download],
    tables: Iterable[tuple[Table, Download]],
) -> bytes:
    """Return the description of the whole data.

    Parameters
    ----------
    description
        What the data are.
    version
        As `1.2.0`.
    cite
        How to cite them.
    files
        Every file, in order.
    tables
        The tables, each with the file that holds it.
    """
    about: dict[str, Any] = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": edition.title,
        "description": description,
        "url": absolute(edition.base_url, "/data/"),
        "version": version,
        "datePublished": edition.date,
        "citeAs": cite,
        "distribution": [_file(each, edition) for each in files],
        "recordSet": [_records(table, each) for table, each in tables],
    }
    if edition.licence_url:
        about["license"] = edition.licence_url
    if edition.by:
        about["creator"] = {"@type": "sc:Organization", "name": edition.by}
    return dump_json(about, indent=True)


def _file(each: Download, edition: Edition) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": each.name,
        "name": each.name,
        "description": each.about,
        "contentUrl": absolute(edition.base_url, each.address),
        "contentSize": f"{each.bytes} B",
        "encodingFormat": each.media_type,
        "sha256": each.sha256,
    }


def _records(table: Table, each: Download) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": f"{table.about}.",
        "field": [_field(table, column, each) for column in table.columns],
    }


def _field(table: Table, column: Column, each: Download) -> dict[str, Any]:
    unit = f" ({column.unit})" if column.unit else ""
    return {
        "@type": "cr:Field",
        "@id": f"{table.name}/{column.name}",
        "name": column.name,
        "description": f"{column.about}{unit}.",
        "dataType": _TYPES[column.kind],
        "source": {"fileObject": {"@id": each.name}, "extract": {"column": column.name}},
    }
