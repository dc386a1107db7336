"""Payloads of events: GitHub's recorded examples with changes, checked again against GitHub's schema of webhooks."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

from jsonschema import Draft7Validator, FormatChecker

from .description import NPM, needed


@cache
def _known() -> tuple[dict[str, Any], dict[str, Any]]:
    needed()
    examples = json.loads((NPM / "@octokit/webhooks-examples/api.github.com/index.json").read_text(encoding="utf-8"))
    schema = json.loads((NPM / "@octokit/webhooks-schemas/schema.json").read_text(encoding="utf-8"))
    return {each["name"]: each["examples"] for each in examples}, schema


def payload(name: str, action: str = "", **changes: Any) -> dict[str, Any]:
    """The newest example of an event that is valid with these changes. Raises ValueError when none is."""
    examples, schema = _known()
    definitions = schema["definitions"]
    kind = next(key for key in (f"{name}${action}", f"{name}_event", f"{name}$event") if key in definitions)
    validator = Draft7Validator(
        {"$ref": f"#/definitions/{kind}", "definitions": definitions}, format_checker=FormatChecker()
    )
    why = "no example"
    for example in reversed([e for e in examples[name] if not action or e.get("action") == action]):
        made = merged(copy.deepcopy(example), copy.deepcopy(changes))
        faults = sorted(validator.iter_errors(made), key=lambda fault: len(fault.path))
        if not faults:
            return made
        why = faults[0].message[:200]
    raise ValueError(f"{name}.{action}: {why}")


def merged(one: Any, other: dict[str, Any]) -> Any:
    for key, value in other.items():
        one[key] = merged(one.get(key) or {}, value) if isinstance(value, dict) else value
    return one
