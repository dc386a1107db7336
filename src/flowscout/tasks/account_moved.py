"""What is called otherwise, or stands in another file, on the two sides of a change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import partial

from ..border import within
from ..model.account import DECLARATION, Answer
from ..pipeline import Project
from ..stages import account as stage
from .account_files import MOST_FILES, Files, unread

Pairs = Sequence[tuple[str, str]]


def renamed(
    before: Project, after: Project, pairs: Pairs, declared: tuple[Set[bytes], Set[bytes]]
) -> dict[bytes, bytes]:
    """Names of functions and of what holds them that are called otherwise now, each in one way only. declared: what either side declares: what
    still is declared, or was before, is called as it was, wherever its functions went."""
    found: dict[str, set[str]] = {}
    for a, b in pairs:
        if a and b and a != b:
            one, other = before.functions[a].facts.qualified, after.functions[b].facts.qualified
            if len(one) == len(other):
                for x, y in zip(one, other, strict=True):
                    if x != y:
                        found.setdefault(x, set()).add(y)
    single = {x.encode(): y.encode() for x, ys in found.items() if len(ys) == 1 for y in ys}
    return {x: y for x, y in single.items() if x not in declared[1] and y not in declared[0]}


def types(files: Files, paths: Sequence[tuple[str, str]], side: int) -> Set[bytes]:
    """What the files that differ declare outside of functions."""
    those = [each[side] for each in paths if each[side] and not unread(files.project, files.project, each[side], "")]
    return {
        name
        for path in (those if len(those) <= MOST_FILES else ())
        for name in within("names", partial(_names, files, path), set[bytes])
    }


def _names(files: Files, path: str) -> Set[bytes]:
    return stage.names(files.state(path).around)


def rehomed(
    old: Files, new: Files, paths: Sequence[tuple[str, str]], told: list[Answer], called: Mapping[bytes, bytes]
) -> list[Answer]:
    """By the language of the files: nothing moves from one to another."""
    if len(paths) > MOST_FILES or not any(_may_have_moved(one) for one in told):
        return told
    for language in sorted({_language(old, new, a, b) for a, b in paths}):
        those = [(a, b) for a, b in paths if _language(old, new, a, b) == language]
        read = [(a, b) for a, b in those if not unread(old.project, new.project, a, b)]
        was, now = {a: old.state(a) for a, _ in read if a}, {b: new.state(b) for _, b in read if b}
        told = list(stage.rehomed(told, was, now, called, language == "python"))
    return told


def _may_have_moved(one: Answer) -> bool:
    return one.how == DECLARATION and bool(one.before.code) and not one.after.code


def _language(old: Files, new: Files, a: str, b: str) -> str:
    """C and C++ are one."""
    known = (new.project.files[b] if b else old.project.files[a]).language
    return known if known == "python" else "c"


def texts(
    before: Project, after: Project, paths: Sequence[tuple[str, str]], told: Sequence[Answer]
) -> dict[str, tuple[str, str]]:
    """What the files that differ hold, blanks aside, where something is gone that may stand in another."""
    if len(paths) > MOST_FILES or not any(
        one.how == DECLARATION and one.before.code and not one.after.code for one in told
    ):
        return {}
    return {b: (_bare(before, a), _bare(after, b)) for a, b in paths if b}


def _bare(project: Project, path: str) -> str:
    return "".join(project.sources(path).decode("utf-8", "replace").split()) if path else ""
