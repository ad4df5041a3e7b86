"""Values held against the JSON Schemas that are part of the package."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

import orjson
from jsonschema_rs import Draft202012Validator

__all__ = ["first_fault", "load_schema"]

_LONGEST = 300
"""Signs of a fault that are told; it may quote all of a value."""


def load_schema(name: str) -> dict[str, Any]:
    """Return a schema by the name of its file."""
    schema: dict[str, Any] = orjson.loads(files("bd.report").joinpath("schema", name).read_bytes())
    return schema


def first_fault(value: Any, name: str, part: str = "") -> str | None:
    """Return the first place where a value breaks a schema, and how; None where it breaks none.

    Parameters
    ----------
    value
        What JSON can hold.
    name
        File of the schema.
    part
        Which of its `$defs` is meant; by default the schema itself.
    """
    error = next(_validator(name, part).iter_errors(value), None)
    if error is None:
        return None
    place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.instance_path)
    return f"${place}: {error.message[:_LONGEST]}"


@lru_cache
def _validator(name: str, part: str) -> Draft202012Validator:
    schema = load_schema(name)
    return Draft202012Validator(schema["$defs"][part] if part else schema)
