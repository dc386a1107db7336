"""What high, medium and deep leave of a function: every outcome in every level, and a story of five to twelve steps.

    python tests/soak/levels.py REPOSITORY…

An outcome is what a function ends in: the words of its END and ERROR steps (`Return -1`, `Raise ValueError: …`). It is in a
level when a step that ends the flow there stands for it, by itself or as one of its members. That an assertion fails is no outcome:
an assertion is a contract, and stands at deep. A function of four decisions or
more has a story when high tells it in five to twelve steps (in as many as medium has, where those are fewer than five).

Prints both shares for each repository, and what misses. Exit 1 when an outcome is missing, or above one in a hundred stories.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "src")]

from flowscout.frontends.treesitter import parse  # noqa: E402
from flowscout.model.settings import Settings  # noqa: E402
from flowscout.model.sfm import CONTRACT, HIGH, LEVELS, MEDIUM, TERMINAL, ScenarioFlowModel, problems  # noqa: E402
from flowscout.pipeline import Project, assemble  # noqa: E402

LANGUAGES = {".py": "python", ".c": "c", ".h": "cpp", ".cc": "cpp", ".cpp": "cpp", ".hpp": "cpp"}
LEAST, MOST, DECISIONS = 5, 12, 4
STORIES = 0.01


def project(repository: Path) -> Project:
    """Every source of a repository."""
    found = {
        p.relative_to(repository).as_posix(): p for suffix in LANGUAGES for p in sorted(repository.rglob(f"*{suffix}"))
    }
    data = {name: p.read_bytes() for name, p in found.items() if p.is_file() and not p.is_symlink()}
    files = {name: parse(text, LANGUAGES[found[name].suffix]) for name, text in data.items() if len(text) < 1_000_000}
    return assemble(files, data.__getitem__, Settings())


def outcomes(model: ScenarioFlowModel) -> dict[str, str]:
    """Words by id of what ends the flow, members included under the words of the step that lists them."""
    ends = [step for step in model.steps if step.step_type in TERMINAL]
    return {member: step.whole for step in ends for member in (step.members or (step.step_id,))}


def missing(built: Project, id_: str) -> list[str]:
    """Outcomes at medium that a level does not have, and what breaks the laws of a model."""
    charts = {level: built.chart(id_, level) for level in LEVELS}
    wanted = {
        step.whole for step in built.steps(id_, MEDIUM).steps if step.step_type in TERMINAL and not step.has(CONTRACT)
    }
    found = []
    for level, chart in charts.items():
        told = set(outcomes(chart).values())
        found += [f"{level}: {words}" for words in wanted if not any(words in each for each in told)]
        found += [f"{level}: {problem}" for problem in problems(chart)]
    return found


def story(built: Project, id_: str) -> str:
    """ "" where high is as long as it should be."""
    if built.functions[id_].facts.decisions < DECISIONS:
        return ""
    steps, whole = len(built.chart(id_, HIGH).steps), len(built.chart(id_, MEDIUM).steps)
    return "" if min(LEAST, whole) <= steps <= MOST else f"{steps} steps at high, {whole} at medium"


def functions(built: Project) -> Iterator[str]:
    for id_ in built.functions:
        yield id_
        built.forget(id_)


def main(repositories: list[Path]) -> int:
    failed = 0
    for repository in repositories:
        built = project(repository)
        lost, bad, several, stories = [], [], 0, 0
        for id_ in functions(built):
            lost += [f"{id_}: {words}" for words in missing(built, id_)]
            several += len(set(outcomes(built.chart(id_, MEDIUM)).values())) > 1
            stories += built.functions[id_].facts.decisions >= DECISIONS
            bad += [f"{id_}: {why}"] if (why := story(built, id_)) else []
        for line in [*lost, *bad]:
            print(f"  {line}")
        print(
            f"{repository.name}: {len(built.functions)} functions, {several} with several outcomes, {len(lost)} missing; "
            f"{stories} stories, {len(bad)} too short or too long",
            flush=True,
        )
        failed += bool(lost) or len(bad) > STORIES * stories
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main([Path(each).resolve() for each in sys.argv[1:]]))
