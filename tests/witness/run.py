"""How many claims of reviews does the plain difference not bear out?

    python tests/witness/run.py SEED COUNT REPOSITORY…

So many commits of each repository, drawn by the seed, are reviewed by the files they touch. Prints by kind how many claims are not borne
out, of how many that were judged, and with `--list` each of them. The claims are those of the whole comment: sentences, charts,
outlines, routes (`comment.py`).
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
from flowscout.tasks.review.document import markdown  # noqa: E402
from flowscout.tasks.review.review import review  # noqa: E402
from witness.claims import Texts, unborne  # noqa: E402
from witness.comment import verdicts  # noqa: E402
from witness.verdict import Verdict  # noqa: E402

LANGUAGES = {
    ".py": "python", ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hpp": "cpp", ".hh": "cpp",
}  # fmt: skip
PAIRED = "(sentences)"  # of which the kinds of `claims.py` are
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


def held(root: Path, commit: str, paths: list[str]) -> list[Verdict]:
    """Every claim that was judged."""
    before, after = project(root, f"{commit}^", paths), project(root, commit, paths)
    told = review(before, after, ("before", "after"))
    texts = Texts(before, after, {})
    plainly = [
        Verdict(one.kind, False, one.path, one.line, one.said, f"{one.was[:160]} / {one.now[:160]}")
        for one in unborne(told, texts)
    ]
    said = sum(one.how in (FLOW, DECLARATION) and bool(one.sentence) for one in told.account)
    return [*verdicts(told, markdown(told), texts), *plainly, *[Verdict(PAIRED, True, "", 0, "")] * said]


def main(seed: int, count: int, roots: list[Path], every: bool) -> int:
    judged, lost, commits, touched = Counter[str](), Counter[str](), 0, 0
    for root in roots:
        for commit, paths in drawn(root, seed, count):
            found = held(root, commit, paths)
            wrong = [one for one in found if not one.borne]
            commits, touched = commits + 1, touched + bool(wrong)
            judged.update(one.kind for one in found)
            lost.update(one.kind for one in wrong)
            for one in wrong if every else ():
                print(f"{one.kind}: {root.name} {commit} {one.path}:{one.line}\n    {one.said}\n    {one.about}")
    print(f"{commits} commits, {touched} with claims that are not borne out; not borne out, judged:")
    for kind in sorted(judged, key=lambda kind: (-lost[kind], kind)):
        print(f"{lost[kind]:6} {judged[kind]:6}  {kind}")
    return 0


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if each != "--list"]
    if len(given) < 3:
        sys.exit(__doc__)
    sys.exit(main(int(given[0]), int(given[1]), [Path(each).resolve() for each in given[2:]], "--list" in sys.argv))
