"""Python: an argument that is what the callee's parameter is by default, written out now or no longer: `zip(a, b, strict=False)` of `zip(a, b)`.

Whom a call means, and so what a parameter is by default, only the project around it says; a library's, the lexicon of the language. Where
neither does, or the value is no plain one, it stays told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from ... import shelf
from ...border import within
from ...model.account import FLOW, NEUTRAL, Answer
from ...model.alignment import opcodes
from ...model.facts import FunctionFacts
from ...model.identity import path_of
from ...model.language import Language
from ...model.pattern import regex
from ...pipeline import Project

RULE: Final = "defaults written out"
_TOKEN: Final = regex(r"[A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+)*+|\"[^\"\n]*+\"|'[^'\n]*+'|\d[\w.]*+|\*\*|==|\S")
_GIVEN: Final = regex(r"(?:, )?([A-Za-z_]\w{0,80}) = (-? ?[\w.]{1,40}|\"[^\"\n]{0,40}\"|'[^'\n]{0,40}') ?,?")
_PLAIN: Final = regex(r"None|True|False|-?\d[\w.]{0,20}|\"[^\"\n\\]{0,40}\"|'[^'\n\\]{0,40}'")
_MOST: Final = 400  # tokens of an edit that is looked at
_WRAPS_NOTHING: Final = frozenset(("staticmethod", "classmethod"))


def by_default(before: Project, after: Project, told: Sequence[Answer]) -> list[Answer]:
    return [
        one._replace(how=NEUTRAL, rule=RULE, sentence="", core="", rank=9)
        if within(one.unit, partial(_is_default, before, after, one), bool)
        else one
        for one in told
    ]


def _is_default(before: Project, after: Project, one: Answer) -> bool:
    """Whether all that differs are such arguments."""
    was, now = one.before.code, one.after.code
    known = one.how == FLOW and "=" in was + now and one.unit in after.functions
    if not known or not was or not now or "…" in was + now or after.files[path_of(one.unit)].language != "python":
        return False
    old, new = _TOKEN.findall(was), _TOKEN.findall(now)
    if max(len(old), len(new)) > _MOST:
        return False
    rows = [row for row in opcodes(old, new) if row[0] != "equal"]
    found = [_given(row, old, new) for row in rows]
    return bool(found) and all(
        each is not None and _by_default(before, after, one, *each, {kind for kind, *_ in rows}) for each in found
    )


def _given(row: tuple[str, int, int, int, int], old: Sequence[str], new: Sequence[str]) -> tuple[str, str, str] | None:
    """(callee, parameter, value) of an argument that one side alone has."""
    kind, i, j, m, n = row
    side, start, end = (new, m, n) if kind == "insert" else (old, i, j)
    found = _GIVEN.fullmatch(" ".join(side[start:end])) if kind in ("insert", "delete") else None
    callee = _callee(side, start) if found else ""
    return (callee, found[1], found[2].replace(" ", "")) if found and callee else None


def _callee(words: Sequence[str], at: int) -> str:
    """Whose brackets are open at a place, where nothing in them is spread and no `lambda` takes what stands there."""
    depth = 0
    for here in range(at - 1, 0, -1):
        depth += (words[here] in ")]}") - (words[here] in "([{")
        if not depth and (words[here] == "lambda" or _is_spread(words, here)):
            return ""
        if depth < 0:
            name = words[here - 1].rpartition(".")[2]
            called = words[here] == "(" and name.isidentifier() and not _is_spread_behind(words, at)
            return name if called else ""
    return ""


def _is_spread_behind(words: Sequence[str], at: int) -> bool:
    """Whether brackets that are open at a place are given a `*args` or `**more` from there on."""
    depth = 0
    for here in range(at, len(words)):
        if not depth and _is_spread(words, here):
            return True
        depth += (words[here] in "([{") - (words[here] in ")]}")
        if depth < 0:
            break
    return False


def _is_spread(words: Sequence[str], at: int) -> bool:
    return words[at] in ("*", "**") and words[at - 1] in ("(", ",")


def _by_default(
    before: Project, after: Project, one: Answer, callee: str, name: str, value: str, kinds: set[str]
) -> bool:
    """What says so is the side on which the argument is not written."""
    if not _PLAIN.fullmatch(value) or len(kinds) > 1:
        return False
    told = after if kinds == {"delete"} else before
    found = [*_defaults(after, told, one, callee, name)]
    return bool(found) and all(each == value.replace("'", '"') for each in found)


def _defaults(after: Project, told: Project, one: Answer, callee: str, name: str) -> Iterator[str]:
    """What the parameter is by default for each call of that name in these lines; "" of one that nothing is known of."""
    facts, path = after.functions[one.unit].facts, path_of(one.unit)
    outside = _outside(after, path)
    lines = range(one.after.line, one.after.end_line + 1)
    for site in after.resolved(one.unit):
        call = facts.calls[site.site]
        if call.kind == "call" and call.name == callee and after.line(path, facts.start + call.start) in lines:
            if site.external:
                yield outside.get(f"{site.external}.{name}", "").replace("'", '"')
            elif site.how == "exact" and len(site.targets) == 1 and site.targets[0] in told.functions:
                yield _parameter(told.functions[site.targets[0]].facts, name)
            else:
                yield ""


def _outside(project: Project, path: str) -> Mapping[str, str]:
    language: Language = shelf.load("flowscout.languages", project.files[path].language)
    return language.lexicon.defaults


def _parameter(facts: FunctionFacts, name: str) -> str:
    bare = not {each.partition("(")[0] for each in facts.decorators} - _WRAPS_NOTHING
    found = [each.default for each in facts.params if each.name == name] if bare else []
    return found[0].replace("'", '"') if found else ""
