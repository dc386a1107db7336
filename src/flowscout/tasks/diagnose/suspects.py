"""What a change touched that can have caused a finding, likeliest first.

A changed line in the traceback says most; then the failing function, what it calls and what is on the stack; what reads
a name that was changed outside of functions counts as if it had been changed itself. Where calls cannot be followed (a
fixture, a runner, another process) what the failing file imports is still in reach, and what the changed lines and the
failure speak of decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from ...model.finding import Finding, Suspect
from ...model.identity import path_of, qualified_of
from ...model.record import NamedTuple
from ...pipeline import Located, Project
from ..names import candidates
from .changes import Change, text_of, within_imports
from .edits import WORD
from .named import named

MOST = 8
DEPTH = 16  # calls below the failing place that are followed
VISITED = 20_000
_IN_TRACE, _AT_PLACE, _ON_STACK, _TAKEN, _NAMED, _BELOW, _BESIDE, _SAME_FILE, _IMPORTED = (
    0.97,
    0.95,
    0.8,
    0.9,
    0.7,
    0.85,
    0.6,
    0.3,
    0.2,
)
_ELSEWHERE, _STACKED = 0.88, 0.76  # a line that another failure of the log names; a function that one does
_NEARER = 0.92  # what each call in between leaves
_IDLE = 0.3  # of the score, where an edit makes no difference to what runs
_WORDS, _MOST_WORDS = 0.01, 6  # what a word that change and failure share adds
_HANDED, _MANY = 0.45, 3_000  # and files of a project in which a name is looked for
_READ, _KEY = 0.55, 4  # a key that is read by its name, and how long it is at least: `id` is read everywhere
_FEW = 3  # letters of a word that says something


class Scene(NamedTuple):
    """What is known of the failure. said: what the message names. told: parts of words of the failing lines. reach: (path
    to each function in reach, score). imported: files in reach. others: lines that other failures of the log name; beside:
    the functions that hold them."""

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


def scene(project: Project, finding: Finding, function: str, places: Iterable[tuple[str, int]] = ()) -> Scene:
    """function: the failing one, "" where it is not known. places: what all failures of the log name."""
    own = _Own(project)
    stack = own.stack((file, line) for file, line, _ in finding.frames)
    others = {(own.path(file), line) for file, line in places}
    reach = {
        id_: (path, round(_BELOW * _NEARER ** (len(path) - 2), 3))
        for id_, path in (_below(project, [function]) if function else {}).items()
    }
    for id_, path in _below(project, [above for above in stack if above != function]).items():
        score = round(_BESIDE * _NEARER ** (len(path) - 2), 3)
        if id_ != function and (id_ not in reach or reach[id_][1] < score):
            reach[id_] = (path, score)
    said = named(finding.message) | {word for _, value in finding.error.metadata for word in WORD.findall(value)}
    code = text_of(project, function) if function else ""
    told = frozenset(part for text in (*finding.quote, *said, function, code) for part in _parts(text))
    lines = {(finding.file, finding.file_line)} | {(own.path(file), line) for file, line, _ in finding.frames}
    imported = within_imports(project, {path for path, _ in lines if path} | {path_of(function)})
    beside = frozenset(own.stack(sorted(others)))
    return Scene(finding, function, stack, frozenset(lines), said, told, reach, imported, frozenset(others), beside)


def suspects(project: Project, seen: Scene, changes: Iterable[Change]) -> tuple[Suspect, ...]:
    """The best reason for each change counts."""
    found: dict[str, tuple[float, Suspect]] = {}
    for change in changes:
        for suspect in _reasons(project, change, seen):
            shared = sum(
                1
                for word in {part for text in (*change.edit.texts, *change.edit.were) for part in _parts(text)}
                if word in seen.told
            )
            score = suspect.score * (_IDLE if change.idle else 1.0) + _WORDS * min(shared, _MOST_WORDS)
            known = found.get(suspect.id)
            if known is None or score > known[0]:
                found[suspect.id] = (score, suspect._replace(score=round(min(score, 0.99), 3)))
    ranked = sorted(found.values(), key=lambda one: (-one[0], len(one[1].path), one[1].id))
    return tuple(suspect for _, suspect in ranked[:MOST])


def _reasons(project: Project, change: Change, seen: Scene) -> Iterable[Suspect]:
    id_ = change.id
    name = qualified_of(id_) if id_ else change.path
    touched = {(change.path, line) for line in change.edit.lines}
    if touched & seen.lines:
        yield Suspect(
            id_ or change.path,
            (),
            change.how,
            _IN_TRACE,
            f"`{name}` was {change.how} at a line that the failure names.",
        )
    elif touched & seen.others:
        yield Suspect(
            id_ or change.path,
            (),
            change.how,
            _ELSEWHERE,
            f"`{name}` was {change.how} at a line that another failure of the log names.",
        )
    if id_:
        yield from _of_function(change, seen, name)
    else:
        yield from _of_text(project, change, seen)
    if change.path == seen.finding.file and not (seen.function and id_):
        yield Suspect(
            id_ or change.path, (), change.how, _SAME_FILE, f"`{name}` was {change.how} in the file that fails."
        )
    elif change.path in seen.imported and not change.idle:
        yield Suspect(
            id_ or change.path,
            (),
            change.how,
            _IMPORTED,
            f"`{name}` was {change.how} in a file that the failing one imports.",
        )


def _of_function(change: Change, seen: Scene, name: str) -> Iterable[Suspect]:
    id_ = change.id
    if id_ == seen.function:
        yield Suspect(id_, (id_,), change.how, _AT_PLACE, f"`{name}` was {change.how}, and the failure is in it.")
    elif id_ in seen.reach:
        path, score = seen.reach[id_]
        steps = len(path) - 1
        above = (
            "the failing place"
            if path[0] == seen.function
            else f"`{qualified_of(path[0])}`, on the stack of the failure,"
        )
        yield Suspect(
            id_,
            path,
            change.how,
            score,
            f"`{name}` was {change.how}; {above} calls it {'directly' if steps == 1 else f'{steps} calls below'}.",
        )
    if id_ in seen.stack and id_ != seen.function:
        yield Suspect(
            id_, (id_,), change.how, _ON_STACK, f"`{name}` was {change.how} and is on the stack of the failure."
        )
    elif id_ in seen.beside and id_ != seen.function:
        said = f"`{name}` was {change.how} and is on the stack of another failure of the log."
        yield Suspect(id_, (id_,), change.how, _STACKED, said)
    if name.replace("::", ".").split(".")[-1] in seen.said:
        yield Suspect(id_, (id_,), change.how, _NAMED, f"`{name}` was {change.how}, and the message names it.")


def _of_text(project: Project, change: Change, seen: Scene) -> Iterable[Suspect]:
    """A file's own text: by the names it defines, and who reads them; a file that is no code by its own name, and what
    its lines begin with."""
    if change.path not in project.files:
        yield from _of_data(project, change, seen)
        return
    names = change.edit.names
    if named := sorted(names & seen.said):
        yield Suspect(
            change.path,
            (),
            change.how,
            _TAKEN,
            f"`{named[0]}` in `{change.path}` was {change.how}, and the message names it.",
        )
    for id_ in (seen.function, *seen.stack, *seen.reach) if names else ():
        if id_ and (read := sorted(names & set(WORD.findall(text_of(project, id_))))):
            path, score = seen.reach.get(id_, ((id_,), _AT_PLACE if id_ == seen.function else _ON_STACK))
            yield Suspect(
                change.path,
                path,
                change.how,
                round(score * 0.98, 3),
                f"`{read[0]}` in `{change.path}` was {change.how}; `{qualified_of(id_)}` reads it.",
            )


def _of_data(project: Project, change: Change, seen: Scene) -> Iterable[Suspect]:
    file = change.path.rpartition("/")[2]
    text = "\n".join((seen.finding.message, *seen.finding.quote))
    if file in text:
        yield Suspect(
            change.path, (), change.how, _TAKEN, f"`{change.path}` was {change.how}, and the failure names it."
        )
        return
    yield from _of_keys(project, change, seen)
    codes = {
        path: project.sources(path).decode("utf-8", "replace")
        for path in sorted({path for path, _ in seen.lines})
        if path in project.files
    }
    if named := next((path for path, code in codes.items() if file in code), ""):
        yield Suspect(
            change.path,
            (),
            change.how,
            _NAMED,
            f"`{change.path}` was {change.how}, and `{named}`, where the failure came by, names it.",
        )
    elif f'.{file.rpartition(".")[2]}"' in codes.get(seen.finding.file, "").replace("'", '"'):
        yield Suspect(
            change.path,
            (),
            change.how,
            _BESIDE,
            f"`{change.path}` was {change.how}, and the failing file reads such files.",
        )
    elif by := _reader(project, file, seen.finding.file):
        yield Suspect(
            change.path,
            (),
            change.how,
            _HANDED,
            f"`{change.path}` was {change.how}; `{by}` names it, and imports the failing file.",
        )
    for id_ in (seen.function, *seen.stack, *seen.reach):
        if id_ and file in text_of(project, id_):
            path, score = seen.reach.get(id_, ((id_,), _AT_PLACE if id_ == seen.function else _ON_STACK))
            yield Suspect(
                change.path,
                path,
                change.how,
                round(score * 0.98, 3),
                f"`{change.path}` was {change.how}; `{qualified_of(id_)}` names it.",
            )
    if seen.finding.kind in ("dependency_resolution", "dependency_conflict", "version_mismatch", "configuration"):
        yield Suspect(
            change.path,
            (),
            change.how,
            _SAME_FILE,
            f"`{change.path}` was {change.how}, and this is no failure of code.",
        )


def _reader(project: Project, file: str, failing: str) -> str:
    """A file that names a file of data and comes to the failing one by its imports: it hands on what it read. "" for
    none."""
    if failing not in project.files or len(project.files) > _MANY:
        return ""
    naming = (path for path in sorted(project.files) if file.encode() in project.sources(path))
    return next((path for path in naming if failing in within_imports(project, {path})), "")


def _of_keys(project: Project, change: Change, seen: Scene) -> Iterable[Suspect]:
    """A dependency that the failure names or the failing place imports; a key that it names, or that is read by name."""
    said = {word.lower() for word in seen.said}
    asked = {
        part.lower()
        for path, _ in seen.lines
        if path in project.files
        for one in project.files[path].imports
        for part in one.module.split(".")[:1]
    }
    for name in sorted(change.edit.names):
        if name.lower() in said:
            yield Suspect(
                change.path,
                (),
                change.how,
                _NAMED,
                f"`{name}` in `{change.path}` was {change.how}, and the message names it.",
            )
        elif name.lower() in asked:
            yield Suspect(
                change.path,
                (),
                change.how,
                _BESIDE,
                f"`{name}` in `{change.path}` was {change.how}, and the failing file imports it.",
            )
    for id_ in (seen.function, *seen.stack, *seen.reach):
        if id_ and (
            read := sorted(
                name for name in change.edit.names if len(name) >= _KEY and _quoted(name, text_of(project, id_))
            )
        ):
            yield Suspect(
                change.path,
                (id_,),
                change.how,
                _READ,
                f"`{read[0]}` in `{change.path}` was {change.how}; `{qualified_of(id_)}` reads it by name.",
            )


def _quoted(name: str, text: str) -> bool:
    return f'"{name}"' in text or f"'{name}'" in text


def _parts(text: str) -> Iterable[str]:
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


def _below(project: Project, starts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Shortest path to every function that some reach, from the nearest of these, over certain and possible calls."""
    came = dict.fromkeys(starts, "")
    depth = dict.fromkeys(starts, 0)
    queue = deque(starts)
    while queue and len(came) < VISITED:
        here = queue.popleft()
        if depth[here] >= DEPTH:
            continue
        for callee in sorted({way.target for way in project.row(here).flows if way.target in project.functions}):
            if callee not in came:
                came[callee] = here
                depth[callee] = depth[here] + 1
                queue.append(callee)
    return {id_: _path(came, id_) for id_ in came if came[id_]}


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
