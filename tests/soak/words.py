"""Where labels lie: every label of every function of repositories held against the laws of words.

    python tests/soak/words.py REPOSITORY…

1  polarity   what a label asks or does hangs on text that was cut
2  verbs      a verb stands for a call whose name is no order, or a target or an `&` is gone
3  macros     a macro's plumbing is shown
5  arms       two steps of one chart read the same though their code differs

Prints what breaks a law, by law, and how often. Exit 1 when anything does.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from levels import functions, project  # noqa: E402

from corpus.lies import lies  # noqa: E402


def main(repositories: list[Path]) -> int:
    counted: Counter[str] = Counter()
    for repository in repositories:
        built = project(repository)
        for id_ in functions(built):
            for lie in lies(built, id_):
                counted[lie.law] += 1
                print(f"  {lie.law}  {id_}: {lie.label}   <- {lie.code}")
        print(
            f"{repository.name}: {len(built.functions)} functions, {dict(sorted(counted.items()))} so far", flush=True
        )
    return 1 if counted else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main([Path(each).resolve() for each in sys.argv[1:]]))
