"""A question about the code in words, answered from the call graph and the summaries: which functions it is about, and what of
them it asks. Words decide, not a model: who calls, what it calls, how one is reached from another, what it changes, how it
fails; where something is done, by the words of names and of what the functions say they do.

What cannot be read from the question is said, with what could be asked instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from ..agents.loop import Answered, Said
from ..model.identity import path_of, qualified_of
from ..pipeline import Project
from ..stages.summarise import travelled
from ..words.names import lower
from . import asking
from .entrypoints import is_test
from .names import candidates

if TYPE_CHECKING:
    from ..llm.session import Session

__all__ = ["Answered", "Reply", "Said", "by_model", "by_rules", "named_in"]

MOST: Final = 8
_NAMED: Final = re.compile(r"`([^`]{1,200})`|(?<![\w.:/])([A-Za-z_~][\w~]*(?:(?:\.|::|->)[A-Za-z_~][\w~]*)*(?:\(\))?)")
_COMMON: Final = frozenset(
    ["a", "about", "all", "an", "and", "any", "are", "at", "be", "by", "can", "code", "do", "does", "done", "for", "from", "function", "functions", "get", "gets", "had", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "me", "method", "of", "on", "one", "or", "that", "the", "their", "them", "there", "these", "they", "this", "to", "use", "used", "using", "was", "what", "when", "where", "which", "who", "whom", "whose", "why", "will", "with", "would", "you"]
)
_CALLERS: Final = re.compile(r"\b(?:who|what|which|where)\b.{0,60}\b(?:calls?|uses?|invokes?|called|used|invoked)\b|\bcallers?\b", re.IGNORECASE)
_CALLEES: Final = re.compile(r"\bcallees?\b|\b(?:does|do)\b.{0,80}\b(?:call|use|invoke)\b", re.IGNORECASE)
_CHANGES: Final = re.compile(r"\b(?:chang|writ|delet|remov|effect|modif|send|stor|mutat|sav|updat)", re.IGNORECASE)
_FAILS: Final = re.compile(r"\b(?:fail|rais|throw|error|exception|wrong|crash)", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"\b(?:the|an?|each|every|any|this|its)\s+$", re.IGNORECASE)
_WAY: Final = re.compile(r"\b(?:reach|path|way|get|come|lead|from)\w*\b", re.IGNORECASE)


class Reply(NamedTuple):
    """said: in order. about: ids of the functions the question names. note: what was not understood, "" nothing."""

    said: tuple[Said, ...]
    about: tuple[str, ...]
    note: str = ""


def by_rules(project: Project, question: str) -> Reply:
    about = tuple(named_in(project, question))
    if not about:
        found = tuple(_by_words(project, question))
        note = "The question names no function that I know; these are the nearest by their words." if found else (
            "The question names no function that I know, and no function's words are near it. Name one, as `path::name` where a name is common."
        )  # fmt: skip
        return Reply(tuple(_does(project, found)), (), note)
    if len(about) > 1 and _WAY.search(question) and (way := _way(project, about)):
        return Reply(tuple(way), about)
    said = [line for id_ in about for line in _about(project, id_, question)]
    return Reply(tuple(dict.fromkeys(said)), about)


def named_in(project: Project, question: str) -> Iterator[str]:
    """Functions that the question names, in its order; a name of several is all of them, the program's before the tests'."""
    seen: set[str] = set()
    last_names = {id_: _last(id_) for id_ in project.functions}
    for match in _NAMED.finditer(question):
        quoted, plain = match[1] or "", match[2] or ""
        if plain.islower() and _ARTICLE.search(question[: match.start()]):
            continue  # `the session` is a thing
        name = (quoted or plain).removesuffix("()").replace("->", ".").strip()
        if not quoted and (name.lower() in _COMMON or (name.isalpha() and name.islower() and not plain.endswith("()") and name not in last_names.values())):
            continue
        found = [f.id for f in candidates(project.functions, name)] if name else []
        for id_ in sorted([id_ for id_ in found if not is_test(path_of(id_))] or found)[:MOST]:
            if id_ not in seen:
                seen.add(id_)
                yield id_


def _about(project: Project, id_: str, question: str) -> Iterator[Said]:
    asked = False
    if _CALLEES.search(question):
        asked = True
        yield from _relation(project, id_, project.callees(id_), "calls", "calls no other function of this project")
    elif _CALLERS.search(question):
        asked = True
        yield from _relation(project, id_, project.callers.get(id_, ()), "is called by", "is called by no function of this project")
    if _FAILS.search(question):
        asked = True
        yield from _listed(project, id_, "can fail", project.summary(id_).error_conditions, "fails nowhere that I can see")
    if _CHANGES.search(question):
        asked = True
        yield from _listed(project, id_, "changes", project.summary(id_).side_effects, "changes nothing that outlives the call, as far as I can see")
    if not asked:
        yield from _does(project, [id_])
        told = project.summary(id_)
        yield from _listed(project, id_, "needs", told.preconditions[:3], "")
        yield from _listed(project, id_, "changes", told.side_effects[:5], "")
        yield from _listed(project, id_, "can fail", told.error_conditions[:5], "")
        yield from _relation(project, id_, project.callers.get(id_, ()), "is called by", "")


def _does(project: Project, ids: Iterable[str]) -> Iterator[Said]:
    for id_ in ids:
        said = project.sentence(id_)
        yield _said(project, id_, f"{qualified_of(id_)}: {said}" if said else qualified_of(id_))


def _listed(project: Project, id_: str, title: str, texts: Iterable[str], none: str) -> Iterator[Said]:
    found = list(texts)
    for text in found[:MOST]:
        yield _said(project, id_, f"{qualified_of(id_)} {title}: {text}")
    if not found and none:
        yield _said(project, id_, f"{qualified_of(id_)} {none}")


def _relation(project: Project, id_: str, others: Iterable[str], verb: str, none: str) -> Iterator[Said]:
    found = sorted(others, key=lambda other: (is_test(path_of(other)), other))
    for other in found[:MOST]:
        yield _said(project, other, f"{qualified_of(id_)} {verb} {qualified_of(other)}")
    if len(found) > MOST:
        yield _said(project, id_, f"{qualified_of(id_)} {verb} {len(found) - MOST} more")
    if not found and none:
        yield _said(project, id_, f"{qualified_of(id_)} {none}")


def _way(project: Project, about: tuple[str, ...]) -> list[Said]:
    for start, goal in ((about[0], about[1]), (about[1], about[0])):
        found = asking.path(project, start, goal)
        if found:
            return [_said(project, one, f"{qualified_of(one)} calls {qualified_of(other)}") for one, other in pairwise(found)]
    return []


def _by_words(project: Project, question: str) -> list[str]:
    """Functions whose names, sentences and effects hold most of the question's words."""
    from ..llm.stems import NEUTRAL_STEMS, stem, stems

    wanted = {stem(word) for word in re.findall(r"[A-Za-z]{3,}", question.lower()) if word not in _COMMON}
    wanted = wanted - NEUTRAL_STEMS or wanted
    if not wanted:
        return []
    counts: dict[str, tuple[int, int]] = {}
    for id_, function in project.functions.items():
        name = {stem(word) for word in lower(qualified_of(id_))}
        done = " ".join(travelled(effect, ()) for effect in project.row(id_).own[:12])
        called = " ".join(call.name for call in function.facts.calls[:200])
        said = name | stems(f"{function.facts.doc} {done} {called}")
        counts[id_] = (len(wanted & said), len(wanted & name))
    near = [id_ for id_, (found, _) in counts.items() if 2 * found > len(wanted)]
    near = [id_ for id_ in near if not is_test(path_of(id_))] or near
    best = sorted(near, key=lambda id_: (-counts[id_][0], -counts[id_][1], id_))
    return [id_ for id_ in best if counts[id_][0] == counts[best[0]][0]][:MOST]


def _said(project: Project, id_: str, text: str) -> Said:
    return Said(text, path_of(id_), project.functions[id_].facts.line)


def _last(id_: str) -> str:
    return qualified_of(id_).replace("::", ".").rsplit(".", 1)[-1]


def by_model(project: Project, question: str, given: Reply, line: Session) -> Answered:
    """The answer of a model that looks things up; empty where nothing of it stands."""
    from ..agents.loop import answered
    from ..agents.tool import Subject

    return answered(line, question, Subject(project), given.said[: 2 * MOST])
