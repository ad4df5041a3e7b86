"""No password in an address that people write, in settings or on the command line.

What is written in a file that is published, or given on a command line, can be read by others; so such an address is
refused, and never shown as it stands.
"""

from __future__ import annotations

import re

from bd.errors import UsageError

__all__ = ["holds_password", "refuse_password"]

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


def refuse_password(address: str) -> None:
    """See that an address given on a command line names no user; UsageError, which does not show it, where it does."""
    if holds_password(address):
        shown = _USER.sub(r"\g<scheme>…@", address)
        raise UsageError(
            f"{shown}: an address must hold no user and no password, which others of this machine could read; give "
            "them in the settings or the environment of what reaches it"
        )
