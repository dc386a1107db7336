"""The rooms that hold the meaning, and the suites whose examples speak for them.

The laws that ride on every case (`test_law`, what the browser and Mermaid's parser say) are left out: a wrong that only
a law notices has no example that says what is right. So are suites that hold a time limit, which being traced would break.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "flowscout"


@dataclass(frozen=True)
class Room:
    name: str
    files: str
    """A pattern below `src/flowscout`."""
    suites: tuple[str, ...]
    """Below `tests`; of the corpus also a folder of it alone: how the names of its cases begin."""

    def sources(self) -> list[Path]:
        return sorted(one for one in SOURCES.glob(self.files) if one.suffix == ".py")


CORPUS = "test_corpus.py::test_case"


def of_corpus(*folders: str) -> tuple[str, ...]:
    return tuple(f"{CORPUS}[{folder}/" for folder in folders)


ROOMS = (
    Room("flow", "stages/flow/*", (CORPUS, "stages/test_flow.py")),
    Room("actions", "stages/actions/*", (CORPUS, "stages/test_actions.py")),
    Room("bind", "stages/bind/*", (CORPUS, "stages/test_bind.py")),
    Room("scenario", "stages/scenario/*", (CORPUS, "stages/test_scenario.py")),
    Room("detail", "stages/detail/*", (CORPUS, "stages/test_detail.py")),
    Room("compare", "stages/compare/*", (*of_corpus("review"), "stages/test_compare.py")),
    Room("account", "stages/account/**/*", (CORPUS, "stages/test_account.py")),
    Room("summarise", "stages/summarise/*", (CORPUS,)),
    Room("words", "words/*", (CORPUS, "words")),
    Room(
        "resolvers",
        "resolvers/**/*",
        (
            *of_corpus("calls", "incremental"),
            "resolvers/test_c_calls.py",
            "resolvers/test_python_classes.py",
            "resolvers/test_python_containers.py",
            "resolvers/test_python_functions.py",
            "resolvers/test_python_iteration.py",
            "resolvers/test_python_modules.py",
            "resolvers/test_python_objects.py",
        ),
    ),
    Room("engine", "engine/*", ("engine",)),
    Room(
        "rank",
        "rca/rank/*",
        (
            "rca/test_ranking.py",
            "rca/test_locate.py",
            "rca/test_explain.py",
            "rca/test_reading.py",
            "rca/test_evidence.py",
        ),
    ),
    Room(
        "ground",
        "llm/*",
        ("llm/test_ground.py", "llm/test_claims.py", "llm/test_ask.py", "llm/test_sanitize.py", "llm/test_session.py"),
    ),
    Room(
        "redact",
        "redact/*",
        ("redact/test_kinds.py", "redact/test_redact.py", "redact/test_formats.py", "redact/test_innocent.py"),
    ),
    Room("bot", "bot/**/*", ("bot/test_parse.py", "bot/test_examples.py", "hub/test_events.py")),
)
