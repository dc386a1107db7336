"""Whether what a chart or an outline marks differs in the code.

drawn untouched     marked as new or gone, and its lines stand word for word on both sides
drawn twice         marked as gone and as new, with the same words
drawn by its name   marked as gone and as new, and only a name differs that is told as called otherwise
drawn, not told     marked as new, gone or changed, and no edit on its lines does anything, as the review says
jump astray         a way that is gone leads to a number that is another step
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flowscout.model.account import NEUTRAL, Answer
from flowscout.model.diff import Added, Changed, Removed
from flowscout.model.identity import path_of
from flowscout.model.review import FunctionChange
from flowscout.model.sfm import START, ScenarioFlowModel, ScenarioStep
from flowscout.stages.compare import facing
from flowscout.stages.mermaid import outline

from .plain import Plain
from .reading import Drawn
from .verdict import Verdict

_NUMBERED = re.compile(r"^ *(?:[^\n]{1,400}?: )??(\d+)\. ")
_BEFORE = re.compile(r"^ *(?:(?:yes|no|case [^\n]{1,200}?|[^\n:]{1,80}): )?(?:\d+\. )?")
_ARROW = re.compile(r" ?(→ (?:back to )?)(\d+)$")
_ENDS = re.compile(r" \((?:end|error)\)$")


def judged(one: Drawn, change: FunctionChange, diff: Plain, renames: Sequence[tuple[str, str]]) -> Iterator[Verdict]:
    def verdict(kind: str, borne: bool, row: str, about: str = "") -> Verdict:
        return Verdict(kind, borne, one.path, 0, f"{one.name}: {row}", about)

    for rows in (one.chart, one.outline):
        marked = [row for row in rows if row.sign in ("+", "-") and _bare(row.text)]
        words = {sign: [_bare(row.text) for row in marked if row.sign == sign] for sign in "+-"}
        for row in marked:
            side, text = int(row.sign == "+"), _bare(row.text)
            steps = _steps((change.diff.before, change.diff.after)[side], text)
            if steps:
                same = text in words["+" if row.sign == "-" else "-"]
                touched = any(not _untouched(diff, side, step) for step in steps)
                yield verdict("drawn untouched", touched or (same and rows is one.outline), f"{row.sign} {row.text}")
            if row.sign == "-" and rows is one.chart:
                yield verdict("drawn twice", text not in words["+"], f"{row.sign} {row.text}")
            if row.sign == "-" and (called := _renamed(text, renames)) != text:
                yield verdict("drawn by its name", called not in words["+"], f"{row.sign} {row.text}")
    yield from _jumps(one, change, verdict)


def not_told(change: FunctionChange, account: Sequence[Answer]) -> Iterator[Verdict]:
    """Of each step that is marked whether an edit on its lines is one that does something."""
    told = [one for one in account if one.unit in (change.after, change.before, "") and one.how != NEUTRAL]
    lines = [
        {n for side in sides if side.line for n in range(side.line, max(side.line, side.end_line) + 1)}
        for sides in zip(*[(one.before, one.after) for one in told], strict=True)
    ] or [set(), set()]
    for edit in facing(change.diff).edits:
        both = (
            [(0, edit.step)] if isinstance(edit, Removed)
            else [(1, edit.step)] if isinstance(edit, Added)
            else [(0, edit.before), (1, edit.after)] if isinstance(edit, Changed) else []
        )  # fmt: skip
        if not both or any(not step.evidence or step.step_type == START for _, step in both):
            continue
        met = any(
            lines[side] & {*range(step.evidence.line, step.evidence.end_line + 1)}
            for side, step in both
            if step.evidence
        )
        said = " → ".join(f"{step.label}" for _, step in both)
        yield Verdict(
            "drawn, not told",
            met,
            path_of(change.after),
            both[-1][1].evidence.line if both[-1][1].evidence else 0,
            f"{change.after}: {type(edit).__name__} {said}",
        )


def _bare(text: str) -> str:
    return _ENDS.sub("", _ARROW.sub("", _BEFORE.sub("", text))).strip().rstrip(":")


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _steps(model: ScenarioFlowModel | None, text: str) -> list[ScenarioStep]:
    """Those that the words of a row may stand for."""
    start = _squeezed(text).partition("…")[0]
    return [
        step
        for step in (model.steps if model else ())
        if step.step_type != START and step.evidence and len(start) > 3 and _squeezed(step.label).startswith(start)
    ]


def _untouched(diff: Plain, side: int, step: ScenarioStep) -> bool:
    assert step.evidence
    own = (diff.before, diff.after)[side](step.evidence.line, step.evidence.end_line)
    there = [(diff.kept, diff.came)[side][at] for at in own]
    return bool(there) and there[0] >= 0 and there == [*range(there[0], there[0] + len(there))]


def _renamed(text: str, renames: Sequence[tuple[str, str]]) -> str:
    for was, now in renames:
        text = re.sub(rf"(?<![\w]){re.escape(was)}(?!\w)", now, text)
    return text


def _jumps(one: Drawn, change: FunctionChange, verdict) -> Iterator[Verdict]:  # type: ignore[no-untyped-def]
    if not one.outline or change.diff.before is None or change.diff.after is None:
        return
    diff = facing(change.diff)
    if diff.before is None or diff.after is None:
        return
    was, now = outline(diff.before).split("\n"), outline(diff.after).split("\n")
    before, after = _by_number(was), _by_number(now)
    for row in one.outline:
        arrow = _ARROW.search(row.text) if row.sign == "-" else None
        old = _ARROW.search(was[row.at]) if arrow and row.at < len(was) else None
        if not arrow or not old:
            continue
        led, leads = before.get(old[2], ""), after.get(arrow[2], "")
        alike = [number for number, text in after.items() if text == led]
        yield verdict(
            "jump astray", led == leads or alike != [*alike[:1]] or not alike, f"- {row.text}", f"{led} / {leads}"
        )


def _by_number(lines: Sequence[str]) -> dict[str, str]:
    return {found[1]: _bare(line) for line in lines if (found := _NUMBERED.match(line))}
