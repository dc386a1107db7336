"""Which way a segment says that something goes: counted up or down, from and to, which end, what is let go of, what is returned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import Deed, done, wide
from .doings import Doings
from .english import GLUE, words
from .heads import SETTING, given_back
from .parts import Facts
from .phrases import noun_phrase, own_stems
from .scopes import TextScope
from .stems import NEUTRAL_STEMS, kinds_of, stem, stems
from .ways import (
    TAKEN,
    at_end,
    both_given,
    counted_else,
    given_by,
    in_order,
    let_go_else,
    misdirected,
    place,
    sided,
    turned_copy,
    turned_round,
)

# -- directions -----------------------------------------------------------------------------------------------------------------


def directed(
    said: tuple[ClauseWord, ...] | Sequence[ClauseWord],
    heads: Sequence[int],
    deeds: Sequence[Deed],
    doings: Doings,
    facts: Facts,
) -> Iterator[str]:
    for at in heads:
        kinds = kinds_of(said[at].text)
        if why := misdirected(said, at, doings.own):
            yield why
        left, _, right = (doings.own[0].deed.code if len(doings.own) == 1 else "").partition("=")
        turn = next((n for n, w in enumerate(said) if n > at and w.small in ("to", "into", "onto")), len(said))
        aimed = {stem(w.text) for w in said[turn:] if w.kind == "word" and w.small not in GLUE}
        if "move" in kinds and "(" not in left and aimed & (stems(right) - stems(left)) and not aimed & stems(left):
            yield f"nothing in the step says that {said[at].small} goes that way"
        if kinds & {"send", "add", "store"} and doings.own and all(turned_round(said, at, d) for d in doings.own):
            yield f"nothing in the step says that {said[at].small} goes that way"
        if (
            "move" in kinds
            and doings.own
            and not any(
                in_order(
                    said,
                    at,
                    d._replace(raw=TAKEN.sub("", turned_copy(d.raw)) if TAKEN.search(d.raw) else _swapped(d.raw)),
                )
                for d in doings.own
            )
        ):
            yield f"nothing in the step says that {said[at].small} goes that way"
        written = (
            bool(doings.own)
            and all(SETTING.search(d.deed.code) for d in doings.own)
            and kinds & {"change", "store", "map"}
        )
        if written and not any(sided(said, at, d.deed) for d in doings.own):
            yield f"nothing in the step says that {said[at].small} goes that way"
        one = stem(said[at].text)
        if one in _SUBTRACTING and (aimless := _object(said, at)) and any(_minuend(d, aimless) for d in deeds):
            yield f"nothing in the step says that {said[at].small} is done to that"
        if one in _COUNTING and counted_else(
            frozenset(stem(w.text) for w in said[at + 1 :] if w.kind == "word" and w.small not in GLUE),
            one in ("increment", "increas"),
            [done(d) for d in facts.steps.values()],
        ):
            yield f"nothing in the step says that {said[at].small} is done to that"
        if (
            doings.own
            and kinds & {"add", "store", "map"}
            and "move" not in kinds
            and (aim := place(said, at))
            and (head := _object(said, at))
            and all(both_given(d.deed, head, aim) for d in doings.own)
        ):
            yield f"nothing in the step says which is {said[at].small}"
        if doings.own and not any(at_end(said, at, d.deed) for d in doings.own):
            yield f"nothing in the step says that {said[at].small} is done at that end"


_DIFFERENCE: Final = regex(r"([\w.>-]{1,80}[\w)]) - ([\w.]{1,80})")
_SUBTRACTING: Final = frozenset(map(stem, words("subtract deduct")))


def _minuend(deed: Deed, one: str) -> bool:
    """Whether it is what the other is taken from: `n` of `self.n - last_n`."""
    found = _DIFFERENCE.search(deed.code)
    ends = [re.split(r"\.|->", side)[-1] for side in found.groups()] if found else []
    return bool(ends) and stem(ends[0]) == one != stem(ends[1])


_COUNTING: Final = frozenset(map(stem, words("increment increase decrement decrease")))
_FREEING: Final = frozenset(map(stem, words("free release destroy dispose deallocate delete")))
_LETTING: Final = frozenset(
    map(stem, words("delete remove free release close destroy erase unlink dispose deallocate drop discard"))
)


def _object(said: Sequence[ClauseWord], at: int) -> str:
    nouns = [w for w in noun_phrase(said, at) if w.kind in ("word", "code") and w.small not in GLUE]
    return own_stems(nouns[-1])[-1] if nouns and own_stems(nouns[-1]) else ""


def let_go(said: Sequence[ClauseWord], heads: Sequence[int], doings: Doings, facts: Facts) -> Iterator[str]:
    """`frees the line` of `free(line->text)`; `frees the new text` of one that nothing made here."""
    for at in heads:
        if stem(said[at].text) not in _LETTING:
            continue
        phrase = [w for w in noun_phrase(said, at) if w.kind in ("word", "code") and w.small not in GLUE]
        objects = frozenset(
            s
            for w in phrase
            for s in own_stems(w)
            if w.small not in ("each", "every", "all", "any", "both", "old", "new", "whole")
        )
        for d in doings.own:
            if (
                stem(said[at].text) != "unlink"
                and (held := _TAKEN_FROM.search(d.deed.code))
                and objects
                and objects <= wide(stems(held[1]))
                and held[2].strip()
                and not objects & wide(stems(held[2]))
            ):
                yield f"nothing in the step says that {said[at].small} is done to that"
        listed = {
            stem(w.text) for n, w in enumerate(said) if n > at and any(v.small in ("from", "off") for v in said[at:n])
        }
        if (
            objects
            and doings.own
            and not any(objects <= stems(d.deed.code.partition("(")[0]) for d in doings.own)
            and (stem(said[at].text) in _FREEING or not any("&" in d.deed.code for d in doings.own))
            and all(let_go_else(objects, d) and not listed & stems(d.deed.code.partition("(")[0]) for d in doings.own)
        ):
            yield f"nothing in the step says that {said[at].small} is done to that"
        for d in doings.own:
            if (
                stem(said[at].text) in _FREEING
                and (way := _OWNED.search(d.deed.code))
                and objects
                and not objects & stems(way[2])
                and objects & (stems(facts.typed(way[1]))) - stems(way[1])
            ):
                yield f"nothing in the step says that {said[at].small} is done to that"
        if any(w.small == "new" for w in phrase) and not any(facts.made_here(d.deed) for d in doings.own):
            yield "nothing says that it is new"


_BASE: Final = regex(r"(?<![\w.>])\w+(?=\.|->|\[)")  # what something is looked up in
_ANYTHING: Final = frozenset(
    map(stem, words("value result data object item element instance content outcome answer entry it one"))
)
_TAKEN_FROM: Final = regex(r"([\w.>-]{1,80})(?:\.|->)(?:pop|remove|discard|delete|erase|take)\w*\(([^()]{0,200})\)")
_OWNED: Final = regex(r"\(\s*[&*]?(\w{1,80})(?:->|\.)(\w{1,80})\s*\)")


def returned_else(said: Sequence[ClauseWord], deeds: Sequence[Deed], scope: TextScope, facts: Facts) -> Iterator[str]:
    """`returns the key` of `return found`, where the key is what it was looked up by."""
    returned = given_back(said)
    if not returned or not all(d.said.startswith(("Return", "Yield")) or facts.gives(d) for d in deeds):
        return
    head = stem(returned[-1].text)
    if head in {s for name in facts.parameters for s in stems(name) if s == stem(name)} and not any(
        head in stems(_BASE.sub(" ", d.code)) for d in deeds
    ):
        yield f"{returned[-1].text} is not what is returned"
    yield from (
        why
        for why in given_by(said, deeds)
        if not (" is a " in why and (head in scope.known or head == "pointer" or head in NEUTRAL_STEMS))
    )
    if (
        head not in _ANYTHING
        and head in facts.named
        and head in scope.deep
        and head not in scope.own
        and not any(stem(w.text) in scope.own for w in returned)
    ):
        yield f"{returned[-1].text} is not what is returned"


def _swapped(raw: str) -> str:
    return re.sub(
        r"(?<![.:>])\b((?:mem|str|wcs|array_|\w{1,20})(?:cpy|copy|move|cat)\w{0,4})\(([^,()]{1,80}),([^()]{0,120})\)",
        r"\1(\3, \2)",
        raw,
    )
