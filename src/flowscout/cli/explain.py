"""Say in words what a function does, or show what a stage made of it: the tool for finding out why a chart looks as it does.

flowscout explain HandleVolumeCreate
flowscout explain src/volume.cc:120 --stage cfg
"""

from __future__ import annotations

import argparse

from ..model.sfm import LEVELS
from ..pipeline import Located, Project
from ..tasks import records
from ..tasks.compiled import ByCompiler
from ..tasks.inwords import headed
from ..tasks.names import display, meant, place
from ..wiring import Workspace
from .shared import target
from .shared.console import Talk

STAGES = ("words", "cfg", "actions", "calls", "summary", "sfm")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("at", metavar="FILE:LINE", help="a line inside the function; or its name")
    parser.add_argument(
        "--stage", choices=STAGES, default="words", help="whose result is shown; words: what all of them say (words)"
    )
    parser.add_argument("--detail", choices=("all", *LEVELS), default="all", help="of sfm: one level; all: every step")
    parser.add_argument("--json", action="store_true", help="the record of `flowscout export`")
    target.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    file, colon, line = chosen.at.rpartition(":")
    by_line = bool(colon) and line.isdigit() and not file.endswith(":")

    def explained(seen: Workspace, project: Project) -> str:
        if by_line:
            function = meant(project, "", target.inside(seen, file), int(line))
        else:
            function = meant(project, chosen.at)
        if chosen.json:
            return "".join(
                records.to_line(record) for record in _records(project, function, chosen.stage, chosen.detail)
            )
        shown = _SHOWN[chosen.stage](project, function, chosen.detail)
        return "\n".join([f"{display(function)}  ({place(function)})  {function.id}", "", *shown, ""])

    print(target.asking(chosen, talk, explained, file if by_line else "."), end="")
    return 0


def _records(project: Project, function: Located, stage: str, detail: str) -> list[records.Record]:
    if stage == "cfg":
        return [records.record_of_cfg(project, function)]
    if stage == "actions":
        return list(records.records_of_actions(project, function))
    if stage == "calls":
        return list(records.records_of_calls(project, function, ByCompiler(project)))
    if stage in ("words", "summary"):
        return [records.record_of_summary(project, function, 0)]
    model = project.scenario(function.id) if detail == "all" else project.chart(function.id, detail)
    return [records.record_of_model(function, records.described(project, model))]


def _words(project: Project, function: Located, detail: str) -> list[str]:
    told = project.summary(function.id)
    lines = [told.sentence, ""] if told.sentence else []
    for heading, under in headed(told):
        lines += [heading, *(f"  {text}" for text in under), ""]
    return [
        *lines,
        f"its drawing: flowscout flowchart {display(function)}",
        f"who calls it: flowscout graph callers {display(function)}",
    ]


def _cfg(project: Project, function: Located, detail: str) -> list[str]:
    cfg, bound = project.cfg(function.id), project.bound(function.id)
    leaving = (
        dict.fromkeys(cfg.returns, "returns")
        | dict.fromkeys(cfg.raises, "raises")
        | dict.fromkeys(cfg.noreturn, "never returns")
    )
    leaving |= dict.fromkeys(cfg.falls_off, "falls off the end")
    lines = []
    for block in cfg.blocks:
        marks = [m for m in ("dead" if block.dead else "", leaving.get(block.id, "")) if m]
        lines.append(f"b{block.id}" + (f"  ({', '.join(marks)})" if marks else ""))
        lines += [
            f"    {bound.line(op.start):>5}  {op.kind:<12} {' '.join(bound.read(op.start, op.end).split())[:100]}"
            for op in block.ops
        ]
        ways = [edge for edge in cfg.edges if edge.source == block.id]
        lines += [f"    {edge.kind:>18} → b{edge.target}" + (f"  {edge.label}" if edge.label else "") for edge in ways]
    return [*lines, f"\n{cfg.decisions} decisions", *(f"note: {note}" for note in (*bound.notes, *cfg.notes))]


def _actions(project: Project, function: Located, detail: str) -> list[str]:
    bound = project.bound(function.id)
    return [
        f"{bound.line(a.start):>5}  b{a.block:<4} {a.type:<24} {a.effect}" + (f"  guard:{a.guard}" if a.guard else "")
        + ("  error" if a.error else "") + f"  [{a.reason}]"
        for a in project.actions(function.id)
    ]  # fmt: skip


def _calls(project: Project, function: Located, detail: str) -> list[str]:
    lines = project.lines(function.id)
    shown = []
    for site in project.resolved(function.id):
        call = function.facts.calls[site.site]
        targets = ", ".join(site.targets) or site.external or "?"
        shown.append(
            f"{lines[site.site]:>5}  {call.receiver}{call.sep}{call.name}  {site.how} {site.confidence:.2f}  {targets}"
        )
    return shown


def _summary(project: Project, function: Located, detail: str) -> list[str]:
    summary = project.summary(function.id)
    lines = [summary.sentence, ""] if summary.sentence else []
    for field in ("preconditions", "control_flow", "side_effects", "error_conditions", "postconditions"):
        lines += [field.replace("_", " "), *(f"  {text}" for text in getattr(summary, field))]
    lines += [
        "effects",
        *(f"  {e.kind} {e.target}  from {e.origin}{' (may)' if e.may else ''}" for e in summary.effects),
    ]
    return lines


def _sfm(project: Project, function: Located, detail: str) -> list[str]:
    model = project.scenario(function.id) if detail == "all" else project.chart(function.id, detail)
    lines = []
    for step in model.steps:
        where = f"{step.evidence.line:>5}" if step.evidence else "     "
        flags = f"  [{step.flags}]" if step.flags else ""
        label = " ".join(step.label.split())
        lines.append(f"{where}  {step.step_id} {step.step_type:<12} {label}  ({step.detail_levels[0]}){flags}")
        lines += [f"           {way.label or way.kind:>12} → {way.target}" for way in step.transitions]
    return [*lines, *(f"note: {note}" for note in model.notes)]


_SHOWN = {"words": _words, "cfg": _cfg, "actions": _actions, "calls": _calls, "summary": _summary, "sfm": _sfm}
