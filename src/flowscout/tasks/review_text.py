"""A review as Markdown, text or JSON. One screen first: what changes in meaning, then which functions, then the drawings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ..model import limits
from ..model.diff import Added, Changed, FlowDiff, Kept, Moved, Removed
from ..model.identity import path_of, qualified_of
from ..model.review import EntryChange, FunctionChange, Review
from ..model.summary import Effect
from ..stages.compare import merge
from ..stages.mermaid import mermaid
from ..stages.summarise import travelled
from ..words.english import cut
from ..words.sentence import third_person
from .entrypoints import is_test
from .markdown import code, escape, fence, visible

SHOWN_ROWS = 12
SHOWN_MEANINGS = 8
SHOWN_STARTS = 4  # entry points named that share the way down
SHOWN_WAYS = 3
SHOWN_WORDS = 120  # characters of the sentence in the table
_HOW = {"added": "new", "removed": "gone", "changed": "changed", "renamed": "renamed and changed"}


def markdown(review: Review, style: str = "default") -> str:
    if not review.changes and not review.entries:
        return f"# Flow review\n\nNo flow changed between {code(review.before)} and {code(review.after)}.{_rest(review)}\n"
    ours, tests = parted(review)
    lines = ["# Flow review", "", f"**{_headline(review)}**{_rest(review)}", ""]
    lines += [*_meaning(review), *(_table(ours) if ours else ())]
    for change in ours:
        lines += _details(change, style)
    lines += _tests(tests)
    return "\n".join(lines).rstrip("\n") + "\n"


def parted(review: Review) -> tuple[list[FunctionChange], list[FunctionChange]]:
    """Changes of the program, and those of its tests, which are told but not drawn."""
    tests = [c for c in review.changes if is_test(path_of(c.after or c.before))]
    return [c for c in review.changes if c not in tests], tests


def text(review: Review) -> str:
    lines = [_headline(review) + _rest(review), ""]
    for entry in review.entries:
        lines += [f"{_name(entry.id)} {said}" for said in _entry_sentences(entry)]
    for change in review.changes:
        lines += ["", f"{path_of(change.after or change.before)}  {_name(change.after or change.before)}  ({_HOW[change.how]})"]
        lines += [f"  {s}" for s in change.sentences]
        lines += [f"  reached from {way}" for way in _ways(change.reaches)]
    return "\n".join(lines).rstrip("\n") + "\n"


def record(review: Review) -> dict[str, Any]:
    """The review as JSON values, `flowscout.review/1`."""
    return {
        "schema": "flowscout.review/1",
        "before": review.before,
        "after": review.after,
        "unchanged_flow": review.unchanged_flow,
        "files": review.files,
        "renamed": [list(pair) for pair in review.renamed],
        "changes": [_change_record(c) for c in review.changes],
        "entry_points": [
            {"id": e.id, "gained": [_effect(x) for x in e.gained], "lost": [_effect(x) for x in e.lost]} for e in review.entries
        ],
        "notes": list(review.notes),
    }


def _change_record(change: FunctionChange) -> dict[str, Any]:
    return {
        "before": change.before or None,
        "after": change.after or None,
        "how": change.how,
        "sentences": list(change.sentences),
        "reaches": [list(p) for p in change.reaches],
        "edits": [_edit(e) for e in change.diff.edits if not isinstance(e, Kept)],
    }


def _edit(edit: Added | Removed | Changed | Moved | Kept) -> dict[str, Any]:
    kind = type(edit).__name__.lower()
    if isinstance(edit, Added | Removed):
        return {"kind": kind, "step_id": edit.step.step_id, "step_type": edit.step.step_type, "label": edit.step.description}
    return {
        "kind": kind, "step_id": edit.after.step_id, "step_type": edit.after.step_type, "label": edit.after.description,
        "before": {"step_id": edit.before.step_id, "step_type": edit.before.step_type, "label": edit.before.description},
    }


def _effect(item: tuple[Any, tuple[str, ...]]) -> dict[str, Any]:
    effect, path = item
    return {"kind": effect.kind, "target": effect.target, "origin": effect.origin, "may": effect.may, "path": list(path)}


def _headline(review: Review) -> str:
    ours, tests = map(len, parted(review))
    parts = [f"{ours} function{'s' if ours != 1 else ''} change{'' if ours != 1 else 's'} flow"] if ours else []
    if review.entries:
        many = len(review.entries)
        parts.append(f"{many} entry point{'s' if many != 1 else ''} now do{'es' if many == 1 else ''} something else")
    if tests:
        parts.append(f"{tests} test function{'s' if tests != 1 else ''} change{'' if tests != 1 else 's'}")
    return "; ".join(parts) + "."


def _rest(review: Review) -> str:
    parts = []
    if review.unchanged_flow:
        parts.append(f"{review.unchanged_flow} changed without changing flow")
    if review.renamed:
        parts.append(f"{len(review.renamed)} only renamed or moved")
    return f" {'; '.join(parts).capitalize()}." if parts else ""


def _meaning(review: Review) -> Iterator[str]:
    if not review.entries:
        return
    told = [f"- {code(_name(e.id))} {escape(said)}" for e in review.entries for said in _entry_sentences(e)]
    yield from told[:SHOWN_MEANINGS]
    if len(told) > SHOWN_MEANINGS:
        yield f"- … and {len(told) - SHOWN_MEANINGS} more changes of entry points"
    yield ""


def _entry_sentences(entry: EntryChange) -> Iterator[str]:
    for effect, path in _joined(entry.gained):
        said = travelled(effect, path)
        yield f"now {said[:1].lower()}{said[1:]}"
    for effect, path in _joined(entry.lost):
        said = travelled(effect._replace(may=True), path).removeprefix("May ")
        yield f"no longer {_third(said)}"


def _joined(effects: Sequence[tuple[Effect, tuple[str, ...]]]) -> Iterator[tuple[Effect, tuple[str, ...]]]:
    """Effects of one kind that come by one way, told in one sentence."""
    groups: dict[tuple[str, bool, tuple[str, ...], str], list[Effect]] = {}
    for effect, path in effects:
        alone = effect.target if effect.kind == "irreversible" else ""
        groups.setdefault((effect.kind, effect.may, path, alone), []).append(effect)
    for (_, _, path, _), members in groups.items():
        names = list(dict.fromkeys(e.target for e in members))
        yield members[0]._replace(target=" and ".join(filter(None, (", ".join(names[:-1]), names[-1])))), path


def _third(said: str) -> str:
    verb, _, rest = said.partition(" ")
    return f"{third_person(verb.lower())} {rest}"


def _table(changes: Sequence[FunctionChange]) -> Iterator[str]:
    yield from ("| function | what changes | reached from |", "|---|---|---|")
    for change in changes[:SHOWN_ROWS]:
        name = code(_name(change.after or change.before)).replace("|", "\\|")
        first = escape(cut(change.sentences[0], SHOWN_WORDS)) if change.sentences else ""
        more = f" (+{len(change.sentences) - 1} more)" if len(change.sentences) > 1 else ""
        ways = _ways(change.reaches, short=True)
        rest = f" (+{len(ways) - 1} more ways)" if len(ways) > 1 else ""
        yield f"| {name} | {first}{more} | {escape(ways[0]) if ways else ''}{rest} |"
    if len(changes) > SHOWN_ROWS:
        yield f"| … | {len(changes) - SHOWN_ROWS} more functions below | |"
    yield ""


def _details(change: FunctionChange, style: str) -> Iterator[str]:
    id_ = change.after or change.before
    title = f"<code>{_html(_name(id_))}</code> · {_HOW[change.how]} · {_html(path_of(id_))}"
    yield from (f"<details><summary>{title}</summary>", "")
    yield from (f"- {escape(s)}" for s in change.sentences)
    ways = _ways(change.reaches)
    yield from (f"- reached from {escape(way)}" for way in ways[:SHOWN_WAYS])
    if len(ways) > SHOWN_WAYS:
        yield f"- … and by {len(ways) - SHOWN_WAYS} more ways"
    yield ""
    yield from _drawing(change.diff, style)
    yield from ("</details>", "")


def _tests(changes: Sequence[FunctionChange]) -> Iterator[str]:
    if not changes:
        return
    yield from (f"<details><summary>{len(changes)} test function{'s' if len(changes) != 1 else ''}</summary>", "")
    for change in changes:
        id_ = change.after or change.before
        yield f"- {code(_name(id_))} ({_HOW[change.how]}, {escape(path_of(id_))}): {escape(' '.join(change.sentences[:3]))}"
    yield from ("", "</details>", "")


def _drawing(diff: FlowDiff, style: str) -> Iterator[str]:
    chart = mermaid(merge(diff), style)
    if len(chart) > limits.MERMAID_TEXT or chart.count(" --") > limits.MERMAID_EDGES:
        yield from ("_The drawing is larger than GitHub shows; the sentences above are whole._", "")
    else:
        yield from (*fence(chart, "mermaid").split("\n"), "")


def _name(id_: str) -> str:
    return qualified_of(id_)


def _ways(paths: Sequence[tuple[str, ...]], short: bool = False) -> list[str]:
    """"delete, get and 3 more → request → send": entry points that share the way down are told together."""
    starts = Counter(_last(name) for name in {path[0] for path in paths})
    shared: dict[tuple[str, ...], list[str]] = {}
    for first, *below in paths:
        name = _last(first) if starts[_last(first)] == 1 else f"{_last(first)} ({path_of(first).rsplit('/', 1)[-1]})"
        shared.setdefault(tuple(map(_last, below)), []).append(name)
    return [" → ".join([_starts(names), *_folded(tail, short)]) for tail, names in shared.items()]


def _last(id_: str) -> str:
    return _name(id_).replace("::", ".").rsplit(".", 1)[-1]


def _starts(names: Sequence[str]) -> str:
    if len(names) > SHOWN_STARTS:
        return f"{', '.join(names[: SHOWN_STARTS - 1])} and {len(names) - SHOWN_STARTS + 1} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _folded(tail: tuple[str, ...], short: bool) -> tuple[str, ...]:
    return (*tail[:1], "…", *tail[-2:]) if short and len(tail) > 4 else tail


def _html(text_: str) -> str:
    return visible(text_).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
