"""A root cause on a terminal: the line first, then what it means."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.finding import Finding, RootCause
from ..reading.prefixes import said
from .words import bar, label, often, percent, place, quick_summary

SHOWN = 12  # quoted lines of one finding
ABOVE = 7  # of them above the one that says what is wrong
CODES = ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[36m")  # our own; nothing else of that kind is shown


def text(found: RootCause, colour: bool = False, why: bool = False) -> str:
    """why: with what each answer's place among the others is made of."""
    return "\n".join([*_lines(found, _Paint(colour)), *(_reasons(found) if why else ())]) + "\n"


def _reasons(found: RootCause) -> Iterator[str]:
    for number, finding in enumerate(found.findings, 1):
        yield ""
        yield f"why {number}. line {finding.line}: {sum(share for _, share in finding.why):.2f}"
        yield from (
            f"  {share:+6.2f}  {fact}" for fact, share in sorted(finding.why, key=lambda one: -abs(one[1])) if share
        )


class _Paint:
    def __init__(self, on: bool) -> None:
        self._on = on

    def __call__(self, said: str, code: str) -> str:
        return f"\x1b[{code}m{said}\x1b[0m" if self._on else said


def _lines(found: RootCause, paint: _Paint) -> Iterator[str]:
    if not found.findings:
        yield found.cause
        yield from (f"  {note}" for note in found.notes)
        return
    yield paint(quick_summary(found), "1")
    yield ""
    yield found.cause
    told: set[int] = set()
    for number, finding in enumerate(found.findings, 1):
        yield ""
        heading = f"{place(finding)}  {finding.tool}, {finding.type}" + (
            f", {often(finding)}" if finding.times > 1 else ""
        )
        yield paint(f"{number}. {heading}" if len(found.findings) > 1 else heading, "36")
        yield from _quoted(finding, paint)
        yield from (f"  then {line}: {said[:120]}" for line, said in finding.follows[:3] if line not in told)
        told.update(line for line, _ in finding.follows[:3])
    first = found.findings[0]
    yield ""
    yield f"confidence {bar(first.confidence)} {percent(first.confidence)} ({label(first.confidence)})"
    yield from _steps(found)
    for note in found.lessons:
        yield from ("", *note.replace("**", "").split("\n"))


def _quoted(finding: Finding, paint: _Paint) -> Iterator[str]:
    """What begins the quote, and the lines around the one that says what is wrong: it is never cut."""
    first = finding.first or finding.line
    lines = said(finding.quote)
    skipped = max(0, finding.line - first - ABOVE) if len(lines) > SHOWN else 0
    shown = [*range(min(1, skipped)), *range(skipped, min(len(lines), skipped + SHOWN - min(1, skipped)))]
    for before, at in zip([-1, *shown], shown, strict=False):
        if at > before + 1:
            yield f"         {paint('|', '2')} …"
        yield f"  {first + at:>6} {paint('|', '2')} {lines[at][:240]}"
    if first + shown[-1] < finding.end_line:
        yield f"         {paint('|', '2')} … to line {finding.end_line}"


def _steps(found: RootCause) -> Iterator[str]:
    if found.fix:
        yield ""
        yield from (f"{number}. {step}" for number, step in enumerate(found.fix, 1))
    if found.reproduce:
        yield f"reproduce: {found.reproduce}"
    if found.suspects:
        yield ""
        yield "suspects"
        yield from (f"  {suspect.score:.0%}  {suspect.reason}" for suspect in found.suspects)
    if found.similar:
        yield ""
        yield "seen before"
        yield from (f"  {id_}  {alike:.0%} alike: {cause[:140]}" for id_, alike, cause in found.similar)
    yield from (f"note: {note}" for note in found.notes)
