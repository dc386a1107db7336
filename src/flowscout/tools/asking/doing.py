"""What functions do: raise, return, delete, write, send, lock; of one function, or over the project."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from ...agents.said import Said
from ...model.identity import path_of, qualified_of
from ...model.product import is_aside
from ...words.names import lower, matches
from ..conditions import told, under
from ..contract import NO_RESULTS, Failed
from ..each.where_effect import AT_ONCE, VERBS
from ..edges import callees
from ..own import has_word, last_part, line_at, returned
from .elsewhere import elsewhere, value_of
from .here import ALL, SURE, Found, Here, at, each, each_method, functions, label, unanswered
from .naming import naming
from .reading import Asked

FEW: Final = 3  # ways out of the program that are told
DEEP: Final = 3  # calls that are followed for what is no effect of the index
KINDS: Final = {
    "raise": "raises",
    "return": "returns",
    "delete": "deletes",
    "write": "writes",
    "send": "sends",
    "lock": "locks",
}
PLAIN: Final = {"locks": "takes a lock", "frees": "frees", "exits": "leaves the program", "ends": "ends the program"}
Answer = Callable[[Here, Asked], Found | Failed]


def _rows(here: Here, data: dict[str, Any], name: str = "") -> tuple[Said, ...]:
    return tuple(_row(row, data["kind"], name) for row in data["places"] if here.inside(row["file"]))


def _meant(here: Here, id_: str, said: tuple[Said, ...]) -> tuple[Said, ...]:
    """A write through a local name says what the name stands for."""
    stands: dict[str, str] = {}
    for one in here.project.functions[id_].facts.bindings:
        if one.how == "assign" and one.name.isidentifier() and _first(one.value) not in ("", one.name):
            stands.setdefault(one.name, one.value)
    return tuple(
        line._replace(text=f"{line.text}, which stands for a part of `{stands[last]}`")
        if (last := line.text.rpartition(" ")[2]) in stands
        else line
        for line in said
    )


def _row(row: dict[str, Any], kind: str, name: str) -> Said:
    through = "" if row["own"] else f", through {' → '.join(row['via'])}"
    target = value_of(row["target"]) if kind == "returns" else row["target"]
    verbs = VERBS.get(kind, frozenset()) if kind != "writes" else frozenset[str]()
    does = (
        "calls" if verbs & set(lower(target.replace("::", ".").rpartition(".")[2])) else kind
    )  # `unlink` is not what is deleted
    said = f"{PLAIN[kind]}: {target}" if kind in PLAIN else f"{does} {target}"
    return Said(f"{name or row['function']} {said}{through}{SURE[row['how']]}", row["file"], row["line"])


def one(kind: str) -> Answer:
    """What one function does of a kind."""

    def answered(here: Here, asked: Asked) -> Found | Failed:
        return each(here, asked.names["A"], lambda id_: _of(here, id_, kind, "", ""))

    return answered


def _of(here: Here, id_: str, kind: str, target: str, yes: str) -> Found | Failed:
    project, name = here.project, label(here.project, id_)
    data = here.ask("where_effect", kind=kind, function=id_, target=target, tests=True, limit=ALL)
    if isinstance(data, Failed) and data.code != NO_RESULTS:
        return data
    if isinstance(data, Failed):
        none = f"{name} {kind} {target or 'nothing'} nowhere" if target else f"{name} {kind} nothing"
        below = through(here, id_, kind, target) if kind in PLAIN else ()
        if below:
            return Found(
                (at(project, id_, f"{'Not itself: ' if yes else ''}{none} itself, but through what it calls:"), *below),
                (id_,),
                _unsure(here, id_),
            )
        if named := _named_so(here, id_, kind, target):
            return named
        if told_else := elsewhere(here, id_, kind, target):
            return told_else
        text = (
            f"{none} itself, nor is it found {DEEP} calls below"
            if kind in PLAIN
            else f"{none}, as far as it can be followed"
        )
        unsure = _unsure(here, id_)
        said = at(project, id_, f"{'Not that I can see' if unsure else 'No'}: {text}" if yes else text)
        return Found((said,), (id_,), unsure)
    rows = _meant(here, id_, _rows(here, data, name)) if kind == "writes" else _rows(here, data, name)
    if yes:
        sure = "Yes" if data["places"][0]["how"] == "exact" else "It may"
        rows = (rows[0]._replace(text=f"{sure}: {rows[0].text}"), *rows[1:])
    return Found(rows, (id_,), _unsure(here, id_) if kind != "returns" else "", data["total"])


def _named_so(here: Here, id_: str, kind: str, target: str) -> Found | None:
    """Its own calls that have the verb in their names, where no effect of the kind is known: `storage.delete(key)` may well delete."""
    project, name, verbs = here.project, label(here.project, id_), VERBS.get(kind, frozenset())
    calls = [
        call
        for call in project.functions[id_].facts.calls
        if verbs & set(lower(call.name)) and (not target or has_word(f"{call.receiver}.{call.name}", last_part(target)))
    ]
    rows = tuple(
        dict.fromkeys(
            at(project, id_, f"{name} calls {call.name}", line_at(project, id_, call.start)) for call in calls
        )
    )
    return (
        Found(rows, (id_,), f"By the names of its own calls: nothing is known that {name} {kind}.")
        if rows and kind != "writes"
        else None
    )


def returns_any(here: Here, asked: Asked) -> Found | Failed:
    """Whether it gives back anything at all."""

    def told(id_: str) -> Found | Failed:
        found = _of(here, id_, "returns", "", "")
        project = here.project
        if isinstance(found, Failed) or "generator" in project.functions[id_].facts.flags.split():
            return found
        values = [value_of(value) for _, value in returned(project, id_, "")]
        if all(value in ("without a value", "None") for value in values):
            none = f"No: {label(project, id_)} returns {'nothing but None' if 'None' in values else 'nothing'}"
            return Found((at(project, id_, none),), (id_,))
        return found._replace(said=(found.said[0]._replace(text=f"Yes: {found.said[0].text}"), *found.said[1:]))

    return each(here, asked.names["A"], told)


def through(here: Here, id_: str, kind: str, target: str = "") -> tuple[Said, ...]:
    """What the functions below do of a kind, the nearest first, with the calls that lead there."""
    project = here.project
    came: dict[str, tuple[str, ...]] = {id_: (label(project, id_),)}
    level, said = [id_], list[Said]()
    for _ in range(DEEP):
        below = {
            other: (*came[above], qualified_of(other))
            for above in reversed(level)
            for other in callees(project, above)
            if other not in came
        }
        came, level = came | below, list(below)
        for other in level:
            said += [
                Said(f"{' → '.join(came[other])} {PLAIN[kind]}: {text}", path_of(other), line)
                for line, text in AT_ONCE[kind](project, other, target)
            ]
    return tuple(said)


def _unsure(here: Here, id_: str) -> str:
    return unanswered(here.project, id_)


def fails(here: Here, asked: Asked) -> Found | Failed:
    """What it raises; in the C family, the error values that it returns too."""
    return each_method(here, asked.names["A"], lambda id_: _fails(here, id_))


def _fails(here: Here, id_: str) -> Found | Failed:
    project = here.project
    raised = here.ask("where_effect", kind="raises", function=id_, tests=True, limit=ALL)
    returned = here.ask("where_effect", kind="returns", function=id_, tests=True, limit=ALL)
    wrong = [made for made in (raised, returned) if isinstance(made, Failed) and made.code != NO_RESULTS]
    if wrong:
        return wrong[0]
    said = () if isinstance(raised, Failed) else _rows(here, raised, label(project, id_))
    errors = (
        ()
        if isinstance(returned, Failed)
        else tuple(
            _row(row, "returns", label(project, id_))
            for row in returned["places"]
            if is_error(here, id_, row["target"])
        )
    )
    ends = here.ask("where_effect", kind="ends", function=id_, tests=True, limit=ALL)
    left = (
        ()
        if isinstance(ends, Failed)
        else tuple(
            Said(f"{label(project, id_)} ends the program ({row['target']})", row["file"], row["line"])
            for row in ends["places"]
        )
    )
    left += (
        through(here, id_, "exits")[:FEW] if not left and project.functions[id_].language.resolver == "cfamily" else ()
    )
    none = at(
        project,
        id_,
        f"{label(project, id_)} raises nothing and returns no error that I know as one, as far as it can be followed",
    )
    sure = sorted((*said, *errors, *left), key=lambda line: "(may:" in line.text)
    return Found(tuple(sure) or (none,), (id_,), _unsure(here, id_))


def when_fails(here: Here, asked: Asked) -> Found | Failed:
    """Each of its own failures with what decides over it, then those through calls."""
    return each_method(here, asked.names["A"], lambda id_: _when_fails(here, id_))


def _when_fails(here: Here, id_: str) -> Found | Failed:
    found, project, name = _fails(here, id_), here.project, label(here.project, id_)
    if isinstance(found, Failed):
        return found
    raised = [(one.start, f"raises {one.type}") for one in project.functions[id_].facts.raises if one.type]
    given = [
        (offset, f"returns {value_of(value)}")
        for offset, value in returned(project, id_, "")
        if is_error(here, id_, value)
    ]
    own = [
        at(project, id_, f"{name} {said}{told(under(project, id_, offset))}", line_at(project, id_, offset))
        for offset, said in sorted(raised + given)
    ]
    lines = {line.line for line in own}
    return found._replace(said=tuple(dict.fromkeys((*own, *(line for line in found.said if line.line not in lines)))))


def returns_if(here: Here, asked: Asked) -> Found | Failed:
    """All that it returns, with what decides over each."""
    return each(here, asked.names["A"], lambda id_: _returns_if(here, id_))


def _returns_if(here: Here, id_: str) -> Found | Failed:
    project, name = here.project, label(here.project, id_)
    spots = list(returned(project, id_, ""))
    rows = [
        at(
            project,
            id_,
            f"{name} returns {value_of(value)}{told(under(project, id_, offset))}",
            line_at(project, id_, offset),
        )
        for offset, value in spots
    ]
    return Found(tuple(dict.fromkeys(rows)), (id_,)) if rows else _of(here, id_, "returns", "", "")


def is_error(here: Here, id_: str, returned: str) -> bool:
    """`return -1`, `return NULL`, `return Status::IOError(…)`."""
    value = returned.removeprefix("return").strip().rstrip(";").strip("() ")
    lexicon = here.project.functions[id_].language.lexicon
    if here.project.functions[id_].language.resolver != "cfamily":
        return False
    words = value.partition("(")[0].replace("::", ".").split(".")
    negative = value.startswith("-") and value[1:].strip().replace("_", "").isalnum()
    status = len(words) > 1 and words[-2].lower() == "status" and words[-1].lower() != "ok"
    status |= value.isidentifier() and bool({"error", "err"} & set(lower(value)))
    return negative or status or value in ("NULL", "nullptr", "false") or matches(words[-1], lexicon.errors)


def can_fail(here: Here, asked: Asked) -> Found | Failed:
    def told(id_: str) -> Found | Failed:
        found = _fails(here, id_)
        if isinstance(found, Failed):
            return found
        first = found.said[0].text
        word = (
            ("Not that I can see" if found.note else "No")
            if " raises nothing and returns no error" in first
            else "It may"
            if "(may:" in first or (" → " in first and PLAIN["exits"] in first)
            else "Yes"
        )
        return found._replace(said=(found.said[0]._replace(text=f"{word}: {first}"), *found.said[1:]))

    return each_method(here, asked.names["A"], told)


def does(kind: str) -> Answer:
    """Whether one function does something."""

    def told(here: Here, asked: Asked) -> Found | Failed:
        target = asked.names["T"].raw if "T" in asked.names else ""
        return each_method(here, asked.names["A"], lambda id_: _of(here, id_, kind, target, "yes"))

    return told


def when(kind: str) -> Answer:
    """Where one function does it, and what has to hold for that, in the words of its summary."""

    def told(here: Here, asked: Asked) -> Found | Failed:
        return each_method(here, asked.names["A"], lambda id_: _when(here, id_, kind, asked.names["T"].raw))

    return told


def _when(here: Here, id_: str, kind: str, target: str) -> Found | Failed:
    """Each place with what decides over it; where it is done through a call, that call."""
    project, name = here.project, label(here.project, id_)
    spots = (
        [(offset, f"{kind} {value_of(value)}") for offset, value in returned(project, id_, target)]
        if kind == "returns"
        else [
            (raised.start, f"{kind} {raised.type}")
            for raised in project.functions[id_].facts.raises
            if raised.type and has_word(raised.type, target)
        ]
    )
    if (
        not spots
        and kind == "returns"
        and target.isalpha()
        and target.islower()
        and not has_word(project.sources(path_of(id_)).decode("utf-8", "replace"), target)
    ):
        found = _returns_if(here, id_)
        return (
            found
            if isinstance(found, Failed)
            else found._replace(note=f"I know no value `{target}`: this is all that it returns.")
        )
    if not spots:
        found = _of(here, id_, kind, target, "")
        return (
            found
            if isinstance(found, Failed) or kind == "returns"
            else found._replace(
                note=f"Under which conditions these calls are made: ask when {name} calls them. {found.note}".strip()
            )
        )
    return Found(
        tuple(
            at(project, id_, f"{name} {said}{told(under(project, id_, offset))}", line_at(project, id_, offset))
            for offset, said in spots
        ),
        (id_,),
    )


def deleters_of_files(here: Here, asked: Asked) -> Found | Failed:
    """What is deleted beyond the memory of the process: a file, a folder, a row."""
    data = here.ask("where_effect", kind="irreversible", limit=ALL)
    rows = (
        []
        if isinstance(data, Failed)
        else [
            row
            for row in data["places"]
            if VERBS["deletes"] & set(lower(row["target"].replace("::", ".").rpartition(".")[2]))
            and here.inside(row["file"])
        ]
    )
    rows = sorted((row for row in rows if not _of_a_range(here, row)), key=lambda row: is_aside(row["file"]))
    own = tuple(
        _row(row, "deletes", "")._replace(text=f"{row['function']} calls {row['target']}") for row in rows if row["own"]
    )
    on_disk = tuple(line for line in own if ON_DISK & set(lower(last_part(line.text))))
    if on_disk and len(on_disk) < len(own):
        return Found(
            on_disk,
            (),
            f"{len(own) - len(on_disk)} other functions delete something else that cannot be brought back. {len(rows) - len(own)} more do it through calls of all these.",
        )
    if not own:
        return Failed(NO_RESULTS, "I find no function that deletes a file or the like, as far as effects are known")
    others = len(rows) - len(own)
    return Found(own, (), f"{others} more functions do it through calls of these." if others else "")


ON_DISK: Final = frozenset(
    ["unlink", "rmtree", "rmdir", "remove", "removedirs", "unlinkat", "file", "files", "directory", "dir", "path"]
)


def _of_a_range(here: Here, row: dict[str, Any]) -> bool:
    """C++'s `remove(first, last, value)`: of the names that delete files, none takes three arguments."""
    return any(call.name == row["target"].replace("::", ".").rpartition(".")[2] and call.argc > 2 for id_ in here.project.ids.get(row["file"], ()) for call in here.project.functions[id_].facts.calls
               if line_at(here.project, id_, call.start) == row["line"])  # fmt: skip


def _elsewhere(here: Here, target: str, told_already: set[tuple[str, int]]) -> Iterator[Said]:
    """Writes to a field of that name through a name of the function's own, or while the object is made."""
    project, last = here.project, last_part(target)
    for id_, one in project.functions.items():
        found = next(
            (write for write in one.facts.writes if write.target != last and last_part(write.target) == last), None
        )
        lines = (
            {line_at(project, id_, write.start) for write in one.facts.writes if last_part(write.target) == last}
            if found and here.inside(one.path) and not is_aside(one.path)
            else set[int]()
        )
        if found and lines and not any((one.path, line) in told_already for line in lines):
            yield Said(
                f"{qualified_of(id_)} writes {' '.join(found.target.split())}",
                one.path,
                line_at(project, id_, found.start),
            )


def over(kind: str) -> Answer:
    """Who does it, in the whole project."""

    def told(here: Here, asked: Asked) -> Found | Failed:
        token = asked.names.get("T")
        target = token.raw.removesuffix("()") if token else ""
        target = target.removeprefix("self.").removeprefix("this->") if kind == "writes" else target
        data = here.ask("where_effect", kind=kind, target=target, limit=ALL)
        if isinstance(data, Failed) and kind == "writes" and last_part(target) != target:
            data = here.ask("where_effect", kind=kind, target=last_part(target), limit=ALL)
        if isinstance(data, Failed):
            if kind == "returns" and (typed := _of_type(here, target)):
                return Found(typed, (), "By the type of what they give back.")
            unseen = f"I find no function that {kind} {target or 'anything'}; what a macro hides I may not see"
            if data.code != NO_RESULTS:
                return data
            rows = (
                tuple(sorted(naming(here, target), key=lambda line: (is_aside(line.path), line.path, line.line)))
                if token and (kind == "raises" or isinstance(functions(here, token), Failed))
                else ()
            )
            return (
                Found(rows, (), f"{unseen}. By the name alone these are found.") if rows else Failed(NO_RESULTS, unseen)
            )
        own = [row for row in data["places"] if row["own"] and here.inside(row["file"])]
        others = data["total"] - data["own"]
        if not own:
            return Found(_rows(here, data), (), "Only through calls.")
        rows = tuple(_row(row, kind, "") for row in own)
        rows += tuple(_elsewhere(here, target, {(line.path, line.line) for line in rows})) if kind == "writes" else ()
        note = f"{others} more functions do it through calls of these." if others and not here.place else ""
        return Found(rows, (), note, len(own) if here.place else data["own"] + len(rows) - len(own))

    return told


def _of_type(here: Here, target: str) -> tuple[Said, ...]:
    """Functions whose declared result is of a type, those of the product first."""
    found = [
        (id_, one)
        for id_, one in here.project.functions.items()
        if one.facts.result and has_word(one.facts.result, last_part(target)) and here.inside(one.path)
    ]
    ordered = sorted(found, key=lambda row: (is_aside(row[1].path), row[1].path, row[1].facts.line))
    return tuple(
        at(here.project, id_, f"{qualified_of(id_)} returns {' '.join(one.facts.result.split())}")
        for id_, one in ordered
    )


def effects(here: Here, asked: Asked) -> Found | Failed:
    """Everything of one function that outlives its call."""

    def told(id_: str) -> Found | Failed:
        rows: list[Said] = []
        for kind in ("irreversible", "writes"):
            data = here.ask("where_effect", kind=kind, function=id_, tests=True, limit=ALL)
            if isinstance(data, Failed) and data.code != NO_RESULTS:
                return data
            rows += (
                []
                if isinstance(data, Failed)
                else [
                    _row(row, "does" if kind == "irreversible" else kind, label(here.project, id_))
                    for row in data["places"]
                ]
            )
        unique = list({(line.path, line.line, line.text.split(" ", 2)[-1]): line for line in reversed(rows)}.values())[
            ::-1
        ]
        alias = aliased(here, id_)
        unseen = (
            f"; but it works on `{alias[0]}`, which is a part of `{alias[1]}`, and whether that is changed I cannot tell"
            if alias
            else ", as far as it can be followed"
        )
        none = at(
            here.project,
            id_,
            f"{label(here.project, id_)} {'writes' if alias else 'changes'} nothing that outlives the call{unseen}",
        )
        return Found(_meant(here, id_, tuple(unique)) or (none,), (id_,), _unsure(here, id_))

    return each(here, asked.names["A"], told)


def aliased(here: Here, id_: str) -> tuple[str, str] | None:
    """A local name that stands for a part of an object from outside, and a method is called on it."""
    facts = here.project.functions[id_].facts
    outside = {"self", "cls", "this", *(param.name.lstrip("*") for param in facts.params)}
    used = {call.receiver for call in facts.calls}
    return next(
        (
            (one.name, one.value)
            for one in facts.bindings
            if one.name in used
            and one.name not in outside
            and one.how in ("assign", "each")
            and _first(one.value) in outside
            and "(" not in one.value
        ),
        None,
    )


def _first(value: str) -> str:
    return value.replace("->", ".").lstrip("*&").partition(".")[0].partition("[")[0]


def has_effects(here: Here, asked: Asked) -> Found | Failed:
    found = effects(here, asked)
    if isinstance(found, Failed):
        return found
    none = "changes nothing that outlives" in found.said[0].text
    if "writes nothing that outlives" in found.said[0].text:
        return found
    return found._replace(
        said=(
            found.said[0]._replace(
                text=f"{'No side effects' if none else 'It has side effects'}: {found.said[0].text}"
            ),
            *found.said[1:],
        )
    )
