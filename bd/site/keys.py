"""Keys: a short name for everything that some bytes follow from, so that the same key means the same bytes."""

from __future__ import annotations

import hashlib
import pickle

__all__ = ["key_of"]


def key_of(*parts: object) -> str:
    """Return the key of words, numbers and records.

    Two keys are equal only if all parts are; of equal parts they may differ, which costs time and nothing else. Sets
    must be sorted first, since their order differs from run to run.
    """
    return hashlib.sha256(pickle.dumps(parts, protocol=5)).hexdigest()
