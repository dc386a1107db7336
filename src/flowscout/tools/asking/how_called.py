"""How one function calls another: how often, first or last, only if something is so, without something else before it; and whether it alone does.

`does A call B more than once`, `is B the last call in A`, `does A call B only if it is ready`, `can A call B without calling C`, `is A the only caller of B`.
Of the code's places, not of a run: where a loop goes round a call, or one run passes only some of the places, no number of times is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...agents.said import Cited
from ...model.facts import Call
from ...model.pattern import regex
from ...model.product import is_aside
from ..codes import NO_RESULTS, Failed
from ..conditions import again, avoidable, joined, order_of, told, under
from ..own import line_at
from .callers import callers
from .here import Found, Here, at, each, functions, label, meant
from .question.asked import Asked
from .question.sought import LITTLE, sought
from .question.tokens import QuestionToken, one_line
from .scored import held_by
from .weighing import Weighing

_CALLS: Final = r"(?:call|invoke|use|run)"
_CALLED: Final = r"(?:called|invoked|used|run)"
_A: Final = r"`?(?P<a>[A-Za-z_~][\w.:>~-]{0,119})(?:\(\))?`?"
_B: Final = r"`?(?P<b>[A-Za-z_~][\w.:>~-]{0,119})(?:\(\))?`?"
_C: Final = r"`?(?P<c>[A-Za-z_~][\w.:>~-]{0,119})(?:\(\))?`?"
NUMBERS: Final = {
    "once": 1, "twice": 2, "thrice": 3, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_MUCH: Final = r"(?:(?P<bound>more than|at least|at most|no more than|not more than|less than|fewer than|exactly|only|just) )?(?:(?P<times>once|twice|thrice)|(?P<number>\w{1,5}) times)"
_PLACE: Final = r"(?P<end>first|last)"
_THAT: Final = r"(?:function |method |thing |step |one |call )?(?:that is |that gets |to be |being )?"
_FORMS: Final = tuple(regex(rf"(?i){form}$") for form in (
    rf"(?:does|do|did|will|would|can) {_A} {_CALLS} {_B} {_MUCH}",
    rf"(?:is|are|was) {_B} {_CALLED} {_MUCH} (?:in|by|from|inside|within) {_A}",
    rf"(?:is|are|was) {_B} {_CALLED} (?:in|by|from|inside|within) {_A} {_MUCH}",
    rf"(?:does|do|did|will|would) {_A} {_CALLS} {_B} (?:as the )?{_PLACE}(?: of all| thing)?",
    rf"(?:does|do|did|will|would) {_A} {_PLACE} {_CALLS} {_B}",
    rf"(?:is|was) {_B} {_CALLED} {_PLACE} (?:in|by|from|inside|within) {_A}",
    rf"(?:is|was) {_B} (?:the )?{_PLACE} {_THAT}(?:{_CALLED} )?(?:(?:in|of|by|from|inside|within) {_A}|(?:that )?`?(?P<a2>[\w.:>~-]{{1,120}})`? {_CALLS}s?)",
    rf"(?:does|do|did|will|would|can) {_A} {_CALLS} {_B} (?P<only>only|just) (?:if|when|once|where) (?P<clause>\S.{{2,200}})",
    rf"(?:does|do|did|will|would|can) {_A} (?P<only2>only) {_CALLS} {_B} (?:if|when|once|where) (?P<clause2>\S.{{2,200}})",
    rf"(?:is|was) {_B} (?:only {_CALLED} (?:in|by|from|inside) {_A}|{_CALLED} (?:in|by|from|inside) `?(?P<a2>[\w.:>~-]{{1,120}})`? only) (?P<only>if|when|once|where) (?P<clause>\S.{{2,200}})",
    rf"(?:does|do|did|will|would|can) {_A} {_CALLS} {_B} (?P<loose>for|on|in case of|upon) (?P<clause3>\S.{{2,200}})",
    rf"(?:does|do|will|can|could|may) {_A} (?:{_CALLS}|reach|get to) {_B} without (?:ever |first )?(?:having )?(?:calling|called|invoking|running|going through|passing) {_C}(?: first| before)?",
    rf"(?:does|do|will|can|could|may) {_A} (?P<leaves>return|end|finish) without (?:ever |first )?(?:having )?(?:calling|called|invoking|running|going through|passing) {_C}(?: first| before)?",
    rf"(?:is|was) {_A} the (?P<alone>only|sole|single) (?:caller|user) of {_B}",
    rf"(?:is|was) {_A} the (?P<alone>only|sole|single) (?:function|method|one|place|code|thing)? ?(?:that|which|where|to) {_CALLS}s? {_B}",
    rf"(?:is|are|was) {_B} (?:only {_CALLED}|{_CALLED} (?P<only>only)) (?:if|when|once|where) (?P<every>\S.{{2,200}})",
    rf"(?:is|are|was) {_B} (?:(?P<alone>only|solely|exclusively) {_CALLED}|{_CALLED} (?P<alone2>only|solely|exclusively)) (?:by|from|in) {_A}",
    rf"does (?P<alone>only) {_A} {_CALLS} {_B}",
    rf"(?:does|do) (?:anything|anyone|any other function|any function|something|somebody) (?P<others>other than|besides|except|apart from) {_A} {_CALLS} {_B}",
    rf"(?:is|are|was) {_B} {_CALLED} (?:by|from|in|anywhere) (?:(?:anything|anyone|any other function|any function|something|somebody|any place) )?(?P<others>other than|besides|except|apart from) (?:in |by |from )?{_A}",
))  # fmt: skip
_WITHIN: Final = regex(rf"(?P<clause>.{{2,200}}?) (?:in|inside|within|by) {_A}$")
MANY: Final = 12  # functions that call it
PLACES: Final = "By the places of its code; how often each is passed in a run I cannot tell."


def how_called(here: Here, question: str) -> Found | Failed | None:
    """None where it is no such question, or what is named there is no function."""
    plain = one_line(question).rstrip("?!. ")
    asked = next((found.groupdict() for form in _FORMS if (found := form.match(plain))), None)
    if asked is None:
        return None
    said = {slot: asked.get(slot) or asked.get(f"{slot}2") or "" for slot in ("a", "b", "c", "clause", "alone", "only")}
    about, other = QuestionToken("", said["a"], code=True), QuestionToken("", said["b"] or said["c"], code=True)
    if (every := asked.get("every")) and (within := _WITHIN.match(every)) and not isinstance(functions(here, QuestionToken("", within["a"], code=True)), Failed):  # fmt: skip
        clause = within["clause"]
        about = QuestionToken("", within["a"], code=True)
        said |= {"clause": clause}
    elif asked.get("every"):
        return _every_if(here, other, asked["every"])
    if isinstance(functions(here, about), Failed):
        return None
    if said["alone"] or asked.get("others"):
        return _alone(here, about, other, others=not said["alone"])

    def tell(id_: str) -> Found | Failed:
        if said["c"]:
            return _without(here, id_, said["b"], said["c"])
        calls = calls_of(here, id_, said["b"])
        if not calls:
            return Failed(NO_RESULTS, f"{label(here.project, id_)} has no call of {said['b'][:80]} of its own")
        if asked.get("loose"):
            said_ = f"{asked['loose']} {asked['clause3']}"
            rows = tuple(_row(here, id_, one, said["b"]) for one in calls)
            return Found(rows, (id_,), f"I say neither yes nor no: whether that is `{said_[:80]}` what decides over it says.", weighed=True)  # fmt: skip
        if asked.get("end"):
            return _at_end(here, id_, calls, said["b"], asked["end"].lower())
        if said["clause"]:
            return _only_if(here, id_, calls, said["b"], said["clause"])
        number = _number(asked.get("times") or asked.get("number") or "")
        if number is None:
            return Failed(NO_RESULTS, f"I do not know how many `{asked.get('number')}` is")
        return _often(here, id_, calls, said["b"], (asked.get("bound") or "exactly").lower(), number)

    return each(here, about, tell)


def _number(said: str) -> int | None:
    return int(said) if said.isdigit() else NUMBERS.get(said.lower())


def calls_of(here: Here, id_: str, name: str) -> list[Call]:
    """By the function that is meant; where that is none of the project's, by the name of the call."""
    project, ids = here.project, set(meant(here, QuestionToken("", name, code=True)))
    calls = project.functions[id_].facts.calls
    known = {site.site for site in project.resolved(id_) if ids & set(site.targets)}
    last = name.replace("->", ".").replace("::", ".").rpartition(".")[2]
    return [one for number, one in enumerate(calls) if number in known or (not known and one.name == last)]


def _row(here: Here, id_: str, call: Call, name: str) -> Cited:
    decided = told(under(here.project, id_, call.start))
    return at(here.project, id_, f"{label(here.project, id_)} calls {name}{decided}", line_at(here.project, id_, call.start))  # fmt: skip


def _often(here: Here, id_: str, calls: Sequence[Call], name: str, bound: str, number: int) -> Found:
    project, count = here.project, len(calls)
    rows = [_row(here, id_, one, name) for one in calls]
    goes_round = any(again(project, id_, one.start) for one in calls)
    apart = any(
        not joined(project, id_, one.start, other.start) for at_, one in enumerate(calls) for other in calls[at_ + 1 :]
    )
    places = f"{label(project, id_)} calls {name} at {count} place{'s' if count > 1 else ''} of its code"
    holds = {
        "more than": count > number,
        "at least": count >= number,
        "at most": count <= number,
        "no more than": count <= number,
        "not more than": count <= number,
        "less than": count < number,
        "fewer than": count < number,
    }.get(bound, count == number)
    if goes_round or apart:
        why = "a loop goes round it" if goes_round else "no run passes all of them"
        return Found((at(project, id_, f"{places}, and {why}", rows[0].line), *rows), (id_,), f"I say neither yes nor no. {PLACES}", weighed=True)  # fmt: skip
    head = at(project, id_, f"{'Yes' if holds else 'No'}: {places}", rows[0].line)
    return Found((head, *rows), (id_,), PLACES, weighed=True)


def _at_end(here: Here, id_: str, calls: Sequence[Call], name: str, end: str) -> Found | Failed:
    """A call within the parentheses of another is done before it."""
    project, first = here.project, end == "first"
    own = {one.start for one in calls}
    rest = [one for one in project.functions[id_].facts.calls if one.kind == "call" and one.start not in own]
    wrong = [one for one in rest if any(not is_before(here, id_, *((mine, one) if first else (one, mine))) for mine in calls)]  # fmt: skip
    rows = [_row(here, id_, one, name) for one in calls]
    note = "Of the calls of its own code."
    if not wrong:
        head = at(project, id_, f"Yes: {name} is called {end} in {label(project, id_)}", rows[0].line)
        return Found((head, *rows), (id_,), note, weighed=True)
    sure = [one for one in wrong if all(is_before(here, id_, *((one, mine) if first else (mine, one))) for mine in calls)]  # fmt: skip
    if not sure:
        more = _row(here, id_, wrong[0], wrong[0].name)
        return Found((*rows, more), (id_,), f"I say neither yes nor no: not in every run. {note}", weighed=True)
    nearest = min(sure, key=lambda one: one.start) if first else max(sure, key=lambda one: one.start)
    shown = _row(here, id_, nearest, nearest.name)
    word = "before" if first else "after"
    return Found((shown._replace(text=f"No: {shown.text}, {word} it"), *rows), (id_,), note, weighed=True)


def is_before(here: Here, id_: str, one: Call, other: Call) -> bool:
    if one.start < other.end and other.start < one.end:
        return one.end <= other.end and one.start >= other.start  # the inner one
    if not joined(here.project, id_, one.start, other.start):
        return True  # no run does both
    return order_of(here.project, id_, [one.start], [other.start]) == "before"


def _only_if(here: Here, id_: str, calls: Sequence[Call], name: str, clause: str) -> Found:
    project, weighing = here.project, Weighing(here, f"if {clause}")
    rows = [_row(here, id_, one, name) for one in calls]
    held = [under(project, id_, one.start) for one in calls]
    so = [weighing.holds(id_, conditions) if conditions else False for conditions in held]
    words = [word for word in sought(clause) if word.weight > LITTLE] or list(sought(clause))
    clear = [any(one.holds and 2 * len(held_by(words, one.said.encode())) >= len(words) > 0 for one in conditions) for conditions in held]  # fmt: skip
    if all(so) and all(clear):
        return Found((rows[0]._replace(text=f"Yes: {rows[0].text}"), *rows[1:]), (id_,), "", weighed=True)
    free = next((row for row, conditions in zip(rows, held, strict=True) if not conditions), None)
    if free:
        text = f"No: {free.text}, and no condition decides over that"
        return Found((free._replace(text=text), *(row for row in rows if row != free)), (id_,), f"So it does, `{clause[:80]}` or not.", weighed=True)  # fmt: skip
    return Found(tuple(rows), (id_,), f"I say neither yes nor no: what decides over it is this; whether that is `{clause[:80]}` I cannot tell.", weighed=True)  # fmt: skip


def _every_if(here: Here, name: QuestionToken, clause: str) -> Found | Failed | None:
    """Of all callers: what decides over each call."""
    project = here.project
    ids = sorted({one for id_ in meant(here, name) for one in project.callers.get(id_, ())})
    last = name.raw.replace("->", ".").replace("::", ".").rpartition(".")[2]
    ids = ids or [id_ for id_, one in here.holders(last) if any(call.name == last for call in one.facts.calls)]
    ids = [id_ for id_ in ids if not is_aside(project.functions[id_].path)]
    if not 0 < len(ids) <= MANY:
        return None
    found = [_only_if(here, id_, calls, name.raw, clause) for id_ in ids if (calls := calls_of(here, id_, name.raw))]
    lines = tuple(dict.fromkeys(line for one in found for line in one.said))
    no = next((line for line in lines if line.text.startswith("No: ")), None)
    if no:
        return Found((no, *(_bare(line) for line in lines if line != no)), tuple(ids), f"So it is, `{clause[:80]}` or not.", weighed=True)  # fmt: skip
    if all(one.said[0].text.startswith("Yes: ") for one in found):
        return Found((lines[0], *map(_bare, lines[1:])), tuple(ids), "", weighed=True)
    return Found(tuple(map(_bare, lines)), tuple(ids), f"I say neither yes nor no: what decides over it is this; whether that is `{clause[:80]}` I cannot tell.", weighed=True)  # fmt: skip


def _bare(line: Cited) -> Cited:
    return line._replace(text=line.text.removeprefix("Yes: ").removeprefix("No: "))


def _without(here: Here, id_: str, goal: str, name: str) -> Found | Failed:
    """goal: "" where it is left."""
    project = here.project
    between, goals = calls_of(here, id_, name), calls_of(here, id_, goal) if goal else []
    who = label(project, id_)
    if goal and not goals:
        return Failed(NO_RESULTS, f"{who} has no call of {goal[:80]} of its own")
    what = f"calls {goal}" if goal else "returns"
    if not between:
        line = line_at(project, id_, goals[0].start) if goals else 0
        text = f"{who} {what}, and has no call of {name} of its own; what it calls may do so"
        return Found((at(project, id_, text, line),), (id_,), "I say neither yes nor no.", weighed=True)
    ends = avoidable(project, id_, [one.start for one in goals], [one.start for one in between])
    if not ends:
        row = _row(here, id_, between[0], name)
        head = row._replace(text=f"No: in {who} each way to {f'the call of {goal}' if goal else 'its end'} goes through a call of {name}")  # fmt: skip
        return Found((head, *(_row(here, id_, one, name) for one in between)), (id_,), "", weighed=True)
    rows = [at(project, id_, f"{who} {what}{told(under(project, id_, end))}", line_at(project, id_, end)) for end in ends]  # fmt: skip
    head = rows[0]._replace(text=f"Yes: {rows[0].text}, on a way without a call of {name}")
    return Found((head, *dict.fromkeys(rows[1:]), *(_row(here, id_, one, name) for one in between)), (id_,), "By the ways through its own code.", weighed=True)  # fmt: skip


def _alone(here: Here, about: QuestionToken, name: QuestionToken, *, others: bool) -> Found | Failed:
    """others: it is asked whether any other one does."""
    found, ids = callers(here, Asked("callers", {"A": name})), functions(here, about)
    if isinstance(found, Failed) or isinstance(ids, Failed):
        return found if isinstance(found, Failed) else Failed(NO_RESULTS, f"I know no function `{about.raw[:80]}`")
    rows = [line for line in found.said if " calls " in line.text and not is_aside(line.path)]
    if not rows:
        return _by_name(here, name)
    mine = [line for line in rows if any(_is_of(here, line, id_) for id_ in ids)]
    rest = [line for line in rows if line not in mine]
    aside = sum(1 for line in found.said if " calls " in line.text and is_aside(line.path))
    note = f"{found.note} Calls in tests and examples ({aside}) are not counted.".strip() if aside else found.note
    if rest:
        first = rest[0]._replace(text=f"{'Yes' if others else 'No'}: {rest[0].text}")
        return Found((first, *rest[1:], *mine), found.about, note, weighed=True)
    if not mine:
        return Failed(
            NO_RESULTS, f"I find no call of {name.raw[:80]} at all, so {about.raw[:80]} is not one that calls it"
        )
    word = "No" if others else "Yes"
    if "(may" in mine[0].text or "(possible" in mine[0].text or found.note:
        word = "Not that I can see" if others else "As far as I can see"
        note = f"{'' if others else 'I say neither yes nor no: there may be calls that I do not know. '}{note}".strip()
    head = mine[0]._replace(text=f"{word}: {mine[0].text}, and no other one does")
    return Found((head, *mine[1:]), found.about, note, weighed=True)


def _by_name(here: Here, name: QuestionToken) -> Found | Failed:
    """Where no call could be resolved: those of that name."""
    last = name.raw.replace("->", ".").replace("::", ".").rpartition(".")[2]
    rows = [_row(here, id_, call, last) for id_, one in here.holders(last) if not is_aside(one.path) for call in one.facts.calls if call.name == last]  # fmt: skip
    if not rows:
        return Failed(NO_RESULTS, f"I find no call of {name.raw[:80]}")
    return Found(tuple(dict.fromkeys(rows)), (), "I say neither yes nor no: by the name of the call.", weighed=True)


def _is_of(here: Here, line: Cited, id_: str) -> bool:
    where = here.project.functions[id_]
    return line.path == where.path and where.facts.line <= line.line <= where.facts.end_line
