"""The units of a project, and what each of them brings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from ...engine.digest import digest
from ...model.compiled import COMPILED_FORMAT, CompilationUnit, CompilerAnswer, decode_answer, encode_answer
from ...model.facts import FileFacts
from ...pipeline import FileIndex
from ...ports import Compiler, Entry, LanguageOf, Memo, Offer, Progress, Snapshot, decode_offers, encode_offers
from ...resolvers.cfamily.scope import is_header
from ..facts import silent
from .offered import offers_of
from .reach import Reach

LANGUAGES: Final = frozenset({"c", "cpp"})
LASTING: Final = frozenset(
    {"", "libclang did not survive it", "libclang could not read it"}
)  # not what a busy machine may cost
_RECALLED: Final = 64  # answers that are held at once


class Compilation:
    """keys: of each unit, of what it brings."""

    def __init__(
        self,
        reach: Reach,
        compiler: Compiler,
        memo: Memo | None,
        units: Mapping[str, tuple[str, ...]],
        progress: Progress,
    ) -> None:
        self._reach, self._compiler, self._memo, self._units, self._progress = reach, compiler, memo, units, progress
        self._reached = {path: reach.reached(path) for path in units}
        self._asked = {path: self._key(path) for path in units}
        self._brings = _shared(self._reached)
        self._dropped = {path: compiler.dropped(path) for path in units}
        self.keys: Mapping[str, str] = {
            path: digest(self._asked[path], self._brings[path], self._dropped[path]) for path in sorted(units)
        }

    def offers(
        self, paths: Iterable[str], facts: Callable[[str], FileFacts | None], ids: Callable[[str], tuple[str, ...]]
    ) -> Iterator[tuple[str, list[Offer]]]:
        """What units bring; every file that is read by them must be known by now."""
        for answer in self._answers(sorted(paths)):
            path = answer.path
            dropped = [f"{kind} {flag}" for kind, flag in self._dropped[path]]
            unit = Offer("unit", "", path, (self.keys[path], answer.refused, str(answer.errors), *dropped))
            yield path, [unit, *offers_of(answer, (path, *self._brings[path]), facts, ids)]

    def _key(self, path: str) -> str:
        content = [(each, self._reach.content(each)) for each in self._reached[path]]
        return f"compiled:{COMPILED_FORMAT}:{digest(self._compiler.made_by, path, self._units[path], content)}"

    def _answers(self, paths: list[str]) -> Iterator[CompilerAnswer]:
        missing = []
        for start in range(0, len(paths), _RECALLED):
            some = paths[start : start + _RECALLED]
            rows = self._memo.get(self._asked[path] for path in some) if self._memo else {}
            for path in some:
                row = rows.get(self._asked[path])
                known = None if row is None else decode_answer(path, row)
                if known is None:
                    missing.append(path)
                else:
                    yield known
        for count, answer in enumerate(self._compiler(self._unit(path) for path in missing)):
            self._progress(count + 1, len(missing), answer.path)
            if self._memo and answer.refused in LASTING:
                self._memo.put({self._asked[answer.path]: encode_answer(answer)})
            yield answer

    def _unit(self, path: str) -> CompilationUnit:
        return CompilationUnit(path, self._units[path], tuple(sorted(self._reach.read(self._reached[path]).items())))


def enriched(
    known: Mapping[str, FileIndex], files: Mapping[str, FileFacts], compiled: Compilation
) -> dict[str, FileIndex]:
    """What files bring, with what their units do."""
    found = dict(known)
    for path, offers in compiled.offers(
        compiled.keys, lambda each: files.get(each, None), lambda each: known[each].ids
    ):
        row = known[path]
        found[path] = row._replace(offers=encode_offers([*decode_offers(path, row.offers), *offers]))
    return found


def compilation(
    snapshot: Snapshot,
    entries: Iterable[Entry],
    language_of: LanguageOf,
    compiler: Compiler,
    memo: Memo | None,
    progress: Progress = silent,
) -> Compilation:
    """Of the files of a project; headers that no unit includes are units of their own."""
    languages = {entry.path: language_of(entry.path, b"", frozenset()).rstrip("?") for entry in entries}
    ours = {path: language for path, language in languages.items() if language in LANGUAGES}
    sources = {path for path in ours if not is_header(path)}
    units = _arguments(compiler, {path: ours[path] for path in sorted(sources)})
    reach = Reach(snapshot, compiler, memo)
    reach.follow({path: compiler.forced(arguments) for path, arguments in units.items()})
    included = {each for path in units for each in reach.reached(path)}
    alone = dict.fromkeys(sorted(ours.keys() - sources - included), "")
    units.update(_arguments(compiler, alone))
    reach.follow({path: compiler.forced(arguments) for path, arguments in units.items()})
    return Compilation(reach, compiler, memo, units, progress)


def _arguments(compiler: Compiler, languages: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    asked = ((path, compiler.arguments(path, language)) for path, language in languages.items())
    return {path: arguments for path, arguments in asked if arguments is not None}


def _shared(reached: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """Which of the files that units include each of them answers for: one unit for each, its namesake or else the first."""
    best: dict[str, tuple[bool, str]] = {}
    for unit, paths in reached.items():
        for path in paths:
            if path not in reached:
                rank = (_stem(path) != _stem(unit), unit)
                best[path] = min(best.get(path, rank), rank)
    found: dict[str, list[str]] = {unit: [] for unit in reached}
    for path, (_, unit) in sorted(best.items()):
        found[unit].append(path)
    return {unit: tuple(paths) for unit, paths in found.items()}


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]
