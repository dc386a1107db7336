"""Which arms of `#if` stand in a build that defines nothing of its own.

Asked of a macro that does something in one build and nothing in another. What the compiler or the system says (`__GNUC__`,
`_WIN32`), what is compared, and what the file defines only in some arm is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flowscout.model.pattern import regex
from flowscout.model.record import NamedTuple

from .text import Directive

_TOKEN = regex(rb"defined\b|[A-Za-z_]\w*+|\d++|&&|\|\||[!()]|\S")
_WORD = regex(rb"[A-Za-z_]\w*+")
_END: Final = b""
Truth = bool | None


class _Group(NamedTuple):
    """here: whether this arm stands; before: whether it or one above does."""

    here: Truth
    before: Truth


class PlainBuild:
    """Walks along a file's directives."""

    def __init__(self, *, cplusplus: bool) -> None:
        self._groups: list[_Group] = []
        self._names: dict[bytes, Truth] = {b"__cplusplus": cplusplus}

    @property
    def holds(self) -> bool:
        return all(group.here for group in self._groups)

    def step(self, directive: Directive, after: Directive | None) -> None:
        word = directive.keyword
        if word == b"define":
            if name := _WORD.search(directive.rest):
                self._names[name[0]] = True if self.holds else None
        elif word in (b"if", b"ifdef", b"ifndef"):
            stands = True if _guards(directive, after) else self._asked(directive)
            self._groups.append(_Group(stands, stands))
        elif word == b"endif" and self._groups:
            self._groups.pop()
        elif word in (b"else", b"elif", b"elifdef", b"elifndef") and self._groups:
            before = self._groups[-1].before
            asked = True if word == b"else" else self._asked(directive)
            self._groups[-1] = _Group(_both(_not(before), asked), _either(before, asked))

    def _asked(self, directive: Directive) -> Truth:
        argument = directive.argument
        if directive.keyword.endswith(b"def"):
            name = _WORD.match(argument)
            said = self.defined(name[0]) if name else None
            return _not(said) if directive.keyword.endswith(b"ndef") else said
        return _Condition(_TOKEN.findall(argument), self).read()

    def defined(self, name: bytes) -> Truth:
        return self._names.get(name, None if name.startswith(b"_") else False)


class _Condition:
    """`!defined(A) && (B || 1)`; everything else is unknown."""

    def __init__(self, tokens: Sequence[bytes], build: PlainBuild) -> None:
        self.tokens, self.build, self.at = tokens, build, 0

    def read(self) -> Truth:
        said = self._any()
        return said if self.at == len(self.tokens) else None

    def _next(self) -> bytes:
        self.at += 1
        return self.tokens[self.at - 1] if self.at <= len(self.tokens) else _END

    def _is(self, token: bytes) -> bool:
        found = self.at < len(self.tokens) and self.tokens[self.at] == token
        self.at += found
        return found

    def _any(self) -> Truth:
        said = self._all()
        while self._is(b"||"):
            said = _either(said, self._all())
        return said

    def _all(self) -> Truth:
        said = self._one()
        while self._is(b"&&"):
            said = _both(said, self._one())
        return said

    def _one(self) -> Truth:
        if self._is(b"!"):
            return _not(self._one())
        token = self._next()
        if token == b"(":
            said = self._any()
            return said if self._is(b")") else None
        if token == b"defined":
            closes = self._is(b"(")
            said = self.build.defined(self._next())
            return said if not closes or self._is(b")") else None
        if token.isdigit():
            return token.strip(b"0") != b""
        return False if _WORD.fullmatch(token) and self.build.defined(token) is False else None


def _guards(directive: Directive, after: Directive | None) -> bool:
    """`#ifndef A_H` right before `#define A_H`."""
    return (
        directive.keyword == b"ifndef"
        and after is not None
        and after.keyword == b"define"
        and after.argument.split()[:1] == directive.argument.split()[:1]
    )


def _not(one: Truth) -> Truth:
    return None if one is None else not one


def _both(one: Truth, other: Truth) -> Truth:
    return False if one is False or other is False else True if one and other else None


def _either(one: Truth, other: Truth) -> Truth:
    return True if one or other else False if one is False and other is False else None
