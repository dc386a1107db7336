"""Python's texts: what stands side by side is one, `"{a}".format(a=x)` and `"%s" % (x,)` are `f"{x}"`, and of two texts only what
differs is quoted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.pattern import regex
from .outside import CLOSING, OPENING
from .quoting import both_quoted, joined, q

FILLED: Final = "texts filled in another way"
_LETTERS: Final = frozenset((b"f", b"F", b"rf", b"fr", b"r", b"u", b"b", b"br", b"rb"))
_FIELD: Final = regex(
    rb"^([A-Za-z_0-9]{0,60}+)((?:\.[A-Za-z_]\w{0,60}+|\[[0-9]{1,4}+\]){0,9}+)(![rsa])?(:[^{}]{0,60}+)?$"
)
_PERCENT: Final = regex(rb"%([sr%])")
_ONE_VALUE: Final = ((b"len",), (b"str",), (b"repr",))
_BINDS_BEFORE: Final = frozenset((b"*", b"/", b"//", b"%", b"@"))
_BINDS_BEHIND: Final = frozenset((b"**", b".", b"[", b"("))
_SHOWN: Final = regex(r"\{[^{}]{1,80}+\}")
_WORDS: Final = regex(rb"[\w.=-]++")
SPOT: Final = 24  # characters of two texts, of which the rest is alike
SAYS: Final = 4  # words of a text by which it is known again
Words = Sequence[bytes]
Part = tuple[bytes, ...]


def is_text(word: bytes) -> bool:
    return word[-1:] in (b'"', b"'") and len(word) > 1


def _prefix(words: Words, at: int) -> bytes:
    """The letters before a text: `f` of `f"…"`."""
    return words[at - 1].lower() if at and words[at - 1].lower() in _LETTERS else b""


def _inside(word: bytes) -> bytes:
    for quote in (b'"""', b"'''", b'"', b"'"):
        if word.startswith(quote) and word.endswith(quote) and len(word) >= 2 * len(quote):
            return word[len(quote) : -len(quote)]
    return word


def runs(words: Words) -> Iterator[tuple[int, int]]:
    """(begin, end) of the texts that stand side by side, with their letters."""
    at = 0
    while at < len(words):
        begin = at
        while at < len(words) and (
            is_text(words[at]) or (words[at].lower() in _LETTERS and at + 1 < len(words) and is_text(words[at + 1]))
        ):
            at += 1
        if at > begin:
            yield begin, at
        at = max(at, begin + 1)


# -- what fills them -------------------------------------------------------------------------------------------------


def filled(words: Words) -> tuple[object, ...]:
    """The words, with each text that is filled as its parts: ("so far ", b"x", b"!r", b"")."""
    found: list[object] = []
    done = 0
    for begin, end in runs(words):
        if begin < done:
            continue
        parts, behind = _parts(words, begin, end)
        if parts is not None:
            bracket = behind > end + 1 and _bracketed(words, begin, end)
            found += [*words[done : begin - bracket], tuple(parts)]
            done = behind
    return (*found, *words[done:])


def _parts(words: Words, begin: int, end: int) -> tuple[list[object] | None, int]:
    """What a text is filled with, and where that ends; None for one that is not."""
    letters = {_prefix(words, at) for at in range(begin, end) if is_text(words[at])}
    texts = [(_prefix(words, at), _inside(words[at])) for at in range(begin, end) if is_text(words[at])]
    if letters & {b"f"} and letters <= {b"f", b""}:
        return _of_f(texts), end
    behind = end + _bracketed(words, begin, end)
    if letters == {b""} and tuple(words[behind : behind + 3]) == (b".", b"format", b"("):
        given, closed = _arguments(words, behind + 2)
        return _of_format(b"".join(text for _, text in texts), given), closed
    if letters == {b""} and behind == end and tuple(words[end : end + 2]) == (b"%", b"("):
        given, closed = _arguments(words, end + 1)
        given = given if len(given) > 1 or words[closed - 2] == b"," else []
        return _of_percent(b"".join(text for _, text in texts), given), closed
    if letters == {b""} and behind == end and (closed := _one_value(words, begin, end)):
        text = b"".join(text for _, text in texts)
        text = text.replace(b"%d", b"%s") if words[end + 1] == b"len" and b"%%" not in text else text
        return _of_percent(text, [(b"", _bare(b"".join(words[end + 1 : closed])))]), closed
    return None, end


def _one_value(words: Words, begin: int, end: int) -> int:
    """Where a call ends that gives no tuple, `len(a)` of `"%s" % len(a)`; 0 for another value, and where something else binds first."""
    sign, name, opens = (tuple(words[end + n : end + n + 1]) for n in range(3))
    if sign != (b"%",) or name not in _ONE_VALUE or opens != (b"(",):
        return 0
    if begin and words[begin - 1] in _BINDS_BEFORE:
        return 0
    closed = _arguments(words, end + 2)[1]
    return 0 if words[closed : closed + 1] and words[closed] in _BINDS_BEHIND else closed


def _bracketed(words: Words, begin: int, end: int) -> bool:
    """Whether brackets that are no call's stand round a text."""
    before = words[begin - 2] if begin > 1 else b"="
    called = (before[-1:].isalnum() and before not in (b"return", b"in", b"and", b"or", b"not", b"yield")) or before[
        -1:
    ] in b"_)]"
    return bool(begin) and words[begin - 1] == b"(" and tuple(words[end : end + 1]) == (b")",) and not called


def _arguments(words: Words, at: int) -> tuple[list[tuple[bytes, bytes]], int]:
    """(name, value) of what stands in brackets, and the place behind them."""
    found: list[list[bytes]] = [[]]
    depth = 0
    for place in range(at, len(words)):
        depth += (words[place] in OPENING) - (words[place] in CLOSING)
        if not depth:
            return [_named(each) for each in found if each], place + 1
        if depth == 1 and words[place] == b",":
            found.append([])
        elif depth > 1 or place > at:
            found[-1].append(words[place])
    return [], len(words)


def _named(words: Words) -> tuple[bytes, bytes]:
    name = words[0] if words[1:2] == [b"="] or tuple(words[1:2]) == (b"=",) else b""
    return name, _bare(b"".join(words[2:] if name else words))


def _bare(expression: bytes) -> bytes:
    return b"".join(expression.split()).replace(b"'", b'"')


def _of_f(texts: Sequence[tuple[bytes, bytes]]) -> list[object] | None:
    found: list[object] = []
    for prefix, text in texts:
        if prefix != b"f":
            found.append(text)
            continue
        pieces = _braced(text)
        if pieces is None:
            return None
        found += pieces
    return _together(found)


def _braced(text: bytes) -> list[object] | None:
    """Literal parts and fields of a text with braces."""
    found: list[object] = []
    at = 0
    while at < len(text):
        sign = text[at : at + 1]
        if text[at : at + 2] in (b"{{", b"}}"):
            found.append(sign)
            at += 2
        elif sign == b"{":
            end = _field_end(text, at)
            if end < 0 or b"{" in text[at + 1 : end] or text[end - 1 : end] == b"=":
                return None
            found.append(_field(text[at + 1 : end]))
            at = end + 1
        else:
            found.append(sign)
            at += 1
    return found


def _field_end(text: bytes, at: int) -> int:
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place : place + 1] == b"{") - (text[place : place + 1] == b"}")
        if not depth:
            return place
    return -1


def _field(text: bytes) -> Part:
    """(expression, conversion, format) of what stands in braces."""
    depth = 0
    for at in range(len(text)):
        sign = text[at : at + 1]
        depth += (sign in b"([{") - (sign in b")]}")
        if not depth and sign == b"!" and text[at + 1 : at + 2] != b"=":
            return _bare(text[:at]), text[at : at + 2], text[at + 2 :]
        if not depth and sign == b":":
            return _bare(text[:at]), b"", text[at:]
    return _bare(text), b"", b""


def _of_format(text: bytes, given: Sequence[tuple[bytes, bytes]]) -> list[object] | None:
    values = {name or str(at).encode(): value for at, (name, value) in enumerate(given)}
    used: set[bytes] = set()
    found: list[object] = []
    counted = 0
    pieces = _braced(text)
    for piece in pieces or ():
        match = _FIELD.match(b"".join(piece)) if isinstance(piece, tuple) else None
        if match is None:
            found.append(piece)
            continue
        key = match[1] or str(counted).encode()
        counted += not match[1]
        if not values.get(key) or (match[2] and not _is_name(values[key])):
            return None
        used.add(key)
        found.append((values[key] + match[2], match[3] or b"", match[4] or b""))
    starred = any(value.startswith(b"*") for value in values.values())
    return _together(found) if pieces is not None and used == set(values) and not starred else None


def _is_name(expression: bytes) -> bool:
    return expression.replace(b".", b"_").replace(b"_", b"a").isalnum()


def _of_percent(text: bytes, given: Sequence[tuple[bytes, bytes]]) -> list[object] | None:
    found: list[object] = []
    values = [value for name, value in given if not name]
    at = 0
    for match in _PERCENT.finditer(text):
        found.append(text[at : match.start()])
        at = match.end()
        if match[1] == b"%":
            found.append(b"%")
        elif values:
            found.append((values.pop(0), b"!r" if match[1] == b"r" else b"", b""))
        else:
            return None
    found.append(text[at:])
    rest = _PERCENT.sub(b"", text)
    return _together(found) if given and not values and b"%" not in rest else None


def _together(parts: Sequence[object]) -> list[object]:
    """Literal parts side by side as one, quotes and their escapes alike."""
    found: list[object] = []
    for part in parts:
        if isinstance(part, bytes) and found and isinstance(found[-1], bytes):
            found[-1] += part
        elif part != b"":
            found.append(part)
    return [each.replace(b"\\'", b"'").replace(b'\\"', b'"') if isinstance(each, bytes) else each for each in found]


# -- what differs ----------------------------------------------------------------------------------------------------


def apart(one: Words, other: Words) -> tuple[str, str] | None:
    """The one text of each that differs, where nothing else does, as it is read."""
    sides = [list(runs(words)) for words in (one, other)]
    if len(sides[0]) != len(sides[1]) or not sides[0]:
        return None
    if _without(one, sides[0]) != _without(other, sides[1]):
        return None
    pairs = [(one[a:b], other[c:d]) for (a, b), (c, d) in zip(*sides, strict=True)]
    differing = [pair for pair in pairs if tuple(pair[0]) != tuple(pair[1])]
    if any(_is_key(other, end) for (_, end), pair in zip(sides[1], pairs, strict=True) if pair in differing):
        return None
    told = (read(differing[0][0]), read(differing[0][1])) if len(differing) == 1 else ("", "")
    return told if any(" " in each for each in told) else None  # one word is no message: a key, a path, an option


def _is_key(words: Words, end: int) -> bool:
    """Whether the text that ends there names a value of a table."""
    return words[end : end + 1] == (b":",) and any(word == b"{" for word in words[:end])


def _without(words: Words, those: Sequence[tuple[int, int]]) -> list[bytes]:
    inside = {at: begin for begin, end in those for at in range(begin, end)}
    return [b"" if at in inside else word for at, word in enumerate(words) if inside.get(at, at) == at]


def read(words: Words) -> str:
    """Texts that stand side by side as one."""
    letters = {_prefix(words, at) for at in range(len(words)) if is_text(words[at])}
    texts = [_inside(word) for word in words if is_text(word)]
    if len(letters - {b""}) > 1 or any(b"\n" in text for text in texts):
        return joined(words)
    whole = b"".join(texts)
    quote = b"'" if b'"' in whole else b'"'
    if quote in whole and len(texts) > 1:
        return joined(words)
    letter = max(letters, default=b"")
    return (letter + (quote + whole + quote if quote not in whole else words[-1])).decode("utf-8", "replace")


def said(whose: str, was: str, now: str) -> str:
    """In a sentence, without its full stop. whose: "the text of …"."""
    if now == f"f{was}" or was == f"f{now}":
        fields = [match[0] for match in _SHOWN.finditer(now)]
        held = ", ".join(map(q, dict.fromkeys(fields[:3]))) if fields else "nothing"
        filling = now == f"f{was}"
        return (
            f"{whose} is {'an f-string now, and fills in' if filling else 'no f-string any more, and keeps'} {held}"
            + ("" if filling else " as written")
        )
    old, new = both_quoted(was, now, SPOT)
    return f"{whose} is now {new}, no longer {old}"


def messages_alone(one: Words, other: Words) -> bool:
    """Whether nothing but what people read differs; one word is a key, an option, a mode."""
    apart = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
    return len(one) == len(other) and all(
        (a[-1:] == b[-1:] == b'"' or a[-1:] == b[-1:] == b"'") and b" " in a + b for a, b in apart
    )


def in_words(words: Words) -> list[bytes]:
    """Each text that says something by its words."""
    return [part for word in words for part in (_said_in(word) if is_text(word) else (word,))]


def _said_in(text: bytes) -> Sequence[bytes]:
    found = _WORDS.findall(text)
    return found if len(found) >= SAYS else (text,)
