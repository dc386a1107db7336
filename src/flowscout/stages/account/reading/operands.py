"""A condition that only gained or lost an operand: what it lets through, or asks for, beside what it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.pattern import regex
from ..pieces import questions
from ..pieces.pieces import Piece
from ..pieces.quoting import MOST, WIDER
from . import conditions
from .saying import CONDITION, EXIT, LOOP, Said, both_quoted, chained, q, under

MOST_APART = 2  # operands of either side that are told for themselves

_PLAIN: Final = regex(
    r"\A!? ?(?:not )?[A-Za-z_]\w*+(?: (?:==|!=|is|is not) (?:[A-Za-z_]\w*+|-?\d[\w.]*+|'[^']{1,4}'|\"[^\"]*+\"))?\Z"
)
_GIVES: Final = regex(r"\w\((?! *\))")
_WORDS = {"||": "or", "or": "or", "&&": "and", "and": "and"}
_PAIRS = {"(": ")", "[": "]", "{": "}"}


def gained_or_lost(was: str, now: str, does: str, under: str, ends: str = "") -> Said | None:
    """None where more differs. does: what the first step does that hangs on it, in the third person. ends: how those behind it leave."""
    if not does or "…" in was + now:
        return None
    before, after = split(was, "or"), split(now, "or")
    if extra := beside(before, after):
        return Said(CONDITION, f"Also {does}{ends} when {_joined(extra, ' or ')}{under}.", 2)
    if missing := beside(after, before):
        return Said(CONDITION, f"No longer {does}{ends} when only {_joined(missing, ' or ')}{under}.", 2)
    if len(before) > 1 or len(after) > 1:
        return _each_of_some(before, after, does, under)
    before, after = split(was, "and"), split(now, "and")
    if extra := beside(before, after):
        return Said(
            CONDITION, f"Also asks for {_joined(extra, ' and ')} before it {_behind(extra, after)}{does}{under}.", 2
        )
    missing = beside(after, before)
    if missing and not any(each in does for each in missing):  # else it is asked right there
        what = f"{_behind(missing, before)}{does}"
        return Said(CONDITION, f"No longer asks for {_joined(missing, ' and ')} before it {what}{under}.", 2)
    return _within_one(before, after, f"{does}{ends}", under)


def in_another_order(was: str, now: str, decided: str, under: str) -> Said | None:
    """The same operands, of which those that changed places only look at a name: no one acts, nor could fail but for another."""
    if "…" in was + now:
        return None
    for word, signs in (("or", ("||", "or")), ("and", ("&&", "and"))):
        before, after = split(was, word), split(now, word)
        if len(before) == 1 or before == after or sorted(before) != sorted(after):
            continue
        apart = [at for at, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
        first, last = apart[0], apart[-1] + 1
        sign = next(each for each in signs if f" {each} " in now)
        if all(_PLAIN.match(each) for each in after[first:last]):
            turned, stood = (q(f" {sign} ".join(side[first:last])) for side in (after, before))
            before_it = f" before it {decided}" if decided else ""
            return Said(CONDITION, f"Asks the same in another order{before_it}{under}: {turned}, no longer {stood}.", 6)
    return None


def _each_of_some(before: Sequence[str], after: Sequence[str], does: str, under: str) -> Said | None:
    """`a || b || c` that is `a && d || b && d || c` now: the same beside several."""
    pairs = [(was, now) for was, now in zip(before, after, strict=False) if was != now]
    if len(before) != len(after) or len(pairs) == len(after) or len(pairs) > MOST_APART:
        return None
    for verb, first in (("also", 0), ("no longer", 1)):
        both = [(split(pair[first], "and"), split(pair[1 - first], "and")) for pair in pairs]
        extra = {tuple(map(_bare, beside(few, many))) for few, many in both}
        if len(extra) == 1 and (more := next(iter(extra))):
            where = " or ".join(" and ".join(map(q, few)) for few, _ in both)
            asks = _joined(more, " and ")
            return Said(CONDITION, f"Where {where}, {verb} asks for {asks} before it {does}{under}.", 2)
    return None


def _behind(those: Sequence[str], all_: Sequence[str]) -> str:
    """Calls that are given something, and are made by a question behind these: "asks for `join(id) != 0` and "."""
    last = max(at for at, each in enumerate(all_) if each in those)
    calling = [each for each in all_[last + 1 :] if _GIVES.search(each)]
    return f"asks for {_joined(calling, ' and ')} and " if calling else ""


def _within_one(before: Sequence[str], after: Sequence[str], does: str, under: str) -> Said | None:
    """`a && (b || c)` that is `a && (b || c || d)` now."""
    pairs = [(was, now) for was, now in zip(before, after, strict=False) if was != now]
    if len(before) != len(after) or len(pairs) != 1 or len(after) == 1:
        return None
    one, other = (split(each, "or") for each in pairs[0])
    rest = [each for each in after if each != pairs[0][1]]
    where = f", still only where {_joined(rest, ' and ')}" if len(rest) <= MOST_APART else ", the rest asked as before"
    if extra := beside(one, other):
        return Said(CONDITION, f"Also {does} when {_joined(extra, ' or ')}{where}{under}.", 2)
    if missing := beside(other, one):
        return Said(CONDITION, f"No longer {does} when only {_joined(missing, ' or ')}{where}{under}.", 2)
    return None


def looped(was: str, now: str, last: bool, under: str) -> Said | None:
    """A loop's test that only gained or lost an operand. last: whether it is asked behind each round."""
    if "…" in was + now or ";" in was + now:
        return None
    when = f"{'behind' if last else 'before'} each round"
    (before, after), verb = [split(each, "or") for each in (was, now)], "goes on when"
    if len(before) == len(after) == 1:
        (before, after), verb = [split(each, "and") for each in (was, now)], "asks for"
    word, close = (" or ", "") if verb == "goes on when" else (" and ", f" {when}")
    if extra := beside(before, after):
        return Said(LOOP, f"The loop {q(was)} also {verb} {_joined(extra, word)}{close}{under}.", 3)
    if missing := beside(after, before):
        only = verb.replace("when", "when only")
        return Said(LOOP, f"The loop {q(now)} no longer {only} {_joined(missing, word)}{close}{under}.", 3)
    return None


def returned(was: str, now: str, under: str) -> Said | None:
    """C and C++: an answer that only gained or lost an operand."""
    if not any(sign in text for sign in ("||", "&&") for text in (was, now)) or any("…" in text for text in (was, now)):
        return None
    before, after = split(was, "or"), split(now, "or")
    word, verb, less = "or", "true where", "true where only"
    if len(before) == len(after) == 1:
        before, after = split(was, "and"), split(now, "and")
        word, verb, less = "and", "true only where", "true only where"
    if extra := beside(before, after):
        how = "now also" if word == "or" else "now"
        return Said(EXIT, f"What it returns is {how} {verb} {_joined(extra, f' {word} ')}{under}.", 2)
    if missing := beside(after, before):
        return Said(EXIT, f"What it returns is no longer {less} {_joined(missing, f' {word} ')}{under}.", 2)
    return None


def operand(was: str, now: str) -> tuple[str, str, str]:
    """Of two long conditions those operands that differ, quoted, and that they are a part; else both, cut."""
    if max(len(was), len(now)) > MOST + WIDER:
        for word in ("or", "and"):
            before, after = split(was, word), split(now, word)
            gone, came = (
                [each for each in one if each not in other] for one, other in ((before, after), (after, before))
            )
            if 0 < len(gone) <= MOST_APART and 0 < len(came) <= MOST_APART and len(gone) < len(before):
                return *_quoted(gone, came, word), "among other things "
    return *both_quoted(was, now), ""


def _quoted(gone: Sequence[str], came: Sequence[str], word: str) -> tuple[str, str]:
    if len(gone) != len(came):
        return _joined(gone, f" {word} "), _joined(came, f" {word} ")
    pairs = [both_quoted(was, now) for was, now in zip(gone, came, strict=True)]
    was, now = zip(*pairs, strict=True)
    return f" {word} ".join(was), f" {word} ".join(now)


def _joined(operands: Sequence[str], word: str) -> str:
    return word.join(map(q, operands))


def beside(few: Sequence[str], many: Sequence[str]) -> list[str]:
    """What the longer one has more, where it has all of the shorter one in its order."""
    rest = list(few)
    more = []
    for each in many:
        if rest and rest[0] == each:
            rest.pop(0)
        else:
            more.append(each)
    return [] if rest else more


def told(pieces: Sequence[Piece], held: Sequence[conditions.Held]) -> str:
    """Outermost first, each question once, by what of it differs."""
    places = sorted({(each.at, each.role) for each in held})
    shown = [of_parts(pieces, [each for each in held if (each.at, each.role) == place]) for place in places]
    return chained([one for piece, (_, role) in zip(shown, places, strict=True) if (one := under(piece, role))])


def of_parts(pieces: Sequence[Piece], held: Sequence[conditions.Held]) -> Piece:
    """The question of these, which are all of it; or, where it asks more, as one that asks them alone."""
    piece, role = pieces[held[0].at], held[0].role
    if piece.kind != "If" or role not in ("then", "else") or "…" in piece.said:
        return piece
    word = "and" if role == "then" else "or"
    texts = split(piece.said, word)
    words, every = questions.operands(questions.bare(piece.words))
    wanted = {each.asked for each in held}
    left = [text for text, each in zip(texts, words, strict=False) if questions.plain(each)[0] in wanted]
    if len(texts) != len(words) or every != (word == "and") or len(left) != len(wanted):
        return piece
    sign = next(
        (each for each in (f" {word} ", " && " if word == "and" else " || ") if each in piece.said), f" {word} "
    )
    many = word == "and" and len(left) > 1
    return piece._replace(said=sign.join([f"({each})" if many and _offers(each) else each for each in left]))


def _offers(text: str) -> bool:
    """Whether it binds less than what stands beside it."""
    return any(_WORDS[each] == "or" for _, each in _outermost(text))


def split(text: str, word: str) -> list[str]:
    """The operands of this word at the outermost level; the text alone where it is not asked for there.

    `and` binds stronger than `or`: of `a && b || c` the operands of `and` are the whole."""
    text = _bare(text)
    found = _outermost(text)
    if word == "and" and any(_WORDS[each] == "or" for _, each in found):
        return [text]
    parts, start = [], 0
    for at, each in found:
        if _WORDS[each] == word:
            parts.append(_bare(text[start:at]))
            start = at + len(each)
    return [*parts, _bare(text[start:])]


def _outermost(text: str) -> list[tuple[int, str]]:
    """Where `and` and `or` stand outside brackets and quotes, as they are written."""
    found, depth, quote, at = [], 0, "", 0
    while at < len(text):
        char = text[at]
        if quote:
            at += char == "\\"
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in _PAIRS:
            depth += 1
        elif char in _PAIRS.values():
            depth -= 1
        elif not depth:
            for each in _WORDS:
                ends = at + len(each)
                if text.startswith(each, at) and (
                    not each.isalpha() or f"{text[at - 1 : at]}{text[ends : ends + 1]}".isspace()
                ):
                    found.append((at, each))
                    at = ends - 1
                    break
        at += 1
    return found


def _bare(text: str) -> str:
    """Without brackets round the whole."""
    text = text.strip()
    while text.startswith("(") and _closing(text) == len(text) - 1:
        text = text[1:-1].strip()
    return text


def _closing(text: str) -> int:
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if not depth:
            return at
    return -1
