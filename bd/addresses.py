"""Addresses as people write them, in settings and on the command line: none may hold a password.

What is written in a file that is published, or given on a command line, can be read by others; so such an address is
refused, and never shown as it stands.
"""

from __future__ import annotations

import re

__all__ = ["holds_password", "without_password"]

_USER = re.compile(r"(?P<scheme>[A-Za-z][\w+.-]*://|^//)(?P<user>[^/?#\s]*)@")
"""What stands between `://` and the last `@` before the path is a user, and often a password."""


def holds_password(text: object) -> bool:
    """Tell whether an address, or one of several in a chain such as `simplecache::s3://…`, names a user.

    Examples
    --------
    >>> holds_password("https://ann:secret@example.org/"), holds_password("https://example.org/@ann")
    (True, False)
    """
    return isinstance(text, str) and _USER.search(text) is not None


def without_password(text: str) -> str:
    """Return a text with every user and password in its addresses left out, for messages.

    Examples
    --------
    >>> without_password("https://ann:secret@example.org/")
    'https://…@example.org/'
    """
    return _USER.sub(r"\g<scheme>…@", text)
