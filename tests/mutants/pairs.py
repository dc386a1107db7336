"""Is what a review tells of one edit of real code still told where another edit, which counts for nothing, stands beside it?

    python tests/mutants/pairs.py SEED COUNT REPOSITORY…

So many edits are drawn by the seed, each by an operator that changes what the code does; onto each that a review tells rightly up to
three neutral ones are put, in its function and as near as they can. Prints each pair of which the first is no longer told by a sentence of its
kind, with what is said instead, and how many there were.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from tree_sitter import Node  # noqa: E402

from flowscout.tasks.review.review import review  # noqa: E402
from mutants.drawing import Mutant, broken, drawn, files, parser  # noqa: E402
from mutants.judge import project  # noqa: E402
from mutants.operators import EVERY, Operator  # noqa: E402
from mutants.syntax import applied, walk  # noqa: E402
from mutants.told import Told, told  # noqa: E402

BESIDE = 3  # neutral edits that are tried with each
NEAR = 8  # places for one
WHOLE = ("rename a function", "move a function")  # which need not be of the same function
SHOWN = 40  # lines of a difference


class Pair(NamedTuple):
    mutant: Mutant
    beside: Operator
    after: bytes
    alone: tuple[str, ...]
    both: tuple[str, ...]


def pairs(seed: int, count: int, roots: Sequence[Path]) -> Iterator[Pair]:
    repositories = files(roots)
    telling, neutral = ([each for each in EVERY if each.neutral == which] for which in (False, True))
    for number in range(count):
        mutant = drawn(number, seed, repositories, roots, telling)
        alone = _right(mutant, mutant.after) if mutant else ()
        if mutant is None or not alone:
            continue
        chance = Random(f"{seed} {number} beside")
        for operator in chance.sample(neutral, len(neutral))[: 2 * BESIDE]:
            both = _beside(mutant, operator, chance) if mutant.language in operator.languages.split() else b""
            if both:
                yield Pair(mutant, operator, both, alone, _right(mutant, both))


def _right(mutant: Mutant, after: bytes) -> tuple[str, ...]:
    """Sentences of the kind that its operator asks for."""
    said = (sentence for each in _told(mutant, after) for sentence in each.sentences)
    return tuple(sentence for sentence in said if re.search(mutant.operator.right, sentence))


def _told(mutant: Mutant, after: bytes) -> list[Told]:
    name = mutant.path.rsplit("/", 1)[-1]
    sides = [project(name, mutant.language, data) for data in (mutant.before, after)]
    return told(review(sides[0], sides[1], ("before", "after")))


def _beside(mutant: Mutant, operator: Operator, chance: Random) -> bytes:
    tree = parser(mutant.language).parse(mutant.after)
    line = mutant.new[0]
    around = [each for each in walk(tree.root_node) if each.type == "function_definition" and _holds(each, line)]
    inside = around[-1] if around and operator.name not in WHOLE else tree.root_node
    kinds = frozenset(operator.nodes.split())
    sites = [each for each in walk(inside) if each.type in kinds and not each.has_error]
    for site in sorted(sites, key=lambda each: abs(each.start_point[0] + 1 - line))[:NEAR]:
        changes = operator.change(site, chance)
        after = applied(mutant.after, changes) if changes else mutant.after
        if after not in (mutant.after, mutant.before) and broken(parser(mutant.language).parse(after)) <= broken(tree):
            return after
    return b""


def _holds(node: Node, line: int) -> bool:
    return node.start_point[0] < line <= node.end_point[0] + 1


def shown(one: Pair) -> str:
    rows = [data.decode("utf-8", "replace").split("\n") for data in (one.mutant.before, one.after)]
    lines = list(unified_diff(*rows, lineterm="", n=1))[2 : 2 + SHOWN]
    said = [f"{each.how}: {', '.join(each.sentences) or each.rule}" for each in _told(one.mutant, one.after)]
    head = f"{one.mutant.operator.name}, beside it {one.beside.name} ({one.mutant.path})"
    return "\n".join((head, *lines, f"alone: {one.alone[0]}", *said, ""))


def main(seed: int, count: int, roots: Sequence[Path]) -> int:
    tried = lost = 0
    for each in pairs(seed, count, roots):
        tried, lost = tried + 1, lost + (not each.both)
        if not each.both:
            print(shown(each), flush=True)
    print(f"{tried} pairs; of {lost} the first edit is no longer told by a sentence of its kind")
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), [Path(each).resolve() for each in sys.argv[3:]]))
