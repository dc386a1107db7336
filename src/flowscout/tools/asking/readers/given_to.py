"""What a function is called with: `what does A pass to B`, `is B called with NULL`, `which arguments is B called with in A`.

Each call with its arguments as they are written; a name that is given one constant alone in its function is told with that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ....agents.said import Cited
from ....model.pattern import regex
from ....model.product import is_aside
from ...codes import NO_RESULTS, Failed
from ...own import line_at
from ..elsewhere import is_constant
from ..here import Found, Here, at, functions, label
from ..how_called import calls_of
from ..question.tokens import QuestionToken, one_line

_A: Final = r"`?(?P<a>[A-Za-z_~][\w.:>~-]{0,119})(?:\(\))?`?"
_B: Final = r"`?(?P<b>[A-Za-z_~][\w.:>~-]{0,119})(?:\(\))?`?"
_X: Final = r"(?:(?:the |an? )?(?:[a-z]{2,20} )?(?P<x>[`\"'][^`\"']{1,80}[`\"']|-?\d[\w.]{0,20}|[A-Z_][A-Z0-9_]{1,60}|True|False|None|nullptr|\w{1,40}_\w{0,40}|\w{1,40}(?:\.|->|::)[\w.:>-]{1,60}|(?!(?i:an?|the|lock|mutex|it|them|no|any)\b)[a-z]\w{2,40}))(?: as (?:the |its )?\w{1,40}(?: argument| parameter)?)?"
_WHAT: Final = r"(?:what|which)(?: (?:arguments?|parameters?|values?|flags?|options?|data|things?))?"
_IN: Final = r"(?: (?:in|by|from|inside) (?:the )?"
_FORMS: Final = tuple(regex(rf"(?i:{form})$".replace("(?-i:", "(?:")) for form in (
    rf"{_WHAT} (?:does|do|will) {_A} (?:pass|give|hand)(?: on| over)? to {_B}",
    rf"with {_WHAT} (?:does|do|will) {_A} call {_B}",
    rf"{_WHAT} (?:does|do|will) {_A} call {_B} with",
    rf"{_WHAT} (?:is|are) (?:passed|given|handed) to {_B}{_IN}{_A})?",
    rf"(?:with )?{_WHAT} (?:is|are) {_B} called(?: with)?{_IN}{_A})",
    rf"(?:how|with what|with which arguments) is {_B} called{_IN}{_A})",
))  # fmt: skip
_WHETHER: Final = tuple(regex(form + "$") for form in (
    rf"(?i:is|are|was) {_B} (?i:ever )?(?i:called) (?i:with) {_X}(?: (?i:in|by|from|inside) {_A})?",
    rf"(?i:does|do|will) {_A} (?i:call) {_B} (?i:with) {_X}",
    rf"(?i:does|do|will) {_A} (?i:pass|give|hand) {_X} (?i:to) {_B}",
    rf"(?i:does|do|is|can) (?i:anything|anyone|any function|any code) (?i:call) {_B} (?i:with) {_X}",
    rf"(?i:is|are) {_X} (?i:passed|given|handed) (?i:to) {_B}(?: (?i:in|by|from|inside) {_A})?",
))  # fmt: skip
WIDE: Final = 120
DEEP: Final = "([{"


class GivenArguments(NamedTuple):
    """values: each argument, and what it is set to where that is one constant."""

    said: Cited
    values: tuple[str, ...]
    known: bool


def given_to(here: Here, question: str) -> Found | Failed | None:
    """None where it is no such question, or what is named there is no function."""
    plain = one_line(question).rstrip("?!. ")
    asked = next((found.groupdict() for form in (*_FORMS, *_WHETHER) if (found := form.match(plain))), None)
    if asked is None:
        return None
    about, name = asked.get("a") or "", asked["b"]
    ids = functions(here, QuestionToken("", about, code=True)) if about else sorted(_callers(here, name))
    if isinstance(ids, Failed) or (not about and not ids):
        return None
    rows = [row for id_ in ids for row in _given(here, id_, name)]
    if not rows:
        return Failed(NO_RESULTS, f"{label(here.project, ids[0])} has no call of {name[:80]} of its own")
    wanted = (asked.get("x") or "").strip("`")
    if not wanted:
        return Found(tuple(dict.fromkeys(row.said for row in rows)), tuple(ids), "", len(rows), weighed=True)
    good = [row for row in rows if any(_is(one, wanted) for one in row.values)]
    rest = [row for row in rows if row not in good]
    if good:
        said = (good[0].said._replace(text=f"Yes: {good[0].said.text}"), *(row.said for row in (*good[1:], *rest)))
        return Found(tuple(dict.fromkeys(said)), tuple(ids), "", weighed=True)
    if all(row.known for row in rows):
        said = (rows[0].said._replace(text=f"No: {rows[0].said.text}"), *(row.said for row in rows[1:]))
        return Found(tuple(dict.fromkeys(said)), tuple(ids), f"No call is given `{wanted[:60]}`.", weighed=True)
    note = f"I say neither yes nor no: it is called so, and what the values are that it is given I do not follow; none is written as `{wanted[:60]}`."
    return Found(tuple(dict.fromkeys(row.said for row in rows)), tuple(ids), note, weighed=True)


def _callers(here: Here, name: str) -> set[str]:
    found = functions(here, QuestionToken("", name, code=True))
    callers = {one for id_ in ([] if isinstance(found, Failed) else found) for one in here.project.callers.get(id_, ())}
    return {one for one in callers if not is_aside(here.project.functions[one].path)}


def _given(here: Here, id_: str, name: str) -> Iterator[GivenArguments]:
    project, facts = here.project, here.project.functions[id_].facts
    text = project.bound(id_).text
    for call in calls_of(here, id_, name):
        code = " ".join(text[call.start : call.end].decode("utf-8", "replace").split())
        given = list(_parts(code))
        own = text[: facts.end - facts.start].decode("utf-8", "replace")
        set_ = {one: value for one in given if (value := _constant(own, one.partition("=")[2].strip() or one))}
        told = "".join(f", where `{one}` is `{value}`" for one, value in set_.items())
        shown = code if len(code) <= WIDE else f"{code[: WIDE - 2]} …"
        said = at(project, id_, f"{label(project, id_)}: `{shown}`{told}", line_at(project, id_, call.start))
        yield GivenArguments(said, (*given, *set_.values()), all(is_constant(one) or one in set_ for one in given))


def _parts(code: str) -> Iterator[str]:
    """The arguments of a call, as they are written."""
    inside, deep, begin, quote = code[code.find("(") + 1 : -1], 0, 0, ""
    for place, letter in enumerate(inside):
        if quote:
            quote = "" if letter == quote and inside[place - 1 : place] != "\\" else quote
        elif letter in "\"'":
            quote = letter
        elif letter in DEEP:
            deep += 1
        elif letter in ")]}":
            deep -= 1
        elif letter == "," and not deep:
            yield inside[begin:place].strip()
            begin = place + 1
    if inside[begin:].strip():
        yield inside[begin:].strip()


def _constant(text: str, name: str) -> str:
    """What a plain name is set to where it is set once, and to a constant."""
    if not name.isidentifier() or is_constant(name):
        return ""
    found = re.findall(
        rf"(?<![\w.>]){re.escape(name)}\s{{0,3}}(?:[-+|&*/]?=(?!=)|\+\+|--)\s{{0,3}}([^;\n]{{0,100}})", text
    )
    return found[0].strip() if len(found) == 1 and is_constant(found[0].strip()) else ""


def _is(value: str, wanted: str) -> bool:
    plain = value.partition("=")[2].strip() if regex(r"\w{1,60}\s?=(?!=)").match(value) else value
    return plain in (wanted, wanted.strip("\"'")) or plain.strip("\"'") == wanted.strip("\"'")
