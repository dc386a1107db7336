"""What sentences say: of every function of repositories.

    python tests/soak/sentences.py [--seed N] [--draw N] REPOSITORY…

respelled   the sentence holds no word that the function's name, its owner's or its verb does not; what tells a value in code is none
empty       nothing is said
long        more than 140 letters

Prints the shares, and as many sentences drawn by the seed, with their code, to be read against it. Exit 1 when one is
respelled or long.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from functools import partial
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent)]

from levels import functions, project  # noqa: E402

from flowscout.model.facts import FunctionFacts  # noqa: E402
from flowscout.pipeline import Project  # noqa: E402
from flowscout.stages.summarise.saying import sentence  # noqa: E402

LONGEST = 140
SHOWN = 40  # lines of code
EMPTY_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "it",
        "its",
        "of",
        "to",
        "from",
        "in",
        "on",
        "at",
        "by",
        "for",
        "with",
        "as",
        "and",
        "or",
        "is",
        "are",
        "this",
        "that",
        "does",
        "do",
        "gets",
        "sets",
        "runs",
        "handles",
        "implements",
        "returns",
        "calls",
    ]
)


def words(text: str) -> set[str]:
    """Words in small letters, without the endings that a verb or a number brings."""
    pieces = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", text)
    return {
        re.sub(r"(?:ies|es|s|ed|ing|e|y)$", "", piece.lower()) or piece.lower()
        for piece in pieces
        if piece.lower() not in EMPTY_WORDS
    }


def respelled(said: str, facts: FunctionFacts) -> bool:
    value = re.fullmatch(r"(?:Returns|Sets|Yields|Raises|Throws) `.*", said)
    return bool(said) and not value and words(said) <= words(" ".join((*facts.scope[-1:], facts.name)))


def kinds(said: str, facts: FunctionFacts) -> list[str]:
    found = {"empty": not said, "respelled": respelled(said, facts), "long": len(said) > LONGEST}
    return [kind for kind, holds in found.items() if holds]


def code(built: Project, id_: str) -> bytes:
    where = built.functions[id_]
    return built.sources(where.path)[where.facts.start : where.facts.end]


def shown(built: Project, id_: str) -> str:
    where = built.functions[id_]
    written = code(built, id_).decode("utf-8", "replace").splitlines()
    rest = [f"… {len(written) - SHOWN} more lines"] if len(written) > SHOWN else []
    lines = "\n".join(f"    | {line}" for line in [*written[:SHOWN], *rest])
    return f"{id_}\n  doc: {where.facts.doc}\n  {built.sentence(id_) or '(empty)'}\n{lines}\n"


def main(repositories: list[Path], seed: int, draw: int) -> int:
    counted: Counter[str] = Counter()
    pool: list[tuple[Project, str]] = []
    for repository in repositories:
        built, own = project(repository), Counter[str]()
        for id_ in functions(built):
            sentence(
                built.functions[id_].facts, partial(code, built, id_), built.functions[id_].language
            )  # a defect is ours to see
            found = kinds(built.sentence(id_), built.functions[id_].facts)
            own.update(["functions", *found])
            pool.append((built, id_))
            for kind in found:
                if kind != "empty":
                    print(f"  {kind}  {id_}: {built.sentence(id_)}")
        counted.update(own)
        print(f"{repository.name}: {dict(sorted(own.items()))}", flush=True)
    for built, id_ in random.Random(seed).sample(pool, min(draw, len(pool))):
        print(shown(built, id_))
    print(f"{dict(sorted(counted.items()))}, {100 * counted['empty'] / max(1, counted['functions']):.1f} % empty")
    return 1 if counted["respelled"] or counted["long"] else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draw", type=int, default=0)
    chosen = parser.parse_args()
    sys.exit(main([each.resolve() for each in chosen.repositories], chosen.seed, chosen.draw))
