"""Small XML files, written whole; what XML has no sign for is shown as the sign for that."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, indent, tostring

__all__ = ["xml_bytes"]

_NOT_XML = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_bytes(root: Element) -> bytes:
    """Return an element and all within it as a file in UTF-8, a line for each element."""
    for each in root.iter():
        each.text = None if each.text is None else _NOT_XML.sub("\ufffd", each.text)
        for name, value in each.attrib.items():
            each.attrib[name] = _NOT_XML.sub("\ufffd", value)
    indent(root, " ")
    head = b'<?xml version="1.0" encoding="utf-8"?>\n'
    return head + tostring(root, encoding="unicode").encode() + b"\n"
