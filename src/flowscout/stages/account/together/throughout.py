"""One thing that stands for another in many places, which are the same but for that: one sentence for all of them.

`time.time` in the place of `clock.now` is one decision of the author, however many statements it shows in. Only edits are told so in which
nothing else differs; where more does, everything is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import Final

from ....model.account import DECLARATION, FLOW, LISTED, NEUTRAL, Answer
from ....model.alignment import opcodes
from ....model.pattern import regex
from ....model.product import is_test
from ....model.record import NamedTuple
from ....words.series import series
from ..neutral.rules import ANNOTATION
from ..neutral.spelling import without_last_commas
from ..pieces.quoting import MOST, q
from ..reading.saying import ORDER
from .in_names import FEWEST, in_another_order, part
from .told_by import told_by

OFTEN: Final = 3  # edits from which it is told once
RULE: Final = "throughout"
AROUND, GIVEN, TURNED, NAMES = "around", "given", "turned", "names"
_RANK: Final = 5
_MOST: Final = 2  # things that are put in the place of others in one edit
_LONGEST: Final = 12  # words of one
REPLACED: Final = "replaced"  # by a name that was there before
_ALSO: Final = frozenset((ORDER, "import", REPLACED))  # what says more than that a word is another
_HEADS: Final = frozenset(("signature", "default"))
_BASE: Final = "base"  # in whose order a class takes what they have
_WORD: Final = regex(
    r""""(?:\\.|[^"\\]){0,400}+"|'(?:\\.|[^'\\]){0,400}+'|\w++|->|::|\*\*=?|//=?|<<=?|>>=|&&|\|\||\+\+|--|[-+*/%&|^=!<>:]=|[^\s\w]"""
)
_VALUES: Final = frozenset(("None", "True", "False", "NULL", "nullptr", "true", "false", "self", "this", "cls"))
_TYPES: Final = frozenset(
    ("void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "const", "auto")
)  # of which another one says nothing without the name
_TRUTHS: Final = frozenset((frozenset(("0", "false")), frozenset(("1", "true"))))
_WORDS: Final = frozenset(("not", "and", "or", "in", "is", "if", "else", "await", "return", "yield", "async", "lambda"))
_LINKS: Final = frozenset((".", "->", "::"))
_SIGNS: Final = frozenset(("!", "~", "-", "*", "&"))
_OPENING, _CLOSING, _CUT = frozenset("([{"), frozenset(")]}"), "…"
_PARTS: Final = frozenset((",", "=", ";"))
_PREFIXES: Final = frozenset(("f", "r", "b", "u", "fr", "rf", "br", "rb", "L", "u8", "U"))  # of a text: `f"…"`
_NAMED: Final = 6  # names that are told
_SHORT: Final = 2  # characters of a name that says nothing alone
_TERMS: Final = frozenset(("+", "-", "*", "/", "%", "|", "&", "^", "<<", ">>"))
_OPENS: Final = frozenset(("", "(", "[", ",", "=", "return", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "?", ":"))
_CLOSES: Final = frozenset(("", ")", "]", ",", ";", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "?", ":"))


class Put(NamedTuple):
    """`now` stands where `was` stood; "" for nothing. how: AROUND of a call that stands around what stood there, GIVEN of an argument,
    TURNED of a call that is given the same in another order, NAMES of a part of several names. of: what stands for any value; the names."""

    was: str
    now: str
    how: str = ""
    of: str = ""


Puts = tuple[Put, ...]


def throughout(told: Sequence[Answer]) -> Iterator[Answer]:
    sides = [is_test(one.place.path) for one in told]
    whole = [
        _puts(one, True) for one in told
    ]  # with the name that a link stands behind, where that is the same often enough
    named = Counter((puts, side) for puts, side in zip(whole, sides, strict=True) if puts)
    found = [
        puts if named[puts, side] >= OFTEN else _puts(one) for one, puts, side in zip(told, whole, sides, strict=True)
    ]
    parts = _with_those_beside(_in_names(found, sides), sides)
    yield from _spoken(told, parts, sides)


def _spoken(told: Sequence[Answer], parts: Sequence[tuple[Puts, ...]], sides: Sequence[bool]) -> Iterator[Answer]:
    """parts: of each edit what is told together, a sentence for each."""
    rows = [(one, puts, side) for one, each, side in zip(told, parts, sides, strict=True) for puts in each]
    beside = {(puts, side) for each, side in zip(parts, sides, strict=True) if len(each) > 1 for puts in each}
    many = Counter((puts, side) for _, puts, side in rows)
    ranks: dict[tuple[tuple[Put, ...], bool], int] = {}
    for one, puts, side in rows:
        ranks[puts, side] = min(ranks.get((puts, side), _RANK), one.rank)
    held: dict[tuple[tuple[Put, ...], bool], list[list[str]]] = {}
    codes: dict[tuple[tuple[Put, ...], bool], set[tuple[str, str]]] = {}
    turned: dict[tuple[tuple[Put, ...], bool], set[Put]] = {}  # by what they are given
    for one, puts, side in rows:
        held.setdefault((puts, side), []).append(_words(one.after.code) if puts else [])
        codes.setdefault((puts, side), set()).add((_in_one(one.before.code), _in_one(one.after.code)))
        turned.setdefault((puts, side), set()).update(_turned(one, True) if puts and puts[0].how == TURNED else ())

    def said_of(puts: Puts, side: bool) -> str:
        every = [_said(put) for put in (turned[puts, side] if len(turned[puts, side]) == 1 else puts)]
        said = _whole(puts, codes[puts, side]) or series(every)
        apart = [] if (puts, side) in beside else [q(each) for each in told_by(held[puts, side])]
        of = f": of {', '.join(apart[:-1])} and {apart[-1]}" if apart else ""
        return f"{said}, in {many[puts, side]} places{of}."

    for one, each, side in zip(told, parts, sides, strict=True):
        if any(many[puts, side] < OFTEN for puts in each) or not each or (one.how == LISTED and one.rule == ANNOTATION):
            yield one
            continue
        how = one.how if one.how != LISTED else FLOW if "::" in one.unit else DECLARATION
        said = " ".join([said_of(puts, side) for puts in each])
        yield one._replace(how=how, rule=RULE, sentence=said, core="", rank=min(ranks[puts, side] for puts in each))


def one_by_one(sentence: str) -> list[str]:
    """What is said of an edit in which several things stand for others, each of which does so in places of its own."""
    return sentence.replace(" places. `", " places.\n`").split("\n")


def _in_one(code: str) -> str:
    return " ".join(code.split()).rstrip("; ")


def _whole(puts: Sequence[Put], codes: Set[tuple[str, str]]) -> str:
    """Of one short statement that stands in all the places, with something put in: the statement, which tells into what."""
    (was, now), *others = codes
    bare = any(not put.how and not (put.was and put.now) for put in puts)
    return f"{q(was)} is now {q(now)}" if bare and not others and max(len(was), len(now)) <= MOST else ""


def _with_those_beside(found: Sequence[Puts], sides: Sequence[bool]) -> list[tuple[Puts, ...]]:
    """What is put in the place of others in the very same places is one thing; else each is told with its own places: `a->x` is now `x`, here
    beside `b->y`, which is `y`, and there alone. What is given is given where it stands, and not wherever the other is."""
    places: dict[tuple[Put, bool], list[int]] = {}
    for at, (puts, side) in enumerate(zip(found, sides, strict=True)):
        for put in puts:
            places.setdefault((put, side), []).append(at)
    often = {each for each, stands in places.items() if len(stands) >= OFTEN and each[0].how not in (GIVEN, TURNED)}
    while True:
        apart = {at for at, puts in enumerate(found) if puts and all((put, sides[at]) in often for put in puts)}
        rare = {each for each in often if len(apart.intersection(places[each])) < OFTEN}
        if not rare:
            break
        often -= rare
    together: dict[tuple[tuple[int, ...], bool], list[Put]] = {}
    for (put, side), stands in places.items():
        if (put, side) in often:
            together.setdefault((tuple(at for at in stands if at in apart), side), []).append(put)
    group = {(put, side): tuple(same) for (_, side), same in together.items() for put in same}
    return [
        tuple(dict.fromkeys(group[put, side] for put in puts)) if at in apart else (puts,) if puts else ()
        for at, (puts, side) in enumerate(zip(found, sides, strict=True))
    ]


def _in_names(found: Sequence[tuple[Put, ...]], sides: Sequence[bool]) -> list[tuple[Put, ...]]:
    """Several names of which the same part is another one: `foo_open` is now `bar_open`, and `foo_read` is `bar_read`."""
    ways = {put: part(put.was, put.now) for puts in found for put in puts if put.was and put.now and not put.how}
    names: dict[tuple[tuple[str, str] | None, bool], dict[str, None]] = {}
    for puts, side in zip(found, sides, strict=True):
        for put in puts:
            names.setdefault((ways.get(put), side), {})[put.was] = None

    def named(put: Put, side: bool) -> Put:
        way = ways.get(put)
        every = list(names[way, side])
        if way is None or len(every) < FEWEST:
            return put
        quoted = [*map(q, every[:_NAMED]), *([f"{len(every) - _NAMED} more"] if len(every) > _NAMED else [])]
        return Put(*way, NAMES, f"{', '.join(quoted[:-1])} and {quoted[-1]}")

    return [tuple(dict.fromkeys(named(put, side) for put in puts)) for puts, side in zip(found, sides, strict=True)]


def _said(put: Put) -> str:
    if put.how == TURNED:
        return f"{q(put.was)} is now {q(put.now)}{f', whatever {put.of} are' if put.of else ''}"
    if put.how == NAMES:
        told = f"{q(put.was)} is now {q(put.now)}" if put.was and put.now else ""
        told = told or (f"{q(put.now)} is put" if put.now else f"{q(put.was)} is left out")
        return f"{told} {'in' if put.now else 'of'} the names {put.of}"
    if put.how == AROUND:
        return (
            f"{q(f'{put.now}(…)')} is put around a value"
            if put.now
            else f"{q(f'{put.was}(…)')} no longer stands around a value"
        )
    if put.how == GIVEN:
        return f"is given {q(put.now)}" if put.now else f"is no longer given {q(put.was)}"
    if not put.was or not put.now:
        return f"{q(put.now)} is put in" if put.now else f"{q(put.was)} is left out"
    return f"{q(put.was)} is now {q(put.now)}"


def _puts(one: Answer, whole: bool = False) -> tuple[Put, ...]:
    """What stands for what, where nothing else differs; () where that is nothing that has a name. whole: `a.b` stands for `a`, not `.b` for nothing."""
    if one.how == NEUTRAL or one.twin or one.rule in _ALSO or not one.before.code or not one.after.code:
        return ()
    if "…" in one.before.code + one.after.code:
        return ()
    was, now = (_words(code) for code in (one.before.code, one.after.code))
    if one.rule != _BASE and (turned := _turned(one)):
        return turned
    places = [_with_its_name(was, now, each) if whole else each for each in _runs(was, now)]
    runs = [_of_a_receiver(was[i:j], now[k:end]) for i, j, k, end in places]
    wrapped = _wrapped(runs)
    if wrapped is not None:
        return (wrapped,)
    puts = tuple(dict.fromkeys(_put(a, b) for a, b in runs))
    for i, _, k, _ in (
        each for each, pair in zip(places, runs, strict=True) if (put := _put(*pair)) and put.how == GIVEN
    ):
        if one.rule in _HEADS or not _in_a_call(was, i) or not _in_a_call(now, k):
            return ()  # of a head, a type or a table, which nothing is given
    short = len(puts) <= _MOST and all(len(a) <= _LONGEST and len(b) <= _LONGEST for a, b in runs)
    plain = short and all(each is not None for each in puts) and any(each and each.how != GIVEN for each in puts)
    return tuple(each for each in puts if each is not None) if plain else ()


def _in_a_call(words: Sequence[str], at: int) -> bool:
    depth = 0
    for here in range(at - 1, -1, -1):
        depth += (words[here] in (")", "]", "}")) - (words[here] in ("(", "[", "{"))
        if depth < 0:
            return words[here] == "(" and bool(here) and (_is_name(words[here - 1]) or words[here - 1] in (")", "]"))
    return False


def _turned(one: Answer, named: bool = False) -> tuple[Put, ...]:
    turned = in_another_order(_words(one.before.code), _words(one.after.code), named)
    return (Put(turned[0], turned[1], TURNED, turned[2]),) if turned else ()


def _words(code: str) -> list[str]:
    """Without a comma before a closing bracket that changes nothing."""
    return [each.decode() for each in without_last_commas([word.encode() for word in _WORD.findall(code)], True)]


def _runs(was: Sequence[str], now: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """What differs, with the whole of a name that differs in a part: `a.b` and `a.c`."""
    last: tuple[int, int, int, int] | None = None
    for tag, i, j, k, end in opcodes(was, now):
        if tag == "equal":
            continue
        if (i == j or k == end) and i and was[i - 1] in _LINKS and (was[i:j] or now[k:end])[-1] == was[i - 1]:
            i, j, k, end = i - 1, j - 1, k - 1, end - 1  # `.data`, not `data.`
        while i < j and k < end and i > 1 and k > 1 and was[i - 1] in _LINKS and was[i - 2] == now[k - 2]:
            i, k = i - 2, k - 2
        if i < j and k < end and was[i] == now[k] and was[i] in _CLOSING:
            back = i - _begins(was, i)
            i, k = (i - back, k - back) if back <= k and was[i - back : i] == now[k - back : k] else (i, k)
        opens = any(words and words[-1] in _LINKS for words in (was[i:j], now[k:end]))  # `mod.` before a name
        if opens and was[j : j + 1] == now[end : end + 1] and _is_name(*was[j : j + 1]):
            j, end = j + 1, end + 1
        if last and (i <= last[1] or k <= last[3] or (i == last[1] + 1 and was[last[1]] in _LINKS)):
            last = (last[0], max(j, last[1]), last[2], max(end, last[3]))
            continue
        yield from [last] if last else []
        last = (i, j, k, end)
    yield from [last] if last else []


def _with_its_name(
    was: Sequence[str], now: Sequence[str], place: tuple[int, int, int, int]
) -> tuple[int, int, int, int]:
    """Of what was put in, or left out, behind a name that it is of; of a term, with the only one that stands before it."""
    i, j, k, end = place
    term = was[i:j] or now[k:end]
    if (i == j or k == end) and term[0] in _TERMS and _closed(term[1:]):
        begin = _operand(was, i)
        alone = ("" if not begin else was[begin - 1]) in _OPENS and ("" if j == len(was) else was[j]) in _CLOSES
        return (begin, j, k - (i - begin), end) if begin < i and alone else place
    linked = (i == j or k == end) and (was[i:j] or now[k:end])[0] in _LINKS
    return (i - 1, j, k - 1, end) if linked and i and _is_name(was[i - 1]) else place


def _operand(words: Sequence[str], end: int) -> int:
    """Where the name begins that ends there: `a->b.c`."""
    at = end
    while at and _is_name(words[at - 1]):
        at -= 1
        if not at or words[at - 1] not in _LINKS:
            return at
        at -= 1
    return end


def _begins(words: Sequence[str], end: int) -> int:
    """Where the name begins of which a bracket closes there: `a.b[c]`."""
    depth = 0
    for at in range(end, -1, -1):
        depth += (words[at] in _CLOSING) - (words[at] in _OPENING)
        if not depth:
            before = words[at - 1] if at else ""
            if before in _CLOSING:
                continue
            return _operand(words, at) if _is_name(before) else at
    return end


def _of_a_receiver(was: Sequence[str], now: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """`a[…].b` of `a[c].b`, where both sides begin so."""
    shared = next((at for at, pair in enumerate(zip(was, now, strict=False)) if pair[0] != pair[1]), 0)
    ends = [at for at in range(shared) if was[at] in _CLOSING and was[at + 1 : at + 2] and was[at + 1] in _LINKS]
    if not ends:
        return was, now
    depth, kept = 0, list[str]()
    for word in was[: ends[-1] + 1]:
        depth -= word in _CLOSING
        if depth < 0:  # it begins within brackets
            return was, now
        kept += [word] if not depth else [_CUT] if kept[-1] != _CUT else []
        depth += word in _OPENING
    return [*kept, *was[ends[-1] + 1 :]], [*kept, *now[ends[-1] + 1 :]]


def _closed(words: Sequence[str]) -> bool:
    """One term, whose brackets are its own."""
    depth = 0
    for word in words:
        depth += (word in ("(", "[")) - (word in (")", "]"))
        if depth < 0 or (not depth and word not in (")", "]", *_LINKS) and not word.isalnum() and not _is_name(word)):
            return False
    return bool(words) and not depth


def _is_name(word: str = "") -> bool:
    return word.isidentifier() and word not in _WORDS


def _wrapped(runs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Put | None:
    """`f(x)` for `x`, or the other way."""
    if len(runs) != 2:
        return None
    for at in (0, 1):
        opens, closes = runs[0][at], runs[1][at]
        bare = not runs[0][1 - at] and not runs[1][1 - at]
        if (
            bare
            and closes == [")"]
            and len(opens) > 1
            and opens[-1] == "("
            and all(_is_name(each) or each in _LINKS for each in opens[:-1])
        ):
            name = "".join(opens[:-1])
            return Put("", name, AROUND) if at else Put(name, "", AROUND)
    return None


def _put(was: Sequence[str], now: Sequence[str]) -> Put | None:
    """None for what has no name: a number, or a sign, means something else at each place, but for one that is written as a truth."""
    if was and now:
        if any(not _PARTS.isdisjoint((words[0], words[-1])) for words in (was, now)):
            return None  # no whole argument
        if any(not _balanced(words) for words in (was, now)):
            return None
        known = (_names(was) and _names(now)) or frozenset((*was, *now)) in _TRUTHS
        return Put(_code(was), _code(now)) if known else None
    rest = was or now
    given = rest[1:] if rest[0] == "," else rest[:-1] if rest[-1] == "," else []
    how = GIVEN if given else ""
    if not given and not (len(rest) == 2 and rest[0] in _LINKS and _is_name(rest[1])):
        return None
    return Put(_code(given or rest), "", how) if was else Put("", _code(given or rest), how)


def _balanced(words: Sequence[str]) -> bool:
    depth = 0
    for word in words:
        depth += (word in _OPENING) - (word in _CLOSING)
        if depth < 0:
            return False
    return not depth


def _names(words: Sequence[str]) -> bool:
    names = [word for word in words if _is_name(word) and word not in _VALUES | _TYPES]
    return any(len(word) > _SHORT or len(words) == 1 for word in names) or any(word[0] in "\"'" for word in words)


def _code(words: Sequence[str]) -> str:
    text, last, before = "", "", ""
    for word in words:
        sign = last in _SIGNS and not (_is_name(before) or before[:1].isalnum() or before in (")", "]"))  # `-1`, `*p`
        sign |= word[0] in "\"'" and (last.lower() in _PREFIXES or last in _PREFIXES)
        tight = last in ("", *_LINKS, "(", "[", "{") or sign or word in (*_LINKS, ")", "]", "}", "(", "[", ",", ":")
        text += word if tight else f" {word}"
        before, last = last, word
    return text
