"""A review as a document. One screen first: what changes in meaning, then which functions; the drawings are folded away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ..border import within
from ..model import limits
from ..model.diff import Added, Changed, Edit, FlowDiff, Kept, Moved, Removed
from ..model.identity import path_of
from ..model.publication import Document, Section
from ..model.review import FunctionChange, Review
from ..model.sfm import START
from ..model.undrawn import WHY
from ..stages.compare import merge
from ..stages.mermaid import mermaid, outline
from ..words.english import cut
from .markdown import cell, code, escape, fence, visible
from .review_words import HOW, headline, name, parted, rest, shared_sentences, ways

SHOWN_ROWS = 12
SHOWN_MEANINGS = 8
SHOWN_WAYS = 3
SHOWN_NAMES = 4
SHOWN_STEPS = 30
SHOWN_WORDS = 120  # characters of the sentence in the table
TITLE = "Flow review"
_SIGN = {Added: "+", Removed: "-", Changed: "~", Moved: "~"}

# (path, first line, last line, whether of the state before) -> an address, "" for none.
Link = Callable[[str, int, int, bool], str]


def unlinked(path: str, line: int, end_line: int, before: bool) -> str:
    return ""


def document(review: Review, style: str = "default", link: Link = unlinked, level: str = "") -> Document:
    """The sections after the first screen are ranked by how much each function's change tells."""
    ours, tests = parted(review)
    notes = [Section("\n".join(f"- {escape(note)}" for note in review.notes))] if review.notes else []
    if not review.changes and not review.entries:
        none = f"No flow changed between {code(review.before)} and {code(review.after)}.{rest(review)}"
        return Document("review", TITLE, none, tuple(notes), silent=not notes, conclusion="success")
    first = [*_meaning(review), *(_table(ours) if ours else ())]
    sections = [Section("\n".join(first))] if first else []
    for rank, change in enumerate(ours, 1):
        short = f"- {code(name(change.after or change.before))}: {escape(' '.join(change.sentences[:2]))}"
        shown = within(change.after or change.before, partial(_folded, change, style, link), partial(str.format, "{} _{}._", short, WHY))
        sections.append(Section(shown, rank, short))
    if tests:
        sections.append(Section("\n".join(_tests(tests)), len(ours) + 1))
    sections += notes
    silent = not (ours or review.entries or notes)
    return Document("review", TITLE, f"**{headline(review)}**{rest(review)}", tuple(sections), silent=silent)


def markdown(review: Review, style: str = "default") -> str:
    whole = document(review, style)
    return "\n\n".join([f"# {whole.title}", whole.summary, *(s.markdown.strip("\n") for s in whole.sections)]) + "\n"


def _meaning(review: Review) -> Iterator[str]:
    if not review.entries:
        return
    told = [f"- {_names(names)} {escape(said)}" for names, said in shared_sentences(review.entries)]
    yield from told[:SHOWN_MEANINGS]
    if len(told) > SHOWN_MEANINGS:
        yield f"- … and {len(told) - SHOWN_MEANINGS} more change{'s' if len(told) > SHOWN_MEANINGS + 1 else ''} of entry points"
    yield ""


def _names(names: Sequence[str]) -> str:
    shown = [code(one) for one in names[:SHOWN_NAMES]]
    shown += [f"{len(names) - SHOWN_NAMES} more"] if len(names) > SHOWN_NAMES else []
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _table(changes: Sequence[FunctionChange]) -> Iterator[str]:
    reached = [_reached(change) for change in changes[:SHOWN_ROWS]]
    above = any(reached)
    yield from ("| function | what changes |" + (" reached from |" if above else ""), "|---|---|" + ("---|" if above else ""))
    for change, way in zip(changes, reached, strict=False):
        named = code(name(change.after or change.before)).replace("|", "\\|")
        first = escape(cut(change.sentences[0], SHOWN_WORDS)) if change.sentences else ""
        more = f" (+{len(change.sentences) - 1} more)" if len(change.sentences) > 1 else ""
        yield f"| {named} | {first}{more} |" + (f" {way} |" if above else "")
    if len(changes) > SHOWN_ROWS:
        yield f"| … | {len(changes) - SHOWN_ROWS} more functions below |" + (" |" if above else "")
    yield ""


def _reached(change: FunctionChange) -> str:
    above = ways(change.reaches, short=True)
    other = f" (+{len(above) - 1} more way{'s' if len(above) > 2 else ''})" if len(above) > 1 else ""
    return f"{escape(above[0])}{other}" if above else ""


def _folded(change: FunctionChange, style: str, link: Link) -> str:
    return "\n".join(_details(change, style, link))


def _details(change: FunctionChange, style: str, link: Link) -> Iterator[str]:
    id_ = change.after or change.before
    title = f"<code>{_html(name(id_))}</code> · {HOW[change.how]} · {_html(path_of(id_))}"
    yield from (f"<details><summary>{title}</summary>", "")
    yield from (f"- {escape(s)}" for s in change.sentences)
    above = ways(change.reaches)
    yield from (f"- reached from {escape(way)}" for way in above[:SHOWN_WAYS])
    if len(above) > SHOWN_WAYS:
        yield f"- … and by {len(above) - SHOWN_WAYS} more way{'s' if len(above) > SHOWN_WAYS + 1 else ''}"
    yield ""
    yield from _drawing(change.diff, style)
    yield from _steps(change, link)
    model = change.diff.after or change.diff.before
    if model is not None:
        folded = fence(outline(model), "text").split("\n")
        yield from ("<details><summary>Outline</summary>", "", *folded, "", "</details>", "")
    yield from ("</details>", "")


def _steps(change: FunctionChange, link: Link) -> Iterator[str]:
    """Where each changed step stands, if it can be linked."""
    rows = [row for edit in change.diff.edits for row in _row(change, edit, link)]
    if not rows:
        return
    yield from ("| | step | lines |", "|---|---|---|", *rows[:SHOWN_STEPS])
    if len(rows) > SHOWN_STEPS:
        yield f"| | … {len(rows) - SHOWN_STEPS} more | |"
    yield ""


def _row(change: FunctionChange, edit: Edit, link: Link) -> Iterator[str]:
    if isinstance(edit, Kept):
        return
    step = edit.step if isinstance(edit, Added | Removed) else edit.after
    gone = isinstance(edit, Removed)
    if step.evidence is None or step.step_type == START:
        return
    path = path_of((change.before if gone else change.after) or change.before)
    address = link(path, step.evidence.line, step.evidence.end_line, gone)
    if address:
        lines = f"{step.evidence.line}" + (f"–{step.evidence.end_line}" if step.evidence.end_line > step.evidence.line else "")
        yield f"| `{_SIGN[type(edit)]}` | {cell(escape(cut(step.whole, SHOWN_WORDS)))} | [{lines}]({address}) |"


def _tests(changes: Sequence[FunctionChange]) -> Iterator[str]:
    if not changes:
        return
    yield from (f"<details><summary>{len(changes)} test function{'s' if len(changes) != 1 else ''}</summary>", "")
    for change in changes:
        id_ = change.after or change.before
        yield f"- {code(name(id_))} ({HOW[change.how]}, {escape(path_of(id_))}): {escape(' '.join(change.sentences[:3]))}"
    yield from ("", "</details>", "")


def _drawing(diff: FlowDiff, style: str) -> Iterator[str]:
    chart = mermaid(merge(diff), style)
    if len(chart) > limits.MERMAID_TEXT or chart.count(" --") > limits.MERMAID_EDGES:
        yield from ("_The drawing is larger than GitHub shows; the sentences above are whole._", "")
    else:
        yield from (*fence(chart, "mermaid").split("\n"), "")


def _html(text_: str) -> str:
    return visible(text_).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
