"""The rooms that hold the meaning, and the suites whose examples speak for them.

The laws that ride on every case (`test_law`, what the browser and Mermaid's parser say) are left out: a wrong that only
a law notices has no example that says what is right. So are suites that hold a time limit, which being traced would break.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "flowscout"
TESTS = ROOT / "tests"


@dataclass(frozen=True)
class Room:
    name: str
    files: str
    """A pattern below `src/flowscout`; one of several words stands in braces."""
    suites: tuple[str, ...]
    """Below `tests`; of the corpus also a folder of it alone: how the names of its cases begin."""

    def sources(self) -> list[Path]:
        before, _, rest = self.files.partition("{")
        words, _, after = rest.partition("}")
        patterns = (f"{before}{word}{after}" for word in words.split(","))
        return sorted(one for pattern in patterns for one in SOURCES.glob(pattern) if one.suffix == ".py")


CORPUS = "test_corpus.py::test_case"


def of_corpus(*folders: str) -> tuple[str, ...]:
    return tuple(f"{CORPUS}[{folder}/" for folder in folders)


def tests(*patterns: str) -> tuple[str, ...]:
    """The files of `tests` that fit."""
    found = (one.relative_to(TESTS).as_posix() for pattern in patterns for one in TESTS.glob(pattern))
    return tuple(sorted(found))


ACCOUNT = (
    *of_corpus("review"),
    "stages/test_account.py",
    "stages/test_lines_alone.py",
    "stages/test_misread.py",
    "stages/test_settings.py",
)
"""Each of its rooms is spoken for by whole reviews: what a piece is read as shows in what is told of it."""

ROOMS = (
    Room("flow", "stages/flow/*", (CORPUS, "stages/test_flow.py")),
    Room("actions", "stages/actions/*", (CORPUS, "stages/test_actions.py")),
    Room(
        "bind",
        "stages/bind/*",
        (CORPUS, "stages/test_bind.py", "stages/test_catching.py", "stages/test_macros_in_macros.py"),
    ),
    Room("scenario", "stages/scenario/*", (CORPUS, "stages/test_scenario.py", "stages/test_frames.py")),
    Room("detail", "stages/detail/*", (CORPUS, "stages/test_detail.py", "stages/test_ways.py")),
    Room("mermaid", "stages/mermaid/**/*", (CORPUS, "stages/test_mermaid.py", "stages/test_size.py")),
    Room("compare", "stages/compare/*", (*of_corpus("review"), "stages/test_compare.py", "stages/test_staying.py")),
    *(
        Room(f"account/{name}", f"stages/account/{name}/*", ACCOUNT)
        for name in ("pieces", "pairing", "reading", "neutral", "sentences", "together")
    ),
    Room(
        "review",
        "tasks/{review,account}/*",
        (*ACCOUNT, "bot/test_document.py", "bot/test_review_document.py", "bot/test_review_settings.py"),
    ),
    Room(
        "summarise",
        "stages/summarise/*",
        (
            CORPUS,
            *tests("stages/test_asked.py", "stages/test_saying.py", "stages/test_gather.py"),
        ),
    ),
    Room("words", "words/*", (CORPUS, "words")),
    Room("asking", "tools/asking/*", tests("tools/test_asking*.py")),
    Room(
        "resolvers",
        "resolvers/**/*",
        (*of_corpus("calls", "incremental"), *tests("resolvers/test_c_*.py", "resolvers/test_python_*.py")),
    ),
    Room("engine", "engine/*", ("engine",)),
    Room(
        "rank",
        "rca/rank/*",
        (
            "rca/test_again.py",
            "rca/test_called.py",
            "rca/test_consoles.py",
            "rca/test_ends.py",
            "rca/test_evidence.py",
            "rca/test_explain.py",
            "rca/test_failing.py",
            "rca/test_locate.py",
            "rca/test_marks.py",
            "rca/test_nobodys.py",
            "rca/test_quoted.py",
            "rca/test_ranking.py",
            "rca/test_reading.py",
            "rca/test_trust.py",
        ),
    ),
    Room(
        "ground",
        "llm/{,claims/}*",
        (
            "llm/test_ground.py",
            "llm/test_claims.py",
            "llm/test_stated.py",
            "llm/test_ask.py",
            "llm/test_sanitize.py",
            "llm/test_session.py",
        ),
    ),
    Room(
        "redact",
        "redact/*",
        ("redact/test_kinds.py", "redact/test_redact.py", "redact/test_formats.py", "redact/test_innocent.py"),
    ),
    Room("bot", "bot/**/*", ("bot/test_parse.py", "bot/test_examples.py", "hub/test_events.py")),
)
