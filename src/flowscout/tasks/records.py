"""What leaves the program as JSON: one record for each function, call, graph, action, summary or scenario.

Each record carries `schema: flowscout.<kind>/<n>`; JSON Schemas with these names ship beside the code. Where a published
field name differs from ours both are there, under their own names.
"""

from __future__ import annotations

import base64
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from ..model.action import SemanticAction
from ..model.flow import FunctionCFG
from ..model.report import FileAnalysisReport, PointOfInterest
from ..model.sfm import ScenarioFlowModel, ScenarioStep
from ..pipeline import Located, Project
from .compiled import ByCompiler
from .names import display

Record = dict[str, Any]
VERSION: Final = 1
KINDS: Final = {
    "FunctionDefinition": "function", "MethodDefinition": "method", "ConstructorDefinition": "constructor",
    "DestructorDefinition": "destructor", "OperatorDefinition": "operator", "LambdaDefinition": "lambda",
}  # fmt: skip


def to_line(record: Record) -> str:
    """One JSON line, keys sorted. A path that is not UTF-8 shows replacement marks and keeps its bytes beside."""
    line = _dumped(record)
    return (line if line.isascii() else _dumped(_clean(record))) + "\n"


def _dumped(record: Record) -> str:
    return json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if isinstance(value, Mapping):
        cleaned = {key: _clean(item) for key, item in value.items()}
        for key in ("path", "filePath"):
            written = value.get(key)
            if isinstance(written, str) and _undecodable(written):
                cleaned["pathBytes"] = base64.b64encode(written.encode("utf-8", "surrogateescape")).decode()
        return cleaned
    return [_clean(item) for item in value] if isinstance(value, list | tuple) else value


def _undecodable(path: str) -> bool:
    return any("\udc80" <= character <= "\udcff" for character in path)


def _head(kind: str, function: Located) -> Record:
    return {
        "schema": f"flowscout.{kind}/{VERSION}",
        "id": function.id,
        "path": function.path,
        "function_name": display(function),
    }


def record_of_function(project: Project, function: Located) -> Record:
    facts = function.facts
    callees = sorted({t for site in project.resolved(function.id) for t in site.targets})
    return _head("function", function) | {
        "name": facts.name,
        "qualified_name": display(function),
        "language": function.language.name,
        "kind": facts.kind,
        "start_line": facts.line,
        "end_line": facts.end_line,
        "signature": facts.signature,
        "parameters": [{"name": p.name, "type": p.type, "default": p.default} for p in facts.params],
        "result": facts.result,
        "flags": facts.flags.split(),
        "decorators": list(facts.decorators),
        "decisions": facts.decisions,
        "confidence": facts.confidence,
        "digest": facts.digest,
        "ignored": facts.ignore,
        "callers": list(project.callers.get(function.id, ())),
        "callees": callees,
        "is_leaf": not callees,
        "scout": "syntax",
    }


def records_of_calls(project: Project, function: Located, by: ByCompiler) -> Iterator[Record]:
    lines, told = project.lines(function.id), by(function.id)
    for site in project.resolved(function.id):
        call = function.facts.calls[site.site]
        base = {
            "schema": f"flowscout.call/{VERSION}",
            "path": function.path,
            "caller": function.id,
            "line": lines[site.site],
            "name": call.name,
            "receiver": call.receiver,
            "kind": call.kind,
            "how": site.how,
            "confidence": site.confidence,
            "candidates": list(site.targets) if len(site.targets) > 1 else [],
            "external": site.external,
        }
        for target in site.targets:
            yield base | {"callee": target, "by": "compiler" if (site.site, target) in told else "syntax"}
        if not site.targets:
            yield base | {"callee": None, "by": "compiler" if (site.site, site.external) in told else "syntax"}


def record_of_cfg(project: Project, function: Located) -> Record:
    cfg, bound = project.cfg(function.id), project.bound(function.id)
    return _head("cfg", function) | {
        "start_line": function.facts.line,
        "entry_block": "b0",
        "exit_blocks": [f"b{b}" for b in sorted({*cfg.returns, *cfg.raises, *cfg.noreturn, *cfg.falls_off})],
        "blocks": _blocks(cfg, project.actions(function.id, worded=False), bound.line, bound.read),
        "edges": [
            {"source": f"b{e.source}", "target": f"b{e.target}", "kind": e.kind, "label": e.label} for e in cfg.edges
        ],
        "call_sites": [
            {"line": line, "name": call.name, "receiver": call.receiver}
            for call, line in zip(function.facts.calls, project.lines(function.id), strict=True)
        ],
        "decisions": cfg.decisions,
        "decision_kinds": dict(cfg.kinds),
        "returns": [f"b{b}" for b in cfg.holding("return")],
        "raises": [f"b{b}" for b in cfg.holding("raise")],
        "noreturn_exits": [f"b{b}" for b in cfg.noreturn],
        "falls_off": [f"b{b}" for b in cfg.falls_off],
        "unreachable": [f"b{b.id}" for b in cfg.blocks if b.dead],
        "notes": list(cfg.notes),
    }


def _blocks(
    cfg: FunctionCFG, acting: tuple[SemanticAction, ...], line: Callable[[int], int], read: Callable[[int, int], str]
) -> list[Record]:
    there: dict[int, list[SemanticAction]] = defaultdict(list)
    for action in acting:
        there[action.block].append(action)
    onward, before = defaultdict(list), defaultdict(set)
    for edge in cfg.edges:
        onward[edge.source].append(f"b{edge.target}")
        before[edge.target].add(f"b{edge.source}")
    return [
        {
            "block_id": f"b{block.id}",
            "statements": [" ".join(read(op.start, op.end).split()) for op in block.ops],
            "ops": [
                {"kind": op.kind, "line": line(op.start), "statement": op.statement, "role": op.role}
                for op in block.ops
            ],
            "has_guard": any(action.guard for action in there[block.id]),
            "has_state_mutation": any(action.state_impact for action in there[block.id]),
            "has_error_exit": any(action.error for action in there[block.id]),
            "successors": onward[block.id],
            "predecessors": sorted(before[block.id]),
            "owner": block.owner,
            "dead": block.dead,
        }
        for block in cfg.blocks
    ]


def records_of_actions(project: Project, function: Located) -> Iterator[Record]:
    bound = project.bound(function.id)
    for action in project.actions(function.id):
        yield _head("action", function) | {
            "type": action.type,
            "effect": action.effect,
            "control_impact": action.control_impact,
            "state_impact": action.state_impact,
            "block_id": f"b{action.block}",
            "statements": [action.text],
            "line": bound.line(action.start),
            "error": action.error,
            "target": action.target,
            "callees": list(action.callees),
            "outlives": action.outlives,
            "guard": action.guard,
            "reason": action.reason,
        }


def record_of_summary(
    project: Project, function: Located, level: int, said: Mapping[str, Any] | None = None, origin: str = "rule"
) -> Record:
    """said: fields in other words than the rule-made ones, and whose these are."""
    summary = project.summary(function.id)
    callees = sorted(
        {t for s in project.resolved(function.id) if s.how == "exact" for t in s.targets if t != function.id}
    )
    return (
        _head("summary", function)
        | {
            "start_line": function.facts.line,
            "summary": summary.sentence,
            "preconditions": list(summary.preconditions),
            "postconditions": list(summary.postconditions),
            "side_effects": list(summary.side_effects),
            "control_flow": list(summary.control_flow),
            "error_conditions": list(summary.error_conditions),
            "child_summaries": {callee: project.sentence(callee) for callee in callees if callee in project.functions},
            "aggregation_level": level,
            "effects": [
                {"kind": e.kind, "target": e.target, "origin": e.origin, "may": e.may} for e in summary.effects
            ],
            "truncated": summary.truncated,
            "origin": origin,
        }
        | dict(said or {})
    )


def record_of_scouted(report: FileAnalysisReport, poi: PointOfInterest) -> Record:
    """A function that no grammar saw: its place and how sure the scout is; who calls whom is not known of it."""
    return {
        "schema": f"flowscout.function/{VERSION}", "id": f"{report.filePath}::{poi.name}", "path": report.filePath, "function_name": poi.name,
        "name": poi.name, "qualified_name": poi.name, "language": report.language, "kind": KINDS.get(poi.type, "function"),
        "start_line": poi.startLine, "end_line": poi.endLine, "signature": "", "parameters": [], "result": "", "flags": [], "decorators": [],
        "decisions": 0, "confidence": poi.confidence, "digest": "", "ignored": False, "callers": [], "callees": [], "is_leaf": True,
        "scout": report.scout,
    }  # fmt: skip


def record_of_model(function: Located, sfm: ScenarioFlowModel) -> Record:
    return _head("sfm", function) | {
        "scenario_name": sfm.scenario_name,
        "entry_function": sfm.entry_function,
        "detail_level": sfm.level,
        "steps": {step.step_id: _step(step) for step in sfm.steps},
        "order": [step.step_id for step in sfm.steps],
        "start_step": sfm.start_step,
        "end_steps": list(sfm.end_steps),
        "non_terminating": sfm.non_terminating,
        "phases": [phase._asdict() | {"members": list(phase.members)} for phase in sfm.phases],
        "notes": list(sfm.notes),
    }


def described(project: Project, model: ScenarioFlowModel) -> ScenarioFlowModel:
    """Each step that is one call with what its callee says of itself."""
    near = project.callees(model.entry_function)
    known = {
        *near,
        *(below for callee in near for below in project.callees(callee)),
    }  # at deep a callee's steps stand there too
    return model._replace(
        steps=tuple(step._replace(description=_described(project, step, known)) for step in model.steps)
    )


def _described(project: Project, step: ScenarioStep, known: Collection[str]) -> str:
    said = (
        project.sentence(step.callees[0])
        if len(step.callees) == 1 and step.callees[0] in known and not step.members
        else ""
    )
    return f"{step.description}. {said}" if said else step.description


def _step(step: ScenarioStep) -> Record:
    evidence = step.evidence
    return {
        "step_id": step.step_id,
        "step_type": step.step_type,
        "label": step.label,
        "description": step.description,
        "detail_levels": list(step.detail_levels),
        "on_success": step.on_success,
        "on_failure": step.on_failure,
        "transitions": [{"target": t.target, "label": t.label, "kind": t.kind} for t in step.transitions],
        "members": list(step.members),
        "evidence": None
        if evidence is None
        else {"line": evidence.line, "end_line": evidence.end_line, "text": evidence.text},
        "metadata": {"flags": step.flags.split(), "callees": list(step.callees)},
        "origin": step.origin,
    }


def record_of_report(report: FileAnalysisReport) -> Record:
    return {
        "schema": f"flowscout.report/{VERSION}",
        **report._asdict(),
        "pois": [poi._asdict() for poi in report.pois],
    }
