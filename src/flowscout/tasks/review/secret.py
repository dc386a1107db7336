"""A review without the secrets that the changed files hold: what is drawn, cut or escaped of them later shows no part of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from ... import shelf
from ...model.language import Language
from ...model.review import Review
from ...pipeline import Project
from ...redact.found import Without, quoted
from ...stages.account.pieces.lexing import tokens

_GUESSED: Final = "<redacted:named:"  # by what it is given to: no form of its own tells that it is a secret


def unsecret(review: Review, before: Project, after: Project, paths: Iterable[str]) -> Review:
    """paths: of the files that differ."""
    found: dict[str, str] = {}
    files = [(side, path) for path in sorted(paths) for side in (before, after) if path in side.files]
    for side, path in files:
        found |= quoted(side.sources(path).decode("utf-8", "replace"))
    secrets = _but_names(found, files, (before, after))
    return _without(review, Without(secrets), {}) if secrets else review


def _but_names(
    found: Mapping[str, str], files: Iterable[tuple[Project, str]], sides: tuple[Project, Project]
) -> dict[str, str]:
    """Without what is a name in the code or in a path: each reader of the code knows it, and a review without it names nothing."""
    guessed = {secret for secret, mark in found.items() if mark.startswith(_GUESSED)}
    known = {word for side, path in files for word in _names(side, path)} if guessed else set[str]()
    for side in sides if guessed else ():
        known |= {part for path in side.files for part in (path, *path.split("/"))}
        known |= {each.name for facts in side.files.values() for each in facts.functions}
    return {secret: mark for secret, mark in found.items() if secret not in guessed & known}


def _names(side: Project, path: str) -> Iterator[str]:
    """Words of its code, outside of texts and remarks."""
    language: Language = shelf.load("flowscout.languages", side.files[path].language)
    for token in tokens(side.sources(path), language.reading.tokens):
        word = token.text.decode("utf-8", "replace")
        if word.isidentifier():
            yield word


def _without(value: Any, clean: Callable[[str], str], known: dict[int, tuple[Any, Any]]) -> Any:
    """The same value where nothing in it is secret. known: by its identity what was asked before, and its answer."""
    if isinstance(value, str):
        return clean(value)
    if not isinstance(value, tuple | frozenset):
        return value
    if id(value) not in known:
        parts = [_without(part, clean, known) for part in value]
        same = all(one is other or one == other for one, other in zip(parts, value, strict=True))
        known[id(value)] = value, value if same else _made(value, parts)
    return known[id(value)][1]


def _made(value: Any, parts: list[Any]) -> Any:
    return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
