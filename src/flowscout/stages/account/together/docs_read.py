"""Python: docstrings that something reads: the file itself by `__doc__` or `getdoc`, as what a program prints as its help, a decorator that makes
a command of a function, `doctest`, a maker of parsers that takes its grammar from there. An edit of one is listed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from re import MULTILINE
from typing import Final

from ....engine.same import KEPT, Same
from ....model.account import LISTED, NEUTRAL, Answer, Side
from ....model.pattern import regex
from ....model.record import NamedTuple
from ..neutral import rules
from ..pieces.lexing import LexedSource
from ..pieces.quoting import q
from ..reading.imports import brought
from .file import State

_SHOWN: Final = 3  # examples
_TRIPLE: Final = (b'"""', b"'''")
_QUOTES: Final = (b'"', b"'", *_TRIPLE)
_DOC = b"__doc__"
_GETS = regex(rb"\bgetdoc\(|^[ \t]{0,40}+(?:from|import)[ \t]+(?:ply|sly)\b", MULTILINE)
_RULE = regex(r"[tp]_[A-Za-z]\w*")  # of PLY's classes and modules, which another file hands over
_RULED = regex(rb"^[ \t]{0,40}+(?:tokens[ \t]*+=|[tp]_\w{1,60}+[ \t]*+=[ \t]*+r[\"'])", MULTILINE)
_NAMED = regex(r"[A-Za-z_]\w*")
_BUILT_IN = frozenset(("property", "staticmethod", "classmethod"))
_ACCESSORS = frozenset(("getter", "setter", "deleter"))
_OWN = frozenset((b"self", b"cls", b"__class__"))
_OF_ITS_TYPE = {(b"(", b"self", b")"), (b"(", b"cls", b")")}


class _Example(NamedTuple):
    """What is typed in, with the lines that go on, and what is printed then."""

    call: str
    gives: str


def as_data(answers: Iterable[Answer], old: State, new: State) -> Iterator[Answer]:
    read = [_read(Same(each.source)) for each in (old, new)]
    every = any(_gets(Same(each.source)) for each in (old, new)) or any(
        names - _known(Same(each)) for names, each in zip(read, (old, new), strict=True)
    )
    for one in answers:
        name = one.unit.rpartition("::")[2].partition("~")[0].rpartition(".")[2].encode()
        docs = one.how == NEUTRAL and one.rule == rules.DOCSTRING
        rule = _RULE.fullmatch(one.unit.rpartition("::")[2].partition("(")[0].partition("~")[0].rpartition(".")[2])
        ruled = docs and rule is not None and any(_RULED.search(each.source.data) for each in (old, new))
        own = not one.unit.partition("::")[1] and bool(name)  # a class's, which it may ask itself for
        by_itself = any(name in each or (own and not _OWN.isdisjoint(each)) for each in read)
        if docs and (every or by_itself or ruled or _given_on(new, one.unit)):
            yield one._replace(how=LISTED, sentence="")
        elif docs and (tried := _tried(old, new, one)):
            yield one._replace(how=LISTED, sentence=tried)
        else:
            yield one


@lru_cache(maxsize=KEPT)
def _gets(source: Same[LexedSource]) -> bool:
    return _GETS.search(source.value.data) is not None


def _tried(old: State, new: State, one: Answer) -> str:
    """Which examples that `doctest` runs are others now, or give another value; "" where none is."""
    if any(side.line and side.path != each.source.path for side, each in ((one.before, old), (one.after, new))):
        return ""  # of a function that came from a third file
    was, now = (
        [example for text in _texts(each.source, side) for example in _examples(text)]
        for side, each in ((one.before, old), (one.after, new))
    )
    return "" if was == now else _differing(was, now)


def _differing(was: Sequence[_Example], now: Sequence[_Example]) -> str:
    """In the order of the text."""
    gone, came = list(_beyond(was, now)), list(_beyond(now, was))
    if len(gone) == len(came) == 1:
        one, other = gone[0], came[0]
        if _printed(one) == _printed(other) and _quoted(one.call) == _quoted(other.call):
            how = "has other blanks" if _indents(one) == _indents(other) else "is indented otherwise"
            return f"The docstring's example {_quoted(other.call)} {how}."
        if one.call == other.call:
            return f"The docstring's example {_quoted(other.call)} gives {_printed(other)}, no longer {_printed(one)}."
        if one.gives == other.gives:
            return f"An example of the docstring has {_quoted(other.call)} where it had {_quoted(one.call)}."
    told = [f"{what} {_few(those)}" for what, those in (("new", came), ("gone", gone)) if those]
    return (
        f"Of the docstring's examples: {'; '.join(told)}."
        if told
        else "The docstring's examples stand in another order."
    )


def _beyond(those: Sequence[_Example], others: Sequence[_Example]) -> Iterator[_Example]:
    left = Counter(those) - Counter(others)
    for each in those:
        if left[each] > 0:
            left[each] -= 1
            yield each


def _few(those: Sequence[_Example]) -> str:
    """Of many those that give something: others only make something ready for them."""
    giving = [each for each in those if each.gives] if len(those) > _SHOWN else []
    shown = (giving or those)[:_SHOWN]
    told = [_quoted(each.call) + (f" gives {_printed(each)}" if each.gives else "") for each in shown]
    return ", ".join(told) + (f" and {len(those) - len(shown)} more" if len(those) > len(shown) else "")


def _printed(one: _Example) -> str:
    return _quoted(one.gives) if one.gives else "nothing"


def _indents(one: _Example) -> list[int]:
    return [len(line) - len(line.lstrip()) for line in one.call.split("\n")]


def _quoted(lines: str) -> str:
    """In one line."""
    return q(" ".join(filter(None, (line.strip() for line in lines.split("\n")))))


def _texts(source: LexedSource, side: Side) -> Iterator[str]:
    """What stands between the quotes of each that stands on these lines: another docstring of that name is none of it."""
    for at, token in enumerate(source.tokens) if side.line else ():
        quotes = token.text[:3] if token.text[:3] in _TRIPLE else token.text[:1]
        if quotes in _QUOTES and token.text.endswith(quotes):
            first, last = source.line(source.starts[at]), source.line(token.end - 1)
            if first <= side.end_line and last >= side.line:
                yield token.text[len(quotes) : -len(quotes)].decode("utf-8", "replace")


def _examples(text: str) -> list[_Example]:
    """Its lines from where each stands: what is printed may begin with blanks, and end with some."""
    found, begin = list[_Example](), -1
    for line in text.expandtabs().split("\n"):
        bare = line.strip()
        if bare.startswith(">>>"):
            begin = len(line) - len(line.lstrip())
            found.append(_Example(line[begin:].removesuffix("\r"), ""))
        elif not bare:
            begin = -1
        elif begin >= 0:
            last, own = found[-1], (line if line[:begin].strip() else line[begin:]).removesuffix("\r")
            goes_on = not last.gives and bare.startswith("...")
            found[-1] = (
                last._replace(call=f"{last.call}\n{own.removeprefix('...')}")
                if goes_on
                else last._replace(gives=f"{last.gives}\n{own}" if last.gives else own)
            )
    return found


def _given_on(file: State, unit: str) -> bool:
    """Whether a decorator has the function that is none of Python's own."""
    facts = file.functions.get(unit)
    given = facts.decorators if facts is not None else ()
    named = [_NAMED.findall(each)[:1] for each in given if each.rpartition(".")[2] not in _ACCESSORS]
    return any(each and each[0] not in _BUILT_IN and each[0] not in _of_python(Same(file)) for each in named)


@lru_cache(maxsize=KEPT)
def _of_python(file: Same[State]) -> set[str]:
    """The names that a file has from Python's own modules."""
    every = [each for piece in file.value.around.pieces if piece.kind == "Import" for each in brought(piece)]
    own = [each for each in every if (each.source or each.name).split(".")[0] in sys.stdlib_module_names]
    return {each.name.split(" as ")[-1].split(".")[0].strip() for each in own}


@lru_cache(maxsize=KEPT)
def _read(source: Same[LexedSource]) -> frozenset[bytes]:
    """Whose docstrings: `main` of `main.__doc__`, "" of the file's own."""
    if _DOC not in source.value.data:
        return frozenset()
    words = [token.text for token in source.value.tokens]
    places = [at for at, word in enumerate(words) if word == _DOC and words[at + 1 : at + 2] != [b"="]]
    return frozenset(_whose(words[max(0, at - 6) : at - 1]) if words[at - 1 : at] == [b"."] else b"" for at in places)


def _whose(before: Sequence[bytes]) -> bytes:
    """`self` of `type(self)`; what another call gives, or a place of a table, may be anything."""
    return b"self" if tuple(before[-3:]) in _OF_ITS_TYPE and before[-4:-3] == [b"type"] else b"".join(before[-1:])


@lru_cache(maxsize=KEPT)
def _known(file: Same[State]) -> frozenset[bytes]:
    """What is called by a name that says whose docstring it is: `f` of `f = main`, or of `for f in commands`, may be any function's."""
    words = [token.text for token in file.value.source.tokens]
    defined = [word for above, word in pairwise(words) if above in (b"def", b"class")]
    brought_ = [each for piece in file.value.around.pieces if piece.kind == "Import" for each in brought(piece)]
    taken = [each.name.split(" as ")[-1].split(".")[0].strip().encode() for each in brought_]
    return frozenset({*defined, *taken} - {*_given(words)} | {b"", *_OWN})


def _given(words: Sequence[bytes]) -> Iterator[bytes]:
    """Names that take whatever they are given: of parameters, of loops, and what is set."""
    until: bytes = b""
    for at, word in enumerate(words):
        until = {b"def": b":", b"for": b"in", b"lambda": b":"}.get(
            word, b"" if word == until and words[at - 1] != b"(" else until
        )
        defines = words[at - 1 : at] == [b"def"]
        if (until and not defines) or words[at + 1 : at + 2] in ([b"="], [b":="]):
            yield word
