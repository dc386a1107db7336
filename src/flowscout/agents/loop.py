"""The agent: a model that looks things up before it answers, in a few rounds, and cites what it saw.

    assessment          it says whether it needs to look anything up, and may do so at once
    gathering           it asks for tools; we run them, at most CALLS a round, each once; a call that makes no sense fails alone
    final               sentences, each with a place that some result showed
    evaluation          a sentence that cites nothing shown, or says more than the results, is asked for once more, then left out
    refinement          what stands is scored (`evaluation`); an answer of which too little stands is asked for once more, the best attempt wins
    end                 an answer stands, or the rounds, the budget or the server have ended: then the rule-made answer stands

Of a round only `phase` and `reasoning` are required. Whoever listens hears of each round, thought, call and result, and rounds are timed.
No provider's own tool calls are used: a round is one ordinary question with an answer of fixed shape, so every provider can do it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from .. import shelf
from ..llm.ask import Asker, Question, ask
from ..llm.ground import GroundEvidence, flaws, unclean
from ..llm.judged import misstated
from ..llm.parts import facts_of
from ..llm.wire import Field, First, Flaw, Lenient, Share, Text, Wire
from ..model.progress import Stream
from ..pipeline import Project
from .evaluation import EvaluationReport, evaluated
from .evidence import children_of, of_function, summary_of
from .said import Answered, Cited
from .tool import LONGEST, AgentTool, CallWire, Looked, Place, Subject, calls_of

SHELF: Final = "flowscout.agents.tools"
ROUNDS: Final = 4
CALLS: Final = 5
SENTENCES: Final = 8
THOUGHT: Final = 1_000  # characters of what a model says that it thinks


class SaidWire(Wire):
    text: Text
    path: Annotated[str, Field(max_length=300)]
    line: Annotated[int, Field(ge=0, le=10_000_000)]


class RoundWire(Lenient):
    phase: Literal["assessment", "gathering", "final"]
    reasoning: Annotated[
        str, First(lambda text: text[:THOUGHT] if isinstance(text, str) else text), Field(max_length=THOUGHT)
    ]
    needs_context: bool = False
    tool_calls: Annotated[list[CallWire], First(calls_of), Field(max_length=4 * CALLS, default_factory=list)]
    answer: Annotated[list[SaidWire], Field(max_length=4 * SENTENCES, default_factory=list)]
    confidence: Share = 0.0


class ToolResults:
    """What the tools have shown so far."""

    def __init__(self, subject: Subject, given: tuple[Cited, ...] = ()) -> None:
        self.subject = subject
        self.shown: list[dict[str, Any]] = []
        self.lines: list[str] = [said.text for said in given]
        self.places: list[Place] = [(said.path, said.line, said.line) for said in given if said.path]
        self.used: list[str] = []
        self.evaluation: EvaluationReport | None = None  # of an answer that was not good enough
        self._asked: set[CallWire] = set()

    def run(self, call: CallWire) -> Looked | None:
        """What a tool found; None where it was asked before."""
        tool = tools(self.subject).get(call.tool)
        if call in self._asked:
            return None
        self._asked.add(call)
        found = tool.run(self.subject, call) if tool else Looked((f"there is no tool {call.tool[:40]!r}",), (), False)
        self.used += [call.tool] if tool else []
        self.shown.append(
            {
                "tool": call.tool,
                "name": call.name,
                "path": call.path,
                "line": call.line,
                "found": found.found,
                "lines": list(_cut(found.lines)),
            }
        )
        if found.found:
            self.lines += _cut(found.lines)
            self.places += found.places
        return found

    def shows(self, path: str, line: int) -> bool:
        return any(path == shown and first <= line <= last for shown, first, last in self.places)


def tools(subject: Subject) -> dict[str, AgentTool]:
    made: dict[str, AgentTool] = {name: shelf.load(SHELF, name) for name in shelf.names(SHELF)}
    return {name: tool for name, tool in made.items() if subject.log or not tool.log}


def answered(
    asker: Asker,
    question: str,
    subject: Subject,
    given: tuple[Cited, ...],
    rounds: int = ROUNDS,
    told: Stream | None = None,
) -> Answered:
    """given: the rule-made answer; it is shown to the model, and may be cited. told: who hears of it."""
    told = told or Stream()
    thoughts: list[str] = []
    made = _rounds(asker, question, ToolResults(subject, given), given, rounds, told, thoughts)
    return made._replace(reasoning=tuple(thoughts))


def _rounds(
    asker: Asker,
    question: str,
    results: ToolResults,
    given: tuple[Cited, ...],
    rounds: int,
    told: Stream,
    thoughts: list[str],
) -> Answered:
    best, score = None, -1.0
    for at in range(1, rounds + 1):
        told.iteration(at, rounds)
        with told.timed("model_round"):
            answer = ask(asker, asking(question, results, given, rounds - at))
        if answer.value is None:
            told.error(answer.error or "no answer", at, "thought")
            return best or Answered((), at, tuple(results.used), stopped=answer.error or "no answer")
        thoughts.append(" ".join(answer.value.reasoning.split()))
        told.thought(thoughts[-1], at)
        if answer.value.phase != "final":
            for call in answer.value.tool_calls[:CALLS]:
                _looked_up(call, results, told, at)
            continue
        stands = [Cited(s.text, s.path, s.line) for s in answer.value.answer if not sentence_flaws(s, results)]
        report = evaluated(question, len(answer.value.answer), stands, SENTENCES)
        if report.score > score:
            why, origin = ("", answer.origin) if stands else ("nothing of the answer stands", "")
            found = tuple(stands[:SENTENCES])
            best = Answered(found, at, tuple(results.used), origin, answer.value.confidence, why)
            score = report.score
        if report.success or results.evaluation is not None:
            return best or Answered((), at, tuple(results.used))
        results.evaluation = report
    return best or Answered((), rounds, tuple(results.used), stopped=f"no answer after {rounds} rounds")


def _looked_up(call: CallWire, results: ToolResults, told: Stream, at: int) -> None:
    told.action(call.tool, {key: value for key, value in call.model_dump().items() if value and key != "tool"}, at)
    with told.timed(call.tool if call.tool in tools(results.subject) else "unknown_tool"):
        found = results.run(call)
    said = "asked before" if found is None else "; ".join(found.lines[:3])[:300]
    told.observation(said, at, found is None or found.found)


def asking(question: str, results: ToolResults, given: tuple[Cited, ...], left: int) -> Question[RoundWire]:
    known = tools(results.subject)
    data = {
        "question": question[:2_000],
        "tools": [{"tool": tool.name, "gives": tool.text, "takes": list(tool.takes)} for tool in known.values()],
        "rounds_left": left,
        "results": list(results.shown),
        "rule_made": [said._asdict() for said in given],
    }
    if report := results.evaluation:
        data["evaluation"] = report._asdict() | {"issues": [issue._asdict() for issue in report.issues]}
    rule = RoundWire(
        phase="final",
        reasoning="",
        tool_calls=[],
        answer=[SaidWire(**said._asdict()) for said in given[:SENTENCES]],
        confidence=1.0,
    )
    return Question(
        "ask", data, RoundWire, lambda value: tuple(_wrong(value, results, left)), 1_500, rule.model_dump_json()
    )


def _wrong(value: RoundWire, results: ToolResults, left: int) -> Iterator[Flaw]:
    def flaw(message: str, *, fatal: bool = True) -> Flaw:
        return Flaw(message, f"Your last response was invalid. The error was: `{message}`.", fatal)

    if value.phase != "final":
        if not value.tool_calls and (value.phase == "gathering" or value.needs_context):
            yield flaw(f"phase is {value.phase} and there are no tool_calls")
        if not left:
            yield flaw("no rounds are left: answer")
        return
    if not value.answer:
        yield flaw("phase is final and the answer is empty")
    for said in value.answer:
        for reason in sentence_flaws(said, results):
            yield flaw(f"{said.text[:80]!r}: {reason}", fatal=False)


def sentence_flaws(said: SaidWire, results: ToolResults) -> list[str]:
    if said.text in results.lines:
        return (
            []
            if results.shows(said.path, said.line)
            else [f"{said.path[:80]}:{said.line} is no place that the results show"]
        )
    wrong = _unfounded(said, results)
    if not results.shows(said.path, said.line):
        wrong.append(f"{said.path[:80]}:{said.line} is no place that the results show")
    return wrong


def _unfounded(said: SaidWire, results: ToolResults) -> list[str]:
    """What a sentence claims beyond what the results say, and beyond what the function that it cites does, when and in which order."""
    lines = tuple(dict.fromkeys(results.lines))
    wrong = flaws(said.text, GroundEvidence(lines, lines))
    project, id_ = results.subject.project, _around(results.subject.project, said.path, said.line)
    if not id_:
        return wrong
    own = of_function(project, id_, summary_of(project, id_), children_of(project, id_))
    return unclean(said.text, "\n".join(own.lines + lines)) or misstated(said.text, (), facts_of(own))


def _around(project: Project, path: str, line: int) -> str:
    """The innermost function at a place."""
    found = [
        id_
        for id_ in project.ids.get(path, ())
        if project.functions[id_].facts.line <= line <= project.functions[id_].facts.end_line
    ]
    return max(found, key=lambda id_: project.functions[id_].facts.line, default="")


def _cut(lines: tuple[str, ...]) -> Iterator[str]:
    size = 0
    for line in lines:
        size += len(line)
        if size > LONGEST:
            yield "… more was found than is shown"
            return
        yield line
