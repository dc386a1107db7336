"""`#if` in C and C++: what the grammar may see of it.

A grammar can only place a conditional group where each branch is made of whole statements, declarations or members.
Such a group inside a function stays as it is and becomes a `Variant`. Everything else is settled here, on a mask of the
text (see `text`), by blanking; bytes never move:

- `#if 0` is dead, `#if 1` has no alternatives, and C does not define `__cplusplus`;
- a group among declarations (outside braces, in a namespace or class) loses its directives: whatever its branches define is
  there;
- a group whose branches cut through a statement, a brace or an expression keeps one branch. The first that is kept for a
  condition decides for the whole file, so that a brace opened under `#ifdef X` is closed under `#ifdef X`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple
from . import governed
from .braces import among_declarations
from .text import Directive, blank, controls

OPENS: Final = frozenset({b"if", b"ifdef", b"ifndef"})
TURNS: Final = frozenset({b"elif", b"elifdef", b"elifndef", b"else"})
_BRACKET = regex(rb"[{}()]")
_NAME = regex(rb"!?\s*+(?:defined\s*+)?\(?\s*+([A-Za-z_]\w*+)\s*+\)?\Z")
_CONTINUES = regex(rb"\|\||&&|[|),.?=/%<>^\]\"]|:(?!:)|else\b")  # no statement begins so
_FIRST = regex(rb"(?:defined\s*+\(?\s*+)?([A-Za-z_]\w*+)\s*+\)?\s*+(?:>|&&|==)")  # false when the name is not defined
_FOREIGN = regex(
    rb"WIN32|WIN64|UNICODE|_MSC_VER|MINGW|CYGWIN|BORLAND|WATCOM|MSDOS|__OS2__|\bVMS\b|SWIG|__DJGPP__|_WIN|"
    rb"\b(?:_AIX|__sun|__hpux|__sgi)\b|\b__(?!GNU|STDC|SIZEOF|ELF|LP64|OPTIMIZE|SSE|AVX|ARM|GLIBC|INT|UINT|BYTE|CHAR|EXCEPTIONS|ORDER|PIC|BMI|POPCNT|AES|FMA|COUNTER)[A-Z0-9]++(?:_[A-Z0-9]++)*+__\b"  # the systems' own marks
)
_MACRO_LINE = regex(rb"[ \t]*+[A-Z_][A-Z0-9_]{2,}+[ \t\r]*+\Z")
_ELSE = regex(rb"\belse\Z")
_LABEL = regex(rb"(?:\A|[;{}\n])[ \t\r]*+(?!(?:default|public|protected|private)\b)[A-Za-z_]\w*+[ \t]*+:\Z")
_MAIN = regex(rb"[^;{}]{0,200}\bmain\s{0,99}(?:\(|\Z)")
_FAR: Final = 4096
_MUCH: Final = 8  # times as much as in the branch before it: that one is the exception


class Branch(NamedTuple):
    directive: Directive
    start: int
    end: int


class Settled(NamedTuple):
    """text: what the grammar reads; mask: the same without comments and literals. chosen: (offset, condition) of the
    branches that were kept where a group could not stay."""

    text: bytearray
    mask: bytearray
    chosen: tuple[tuple[int, str], ...]


def settle(data: bytes, mask: bytes, directives: Iterable[Directive], truths: Mapping[bytes, bool]) -> Settled:
    """truths: what is known of names tested, e.g. {b"__cplusplus": False}."""
    return _Settling(data, mask, truths).run(directives)


class _Settling:
    def __init__(self, data: bytes, mask: bytes, truths: Mapping[bytes, bool]) -> None:
        self.text = bytearray(data)
        self.mask = bytearray(mask)
        self.known = truths
        self.assumed: dict[bytes, bool] = {}
        self.chosen: list[tuple[int, str]] = []
        self.clean: list[list[Directive]] = []

    def run(self, directives: Iterable[Directive]) -> Settled:
        groups: list[list[Directive]] = []
        for directive in directives:
            if directive.keyword in OPENS:
                groups.append([directive])
            elif directive.keyword in TURNS and groups:
                groups[-1].append(directive)
            elif directive.keyword == b"endif" and groups:
                self._close(groups.pop(), directive)
            else:
                self._hide(directive.start, directive.end)
        for group in groups:
            for directive in group:
                self._hide(directive.start, directive.end)
        self._flatten()
        return Settled(self.text, self.mask, tuple(self.chosen))

    def _hide(self, start: int, end: int) -> None:
        self.text[start:end] = self.mask[start:end] = blank(bytes(self.text[start:end]))

    def _close(self, group: list[Directive], end: Directive) -> None:
        borders = [*group, end]
        branches = [Branch(d, d.end, after.start) for d, after in zip(group, borders[1:], strict=True)]
        live = self._live(branches)
        for branch in branches:
            if branch not in live:
                self._hide(branch.start, branch.end)
        if all(self._whole(b) for b in live) and (not live or self._stands(live, end)):
            if len(live) == len(branches):
                self.clean.append(borders)
                return
        elif live and not self._guards(group[0]):
            self._choose(live)
        for directive in borders:
            self._hide(directive.start, directive.end)

    def _guards(self, opens: Directive) -> bool:
        """`#ifndef A_H` right before `#define A_H`: the whole file."""
        return (
            opens.keyword == b"ifndef"
            and re.compile(rb"\s*+#\s*+define\s++" + re.escape(opens.argument) + rb"\b").match(self.text, opens.end)
            is not None
        )

    def _live(self, branches: list[Branch]) -> list[Branch]:
        """Branches not known to be dead; those after one known to be taken are dead."""
        live = []
        for branch in branches:
            truth = _truth(branch.directive, self.known)
            if truth is False:
                continue
            live.append(branch)
            if truth:
                break
        return live

    def _choose(self, live: list[Branch]) -> None:
        """Keeps one branch: as the condition was decided before, else that which makes a program of it, else the first that is no small part of
        what the others hold, foreign systems last."""
        out = self._ruled_out(live)
        held = {branch: len(self.mask[branch.start : branch.end].strip()) for branch in live}
        least = max(held.values()) / _MUCH
        ranked = sorted(
            live,
            key=lambda b: (
                b in out,
                not held[b],
                _MAIN.match(self.mask[b.start : b.end].strip()) is None,
                _FOREIGN.search(b.directive.argument) is not None and b.directive.keyword != b"ifndef",
                held[b] < least,
                b.start,
            ),
        )
        kept = ranked[0]
        decided = kept in out
        for branch in live:
            if branch is not kept or decided:
                self._hide(branch.start, branch.end)
        if decided:
            return
        first = live[0].directive
        name = _NAME.match(first.argument)
        if first.keyword in OPENS:
            self.assumed.setdefault(
                name[1] if name is not None else _spaced(first.argument),
                (kept is live[0]) != (name is not None and _negated(first)),
            )
        self.chosen.append((kept.directive.start, spelled(kept.directive)))

    def _ruled_out(self, live: list[Branch]) -> list[Branch]:
        """Those that do not hold as was decided before, or stand behind one that does."""
        truths = [_truth(branch.directive, self.assumed) for branch in live]
        return [b for at, b in enumerate(live) if truths[at] is False or True in truths[:at]]

    def _whole(self, branch: Branch) -> bool:
        """Brackets close within the branch, which begins and ends where a statement does."""
        mask = self.mask[branch.start : branch.end]
        text = mask.strip()
        if not text:
            return True
        last = text.rfind(b"\n") + 1
        if _MACRO_LINE.match(text, last):
            text = text[:last].rstrip() or bytearray(b";")
        if _CONTINUES.match(text) or text[-1] not in b";}:)" or (text[-1] == 0x29 and controls(bytes(text))):
            return False
        if text[-1] == 0x3A and _LABEL.search(text):
            return False  # the statement that it stands before is not in the group
        if text.count(b"{") != text.count(b"}") or text.count(b"(") != text.count(b")"):
            return False
        depth = [0, 0]
        for bracket in _BRACKET.finditer(text):
            kind = bracket[0]
            at = 0 if kind in b"{}" else 1
            depth[at] += 1 if kind in b"{(" else -1
            if depth[at] < 0:
                return False
        return True

    def _stands(self, live: list[Branch], end: Directive) -> bool:
        """The group stands where a statement may: after `;`, a brace, a label or a macro's `)`; not in a header or
        list."""
        start = live[0].directive.start
        before = bytes(self.mask[max(0, start - _FAR) : start]).rstrip()
        last = before[-1:] or b";"
        if _MACRO_LINE.match(before, before.rfind(b"\n") + 1):
            return True
        if (last == b")" and controls(before)) or _ELSE.search(before):
            return governed.braced(self.text, self.mask, [(b.directive, b.start, b.end) for b in live], end)
        if last not in b";{}:)>":
            return False
        branches = [bytes(self.mask[b.start : b.end]).strip() for b in live]
        if last == b"{" and before[:-1].rstrip()[-1:] in (b"=", b",", b"{") and any(b[-1:] == b"}" for b in branches):
            return False
        if last == b")" and any(b[:1] == b"{" for b in branches):
            return False
        if any(b[-1:] == b")" for b in branches):
            after = bytes(self.mask[end.end : end.end + _FAR]).lstrip()[:1]
            return after not in (b"{", b":", b")", b",", b";")
        return True

    def _flatten(self) -> None:
        """Where declarations stand the directives of whole groups go, their branches stay."""
        groups = sorted(self.clean, key=lambda group: group[0].start)
        among = among_declarations(bytes(self.mask), [group[0].start for group in groups])
        for borders, free in zip(groups, among, strict=True):
            for directive in borders if free else ():
                self.text[directive.start : directive.end] = blank(bytes(self.text[directive.start : directive.end]))


def _negated(directive: Directive) -> bool:
    return directive.argument.startswith(b"!") != (directive.keyword in (b"ifndef", b"elifndef"))


def _truth(directive: Directive, known: Mapping[bytes, bool]) -> bool | None:
    argument = directive.argument
    if directive.keyword == b"else":
        return None
    if argument.isdigit():
        return argument.strip(b"0") != b""
    name = _NAME.match(argument)
    if name is not None and name[1] in known:
        return known[name[1]] != _negated(directive)
    first = _FIRST.match(argument)
    if first is not None and known.get(first[1]) is False:
        return False
    asked = _spaced(argument)
    said = known.get(asked)
    if said is None and asked[:2] == b"!(" and (turned := known.get(asked[2:-1])) is not None:
        return not turned
    return said


def _spaced(argument: bytes) -> bytes:
    """A condition of several names, however it is laid out."""
    return b"".join(argument.split())


def spelled(directive: Directive) -> str:
    """The condition as a reader would write it."""
    argument = directive.argument.decode("utf-8", "replace")
    prefix = {b"ifdef": "defined ", b"elifdef": "defined ", b"ifndef": "!defined ", b"elifndef": "!defined "}
    return prefix.get(directive.keyword, "") + argument if directive.keyword != b"else" else "else"
