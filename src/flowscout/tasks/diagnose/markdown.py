"""A diagnosis as Markdown: the seven sections of the published report, with suspects and the flow where there is code.

Every text of the log is redacted before it comes here, and is escaped or fenced here: a log can say anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...model.finding import Finding, RootCause, Suspect
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...rca.reading.prefixes import said
from ...rca.report.words import bar, label, often, percent, place, title
from ..drawing import Drawing
from ..markdown import code, escape, fence, inert

Link = Callable[[str, int], str]
ICON = "🔧"
_SPANS = regex(r"(`[^`\n]{1,300}`)")
_FENCES = {
    "kotlin": "kotlin",
    "java": "java",
    "python": "python",
    "c": "c",
    "cpp": "cpp",
    "javascript": "js",
    "typescript": "ts",
    "rust": "rust",
    "go": "go",
}


def local_link(path: str, line: int) -> str:
    """`[f:45](f#L45)`; blanks and brackets as URLs want them."""
    target = "".join(c if c not in " ()[]<>\"'" else f"%{ord(c):02X}" for c in path)
    return f"[{escape(f'{path}:{line}' if line else path)}]({target}{f'#L{line}' if line else ''})"


def markdown(
    found: RootCause,
    link: Link = local_link,
    snippet: Sequence[tuple[int, str]] = (),
    drawing: Drawing | None = None,
    heading: str = "#",
) -> str:
    """snippet: numbered lines of code around the place."""
    if not found.findings:
        return (
            inert("\n".join([f"{heading} {ICON} Root Cause Analysis", "", escape(found.cause), *_notes(found)])) + "\n"
        )
    first = found.findings[0]
    parts = [
        [f"{heading} {ICON} Root Cause Analysis: {escape(title(first.type))}"],
        _summary(first, link, heading),
        [f"{heading}# 🔍 Root Cause", "", prose(found.cause), *_others(found.findings[1:], link), *_notes(found)],
        _fixes(found, heading),
        _context(first, snippet, heading),
        _suspects(found.suspects, drawing, heading),
        _past(found, heading),
        _lessons(found, heading),
        [f"{heading}# 🧰 Tool Usage", "", *(f"- {code(tool)}" for tool in found.tools)] if found.tools[1:] else [],
        _metadata(found, first, heading),
    ]
    return inert("\n\n".join("\n".join(part) for part in parts if part)) + "\n"


def prose(text: str) -> str:
    """Escaped, but for what stands in backticks: that is code."""
    parts = _SPANS.split(text)
    return "".join(code(part.strip("`")) if part[:1] == "`" and len(part) > 2 else escape(part) for part in parts)


def _summary(first: Finding, link: Link, heading: str) -> list[str]:
    where = link(first.file, first.file_line) if first.file else escape(place(first))
    sure = first.confidence
    return [
        f"{heading}# 📋 Summary",
        "",
        f"**Error Type:** {escape(title(first.type))}  ",
        f"**Location:** {where}  ",
        *([f"**Language:** {escape(first.language.upper())}  "] if first.language else []),
        f"**Confidence:** {bar(sure)} {percent(sure)} ({label(sure)})",
        "",
        "**Error Message:**",
        "",
        *fence(first.message, "").split("\n"),
        "",
        f"<details open><summary>Line {first.line} of {escape(first.member) or 'the log'}</summary>",
        "",
        *fence("\n".join(said(first.quote)), "text").split("\n"),
        "",
        "</details>",
    ]


def _others(rest: Sequence[Finding], link: Link) -> Iterator[str]:
    if rest:
        yield from ("", "**Further independent causes:**", "")
    for finding in rest:
        where = (
            link(finding.file, finding.file_line)
            if finding.file
            else f"line {finding.line} of {escape(finding.member) or 'the log'}"
        )
        many = f", {often(finding)}" if finding.times > 1 else ""
        yield f"- {escape(finding.message[:300])} ({where}{many}, {percent(finding.confidence)})"


def _notes(found: RootCause) -> Iterator[str]:
    for note in found.notes:
        yield from ("", f"> {prose(note)}")


def _fixes(found: RootCause, heading: str) -> list[str]:
    if not found.fix and not found.reproduce:
        return []
    lines = [f"{heading}# 🛠️ Fix Guidelines", ""]
    for number, step in enumerate(found.fix, 1):
        head, *block = step.split("\n")
        lines.append(f"{number}. {prose(head)}")
        lines += ["", *(f"   {line}" for line in fence("\n".join(block), "").split("\n")), ""] if block else []
    if found.reproduce:
        lines += ["", "Reproduce it:", "", *fence(found.reproduce, "sh").split("\n")]
    return lines


def _context(first: Finding, snippet: Sequence[tuple[int, str]], heading: str) -> list[str]:
    if not snippet:
        return []
    width = len(str(snippet[-1][0]))
    shown = "\n".join(
        f"{'>' if number == first.file_line else ' '} {number:>{width}} | {line}" for number, line in snippet
    )
    return [f"{heading}# 💻 Code Context", "", *fence(shown, _FENCES.get(first.language, "")).split("\n")]


def _suspects(suspects: Sequence[Suspect], drawing: Drawing | None, heading: str) -> list[str]:
    lines: list[str] = []
    if suspects:
        lines += [f"{heading}# 🕵️ Suspects", ""]
        for suspect in suspects:
            way = " → ".join(code(qualified_of(id_)) for id_ in suspect.path if "::" in id_)
            lines.append(
                f"- **{percent(suspect.score)}** {prose(suspect.reason)}" + (f" {way}" if len(suspect.path) > 1 else "")
            )
    if drawing and drawing.charts:
        lines += [*([""] if lines else []), f"{heading}# 🗺️ Flow of the failing function", ""]
        for name, text in drawing.charts:
            lines += [*([f"**{escape(name)}**", ""] if name else []), *fence(text, "mermaid").split("\n"), ""]
    return lines


def _past(found: RootCause, heading: str) -> list[str]:
    if not found.similar:
        return []
    cases = (f"- {code(id_)} ({percent(alike)} alike): {prose(cause[:300])}" for id_, alike, cause in found.similar)
    return [f"{heading}# 🗂️ Similar past cases", "", *cases]


def _lessons(found: RootCause, heading: str) -> list[str]:
    """Each note is a heading in bold and prose, of which only the cause comes from the log."""
    if not found.lessons:
        return []
    lines = [f"{heading}# 🎓 Learning Notes", ""]
    for note in found.lessons:
        head, _, rest = note.partition("\n\n")
        lines += [
            head,
            "",
            *(
                prose(line) if not line[:2].rstrip(".").isdigit() else f"{line[:3]}{prose(line[3:])}"
                for line in rest.split("\n")
            ),
            "",
        ]
    return lines[:-1]


def _metadata(found: RootCause, first: Finding, heading: str) -> list[str]:
    rows = [("Kind", first.kind), ("Tool", first.tool), ("Log line", str(first.line))]
    rows += [(name[:1].upper() + name[1:], value) for name, value in first.error.metadata]
    rows += [("Log", first.member)] if first.member else []
    rows += [("Times seen", str(first.times))] if first.times > 1 else []
    rows += [("Iterations", str(found.iterations))] if found.iterations else []
    lines = [
        f"{heading}# 📝 Analysis Metadata",
        "",
        *(f"**{escape(name)}:** {escape(value[:300])}  " for name, value in rows),
    ]
    if first.follows:
        lines += ["", "<details><summary>What follows from it</summary>", ""]
        lines += [
            *fence("\n".join(f"{line}: {said}" for line, said in first.follows), "text").split("\n"),
            "",
            "</details>",
        ]
    return lines
