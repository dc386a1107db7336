"""What the whole project must know of a file, and its functions by id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from . import shelf
from .model.facts import FileFacts, FunctionFacts
from .model.identity import function_ids
from .model.language import Language
from .model.paths import name_of
from .model.record import NamedTuple
from .ports import NO_OFFERS, encode_offers


class Located(NamedTuple):
    """A function with its place: position: where it stands among its file's facts."""

    id: str
    path: str
    position: int
    facts: FunctionFacts
    language: Language


class FileIndex(NamedTuple):
    """What the whole project must know of a file. ids: of its functions, in their order. includes: base names of the
    files that it includes, sorted. offers: encoded."""

    language: str
    status: str
    ids: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    offers: bytes = NO_OFFERS


def index_file(path: str, facts: FileFacts, offers: bytes | None = None) -> FileIndex:
    """What a file brings to the project; a unit of work, like parsing. `offers`: where somebody has them already."""
    if not facts.language:
        return FileIndex("", facts.status)
    language: Language = shelf.load("flowscout.languages", facts.language)
    resolver, ids = resolver_of(language), function_ids(path, facts.functions, language.separator)
    encoded = encode_offers(resolver.offers(resolver.prepare(path, facts, ids))) if offers is None else offers
    return header_index(facts)._replace(ids=ids, offers=encoded)


def header_index(facts: FileFacts) -> FileIndex:
    """The little of it that does not hang on functions."""
    includes = {name_of(item.module) for item in facts.imports if item.kind == "include"}
    return FileIndex(facts.language, facts.status, (), tuple(sorted(includes)))


class Functions(Mapping[str, Located]):
    """Functions by id. Their facts are read where they are asked for: a large project does not hold them all."""

    def __init__(self, files: Mapping[str, FileFacts], places: Mapping[str, tuple[str, int]]) -> None:
        self._files, self._places = files, places

    def __getitem__(self, id_: str) -> Located:
        path, position = self._places[id_]
        facts = self._files[path]
        return Located(
            id_, path, position, facts.functions[position], shelf.load("flowscout.languages", facts.language)
        )

    def __contains__(self, id_: object) -> bool:
        return id_ in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def resolver_of(language: Language) -> Any:
    return shelf.module("flowscout.resolvers", language.resolver)
