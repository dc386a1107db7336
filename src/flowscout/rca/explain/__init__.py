"""From an error type to words: what it means here, what to do, how to see it again. Knowledge, not a model.

A format's own advice comes first, filled with the facts of the case; a template that names what the case lacks is left
out. Then what is known of the kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter

from ...model.finding import Finding
from ...model.logformat import Advice, LogFormat
from . import gradle
from .kinds import GENERAL

Facts = dict[str, str]
LEAST = 4  # steps up to which those of the kind are added


def explained(finding: Finding, formats: Iterable[LogFormat]) -> tuple[str, tuple[str, ...], str]:
    """(cause in a sentence, numbered steps without their numbers, command to reproduce it or "")."""
    facts = facts_of(finding)
    own = next((f.advice[finding.type] for f in formats if f.name == finding.tool and finding.type in f.advice), None)
    general = GENERAL.get(finding.kind, GENERAL["unknown"])
    cause = filled(own.cause, facts) if own else None
    steps = _steps(own, facts) if own else []
    steps += gradle.steps(finding.type, facts)
    steps += [step for step in _steps(general, facts) if step not in steps][: max(0, LEAST - len(steps))]
    reproduce = filled(own.reproduce, facts) if own and own.reproduce else None
    return cause or filled(general.cause, facts) or finding.message, tuple(steps), reproduce or ""


def _steps(advice: Advice, facts: Facts) -> list[str]:
    return [step for template in advice.fix if (step := filled(template, facts))]


def facts_of(finding: Finding) -> Facts:
    said = dict(finding.error.metadata) | {
        "message": finding.message,
        "file": finding.file,
        "line": str(finding.file_line or ""),
        "column": str(finding.column or ""),
        "tool": finding.tool,
        "language": finding.language,
        "log_line": str(finding.line),
    }
    return {name: value for name, value in said.items() if value}


def filled(template: str, facts: Facts) -> str | None:
    """The template with its facts; None when it names one that is not there."""
    try:
        names = [name for _, name, _, _ in Formatter().parse(template) if name]
    except ValueError:
        return template
    if any(name not in facts for name in names):
        return None
    return Formatter().vformat(template, (), facts)
