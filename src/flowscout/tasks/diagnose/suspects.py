"""What a change touched that can have caused a finding, likeliest first.

A changed line in the traceback says most; then the failing function, what it calls and what is on the stack; what reads
a name that was changed outside of functions counts as if it had been changed itself. Where calls cannot be followed (a
fixture, a runner, another process) what the failing file imports is still in reach, and what the changed lines and the
failure speak of decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from ...model.finding import Suspect
from ...model.identity import qualified_of
from ...pipeline import Project
from .changes import ChangedFunction, text_of
from .docs import reads_docs
from .edits import WORD, assigned
from .no_code import of_data
from .scene import AT_PLACE, ON_STACK, FailureScene, parts, running

MOST = 8
_IN_TRACE, _TAKEN, _NAMED, _SAME_FILE, _IMPORTED = 0.97, 0.9, 0.7, 0.3, 0.2
_READ = 0.27  # as _IMPORTED, where functions of the file read what was changed
_ELSEWHERE, _STACKED = 0.88, 0.76  # a line that another failure of the log names; a function that one does
_IDLE, _MOST_IDLE = 0.3, 0.15  # of the score, where an edit makes no difference to what runs; what it is at most
_WORDS, _MOST_WORDS = 0.01, 6  # what a word that change and failure share adds
_MOVED = 0.6  # of the score, where the same lines only stand in another order
_DOC = 8  # letters of a line of a docstring that a failure quotes by no chance
_UNBUILT = ("compile_error", "link_error")  # nothing ran, so what a function does is no matter
_UNREACHED = 0.3  # of the score, of a body that was changed where nothing ran
_CALLED = 0.8  # of the score, of what the failing place calls elsewhere than in the line that failed


def suspects(
    project: Project, seen: FailureScene, changes: Sequence[ChangedFunction], harmless: Set[str] = frozenset()
) -> tuple[Suspect, ...]:
    """The best reason for each change counts. harmless: of what does as before nothing is told, unless the failure names it,
    or nothing else is suspected; nor of what is new and asked for by nobody."""
    found: dict[str, tuple[float, Suspect]] = {}
    idle, named, pointed = set[str](), set[str](), set[str]()
    for change in changes:
        if change.edit.docs and not _read(project, change, seen):
            continue
        idle |= {change.id or change.path} if change.idle else set()
        for suspect in _reasons(project, change, seen):
            named |= {suspect.id} if suspect.score in (_TAKEN, _NAMED) else set()
            pointed |= {suspect.id} if suspect.score in (_IN_TRACE, _ELSEWHERE) else set()
            shared = sum(
                1
                for word in {part for text in (*change.edit.texts, *change.edit.were) for part in parts(text)}
                if word in seen.told
            )
            score = suspect.score * _share(change, suspect, seen) + _WORDS * min(shared, _MOST_WORDS)
            known = found.get(suspect.id)
            if known is None or score > known[0]:
                found[suspect.id] = (
                    score,
                    suspect._replace(score=round(min(score, _MOST_IDLE if change.idle else 0.99), 3)),
                )
    without = harmless | {change.id for change in changes if change.idle and change.how == "added"}
    idle |= without - named
    _inward(found, changes, without)
    ranked = sorted(
        found.values(), key=lambda one: (one[1].id in without, one[1].id in idle, -one[0], len(one[1].path), one[1].id)
    )
    ranked = [(score, _least(one, score) if one.id in idle else one) for score, one in ranked]
    kept = [suspect for _, suspect in ranked if suspect.id not in without - named - pointed]
    return tuple((kept or [suspect for _, suspect in ranked])[:MOST])


def _least(suspect: Suspect, score: float) -> Suspect:
    return suspect._replace(score=round(min(score, _MOST_IDLE), 3))


def _inward(found: dict[str, tuple[float, Suspect]], changes: Sequence[ChangedFunction], without: Set[str]) -> None:
    """What was changed in a function that stands within another is its own change: the outer one's reason is its reason."""
    lines = {change.id: change.edit.lines for change in changes if change.id and change.how == "changed"}
    for outer in sorted(found.keys() & lines.keys(), reverse=True):
        within = sorted(id_ for id_ in found.keys() & lines.keys() if id_.startswith(f"{outer}."))
        if not within or not lines[outer] <= frozenset().union(*(lines[id_] for id_ in within)):
            continue
        score, suspect = found.pop(outer)
        for id_ in within:
            if id_ not in without and found[id_][0] < score:
                name = qualified_of(outer)
                said = suspect.reason.replace(f"`{name}`", f"`{qualified_of(id_)}` in `{name}`", 1)
                found[id_] = score, suspect._replace(id=id_, reason=said.replace(" it ", f" `{name}` "))


def _share(change: ChangedFunction, suspect: Suspect, seen: FailureScene) -> float:
    """What is left of a reason: little where the edit does nothing, or nothing ran and it holds no name of the message;
    less where the failing line calls something else."""
    if change.idle:
        return _IDLE
    if sorted(map(str.strip, change.edit.texts)) == sorted(map(str.strip, change.edit.were)):
        return _MOVED
    named_line = suspect.score in (_IN_TRACE, _ELSEWHERE)
    if seen.finding.kind in _UNBUILT and change.id and change.how == "changed" and not named_line:
        return 1.0 if seen.quoted & _words(change) else _UNREACHED
    elsewhere = len(suspect.path) > 1 and suspect.path[0] == seen.function and suspect.path[1] not in seen.called
    return _CALLED if seen.called and elsewhere else 1.0


def _read(project: Project, change: ChangedFunction, seen: FailureScene) -> bool:
    """Whether what reads docstrings came by those that were changed, or the failure holds their words."""
    if {(change.path, line) for line in change.edit.lines} & (seen.lines | seen.others):
        return True
    if change.path in project.files and reads_docs(project.sources(change.path).decode("utf-8", "replace")):
        return True
    said = "\n".join((seen.finding.message, *seen.finding.quote))
    told = (text.strip(" \t\"'") for text in (*change.edit.texts, *change.edit.were))
    return any(len(text) >= _DOC and text in said for text in told)


def _words(change: ChangedFunction) -> set[str]:
    return {word for text in (*change.edit.texts, *change.edit.were) for word in WORD.findall(text)}


def _reasons(project: Project, change: ChangedFunction, seen: FailureScene) -> Iterable[Suspect]:
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
    elif change.path in seen.imported and (change.how == "added" or not change.idle):
        yield from _of_import(project, change, name)


def _of_import(project: Project, change: ChangedFunction, name: str) -> Iterable[Suspect]:
    """What stands outside of functions and is read by some of its file may be behind any of them."""
    words = (
        {} if change.id else {id_: set(WORD.findall(text_of(project, id_))) for id_ in _of_file(project, change.path)}
    )
    its = _words(change)  # before what is made of it
    read = sorted(
        change.edit.names & {word for found in words.values() for word in found}, key=lambda n: (n not in its, n)
    )
    said = f"`{read[0]}` in `{change.path}`" if read else f"`{name}`"
    yield Suspect(
        change.id or change.path,
        (),
        change.how,
        _READ if read else _IMPORTED,
        f"{said} was {change.how} in a file that the failing one imports.",
    )


def _of_file(project: Project, path: str) -> list[str]:
    return [id_ for id_ in project.functions if id_.startswith(f"{path}::")]


def _of_function(change: ChangedFunction, seen: FailureScene, name: str) -> Iterable[Suspect]:
    id_ = change.id
    if id_ == seen.function:
        yield Suspect(id_, (id_,), change.how, AT_PLACE, f"`{name}` was {change.how}, and the failure is in it.")
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
    if id_ in seen.sets and id_ != seen.function:
        path, attribute, score = seen.sets[id_]
        sets = f"sets `{attribute}`, which the failing place reads"
        by = f"it {sets}" if len(path) == 1 else f"`{qualified_of(path[0])}` comes to it, and {sets}"
        yield Suspect(id_, path, change.how, score, f"`{name}` was {change.how}; {by}.")
    if id_ in seen.stack and id_ != seen.function:
        yield Suspect(
            id_, (id_,), change.how, ON_STACK, f"`{name}` was {change.how} and is on the stack of the failure."
        )
    elif id_ in seen.beside and id_ != seen.function:
        said = f"`{name}` was {change.how} and is on the stack of another failure of the log."
        yield Suspect(id_, (id_,), change.how, _STACKED, said)
    if given := sorted(assigned(change.edit) & {word.strip("_") for word in seen.said}):
        said = f"`{name}` was {change.how} where it sets `{given[0]}`, and the message names it."
        yield Suspect(id_, (id_,), change.how, _TAKEN, said)
    if name.replace("::", ".").split(".")[-1] in seen.said:
        score = _TAKEN if change.how == "removed" else _NAMED
        yield Suspect(id_, (id_,), change.how, score, f"`{name}` was {change.how}, and the message names it.")


def _of_text(project: Project, change: ChangedFunction, seen: FailureScene) -> Iterable[Suspect]:
    """A file's own text: by the names it defines, and who reads them; a file that is no code by its own name, and what
    its lines begin with."""
    if change.path not in project.files:
        yield from of_data(project, change, seen)
        return
    names = change.edit.names
    quoted = seen.quoted & _words(change) if seen.finding.kind in _UNBUILT else frozenset()
    if named := sorted(names & seen.said or quoted):
        yield Suspect(
            change.path,
            (),
            change.how,
            _TAKEN,
            f"`{named[0]}` in `{change.path}` was {change.how}, and the message names it.",
        )
    for id_, path, score in running(seen) if names else ():
        if read := sorted(names & set(WORD.findall(text_of(project, id_)))):
            yield Suspect(
                change.path,
                path,
                change.how,
                round(score * 0.98, 3),
                f"`{read[0]}` in `{change.path}` was {change.how}; `{qualified_of(id_)}` reads it.",
            )
