"""All claims of a rendered comment that can be judged by machine, each with whether the code bears it out."""

from __future__ import annotations

from collections.abc import Iterator

from flowscout.model.account import Answer
from flowscout.model.identity import path_of
from flowscout.model.review import FunctionChange, Review

from . import drawn, governed, led, named, standing
from .claims import Texts, quotes
from .quoting import claims
from .reading import drawings, sentences
from .verdict import Verdict


def verdicts(review: Review, comment: str, texts: Texts) -> Iterator[Verdict]:
    alike: dict[tuple[str, str], list[Answer]] = {}
    for one in review.account:
        alike.setdefault((one.unit, one.sentence), []).append(one)
    for one in review.account:
        yield from standing.judged(one, texts, alike[one.unit, one.sentence])
        yield from governed.judged(one, texts)
        if texts.has(one):
            yield from named.judged(one, texts.of(one), review.account)
    yield from _told(comment)
    for change in review.changes:
        yield from led.judged(change, texts)
        if change.before and change.after:
            yield from drawn.not_told(change, review.account)
            yield from drawn.not_drawn(change, review.account)
    yield from _drawn(review, comment, texts)


def _drawn(review: Review, comment: str, texts: Texts) -> Iterator[Verdict]:
    for one in drawings(comment):
        own = [each for each in review.changes if _is(each, one.name, one.path)]
        if len(own) != 1 or not own[0].before or not own[0].after or own[0].after not in texts.pairs:
            continue
        diff = texts.between(own[0].after, path_of(own[0].before), path_of(own[0].after))
        renames = [
            pair for each in review.account if each.unit in ("", own[0].after) for pair in named.names(each.sentence)
        ]
        yield from drawn.judged(one, own[0], diff, renames)


def _is(change: FunctionChange, name: str, path: str) -> bool:
    id_ = change.after or change.before
    return path_of(id_) == path and id_.partition("::")[2].startswith(name)


def _told(comment: str) -> Iterator[Verdict]:
    """What the sentences say as they are shown: no two quotes that should differ read alike, nothing is new and gone."""
    seen: dict[tuple[str, str, tuple[str, ...], str], tuple[bool, str]] = {}
    for said in sentences(comment):
        for kind, borne in quotes(said.text):
            yield Verdict(kind, borne, said.unit, 0, said.text)
        for claim in claims(said.text):
            key = said.unit, claim.deed, claim.text, claim.tail.partition(" (")[0]
            came, other = seen.setdefault(key, (claim.came, said.text))
            yield Verdict("new and gone", came == claim.came, said.unit, 0, f"{said.text}  //  {other}", claim.text[0])
