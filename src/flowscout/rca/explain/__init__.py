"""From an error type to words: what it means here, what to do, how to see it again. Knowledge, not a model.

What is known of the type comes first, as the tool has it where it has it otherwise, filled with the facts of the case; a template that names what the case lacks is left
out. Then what is known of the kind.
"""

from __future__ import annotations

import re
from string import Formatter

from ...model.finding import Finding
from ...model.logformat import Advice
from ..locate import foreign
from ..tables.shelf import known
from . import gradle
from .kinds import GENERAL

Facts = dict[str, str]
LEAST = 1  # steps up to which those of the kind are added
ALIKE = 0.25  # share of a step's words that another says too, from which it says the same
_WORD = re.compile(r"[a-z]{4,}")
_PLACE = re.compile(r"(?<!\S)\S+:\d+|\bline \d+")
_COMMON = frozenset(
    [
        "that",
        "this",
        "with",
        "from",
        "what",
        "which",
        "they",
        "them",
        "then",
        "those",
        "than",
        "there",
        "when",
        "where",
        "will",
        "would",
        "into",
        "your",
        "must",
        "look",
        "check",
        "correct",
        "make",
        "sure",
        "than",
        "also",
        "have",
        "been",
        "does",
        "every",
        "other",
    ]
)
_ELSEWHERE = re.compile(r"^(?:/|[A-Za-z]:)|\s")  # a path of another machine, or one that a shell would part
_UNQUOTED = re.compile(r"(?<!['\"])\{(\w+)\}")
_ONE_WORD = re.compile(r"[\w./:@=+,%~-]++")
_ERRNO = re.compile(r"^\[(?:Errno|WinError|Correctable)\b[^\]]{0,12}\] ")


def explained(finding: Finding) -> tuple[str, tuple[str, ...], str]:
    """(cause in a sentence, numbered steps without their numbers, command to reproduce it or "")."""
    facts = facts_of(finding)
    own = known().advice.get(f"{finding.type}/{finding.tool}") or known().advice.get(finding.type)
    general = GENERAL.get(finding.kind, GENERAL["unknown"])
    whole = facts | {"message": finding.message}
    cause = (
        filled(own.cause, whole if own.cause.startswith("{message}") or _thrown(own.cause, facts) else facts)
        if own
        else None
    )
    steps: list[str] = []
    for step in (*(_steps(own, facts) if own else ()), *gradle.steps(finding.type, facts)):
        if not any(_words(step) == _words(other) for other in steps):
            steps.append(step)
    for step in () if foreign(finding.file) else _steps(general, facts):
        if len(steps) < LEAST and not any(alike(step, other) for other in steps):
            steps.append(step)
    reproduce = _typed(own.reproduce, facts) if own and own.reproduce and not _ELSEWHERE.search(finding.file) else None
    return cause or filled(general.cause, facts) or finding.message, tuple(steps), reproduce or ""


def _thrown(cause: str, facts: Facts) -> bool:
    """Whether what a test fails of is an exception whose name the sentence would lose; what an assertion is called says nothing."""
    return "{test}" in cause and "{exception}" not in cause and "Assert" not in facts.get("exception", "Assert")


def _steps(advice: Advice, facts: Facts) -> list[str]:
    return [step for template in advice.fix if (step := filled(template, facts))]


def alike(one: str, other: str) -> bool:
    """Whether two steps send the reader to do the same: at one place, or in many of the same words."""
    places = set(_PLACE.findall(one)) & set(_PLACE.findall(other))
    a, b = _words(one), _words(other)
    return bool(places) or (bool(a and b) and len(a & b) / min(len(a), len(b)) >= ALIKE)


def _words(step: str) -> frozenset[str]:
    """Beginnings of the words that carry sense."""
    return frozenset(word[:5] for word in _WORD.findall(step.lower()) if word not in _COMMON)


def _said(finding: Finding) -> str:
    """The message without what a sentence around it says already: the exception's name, its number, the rule's code."""
    named = dict(finding.error.metadata)
    said = finding.message
    for prefix in (named.get("exception"), named.get("code")):
        if prefix:
            said = said.removeprefix(f"{prefix}: ") or said
    return _ERRNO.sub("", said)


def facts_of(finding: Finding) -> Facts:
    said = dict(finding.error.metadata) | {
        "message": _said(finding),
        "file": finding.file,
        "line": str(finding.file_line or ""),
        "column": str(finding.column or ""),
        "tool": finding.tool,
        "language": finding.language,
        "log_line": str(finding.line),
    }
    return {name: value for name, value in said.items() if value}


def _typed(template: str, facts: Facts) -> str | None:
    """A command with its facts; None where a shell would part or read one of them that stands without quotes."""
    bare = (name for name in _UNQUOTED.findall(template) if not _ONE_WORD.fullmatch(facts.get(name, "")))
    return None if any(bare) else filled(template, facts)


def filled(template: str, facts: Facts) -> str | None:
    """The template with its facts; None when it names one that is not there."""
    try:
        names = [name for _, name, _, _ in Formatter().parse(template) if name]
    except ValueError:
        return template
    if any(name not in facts for name in names):
        return None
    return Formatter().vformat(template, (), facts)
