"""What is given back is collected: what goes into it says what it is, its name does not.

rows = []
for each in found:                    returns a list of `read(each)` for each each in found where each is not empty
    if each: rows.append(read(each))
return rows

for each in names:                    returns a list of `desc(each)` or `asc(each)` for some each in names
    if not known(each): continue
    rows.append(desc(each) if each.down else asc(each))
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import Final

from ...model.facts import Binding, FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...words.names import last
from ...words.phrases import shortened
from ...words.series import series
from .clauses import DOES, EACH, GIVES, LEAVES, Clause
from .fills import ALL, COUNT, GROUP, SET, Fill, fill, fits, kind, times
from .fills import told as filled
from .fuller import WhatItHolds, unknown

_RETURNED: Final = regex(r"return `([^`]{1,120}|\"[^`\"]{0,20}\"[^`]{1,100})`")
_TEXT: Final = regex(r"\"[^\"]*+\"|'[^']*+'")
_NAME: Final = regex(r"(?<![\w.>])[^\W\d]\w*+(?!\w|\s?\()")
_TURNED: Final = {"tuple": "tuple", "list": "list", "set": "set", "frozenset": "set", "sorted": "sorted list"}
_SETS: Final = frozenset(["set", "frozenset"])
_ENDS: Final = regex(r",? until an error$")  # then nothing is given back
_HANDLER: Final = regex(
    r"\bexcept\b[^:\n]{0,200}:\s{1,80}([^\n]{0,40})|\bcatch ?\([^)\n]{0,200}\) ?\{\s{0,80}([^\n]{0,40})"
)
_TRY: Final = regex(r"\btry ?[:{]")
_SUPPRESS: Final = regex(r"(?<!\w)with [^\n]{0,200}\bsuppress ?\(")
_LEAVES: Final = regex(r"(?:raise|return|throw)\b")
_ANEW: Final = regex(r"(?:set|increment|decrement) `([^`]{1,100})`")
_WHILE: Final = "while "
_OTHERS: Final = 20  # letters of `may raise …`
_ROOM: Final = 132
_BOTH: Final = 2
_MOST: Final = 3  # that go into it


def collected(
    clauses: Sequence[Clause], facts: FunctionFacts, text: bytes, language: Language, held: WhatItHolds = unknown
) -> list[Clause]:
    """With one clause for what is collected and what is given back. held: what a local holds somewhere."""
    said = list(clauses)
    value = said[-1] if said and said[-1].kind == GIVES else None
    found = _RETURNED.fullmatch(value.phrase) if value is not None and not (value.after or value.may) else None
    if value is None or found is None:
        return said
    names = list(dict.fromkeys(_NAME.findall(_TEXT.sub('""', found[1]))))
    begun = [[each for each in facts.bindings if each.name == name] for name in names]
    known = [each[0] for each in begun if len(each) == 1]
    given = _Given(value.phrase, found[1], _ROOM - _OTHERS * any(each.kind == LEAVES for each in said))
    for name in known:
        grown = [each for each in said if each.kind == DOES and _fed(each, name.name)]
        bare = [fill for each in grown for fill in _fed(each, name.name)]
        if bare and times(name, text, language, bare) == len(bare):
            paid = [_paid(fill, each, held) for each in grown for fill in _fed(each, name.name)]
            of = kind(name.value, language.spelling.casts)
            base = _base(said, name.name) if not of and given.written == name.name else None
            begins = base.phrase.partition("` to ")[2] if base is not None else ""
            rounds = (
                [each._replace(may=True) for each in grown] if swallowed(text, [each.at for each in grown]) else grown
            )
            straight = rounds == grown and _as_it_was(said, name.name, bare)
            nouns = [
                _noun(rounds, fills, of, language) if not begins else _added(grown, fills, begins) if straight else ""
                for fills in (paid, bare)
            ]
            whole = given.told(name.name, nouns)
            said = [each for each in said if each not in grown and each is not base] if whole else said
            given = given._replace(phrase=whole or given.phrase)
    for each in said if len(known) == _BOTH and given.phrase == value.phrase else ():
        if whole := given.parted(known, _parted(each, known, text, language, held)):
            said, given = [one for one in said if one is not each], given._replace(phrase=whole)
            break
    return [each._replace(phrase=given.phrase) if each is value else each for each in said]


class _Given(NamedTuple):
    """What is given back. phrase: so far. written: as code. room: for the whole."""

    phrase: str
    written: str
    room: int

    def told(self, name: str, nouns: Sequence[str]) -> str:
        """With one of these in the place of the name, or behind it; "" for no room."""
        ways = [_given(self.phrase, self.written, name, noun) for noun in nouns if noun]
        return next((way for way in ways if len(way) <= self.room), "")

    def parted(self, known: Sequence[Binding], nouns: Sequence[str]) -> str:
        """Where that are two, each of which has its part."""
        lead = "return" if self.written == ", ".join([each.name for each in known]) else f"{self.phrase},"
        return next((way for noun in nouns if len(way := f"{lead} {noun}") <= self.room), "")


def _paid(fill: Fill, clause: Clause, held: WhatItHolds) -> Fill:
    """With a local told by what it holds, where nothing else speaks of it."""
    name = fill.what.strip("`")
    spoken = _NAME.findall(f"{clause.after} {fill.by}")
    told = held.value(name, clause.at) if name.isidentifier() and name not in spoken else ""
    return fill._replace(what=f"`{told}`") if told else fill


def swallowed(text: bytes, places: Sequence[int]) -> bool:
    """One of them stands in a `try` with a handler that goes on, or under `with suppress(…):`, so that it may be left out.
    places: in bytes."""
    code, places = text.decode("latin-1"), sorted(places)
    if any(
        _between(places, found.start(), _block_end(code, found.start()))
        for found in _SUPPRESS.finditer(code)
        if places and found.start() < places[-1]
    ):
        return True
    tries: list[tuple[int, int]] = []  # that are open, each with its depth
    waiting = [(found.start(), _depth(code, found.start())) for found in _TRY.finditer(code)][::-1]
    for found in _HANDLER.finditer(code):
        depth = _depth(code, found.start())
        while waiting and waiting[-1][0] < found.start():
            one = waiting.pop()
            while tries and tries[-1][1] > one[1]:
                tries.pop()
            tries.append(one)
        while tries and tries[-1][1] > depth:
            tries.pop()
        goes_on = not _LEAVES.match(found[1] or found[2] or "")
        if tries and goes_on and _between(places, tries[-1][0], found.start()):
            return True
    return False


def _between(places: Sequence[int], begin: int, end: int) -> bool:
    """places: in order."""
    at = bisect_right(places, begin)
    return at < len(places) and places[at] < end


def _block_end(code: str, at: int) -> int:
    """Where the first line begins that is indented no deeper."""
    depth, end = _depth(code, at), code.find("\n", at) + 1
    while 0 < end < len(code):
        below = code.find("\n", end) + 1 or len(code)
        line = code[end:below]
        if line.strip() and len(line) - len(line.lstrip()) <= depth and not line.lstrip().startswith((")", "]")):
            return end
        end = below
    return len(code)


def _depth(code: str, at: int) -> int:
    """How far a line is indented."""
    line = code[code.rfind("\n", 0, at) + 1 : at]
    return len(line) - len(line.lstrip())


def _as_it_was(said: Sequence[Clause], name: str, fills: Sequence[Fill]) -> bool:
    """What is put into it is the same before and after, and it is given back at the end alone."""
    anew = [found[1] for each in said if (found := _ANEW.match(each.phrase))]
    early = any(_is_in(name, each.phrase) for each in said[:-1] if each.kind in (GIVES, LEAVES))
    return not early and not any(_is_in(to, each.what) for to in anew for each in fills)


def _is_in(name: str, phrase: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", phrase) is not None


def _parted(clause: Clause, known: Sequence[Binding], text: bytes, language: Language, held: WhatItHolds) -> list[str]:
    """What goes into the one where something holds, else into the other: "lists of `row` for each row in rows: `good` where …"."""
    begun = {each.name: each for each in known}
    sides = [one for one in (fill(clause.phrase), fill(clause.other)) if one is not None and one.to in begun]
    kinds = {kind(begun[one.to].value, language.spelling.casts) for one in sides}
    if len({one.to for one in sides}) != _BOTH or len(kinds) != 1:
        return []
    one, other, of = *sides, kinds.pop()
    each, _, asked = _ENDS.sub("", clause.after).partition(" where ")
    same = (one.what, one.how, one.by) == (other.what, other.how, other.by) and fits([one, other], of, False)
    if not same or one.how in (GROUP, COUNT) or clause.may or clause.also or "," in asked or not asked:
        return []
    if not each.startswith(EACH) or any(times(begun[it.to], text, language, [it]) != 1 for it in sides):
        return []
    return [
        f"{of}s of {filled(it, it.what, of)} {each}: `{one.to}` where {asked}, else `{other.to}`"
        for it in (_paid(one, clause, held), one)
    ]


def _given(phrase: str, written: str, name: str, noun: str) -> str:
    """What is given back, with what was collected told in the place of its name, or behind it."""
    if written == name:
        return f"return {noun}"
    call, _, given = written.partition("(")
    row, listed, rest = noun.partition(" of ")
    if phrase == f"return `{written}`" and listed and row in ("a list", "a set"):
        if given == f"{name})" and call in _TURNED and (row == "a list" or call in _SETS):
            return f"return a {_TURNED[call]} of {rest}"
        if call == "sorted" and given.startswith(f"{name}, key=") and "," not in given[len(name) + 2 :]:
            return f"return a list, sorted by `{given[len(name) + 6 : -1]}`, of {rest}"
    if phrase == f"return `{written}`" and written.endswith(f"({name})") and name not in written[: -len(name) - 2]:
        return f"return `{written[: -len(name) - 2]}(…)` of {noun}"
    return f"{phrase}, `{name}` being {noun}"


def once_given(clauses: Sequence[Clause], facts: FunctionFacts) -> list[Clause]:
    """Without a call whose value is given back under the same condition, and told there: the same one, and no other before it."""
    left = [each for each in clauses if each.kind in (GIVES, LEAVES)]
    calls, ways = Counter(each.name for each in facts.calls), Counter(_called(each) for each in left)
    given = {
        (each.phrase.removeprefix("return "), each.after)
        for each in left
        if calls[_called(each)] <= ways[_called(each)]
    }
    return [
        each
        for each in clauses
        if each.kind != DOES
        or each.may
        or each.other
        or each.also
        or (each.phrase.removeprefix("call "), each.after) not in given
    ]


def _called(clause: Clause) -> str:
    return last(clause.phrase.removeprefix("return `").partition("(")[0])


def _fed(clause: Clause, name: str) -> list[Fill]:
    """What goes into it, and how."""
    parts = [part for whole in (clause.phrase, clause.other, clause.also) if whole for part in whole.split("` or ")]
    found = [fill(part if part.count("`") % 2 == 0 else f"{part}`") for part in parts]
    known = [each for each in found if each is not None and each.to == name]
    return known if len(known) == len(found) else []


def _noun(grown: Sequence[Clause], fills: list[Fill], of: str, language: Language) -> str:
    """In as many words as there is room for, "" where it is known neither what it is nor what of."""
    if not fits(fills, of, language.spelling.casts) or len(fills) > _MOST:
        return ""
    grown = [each._replace(after=_ENDS.sub("", each.after)) for each in grown]
    if any(map(_straight, grown)):
        parts = _in_order(grown, [filled(each, each.what, of) for each in fills])
        return f"a {of} of {', then '.join(parts)}" if parts and of in ("list", "set") else ""
    if not all(each.after.startswith((EACH, _WHILE)) for each in grown):
        return ""
    brief = [
        shortened(f"append {each.what} to ``").removeprefix("append ").removesuffix(" to ``") if each.what else ""
        for each in fills
    ]
    row = "" if fills[0].how in (GROUP, COUNT) else f"a {of} of "
    ways = (
        f"{row}{said}"
        for words in ([each.what for each in fills], brief)
        for said in _told(grown, [filled(each, what, of) for each, what in zip(fills, words, strict=True)])
    )
    return next((way for way in ways if len(way) <= _ROOM - len("return ")), "")


def _straight(clause: Clause) -> bool:
    """It is done once, be it under a condition."""
    return not clause.after or clause.after.startswith("where ")


def _in_order(grown: Sequence[Clause], what: Sequence[str]) -> list[str]:
    """What goes in, one after the other, each with what it hangs on; nothing where that is not all that is known of each."""
    sure = not any(each.may or each.other or each.also or "," in each.after for each in grown)
    known = all(_straight(each) or each.after.startswith(EACH) for each in grown)
    told = [f"{told} {each.after}".rstrip() for told, each in zip(what, grown, strict=False)]
    return told if sure and known and len(what) == len(grown) else []


def _base(said: Sequence[Clause], name: str) -> Clause | None:
    """What says which value it has first."""
    return next((each for each in said if each.phrase.startswith(f"set `{name}` to `") and not each.after), None)


def _added(grown: Sequence[Clause], fills: list[Fill], begins: str) -> str:
    """What it begins with, and what comes to that: "`["ls"]` with `"-a"` added where all holds"."""
    grown = [each._replace(after=_ENDS.sub("", each.after)) for each in grown]
    named = [f"all in {each.what}" if each.how == ALL else each.what for each in fills]
    if any(each.how in (SET, GROUP, COUNT) for each in fills) or not (parts := _in_order(grown, named)):
        return ""
    first = f"{named[0]} added {grown[0].after}".rstrip()
    return f"{begins} with {', then '.join([first, *parts[1:]])}" if begins.count("`") == _BOTH else ""


def _told(grown: Sequence[Clause], what: Sequence[str]) -> list[str]:
    """What goes into it, and where: the fuller way first. what: of all that fills it, in order."""
    if any(each.after.startswith(_WHILE) for each in grown):
        alone = len(grown) == len(what) == 1 and " where " not in grown[0].after and not grown[0].may
        return [f"{what[0]}, one after another {grown[0].after}"] if alone else []
    first, loop = grown[0], grown[0].after.removeprefix(EACH)
    plain, _, asked = loop.partition(" where ")
    plain = plain.rstrip(",")
    if len(grown) > 1:
        rounds = [f"{told} {each.after}" for told, each in zip(what, grown, strict=False)]
        whole = len(what) == len(grown) and not any(each.may or each.other or each.also for each in grown)
        return [", then ".join(rounds)] if whole and not any("," in each.after for each in grown) else []
    if first.other or first.also:
        if first.may or len(what) != _BOTH or (first.other and first.also):
            return []
        if first.also:
            return [f"{what[0]} and {what[1]} for each {loop}"]
        return [f"{what[0]} where {asked}, else {what[1]}, for each {plain}"] if asked and "," not in asked else []
    hangs = first.may or plain != loop
    if len(what) > 1:
        return [f"{_either(what)} for some {plain}"]
    return [
        f"{what[0]} for {'some' if first.may else 'each'} {loop}",
        *([f"{what[0]} for some {plain}"] if hangs else []),
    ]


def _either(told: Sequence[str]) -> str:
    told = list(dict.fromkeys(told))
    return series(told, "or")
