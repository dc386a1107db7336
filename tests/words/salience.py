"""Learns what counts for telling of a statement, from functions whose authors say what they do; writes `summarise/weights.py`.

    PYTHONPATH=src:tests python -m words.salience REPOSITORY… [--apart REPOSITORY…] [--write]

The doc comment is hidden, and the stage gives its candidates; right are those that share most with the author's words, rare
words before common ones and the name of what is called before what it is given. Each function is a race: the chance of a candidate is
the exponential of its score over the sum of all. Prints how often the first of a function is right, by chance, by the rules alone
and as learned, for the repositories that were learned from and for those apart. No text of theirs is kept.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, NamedTuple

sys.path[:0] = [str(Path(__file__).parent.parent / "soak")]

from levels import project  # noqa: E402

from flowscout.model.codec import decode_body  # noqa: E402
from flowscout.model.facts import Call  # noqa: E402
from flowscout.stages.bind.described import documented  # noqa: E402
from flowscout.stages.summarise import reader, weights  # noqa: E402
from flowscout.stages.summarise.salience import Salience  # noqa: E402
from flowscout.words.about import DocumentedFunction, behaviour, content  # noqa: E402

LEAST, SEEN, ROUNDS, STEP, HELD = 2, 150, 200, 0.05, 2.0
NEAR, NAMED, GIVEN = 0.85, 1.0, 0.4


class Candidate(NamedTuple):
    """hand: its weight by rule. named, words: stems of what is called, and of the whole statement."""

    seen: Mapping[str, float]
    hand: float
    named: frozenset[str]
    words: frozenset[str]


class Told(NamedTuple):
    doc: frozenset[str]
    candidates: tuple[Candidate, ...]


class Race(NamedTuple):
    candidates: tuple[Candidate, ...]
    right: tuple[bool, ...]


class Watched(Salience):
    """Keeps what is seen of each statement that is weighed."""

    kept: ClassVar[dict[int, Candidate]] = {}

    def weigh(self, start: int, end: int, phrase: str, calls: Sequence[Call], hand: float, asks: bool = False) -> float:
        whole = max(calls, key=lambda each: (each.end - each.start, each.end)) if calls else None
        self.kept[start] = Candidate(
            dict(self.seen(start, end, phrase, calls)),
            hand,
            content(whole.name) if whole else frozenset(),
            content(self._own.text(start, end)),
        )
        return super().weigh(start, end, phrase, calls, hand, asks)


def told(repository: Path) -> Iterator[Told]:
    built = project(repository)
    reader.Salience = Watched  # type: ignore[misc]
    for where in built.functions.values():
        facts = documented(where.path, where.facts, where.language, built.lookups[where.language.resolver])
        said = (
            behaviour(facts.doc, DocumentedFunction(facts.name, facts.scope[-1] if facts.scope else ""))
            if facts.doc and facts.decisions >= LEAST
            else ""
        )
        if said and facts.kind not in ("module", "lambda"):
            Watched.kept = {}
            reader.FunctionReader(
                facts,
                built.sources(where.path)[facts.start : facts.end],
                where.language,
                decode_body(facts.body).statements,
            ).clauses()
            yield Told(content(said), tuple(Watched.kept.values()))


def races(found: Sequence[Told], common: Counter[str], every: int) -> list[Race]:
    def share(one: Candidate, doc: frozenset[str]) -> float:
        return sum(
            (NAMED if word in one.named else GIVEN) * math.log((every + 1) / (common[word] + 0.5))
            for word in sorted(doc & one.words)
        ) / math.sqrt(len(one.words) + 4)

    made = []
    for doc, candidates in found:
        shares = [share(one, doc) for one in candidates]
        right = tuple(each >= NEAR * max(shares) for each in shares)
        if len(set(right)) > 1 and max(shares) > 0:
            made.append(Race(candidates, right))
    return made


def score(counts: Mapping[str, float], one: Candidate) -> float:
    return sum(counts.get(name, 0.0) * value for name, value in one.seen.items())


def learned(run: Sequence[Race]) -> dict[str, float]:
    """By steps of one length, shortened towards the end: gradients over their running size."""
    often = Counter(name for race in run for one in race.candidates for name in one.seen)
    counts = {name: 0.0 for name in sorted(often) if often[name] >= SEEN}
    size = dict.fromkeys(counts, 1e-8)
    for turn in range(ROUNDS):
        slope = {name: -HELD * value for name, value in counts.items()}
        for race in run:
            scores = [score(counts, one) for one in race.candidates]
            chances = [math.exp(each - max(scores)) for each in scores]
            right, whole = sum(chance for chance, ok in zip(chances, race.right, strict=True) if ok), sum(chances)
            for chance, ok, one in zip(chances, race.right, race.candidates, strict=True):
                share = (chance / right if ok else 0.0) - chance / whole
                for name in one.seen if abs(share) > 1e-4 else ():
                    if name in slope:
                        slope[name] += share * one.seen[name]
        for name in counts:
            size[name] = 0.95 * size[name] + 0.05 * slope[name] ** 2
            counts[name] += STEP * (1 - 0.9 * turn / ROUNDS) * slope[name] / math.sqrt(size[name])
    return counts


def figures(name: str, run: Sequence[Race], counts: Mapping[str, float]) -> str:
    chance = sum(sum(race.right) / len(race.right) for race in run)
    ruled = sum(race.right[max(range(len(race.right)), key=lambda at: race.candidates[at].hand)] for race in run)
    seen = sum(
        race.right[max(range(len(race.right)), key=lambda at: score(counts, race.candidates[at]))] for race in run
    )
    return f"{name}: {len(run)} functions; right by chance {chance / len(run):.3f}, by rule {ruled / len(run):.3f}, learned {seen / len(run):.3f}"


def write(counts: Mapping[str, float]) -> None:
    rows = "".join(f'    "{name}": {value:.2f},\n' for name, value in sorted(counts.items()) if abs(value) >= 0.02)
    said = '"""What counts for telling of a statement, and what against. Made by `python -m words.salience --write`."""'
    Path(weights.__file__).write_text(
        f"{said}\n\nfrom __future__ import annotations\n\nfrom typing import Final\n\nWEIGHTS: Final = {{\n{rows}}}\n",
        encoding="utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--apart", nargs="*", type=Path, default=[])
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    found, apart = (
        [each for repository in group for each in told(repository.resolve())]
        for group in (given.repositories, given.apart)
    )
    common = Counter(word for each in found for word in each.doc)
    run, other = races(found, common, len(found)), races(apart, common, len(found))
    counts = learned(run)
    for name, some in (("learned from", run), ("apart", other)):
        if some:
            print(figures(name, some, counts))
    if given.write:
        write(counts)


if __name__ == "__main__":
    main()
