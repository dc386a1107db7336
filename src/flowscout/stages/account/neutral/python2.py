"""Python 2's way of writing what Python 3 writes otherwise: the same statement, and nothing that it does differs.

except E, e            except E as e
raise E, "text"        raise E("text")
print "text", n        print("text", n)
100L · a <> b · `n`    100 · a != b · repr(n)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ....model.pattern import regex
from ..pieces.lexing import LexedSource
from ..pieces.scoping import statements

SPELT: Final = "Python 2's way of writing"
_LONG: Final = regex(rb"(?:0[xX][0-9A-Fa-f]{1,80}|[0-9]{1,80})[lL]")
_PREFIXES: Final = frozenset((b"u", b"b", b"r", b"ur", b"br"))
_NAMES: Final = frozenset((b"unicode", b"basestring", b"xrange", b"unichr", b"raw_input"))  # its builtins, gone since
_MODULES: Final = frozenset(
    b"ConfigParser Cookie HTMLParser Queue SocketServer StringIO Tkinter __builtin__ cPickle cStringIO cookielib httplib"
    b" urllib2 urlparse xmlrpclib".split()
)  # of its library, named otherwise since
_WRITTEN: Final = regex(rb"(?:0[xX][0-9A-Fa-f]{1,80}|[0-9]{1,80})[lL]|0[0-7]{0,80}[1-7][0-7]{0,80}|`")
_NAMED: Final = regex(rb"\A#![^\n]{0,200}\bpython2")
_ONLY_THERE: Final = frozenset((b"except", b"raise", b"print"))
_OPENS, _CLOSES = (b"(", b"[", b"{"), (b")", b"]", b"}")


def spelt(old: Sequence[bytes], new: Sequence[bytes]) -> bool:
    """Whether the later one is the earlier one as Python 3 writes it."""
    return old != new and _modern(old) == tuple(new)


@lru_cache(maxsize=4)  # both sides of a file, of which each change asks
def runs(file: LexedSource) -> bool:
    """Whether Python 2 runs a file, be it beside Python 3: by what it alone writes, its builtins, and what a file for both imports."""
    return bool(_NAMED.match(file.data)) or any(_shows([token.text for token in words]) for words in statements(file))


@lru_cache(maxsize=4)
def bytes_alone(file: LexedSource) -> bool:
    """Whether a text without a letter before it is bytes there, as Python 2 has it unless the file says otherwise."""
    return runs(file) and b"unicode_literals" not in {token.text for token in file.tokens}


def _shows(words: list[bytes]) -> bool:
    if words[0] == b"from" and words[1:2] == [b"__future__"]:
        return words[3:] != [b"annotations"]
    if words[0] in (b"import", b"from"):
        named = words[1:2] if words[0] == b"from" else words[1:]
        return words[1:2] == [b"six"] or not _MODULES.isdisjoint(named)
    if words[0] == b"exec" and words[1:2] not in ([b"("], [b"="], [b"."], []):
        return True
    if any(map(_WRITTEN.fullmatch, words)) or _unequal(words) != words:
        return True
    if words[0] in _ONLY_THERE and _modern(words) != tuple(words):
        return words[0] != b"except" or words[-2][:1].islower()  # `except A, B:` of Python 3.14
    if any(words[at : at + 3] == [b".", b"has_key", b"("] for at in range(len(words))):
        return True
    return any(
        word in _NAMES and before != b"." and behind in (b"(", b")", b",", b"")
        for before, word, behind in zip([b"", *words], words, [*words[1:], b""], strict=False)
    )


def _modern(words: Sequence[bytes]) -> tuple[bytes, ...]:
    words = _unquoted(_unequal([_unsuffixed(word) for word in words]))
    commas = _outer_commas(words)
    match words[:1]:
        case [b"except"] if len(commas) == 1:
            return (*words[: commas[0]], b"as", *words[commas[0] + 1 :])
        case [b"raise"] if len(commas) == 1:
            kind, value = words[1 : commas[0]], words[commas[0] + 1 :]
            if _is_text(value):  # an exception that is made already, or `None`, is raised otherwise
                return (b"raise", *kind, b"(", *value, b")")
            if _in_one_pair(value) and _outer_commas(value[1:-1]):
                return (b"raise", *kind, *value)
        case [b"print"] if words[1:2] not in ([b"("], [b">>"]) and words[-1] != b",":
            return (b"print", b"(", *words[1:], b")")
    return tuple(words)


def _unequal(words: list[bytes]) -> list[bytes]:
    """`<` and `>` next to each other as `!=`."""
    again = {at for at in range(1, len(words)) if words[at - 1 : at + 1] == [b"<", b">"]}
    return [b"!=" if at + 1 in again else word for at, word in enumerate(words) if at not in again]


def _unsuffixed(word: bytes) -> bytes:
    return word[:-1] if _LONG.fullmatch(word) else word


def _unquoted(words: list[bytes]) -> list[bytes]:
    """Backquotes in pairs as `repr(…)`."""
    if words.count(b"`") % 2:
        return words
    out, inside = list[bytes](), False
    for word in words:
        if word == b"`":
            out += [b")"] if inside else [b"repr", b"("]
            inside = not inside
        else:
            out.append(word)
    return out


def _is_text(words: Sequence[bytes]) -> bool:
    """Whether it begins with a literal text, so that it is one, be it filled in."""
    return any(word[:1] in (b'"', b"'") for word in words[: 1 + (words[0].lower() in _PREFIXES)]) if words else False


def _in_one_pair(words: Sequence[bytes]) -> bool:
    depth = 0
    for at, word in enumerate(words):
        depth += (word == b"(") - (word == b")")
        if depth == 0:
            return at > 0 and at == len(words) - 1
    return False


def _outer_commas(words: Sequence[bytes]) -> list[int]:
    depth, found = 0, list[int]()
    for at, word in enumerate(words):
        depth += (word in _OPENS) - (word in _CLOSES)
        if word == b"," and depth == 0:
            found.append(at)
    return found
