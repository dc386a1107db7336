"""Of which parameter a function does what it did before, as long as that does not hold, or holds: all that differs stands under it.

What is left of both sides is read as text, without what the parameter decides: nothing else may differ, not by a word. So who calls the function
without it, or with a constant that says so, or hands on a parameter of its own whose callers do, does nothing otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from ...model.codec import decode_body
from ...model.facts import Call, FunctionFacts
from ...model.identity import path_of
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import Body, If, walk
from ...pipeline import Project

_FALSE: Final = frozenset({"False", "None", "false", "NULL", "nullptr", "0", "0.0", '""', "''", "()", "[]", "{}"})
_TRUE: Final = frozenset({"True", "true", "1"})
_KEYWORD: Final = regex(r"(\w{1,100})\s*+=(?!=)\s*+(.*)", re.DOTALL)
_SELF: Final = frozenset({"self", "cls"})
_NOTHING: Final = ("None", "NULL", "nullptr")
_WORDS: Final = regex(rb"\w++|(?:<<|>>)=|[-+*/%|&^=!]=|&&|\|\||\+\+|--|->|[^\s\w]")
_OWN: Final = frozenset({b".", b"->"})
_COUNTS: Final = frozenset({b"++", b"--"})
_SETS: Final = _COUNTS | {b"=", b"<<=", b">>=", b"+=", b"-=", b"*=", b"/=", b"%=", b"|=", b"&=", b"^="}
_OTHER: Final = frozenset({b"or", b"||", b"if", b"?"})
_HOW: Final = frozenset({b"is", b"is not", b"==", b"!="})
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

    def need(self, now: str) -> Need | None:
        """Of which parameter it hangs whether the function does anything otherwise; None where of none."""
        if now not in self._known:
            self._known[now] = None  # of one that calls itself
            was = self.back.get(now, "")
            edited = was and self.before.functions[was].facts.digest != self.after.functions[now].facts.digest
            self._known[now] = self._need(was, now) if edited else None
        return self._known[now]

    def _need(self, was: str, now: str) -> Need | None:
        old, new = self.before.functions[was].facts, self.after.functions[now].facts
        if old.decorators != new.decorators or old.result != new.result or old.flags != new.flags:
            return None
        for at, param in enumerate(new.params):
            rest = [each for each in new.params if each.name != param.name]
            mine = [each for each in old.params if each.name == param.name]
            if rest != [each for each in old.params if each not in mine] or mine not in ([], [param]):
                continue
            if _changes(self.after, now, param.name) or (mine and _changes(self.before, was, param.name)):
                continue
            whole = left(self.after, now, None)
            for need in [Need(at, param.name, holds, none) for none in (False, True) for holds in (True, False)]:
                stays = left(self.after, now, need, () if mine else self._handed(now, need))
                if stays != whole and stays == left(self.before, was, need if mine else None):
                    return need
        return None

    def _handed(self, now: str, need: Need) -> Iterator[Cut]:
        """Where the parameter is handed on to functions that do something otherwise where it is so there alone."""
        facts, text = self.after.functions[now].facts, _text(self.after, now)
        for site in self.after.resolved(now):
            call = facts.calls[site.site]
            needs = [self.need(each) for each in site.targets if each in self.after.functions]
            for at, (first, last) in enumerate(call.args):
                given = _KEYWORD.fullmatch(text[first:last].decode("utf-8", "replace").strip())
                if (given[2] if given else text[first:last].decode("utf-8", "replace")) != need.name or not needs:
                    continue
                if all(each and (each.holds, each.none) == need[2:] and _is_for(each, given, at) for each in needs):
                    yield (call.args[at - 1][1] if at else first), last, b""

    def holds(self, caller: str, callee: str, need: Need) -> tuple[bool, list[Need]]:
        """Whether some call may give what is needed; and which of the caller's own parameters are handed on for it."""
        facts, own = self.after.functions[caller].facts, list[Need]()
        sites = [each for each in self.after.resolved(caller) if callee in each.targets]
        for each in sites:
            given = _given(facts.calls[each.site], _text(self.after, caller), self.after.functions[callee].facts, need)
            said = _says(given, need)
            if said is None:
                at = next((at for at, param in enumerate(facts.params) if param.name == given), -1)
                if at < 0 or _changes(self.after, caller, given or ""):
                    return True, []
                own.append(need._replace(at=at, name=given or ""))
            elif said == need.holds:
                return True, []
        return not sites, own


def _is_for(need: Need, given: re.Match[str] | None, at: int) -> bool:
    """Whether an argument is given for the parameter; one by its place, which a method has one of before it."""
    return given[1] == need.name if given else at in (need.at, need.at - 1)


def _says(given: str | None, need: Need) -> bool | None:
    """Whether what is given holds, or is something; None where that is not known."""
    if given not in _FALSE | _TRUE:
        return None
    return given not in _NOTHING if need.none else given in _TRUE


def _changes(project: Project, id_: str, name: str) -> bool:
    """Whether the parameter may hold something else in the function than what it was given."""
    facts, text = project.functions[id_].facts, _text(project, id_)
    language = project.files[path_of(id_)].language
    if not name.isidentifier() or any(each.name == name and each.how != "param" for each in facts.bindings):
        return True
    word = rb"(?<![\w.>])" + name.encode() + rb"(?!\w)"
    if language == "python":
        return b"locals()" in text
    words, word = _WORDS.findall(text), name.encode()
    for before, each, behind in zip([b"", *words], words, [*words[1:], b""], strict=False):
        if each == word and before not in _OWN and (before in _COUNTS or before == b"&" or behind in _SETS):
            return True
    return any(  # a macro may set what it is given, and so may what takes a reference
        text[first:last].strip() == name.encode()
        for call in facts.calls
        if language == "cpp" or call.kind == "macro" or call.name.isupper()
        for first, last in call.args
    )


def _text(project: Project, id_: str) -> bytes:
    facts = project.functions[id_].facts
    return project.sources(path_of(id_))[facts.start : facts.end]


def left(project: Project, id_: str, need: Need | None, cuts: Iterable[Cut] = ()) -> list[str]:
    """Lines of the body, where what hangs on the parameter does not run: in Python by their indentation, else the words of all of them."""
    facts, text = project.functions[id_].facts, _text(project, id_)
    body = decode_body(facts.body).statements
    python = project.files[path_of(id_)].language == "python"
    if python and body and text[body[0].start : body[0].start + 1] in (b'"', b"'"):
        body = body[1:]
    if not body:
        return []
    begin, end = body[0].start, body[-1].end
    begin = text.rfind(b"\n", 0, begin) + 1 if python else begin
    parts, at = list[bytes](), begin
    for first, last, instead in sorted([*(_without(body, text, need, python) if need else ()), *cuts]):
        if first >= at:
            parts += [text[at:first], instead]
            at = last
    lines = b"".join([*parts, text[at:end]]).decode("utf-8", "replace").split("\n")
    if not python:
        return " ".join(lines).split()
    return [each.rstrip() for each in lines if each.strip() and not each.lstrip().startswith("#")]


def _without(body: Body, text: bytes, need: Need, python: bool) -> Iterator[Cut]:
    """Each choice that the parameter decides where it does not do what it is needed for."""
    gone = -1
    for stmt in walk(body):
        if stmt.start < gone or not isinstance(stmt, If) or stmt.init:
            continue
        taken = _decided(text[stmt.test.start : stmt.test.end], need, python)
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
    if asked != need.name.encode() or (rest and (denied or how not in _HOW or rest[-1].decode() not in _NOTHING)):
        return None
    if (rest and python and not need.none) or (not rest and need.none and not need.holds):
        return None  # what does not hold need not be nothing, and what is something need not hold
    runs = (not need.holds) != (how in (b"is", b"==") if rest else denied)
    return None if both and runs else runs


def _given(call: Call, text: bytes, callee: FunctionFacts, needed: Need) -> str | None:
    """What a call gives for the parameter, or its default; None where that is not known."""
    if (
        call.kind not in ("call", "super", "new", "construct")
        or not 0 <= call.argc <= MOST
        or len(call.args) != call.argc
    ):
        return None
    texts = [text[first:last].decode("utf-8", "replace").strip() for first, last in call.args]
    named = {found[1]: found[2] for each in texts if (found := _KEYWORD.fullmatch(each))}
    if any(each.startswith("*") for each in texts) or not _follows(call, callee):
        return None
    if needed.name in named:
        return named[needed.name]
    plain = [each for each in texts if not _KEYWORD.fullmatch(each)]
    at = needed.at - (bool(callee.params) and callee.params[0].name in _SELF)
    if len(plain) > at:
        return plain[at]
    return callee.params[needed.at].default or None


def _follows(call: Call, callee: FunctionFacts) -> bool:
    """Whether a method is not called through its class, with the object as what it is given first."""
    last = call.receiver.rpartition(".")[2]
    through = last[:1].isupper() and "(" not in last and callee.name != "__init__"
    return not (through and callee.params and callee.params[0].name in _SELF)
