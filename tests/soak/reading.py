"""Functions drawn by lot, as a reader gets them: the picture, the sentence, the outline, and the code beside it.

    python tests/soak/reading.py SEED COUNT FOLDER REPOSITORY…

Draws COUNT functions that decide something (two decisions or more), as many from each repository, test code aside. Each gets
a folder: `code`, `page.md` (what the docs would show), `1.png`, `2.png`… (as a browser draws them). Prints the list, so that
anybody can read the same ones.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests" / "soak")]

from levels import project  # noqa: E402

from flowscout.model.identity import path_of  # noqa: E402
from flowscout.model.sfm import MEDIUM  # noqa: E402
from flowscout.pipeline import Project  # noqa: E402
from flowscout.tasks.drawing import Chart, chart  # noqa: E402
from mermaid import harness  # noqa: E402

DECISIONS = 2
ASIDE = ("test", "example", "bench", "third_party", "vendor", "contrib", "doc")


def drawable(built: Project) -> list[str]:
    return [
        id_ for id_, located in built.functions.items()
        if located.facts.decisions >= DECISIONS and not any(part.startswith(ASIDE) for part in path_of(id_).lower().split("/"))
    ]  # fmt: skip


def page(shown: Chart, id_: str) -> str:
    parts = [f"# {id_}", shown.sentence, shown.drawing.note]
    parts += [f"{title}\n```mermaid\n{text}\n```" for title, text in shown.drawing.charts]
    return "\n\n".join([*parts, "```text", shown.outline, "```"])


def main(seed: int, count: int, folder: Path, repositories: list[Path]) -> None:
    chance = random.Random(seed)
    number = 0
    for at, repository in enumerate(repositories):
        built = project(repository)
        share = count // len(repositories) + (at < count % len(repositories))
        for id_ in chance.sample(sorted(drawable(built)), share):
            number += 1
            place = folder / f"{number:03}"
            place.mkdir(parents=True)
            facts = built.functions[id_].facts
            lines = (repository / path_of(id_)).read_text("utf-8", "replace").split("\n")
            (place / "code").write_text("\n".join(lines[max(facts.line - 6, 0) : facts.end_line]), "utf-8")
            shown = chart(built, id_, MEDIUM)
            (place / "page.md").write_text(page(shown, id_), "utf-8")
            harness.render_png({str(n): text for n, (_, text) in enumerate(shown.drawing.charts)}, place)
            print(f"{number:03}  {repository.name}  {id_}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), [Path(name).resolve() for name in sys.argv[4:]])
