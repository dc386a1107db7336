"""What is done by the names of calls alone, where no effect is known of the kind: closing, opening, printing, parsing. No yes and no no.

A question that says what it is done to is answered by the calls that name this, in their name, receiver or arguments. Of one function the
others are told too, and that they do not name it; over the whole project nothing is told then: many calls of a verb are no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...llm.english import GLUE
from ...llm.stems import parted, stem, stems
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...words.names import has_word, lower
from ..codes import NO_RESULTS, Failed
from ..conditions import told as told_under
from ..conditions import under
from ..edges import callees
from ..own import line_at
from . import doing, everywhere
from .bystep import LITTLE, steps
from .here import Found, Here, at, each_method, functions, is_promise, label, own_types
from .question.asked import OUTSIDE, Asked
from .question.tokens import QuestionToken

CONDITION: Final = regex(
    r"(?:^|\s)(?:even |only )?(?:when|if|once|unless|while|before|after|(?:that|which) (?:is|was|are|were|has|have))\s"
)  # where it begins
FEW: Final = 3  # functions that may be told though their calls do not name what is asked for
CUT: Final = 6  # letters of a word that names may cut
SHORTEST: Final = 4
DEEP: Final = 2  # calls that are followed where it is not done directly
LONGEST: Final = 80  # characters of a call as it is told
_LETTERS: Final = regex(r"[A-Za-z]+")


class CalledWords(NamedTuple):
    """words: the stems of its name, receiver and arguments."""

    said: Cited
    words: frozenset[str]


def wanted_of(rest: str, verb: str = "write") -> frozenset[str]:
    """The stems of what is asked for in plain words, without a condition behind it; where something is written to is not told by its call."""
    left_out = GLUE | LITTLE | (OUTSIDE if verb.removesuffix("s") in WRITING else frozenset())
    thing = CONDITION.split(rest, maxsplit=1)[0]
    thing = thing.replace("'s ", " ").replace("’s ", " ")
    return frozenset(stem(word.lower()) for word in _LETTERS.findall(thing) if word.lower() not in left_out)


def naming_most(rows: list[CalledWords], wanted: frozenset[str], least: int) -> list[CalledWords]:
    """Those that name the most of what is asked for; none where that is less than `least`."""
    met = [(_met(row.words, wanted), row) for row in rows]
    most = max((count for count, _ in met), default=0)
    return [row for count, row in met if count == most] if most >= least else []


def _met(words: frozenset[str], wanted: frozenset[str]) -> int:
    """How many of the words that are asked for are there, in full or cut as names cut them: `sockfd` of a socket."""
    cut = {word.removesuffix("fd") for word in words}
    return sum(
        one in words or (len(one) >= CUT and any(len(word) >= SHORTEST and one.startswith(word) for word in cut))
        for one in wanted
    )


def does_by_call(here: Here, asked: Asked) -> Found | Failed:
    """`does A close the file`: the calls of A, or of what it calls, that have the verb in their names."""
    verb, wanted = asked.names["V"].raw.lower(), wanted_of(asked.rest, asked.names["V"].raw.lower())

    def told(id_: str) -> Found | Failed:
        name = label(here.project, id_)
        if rows := list(_calls(here, id_, verb, name, conditions=bool(CONDITION.search(asked.rest)))):
            return _own_calls(id_, rows, verb, wanted, asked.rest)
        below = tuple(dict.fromkeys(row.said for row in _below(here, id_, verb)))
        unnamed = (
            f"No call of {name} has `{verb[:60]}` in its name, so I cannot tell; ask what it calls, or what it does"
        )
        own = steps(here, id_, verb, asked.rest) if not below else None
        if isinstance(own, Found):
            return own
        return (
            Found(below, (id_,), f"Not itself, but what it calls, by the names of calls that hold `{verb[:60]}`.")
            if below
            else Failed(NO_RESULTS, unnamed)
        )

    return each_method(here, asked.names["A"], told)


def _own_calls(id_: str, rows: list[CalledWords], verb: str, wanted: frozenset[str], rest: str) -> Found:
    named = naming_most(rows, wanted, (len(wanted) + 1) // 2) if wanted else rows
    thing = CONDITION.split(rest, maxsplit=1)[0][:80]
    more = f" I do not weigh `{rest[len(thing) :].strip()[:80]}`." if len(rest) > len(thing) else ""
    note = f"By the names of its own calls that hold `{verb[:60]}`, and no more."
    if wanted and named:
        note = f"Its own calls that hold `{verb[:60]}` and name `{thing}`, by their words or calls, and no more."
    unnamed = f" None of them names `{thing}`." if not named else ""
    return Found(
        tuple(dict.fromkeys(row.said for row in named or rows)),
        (id_,),
        f"{note}{unnamed}{more}",
        weighed=bool(wanted and named),
    )


def writes_if(here: Here, asked: Asked) -> Found | Failed:
    """`does A write to a file`: what leaves the memory is known by the names of calls; else what it changes."""
    if asked.rest.lower().split()[-1] not in OUTSIDE:
        return _saved(here, asked) or doing.one("writes")(here, asked)
    places = frozenset(_LETTERS.findall(asked.rest.lower())) - LITTLE - GLUE - {"file", "files", "output"}

    def told(id_: str) -> Found | Failed:
        name = label(here.project, id_)
        if into := tuple(_naming(here, id_, places)):
            return Found(into, (id_,), "Its own calls that name where it goes, by their text.", weighed=True)
        made = [row for verb in WRITING for row in (list(_calls(here, id_, verb, name)) or _below(here, id_, verb))]
        rows = [row for row in made if not _IN_MEMORY.search(row.said.text)]
        note = "By the names of calls, its own and of what it calls; where they write to I cannot tell."
        return (
            Found(tuple(dict.fromkeys(row.said for row in rows)), (id_,), note)
            if rows
            else Failed(
                NO_RESULTS, f"No call of {name} is named for writing or printing, so I cannot tell; ask what it calls"
            )
        )

    return each_method(here, asked.names["A"], told)


def _saved(here: Here, asked: Asked) -> Found | None:
    """`does A save the state`: its own calls that are named for it, each with what decides over it."""
    ids, wanted = functions(here, asked.names["A"]), wanted_of(asked.rest, "save")
    rows = [
        row.said
        for id_ in ([] if isinstance(ids, Failed) or not wanted else ids)
        for verb in SAVING
        for row in _calls(here, id_, verb, label(here.project, id_), conditions=True)
        if wanted <= row.words
    ]
    note = f"Its own calls that are named for this and name `{asked.rest[:80]}`, by their words, and no more."
    return Found(tuple(dict.fromkeys(rows)), (), note, weighed=True) if rows else None


SAVING: Final = ("save", "store", "write", "update", "set", "persist", "dump")


def does_write(here: Here, asked: Asked) -> Found | Failed:
    """Whether it changes something; of what is outside the memory, by the names of calls."""
    token = asked.names.get("T")
    if token and not token.code and token.raw.lower() in OUTSIDE:
        return writes_if(here, asked._replace(rest=token.raw))
    return doing.does("writes")(here, asked)


_IN_MEMORY: Final = regex(r"\bv?(?:s|sn|as|asn|sw)printf(?:_s)?(?!\w)")  # what is printed stays in the memory


def _naming(here: Here, id_: str, places: frozenset[str]) -> Iterator[Cited]:
    """Its own calls that name one of the places, each with what decides over it: `syslog(…)`, `fprintf(stderr, …)`."""
    project = here.project
    where = project.functions[id_]
    text = project.sources(where.path)[where.facts.start : where.facts.end]
    for call in where.facts.calls:
        code = " ".join(text[call.start : call.end].decode("utf-8", "replace").split())
        words = {word.lower() for word in re.findall(r"[A-Za-z_]\w{0,60}", code)}
        if places & words and call.kind == "call":
            said = f"{label(project, id_)} calls {code[:LONGEST]}{told_under(under(project, id_, call.start))}"
            yield at(project, id_, said, line_at(project, id_, call.start))


WRITING: Final = ("write", "print", "puts", "dump", "flush")


def over_by_call(here: Here, asked: Asked) -> Found | Failed:
    """`which functions print the usage`: every function that has such a call of what is asked for."""
    verb, project = asked.names["V"].raw.lower(), here.project
    wanted = wanted_of(asked.rest, verb)
    called = any(
        _holds(call.name, verb)
        for id_ in _writing_out(here, verb, everywhere=True)
        for call in project.functions[id_].facts.calls
    )
    verb = verb if called else verb.removesuffix("s")
    ids = sorted(
        (id_ for id_ in _writing_out(here, verb) if not is_promise(project, id_)),
        key=lambda id_: (is_aside(path_of(id_)), id_),
    )
    made = [(id_, rows) for id_ in ids if (rows := list(_calls(here, id_, verb, qualified_of(id_))))]
    if not made:
        return Failed(NO_RESULTS, f"No call has `{verb[:60]}` in its name, so I cannot tell")
    kept = naming_most([row for _, rows in made for row in rows], wanted, len(wanted) // 2 + 1) if wanted else []
    if wanted and not kept and len(made) <= FEW:
        return Found(
            tuple(rows[0].said for _, rows in made),
            (),
            f"All calls that hold `{verb[:60]}`, by their words or calls; none of them names `{asked.rest[:80]}`.",
            weighed=True,
        )
    if wanted and not kept:
        return Failed(
            NO_RESULTS,
            f"{len(made)} functions have a call with `{verb[:60]}` in its name, and none of these names `{asked.rest[:80]}`, so I cannot tell",
        )
    chosen = frozenset(kept)
    said = tuple(next((row.said for row in rows if row in chosen or not wanted), None) for _, rows in made)
    named = f" and name `{asked.rest[:80]}`" if wanted else ""
    return Found(
        tuple(line for line in said if line),
        (),
        f"Calls that hold `{verb[:60]}`{named}, by their words or calls, and no more.",
        weighed=True,
    )


def frees_thing(here: Here, asked: Asked) -> Found | Failed:
    """`which functions free the client`: those that free something of that name, else by the names of calls."""
    by_name = (
        everywhere.over("frees")(here, asked._replace(names={"T": QuestionToken("", asked.rest, code=True)}))
        if asked.rest.isidentifier()
        else None
    )
    frees = isinstance(by_name, Found) and " frees" in by_name.said[0].text
    if not frees or not isinstance(by_name, Found):
        return over_by_call(here, asked)
    itself = tuple(
        line for line in by_name.said if re.search(rf"(?:\(|delete (?:\[\] ?)?){re.escape(asked.rest)}\)?$", line.text)
    )
    return by_name._replace(said=itself or by_name.said, total=len(itself or by_name.said), weighed=True)


def doers(here: Here, asked: Asked) -> Found | Failed:
    """`who closes fd_`: calls that hold the verb, and the very name."""
    verb, name, project = asked.names["V"].raw.lower(), asked.names["A"].raw.removesuffix("()"), here.project
    said = []
    for id_ in sorted(project.functions, key=lambda id_: (is_aside(project.functions[id_].path), id_)):
        one = project.functions[id_]
        if here.inside(one.path) and not is_promise(project, id_):
            found = [call for call in one.facts.calls if stem(verb) in {stem(word) for word in lower(call.name)}]
            text = project.sources(one.path)[one.facts.start : one.facts.end] if found else b""
            said += [at(project, id_, f"{qualified_of(id_)} calls {' '.join(code.split())[:LONGEST]}", line_at(project, id_, call.start))
                     for call in found if has_word(code := text[call.start : call.end].decode("utf-8", "replace"), name) and call.name != name]  # fmt: skip
    return (
        Found(
            tuple(dict.fromkeys(said)),
            (),
            f"Calls that hold `{verb[:60]}` and name {name[:80]}, by their words or calls, and no more.",
            weighed=True,
        )
        if said
        else Failed(
            NO_RESULTS, f"I find no call that has `{verb[:60]}` in its name and names {name[:120]}, so I cannot tell"
        )
    )


def writers_outside(here: Here, asked: Asked) -> Found | Failed:
    """Who writes something; of what is outside the memory, by the names of calls."""
    token = asked.names.get("T")
    if asked.kind != "writes_out" and (not token or token.code or token.raw.lower() not in OUTSIDE):
        return everywhere.over("writes")(here, asked)
    made = [over_by_call(here, asked._replace(names={"V": QuestionToken(verb, verb, code=False)})) for verb in WRITING]
    said = sorted(
        dict.fromkeys(line for found in made if isinstance(found, Found) for line in found.said),
        key=lambda line: is_aside(line.path),
    )
    return (
        Found(
            tuple(said),
            (),
            "By the names of calls, by their words or calls, and no more; where they write to I cannot tell.",
            weighed=True,
        )
        if said
        else Failed(NO_RESULTS, "No call is named for writing or printing, so I cannot tell")
    )


def doing_so(here: Here, verbs: frozenset[str], wanted: frozenset[str]) -> Iterator[Cited]:
    """Functions with a call of one of the verbs that names some of what is asked for, where the function names it all in its own name and calls."""
    project = here.project
    for id_ in sorted(_writing_out(here, *verbs), key=lambda id_: (is_aside(path_of(id_)), id_)) if wanted else ():
        one = project.functions[id_]
        if is_promise(project, id_):
            continue
        around = {stem(word) for part in _LETTERS.findall(qualified_of(id_)) for word in lower(part)}
        if lower(one.facts.name)[:1] and lower(one.facts.name)[0] in verbs and wanted <= around:
            yield at(project, id_, f"{qualified_of(id_)}, by its own name")
            continue
        doc = " ".join(one.facts.doc.split()).partition(". ")[0].rstrip(".")
        promised = any(raised.type.endswith("NotImplementedError") for raised in one.facts.raises)
        if doc and not promised and stem(doc.partition(" ")[0].lower()) in map(stem, verbs) and wanted <= stems(doc):
            yield at(project, id_, f"{qualified_of(id_)}, by its description: {doc[:LONGEST]}")
            continue
        for verb in sorted(verbs):
            row = next((row for row in _calls(here, id_, verb, qualified_of(id_)) if row.words & wanted), None)
            if row and wanted <= row.words | around:
                yield row.said
                break


def _writing_out(here: Here, *words: str, everywhere: bool = False) -> Iterator[str]:
    """Functions whose text holds one of the words, in capitals or not; what no text says no call is named."""
    wanted = [word.encode() for word in words if word.isascii()]
    project, every = here.project, len(wanted) < len(words)
    for path in project.files:
        if everywhere or here.inside(path):
            text = project.sources(path).lower()
            if every or any(word in text for word in wanted):
                for id_ in project.ids.get(path, ()):
                    facts = project.functions[id_].facts
                    if every or any(text.find(word, facts.start, facts.end) >= 0 for word in wanted):
                        yield id_


_QUESTION: Final = ("is", "has", "can", "may", "should", "needs", "must", "ready", "will", "was")


def _holds(name: str, verb: str) -> bool:
    own = lower(name)
    if own[:1] and own[0] in _QUESTION and verb not in own[:1]:  # `ready_to_run` runs nothing
        return False
    return verb in own or any(verb in parted(word) for word in own)


def _calls(here: Here, id_: str, verb: str, name: str, *, conditions: bool = False) -> Iterator[CalledWords]:
    project = here.project
    where = project.functions[id_]
    found = [call for call in where.facts.calls if call.kind != "property" and _holds(call.name, verb)]
    text = project.sources(where.path)[where.facts.start : where.facts.end] if found else b""
    for call in found:
        code = " ".join(text[call.start : call.end].decode("utf-8", "replace").split())
        whole = f"{call.receiver}{call.sep or '.'}{call.name}" if call.receiver else call.name
        said = whole if len(whole) <= LONGEST and "\n" not in whole else call.name
        text_of = f"{whole} {code} {' '.join(own_types(here, id_)) if call.receiver in OWN else ''}"
        words = frozenset(stem(word) for part in _LETTERS.findall(text_of) for one in lower(part) for word in (one, *parted(one)))  # fmt: skip
        decided = told_under(under(project, id_, call.start)) if conditions else ""
        yield CalledWords(at(project, id_, f"{name} calls {said}{decided}", line_at(project, id_, call.start)), words)


OWN: Final = ("self", "this", "super()")


def _below(here: Here, id_: str, verb: str) -> Iterator[CalledWords]:
    came, level = {id_: label(here.project, id_)}, [id_]
    for _ in range(DEEP):
        below = {
            other: f"{came[above]} → {qualified_of(other)}"
            for above in level
            for other in callees(here.project, above)
            if other not in came
        }
        for other, way in below.items():
            yield from _calls(here, other, verb, way)
        came, level = came | below, list(below)
