"""How much of what is changed in real code does a review tell?

    python tests/mutants/run.py SEED COUNT REPOSITORY…

So many mutants are drawn by the seed from the repositories and reviewed, one in fifty from a git repository of its own. What is
done is kept in `build/mutants` and not done again. Prints a table by operator and the smallest snippets of what was missed.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from mutants.drawing import SMALLEST, drawn, files  # noqa: E402
from mutants.judge import Verdict, judged, record  # noqa: E402
from mutants.operators import EVERY, Operator  # noqa: E402
from mutants.table import table  # noqa: E402

GIT_EVERY = 50


def verdicts(
    seed: int,
    count: int,
    roots: Sequence[Path],
    done: frozenset[int] = frozenset(),
    operators: Sequence[Operator] = EVERY,
    smallest: int = SMALLEST,
) -> Iterator[Verdict]:
    repositories, seen = files(roots, smallest), set[tuple[str, str, bytes]]()
    for number in range(count):
        mutant = drawn(number, seed, repositories, roots, operators) if number not in done else None
        if mutant is None or (mutant.operator.name, mutant.path, mutant.after) in seen:
            continue
        seen.add((mutant.operator.name, mutant.path, mutant.after))
        if number % GIT_EVERY == GIT_EVERY - 1:
            with tempfile.TemporaryDirectory() as folder:
                yield judged(mutant, Path(folder) / "one")
        else:
            yield judged(mutant)


def kept(path: Path) -> list[Verdict]:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    return [Verdict(**{**row, "said": tuple(row["said"])}) for row in rows]


def main(seed: int, count: int, roots: Sequence[Path]) -> int:
    names = sha256(" ".join(map(str, roots)).encode()).hexdigest()[:8]
    path = ROOT / "build" / "mutants" / f"{seed}-{names}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    every = kept(path)
    with path.open("a", encoding="utf-8") as file:
        for each in verdicts(seed, count, roots, frozenset(one.number for one in every)):
            every.append(each)
            file.write(json.dumps(record(each)) + "\n")
            file.flush()
    print(table(every))
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), [Path(each).resolve() for each in sys.argv[3:]]))
