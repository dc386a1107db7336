"""Where a reader stands among tokens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ..model.expression import Expression, Word
from ..model.language import Spelling
from .tokens import NAME, NUMBER, SIGN, TextToken
from .types import is_template

CLOSE: Final = {"(": ")", "[": "]", "{": "}"}
BEYOND: Final = ("", "", "")  # what is seen behind the last token; nobody looks further
_CLOSERS: Final = frozenset(CLOSE.values())
_WORDS: Final = frozenset({NAME, NUMBER})


class Unreadable(Exception):  # noqa: N818 - never leaves the reader
    pass


class Cursor:
    def __init__(self, found: tuple[TextToken, ...], spelling: Spelling) -> None:
        self.tokens, self.spelling, self.python = found, spelling, spelling.conditional == "if-else"
        self.texts = [*[token.text for token in found], *BEYOND]
        self.kinds = [*[token.kind for token in found], *BEYOND]
        self.cpp = "::" in spelling.separators
        self.at = self.depth = self.height = 0

    def peek(self, ahead: int = 0) -> str:
        return self.texts[self.at + ahead]

    def kind(self, ahead: int = 0) -> str:
        return self.kinds[self.at + ahead]

    def next(self) -> TextToken:
        if self.at >= len(self.tokens):
            raise Unreadable
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, text: str) -> None:
        if self.next().text != text:
            raise Unreadable

    def end(self) -> int:
        return self.tokens[self.at - 1].end

    def skip(self, stops: frozenset[str]) -> None:
        """Moves over balanced brackets to a token of `stops`, a closing bracket, or the end."""
        depth = 0
        while self.at < len(self.tokens):
            text = self.peek() if self.kind() in (SIGN, NAME) else ""
            if depth == 0 and (text in stops or text in _CLOSERS):
                return
            depth += (text in CLOSE) - (text in _CLOSERS)
            self.at += 1

    def template_arguments(self) -> None:
        if self.peek() == "<":
            end = is_template(self.tokens, self.at)
            if end > 0:
                self.at = end

    def scoped(self, token: TextToken) -> Expression:
        """The name just read, with its scopes and template arguments."""
        first = self.at - 1
        if self.cpp:
            self.template_arguments()
            while self.peek() == "::" and (self.kind(1) == NAME or self.peek(1) == "~"):
                self.at += 3 if self.peek(1) == "~" else 2
                if self.at > len(self.tokens):  # `a::~` and no more
                    raise Unreadable
                self.template_arguments()
        return Word(token.start, self.end(), _spelt(self.tokens[first : self.at]))


def _spelt(tokens: Sequence[TextToken]) -> str:
    """Without blanks, but for those between two names: `cast<const T*>`."""
    apart = [
        f" {here.text}" if before.kind in _WORDS and here.kind in _WORDS else here.text
        for before, here in pairwise(tokens)
    ]
    return "".join([tokens[0].text, *apart])
