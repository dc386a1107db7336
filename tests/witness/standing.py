"""Whether what a sentence tells as new or gone is so: by where the text that it quotes stands on both sides.

gone nowhere     told as gone, and stood nowhere in the file
new nowhere      told as new, and stands nowhere in the file
gone and stands  told as gone from a function, and stands there as often, every word of it as it stood
new and stood    told as new in a function, and stood there as often, every word of it as it stands
another line     quoted with lines on which it does not stand
was nowhere      told as changed to something else, and it stood nowhere
is nowhere       told as what something is now, and it stands nowhere
was and is       told as changed, and every word of it stands where the new text does
under nowhere    said to hang on a text that stands nowhere
under later      said to hang on a text that stands behind it alone
is there         a function told as new that was there, or as gone that is
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flowscout.model.account import DECLARATION, FLOW, Answer, Side

from .claims import Texts
from .plain import Plain
from .quoting import Claim, Pair, claims, pairs, under
from .verdict import Verdict

WHOLE = 3  # tokens that are no mere name
ALSO = "still does so in another place"
UNREAD = ("file", "unread", "defect", "syntax")


def judged(one: Answer, texts: Texts, alike: Sequence[Answer]) -> Iterator[Verdict]:
    if one.how not in (FLOW, DECLARATION) or one.twin or one.rule in UNREAD or not texts.has(one):
        return
    for claim in claims(one.sentence):
        if ALSO in claim.tail:
            continue
        if claim.deed != "is" or " " in claim.text[0].strip("`"):
            yield from _of(one, claim, texts, alike)

    for pair in pairs(one.sentence):
        yield from _pair(one, pair, texts)
    yield from _under(one, texts)
    yield from _unit(one, texts)


def _pair(one: Answer, pair: Pair, texts: Texts) -> Iterator[Verdict]:
    def verdict(kind: str, borne: bool) -> Verdict:
        return Verdict(kind, borne, one.place.path, one.place.line, one.sentence, " / ".join(pair))

    diff = texts.of(one)
    own = [diff.text(side).places(text) for side, text in enumerate(pair)]
    for side, word in ((0, "was nowhere"), (1, "is nowhere")):
        yield verdict(word, bool(own[side] or texts.whole(one).text(side).places(pair[side])))
    if not own[0] or not one.before.line or not one.after.line:
        return
    was, now = diff.before(one.before.line, one.before.end_line), diff.after(one.after.line, one.after.end_line)
    here = [each for each in own[0] if was.start <= each.start < was.stop and len(each) >= WHOLE]
    if here and _squeezed(pair.was) not in _squeezed(pair.now):
        stays = all(_together([diff.kept[at] for at in each]) and diff.kept[each.start] in now for each in here)
        yield verdict("was and is", not stays)


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _under(one: Answer, texts: Texts) -> Iterator[Verdict]:
    diff = texts.of(one)
    for text in under(one.sentence):
        own = [diff.text(side).places(text) for side in (0, 1)]

        def verdict(kind: str, borne: bool, text: str = text) -> Verdict:
            return Verdict(kind, borne, one.place.path, one.place.line, one.sentence, text)

        yield verdict("under nowhere", any(own))
        ends = [_end(diff, side, (one.before, one.after)[side]) for side in (0, 1)]
        early = [each.start < end for places, end in zip(own, ends, strict=True) for each in places if end]
        if early:
            yield verdict("under later", any(early))


def _end(diff: Plain, side: int, place: Side) -> int:
    return (diff.before, diff.after)[side](place.line, place.end_line).stop if place.line else 0


def _unit(one: Answer, texts: Texts) -> Iterator[Verdict]:
    found = re.match(r"Is (new|gone)[.:]", one.sentence)
    if found and "::" in one.unit:
        there = one.unit in (texts.after if found[1] == "gone" else texts.before).functions
        yield Verdict("is there", not there, one.place.path, one.place.line, one.sentence, one.unit)


def _of(one: Answer, claim: Claim, texts: Texts, alike: Sequence[Answer]) -> Iterator[Verdict]:
    def verdict(kind: str, borne: bool) -> Verdict:
        return Verdict(kind, borne, one.place.path, one.place.line, one.sentence, " to ".join(claim.text))

    diff, side = texts.of(one), int(claim.came)
    own = _places(diff, side, claim)
    anywhere = own or _places(texts.whole(one), side, claim)
    word = "new" if claim.came else "gone"
    yield verdict(f"{word} nowhere", bool(anywhere))
    if not own:
        return
    there = _places(diff, 1 - side, claim)
    kept = (diff.kept, diff.came)[side]
    stays = len(there) >= len(own) and all(_together([kept[at] for at in each]) for each in own)
    yield verdict("new and stood" if claim.came else "gone and stands", not stays)
    cited = [(each.before, each.after)[side] for each in alike]
    lines = [(diff.before, diff.after)[side](each.line, each.end_line) for each in cited if each.line]
    if lines:
        yield verdict("another line", any(a.start < b.stop and b.start < a.stop for a in own for b in lines))


def _places(diff: Plain, side: int, claim: Claim) -> list[range]:
    return diff.text(side).places(*claim.text)


def _together(there: list[int]) -> bool:
    return there[0] >= 0 and there == [*range(there[0], there[0] + len(there))]
