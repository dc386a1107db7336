"""The shelf: every file of `rca/logs`, with the functions that stand beside some, and what is known of each error type."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from ... import shelf
from ...model.logformat import Advice, LogFormat, Pattern
from .kept import digest, kept
from .rows import Table, table

LOGS: Final = "flowscout.rca.logs"
FOLDER: Final = Path(__file__).parent.parent / "logs"
SHAPES: Final = Path(__file__).parent / "shapes.toml"
ADVICE: Final = Path(__file__).parent / "advice.toml"


class KnownFormats(NamedTuple):
    """advice: by type, and by type and tool where a tool's own differs ("lint_violation/ruff"). digest: of all that was read."""

    formats: tuple[LogFormat, ...]
    advice: Mapping[str, Advice]
    digest: str


@cache
def known() -> KnownFormats:
    files = sorted(FOLDER.glob("*.toml"))
    told = digest([SHAPES, ADVICE, *files])
    found = kept(FOLDER / "__pycache__", told, lambda: _packed(files))
    advice = {key: Advice(cause, tuple(fix), reproduce) for key, (cause, fix, reproduce) in found["advice"].items()}
    return KnownFormats(tuple(_format(*one) for one in found["formats"]), advice, told)


@cache
def tables() -> dict[str, Table]:
    """Each file as it stands there, by its stem."""
    return {
        file.stem: table(file.read_text(encoding="utf-8"), file.stem, shapes(), kinds())
        for file in sorted(FOLDER.glob("*.toml"))
    }


@cache
def shapes() -> dict[str, str]:
    return tomllib.loads(SHAPES.read_text(encoding="utf-8"))


@cache
def kinds() -> dict[str, str]:
    """The kind of each type of which `advice.toml` says it."""
    return {type_: one["kind"] for type_, one in _advice().items() if "kind" in one}


@cache
def _advice() -> dict[str, Any]:
    return tomllib.loads(ADVICE.read_text(encoding="utf-8"))


def _packed(files: list[Path]) -> dict[str, Any]:
    found = [
        (file.stem, table(file.read_text(encoding="utf-8"), file.stem, shapes(), kinds()).format) for file in files
    ]
    return {
        "formats": [(stem, one.name, one.languages, one.patterns, one.signs) for stem, one in found],
        "advice": dict(_told()),
    }


def _told() -> list[tuple[str, tuple[str, list[str], str]]]:
    """What a tool's own advice leaves out is that of the type."""
    found = []
    for type_, one in _advice().items():
        tools = {key: {**one, **value} for key, value in one.items() if isinstance(value, dict)}
        rows = {type_: one, **{f"{type_}/{tool}": value for tool, value in tools.items()}}
        found += [
            (key, (row["cause"], row.get("fix", []), row.get("reproduce", "")))
            for key, row in rows.items()
            if "cause" in row
        ]
    return found


def _format(stem: str, name: str, languages: list[str], patterns: list[list[Any]], signs: list[str]) -> LogFormat:
    readings = shelf.module(LOGS, stem).READINGS if stem in shelf.names(LOGS) else ()
    return LogFormat(name, tuple(languages), tuple(map(_pattern, patterns)), tuple(signs), readings)


def _pattern(row: list[Any]) -> Pattern:
    return Pattern._make(_frozen(value) for value in row)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
