"""The small words of a report: title, bar, label, one-line summary. Source: the published report format."""

from __future__ import annotations

from ...model.finding import Finding, RootCause

CELLS = 10
# Types that say by themselves that something is wrong.
_WHOLE = (
    "error",
    "failure",
    "failed",
    "exception",
    "found",
    "mismatch",
    "conflict",
    "crash",
    "crashed",
    "leak",
    "timeout",
    "race",
    "missing",
    "violation",
    "reference",
    "in test",
    "panic",
    "aborted",
    "denied",
    "full",
    "memory",
    "killed",
    "fault",
    "refused",
)

_PLAIN = {"error_message": "error", "last_line": "unclear"}  # types that say nothing of the error


def title(error_type: str) -> str:
    """`type_mismatch` -> `Type mismatch`."""
    words = _PLAIN.get(error_type, error_type).replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:] if words else "Unknown"


def bar(confidence: float) -> str:
    full = min(CELLS, max(0, round(confidence * CELLS)))
    return "█" * full + "░" * (CELLS - full)


def label(confidence: float) -> str:
    """Low < 0.4 ≤ Medium < 0.7 ≤ High < 1.0 = Perfect."""
    if confidence >= 1.0:
        return "Perfect"
    return "High" if confidence >= 0.7 else "Medium" if confidence >= 0.4 else "Low"


def percent(confidence: float) -> str:
    return f"{confidence:.0%}"


def place(finding: Finding) -> str:
    """`src/a.c:3`, `src/a.c`, or the line of the log."""
    if finding.file:
        return f"{finding.file}:{finding.file_line}" if finding.file_line else finding.file
    return f"{finding.member} line {finding.line}" if finding.member else f"log line {finding.line}"


def often(finding: Finding) -> str:
    """`3 times`, and of tests that fail of it `3 tests`."""
    tests = any(name == "test" for name, _ in finding.error.metadata)
    return f"{finding.times} {'tests' if tests else 'times'}"


def quick_summary(found: RootCause) -> str:
    """`Lateinit error in MainActivity.kt:45 - Initialize in onCreate() (90% confidence)`."""
    if not found.findings:
        return found.cause
    first = found.findings[0]
    name = title(first.type)
    what = name if name.lower().endswith(_WHOLE) else f"{name} error"
    fix = found.fix[0].rstrip(".") if found.fix else first.message
    where = f"in {place(first)}" if first.file else f"at {place(first)}"
    return f"{what} {where} - {fix} ({percent(first.confidence)} confidence)"
