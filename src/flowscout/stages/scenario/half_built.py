"""Statements of which an `#if` cuts off a part: the grammar reads one build, so what stands in its arm says that it is of that one.

#ifdef WITH_CACHE
  if (db->cache) warm(db);        db.cache [only if built with WITH_CACHE]?
  else
#endif
  load(db);

#ifdef WITH_CACHE
  if (db->stale)                  db.stale [or built without WITH_CACHE]?
#endif
  load(db);

#ifdef WITH_CACHE
  if (db->cache) {                db.cache [built with WITH_CACHE; else: db.disk]?
#else
  if (db->disk) {
#endif
    load(db);

#ifdef WITH_CACHE
  switch (db->kind) {             Which db.kind [always otherwise if built without WITH_CACHE]?
  case MEMORY: …
  default:
#endif
    load(db);
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from re import MULTILINE
from typing import Final

from ...model.bound import BoundFunction
from ...model.facts import BUILT
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import Body, If, Loop, Range, Stmt, Switch, Variant, parts, walk
from ...words.types import PRIMITIVE
from .draft import NOTHING, Draft

_DIRECTIVE: Final = regex(rb"^[ \t]{0,80}#[ \t]{0,80}(if|ifdef|ifndef|elif|else|endif)\b([^\n]{0,200})", MULTILINE)
_NAME: Final = regex(
    rb"\s{0,80}(!?)\s{0,8}(?:defined\s{0,8}\(?\s{0,8})?([A-Za-z_]\w{0,80})\s{0,8}\)?\s{0,80}(?:/[/*].{0,200})?"
)
_LABEL: Final = regex(rb"(?<!\w)(?:case\s{1,8}((?:[\w.'\-]|::){1,80}+)|default)\s{0,8}:\Z")
_COMMENT: Final = regex(rb"/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)|//[^\n]*+")
_NEVER: Final = "-"  # of what no build decides: `#if 0`
_NEAR_LABEL: Final = 400  # bytes between a label and where its group ends
_NEAR: Final = 2  # places that a group may have been moved by


class _Arm(NamedTuple):
    """opens: where its group begins. built: `with X`, `without X`, "" where more than a name decides. alone: no `#else`.
    instead: of two, what is asked in the other, which is no more than the head of an `if`."""

    start: int
    end: int
    opens: int
    built: str
    alone: bool = False
    instead: str = ""


def half_built(bound: BoundFunction, drafts: Iterable[Draft], ask: Callable[[str], str | None]) -> None:
    """ask: a condition as a question."""
    if not any(flag.startswith(BUILT) for flag in bound.facts.flags.split()):
        return
    whole = [stmt.start for stmt in walk(bound.statements) if isinstance(stmt, Variant)]
    arms = [arm for arm in _arms(bound.text) if not any(abs(arm.opens - start) <= _NEAR for start in whole)]
    if not arms:
        return
    told = {start: (end, arm, stmt) for (start, end), arm, stmt in _cut(bound.statements, arms)}
    for draft in drafts:
        if draft.kind != NOTHING and draft.words and (cut := told.get(draft.start)):
            end, arm, stmt = cut
            mark = (
                _labelled(stmt, arm, bound.text) or _mark(stmt, arm, ask)
                if draft.end >= end or isinstance(stmt, Loop)
                else _plainly(arm)
            )
            draft.words = f"{draft.words[:-1]} [{mark}]?" if draft.words.endswith("?") else f"{draft.words} [{mark}]"


def _mark(stmt: Stmt, arm: _Arm, ask: Callable[[str], str | None]) -> str:
    """Of a head alone in its arm, what it governs is done in the other builds too, or where another one holds."""
    if arm.instead and arm.built and isinstance(stmt, If) and stmt.then and stmt.then[0].start >= arm.end:
        return f"built {arm.built}; else: {ask(arm.instead) or arm.instead}"
    if arm.alone and isinstance(stmt, If | Loop):
        governed = stmt.then if isinstance(stmt, If) else stmt.body
        if governed and governed[0].start >= arm.end and not (isinstance(stmt, Loop) and stmt.style == "do"):
            other = f"built {_other(arm.built)}" if arm.built else "in some builds"
            if isinstance(stmt, If):
                return f"or {other}" if arm.built else f"or always {other}"
            return f"once if {other}" if arm.built else f"once {other}"
    return _plainly(arm)


def _labelled(stmt: Stmt, arm: _Arm, text: bytes) -> str:
    """Of a choice that is cut off right behind one of its labels: what stands under that is done in the other builds whatever is chosen."""
    if not isinstance(stmt, Switch) or not arm.alone or not arm.built or not stmt.start < arm.end < stmt.end:
        return ""
    label = _LABEL.search(_COMMENT.sub(b"", text[max(stmt.start, arm.end - _NEAR_LABEL) : arm.end]).rstrip())
    chosen = (label[1].decode("utf-8", "replace") if label[1] else "otherwise") if label else ""
    return f"always {chosen} if built {_other(arm.built)}" if chosen else ""


def _plainly(arm: _Arm) -> str:
    return f"only if built {arm.built}" if arm.built else "only in some builds"


def _other(built: str) -> str:
    word, _, name = built.partition(" ")
    return f"{'with' if word == 'without' else 'without'} {name}"


def _cut(
    body: Body, arms: list[_Arm], around: _Arm | None = None, linked: bool = False
) -> Iterator[tuple[Range, _Arm, Stmt]]:
    """What is done first of each statement in an arm that is not all in one with the one around it. linked: it is an `else if` of that one,
    which in the other builds is asked no more than the first is. Recursion as deep as statements nest."""
    for stmt in body:
        inner = min(
            (arm for arm in arms if arm.start <= stmt.start < arm.end),
            key=lambda arm: arm.end - arm.start,
            default=None,
        )
        if inner is not None and (inner != around or linked):
            yield _head(stmt), inner, stmt
        for part in parts(stmt):
            chained = isinstance(stmt, If) and part is stmt.orelse and len(part) == 1 and isinstance(part[0], If)
            yield from _cut(part, arms, inner, chained)


def _head(stmt: Stmt) -> Range:
    match stmt:
        case If():
            return stmt.test
        case Loop():
            return stmt.test or stmt.target or Range(stmt.start, stmt.end)
        case Switch():
            return stmt.subject
    return Range(stmt.start, stmt.end)


def _arms(text: bytes) -> Iterator[_Arm]:
    groups: list[list[tuple[int, int, str]]] = []
    for found in _DIRECTIVE.finditer(text):
        word = found[1]
        if word in (b"if", b"ifdef", b"ifndef"):
            groups.append([(found.start(), found.end(), _asked(word, found[2]))])
        elif groups and word != b"endif":
            groups[-1].append((found.start(), found.end(), _otherwise(groups[-1]) if word == b"else" else ""))
        elif groups:
            for arm in _of_group(text, groups.pop(), found.start()):
                yield arm._replace(instead="") if groups else arm  # the builds of the group around it ask otherwise


def _of_group(text: bytes, group: list[tuple[int, int, str]], end: int) -> Iterator[_Arm]:
    """end: where it ends."""
    ends = [*[start for start, _, _ in group[1:]], end]
    arms = [text[begins:stops].split() for (_, begins, _), stops in zip(group, ends, strict=True)]
    if all(word.decode("utf-8", "replace") in PRIMITIVE for arm in arms for word in arm):
        return  # `static` in one build, `constexpr` in others: what is declared so stands in each
    for at, (_, begins, built) in enumerate(group):
        if built != _NEVER:
            other = 1 - at
            asked = _head_alone(text[group[other][1] : ends[other]]) if len(group) == 2 else ""
            yield _Arm(begins, ends[at], group[0][0], built, len(group) == 1, asked)


def _head_alone(text: bytes) -> str:
    """What the head of an `if` asks where that is all there is."""
    word, _, rest = text.partition(b"(")
    rest = rest.rstrip(b" \t\r\n{")
    depth = 1
    for at, sign in enumerate(rest):
        depth += (sign in b"(") - (sign in b")")
        if not depth:
            whole = word.strip() == b"if" and at == len(rest) - 1 and b";" not in rest
            return b" ".join(rest[:at].split()).decode("utf-8", "replace") if whole else ""
    return ""


def _asked(word: bytes, argument: bytes) -> str:
    name = _NAME.fullmatch(argument)
    if argument.strip().isdigit() or (name and name[2] == b"__cplusplus"):
        return _NEVER
    if not name:
        return ""
    return f"{'without' if (word == b'ifndef') != bool(name[1]) else 'with'} {name[2].decode('utf-8', 'replace')}"


def _otherwise(before: list[tuple[int, int, str]]) -> str:
    first = before[0][2]
    if first == _NEVER:
        return _NEVER
    return _other(first) if first and len(before) == 1 else ""
