"""Random functions, run for real and walked in their picture: the same steps in the same order, the same end.

Conditions are globals `c1`, `c2`… whose truth is drawn from the seed anew each time they are asked; steps are calls
`step1()`…; a loop goes over `items1`…. The picture answers its questions from the same draws, in the order it asks.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from flowscout.frontends.treesitter import parse
from flowscout.model.sfm import BRANCHING, DEEP, MEDIUM, TERMINAL, ScenarioFlowModel, ScenarioStep
from flowscout.pipeline import assemble

LONG = 200  # steps, or askings of one name, after which a run is cut off
CUT = "and so on"
ATOM = re.compile(r"\bc(\d+)\b")


class TooLong(BaseException):
    pass


class Draws:
    """The same answers for the run and for the walk: each depends on the seed, the name, and how often it was asked."""

    def __init__(self, seed: int) -> None:
        self.seed, self.asked, self.trace = seed, Counter[str](), list[str]()

    def number(self, name: str, below: int) -> int:
        self.asked[name] += 1
        if self.asked[name] > LONG * (10 if name == "walk" else 1):
            raise TooLong
        return random.Random(f"{self.seed} {name} {self.asked[name]}").randrange(below)

    def truth(self, name: str) -> bool:
        return self.number(name, 2) == 1

    def note(self, event: str) -> None:
        self.trace.append(event)
        if len(self.trace) >= LONG:
            raise TooLong


class World(dict[str, Any]):
    """Globals of the function: every name is drawn, or is a step."""

    def __init__(self, draws: Draws) -> None:
        super().__init__({"E": KeyError, "F": ValueError, "__builtins__": {}})
        self.draws = draws

    def __getitem__(self, name: str) -> Any:
        if re.fullmatch(r"c\d+", name):
            return self.draws.truth(name)
        if name.startswith("step"):
            return lambda: self.draws.note(name)
        if name.startswith("items"):
            return range(self.draws.number(name, 3))
        return super().__getitem__(name)


class Writer:
    def __init__(self, dice: random.Random) -> None:
        self.dice, self.count = dice, 0

    def new(self, kind: str) -> str:
        self.count += 1
        return f"{kind}{self.count}"

    def condition(self, depth: int = 2) -> str:
        if depth == 0 or self.dice.random() < 0.5:
            return self.dice.choice(("", "", "not ")) + self.new("c")
        left, right = self.condition(depth - 1), self.condition(depth - 1)
        joined = f"({left} {self.dice.choice(('and', 'or'))} {right})"
        return self.dice.choice(("", "", "not ")) + joined

    def body(self, depth: int, loop: str, indent: str) -> Iterator[str]:
        """loop: while | for | "", the innermost loop around."""
        for _ in range(self.dice.randint(1, 3)):
            yield from self.statement(depth, loop, indent)

    def statement(self, depth: int, loop: str, indent: str) -> Iterator[str]:
        simple = ["step"] * 6 + ["return", "raise"] + ["continue"] * bool(loop) + ["break"] * (loop == "while")
        kind = self.dice.choice(simple + ["if", "if", "if", "while", "for", "finally", "except"] * (depth > 0))
        inner = indent + "    "
        if kind == "step":
            yield f"{indent}{self.new('step')}()"
        elif kind == "return":
            yield f"{indent}return {self.new('')}"
        elif kind == "raise":
            yield f"{indent}raise {self.dice.choice('EF')}({self.new('')})"
        elif kind in ("continue", "break"):
            yield indent + kind
        elif kind == "if":
            yield f"{indent}if {self.condition()}:"
            yield from self.body(depth - 1, loop, inner)
            if self.dice.random() < 0.4:
                yield f"{indent}elif {self.condition()}:"
                yield from self.body(depth - 1, loop, inner)
            if self.dice.random() < 0.5:
                yield f"{indent}else:"
                yield from self.body(depth - 1, loop, inner)
        elif kind in ("while", "for"):
            yield f"{indent}while {self.condition()}:" if kind == "while" else f"{indent}for x in {self.new('items')}:"
            yield from self.body(depth - 1, kind, inner)
            if self.dice.random() < 0.3:
                yield f"{indent}else:"
                yield from self.body(depth - 1, loop, inner)
        else:
            yield f"{indent}try:"
            yield from self.body(depth - 1, loop, inner)
            yield f"{indent}finally:" if kind == "finally" else f"{indent}except {self.dice.choice('EF')}:"
            yield f"{inner}{self.new('step')}()"


def function(seed: int) -> str:
    """E and F stand for KeyError and ValueError, whose kinship is known."""
    source = "def f():\n" + "\n".join(Writer(random.Random(seed)).body(3, "", "    ")) + "\n"
    return re.sub(r"\bE\b", "KeyError", re.sub(r"\bF\b", "ValueError", source))


def run(source: str, seed: int) -> list[str]:
    draws = Draws(seed)
    world = World(draws)
    dict.update(world, KeyError=KeyError, ValueError=ValueError)
    exec(source, world)
    try:
        result = dict.__getitem__(world, "f")()
        draws.note("Done" if result is None else f"Return {result}")
    except (KeyError, ValueError) as error:
        draws.note(f"Raise {type(error).__name__}({error})")
    except TooLong:
        draws.trace.append(CUT)
    return draws.trace


def told(step: ScenarioStep) -> str:
    """The words before they were cut, without a callee's sentence."""
    return step.description


def decide(step: ScenarioStep, draws: Draws, rounds: dict[str, int]) -> str:
    """The label of the way to take."""
    if "For each" in told(step):
        name = re.findall(r"items\d+", told(step))[0]
        if step.step_id not in rounds:
            rounds[step.step_id] = draws.number(name, 3)
        rounds[step.step_id] -= 1
        if rounds[step.step_id] >= 0:
            return "next x"
        del rounds[step.step_id]
        return "done"
    question = re.sub(r"^While ", "", told(step)).removesuffix("?")
    asked = ATOM.sub(r"truth('c\1')", question)
    if eval(asked, {"truth": draws.truth, "__builtins__": {}}):
        return "yes"
    return "done" if any(transition.label == "done" for transition in step.transitions) else "no"


def walk(sfm: ScenarioFlowModel, seed: int, choice: int) -> list[str]:
    """choice: which way to take where the picture leaves open what passes through a finally."""
    draws, steps, rounds = Draws(seed), sfm.by_id(), dict[str, int]()
    step, leaving = steps[sfm.start_step], ""
    try:
        while step.step_type not in TERMINAL:
            called = re.search(r"step\d+", told(step))
            if called and step.step_type not in BRANCHING:
                draws.note(called[0])
            if told(step).startswith(("Return ", "Raise ")):  # on its way out through a finally
                leaving = told(step)
            draws.number("walk", 1)
            plain = [t for t in step.transitions if not t.label.startswith("on ")]
            ways = plain or step.transitions[choice % len(step.transitions) :]
            label = decide(step, draws, rounds) if step.step_type in BRANCHING else ways[0].label.split(", ")[0]
            step = steps[next(t.target for t in ways if label in t.label.split(", "))]
        draws.note(leaving if told(step) in ("Return", "Pass the error on") else told(step))
    except TooLong:
        draws.trace.append(CUT)
    return draws.trace


def agree(one: list[str], other: list[str]) -> bool:
    """The same, as far as both go on."""
    shorter = min((trace for trace in (one, other) if trace[-1] == CUT), key=len, default=None)
    return one == other if shorter is None else one[: len(shorter) - 1] == other[: len(shorter) - 1]


@pytest.mark.parametrize("level", [MEDIUM, DEEP])
@pytest.mark.parametrize("part", range(3))
def test_a_walk_through_the_picture_is_a_run_of_the_function(level: str, part: int) -> None:
    for seed in range(part * 40, part * 40 + 40):
        source = function(seed)
        data = source.encode()
        project = assemble({"a.py": parse(data, "python")}, {"a.py": data}.__getitem__)
        picture = project.chart("a.py::f", level)
        for draw in range(4):
            truth = run(source, draw)
            assert any(agree(walk(picture, draw, choice), truth) for choice in range(2)), source
