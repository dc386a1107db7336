"""What one function does: delete, write, send, lock, return; and what of it outlives the call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...agents.said import Cited
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...stages.summarise.unset import TAKING_OUT
from ...words.names import has_word, lower, matches
from ..codes import NO_RESULTS, Failed
from ..edges import callees
from ..fitting import VERBS
from ..own import AT_ONCE, last_part, line_at, name_of, returned
from .elsewhere import elsewhere, value_of
from .here import ALL, SURE, Found, Here, at, each, each_method, label, methods, types, unanswered
from .on_disk import FILES, FOLDERS, on_disk
from .question.asked import Asked

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


def rows_of(here: Here, data: dict[str, Any], name: str = "") -> tuple[Cited, ...]:
    return tuple(told_row(here, row, data["kind"], name) for row in data["places"] if here.inside(row["file"]))


def told_row(here: Here, row: dict[str, Any], kind: str, name: str = "") -> Cited:
    """As `row_of`; what is taken out of something that stays is no deletion of it: `rows.pop(key)`."""
    said, last = row_of(row, kind, name), last_part(row["target"])
    if kind != "deletes" or not row["own"] or " deletes " not in said.text:
        return said
    project = here.project
    taken = {
        call.name
        for id_ in project.ids.get(row["file"], ())
        if name_of(project, id_) == row["function"]
        for call in project.functions[id_].facts.calls
        if call.name in TAKING_OUT
        and has_word(call.receiver, last)
        and line_at(project, id_, call.start) == row["line"]
    }
    verb = "empties" if taken == {"clear"} else "removes from"
    return said._replace(text=said.text.replace(" deletes ", f" {verb} ", 1)) if taken else said


def _meant(here: Here, id_: str, said: tuple[Cited, ...]) -> tuple[Cited, ...]:
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


def row_of(row: dict[str, Any], kind: str, name: str) -> Cited:
    through = "" if row["own"] else f", through {' → '.join(row['via'])}"
    target = value_of(row["target"]) if kind == "returns" else row["target"]
    verbs = VERBS.get(kind, frozenset()) if kind != "writes" else frozenset[str]()
    does = (
        "calls" if verbs & set(lower(target.replace("::", ".").rpartition(".")[2])) else kind
    )  # `unlink` is not what is deleted
    said = f"{PLAIN[kind]}: {target}" if kind in PLAIN else f"{does} {target}"
    return Cited(f"{name or row['function']} {said}{through}{SURE[row['how']]}", row["file"], row["line"])


THROUGH: Final = "itself, but through what it calls:"


def one(kind: str) -> Answer:
    """What one function does of a kind."""

    def answered(here: Here, asked: Asked) -> Found | Failed:
        return each(here, asked.names["A"], lambda id_: told_of(here, id_, kind, "", ""))

    return answered


def of_type(kind: str) -> Answer:
    """As `one`; of a type, what its methods do, themselves where any does."""

    def answered(here: Here, asked: Asked) -> Found | Failed:
        found = each_method(here, asked.names["A"], lambda id_: told_of(here, id_, kind, "", ""))
        if not methods(here, asked.names["A"]):
            return found
        own = () if isinstance(found, Failed) else tuple(line for line in found.said if " → " not in line.text)
        own = () if own and all(line.text.endswith(THROUGH) for line in own) else own
        return found._replace(said=own, total=len(own)) if own and isinstance(found, Found) else found

    return answered


def told_of(here: Here, id_: str, kind: str, target: str, yes: str) -> Found | Failed:
    project, name = here.project, label(here.project, id_)
    data = here.ask("where_effect", kind=kind, name=id_, target=target, tests=True, limit=ALL)
    if isinstance(data, Failed) and data.code != NO_RESULTS:
        return data
    if isinstance(data, Failed):
        none = f"{name} {kind} {target or 'nothing'} nowhere" if target else f"{name} {kind} nothing"
        below = through(here, id_, kind, target) if kind in PLAIN else ()
        if below:
            return Found(
                (at(project, id_, f"{'Not itself: ' if yes else ''}{none} {THROUGH}"), *below),
                (id_,),
                unresolved_of(here, id_),
            )
        if made := _filled(here, id_, target) if kind == "writes" else ():
            first = made[0]._replace(text=f"Yes: {made[0].text}") if yes else made[0]
            return Found((first, *made[1:]), (id_,), "Fields of the object that it makes.")
        if kind == "deletes" and (freed := list(AT_ONCE["frees"](project, id_, target))):
            rows = tuple(at(project, id_, f"{name} does `{text}`", line) for line, text in freed)
            return Found((rows[0]._replace(text=f"Yes: {rows[0].text}"), *rows[1:]) if yes else rows, (id_,))
        if named := _named_so(here, id_, kind, target):
            return named
        if told_else := elsewhere(here, id_, kind, target):
            return told_else
        text = (
            f"{none} itself, nor is it found {DEEP} calls below"
            if kind in PLAIN
            else f"{none}, as far as it can be followed"
        )
        open_calls = unresolved_of(here, id_) or (_unknown(here, id_) if kind == "exits" else "")
        unseen = _unseen(here, id_, target) if kind == "raises" and target else ()
        if unseen:
            open_calls = f"{OF_ITSELF} {open_calls}".strip()
        other = told_of(here, id_, kind, "", "") if target and kind in OTHERS else None
        others = other.said if isinstance(other, Found) and not _NOTHING.search(other.said[0].text) else ()
        said = at(project, id_, f"{'Not that I can see' if open_calls or others else 'No'}: {text}" if yes else text)
        if others:
            return Found((said, *others), (id_,), f"What it {kind} otherwise is told too. {open_calls}".strip())
        return Found((said, *(line for line in unseen if line.text)), (id_,), open_calls)
    rows = _meant(here, id_, rows_of(here, data, name)) if kind == "writes" else rows_of(here, data, name)
    if not target and kind == "deletes" and (named := _named_so(here, id_, kind, "")):
        known = {line.line for line in rows}
        more = tuple(line._replace(text=f"{line.text}, by its name") for line in named.said if line.line not in known)
        rows, data = (*rows, *more), data | {"total": data["total"] + len(more)}
    if yes:
        sure = "Yes" if data["places"][0]["how"] == "exact" else "It may"
        rows = (rows[0]._replace(text=f"{sure}: {rows[0].text}"), *rows[1:])
    return Found(rows, (id_,), unresolved_of(here, id_) if kind != "returns" else "", data["total"])


def _unknown(here: Here, id_: str) -> str:
    """Of a way out of the program: what it calls that stands in no file and that no lexicon knows may be one."""
    project, where = here.project, here.project.functions[id_]
    lexicon = where.language.lexicon
    known = {site.site for site in project.resolved(id_) if site.targets}
    names = [call.name for number, call in enumerate(where.facts.calls) if call.kind == "call" and number not in known and not matches(call.name, lexicon.pure) and call.name not in lexicon.calls and call.name not in lexicon.writes]  # fmt: skip
    shown = ", ".join(f"`{name}`" for name in list(dict.fromkeys(names))[:FEW])
    return f"What these do is not seen here: {shown}." if names else ""


def _filled(here: Here, id_: str, target: str) -> tuple[Cited, ...]:
    """What a constructor sets of the object that it makes, which is no change of anything that was there before."""
    project, facts = here.project, here.project.functions[id_].facts
    if facts.kind != "constructor":
        return ()
    fields = {field for _, one in types(project, facts.scope[-1] if facts.scope else "") for field, _ in one.fields}
    own = {
        write.target: write.start
        for write in reversed(facts.writes)
        if write.target.startswith(("self.", "this->")) or write.target in fields
    }
    return tuple(
        at(project, id_, f"{label(project, id_)} sets {name}", line_at(project, id_, start))
        for name, start in sorted(own.items(), key=lambda row: row[1])
        if not target or has_word(name, last_part(target))
    )


OTHERS: Final = ("locks", "frees")  # of which it may be asked by another name
_NOTHING: Final = regex(r" (?:locks|frees) nothing\b")
LOCKS: Final = frozenset(["mutex", "lock", "semaphore", "spinlock"])
OF_ITSELF: Final = "What the language or a library raises by itself I do not follow."
BY_KEY: Final = ("KeyError", "IndexError", "LookupError")


def _unseen(here: Here, id_: str, target: str) -> tuple[Cited, ...]:
    """Where an error that is not of this project may come from without a raise: a place that looks something up by its key; else an empty sentence."""
    if types(here.project, target):
        return ()
    project = here.project
    if target not in BY_KEY or project.functions[id_].language.resolver == "cfamily":
        return (at(project, id_, ""),)
    text = project.bound(id_).text.decode("utf-8", "replace")
    rows = [
        at(
            project,
            id_,
            f"it looks up `{found[0][:80]}`, which may raise it",
            line_at(project, id_, len(text[: found.start()].encode())),
        )
        for found in _SUBSCRIPT.finditer(text[:LONGEST])
    ]
    return tuple(dict.fromkeys(rows)) or (at(project, id_, ""),)


_SUBSCRIPT: Final = regex(r"(?<![\w.\]])[A-Za-z_][\w.]{0,80}\[[^\[\]:\n]{1,60}\](?!\s*(?:=(?!=)|:))")
LONGEST: Final = 20_000  # characters of a function that are looked through


def _named_so(here: Here, id_: str, kind: str, target: str) -> Found | None:
    """Its own calls that have the verb in their names, where no effect of the kind is known: `storage.delete(key)` may well delete."""
    project, name = here.project, label(here.project, id_)
    verbs = frozenset(["write"]) if kind == "writes" else VERBS.get(kind, frozenset())
    calls = [
        call
        for call in project.functions[id_].facts.calls
        if (_orders(call.name, verbs) or (kind == "locks" and _within_lock(call.name)))
        and (not target or has_word(f"{call.receiver}.{call.name}", last_part(target)))
    ]
    rows = tuple(
        dict.fromkeys(
            at(project, id_, f"{name} calls {call.name}", line_at(project, id_, call.start)) for call in calls
        )
    )
    return (
        Found(rows, (id_,), f"By the names of its own calls: nothing is known that {name} {kind}.")
        if rows and not (kind == "writes" and target)
        else None
    )


def _within_lock(name: str) -> bool:
    """`with_mutex (&m) { … }`, a macro whose block is run under a lock."""
    words = lower(name)
    return any(word in LOCKS and words[at - 1] == "with" for at, word in enumerate(words) if at)


def _orders(name: str, verbs: frozenset[str]) -> bool:
    """Whether a name has the verb as an order: `delete_all`, not `SafeToDelete` or `was_deleted`."""
    words = lower(name)
    return any(word in verbs and (not at or words[at - 1] not in _NO_ORDER) for at, word in enumerate(words)) and words[0] not in _NO_ORDER  # fmt: skip


_NO_ORDER: Final = frozenset({"to", "is", "can", "was", "should", "has", "on", "may", "not", "needs", "will"})


def returns_any(here: Here, asked: Asked) -> Found | Failed:
    """Whether it gives back anything at all."""

    def told(id_: str) -> Found | Failed:
        found = told_of(here, id_, "returns", "", "")
        project = here.project
        if isinstance(found, Failed) or "generator" in project.functions[id_].facts.flags.split():
            return found
        values = [value_of(value) for _, value in returned(project, id_, "")]
        if all(value in ("without a value", "None") for value in values):
            none = f"No: {label(project, id_)} returns {'nothing but None' if 'None' in values else 'nothing'}"
            return Found((at(project, id_, none),), (id_,))
        return found._replace(said=(found.said[0]._replace(text=f"Yes: {found.said[0].text}"), *found.said[1:]))

    return each(here, asked.names["A"], told)


def through(here: Here, id_: str, kind: str, target: str = "") -> tuple[Cited, ...]:
    """What the functions below do of a kind, the nearest first, with the calls that lead there."""
    project = here.project
    came: dict[str, tuple[str, ...]] = {id_: (label(project, id_),)}
    level, said = [id_], list[Cited]()
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
                Cited(f"{' → '.join(came[other])} {PLAIN[kind]}: {text}", path_of(other), line)
                for line, text in AT_ONCE[kind](project, other, target)
            ]
    return tuple(said)


def unresolved_of(here: Here, id_: str) -> str:
    return unanswered(here.project, id_)


def does(kind: str) -> Answer:
    """Whether one function does something."""

    def told(here: Here, asked: Asked) -> Found | Failed:
        target = asked.names["T"].raw if "T" in asked.names else ""
        target = "" if kind == "locks" and target.lower() in LOCKS else target  # any of them, by whatever name
        if kind == "deletes" and target.lower() in FILES | FOLDERS:
            return _deletes_on_disk(here, asked, target.lower())
        return each_method(here, asked.names["A"], lambda id_: told_of(here, id_, kind, target, "yes"))

    return told


def _deletes_on_disk(here: Here, asked: Asked, word: str) -> Found | Failed:
    """`does A delete files`: by what is called to do so; what only a name says to delete may delete one or not."""
    found = each_method(here, asked.names["A"], lambda id_: told_of(here, id_, "deletes", "", "yes"))
    if isinstance(found, Failed) or not found.said or found.said[0].text.startswith("No"):
        return found
    kept = on_disk(found, {word})
    if not kept:
        first = found.said[0]._replace(text=found.said[0].text.removeprefix("Yes: "))
        open_ = f"Whether what it deletes is a {word} I cannot tell. {found.note}".strip()
        return found._replace(said=(first, *found.said[1:]), note=open_)
    yes = kept[0]._replace(text=f"Yes: {kept[0].text.removeprefix('Yes: ')}")
    return found._replace(said=(yes, *kept[1:]), total=len(kept))


def effects(here: Here, asked: Asked) -> Found | Failed:
    """Everything of one function that outlives its call."""

    def told(id_: str) -> Found | Failed:
        rows: list[Cited] = []
        for kind in ("irreversible", "writes"):
            data = here.ask("where_effect", kind=kind, name=id_, tests=True, limit=ALL)
            if isinstance(data, Failed) and data.code != NO_RESULTS:
                return data
            rows += (
                []
                if isinstance(data, Failed)
                else [
                    row_of(row, "does" if kind == "irreversible" else kind, label(here.project, id_))
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
        return Found(_meant(here, id_, tuple(unique)) or (none,), (id_,), unresolved_of(here, id_))

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
