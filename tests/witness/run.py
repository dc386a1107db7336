"""How many claims of reviews does the plain difference not bear out?

    python tests/witness/run.py SEED COUNT REPOSITORY…

So many commits of each repository, drawn by the seed, are reviewed by the files they touch. Prints the claims that are not borne out
by kind, beside how many claims there were, and with `--list` each of them.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from flowscout.frontends.treesitter import parse  # noqa: E402
from flowscout.model.account import DECLARATION, FLOW  # noqa: E402
from flowscout.model.settings import Settings  # noqa: E402
from flowscout.pipeline import Project, assemble  # noqa: E402
from flowscout.tasks.review.review import review  # noqa: E402
from witness.claims import Texts, Unborne, unborne  # noqa: E402

LANGUAGES = {
    ".py": "python", ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hpp": "cpp", ".hh": "cpp",
}  # fmt: skip
MOST_FILES, LARGEST, LOOKED_AT = 12, 400_000, 3_000


def _git(root: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, check=False).stdout


def drawn(root: Path, seed: int, count: int) -> Iterator[tuple[str, list[str]]]:
    """(commit, what it touches) of those that touch few files."""
    suffixes = [f"*{each}" for each in LANGUAGES]
    every = _git(root, "log", "--no-merges", "--format=%h", f"-n{LOOKED_AT}", "--", *suffixes).decode().split()
    Random(f"{seed} {root.name}").shuffle(every)
    for commit in every:
        paths = (
            _git(root, "diff", "--no-renames", "--name-only", f"{commit}^", commit, "--")
            .decode("utf-8", "replace")
            .split("\n")
        )
        read = [path for path in paths if Path(path).suffix in LANGUAGES]
        if 0 < len(read) <= MOST_FILES:
            yield commit, read
            count -= 1
        if not count:
            return


def project(root: Path, commit: str, paths: list[str]) -> Project:
    data = {path: _git(root, "show", f"{commit}:{path}") for path in paths}
    data = {path: text for path, text in data.items() if text and len(text) <= LARGEST}
    languages = {path: _language(path, text) for path, text in data.items()}
    return assemble({path: parse(text, languages[path]) for path, text in data.items()}, data.__getitem__, Settings())


def _language(path: str, text: bytes) -> str:
    own = LANGUAGES[Path(path).suffix]
    return "cpp" if path.endswith(".h") and (b"class " in text or b"namespace " in text) else own


def held(root: Path, commit: str, paths: list[str]) -> tuple[int, list[Unborne]]:
    """(how many sentences, what is not borne out)."""
    before, after = project(root, f"{commit}^", paths), project(root, commit, paths)
    told = review(before, after, ("before", "after"))
    said = sum(one.how in (FLOW, DECLARATION) and bool(one.sentence) for one in told.account)
    return said, list(unborne(told, Texts(before, after, {})))


def main(seed: int, count: int, roots: list[Path], every: bool) -> int:
    kinds, said, commits, touched = Counter[str](), 0, 0, 0
    for root in roots:
        for commit, paths in drawn(root, seed, count):
            sentences, found = held(root, commit, paths)
            commits, said, touched = commits + 1, said + sentences, touched + bool(found)
            kinds.update(one.kind for one in found)
            for one in found if every else ():
                print(
                    f"{one.kind}: {root.name} {commit} {one.path}:{one.line}\n    {one.said}\n    - {one.was[:160]}\n    + {one.now[:160]}"
                )
    print(f"{commits} commits, {said} sentences, {sum(kinds.values())} claims without a witness in {touched} commits")
    for kind, many in kinds.most_common():
        print(f"{many:6} {kind}")
    return 0


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if each != "--list"]
    if len(given) < 3:
        sys.exit(__doc__)
    sys.exit(main(int(given[0]), int(given[1]), [Path(each).resolve() for each in given[2:]], "--list" in sys.argv))
