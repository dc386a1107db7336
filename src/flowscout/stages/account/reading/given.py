"""What a call is given, and what differs in that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....model.pattern import regex
from ....words.ticks import inside
from ..pieces import members
from ..pieces.brackets import closing
from ..pieces.lexing import LINKS
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from .saying import CALL, MOST, VALUE, Said, both_quoted, called_by_both, joined, q

_ALIKE = 24  # characters by which two begin alike
_NAMES = regex(r"[A-Za-z_]\w{0,80} ?=(?!=)")  # what is given by its name
_TEXTS = regex(r"\"[^\"\\]{2,2000}\"|'[^'\\]{2,2000}'")
_WORDS = 2  # blanks of a text for people
_MOVED = 3  # arguments in another place
NAMED = 12  # of many arguments that differ
SHORT = 160  # characters of arguments that are told, however many
_JOINS = ("|", "+", "&", "^")
_NAMED_BETWEEN = frozenset((b"for", b"in", b"lambda", b":"))
_WAITING = frozenset((b"await", b"yield", b"co_await", b"co_yield"))
_NO_CALLS = frozenset(
    (b"if", b"elif", b"while", b"for", b"switch", b"and", b"or", b"not", b"in", b"is", b"return", b"else", b"sizeof")
)


def arguments(piece: Piece) -> list[str]:
    words = list(piece.words)
    found: list[list[bytes]] = [[]]
    depth, names = 0, False
    for word in words[words.index(b"(") :]:
        depth += (word in OPENING) - (word in CLOSING)
        if (depth == 1 and word == b"(" and not any(found)) or not depth:
            continue
        if depth == 1 and word in _NAMED_BETWEEN:  # `f(a + b for a, b in pairs)` and `f(lambda a, b: a + b)` give one
            names = word in (b"for", b"lambda")
        if depth == 1 and word == b"," and not names:
            found.append([])
        else:
            found[-1].append(word)
    return [joined(each) for each in found if each]


def _quoted_apart(gone: list[str], came: list[str]) -> tuple[list[str], list[str]]:
    """Of two that are long and begin alike the part that differs."""
    was, now = list(map(q, gone)), list(map(q, came))
    for at, (one, other) in enumerate(zip(gone, came, strict=False)):
        if min(len(one), len(other)) > MOST and one[:_ALIKE] == other[:_ALIKE]:
            was[at], now[at] = both_quoted(one, other)
    return was, now


def given_otherwise(name: str, was: list[str], now: list[str], under: str) -> Said | None:
    gone, came = [each for each in was if each not in now], [each for each in now if each not in was]
    call = f"`{inside(name)}`"
    if told := _by_name(was, now):
        return Said(CALL, f"{call} is given {told}, with the same values{under}.", 7, name)
    if len(gone) == len(came) == 1 and len(was) == len(now):
        return Said(CALL, f"{call} is given {_alone(gone[0], came[0])}{_placed_otherwise(was, now)}{under}.", 4, name)
    if came and not gone and len(now) == len(was) + len(came):
        return Said(CALL, f"{call} is now also given {members.named(came)}{under}.", 4, name)
    if gone and not came and len(was) == len(now) + len(gone):
        return Said(CALL, f"{call} is no longer given {members.named(gone)}{under}.", 4, name)
    if run := _put_in(was, now):
        return Said(CALL, f"{call} is now also given {members.named(run)}{under}.", 4, name)
    if run := _put_in(now, was):
        return Said(CALL, f"{call} is no longer given {members.named(run)}{under}.", 4, name)
    if len(gone) + len(came) > 2 and (told := _under_names(gone, came)):
        return Said(CALL, f"{call} is given {told}{under}.", 4, name)
    if gone and came and len(gone) < len(was) and _few([*gone, *came]):
        apart = _placed_otherwise(was, now)
        was_quoted, now_quoted = _quoted_apart(gone, came)
        return Said(
            CALL, f"{call} is given {', '.join(now_quoted)}, no longer {', '.join(was_quoted)}{apart}{under}.", 4, name
        )
    if max(len(", ".join(side)) for side in (was, now)) > MOST and (told := _with_and_without_names(was, now)):
        return Said(CALL, f"{call} is given {told}{under}.", 4, name)
    if not gone and not came and len(was) == len(now):
        old, new = both_quoted(", ".join(was), ", ".join(now))
        return Said(CALL, f"{call} is given {new} in this order, no longer {old}{under}.", 4, name)
    return None


def _put_in(was: Sequence[str], now: Sequence[str]) -> list[str]:
    """The row of arguments that came in, where all others stand as they did: some may be among those, as where keys and values take turns."""
    more = len(now) - len(was)
    begin = next((at for at, each in enumerate(was) if now[at : at + 1] != [each]), len(was))
    if more < 1 or was[begin:] != now[begin + more :]:
        return []
    while begin and now[begin - 1] == now[begin + more - 1]:
        begin -= 1
    return [*now[begin : begin + more]]


def _placed_otherwise(was: Sequence[str], now: Sequence[str]) -> str:
    """Of those that stayed which are given in another place, and so for another parameter."""
    before, after = ([each for each in side if not _NAMES.match(each)] for side in (was, now))
    moved = [each for each in after if before.count(each) == after.count(each) == 1]
    moved = [each for each in moved if before.index(each) != after.index(each)]
    others = "another place" if len(moved) == 1 else "other places"
    told = 0 < len(moved) <= _MOVED and len(was) == len(now)
    return f", and {' and '.join(map(q, moved))} in {others}" if told else ""


def _few(texts: Sequence[str]) -> bool:
    """Whether all of it is read at once."""
    return len(texts) <= 4 or (len(texts) <= 6 and sum(map(len, texts)) <= SHORT)


def _under_names(gone: Sequence[str], came: Sequence[str]) -> str:
    """Of many arguments that are given by name what the first are given now; then those that are new or gone."""
    before, after = (
        {name: value for name, sign, value in (each.partition("=") for each in side) if sign and name.isidentifier()}
        for side in (gone, came)
    )
    both = [name for name in after if name in before]
    if len(before) != len(gone) or len(after) != len(came) or not both:
        return ""
    told = [_otherwise(name, before[name], after[name]) for name in both[:NAMED]]
    left = len(both) - len(told)
    apart = [[name for name in side if name not in both] for side in (after, before)]
    for word, names, values in (("now also", apart[0], after), ("no longer", apart[1], before)):
        told += [f"{word} {', '.join(q(f'{name}={values[name]}') for name in names[:NAMED])}"] if names else []
        left += max(len(names) - NAMED, 0)
    return "; ".join([*told, *([f"{left} more {'differ' if left > 1 else 'differs'}"] if left else [])])


def _with_and_without_names(was: Sequence[str], now: Sequence[str]) -> str:
    """Of a few arguments, of which one or two stand without names: what they are now, what came and went by name, which long texts differ."""
    gone, came = [each for each in was if each not in now], [each for each in now if each not in was]
    places = [
        [at for at, each in enumerate(one for one in side if not _NAMES.match(one)) if each in apart]
        for side, apart in ((was, gone), (now, came))
    ]
    plain = [[each for each in side if not _NAMES.match(each)] for side in (gone, came)]
    named = [{each.partition("=")[0].strip(): each for each in side if _NAMES.match(each)} for side in (gone, came)]
    both = [name for name in named[1] if name in named[0]]
    apart = [[named[side][name] for name in named[side] if name not in both] for side in (1, 0)]
    every = [*plain[0], *plain[1], *apart[0], *apart[1]]
    if (
        not 0 < len(plain[0]) <= 2
        or places[0] != places[1]
        or not both
        or not _few(every)
        or max(map(len, every)) > MOST
    ):
        return ""
    sides = [[name for name in both if _is_long_text(named, name) == long] for long in (False, True)]
    told = [f"{', '.join(map(q, plain[1]))}, no longer {', '.join(map(q, plain[0]))}"]
    told += [
        f"{word} {', '.join(map(q, those))}"
        for word, those in zip(("now also", "no longer"), apart, strict=True)
        if those
    ]
    told += [_otherwise(name, *[side[name].partition("=")[2].strip() for side in named]) for name in sides[0]]
    texts = " and ".join(map(q, sides[1]))
    return "; ".join([*told, *([f"its {texts} {'differ' if len(sides[1]) > 1 else 'differs'}"] if texts else [])])


def _is_long_text(named: Sequence[Mapping[str, str]], name: str) -> bool:
    """Texts for people: nothing but texts, of which each begins as a sentence does."""
    values = [side[name].partition("=")[2].strip() for side in named]
    return max(map(len, values)) > MOST and all(_is_prose(value.strip("() ")) for value in values)


def _is_prose(value: str) -> bool:
    parts = _TEXTS.findall(value)
    return bool(parts) and not _TEXTS.sub("", value).strip() and parts[0][1:3].istitle() and value.count(" ") >= _WORDS


def _otherwise(name: str, was: str, now: str) -> str:
    """Of a list or a table what it no longer holds, and what it holds now."""
    if value := members.valued(was, now):
        return f"as {q(name)} {_kind(now)} that {value}"
    one, other = both_quoted(f"{name}={was}", f"{name}={now}")
    return f"{other}, no longer {one}"


def _kind(value: str) -> str:
    return {"{": "a table", "(": "a tuple"}.get(value[:1], "a list")


def _alone(was: str, now: str) -> str:
    """Of the only argument that is another one."""
    (name, sign, one), (same, _, other) = was.partition("="), now.partition("=")
    if sign and name == same and name.isidentifier() and (told := members.valued(one, other)):
        return f"as {q(name)} {_kind(other)} that {told}"
    if told := members.valued(was, now):
        return f"{_kind(now)} that {told}"
    if max(len(was), len(now)) > MOST and (more := _with_more(was, now)):
        return more
    old, new = both_quoted(was, now)
    return f"{new}, no longer {old}"


def _with_more(was: str, now: str) -> str:
    """Of a long row of flags or texts that are put together which came, or went: `a | b | c` of `a | c`."""
    for sign in _JOINS:
        before, after = (list(outermost(each, sign)) for each in (was, now))
        gone, came = [each for each in before if each not in after], [each for each in after if each not in before]
        kept = [[each for each in side if each not in apart] for side, apart in ((before, gone), (after, came))]
        if kept[0] == kept[1] and len(kept[0]) > 1 and bool(gone) != bool(came) and len(gone) + len(came) <= NAMED:
            return f"the same {'with' if came else 'without'} {', '.join(q(f'{sign} {each}') for each in came or gone)}{' more' * bool(came)}"
    return ""


def outermost(text: str, sign: str) -> Iterator[str]:
    """What a sign parts outside of brackets and quotes."""
    own, depth, quoted = "", 0, ""
    for at, each in enumerate(text):
        if each in "\"'" and text[at - 1 : at] != "\\":
            quoted = "" if quoted == each else quoted or each
        depth += 0 if quoted else (each in "([{") - (each in ")]}")
        single = each == sign and sign not in (text[at - 1 : at], text[at + 1 : at + 2])
        if single and not depth and not quoted:
            yield own.strip()
            own = ""
        else:
            own += each
    yield own.strip()


def called_for(name: str, one: Piece, other: Piece, under: str) -> Said | None:
    """Of a call whose result is kept on both sides what it is given: of a long one, and where an argument came or went."""
    calls = [
        each._replace(kind="Simple", words=_uncast(each.words[each.words.index(b"=") + 1 :]), stmt=None)
        for each in (one, other)
    ]
    called = same = called_by_both(*calls)
    cast = any(
        len(each.words) < len(side.words) - side.words.index(b"=") - 1
        for each, side in zip(calls, (one, other), strict=True)
    )
    long = cast or max(len(one.said), len(other.said)) > MOST
    if same and not long and len(arguments(calls[0])) == len(arguments(calls[1])):
        return None
    given = given_otherwise(called, arguments(calls[0]), arguments(calls[1]), under) if same else None
    return given._replace(rule=VALUE, sentence=f"For {q(name)}, {given.sentence}", call="") if given else None


def _uncast(words: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """`f(a)` of `(int *) f(a)`: as which pointer it is taken does nothing where it runs."""
    end = words.index(b")") if words[:1] == (b"(",) and b")" in words else 0
    named = words[end + 1 : end + 2] and words[end + 1].replace(b"_", b"a").isalnum()
    return (
        words[end + 1 :]
        if end > 1 and words[end - 1] == b"*" and named and words[end + 2 : end + 3] == (b"(",)
        else words
    )


def chained(one: Piece, other: Piece) -> tuple[str, Piece, Piece] | None:
    """What is called last in a row of calls, alike on both sides: `super().f` of `super().f(a)`, and each side as that call alone."""
    ends = [_last_opened(each.words) for each in (one, other)]
    first, second = one.words[: ends[0]], other.words[: ends[1]]
    if not ends[0] or first != second or first[-1:] == (b")",):
        return None
    sides = [each._replace(words=(b"_", *each.words[end:])) for each, end in zip((one, other), ends, strict=True)]
    return joined(first), sides[0], sides[1]


def _last_opened(words: Sequence[bytes]) -> int:
    """Where the bracket of a call opens that ends with its last word; 0 for nowhere, and where more than names and calls stand before it."""
    depth, found = 0, 0
    for at, word in enumerate(words):
        if not depth and word == b"(":
            found = at
        elif not depth and not (word[-1:].isalnum() or word[-1:] in (b"_", b".")):
            return 0
        depth += (word in OPENING) - (word in CLOSING)
    return found if words[-1:] == (b")",) and not depth else 0


def within(one: Piece, other: Piece) -> tuple[str, Piece, Piece] | None:
    """The one call of two pieces in which all lies that differs, and each side as that call alone: `f` of `f(a, b) < 0` and `f(a, c) < 0`."""
    start = _alike(one.words, other.words)
    end = _alike(one.words[start:][::-1], other.words[start:][::-1])
    opened = _opened(one.words[:start])
    if not opened or _opened(other.words[:start]) != opened or one.words[opened - 1] in _NO_CALLS:
        return None
    name = opened
    while (
        name
        and one.words[name - 1] not in _WAITING | _NO_CALLS
        and (one.words[name - 1] in LINKS or one.words[name - 1][-1:].isalnum() or one.words[name - 1][-1:] == b"_")
    ):
        name -= 1
    last = [closing(each.words, opened) for each in (one, other)]
    if (
        name == opened
        or min(last) < 0
        or any(len(each.words) - at > end for each, at in zip((one, other), last, strict=True))
    ):
        return None
    sides = [
        each._replace(words=(b"_", *each.words[opened : at + 1])) for each, at in zip((one, other), last, strict=True)
    ]
    return joined(one.words[name:opened]), sides[0], sides[1]


def _alike(one: Sequence[bytes], other: Sequence[bytes]) -> int:
    """With how many words two begin alike."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _opened(words: Sequence[bytes]) -> int:
    """Where the innermost round bracket stands that is open at the end; 0 for none."""
    depth = 0
    for at in range(len(words) - 1, 0, -1):
        depth += (words[at] in CLOSING) - (words[at] in OPENING)
        if depth < 0:
            return at if words[at] == b"(" else 0
    return 0


def _by_name(was: Sequence[str], now: Sequence[str]) -> str:
    """Arguments in the same order that got names, or lost them, and nothing else."""
    if len(was) != len(now) or was == now:
        return ""
    for one, other, how in ((was, now, "by name now"), (now, was, "without names now")):
        pairs = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
        names = [b.removesuffix(a).removesuffix("=") for a, b in pairs if b.endswith(f"={a}")]
        if len(names) == len(pairs) and all(name.isidentifier() for name in names):
            return f"{', '.join(map(q, names))} {how}"
    return ""
