"""What a second call of a function finds: `can A be called twice`, `is A safe to call again`, `what happens when A is called twice`.

Told is what it asks before it leaves, of what it sets itself: with the line that asks and the line that sets. Whether a second call finds it so is for the
reader; a function that asks for nothing of the kind is told of no more than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ....agents.said import Cited
from ....model import action
from ....model.pattern import regex
from ....words.lvalue import names_of, outlives
from ....words.names import has_word
from ...codes import NO_RESULTS, Failed
from ...conditions import joined, told, under
from ...own import last_part, line_at
from ..here import Found, Here, at, each, label
from ..question.tokens import QuestionToken, one_line

_NAME: Final = r"`?(?P<name>[A-Za-z_~][\w.:>~-]{1,119})(?:\(\))?`?"
_AGAIN: Final = r"(?:twice|again|a second time|two times|more than once|repeatedly|multiple times|several times|many times|over and over)"
_CALL: Final = r"(?:call|run|invoke|execute|use)"
_CALLED: Final = r"(?:called|run|invoked|executed)"
_FORMS: Final = tuple(
    regex(rf"(?i){form}$")
    for form in (
        rf"(?:can|may|could|should|must) {_NAME} (?:safely )?be (?:safely )?{_CALLED} {_AGAIN}(?: in a row| safely)?",
        rf"(?:can|may|could|should) (?:i|we|you|one) (?:safely )?{_CALL} {_NAME} {_AGAIN}(?: safely)?",
        rf"is it (?:safe|ok|okay|fine|legal|allowed|possible|harmless|all right) to {_CALL} {_NAME} {_AGAIN}",
        rf"(?:is|are) {_NAME} (?:safe|ok|okay|fine|harmless) to (?:be {_CALLED}|{_CALL}) {_AGAIN}",
        rf"(?:is|are) {_NAME} idempotent",
        rf"(?:is|are) (?:calling|running|invoking) {_NAME} {_AGAIN} (?:safe|ok|okay|fine|allowed|harmless|an error)",
        rf"what happens (?:if|when|once) {_NAME} (?:is|gets) {_CALLED} {_AGAIN}",
        rf"what happens (?:if|when|once) (?:i|we|you|one|somebody|someone) {_CALL}s? {_NAME} {_AGAIN}",
        rf"what (?:does|will) {_NAME} do (?:if|when|once) (?:it is )?{_CALLED} {_AGAIN}",
    )
)
LONG: Final = 110
NOTE: Final = "By what it asks before it leaves and sets itself; whether a second call finds it so is for the reader."


def called_again(here: Here, question: str) -> Found | Failed | None:
    """None where it is no such question, or no function is named."""
    plain = one_line(question).rstrip("?!. ")
    asked = next((found for form in _FORMS if (found := form.match(plain))), None)
    return each(here, QuestionToken("", asked["name"], code=True), lambda id_: _again(here, id_)) if asked else None


def _again(here: Here, id_: str) -> Found | Failed:
    project, name = here.project, label(here.project, id_)
    kept = _kept(here, id_)
    rows = list(dict.fromkeys(row for last, starts in kept.items() for row in _guarding(here, id_, last, starts)))
    if rows:
        return Found(tuple(rows), (id_,), NOTE, weighed=True)
    sets = ", ".join(f"`{last}`" for last in list(kept)[:4])
    own = f"; it sets {sets} each time" if sets else ""
    none = f"{name} asks for nothing that it sets itself before it leaves, so nothing there tells a second call from the first{own}"
    return Failed(NO_RESULTS, none) if not project.functions[id_].facts.calls else Found(
        (at(project, id_, f"I say neither yes nor no: {none}"),), (id_,), "What it calls may ask for it.", weighed=True)  # fmt: skip


def _kept(here: Here, id_: str) -> Mapping[str, list[int]]:
    """What it sets that outlives the call, by the whole of its name, and where."""
    where = here.project.functions[id_]
    names, found = names_of(where.facts, where.language), dict[str, list[int]]()
    for write in where.facts.writes:
        if outlives(write.target, names, where.language):
            found.setdefault("".join(write.target.split()).lstrip("*&("), []).append(write.start)
    return found


def _guarding(here: Here, id_: str, last: str, starts: list[int]) -> Iterator[Cited]:
    """The ways out that hang on it, else the writes that do; and where it is set."""
    project, name = here.project, label(here.project, id_)
    text = project.bound(id_).text
    leaving = [
        (one, conditions)
        for one in sorted(project.actions(id_), key=lambda found: found.start)
        if one.type == action.EXIT
        and (conditions := _asking(here, id_, one.start, last))
        and not any(
            start < one.start and joined(project, id_, start, one.start) and not _counts(here, id_, one.start, last)
            for start in starts
        )
    ]  # what is set on the way there says nothing of an earlier call
    held = [start for start in starts if not leaving and _asking(here, id_, start, last)]
    for one, when in leaving:
        code = " ".join(one.text.split()).rstrip(";")[:LONG]
        yield at(project, id_, f"{name}: `{code}`{when}", line_at(project, id_, one.start))
    for start in starts if leaving else held:
        line = text[text.rfind(b"\n", 0, start) + 1 :].partition(b"\n")[0]
        code = " ".join(line.decode("utf-8", "replace").split()).rstrip(";")[:LONG]
        when = told(under(project, id_, start))
        yield at(project, id_, f"{name} sets it itself: `{code}`{when}", line_at(project, id_, start))


def _counts(here: Here, id_: str, offset: int, last: str) -> bool:
    """The question itself sets it, and asks for what it was: `if (opened++) return -1;`."""
    conditions = under(here.project, id_, offset)
    return bool(conditions) and f"{last}++" in "".join(conditions[-1].said.split())


def _asking(here: Here, id_: str, offset: int, last: str) -> str:
    """Under what a place is reached, where the nearest question names it; "" where it does not."""
    conditions = under(here.project, id_, offset)
    asked = _GIVEN.sub("()", conditions[-1].said) if conditions and not conditions[-1].loop else ""
    named = last in "".join(asked.split()) if last_part(last) != last else not _LINKED.search(asked.partition(last)[0])
    return told(conditions) if has_word(asked, last_part(last)) and named else ""


_LINKED: Final = regex(r"(?:\.|->|::)\Z")
_GIVEN: Final = regex(r"(?<=\w)\([^()]{0,200}\)")  # what a call is given is not what is asked
