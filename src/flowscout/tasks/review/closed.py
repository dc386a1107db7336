"""Of which parameter a function does what it did before, as long as that does not hold, or holds: all that differs stands under it.

What is left of both sides is read as text, without what the parameter decides: nothing else may differ, not by a word. So who calls the function
without it, or with a constant that says so, or hands on a parameter of its own whose callers do, does nothing otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from ...model.facts import Call, FunctionFacts
from ...model.identity import path_of
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import Body
from ...pipeline import Project
from ...words.types import unqualified
from .read_only import FunctionText, looked_up, text_of

_FALSE: Final = frozenset({"False", "None", "false", "NULL", "nullptr", "0"})
_TRUE: Final = frozenset({"True", "true", "1"})
_KEYWORD: Final = regex(r"(\w{1,100})\s*+=(?!=)\s*+(.*)", re.DOTALL)
_SELF: Final = frozenset({"self", "cls"})
_METHODS: Final = frozenset({"method", "constructor", "destructor", "operator", "conversion"})
_OF_PYTHON: Final = frozenset({"staticmethod", "classmethod"})
_BUILT_IN: Final = frozenset({"const", "bool", "int", "unsigned", "signed", "long", "short", "char", "size_t"})
_NOTHING: Final = ("None", "NULL", "nullptr")
_NOTHING_READ: Final = tuple(each.encode() for each in _NOTHING)
_WORDS: Final = regex(rb"\w++|(?:<<|>>)=|[-+*/%|&^=!]=|&&|\|\||\+\+|--|->|[^\s\w]")
_OTHER: Final = frozenset({b"or", b"||", b"if", b"?"})
_HOW: Final = frozenset({b"is", b"is not", b"==", b"!="})
_DEEPEST: Final = 8  # functions that hand a parameter on to each other
_MOST_ASKED: Final = 64  # functions on all the ways of one question
MOST: Final = 12  # arguments of a call that are known
Cut: TypeAlias = tuple[int, int, bytes]  # from, to, and what stands there instead


class Need(NamedTuple):
    """A parameter of a function, by its place, and whether it has to hold for anything to be otherwise. none: whether it has to be something,
    or nothing, for that."""

    at: int
    name: str
    holds: bool
    none: bool = False


class Closing:
    """back: the id before of a function by that after."""

    def __init__(self, before: Project, after: Project, back: Mapping[str, str]) -> None:
        self.before, self.after, self.back = before, after, back
        self._known: dict[str, Need | None] = {}
        self._asked: list[str] = []  # functions of which it is being asked, each by the one before
        self._meanwhile: dict[str, Need | None] = {}  # answers that hang on one not known yet, for one question
        self._open = _DEEPEST  # the first of those asked that an answer hangs on, for which None was taken meanwhile

    def need(self, now: str) -> Need | None:
        """Of which parameter it hangs whether the function does anything otherwise; None where of none."""
        if now in self._known:
            return self._known[now]
        was = self.back.get(now, "")
        if not was or self.before.functions[was].facts.digest == self.after.functions[now].facts.digest:
            self._known[now] = None
            return None
        at = len(self._asked)
        if now in self._asked or now in self._meanwhile or at == _DEEPEST or len(self._meanwhile) >= _MOST_ASKED:
            self._open = min(self._open, self._asked.index(now) if now in self._asked else 0)
            return self._meanwhile.get(now)
        outer, self._open = self._open, _DEEPEST
        self._asked.append(now)
        try:
            found = self._need(was, now)
        finally:
            self._asked.pop()
        if self._open >= at:
            self._known[now], self._open = found, outer
        else:
            self._meanwhile[now], self._open = found, min(outer, self._open)
        if not at:
            self._known[now], self._open = found, _DEEPEST
            self._meanwhile.clear()
        return found

    def _need(self, was: str, now: str) -> Need | None:
        old, new = self.before.functions[was].facts, self.after.functions[now].facts
        same = (old.decorators, old.result, old.flags) == (new.decorators, new.result, new.flags)
        if (
            not same
            or not {*new.decorators} <= _OF_PYTHON
            or not _plain(self.before, was)
            or not _plain(self.after, now)
        ):
            return None
        added = new.params[:-1] == old.params
        if not added and new.params != old.params:
            return None  # what is given by its place is another parameter's now
        text, earlier = FunctionText(self.after, now), FunctionText(self.before, was)
        whole = left(text) if new.params else []
        for at, param in enumerate(new.params):
            mine = not (added and at == len(old.params))
            if (added and mine) or not text.only_reads(param.name):
                continue
            if mine and not earlier.only_reads(param.name):
                continue
            for need in [Need(at, param.name, holds, none) for none in (False, True) for holds in (True, False)]:
                cuts = [*_without(text, need), *(() if mine else self._handed(now, need))]
                stays = left(text, cuts) if cuts else whole
                if stays != whole and stays == left(earlier, _without(earlier, need) if mine else ()):
                    return need
        return None

    def _handed(self, now: str, need: Need) -> Iterator[Cut]:
        """Where the parameter is handed on to functions that do something otherwise where it is so there alone."""
        facts, text = self.after.functions[now].facts, text_of(self.after, now)
        for site in self.after.resolved(now):
            call = facts.calls[site.site]
            targets = [each for each in site.targets if each in self.after.functions]
            for at, (first, last) in enumerate(call.args):
                given = _named(self.after, now, text[first:last].decode("utf-8", "replace").strip())
                if (given[2] if given else text[first:last].decode("utf-8", "replace")) != need.name or not targets:
                    continue
                needs = [self.need(each) for each in targets]
                firsts = [_first(self.after, each) for each in targets]
                if all(
                    each and (each.holds, each.none) == need[2:] and _is_for(each, given, at, first_)
                    for each, first_ in zip(needs, firsts, strict=True)
                ):
                    yield (call.args[at - 1][1] if at else first), last, b""

    def holds(self, caller: str, callee: str, need: Need) -> tuple[bool, list[Need]]:
        """Whether some call may give what is needed; and which of the caller's own parameters are handed on for it."""
        facts, own = self.after.functions[caller].facts, list[Need]()
        sites = [each for each in self.after.resolved(caller) if callee in each.targets]
        text = FunctionText(self.after, caller)
        for each in sites:
            given = _given(self.after, facts.calls[each.site], text_of(self.after, caller), callee, need)
            said = _says(self.after, callee, given, need)
            if said is None:
                at = next((at for at, param in enumerate(facts.params) if param.name == given), -1)
                if at < 0 or not text.only_reads(given or ""):
                    return True, []
                own.append(need._replace(at=at, name=given or ""))
            elif said == need.holds:
                return True, []
        return not sites, own


def _named(project: Project, id_: str, given: str) -> re.Match[str] | None:
    """`dry=True`: an argument by its name; in C and C++ that sets a variable."""
    return _KEYWORD.fullmatch(given) if project.files[path_of(id_)].language == "python" else None


def _is_for(need: Need, given: re.Match[str] | None, at: int, first: int | None) -> bool:
    """Whether an argument is given for the parameter. first: the place of what the call's first one is given for."""
    return given[1] == need.name if given else first is not None and at == need.at - first


def _says(project: Project, callee: str, given: str | None, need: Need) -> bool | None:
    """Whether what is given holds, or is something; None where that is not known: of C++ an object may be made of it."""
    language, typed = project.files[path_of(callee)].language, project.functions[callee].facts.params[need.at].type
    if given not in _FALSE | _TRUE or (
        language == "cpp" and not unqualified(typed).endswith("*") and not {*typed.split()} <= _BUILT_IN
    ):
        return None
    if need.none and language != "python" and given not in _NOTHING:
        return None  # `0` is a pointer to nothing there
    return given not in _NOTHING if need.none else given in _TRUE


def _first(project: Project, callee: str) -> int | None:
    """Behind how many parameters, which the language fills itself, those stand that a call gives; None where that is not known."""
    facts = project.functions[callee].facts
    if project.files[path_of(callee)].language != "python":
        return 0
    method = facts.kind in _METHODS and "staticmethod" not in facts.flags.split()
    named = bool(facts.params) and facts.params[0].name in _SELF
    return int(method) if method == named else None


def _plain(project: Project, id_: str) -> bool:
    """Whether a call gives each parameter by its place or name, and all that the function does stands in its body."""
    facts = project.functions[id_].facts
    open_ = any(not each.name.isidentifier() for each in facts.params) or "..." in facts.signature
    made = project.files[path_of(id_)].language != "python" and facts.kind in ("constructor", "destructor")
    return not open_ and not made and not looked_up(project, id_)


def left(function: FunctionText, cuts: Iterable[Cut] = ()) -> list[str]:
    """Lines of the body without what is cut: in Python by their indentation, else the words of all of them."""
    text, body, python = function.masked, function.body, function.language == "python"
    if python and body and text[body[0].start : body[0].start + 1] in (b'"', b"'"):
        body = body[1:]
    if not body:
        return []
    begin, end = body[0].start, body[-1].end
    begin = text.rfind(b"\n", 0, begin) + 1 if python else begin
    parts, at = list[bytes](), begin
    for first, last, instead in sorted(cuts):
        if first >= at:
            parts += [text[at:first], instead]
            at = last
    lines = b"".join([*parts, text[at:end]]).decode("utf-8", "replace").split("\n")
    if not python:
        return [word for each in lines for word in (*each.split(), *["\n"] * _ends_with_line(each))]
    return [each.rstrip() for each in lines if each.strip() and not each.lstrip().startswith("#")]


def _ends_with_line(line: str) -> bool:
    """C and C++: whether what follows would read otherwise on the same line."""
    return "//" in line or line.lstrip().startswith("#") or line.endswith("\\")


def _without(function: FunctionText, need: Need) -> Iterator[Cut]:
    """Each choice that the parameter decides where it does not do what it is needed for."""
    text, python, gone = function.masked, function.language == "python", -1
    for stmt in function.choices:
        test = text[stmt.test.start : stmt.test.end]
        taken = _decided(test, need, python) if stmt.start >= gone and need.name.encode() in test else None
        if taken is None:
            continue
        gone = stmt.end
        runs = stmt.then if taken else stmt.orelse
        instead = text[runs[0].start : runs[-1].end] if runs else b""
        yield stmt.start, stmt.end, _moved_out(instead, stmt.start, runs, text) if python else instead


def _moved_out(arm: bytes, start: int, runs: Body, text: bytes) -> bytes:
    """The lines of an arm as far left as its choice begins."""
    if not runs:
        return arm
    column, own = (at - text.rfind(b"\n", 0, at) - 1 for at in (start, runs[0].start))
    return arm.replace(b"\n" + b" " * max(own - column, 0), b"\n")


def _decided(test: bytes, need: Need, python: bool) -> bool | None:
    """Which arm runs where the parameter is not as it is needed, and nothing else is asked before it; None where that is not known."""
    words = _WORDS.findall(test)
    while words[:1] == [b"("] and words[-1:] == [b")"] and b")" not in words[1:-1]:
        words = words[1:-1]
    if not _OTHER.isdisjoint(words):
        return None
    both = next((at for at, word in enumerate(words) if word in (b"and", b"&&")), 0)
    first = words[:both] if both else words
    denied = first[:1] in ([b"!"], [b"not"])
    asked, *rest = first[denied:] or [b""]
    how = b" ".join(rest[:-1])
    if asked != need.name.encode() or (rest and (denied or how not in _HOW or rest[-1] not in _NOTHING_READ)):
        return None
    if (rest and python and not need.none) or (not rest and need.none and not need.holds):
        return None  # what does not hold need not be nothing, and what is something need not hold
    runs = (not need.holds) != (how in (b"is", b"==") if rest else denied)
    return None if both and runs else runs


def _given(project: Project, call: Call, text: bytes, callee: str, needed: Need) -> str | None:
    """What a call gives for the parameter, or its default; None where that is not known."""
    facts, first = project.functions[callee].facts, _first(project, callee)
    known = call.kind in ("call", "super", "new", "construct") and 0 <= call.argc <= MOST
    if first is None or not known or len(call.args) != call.argc:
        return None
    texts = [text[begin:end].decode("utf-8", "replace").strip() for begin, end in call.args]
    named = {found[1]: found[2] for each in texts if (found := _named(project, callee, each))}
    if any(each.startswith("*") for each in texts) or not _follows(call, facts):
        return None
    if needed.name in named:
        return named[needed.name]
    plain = [each for each in texts if not _named(project, callee, each)]
    if len(plain) > needed.at - first:
        return plain[needed.at - first] if needed.at >= first else None
    return facts.params[needed.at].default or None


def _follows(call: Call, callee: FunctionFacts) -> bool:
    """Whether a method is not called through its class, with the object as what it is given first."""
    last = call.receiver.rpartition(".")[2]
    through = last[:1].isupper() and "(" not in last and callee.name != "__init__"
    return not (through and callee.params and callee.params[0].name in _SELF)
