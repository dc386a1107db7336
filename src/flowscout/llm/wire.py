"""What a model's JSON must look like: wire models, their JSON Schema, and what is wrong with a reply as sentences for it.

Wire models are flat, small and closed: lists of objects with plain fields, no unions, no free keys; a server is asked for every field.
So one schema serves every server's constrained decoding, which guarantees syntax at best: whatever comes back is parsed
strictly (no NaN, no key twice) and validated again here. No number is read from a text and no text from a number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, NamedTuple, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from .sanitize import sanitize

__all__ = ["Field", "First", "Flaw", "Lenient", "Line", "Name", "Share", "Text", "Wire", "read", "told", "wire_schema"]

FLAWS: Final = 8  # told at once; more would drown the model


class Wire(BaseModel):
    """Base of every wire model."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Lenient(Wire):
    """A wire model that overlooks what it does not know, where the published schema does."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


First = BeforeValidator  # what brings a value into its form before it is validated
Name = Annotated[str, Field(min_length=1, max_length=300)]
Text = Annotated[str, Field(max_length=600)]
Line = Annotated[int, Field(ge=1, le=10_000_000)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]

Shape = TypeVar("Shape", bound=Wire)


class Flaw(NamedTuple):
    """One thing wrong with a reply. message: what it is; sentence: what to tell the model. fatal: nothing of the reply can be
    used; else only the text it is about cannot."""

    message: str
    sentence: str
    fatal: bool = True


def read(shape: type[Shape], reply: str) -> tuple[Shape | None, tuple[Flaw, ...]]:
    """(the validated value, ()) or (None, flaws)."""
    try:
        parsed = json.loads(sanitize(reply), object_pairs_hook=_once, parse_constant=_refused)
        return shape.model_validate(parsed), ()
    except ValidationError as refusal:
        return None, tuple(dict.fromkeys(_flaw(error) for error in refusal.errors(include_url=False)))[:FLAWS]
    except (ValueError, RecursionError) as error:
        message = str(error)[:200] or "nested too deeply"
        return None, (
            Flaw(
                message,
                _preamble(message)
                + " Please answer with one complete JSON value that follows the schema, and nothing else.",
            ),
        )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(k for k in keys if keys.count(k) > 1)!r} stands twice in one object")
    return found


def _refused(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON value")


def _preamble(message: str) -> str:
    return f"Your last response was invalid. The error was: `{message}`."


def _flaw(error: Mapping[str, Any]) -> Flaw:
    """The specification's sentences for a missing field and a type mismatch, and sentences of the same kind for all else."""
    loc = [part for part in error["loc"] if isinstance(part, str)]
    inside = any(isinstance(part, int) for part in error["loc"])
    field, array = (loc[-1] if loc else "response"), (loc[0] if loc else "response")
    kind = str(error["type"])
    message = f"{'.'.join(map(str, error['loc'])) or 'response'}: {error['msg']}"[:200]
    if kind == "missing":
        owner = f"every object in the `{array}` array includes" if inside else "your response includes"
        return Flaw(message, f"{_preamble(message)} Please ensure {owner} the required `{field}` field.")
    if kind == "extra_forbidden":
        return Flaw(message, f"The field `{field}` is not part of the schema: leave it out.")
    if kind in _TYPES:
        return Flaw(message, f"The field `{field}` must be of type `{_TYPES[kind]}`.")
    return Flaw(message, f"{_preamble(message)} The field `{field}` {_limit(error)}.")


_TYPES: Final = {
    "string_type": "string", "int_type": "number", "int_parsing": "number", "float_type": "number", "float_parsing": "number",
    "bool_type": "boolean", "list_type": "array", "dict_type": "object", "model_type": "object", "model_attributes_type": "object",
}  # fmt: skip


def _limit(error: Mapping[str, Any]) -> str:
    about = error.get("ctx", {})
    limits = {
        "int_from_float": "must be a whole number", "finite_number": "must be a finite number",
        "greater_than_equal": f"must be at least {about.get('ge')}", "less_than_equal": f"must be at most {about.get('le')}",
        "string_too_long": f"must have at most {about.get('max_length')} characters", "string_too_short": "must not be empty",
        "too_long": f"must have at most {about.get('max_length')} items", "literal_error": f"must be one of {about.get('expected')}",
    }  # fmt: skip
    return limits.get(str(error["type"]), "must follow the schema")


def wire_schema(shape: type[Wire]) -> dict[str, Any]:
    """The JSON Schema that servers get: definitions inlined, titles and defaults left out, objects closed. Same shape, same bytes."""
    schema = shape.model_json_schema()
    inlined: dict[str, Any] = _inlined(schema, schema.get("$defs", {}))
    return inlined


def _inlined(node: Any, defs: Mapping[str, Any]) -> Any:
    if isinstance(node, list):
        return [_inlined(item, defs) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _inlined(defs[node["$ref"].rpartition("/")[2]], defs)
    kept = {
        key: value for key, value in node.items() if key not in ("$defs", "title", "default", "format", "description")
    }
    if "const" in kept:
        kept["enum"] = [kept.pop("const")]
    if "properties" in kept:
        kept["properties"] = {name: _inlined(value, defs) for name, value in kept["properties"].items()}
        return kept | {"additionalProperties": False, "required": list(kept["properties"])}
    return {key: _inlined(value, defs) for key, value in kept.items()}


def told(flaws: Iterable[Flaw]) -> str:
    return "\n".join(dict.fromkeys(flaw.sentence for flaw in flaws))
