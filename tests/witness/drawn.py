"""Whether what a chart or an outline marks differs in the code.

drawn untouched     marked as new or gone, and its lines stand word for word on both sides
drawn twice         marked as gone and as new, with the same words
drawn by its name   marked as gone and as new, and only a name differs that is told as called otherwise
drawn, not told     marked as new, gone or changed, and no edit on its lines does anything, as the review says, nor tells one the code of it
told, not drawn     told as an edit of what one step does, of a function that is drawn, and the step carries no mark
jump astray         a way that is gone leads to a number that is another step
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flowscout.model.account import FLOW, NEUTRAL, Answer, Side
from flowscout.model.diff import Added, Changed, Edit, Kept, Removed
from flowscout.model.identity import path_of
from flowscout.model.review import FunctionChange
from flowscout.model.sfm import START, ScenarioFlowModel, ScenarioStep
from flowscout.stages.compare import facing
from flowscout.stages.mermaid import outline

from .plain import Plain
from .reading import Drawn
from .verdict import Verdict

QUOTED = 6  # signs of code
ELSEWHERE = ("put in the place of a call", "taken out into a function that is called",
             "definitions of functions within functions, each of which is told by itself", "steps that stand once for all branches now or did",
             "steps that stand behind the jumped-to label now")  # fmt: skip
ALTERED = ("call", "value", "statement", "exit")
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
    """Of each step that is marked whether an edit on its lines is one that does something, or is told where the other half of it stands."""
    own = [one for one in account if one.unit in (change.after, change.before, "")]
    told = [one for one in own if one.how != NEUTRAL or one.rule in ELSEWHERE]
    said = _squeezed(" ".join(one.sentence for one in told))
    lines = [
        {n for side in sides if side.line for n in range(side.line, max(side.line, side.end_line) + 1)}
        for sides in zip(*[(one.before, one.after) for one in told], strict=True)
    ] or [set(), set()]
    marks = [(edit, _sides(edit)) for edit in facing(change.diff).edits]
    for side, step in [each for _, both in marks for each in both]:
        if step.evidence and _quoted(step, said):
            lines[side].add(step.evidence.line)
    for edit, both in marks:
        if not both or any(not step.evidence or step.step_type == START for _, step in both):
            continue
        met = any(
            lines[side] & {*range(step.evidence.line, step.evidence.end_line + 1)}
            for side, step in both
            if step.evidence
        )
        reads = " → ".join(f"{step.label}" for _, step in both)
        yield Verdict(
            "drawn, not told",
            met,
            path_of(change.after),
            both[-1][1].evidence.line if both[-1][1].evidence else 0,
            f"{change.after}: {type(edit).__name__} {reads}",
        )


def _sides(edit: Edit) -> list[tuple[int, ScenarioStep]]:
    """The steps of one that is marked."""
    if isinstance(edit, Removed):
        return [(0, edit.step)]
    if isinstance(edit, Added):
        return [(1, edit.step)]
    return [(0, edit.before), (1, edit.after)] if isinstance(edit, Changed) else []


def _quoted(step: ScenarioStep, said: str) -> bool:
    """Whether the code of a step, or what it sets to, stands in what is said."""
    code = _squeezed(step.evidence.text.rstrip("; \n")) if step.evidence else ""
    return any(len(each) >= QUOTED and each in said for each in (code, code.partition("=")[2]))


def not_drawn(change: FunctionChange, account: Sequence[Answer]) -> Iterator[Verdict]:
    """Of each edit that alters what one step does whether that carries a mark."""
    steps = [each for each in facing(change.diff).edits if not isinstance(each, Added | Removed)]
    for one in account:
        if one.unit != change.after or one.how != FLOW or one.rule not in ALTERED or not one.before.line or one.twin:
            continue
        pairs = [each for each in steps if _at(each.before, one.before) and _at(each.after, one.after)]
        if len(pairs) == 1 and _code(pairs[0].before) != _code(pairs[0].after):
            drawn = not isinstance(pairs[0], Kept)
            yield Verdict("told, not drawn", drawn, one.place.path, one.place.line, f"{change.after}: {one.sentence}")


def _at(step: ScenarioStep, side: Side) -> bool:
    return step.evidence is not None and step.step_type != START and step.evidence.line == side.line


def _code(step: ScenarioStep) -> str:
    return _squeezed(step.evidence.text) if step.evidence else ""


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
