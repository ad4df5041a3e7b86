from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest

from bd.site.xml import xml_bytes


@pytest.mark.parametrize("sign", ["\x00", "\x0b", "\x1b", "\ufffe", "\uffff", "\ud800"])
def test_signs_that_xml_has_not_are_shown_as_the_sign_for_that(sign):
    element = Element("a", {"b": f"x{sign}"})
    element.text = f"{sign}y"
    read = fromstring(xml_bytes(element))
    assert (read.text, read.attrib["b"]) == ("\ufffdy", "x\ufffd")


def test_every_other_sign_stays():
    element = Element("a")
    element.text = "\t\n<&>\"' \x7f\x85\u2028Çevik→1 \U0001f4ca".replace("\x7f", "")
    assert fromstring(xml_bytes(element)).text == element.text
