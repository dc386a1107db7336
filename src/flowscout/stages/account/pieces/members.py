"""Which members came and went where a list of values is all that differs: of `x in ("a", "b")`, of `KINDS = {"a", "b"}`, of the patterns of a case."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.pattern import regex
from ....words.series import series
from .brackets import closing
from .every_name import numbered, parted
from .outside import CLOSING, OPENING
from .pieces import Piece
from .quoting import MOST as QUOTED
from .quoting import both_quoted, joined, q

ROW = 2  # where the value of a row begins
MOST = 600  # characters of those that are named
PAIRS = 3  # values in the place of others that are told one by one
_TOKEN = regex(r"""'(?:\\.|[^'\\]){0,400}+'|"(?:\\.|[^"\\]){0,400}+"|[()\[\],]|[^\s()\[\],'"]++|['"]""")
_WORDS = regex(r"\w++")
_SPLIT = regex(r"""'(?:\\.|[^'\\]){0,400}+'|"(?:\\.|[^"\\]){0,400}+"|\w++|[^\s\w]""")
_BEFORE = frozenset((b"and", b"or", b"not", b"if", b"elif", b"while", b"(", b"return", b"=", b"assert"))
Words = Sequence[bytes]


def asked(one: Piece, other: Piece) -> str:
    """ "`x` is among values that now also hold `"c"`": of a question that differs in the values alone that it looks in; "" for another."""
    at, gone, came = _apart(one.words, other.words)
    words = other.words
    if at < 1 or words[at - 1] != b"in" or not (gone or came):
        return ""
    end = at - 1 - (words[at - 2 : at - 1] == (b"not",))
    begin, depth = end, 0
    while begin and (depth or words[begin - 1] not in _BEFORE):
        begin -= 1
        depth += (words[begin] in CLOSING) - (words[begin] in OPENING)
        if depth < 0:
            return ""
    left = joined(words[begin:end])
    return f"{q(left)} is {'not ' if end < at - 1 else ''}among values that {_said(gone, came, 'hold')}" if left else ""


def held(one: Piece, other: Piece) -> str:
    """ "now also has `"c"`": of a plain table that a name is given."""
    at, gone, came = _apart(one.words, other.words)
    plain = at > 0 and other.words[at - 1] in (b"=", b"(", b"{") and b"=" in other.words[:at]
    plain = plain and not _many_places(one, other, at, gone)
    return _said(gone, came, "has", _ordered(one, other, at)) if plain and (gone or came) else ""


def returned(one: Piece, other: Piece) -> str:
    """ "table has `2` as `"b"`, no longer `1`": of a table that is returned, or of a list that is too long to be seen whole."""
    at, gone, came = _apart(one.words, other.words)
    if at != 1 or not (gone or came):
        return ""
    if (
        other.words[at] == b"["
        and max(len(one.said), len(other.said)) > QUOTED
        and not _many_places(one, other, at, gone)
    ):
        return f"list {_said(gone, came, 'has', _ordered(one, other, at))}"
    table = other.words[at] == b"{" and all(_keyed(each)[1] for each in (*gone, *came))
    return f"table {_said(gone, came, 'has')}" if table else ""


def given(one: Piece, other: Piece) -> str:
    """ "a list that now also has `"c"`": of a list or a table that a call is given."""
    at, gone, came = _apart(one.words, other.words)
    turned = "" if at >= 0 else ", the rest in another order"
    at, gone, came = (at, gone, came) if at >= 0 else _turned(one.words, other.words)
    if at < 1 or other.words[at] not in (b"[", b"{") or not (gone or came) or _many_places(one, other, at, gone):
        return ""
    table = all(_keyed(each)[1] for each in (*gone, *came))
    keyword = other.words[at - 1] == b"=" and at > 1 and other.words[at - 2].decode("utf-8", "replace")
    given_as = f"as {q(keyword)} " if keyword and keyword.isidentifier() else ""
    told = _said(gone, came, "has", not turned and _ordered(one, other, at))
    return f"{given_as}a {'table' if table else 'list'} that {told}{turned}"


def valued(was: str, now: str) -> str:
    """ "no longer has `"a"`": of a list or a table that something is given by name."""
    one, other = ([each.encode() for each in _SPLIT.findall(text)] for text in (was, now))
    at, gone, came = _apart(one, other)
    if at < 0 and (texts := _of_texts(one, other)):
        return texts
    plain = not at and (gone or came) and not (len(gone) > 1 and len(one) == len(other) and other[0] != b"{")
    ordered = bool(plain) and other[0] != b"{" and _in_place(one, other, 0)
    ordered = ordered and (len(one) == len(other) or _one_by_one(one, other, 0))
    return _said(gone, came, "has", ordered) if plain else ""


def _of_texts(one: Words, other: Words) -> str:
    """Of two rows of texts, each of which stands there once, which came and went, wherever they stand; "" for others, and where none stayed."""
    if not _is_row(one) or not _is_row(other) or one[0] != other[0]:
        return ""
    was, now = ([*_parts(words[1:-1])] for words in (one, other))
    gone, came = [each for each in was if each not in now], [each for each in now if each not in was]
    stayed = [[each for each in side if each not in apart] for side, apart in ((was, gone), (now, came))]
    once = len({*was}) == len(was) and len({*now}) == len(now)
    if not once or len(stayed[0]) < ROW or len(gone) + len(came) < ROW:
        return ""
    return f"{_came_and_went(gone, came, 'has')}{', the rest in another order' * (stayed[0] != stayed[1])}"


def _is_row(words: Words) -> bool:
    """A list or a tuple of nothing but texts."""
    plain = all(word == b"," or word[:1] in (b"'", b'"') for word in words[1:-1])
    return plain and len(words) > len("[a,b]") and (words[0], words[-1]) in ((b"[", b"]"), (b"(", b")"))


def covered(one: Piece, other: Piece) -> str:
    """ "now also covers `B`": of a case of several patterns; of patterns, as they are written."""
    was, now = ([*_parts([part.encode() for part in _tokens(each.said)])] for each in (one, other))
    gone, came = [each for each in was if each not in now], [each for each in now if each not in was]
    kept = [each for each in now if each in was]
    return (
        f"{q(kept[0])}{f' and {len(kept) - 1} more' if len(kept) > 1 else ''} {_said(gone, came, 'covers')}"
        if kept and (gone or came)
        else ""
    )


def _tokens(said: str) -> list[str]:
    return _TOKEN.findall(said)


def _ordered(one: Piece, other: Piece, at: int) -> bool:
    """Whether the place of a value counts: in a list or a tuple, where another stands in the place of one that is gone."""
    listed = other.words[at] in (b"(", b"[") and _in_place(one.words, other.words, at)
    return listed and (len(one.words) == len(other.words) or _one_by_one(one.words, other.words, at))


def _one_by_one(one: Words, other: Words, at: int) -> bool:
    """Whether each value that came stands in the place of one: in a tuple; else a bracket of which some of what it holds is another."""
    was, now = ([*_parts(_within(words, at))] for words in (one, other))
    pairs = [pair for pair in zip(was, now, strict=False) if pair[0] != pair[1]]
    return (
        len(was) == len(now)
        and 0 < len(pairs) <= PAIRS
        and (one[at] == other[at] == b"(" or all(_is_like(*pair) for pair in pairs))
    )


def _brackets(one: Piece, other: Piece, at: int) -> bool:
    was, now = ([*_parts(_within(piece.words, at))] for piece in (one, other))
    pairs = [pair for pair in zip(was, now, strict=False) if pair[0] != pair[1]]
    return len(was) == len(now) and len(pairs) <= PAIRS and all(_is_like(*pair) for pair in pairs)


def _is_like(one: str, other: str) -> bool:
    """Two brackets of which most is the same."""
    was, now = (set(_WORDS.findall(text)) for text in (one, other))
    return one[:1] == other[:1] != "" and one[0] in "([{" and 3 * len(was & now) >= 2 * max(len(was), len(now))


def _in_place(one: Words, other: Words, at: int) -> bool:
    """Whether what came stands where what is gone stood."""
    was, now = ([*_parts(_within(words, at))] for words in (one, other))
    return [n for n, each in enumerate(was) if each not in now] == [n for n, each in enumerate(now) if each not in was]


def _many_places(one: Piece, other: Piece, at: int, gone: Sequence[str]) -> bool:
    """Whether several values of a row stand in the place of others: the row is told as it is."""
    return (
        len(gone) > 1
        and len(one.words) == len(other.words)
        and _ordered(one, other, at)
        and not _brackets(one, other, at)
    )


def row(one: Piece, other: Piece) -> str:
    """ "now also has `"c"`": of a list or a table that is the value of a row, `"a": ["b", "c"],`."""
    at, gone, came = _apart(one.words, other.words)
    plain = at == ROW and other.words[1] == b":" and (gone or came)
    return _said(gone, came, "has", _ordered(one, other, at)) if plain else ""


def designated(one: Piece, other: Piece) -> tuple[str, str]:
    """(`.name = "a"`, "has `C` as `.type`, no longer `B`"): of a row that names its values."""
    at, gone, came = _apart(one.words, other.words)
    first = _parts(_within(other.words, 0))[0] if at == 0 else ""
    plain = first.startswith(".") and first not in came and all(each.startswith(".") for each in (*gone, *came))
    return (q(first), _said(gone, came, "has")) if plain else ("", "")


def braced(one: Piece, other: Piece) -> tuple[str, str]:
    """(`names`, "now also has `"c"`"): of a table that stands right behind its name, in braces."""
    at, gone, came = _apart(one.words, other.words)
    name = other.words[at - 1].decode("utf-8", "replace") if at > 1 and other.words[at] == b"{" else ""
    plain = name.isidentifier() and b"=" not in other.words[:at] and not _many_places(one, other, at, gone)
    return (q(name), _said(gone, came, "has")) if plain and (gone or came) else ("", "")


def _said(gone: Sequence[str], came: Sequence[str], verb: str, ordered: bool = False) -> str:
    if ordered and len(gone) == len(came) <= PAIRS:
        pairs = [both_quoted(was, now) for was, now in zip(gone, came, strict=True)]
        return f"{verb} {', and '.join(f'{now} in the place of {was}' for was, now in pairs)}"
    before, after = dict(map(_keyed, gone)), dict(map(_keyed, came))
    otherwise = [key for key in after if before.get(key) and after[key]] if verb == "has" else []
    gone, came = ([each for each in side if _keyed(each)[0] not in otherwise] for side in (gone, came))
    told = [_under_key(key, before[key], after[key]) for key in otherwise]
    return "; ".join(filter(None, (*told, _came_and_went(gone, came, verb))))


def _came_and_went(gone: Sequence[str], came: Sequence[str], verb: str) -> str:
    new = f"now also {verb} {named(came)}" if came else ""
    old = f"no longer {'' if came else verb + ' '}{named(gone)}" if gone else ""
    return ", ".join(filter(None, (new, old)))


def _under_key(key: str, was: str, now: str) -> str:
    if within := valued(was, now):
        kind = {"{": "a table", "(": "a tuple"}.get(now[:1], "a list")
        return f"has as {q(key)} {kind} that {within}"
    old, new = both_quoted(was, now)
    return f"has {new} as {q(key)}, no longer {old}"


def _keyed(member: str) -> tuple[str, str]:
    """(key, value) of `"a":1`; no value where it is none of a table."""
    depth, quoted = 0, ""
    for at, sign in enumerate(member):
        if sign in "\"'" and member[at - 1 : at] != "\\":
            quoted = "" if quoted == sign else quoted or sign
        if quoted:
            continue
        depth += (sign in "([{") - (sign in ")]}")
        if sign == (":" if member[:1] != "." else "=") and not depth and "::" not in member[max(at - 1, 0) : at + 2]:
            return member[:at].strip(), member[at + 1 :].strip()
    return member, ""


def named(members: Sequence[str]) -> str:
    every = numbered([*map(q, members)])
    shown = next(parted(every, MOST), [])
    shown = [*shown, f"{len(every) - len(shown)} more"] if len(shown) < len(every) else shown
    return series(shown)


def _turned(one: Words, other: Words) -> tuple[int, list[str], list[str]]:
    """Of a list of which most is the same in another order."""
    at, gone, came = _apart(one, other, False)
    if at < 0 or other[at] != b"[":
        return -1, [], []
    was, now = ([*_parts(_within(words, at))] for words in (one, other))
    once = len({*was}) == len(was) and len({*now}) == len(now)
    return (at, gone, came) if once and len(now) > 2 * len(came) and len(was) > 2 * len(gone) else (-1, [], [])


def _apart(one: Words, other: Words, in_order: bool = True) -> tuple[int, list[str], list[str]]:
    """(position of the bracket that holds all that differs, what is gone, what came); -1 for none. in_order: whether all else must stand in
    the same order."""
    least = min(len(one), len(other))
    begin = next((at for at in range(least) if one[at] != other[at]), least)
    end = next((at for at in range(least - begin) if one[-1 - at] != other[-1 - at]), least - begin)
    at = _holding(one, other, begin, end)
    if at < 0 or b"#" in one or b"#" in other:  # a line of the preprocessor parts no values
        return -1, [], []
    whole = [_within(words, at) for words in (one, other)]
    was, now = ([*_parts(inner)] for inner in whole)
    kept = [each for each in now if each in was]
    if (
        not (kept or {_keyed(each)[0] for each in was if _keyed(each)[1]} & {_keyed(each)[0] for each in now})
        or any(b"for" in (bare := _outermost(inner)) or (b":" in bare and other[at] != b"{") for inner in whole)
        or (in_order and [each for each in was if each in now] != kept)
        or _passed_a_table(was, now)
    ):
        return -1, [], []
    return at, [each for each in was if each not in now], [each for each in now if each not in was]


def _passed_a_table(was: Sequence[str], now: Sequence[str]) -> bool:
    """Whether a key stands on the other side of a `**base` now, which may set it too."""
    before, after = (
        {_keyed(each)[0]: [one for one in side[:at] if one.startswith("**")] for at, each in enumerate(side)}
        for side in (was, now)
    )
    shared = [each for each in before.keys() & after.keys() if not each.startswith("**")]
    both = {*was} & {*now}  # a table that is new, or gone, is told
    return any(
        [one for one in before[each] if one in both] != [one for one in after[each] if one in both] for each in shared
    )


def of_table(words: Words) -> list[str]:
    """What stands in the first braces."""
    return [*_parts(_within(words, words.index(b"{")))] if b"{" in words else []


def _holding(one: Words, other: Words, begin: int, end: int) -> int:
    """Where the innermost bracket opens that holds all that differs, on both sides; -1 for nowhere."""
    depth = 0
    for at in range(begin - 1, -1, -1):
        depth += (other[at] in CLOSING) - (other[at] in OPENING)
        if depth < 0:
            depth = 0
            inner = [_within(words, at) for words in (one, other)]
            if all(inner) and all(
                at + 1 + len(held) >= len(words) - end for words, held in zip((one, other), inner, strict=True)
            ):
                return at
    return -1


def _outermost(words: Words) -> list[bytes]:
    """What stands in no brackets."""
    depth, found = 0, []
    for word in words:
        depth += (word in OPENING) - (word in CLOSING)
        found += [word] if not depth else []
    return found


def _within(words: Words, at: int) -> Words:
    return words[at + 1 : max(0, closing(words, at))]


def _parts(words: Words) -> list[str]:
    found: list[list[bytes]] = [[]]
    depth = 0
    for word in words:
        depth += (word in OPENING) - (word in CLOSING)
        if word == b"," and not depth:
            found.append([])
        else:
            found[-1].append(word)
    return [joined(each) for each in found if each]
