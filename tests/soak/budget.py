"""Whether drawings keep to the budget of a page, in a real browser: a column of 880 px, screens of 900 px.

    python tests/soak/budget.py [--level LEVEL] [--share N] REPOSITORY…

Every function of the repositories is drawn (of every N-th, with `--share`), and each of its drawings rendered by Mermaid in
Chromium. Prints, for each repository, the share of drawings with text below 11 px (none may be), the share above three screens
(two in a hundred may be; listed), and how far the estimate was off. Exit 1 when a bound is broken.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests" / "soak")]

from levels import project  # noqa: E402

from flowscout.model import limits  # noqa: E402
from flowscout.pipeline import Project  # noqa: E402
from flowscout.tasks.drawing import draw  # noqa: E402
from mermaid import harness  # noqa: E402

TALL = 0.02


def drawings(built: Project, level: str, share: int) -> Iterator[tuple[str, str]]:
    for at, id_ in enumerate(built.functions):
        if at % share == 0:
            for number, (title, text) in enumerate(draw(built.chart(id_, level)).charts):
                yield f"{id_} {number} {title}", text
            built.forget(id_)


def shown(answer: dict[str, Any]) -> tuple[float, float]:
    """(pixels of a letter, pixels of height) in the column."""
    wide, high = answer["natural"]
    scale = min(1.0, limits.COLUMN / max(wide, 1))
    return limits.MERMAID_FONT * scale, high * scale


def main(repositories: list[Path], level: str, share: int) -> int:
    failed = 0
    for repository in repositories:
        built = project(repository)
        texts = dict(drawings(built, level, share))
        answers = harness._ask("render.mjs", [{"id": name, "text": text} for name, text in texts.items()], "mermaid")
        bad = [f"{name}: {answer.get('error')}" for name, answer in answers.items() if not answer["ok"]]
        sizes = {name: shown(answer) for name, answer in answers.items() if answer["ok"]}
        small = [f"{name}: text of {size[0]:.1f} px" for name, size in sizes.items() if size[0] < limits.SMALLEST_TEXT]
        tall = [
            f"{name}: {size[1]:.0f} px high" for name, size in sizes.items() if size[1] > limits.SCREENS * limits.SCREEN
        ]
        for line in [*bad, *small, *tall]:
            print(f"  {line}")
        print(
            f"{repository.name}: {len(texts)} drawings, {len(bad)} refused, {len(small)} with small text, {len(tall)} too tall",
            flush=True,
        )
        failed += bool(bad) or bool(small) or len(tall) > TALL * len(texts)
    return 1 if failed else 0


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("repositories", nargs="+", type=Path)
    options.add_argument("--level", default="medium")
    options.add_argument("--share", type=int, default=1)
    asked = options.parse_args()
    sys.exit(main([each.resolve() for each in asked.repositories], asked.level, asked.share))
