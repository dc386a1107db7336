"""Code folded to size: arguments go from the inside out, names stay whole.

    f(a, g(b, h(c)), &d)        f(a, g(b, …), &d), then f(a, g(…), &d), then f(…, &d)
    f(a + 1, a + n)             f(a + 1, …): a cut never joins two arguments
    DO(left = (*g)(a, b, c))    DO(left = (*g)(…)), then DO(… = (*g)(…)): a statement that is handed on is told by whom it calls
    x["key"][n - 1].last        ….last, where nothing else helps

What goes first: all that stands deepest, the middle of long strings, of the outer list what says least (`ttl=ttl`, `None`, `0`),
then from its end; what is chosen (`strict=False`, `a or b`) after that. What is handed to be written to (`&d`) goes last.
"""

from __future__ import annotations

from collections.abc import Callable
from re import Match
from typing import Final

from ..model.pattern import regex
from ..model.record import NamedTuple
from .terms import DOTS as DOTS
from .terms import formula

_OPEN: Final = {"(": ")", "[": "]", "{": "}"}
_MARKS: Final = frozenset("\"'([{")
_PIECE: Final = regex(r"\w++|\s++|.")
_LOGIC: Final = regex(r" (?:and|or|nor|is|has|lacks|equals|differs from) ")
_QUOTED: Final = regex(r"""(?<!\w)(?:[bfr]{1,2}+)?'[^']*+'|"[^"]*+\"""")
_BLOCK: Final = regex(r"""\A[bfrBFR]{0,2}("{3}|'{3})""")
_NAMED: Final = regex(r"\.?\w{1,80} ?= ?")
_DULL: Final = regex(r"(?:None|null|true|false|True|False|-?\d|\"\"|\[\]|\{\})|\w{1,80} ?= ?(?:None|null)")
_CHOOSES: Final = regex(r" (?:or|and|if|else) ")
_LAST_WORD: Final = regex(r"(?:(?<=[_\W])|(?=[A-Z]))[a-zA-Z][a-z0-9]{0,7}$")
_FIRST_WORD: Final = regex(r"[A-Z][a-z]|_[a-zA-Z]|(?<=\W)\w")
_GROUP: Final = regex(r"[(\[][^()\[\]]{0,4}[)\]]$")
_CHAIN: Final = regex(r"[^\s\"']++")
_OWNERS: Final = regex(r"(?<![\w.…])(?:\w{1,80}\.){1,20}(?=[A-Za-z_])")
_MANY: Final = regex(r" (?:[-+*/%&|^×]|<<|>>|\|\||&&|and|or) ")
_ALIKE: Final = regex(rf"(?<!=)(?<![^,] ){DOTS}(?:, {DOTS})++|{DOTS}{{2,}}+")  # not those of a key: `"a" …, …`
_STRING: Final = 22  # characters that a string is left at least
_OPERATORS: Final = tuple("+-*/%&|^<>=?:×")
_CALLED: Final = regex(r"(\w{1,40}|[\])>]) ?\($")
_ASKING: Final = frozenset(
    ("if", "elif", "while", "for", "switch", "return", "and", "or", "not", "in", "is", "await", "yield", "catch", "except")
)  # fmt: skip
_STATEMENT: Final = regex(r"\A([\w.>\[\]*-]{1,80}) ([-+*/|&^]?=) (?=(\(\*[\w.>-]{1,80}\)|[\w.:>-]{1,80})\()")
_ROUNDS: Final = 48
_SMALL: Final = 4  # what stands between brackets and is no longer is not folded
_SPARED: Final = 12  # a place between square brackets that is reckoned and has no more letters is not folded
_SAVED: Final = 4  # letters that a cut saves at least
_NAME: Final = 42  # of who is called, with its bracket
_KEY: Final = 24  # one name, number or string between square brackets
_HUGE: Final = 2_000


class BracketPart(NamedTuple):
    """What stands between two brackets, [start, end)."""

    start: int
    end: int
    depth: int


def fold(text: str, limit: int, torn: bool = True) -> str:
    """At most `limit` characters, the ends of what is left where nothing else helps; longer ones stay where it must not be torn."""
    if len(text) > _HUGE:
        text = _ends(text, _HUGE)
    for step in (_inner, strings, _outer, *[_emptied][:torn]):
        if len(text) <= limit:
            return text
        text = _ALIKE.sub(DOTS, step(text, limit))
    return _ends(text, limit) if torn else text


def calls(text: str, limit: int, least: int = 0, keep: Callable[[str], bool] = lambda item: False) -> str:
    """Code whose calls are given less, the deepest first; longer than that where it is not enough. Conditions and displays stay, and what
    has no more letters than `least`. keep: items that go last."""
    return _each(
        text,
        limit,
        deep=False,
        only=lambda text, part: part.end - part.start > least and _given(text, part),
        keep=keep,
    )


def beside_texts(text: str, limit: int) -> str:
    """Code whose calls are given less, but for those that are given a text, or in which one is; longer than that where it is not enough."""
    return _each(
        text, limit, deep=False, only=lambda text, part: '"' not in text[part.start : part.end] and _given(text, part)
    )


def strings(text: str, limit: int) -> str:
    """Long strings lose their middle, the longest first."""
    for string in sorted(_QUOTED.findall(text), key=len, reverse=True):
        if len(text) > limit and len(string) > _STRING:
            first = string.index(string[-1]) + 1
            inside = _pieced(string[first:-1], max(_STRING, len(string) - len(text) + limit) - first - 1)
            text = text.replace(string, string[:first] + inside + string[-1], 1)
    return text


def _inner(text: str, limit: int) -> str:
    return _each(text, limit, deep=True)


def _outer(text: str, limit: int) -> str:
    return _each(text, limit, deep=False)


def _each(
    text: str,
    limit: int,
    deep: bool,
    only: Callable[[str, BracketPart], bool] = lambda text, part: True,
    keep: Callable[[str], bool] = lambda item: False,
) -> str:
    """Lists in brackets with fewer items, the deepest and then the longest first; keys stay."""
    tried: set[str] = set()
    for _ in range(_ROUNDS):
        found = [
            part
            for part in parts(text)
            if _foldable(text, part)
            and text[part.start : part.end] not in tried
            and bool(part.depth) >= deep
            and only(text, part)
        ]
        if len(text) <= limit or not found:
            break
        part = max(found, key=lambda part: (part.depth, part.end - part.start))
        inside = text[part.start : part.end]
        tried.add(inside)
        last = _apart(text, part, inside) | {item for item in split(inside, ", ") if keep(item)}
        short = fewer(inside, len(inside) - len(text) + limit, last)
        text = text[: part.start] + short + text[part.end :]
    return text


def _apart(text: str, part: BracketPart, inside: str) -> frozenset[str]:
    """What it is given that no other call of that name is, if there are several."""
    called = _CALLED.search(text, max(0, part.start - _NAME), part.start)
    if called is None or text.count(called[0]) < 2:
        return frozenset()
    others = [
        text[each.start : each.end]
        for each in parts(text)
        if each.start != part.start and text.endswith(called[0], 0, each.start)
    ]
    given = {item for each in others for item in split(each, ", ")}
    return frozenset(split(inside, ", ")) - given if others else frozenset()


def _foldable(text: str, part: BracketPart) -> bool:
    inside = text[part.start : part.end]
    if part.end - part.start <= _SMALL or inside.startswith(DOTS) or _names_a_call(text, part):
        return False
    room = _SPARED if _MANY.search(inside) else _KEY
    if text[part.start - 1] == "[" and part.end - part.start <= room and "," not in inside:
        return False
    return _called(text, part) or not _LOGIC.search(inside)


def _names_a_call(text: str, part: BracketPart) -> bool:
    """The first of `(*done)(given)`."""
    return text[part.start - 1 : part.start + 1] == "(*" and text[part.end : part.end + 2] == ")("


def _called(text: str, part: BracketPart) -> bool:
    before = text[max(part.start - 2, 0) : part.start - 1]
    return text[part.start - 1] != "(" or before.isalnum() or before in ("_", ">", "]", ")")


def _given(text: str, part: BracketPart) -> bool:
    """Whether it is what a call is given."""
    return (called := _CALLED.search(text, max(0, part.start - _KEY), part.start)) is not None and called[
        1
    ] not in _ASKING


def _emptied(text: str, limit: int) -> str:
    """All that is between brackets and asks nothing, from the outside in."""
    for _ in range(_ROUNDS):
        found = [
            part
            for part in parts(text)
            if part.end - part.start > 1
            and not _names_a_call(text, part)
            and (_called(text, part) or not _LOGIC.search(text[part.start : part.end]))
        ]
        if len(text) <= limit or not found:
            break
        part = max(found, key=lambda part: (-part.depth, part.end - part.start))
        text = text[: part.start] + DOTS + text[part.end :]
    return text


def fewer(inside: str, room: int, apart: frozenset[str] = frozenset()) -> str:
    """Items of a list, as many as there is room for; of one sum its first and last term. apart: items that go last."""
    items = split(inside, ", ")
    if len(items) == 1:
        return _terms(inside, room)
    for at in sorted(range(len(items)), key=lambda at: (items[at] in apart, _worth(items[at], at))):
        if len(", ".join(items)) <= room:
            break
        items[at] = _said_in_short(items[at], room - len(", ".join(items)) + len(items[at]))
    joined = _ALIKE.sub(DOTS, ", ".join(items))
    while len(joined) > room and (kept := joined.removesuffix(f", {DOTS}").rpartition(", ")[0]) and kept.endswith(DOTS):
        joined = f"{kept}, {DOTS}"  # of names alone the first
    if len(joined) > room:
        joined = _ALIKE.sub(DOTS, ", ".join([item if item.startswith("&") else DOTS for item in items]))
    return joined if len(joined) <= max(room, 1) else DOTS


def _said_in_short(item: str, room: int) -> str:
    """The name of a long one or the text it begins with, else dots: of what is short a name alone says less than the one before whole."""
    if block := _BLOCK.match(item):
        whole, rest = f"{block[0]}{DOTS}{block[1]}", item[block.end() :].partition(block[1])[2]
        return min((f"{whole}{rest if len(whole + rest) <= room else f' {DOTS}'}", item), key=len)
    head = _NAMED.match(item) or _QUOTED.match(item)
    if head and head[0][-1] in " =" and len(item) - head.end() <= _KEY:
        return DOTS
    short = f"{head[0]}{'' if head[0][-1] in ' =' else ' '}{DOTS}" if head else DOTS
    return (
        item
        if len(item) - len(short) < _SAVED and len(item) <= _KEY and len(item) <= room
        else short
        if len(short) < len(item)
        else DOTS
    )


def _worth(item: str, at: int) -> tuple[int, int]:
    """What tells least first: what is handed on under its own name, then what says nothing without one, then the later. What the
    caller chooses (`strict=False`, `a or b`) and what it is about go last."""
    if _own_name(item):
        return 0, -at
    if _DULL.fullmatch(item):
        return 1, -at
    chosen = at == 0 or bool(_CHOOSES.search(item)) or bool(_NAMED.match(item))
    return 4 if item.startswith("&") else 3 if chosen else 2, -at


def _own_name(item: str) -> bool:
    """`timeout=timeout`, `timeout=self._timeout`."""
    name, named, value = item.partition("=")
    return bool(named) and name.strip(" ._") == value.strip().rpartition(".")[2].strip("_")


def _terms(inside: str, room: int) -> str:
    if len(inside) > room and (done := _STATEMENT.match(inside)) and (told := _set_by_a_call(inside, done, room)):
        return told
    found = list(_MANY.finditer(blanked(inside)))
    if len(found) > 1 and len({match[0] for match in found}) == 1:
        short = inside[: found[0].end()] + DOTS + inside[found[-1].start() :]
        if len(short) <= room:
            return short
    if len(short := _OWNERS.sub(f"{DOTS}.", inside)) <= room:  # of a field its own name tells most
        return short
    if inside[:1] not in "\"'" and (short := formula(inside, blanked(inside), room, fold)):
        return short
    return _ends(inside, room) if room >= _STRING or (room > _SMALL and not found and inside[:1] == '"') else DOTS


def _set_by_a_call(text: str, done: Match[str], room: int) -> str:
    """Of `left = f(a, b)` all but whom it calls may go; "" where more than one is called."""
    given = next((each for each in parts(text) if each.start == done.end(3) + 1), None)
    if given is None or given.end != len(text) - 1:
        return ""
    last = f"{done[2]} {done[3]}({DOTS})"
    short = fewer(text[given.start : given.end], room - given.start - 1)
    told = (f"{text[: given.start]}{short})", f"{done[1]} {last}", f"{DOTS} {last}")
    return next((each for each in told if len(each) <= room), told[-1])


# -- pieces


def _ends(text: str, room: int) -> str:
    """A formula by its operands, all else by head and tail."""
    if len(text) <= room:
        return text
    if text[:1] not in "\"'" and (short := formula(text, blanked(text), room, fold)):
        return short
    return _pieced(text, room)


def _pieced(text: str, room: int) -> str:
    """Head and tail in whole pieces: names, brackets with what they hold, single marks."""
    if len(text) <= room:
        return text
    short = _OWNERS.sub(f"{DOTS}.", text)  # of a field its own name tells most
    if len(short) <= room and not _CHAIN.fullmatch(text):
        return short
    pieces = _pieces(text)
    head, tail, left, used = 0, 0, room - len(DOTS), 0
    first = 0 if _CHAIN.fullmatch(text) else left * 3 // 5  # of `a.b.c` the end tells most
    while head < len(pieces) and used + len(pieces[head]) <= first:
        used += len(pieces[head])
        head += 1
    while tail < len(pieces) - head and used + len(pieces[-1 - tail]) <= left:
        used += len(pieces[-1 - tail])
        tail += 1
    while head < len(pieces) - tail and used + len(pieces[head]) <= left:
        used += len(pieces[head])
        head += 1
    begin, end = "".join(pieces[:head]).rstrip(" ,.:(["), "".join(pieces[len(pieces) - tail :]).lstrip(" ,")
    if not tail or len(begin) + len(end) < min(room // 4, 8):
        return _torn(text, room)
    blank = " " if begin[-1:] in _OPERATORS and len(begin) + len(end) + 2 <= room else ""
    return _ALIKE.sub(DOTS, begin + blank + DOTS + end)


def _torn(text: str, room: int) -> str:
    """A name that is longer than all the room there is, between its words where it has some."""
    called = _GROUP.search(text)
    if called and called.start() and room - len(called[0]) > _SMALL:
        return _torn(text[: called.start()], room - len(called[0])) + called[0]
    size = max(room - len(DOTS), 2)
    begin, end = text[: size - size * 2 // 5], text[len(text) - size * 2 // 5 :]
    first, last = _LAST_WORD.search(begin), _FIRST_WORD.search(end)
    begin = begin[: first.start()] if first and first.start() > len(begin) // 2 else begin
    end = end[last.start() :] if last and last.start() < len(end) // 2 else end
    return begin.rstrip(" ,") + DOTS + end.lstrip(",")


def _pieces(text: str) -> list[str]:
    """Names, blanks, marks; outermost brackets with what they hold are one where they are short."""
    closed = {part.start - 1: part.end + 1 for part in parts(text) if part.depth == 0 and part.end - part.start <= _KEY}
    found: list[str] = []
    at = 0
    while at < len(text):
        end = closed.get(at)
        if end is None:
            match = _PIECE.match(text, at)
            end = match.end() if match else at + 1
        handed = found and found[-1].startswith("(*") and found[-1].endswith(")")  # `(*done)(given)`
        if closed.get(at) and found and (found[-1][-1].isalnum() or found[-1][-1] in "_…" or handed):
            found[-1] += text[at:end]  # a call, an item
        else:
            found.append(text[at:end])
        at = end
    return found


def split(text: str, between: str) -> list[str]:
    """At what stands outside quotes and brackets."""
    blank = blanked(text)
    found, start = [], 0
    while (at := blank.find(between, start)) >= 0:
        found.append(text[start:at])
        start = at + len(between)
    return [*found, text[start:]]


def parts(text: str) -> list[BracketPart]:
    if _OPEN.keys().isdisjoint(text):
        return []
    found: list[BracketPart] = []
    open_: list[int] = []
    quote = ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char == '"' or (char == "'" and _begins(text, at)):
            quote = char if char in text[at + 1 : at + 200] else ""
        elif char in _OPEN:
            open_.append(at)
        elif open_ and char == _OPEN[text[open_[-1]]]:
            found.append(BracketPart(open_.pop() + 1, at, len(open_)))
    return found


def _begins(text: str, at: int) -> bool:
    """Whether a single quote begins a text, with what may stand before one: it is no apostrophe."""
    before = at
    while at - before < 2 and text[before - 1 : before] in ("b", "f", "r"):
        before -= 1
    return not text[max(before - 1, 0) : before].isalnum()


def blanked(text: str) -> str:
    """The text with quoted and bracketed parts blanked out."""
    if _MARKS.isdisjoint(text):
        return text
    out, depth, quote = [], 0, ""
    for at, char in enumerate(text):
        inside = bool(quote) or depth > 0
        if quote:
            quote = "" if char == quote else quote
        elif char == '"' or (char == "'" and _begins(text, at)):
            quote = char if char in text[at + 1 : at + 200] else ""
        elif char in ")]}":
            depth -= depth > 0
            inside = depth > 0
        elif char in "([{":
            depth += 1
        out.append("·" if inside else char)
    return "".join(out)
