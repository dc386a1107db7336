"""Whether all that a function returns is one value: `can A return anything other than 0`, `does A always return NULL`."""

from __future__ import annotations

from typing import Final

from ...model.pattern import regex
from ...words.names import has_word
from ..codes import NO_RESULTS, Failed
from ..conditions import told, under
from ..own import CONSTANTS, line_at, returned
from .elsewhere import is_constant, value_of
from .failing import returns_if
from .here import Found, Here, at, each, functions, label
from .question.asked import Asked
from .question.tokens import QuestionToken, one_line

_A: Final = r"`?(?P<a>[A-Za-z_~][\w.:>~-]{0,119})(?:\(\))?`?"
_T: Final = r"(?:the value )?[`\"']?(?P<t>-?[\w.:]{1,80})[`\"']?"
_FORMS: Final = tuple(regex(rf"(?i){form}$") for form in (
    rf"(?:does|do|can|could|may|will|would) {_A} (?:ever )?return (?P<else>(?:anything|something|any value|any other value|a value|values?)(?: else)? (?:other than|but|besides|except|apart from|different from|than)) {_T}",
    rf"(?:does|do|can|will|would) {_A} (?P<always>always|only|ever only|invariably) return {_T}",
    rf"(?:is|are) {_T} (?:always|invariably|the only value (?:that is )?) ?returned (?:by|from) {_A}",
    rf"(?:is|are) {_T} the only (?:value|thing|result) (?:that )?{_A} (?:returns|can return)",
))  # fmt: skip


def returns_else(here: Here, question: str) -> Found | Failed | None:
    plain = one_line(question).rstrip("?!. ")
    if (back := _BACK.match(plain)) and not isinstance(
        functions(here, one := QuestionToken("", back["a"], code=True)), Failed
    ):
        return each(here, one, lambda id_: _comes_back(here, id_))
    asked = next((found.groupdict() for form in _FORMS if (found := form.match(plain))), None)
    if asked is None or isinstance(functions(here, about := QuestionToken("", asked["a"], code=True)), Failed):
        return None
    value, else_ = asked["t"], bool(asked.get("else"))
    return each(here, about, lambda id_: _told(here, id_, value, else_=else_))


_BACK: Final = regex(rf"(?i)(?:does|do|can|will|would) {_A} (?:ever |normally )?(?:return|come back|come to an end|finish)(?: at all| to its callers?)?$")  # fmt: skip


def _comes_back(here: Here, id_: str) -> Found:
    """By the ways through its own code."""
    project, name = here.project, label(here.project, id_)
    cfg = project.cfg(id_)
    ends = [block for block in cfg.returns if not cfg.blocks[block].dead]
    if not ends:
        return Found((at(project, id_, f"No: no way through {name} comes to its end"),), (id_,), "", weighed=True)
    rows = [at(project, id_, f"{name} returns {value_of(said)}{told(under(project, id_, offset))}", line_at(project, id_, offset)) for offset, said in returned(project, id_, "")]  # fmt: skip
    rows = rows or [at(project, id_, f"{name} comes to its end")]
    return Found((rows[0]._replace(text=f"Yes: {rows[0].text}"), *rows[1:]), (id_,), "By the ways through its own code.", weighed=True)  # fmt: skip


def _told(here: Here, id_: str, value: str, *, else_: bool) -> Found | Failed:
    project, name = here.project, label(here.project, id_)
    wanted = CONSTANTS.get(value.lower(), (value,))
    spots = [(offset, value_of(said)) for offset, said in returned(project, id_, "")]
    if not spots:
        return Failed(NO_RESULTS, f"I find no return of a value in {name}")
    if not is_constant(wanted[0]) and not any(has_word(said, one) for _, said in spots for one in wanted):
        return Failed(NO_RESULTS, f"{name} names no `{value[:80]}` in a return, so I cannot tell whether it is what it returns")  # fmt: skip
    pointer = "*" in project.functions[id_].facts.result and "NULL" in wanted
    same = (*wanted, "0") if pointer else wanted
    others = [(offset, said) for offset, said in spots if said not in same]
    rows = [at(project, id_, f"{name} returns {said}{told(under(project, id_, offset))}", line_at(project, id_, offset)) for offset, said in (others or spots)]  # fmt: skip
    unlike = next((row for row, (_, said) in zip(rows, others, strict=False) if is_constant(said)), None)
    if not others:
        return Found((rows[0]._replace(text=f"{'No' if else_ else 'Yes'}: {rows[0].text}, and nothing else"), *rows[1:]), (id_,), "", weighed=True)  # fmt: skip
    if unlike:
        head = unlike._replace(text=f"{'Yes' if else_ else 'No'}: {unlike.text}")
        return Found((head, *(row for row in rows if row != unlike)), (id_,), f"Its returns that are not `{value[:60]}`.", weighed=True)  # fmt: skip
    return Found(tuple(rows), (id_,), f"I say neither yes nor no: besides `{value[:60]}` it returns what I do not follow.", weighed=True)  # fmt: skip


_ANY: Final = regex(
    rf"(?i)(?:does|do|can|could|may|will|would) {_A} (?:ever |also |still )?return(?: back)? \\S.{{0,200}}$".replace(
        "\\\\", "\\"
    )
)
ROWS: Final = 6


def all_returns(here: Here, question: str) -> Found | None:
    """Of a yes or no about what is returned that is not understood: all that is, each with what decides over it; None where that is much."""
    asked = _ANY.match(one_line(question).rstrip("?!. "))
    found = returns_if(here, Asked("returns_if", {"A": QuestionToken("", asked["a"], code=True)})) if asked else None
    if not isinstance(found, Found) or not 0 < len(found.said) <= ROWS:
        return None
    note = f"I say neither yes nor no: all that it returns, and when. {found.note}".strip()
    return found._replace(note=note, weighed=True)
