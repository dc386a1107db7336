"""One sentence for a function: its author's, where that is about what it does, else made of its clauses.

    Makes record (req), creates volume metadata (rec), allocates storage for items of PickNodes(req.replicas()); returns `OK`;
    returns `InvalidArgument` where req.volume_id is empty.

What weighs most is said first to be chosen and then in the code's order; whole clauses are left out where there is no room.
Nothing is said where it would only be the name again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ...model.codec import Refused, decode_body
from ...model.facts import FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...words.about import LONGEST, behaviour, respells
from ...words.phrases import third
from .clauses import DOES, GIVES, LEAVES, Clause, Reader

_MOST: Final = 3  # things done
_SPARE: Final = 3  # letters that "may return" has more than "returns"
CUT: Final = 200  # letters that facts keep of a comment
_VALUE: Final = regex(r"(?:Returns|Sets|Yields|Raises|Throws) `.*")
_PLAIN_VALUES: Final = frozenset(["return early", *(f"return `{value}`" for value in ("0", "None", "True", "true", "self", "*this", "OK", "ok", "Ok", "1"))])


def sentence(facts: FunctionFacts, text: Callable[[], bytes], language: Language) -> str:
    """At most LONGEST letters; "" where nothing can be said that the name does not say. Follows from what is `spoken` alone.
    text: of the function, asked for only where the author's words do not do."""
    told = _documented(facts)
    if told or facts.kind == "module":
        return told
    try:
        body = decode_body(facts.body)
    except Refused:
        return ""
    reader = Reader(facts, text(), language)
    said = composed(reader.way(body.statements).clauses, lambda: reader.values(body.statements))
    return "" if not _VALUE.match(said) and respells(said, facts.name, facts.scope[-1] if facts.scope else "") else said


def _documented(facts: FunctionFacts) -> str:
    if not facts.doc:
        return ""
    return behaviour(facts.doc, facts.name, facts.scope[-1] if facts.scope else "", whole=len(facts.doc) < CUT)


def composed(clauses: Sequence[Clause], values: Callable[[], set[str]]) -> str:
    """values: all that is returned anywhere; while one of them is not told, the last is only what may be returned."""
    places = {clause: place for place, clause in reversed(list(enumerate(clauses)))}
    does = sorted({each for each in clauses if each.kind == DOES and each.phrase}, key=lambda each: (-each.weight, places[each]))
    slight, does = [each for each in does if each.weight <= 1], [each for each in does if each.weight > 1]
    value = [each for each in clauses if each.kind == GIVES][-1:]
    gives = [each for each in value if each.phrase not in _PLAIN_VALUES]
    leaves = _outcomes([each for each in clauses if each.kind == LEAVES and each.phrase and each.phrase not in {it.phrase for it in value}])
    if leaves and not does:
        gives = value
    wanted = [*does[:1], *gives, *leaves[:2], *does[1:_MOST], *leaves[2:]] or slight[:_MOST] or value
    chosen: list[Clause] = []
    for each in wanted:
        if len(_joined([*chosen, each], places)) <= LONGEST - _SPARE:
            chosen.append(each)
    last = [each for each in chosen if each.kind == GIVES and not each.may and not each.after]
    if last and not values() <= {each.phrase for each in chosen}:
        chosen = [each._replace(may=True) if each in last else each for each in chosen]
    return _joined(chosen, places)


def _outcomes(clauses: Iterable[Clause]) -> list[Clause]:
    """Ways out that give the same are told once."""
    alike: dict[str, list[Clause]] = {}
    for each in clauses:
        alike.setdefault(each.phrase, []).append(each)
    return [_together(same) for same in alike.values()]


def _together(same: Sequence[Clause]) -> Clause:
    first = same[0]
    if len(same) == 1:
        return first
    after = f"{first.after} or {same[1].after.removeprefix('where ')}"
    if len(same) == 2 and first.after != same[1].after and not first.may and not same[1].may and all(each.after.startswith("where ") for each in same) and len(after) <= 80:
        return first._replace(after=after)
    return first._replace(after=f"in {len(same)} cases", may=False)


def _joined(chosen: Sequence[Clause], places: dict[Clause, int]) -> str:
    ordered = sorted(chosen, key=lambda each: ((DOES, GIVES, LEAVES).index(each.kind), places.get(each, 0)))
    done = ", ".join(_said(each) for each in ordered if each.kind == DOES)
    parts = [part for part in (done, *(_said(each) for each in ordered if each.kind != DOES)) if part]
    whole = "; ".join(parts)
    return f"{whole[:1].upper()}{whole[1:]}." if whole else ""


def _said(clause: Clause) -> str:
    phrase = f"may {clause.phrase}" if clause.may else third(clause.phrase)
    return f"{phrase} {clause.after}" if clause.after else phrase
