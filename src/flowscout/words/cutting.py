"""Long words cut to size, so that what they say stays said.

A cut takes from the middle: of argument lists first, then of long operands, then of a row of operands. What a `yes` means never
hangs on what went: the words that ask (`is not`, `has`, `is less than`), a `not`, the `and` or `or` of a row, the end of a
comparand and the target of an assignment stay. Prose behind a colon alone loses its end.

    Start(first, second, third) is not null    Start(first, …, third) is not null
    cluster_configuration.timeouts is set      cluster_configu….timeouts is set
    a is set and b is 1 and c is 2             a is set and … and c is 2
    Throw Error: no such path in the volume    Throw Error: no such path…
"""

from __future__ import annotations

from itertools import groupby, takewhile
from typing import Final

from ..model.limits import LABEL_TEXT
from ..model.pattern import regex
from ..model.record import NamedTuple

DOTS: Final = "…"
_OPEN: Final = {"(": ")", "[": "]", "{": "}"}
_JOIN: Final = regex(r" (and|or|nor) ")
_SUM: Final = regex(r" (?:[-+*/%&|^×]|<<|>>) ")
_BETWEEN: Final = (", ", " | ", " and ", " or ", " & ", " + ", " || ", " && ")
_CHOICE: Final = regex(r" if |,? else ")
_ASKS: Final = regex(
    r" (?:is|has|lacks|equals|differs from|matches|contains|exists|starts with|ends with|can|cannot|was|should|must|will|may|needs|"
    r"supports|requires|allows|accepts|does not|did not|shares)(?= |$)(?: (?:not|no|neither|less than|at most|more than|at least|in|a|an|none|"
    r"null|set|empty|zero|true|false|match|contain|start with|end with|exist)(?= |$))*+"
)
_HEAD: Final = regex(
    r"(?:Set|Append|Add|Subtract|Increase|Decrease|Initialise) .{1,24}? (?:to|from|by) |[\w.\[\]>-]{1,24} [-+*/|&^]?= |"
    r"For each .{1,16}? (?:in|from) |While |Again while |not |(?:Return|Decide|Yield) (?:whether )?+|Validate |Assert |Which "
)
_PROSE: Final = regex(r"\w \w")
_BORDER: Final = frozenset(" _.,:/-(")
_DOTS: Final = regex(f"{DOTS}{{2,}}+")
_QUOTED: Final = regex(r'"[^"]*+"')
_STRING: Final = 22  # characters that a string is left at least
_TELLS: Final = 8  # characters of arguments that are worth it
_ROUNDS: Final = 48
_LEAST: Final = 4  # characters that an operand is left at least
_NEAR: Final = 7  # characters that a border may be away


class _Part(NamedTuple):
    """What stands between two brackets, [start, end)."""

    start: int
    end: int
    depth: int


def cut(text: str, limit: int = LABEL_TEXT) -> str:
    """At most `limit` characters; shorter texts as they are."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    mark = "?" if text.endswith("?") else ""
    return _DOTS.sub(DOTS, _shorter(text[: len(text) - len(mark)], limit - len(mark))) + mark


def apart(texts: list[str], limit: int) -> list[str]:
    """Different texts, each cut; those that a cut would make the same keep what tells them apart."""
    short = [cut(text, limit) for text in texts]
    order = sorted(range(len(texts)), key=lambda at: short[at])
    for _, same in groupby(order, key=lambda at: short[at]):
        alike = list(same)
        if len({texts[at] for at in alike}) > 1:
            for at, told in zip(alike, _telling([" ".join(texts[at].split()) for at in alike], limit), strict=True):
                short[at] = told
    return short


def _telling(texts: list[str], limit: int) -> list[str]:
    """What differs, with as much around it as there is room for. Of comparisons that ask the same, the sides are told apart."""
    mark = "?" if all(text.endswith("?") for text in texts) else ""
    texts, limit = [text.removesuffix(mark) for text in texts], limit - len(mark)
    asked = [None if _JOIN.search(_blanked(text)) else _ASKS.search(_blanked(text)) for text in texts]
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
    return _middles(texts, limit) if len(set(texts)) > 1 else [_tight(text, limit) for text in texts]


def _middles(texts: list[str], limit: int) -> list[str]:
    before = _word_start(texts[0], _alike(texts))
    behind = _alike([text[before:][::-1] for text in texts])
    return [_around(text, before, len(text) - behind, limit) for text in texts]


def _alike(texts: list[str]) -> int:
    """Characters that all begin with."""
    return sum(1 for _ in takewhile(lambda chars: len(set(chars)) == 1, zip(*texts, strict=False)))


def _word_start(text: str, at: int) -> int:
    while at and at > 0 and (text[at - 1].isalnum() or text[at - 1] == "_"):
        at -= 1
    return at


def _around(text: str, start: int, end: int, limit: int) -> str:
    core = _shorter(text[start:end], limit * 2 // 3)
    room = limit - len(core)
    tail = text[end:]
    tail = tail if len(tail) <= room // 2 else _middle(tail, room // 2)
    head = text[:start]
    return (head if len(head) <= room - len(tail) else _middle(head, room - len(tail))) + core + tail


def _shorter(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    colon = _blanked(text).find(": ")
    if colon > 0 and _PROSE.search(text[colon + 2 :]) and not _ASKS.search(text[:colon]) and colon < limit * 2 // 3:
        return at_word(text, limit)
    listed = _lists(_strings(text, limit), limit)
    if len(listed) <= limit:
        return listed
    head = _HEAD.match(text)
    if head and head.end() <= min(limit * 2 // 3, limit - _LEAST):
        return head[0] + _shorter(text[head.end() :], limit - head.end())
    return _chosen(text, limit) or _row(text, limit) or _operand(text, limit)


def _chosen(text: str, limit: int) -> str:
    """`a if b, else c`: each of the three."""
    found = list(_CHOICE.finditer(_blanked(text)))
    if len(found) != 2 or "else" not in found[1][0]:
        return ""
    parts = [text[: found[0].start()], text[found[0].end() : found[1].start()], text[found[1].end() :]]
    room = limit - len(found[0][0]) - len(found[1][0])
    for at in sorted(range(3), key=lambda at: len(parts[at])):
        others = [part for nth, part in enumerate(parts) if nth != at]
        parts[at] = _shorter(parts[at], max(room // 3, room - sum(map(len, others))))
    return found[0][0].join(parts[:2]) + found[1][0] + parts[2]


def _row(text: str, limit: int) -> str:
    """First and last operand of a row; "" for anything else."""
    found = list(_JOIN.finditer(_blanked(text)))
    kinds = {join[1] for join in found}
    found = [join for join in found if join[1] == next(kind for kind in ("or", "and", "nor") if kind in kinds)] if found else []
    if not found:
        return ""
    first, last = text[: found[0].start()], text[found[-1].end() :]
    middle = f" {found[0][1]} " + (f"{DOTS} {found[-1][1]} " if len(found) > 1 else "")
    room = limit - len(middle)
    first = _shorter(first, max(room // 2, room - len(last)))
    return first + middle + _shorter(last, room - len(first))


def _operand(text: str, room: int) -> str:
    """One comparison: what it asks stays, both its sides may lose their middle."""
    if text[:1] == "(" and _parts(text)[-1:] == [_Part(1, len(text) - 1, 0)]:
        return f"({_shorter(text[1:-1], room - 2)})"
    asks = _ASKS.search(_blanked(text))
    if len(text) <= room or not asks or asks.end() - asks.start() > room - _LEAST * (2 if text[asks.end() :] else 1):
        return _tight(text, room)
    left, right = text[: asks.start()], text[asks.end() :]
    free = room - (asks.end() - asks.start())
    side = max(free // 2, free - len(right))
    left = _tight(left, side)
    return left + text[asks.start() : asks.end()] + _tight(right, free - len(left))


def _tight(text: str, room: int) -> str:
    text = _lists(_strings(text, room), room)
    found = list(_SUM.finditer(_blanked(text)))
    if len(text) <= room or len(found) != 1 or room < 4 * _LEAST:
        return _middle(text, room)
    left, right = text[: found[0].start()], text[found[0].end() :]
    free = room - len(found[0][0])
    left = _middle(left, max(free // 2, free - len(right)))
    return left + found[0][0] + _middle(right, free - len(left))


def _middle(text: str, room: int) -> str:
    """Head and tail, at the borders of words where there are some."""
    if len(text) <= room:
        return text
    size = max(room - len(DOTS), 2)
    head, tail = size - size * 2 // 5, size * 2 // 5
    begin, end = text[:head], text[len(text) - tail :]
    for back in range(min(_NEAR, head // 3)):
        if begin[len(begin) - 1 - back] in _BORDER:
            begin = begin[: len(begin) - back]
            break
    for on in range(min(_NEAR, tail // 3)):
        if end[on] in _BORDER:
            end = end[on:]
            break
    return begin.rstrip(" ,") + DOTS + end.lstrip(",")


def at_word(text: str, limit: int) -> str:
    """Its beginning, up to a word."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    space = head.rfind(" ")
    if space > limit // 2 and not text[limit - 1].isspace():
        head = head[:space]
    return head.rstrip(" ,;:([{.") + DOTS


# -- lists in brackets


def _strings(text: str, limit: int) -> str:
    for string in sorted(_QUOTED.findall(text), key=len, reverse=True):
        if len(text) > limit and len(string) > _STRING:
            text = text.replace(string, string[0] + _middle(string[1:-1], max(_STRING, len(string) - len(text) + limit) - 2) + string[-1], 1)
    return text


def _lists(text: str, limit: int) -> str:
    """Lists in brackets lose their middle, then all of what they hold, the innermost first; what joins conditions stays longest."""
    for shorten in (_first_and_last, _little):
        tried: set[str] = set()
        for _ in range(_ROUNDS):
            inner = [part for part in _parts(text) if text[part.start : part.end] not in tried]
            if len(text) <= limit or not inner:
                break
            part = max(inner, key=lambda part: (part.depth, part.end - part.start))
            inside = text[part.start : part.end]
            tried.add(inside)
            room = len(inside) - len(text) + limit
            text = text[: part.start] + shorten(inside, text[: part.start - 1], room) + text[part.end :]
        if len(text) <= limit:
            break
    return text


def _first_and_last(inside: str, before: str, room: int) -> str:
    blank = _blanked(inside)
    for between in _BETWEEN:
        found = [at for at in range(len(blank)) if blank.startswith(between, at)]
        if len(found) > 1:
            return f"{inside[: found[0]]}{between}{DOTS}{between}{inside[found[-1] + len(between) :]}"
    return inside


def _little(inside: str, before: str, room: int) -> str:
    """A call's arguments may all go; brackets that hold together what is asked may not."""
    called = before[-1:].isalnum() or before[-1:] in ("_", ">", "]", ")")
    if not called and (_JOIN.search(inside) or _ASKS.search(inside)):
        return inside
    if room >= _TELLS and '"' not in inside:
        return _middle(inside, room)
    comma = _blanked(inside).find(", ")
    if 0 < comma <= room - 3:
        return f"{inside[:comma]}, {DOTS}"
    return DOTS if len(inside) > 1 else inside


def _parts(text: str) -> list[_Part]:
    found: list[_Part] = []
    open_: list[int] = []
    quote = ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char == '"' or (char == "'" and not text[at - 1 : at].isalnum()):
            quote = char if char in text[at + 1 :] else ""
        elif char in _OPEN:
            open_.append(at)
        elif open_ and char == _OPEN[text[open_[-1]]]:
            found.append(_Part(open_.pop() + 1, at, len(open_)))
    return found


def _blanked(text: str) -> str:
    """The text with quoted and bracketed parts blanked out."""
    out, depth, quote = [], 0, ""
    for at, char in enumerate(text):
        inside = bool(quote) or depth > 0
        if quote:
            quote = "" if char == quote else quote
        elif char == '"' or (char == "'" and not text[at - 1 : at].isalnum()):
            quote = char if char in text[at + 1 : at + 200] else ""
        elif char in ")]}":
            depth -= depth > 0
            inside = depth > 0
        elif char in "([{":
            depth += 1
        out.append("·" if inside else char)
    return "".join(out)
