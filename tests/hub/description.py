"""GitHub's own OpenAPI description of its REST API: which operation a request is, whether it and the answer are as
described, and answers made of GitHub's examples.

The description leaves `additionalProperties` open, so a typo in an optional key would pass: unknown keys are checked apart.
Nullable enums lack null in it, and many of its examples violate their own schemas; both are mended on reading.
"""

from __future__ import annotations

import copy
import json
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from openapi_core import Config, OpenAPI
from openapi_core.testing import MockRequest, MockResponse

sys.path.insert(0, str(Path(__file__).parent.parent))
from mermaid import harness

HERE = Path(__file__).parent
NPM = HERE / "node_modules"
ORIGIN = "https://api.github.com"
_FORMATS = {"date-time": "2026-01-01T00:00:00Z", "uri": "https://github.com/o/r", "email": "a@example.com"}
Schema = dict[str, Any]


class Match(NamedTuple):
    template: str
    parameters: dict[str, str]
    operation: dict[str, Any]


class Description:
    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw
        _mend(raw)
        self._apis: dict[str, OpenAPI] = {}
        self._judged: dict[tuple[object, ...], str] = {}
        self._routes = sorted(
            (
                (template.count("{"), -len(template), template, _expression(template), method.upper(), operation)
                for template, item in raw["paths"].items()
                for method, operation in item.items()
                if method != "parameters"
            ),
            key=lambda route: route[:3],
        )

    def match(self, method: str, path: str) -> Match | None:
        for _, _, template, expression, verb, operation in self._routes:
            if verb == method and (found := expression.match(path)):
                return Match(template, {k: unquote(v) for k, v in found.groupdict().items()}, operation)
        return None

    def wrong_request(self, method: str, path: str, query: dict[str, str], raw: bytes) -> str:
        """What of it is not as described, "" where all is. The same bytes are judged once."""
        request = self._request(method, path, query, raw)
        key = (method, path, *sorted(query.items()), raw)
        if key not in self._judged:
            self._judged[key] = _wrong(lambda: self._api(method, path).validate_request(request))
        return self._judged[key]

    def wrong_response(
        self, method: str, path: str, query: dict[str, str], raw: bytes, status: int, data: bytes
    ) -> str:
        request = self._request(method, path, query, raw)
        answer = MockResponse(data, status_code=status, content_type="application/json", headers={})
        key = (method, path, status, data)
        if key not in self._judged:
            self._judged[key] = _wrong(lambda: self._api(method, path).validate_response(request, answer))
        return self._judged[key]

    def _api(self, method: str, path: str) -> OpenAPI:
        """Of that path alone: among a thousand the library looks through all, each time."""
        found = self.match(method, path)
        paths = {found.template: self.raw["paths"][found.template]} if found else self.raw["paths"]
        name = found.template if found else ""
        if name not in self._apis:
            only = {**self.raw, "paths": paths}
            self._apis[name] = OpenAPI.from_dict(only, config=Config(spec_validator_cls=None))
        return self._apis[name]

    @staticmethod
    def _request(method: str, path: str, query: dict[str, str], raw: bytes) -> MockRequest:
        kind = "application/json" if raw else ""
        return MockRequest(ORIGIN, method.lower(), path, args=query, data=raw or b"", content_type=kind, headers={})

    def unknown_keys(self, schema: Schema, value: Any, at: str = "") -> list[str]:
        schema = self.resolved(schema)
        found: list[str] = []
        if isinstance(value, dict) and schema.get("properties"):
            known = dict(schema["properties"])
            for other in (*schema.get("anyOf", []), *schema.get("oneOf", []), *schema.get("allOf", [])):
                known.update(self.resolved(other).get("properties", {}))
            for key, inner in value.items():
                if key in known:
                    found += self.unknown_keys(known[key], inner, f"{at}/{key}")
                elif schema.get("additionalProperties") in (None, False):
                    found.append(f"{at}/{key}")
        elif isinstance(value, list) and "items" in schema:
            for place, inner in enumerate(value):
                found += self.unknown_keys(schema["items"], inner, f"{at}/{place}")
        return found

    def resolved(self, schema: Any) -> Any:
        while isinstance(schema, dict) and "$ref" in schema:
            _, _, kind, name = schema["$ref"].split("/", 3)
            schema = self.raw["components"][kind][name]
        return schema

    def component(self, name: str) -> Any:
        """The smallest instance of a named schema."""
        return self.sample({"$ref": f"#/components/schemas/{name}"})

    def sample(self, schema: Schema) -> Any:
        schema = self.resolved(schema)
        if schema.get("nullable"):
            return None
        if "enum" in schema:
            return schema["enum"][0]
        if "allOf" in schema:
            parts = [self.sample(part) for part in schema["allOf"]]
            return {key: value for part in parts if isinstance(part, dict) for key, value in part.items()}
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self.sample(schema[key][0])
        kind = schema.get("type", "object" if "properties" in schema else "string")
        if kind == "object":
            known = schema.get("properties", {})
            return {key: self.sample(known[key]) for key in schema.get("required", []) if key in known}
        if kind == "array":
            return [self.sample(schema["items"]) for _ in range(schema.get("minItems", 0))]
        return {"integer": 1, "number": 1, "boolean": False}.get(kind, _FORMATS.get(schema.get("format", ""), "x"))

    def example(self, method: str, template: str, status: str = "200") -> Any:
        """GitHub's own example of an answer, with what its schema requires and it lacks."""
        answer = self.resolved(self.raw["paths"][template][method]["responses"][status])
        content = answer["content"]["application/json"]
        first = next(iter((content.get("examples") or {}).values()), {})
        return self.complete(content["schema"], copy.deepcopy(self.resolved(first).get("value")))

    def complete(self, schema: Schema, value: Any) -> Any:
        schema = self.resolved(schema)
        if isinstance(value, dict) and ("properties" in schema or "allOf" in schema):
            known, required = dict(schema.get("properties", {})), list(schema.get("required", []))
            for part in map(self.resolved, schema.get("allOf", [])):
                known.update(part.get("properties", {}))
                required += part.get("required", [])
            for key in required:
                if key not in value and key in known:
                    value[key] = self.sample(known[key])
            for key in list(value):
                if key in known:
                    value[key] = self.complete(known[key], value[key])
        elif isinstance(value, list) and "items" in schema:
            return [self.complete(schema["items"], item) for item in value]
        return value


def _wrong(validate: Callable[[], None]) -> str:
    try:
        validate()
    except Exception as error:  # noqa: BLE001 - whatever openapi-core says is the violation
        return str(error.__cause__ or error)[:400]
    return ""


def _mend(node: Any) -> None:
    if isinstance(node, dict):
        if node.get("nullable") is True and isinstance(node.get("enum"), list) and None not in node["enum"]:
            node["enum"].append(None)
        for inner in node.values():
            _mend(inner)
    elif isinstance(node, list):
        for inner in node:
            _mend(inner)


def _expression(template: str) -> re.Pattern[str]:
    wide = ("path", "basehead", "ref")
    return re.compile(
        "^" + re.sub(r"\{(\w+)\}", lambda m: f"(?P<{m[1]}>{'.+' if m[1] in wide else '[^/]+'})", template) + "$"
    )


def needed() -> None:
    """Skips, or fails in CI, where GitHub's descriptions cannot be installed."""
    if why := harness.ready(HERE):
        harness.missing(why)


@cache
def description() -> Description:
    needed()
    return Description(json.loads((NPM / "@octokit/openapi/generated/api.github.com.json").read_text(encoding="utf-8")))
