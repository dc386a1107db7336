"""Long words cut to size, so that what they say stays said.

A cut takes from the middle: of argument lists first, then of long operands, then of a row of operands. What a `yes` means never
hangs on what went: the words that ask (`is not`, `has`, `is less than`), a `not`, the `and` or `or` of a row, the end of a
comparand and the target of an assignment stay. No name is cut as long as it fits by itself, and no cut joins two arguments or two
statements. Prose behind a colon alone loses its end.

    Start(first, second(a, b), &third) is not null    Start(first, second(…), &third) is not null
    cluster_configuration.timeouts is set             ….timeouts is set
    a is set and b is 1 and c is 2                    a is set and … and c is 2
    Throw Error: no such path in the volume           Throw Error: no such path…
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby, takewhile
from typing import Final

from ..model import limits
from ..model.limits import LABEL_TEXT
from ..model.pattern import regex
from .calls_beside import calls_beside
from .folding import DOTS, BracketPart, blanked, fewer, fold, parts, split

BULLET: Final = "• "
INNER: Final = "– "  # what begins a line below another
_COUNTED: Final = regex(r"Set \d+ (?:fields|variables|values)")
_TIMES: Final = regex(r"([^\n]{1,200}?)(\(\))? \((\d{1,6}) times\)")
_VALUE: Final = regex(f"{BULLET}([^\\n=]{{1,80}}) = ")
_TOLD_NAMES: Final = 3  # names that stand for more
_JOIN: Final = regex(r" (and|or|nor) ")
_CHOICE: Final = regex(r" if |,? else ")
_ASKS: Final = regex(
    r" (?:is|has|lacks|equals|differs from|matches|contains|exists|starts with|ends with|can|cannot|was|should|must|will|may|needs|"
    r"supports|requires|allows|accepts|does not|did not|shares)(?= |$)(?: (?:not|no|neither|less than|at most|more than|at least|in|a|an|none|"
    r"None|null|set|empty|zero|true|false|match|contain|start with|end with|exist)(?= |$))*+"
)
_HEAD: Final = regex(
    r"(?:Set|Append|Add|Subtract|Increase|Decrease|Initialise) .{1,60}? (?:to|from|by) |[\w.\[\]>-]{1,60} [-+*/|&^]?= |"
    r"For each .{1,24}? (?:in|from) |While |Again while |not |(?:Return|Decide|Yield) (?:whether )?+|Validate |Assert |Which "
)
_PROSE: Final = regex(r"\w \w")
_CODE: Final = regex(r" (?:or|and|if|else|in|is|not|for)(?= )|\b(?:new|await|not|lambda) (?=\w)")
_DOTS: Final = regex(f"{DOTS}{{2,}}+")
_LEAST: Final = 4  # characters that an operand is left at least
_NAME: Final = 28  # characters that a name is left at least, where there are several
_STATEMENT: Final = 24  # the same, of a statement
_SIDES: Final = (18, 12, 8, _LEAST)  # the same, of one side of a comparison; the less the longer its row
_TORN: Final = regex(f"(?<![(\\[{{ ,=:]){DOTS}(?!$)|{DOTS}(?![)\\]}}, ;?]|:(?: |$)|$)")
_ALL_GONE: Final = regex(rf"\w\((?:[\w.]++, )?{DOTS}\)\??$")  # what a call is given, or all of it but the first
_COMPARED: Final = regex(rf"(?:^|[\s(]){DOTS} (?:[=!]=|[<>]=?) ")  # nothing is left of what is compared
_STRING: Final = regex(r'"[^"]*+"')
_ROOMS: Final = (80, 110, limits.STEP_TEXT)  # letters of what would be torn, the least first


@lru_cache(maxsize=8192)  # a drawing is tried in several sizes, its parts each by itself
def cut(text: str, limit: int = LABEL_TEXT) -> str:
    """At most `limit` characters; shorter texts as they are."""
    text = " ".join(headed(text).split())
    if len(text) <= limit:
        return text
    mark = "?" if text.endswith("?") else ""
    return _DOTS.sub(DOTS, _shorter(text[: len(text) - len(mark)], limit - len(mark))) + mark


@lru_cache(maxsize=8192)
def whole(text: str, limit: int = LABEL_TEXT) -> str:
    """Cut, unless that tears a name, drops who is called or all that it is given, or joins what does not stand together: then with the least room that does not."""
    return next((short for room in _rooms(limit) if not torn(short := cut(text, room))), cut(text, limit))


def torn(short: str) -> bool:
    bare = _STRING.sub("''", short) if DOTS in short else ""
    return bool(bare) and any(each.search(bare) is not None for each in (_TORN, _ALL_GONE, _COMPARED))


def _rooms(limit: int) -> tuple[int, ...]:
    return limit, *(room for room in _ROOMS if room > limit)


def headed(text: str) -> str:
    """Of a list that says by its head what it holds, the head alone; of values the first names."""
    head, listed, rest = text.partition(f":\n{BULLET}")
    if listed and (several := _TIMES.fullmatch(head)):
        first = rest.partition("\n")[0]
        return f"{first if several[2] else f'{several[1]}: {first}'} and {int(several[3]) - 1} more"
    names = list(dict.fromkeys(_VALUE.findall(f"{BULLET}{rest}"))) if _COUNTED.fullmatch(head) else []
    if not listed or not names:
        return head if listed else text
    more = int(head.split()[1]) - len(names[:_TOLD_NAMES])
    return f"Set {', '.join(names[:_TOLD_NAMES])}{f' and {more} more' if more > 0 else ''}"


def apart(texts: list[str], limit: int) -> list[str]:
    """Different texts, each cut; those that a cut would make the same have more room, or keep what tells them apart."""
    short = [whole(text, limit) for text in texts]
    order = sorted(range(len(texts)), key=lambda at: short[at])
    for _, same in groupby(order, key=lambda at: short[at]):
        alike = list(same)
        if len({texts[at] for at in alike}) > 1:
            for at, told in zip(alike, _roomier([" ".join(texts[at].split()) for at in alike], limit), strict=True):
                short[at] = told
    return short


def beside(one: str, other: str, limit: int) -> tuple[str, str]:
    """What something is and what it was, each cut; the words that differ are left in both."""
    first, second = (" ".join(headed(each).split()) for each in (one, other))
    short = (cut(one, limit), cut(other, limit))
    start = _word_start(first, _alike([first, second]))
    end = _word_end(first, _alike([first[start:][::-1], second[start:][::-1]]))
    if all(each[start : len(each) - end] in told for each, told in zip((first, second), short, strict=True)):
        return short
    mark = "?" if first.endswith("?") and second.endswith("?") else ""
    told = _called_beside(first.removesuffix(mark), second.removesuffix(mark))
    if told and max(map(len, told)) <= 2 * limit:
        return told[0] + mark, told[1] + mark
    now, was = _telling([first, second], limit)
    return now, was


def _called_beside(one: str, other: str) -> tuple[str, str] | None:
    """Calls, or what is asked of them; what is asked is told whole."""
    blank = blanked(one), blanked(other)
    asked = [None if _JOIN.search(each) else _ASKS.search(each) for each in blank]
    if not asked[0] or not asked[1]:
        return None if asked[0] or asked[1] else calls_beside(one, other)
    told = calls_beside(one[: asked[0].start()], other[: asked[1].start()])
    return told and (told[0] + one[asked[0].start() :], told[1] + other[asked[1].start() :])


def _roomier(texts: list[str], limit: int) -> list[str]:
    for room in _rooms(limit)[1:]:
        short = [cut(text, room) for text in texts]
        if len(set(short)) == len(set(texts)) and not any(map(torn, short)):
            return short
    return _telling(texts, limit)


def _telling(texts: list[str], limit: int) -> list[str]:
    """What differs, with as much around it as there is room for. Of comparisons that ask the same, the sides are told apart."""
    mark = "?" if all(text.endswith("?") for text in texts) else ""
    texts, limit = [text.removesuffix(mark) for text in texts], limit - len(mark)
    asked = [None if _JOIN.search(blanked(text)) else _ASKS.search(blanked(text)) for text in texts]
    words = {found[0] if found else "" for found in asked}
    if len(words) > 1 or "" in words:
        return [text + mark for text in _middles(texts, limit)]
    word = words.pop()
    room = limit - len(word)
    lefts = [text[: found.start()] for text, found in zip(texts, asked, strict=True) if found]
    rights = [text[found.end() :] for text, found in zip(texts, asked, strict=True) if found]
    left = max(room // 2, room - max(map(len, rights)))
    lefts = _sides(lefts, left)
    rights = _sides(rights, room - max(map(len, lefts)))
    return [one + word + other + mark for one, other in zip(lefts, rights, strict=True)]


def _sides(texts: list[str], limit: int) -> list[str]:
    if max(map(len, texts)) <= limit:
        return texts
    return _middles(texts, limit) if len(set(texts)) > 1 else [fold(text, limit) for text in texts]


def _middles(texts: list[str], limit: int) -> list[str]:
    """From a border of words to the next where that tells them apart, else what differs alone."""
    before = _alike(texts)
    behind = _alike([text[before:][::-1] for text in texts])
    whole = _word_start(texts[0], before)
    end = _word_end(texts[0], _alike([text[whole:][::-1] for text in texts]))
    told = [_around(text, whole, len(text) - end, limit) for text in texts]
    return (
        told
        if len(set(told)) == len(set(texts))
        else [_around(text, before, len(text) - behind, limit) for text in texts]
    )


def _alike(texts: list[str]) -> int:
    """Characters that all begin with."""
    return sum(1 for _ in takewhile(lambda chars: len(set(chars)) == 1, zip(*texts, strict=False)))


def _word_start(text: str, at: int) -> int:
    while at and (text[at - 1].isalnum() or text[at - 1] == "_"):
        at -= 1
    return at


def _word_end(text: str, behind: int) -> int:
    """Of so many characters at the end, those from a border of words on."""
    while behind and (text[len(text) - behind].isalnum() or text[len(text) - behind] == "_"):
        behind -= 1
    return behind


def _around(text: str, start: int, end: int, limit: int) -> str:
    core = _shorter(text[start:end], limit * 2 // 3)
    room = limit - len(core)
    tail = text[end:]
    tail = tail if len(tail) <= room // 2 else fold(tail, room // 2)
    head = text[:start]
    return (head if len(head) <= room - len(tail) else fold(head, room - len(tail))) + core + tail


def _shorter(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    listed = fold(text, limit, torn=False)
    if len(listed) <= limit:
        return listed
    statements = split(text, "; ")
    if len(statements) > 1:
        return _statements(statements, limit)
    blank = blanked(text)
    colon = blank.find(": ")
    if colon > 0 and not _ASKS.search(text[:colon]) and colon < limit * 2 // 3:
        rest = text[colon + 2 :]
        return (
            at_word(text, limit)
            if _PROSE.search(_CODE.sub(",", blanked(rest)))
            else text[: colon + 2] + fewer(rest, limit - colon - 2)
        )
    head = _HEAD.match(text)
    if head and head.end() <= min(limit * 2 // 3, limit - _LEAST):
        return head[0] + _shorter(text[head.end() :], limit - head.end())
    return _chosen(text, blank, limit) or _row(text, blank, limit) or _operand(text, blank, limit)


def _floor(text: str, side: int) -> int:
    """Characters that a text needs to say what it asks of what. side: of each side of a comparison."""
    if text[:1] == "(" and _JOIN.search(text):
        return min(len(text), 2 * side + 4)
    asks = _ASKS.search(blanked(text))
    if not asks:
        return min(len(text), _NAME if side >= _SIDES[1] and text.isidentifier() else side + 2)
    return asks.end() - asks.start() + min(asks.start(), side) + min(len(text) - asks.end(), side)


def _shared(texts: list[str], room: int) -> list[str]:
    """Each shortened: all get what they need, then the short ones are whole where that leaves enough for the long."""
    for side in _SIDES:
        floors = [_floor(text, side) for text in texts]
        if sum(floors) <= room:
            break
    else:
        floors = [max(floor * room // sum(floors), 1) for floor in floors]
    spare, made = room - sum(floors), list(texts)
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]) - floors[at])
    for left, at in zip(range(len(texts), 0, -1), order, strict=True):
        made[at] = _shorter(texts[at], floors[at] + max(spare // left, 0))
        spare -= len(made[at]) - floors[at]
    return made


def _statements(texts: list[str], limit: int) -> str:
    """As many as can tell something; the others are dots, after a semicolon as all."""
    kept = len(texts)
    while kept > 1 and (limit - 2 * kept) // kept < _STATEMENT and len("; ".join(texts[:kept])) > limit - 3:
        kept -= 1
    more = kept < len(texts)
    return "; ".join([*_shared(texts[:kept], limit - 2 * (kept - 1) - 3 * more), *[DOTS][:more]])


def _chosen(text: str, blank: str, limit: int) -> str:
    """`a if b, else c`: each of the three."""
    found = list(_CHOICE.finditer(blank))
    if len(found) != 2 or "else" not in found[1][0]:
        return ""
    three = [text[: found[0].start()], text[found[0].end() : found[1].start()], text[found[1].end() :]]
    three = _shared(three, limit - len(found[0][0]) - len(found[1][0]))
    return found[0][0].join(three[:2]) + found[1][0] + three[2]


def _row(text: str, blank: str, limit: int) -> str:
    """The operands of a row, the last one always; "" for anything else."""
    found = list(_JOIN.finditer(blank))
    kinds = {join[1] for join in found}
    found = (
        [join for join in found if join[1] == next(kind for kind in ("or", "and", "nor") if kind in kinds)]
        if found
        else []
    )
    if not found:
        return ""
    starts, ends = [0, *(join.end() for join in found)], [*(join.start() for join in found), len(text)]
    operands = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    word = found[0][0]
    kept = len(operands)
    while kept > 2 and not _told(
        operands[: kept - 1] + operands[-1:], limit - len(word) * (kept - 1) - (kept < len(operands)) * (len(word) + 1)
    ):
        kept -= 1
    more = [DOTS] if kept < len(operands) else []
    room = limit - len(word) * (kept - 1 + len(more)) - len(more)
    short = _shared(operands[: kept - 1] + operands[-1:], room)
    return word.join([*short[:-1], *more, short[-1]])


def _told(operands: list[str], room: int) -> bool:
    """Whether there is room for something of each."""
    return sum(_floor(operand, _SIDES[1]) for operand in operands) <= room


def _operand(text: str, blank: str, room: int) -> str:
    """One comparison: what it asks stays, both its sides may lose their middle."""
    if text[:1] == "(" and parts(text)[-1:] == [BracketPart(1, len(text) - 1, 0)]:
        return f"({_shorter(text[1:-1], room - 2)})"
    asks = _ASKS.search(blank)
    if len(text) <= room or not asks or asks.end() - asks.start() > room - _LEAST * (2 if text[asks.end() :] else 1):
        return fold(text, room)
    left, right = text[: asks.start()], text[asks.end() :]
    free = room - (asks.end() - asks.start())
    if len(left) <= len(right):
        left = fold(left, max(free // 2, free - len(right)) if right else free)
        return left + text[asks.start() : asks.end()] + _behind(right, free - len(left))
    right = _behind(right, max(free // 2, free - len(left)))
    return fold(left, free - len(right)) + text[asks.start() : asks.end()] + right


def _behind(text: str, room: int) -> str:
    """What stands behind the words that ask, with its blank."""
    return f" {fold(text[1:], room - 1)}" if text.startswith(" ") else fold(text, room)


def at_word(text: str, limit: int) -> str:
    """Its beginning, up to a word."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    space = head.rfind(" ")
    if space > limit // 2 and not text[limit - 1].isspace():
        head = head[:space]
    return head.rstrip(" ,;:([{.") + DOTS
