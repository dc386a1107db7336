"""What is known of a failure, for who looks for the change that caused it: its lines, what it names, and which functions
can have been run on the way to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush

from ...model.finding import Finding
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.summary import EXACT
from ...pipeline import Located, Project
from ..names import candidates
from .changes import text_of, within_imports
from .edits import SET, WORD
from .named import named

AT_PLACE, ON_STACK = 0.95, 0.8  # score of the failing function, and of one on the stack
DEPTH = 16  # calls below the failing place that are followed
VISITED = 20_000
BELOW, BESIDE = 0.85, 0.6  # score of what the failing place calls, and of what one on the stack does
NEARER = 0.92  # what each call in between leaves
UNSURE = (
    2  # calls that one counts for whose callee is only one of several, of a class that the failing place does not name
)
SETS = 0.45  # of what sets an attribute that the failing place reads
FILES = 300  # in reach, beyond which nobody is looked for who sets one
_READ = regex(r"(?:\.|->)([A-Za-z_]\w{2,80}+)(?!\s{0,4}+\()")
_NAME = regex(r"[‘'`\"]([A-Za-z_]\w{2,200}+)[’'`\"]")
_FEW = 3  # letters of a word that says something


class FailureScene(NamedTuple):
    """What is known of the failure. said: what the message names. told: parts of words of the failing lines. reach: (path
    to each function in reach, score). imported: files in reach. others: lines that other failures of the log name; beside:
    the functions that hold them. sets: (path from a function that sets an attribute which the failing one reads, the
    attribute, score). quoted: names in the message that stand in quotes, all where none does. called: what the failing
    line itself calls."""

    finding: Finding
    function: str
    stack: Sequence[str]
    lines: frozenset[tuple[str, int]]
    said: frozenset[str]
    told: frozenset[str]
    reach: Mapping[str, tuple[tuple[str, ...], float]]
    imported: frozenset[str]
    others: frozenset[tuple[str, int]] = frozenset()
    beside: frozenset[str] = frozenset()
    sets: Mapping[str, tuple[tuple[str, ...], str, float]] = {}
    quoted: frozenset[str] = frozenset()
    called: frozenset[str] = frozenset()


def running(seen: FailureScene) -> Iterator[tuple[str, tuple[str, ...], float]]:
    """Functions that ran, or can have run: id, the path to it, its score."""
    for id_ in dict.fromkeys((seen.function, *seen.stack, *seen.reach)):
        if id_:
            yield id_, *seen.reach.get(id_, ((id_,), AT_PLACE if id_ == seen.function else ON_STACK))


def scene(project: Project, finding: Finding, function: str, places: Iterable[tuple[str, int]] = ()) -> FailureScene:
    """function: the failing one, "" where it is not known. places: what all failures of the log name."""
    own = _Own(project)
    stack = own.stack((file, line) for file, line, _ in finding.frames)
    others = {(own.path(file), line) for file, line in places}
    above = [id_ for id_ in stack if id_ != function]
    classes = frozenset(word for id_ in (function, *above) if id_ for word in WORD.findall(text_of(project, id_)))
    below_it = _below(project, [function], classes) if function else {}
    reach = {id_: (way.path, way.score(BELOW)) for id_, way in below_it.items()}
    for id_, way in _below(project, above, classes).items():
        if id_ != function and (id_ not in reach or reach[id_][1] < way.score(BESIDE)):
            reach[id_] = (way.path, way.score(BESIDE))
    said = named(finding.message) | {word for _, value in finding.error.metadata for word in WORD.findall(value)}
    code = text_of(project, function) if function else ""
    told = frozenset(part for text in (*finding.quote, *said, function, code) for part in parts(text))
    lines = {(finding.file, finding.file_line)} | {(own.path(file), line) for file, line, _ in finding.frames}
    imported = within_imports(project, {path for path, _ in lines if path} | {path_of(function)})
    beside = frozenset(own.stack(sorted(others)))
    below = within_imports(project, {path_of(function)}) if function else frozenset()
    sets = _sets(project, frozenset(_READ.findall(code)), below)
    quoted = frozenset(_NAME.findall(finding.message)) or frozenset(said)
    called = _called(project, finding, function, reach)
    return FailureScene(
        finding, function, stack, frozenset(lines), frozenset(said), told, reach, imported, frozenset(others), beside, sets,
        quoted, called,
    )  # fmt: skip


def _called(
    project: Project, finding: Finding, function: str, reach: Mapping[str, tuple[tuple[str, ...], float]]
) -> frozenset[str]:
    """What the line that failed calls of what the failing function does."""
    if finding.file not in project.files or not finding.file_line:
        return frozenset()
    lines = project.sources(finding.file).decode("utf-8", "replace").split("\n")
    words = set(WORD.findall(lines[finding.file_line - 1])) if finding.file_line <= len(lines) else set()
    first = {path[1] for path, _ in reach.values() if path[0] == function}
    return frozenset(id_ for id_ in first if last(id_) in words)


def last(id_: str) -> str:
    return qualified_of(id_).replace("::", ".").rpartition(".")[2].partition("(")[0]


def _sets(
    project: Project, read: frozenset[str], files: frozenset[str]
) -> dict[str, tuple[tuple[str, ...], str, float]]:
    """Functions that set what is read, and what they call to have it."""
    if not read or len(files) > FILES:
        return {}
    setting = {
        id_: sets[0]
        for path in sorted(files)
        for id_ in project.ids.get(path, ())
        if (sets := sorted(read & set(SET.findall(text_of(project, id_)))))
    }
    found: dict[str, tuple[tuple[str, ...], str, float]] = {id_: ((id_,), name, SETS) for id_, name in setting.items()}
    for id_, way in _below(project, sorted(setting)).items():
        found.setdefault(id_, (way.path, setting[way.path[0]], way.score(SETS * NEARER)))
    return found


def parts(text: str) -> Iterable[str]:
    """`verify_exp`, `verifyExp`: verify, exp."""
    for word in WORD.findall(text):
        parts = (
            "".join(
                f" {letter}" if letter.isupper() and at and word[at - 1].islower() else letter
                for at, letter in enumerate(word)
            )
            .replace("_", " ")
            .lower()
            .split()
        )
        yield from (part for part in parts if len(part) >= _FEW)


class _Way(NamedTuple):
    """length: calls on it, of which one that may go elsewhere counts for several."""

    path: tuple[str, ...]
    length: int

    def score(self, of: float) -> float:
        """What is left of the score of the nearest call."""
        return round(of * NEARER ** (self.length - 1), 3)


def _below(project: Project, starts: Sequence[str], classes: frozenset[str] = frozenset()) -> dict[str, _Way]:
    """Shortest way to every function that some reach, from the nearest of these, over certain and possible calls. classes:
    whose methods a call goes to that may go to those of others."""
    came, calls, nearest = dict.fromkeys(starts, ""), dict.fromkeys(starts, 0), dict.fromkeys(starts, 0)
    settled: set[str] = set()
    queue = [(0, at, start) for at, start in enumerate(starts)]
    added = len(queue)
    while queue and len(came) < VISITED:
        length, _, here = heappop(queue)
        if here in settled:
            continue
        settled.add(here)
        if calls[here] >= DEPTH:
            continue
        for callee, more in sorted(_callees(project, here, classes).items()):
            if callee not in nearest or length + more < nearest[callee]:
                nearest[callee] = length + more
                came[callee], calls[callee] = here, calls[here] + 1
                heappush(queue, (length + more, added, callee))
                added += 1
    return {id_: _Way(_path(came, id_), nearest[id_]) for id_ in nearest if came[id_]}


def _callees(project: Project, id_: str, classes: frozenset[str]) -> dict[str, int]:
    """What a function calls, and for how many calls each counts."""
    found: dict[str, int] = {}
    for way in project.row(id_).flows:
        if way.target in project.functions:
            sure = way.how == EXACT or _class(way.target) in classes
            found[way.target] = min(found.get(way.target, UNSURE), 1 if sure else UNSURE)
    return found


def _class(id_: str) -> str:
    return qualified_of(id_).replace("::", ".").rpartition(".")[0].rpartition(".")[2]


def _path(came: dict[str, str], id_: str) -> tuple[str, ...]:
    path = [id_]
    while came[path[-1]]:
        path.append(came[path[-1]])
    return tuple(reversed(path))


class _Own:
    """Which file and function of ours a place of a log is. A log may name thousands, so nothing is gone over for each."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._by_name: dict[str, list[str]] = {}
        for path in project.files:
            self._by_name.setdefault(path.rpartition("/")[2], []).append(path)
        self._functions: dict[str, Mapping[str, Located]] = {}

    def path(self, file: str) -> str:
        """ "" where none is, or several."""
        slashed = file.replace("\\", "/")
        same = self._by_name.get(slashed.rpartition("/")[2], ())
        inside = [path for path in same if slashed == path or slashed.endswith("/" + path)]
        return inside[0] if len(inside) == 1 else ""

    def stack(self, places: Iterable[tuple[str, int]]) -> tuple[str, ...]:
        """Ids of the functions that hold these."""
        found = [
            at[0].id
            for file, line in places
            if (path := self.path(file)) and line and (at := candidates(self._of(path), "", path, line))
        ]
        return tuple(dict.fromkeys(id_ for id_ in found if path_of(id_)))

    def _of(self, path: str) -> Mapping[str, Located]:
        if path not in self._functions:
            ids = self._project.ids.get(path, ())
            self._functions[path] = {id_: self._project.functions[id_] for id_ in ids}
        return self._functions[path]
