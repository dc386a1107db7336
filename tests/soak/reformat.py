"""Reviews Python files against what Python itself writes for them (`ast.unparse`): nothing may be told.

    python tests/soak/reformat.py SEED COUNT REPOSITORY…

So many files of each repository, drawn by the seed. Comments, layout, brackets, quotes and the spelling of numbers and texts differ, the
program does not. Prints what is told all the same, and of how many edits; remarks that steer a checker are comments too, and are left out.
Exit 1 where something is.
"""

from __future__ import annotations

import ast
import sys
import warnings
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from flowscout.frontends.treesitter import parse  # noqa: E402
from flowscout.model.account import NEUTRAL  # noqa: E402
from flowscout.model.settings import Settings  # noqa: E402
from flowscout.pipeline import Project, assemble  # noqa: E402
from flowscout.tasks.review.review import review  # noqa: E402

LARGEST = 100_000


def project(data: bytes) -> Project:
    return assemble({"case.py": parse(data, "python")}, {"case.py": data}.__getitem__, Settings())


def written_anew(data: bytes) -> bytes | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return (ast.unparse(ast.parse(data)) + "\n").encode()
    except (SyntaxError, ValueError, RecursionError):
        return None


def main(seed: int, count: int, roots: list[Path]) -> int:
    counted: Counter[str] = Counter()
    for root in roots:
        paths = sorted(each for each in root.rglob("*.py") if each.is_file() and each.stat().st_size <= LARGEST)
        for path in Random(f"{seed} {root.name}").sample(paths, min(count, len(paths))):
            data = path.read_bytes()
            anew = written_anew(data)
            if anew is None:
                continue
            for sides in ((data, anew), (anew, data)):
                for one in review(project(sides[0]), project(sides[1]), ("before", "after")).account:
                    told = one.how != NEUTRAL and not one.sentence.startswith("`#")
                    counted.update(["edits", *["told"] * told])
                    if told:
                        print(
                            f"{path.relative_to(root.parent)}:{one.before.line}  {one.sentence or one.before.code[:200]}"
                        )
            counted["files"] += 1
    print(f"{counted['files']} files, {counted['edits']} edits, {counted['told']} told")
    return 1 if counted["told"] else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), [Path(each).resolve() for each in sys.argv[3:]]))
