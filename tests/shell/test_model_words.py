"""`docs.words = "model"`: refresh asks and keeps, everything else only reads; and what is kept cannot lie."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flowscout.model.worded import WordedEntry, decode_words, encode_words
from llm.server import Asked, Server, Step
from shell.repositories import Repo
from shell.test_models import using

CONFIG = '[docs]\nwords = "model"\n'
SHOP = """\
import os


def create(name, size):
    \"\"\"Creates a volume.\"\"\"
    if not name:
        raise ValueError("no name")
    if size > limit():
        return None
    return store(name, size)


def store(name, size):
    # a comment
    with open(name, "w") as out:
        out.write(str(size))
    return name


def limit():
    return int(os.environ.get("LIMIT", "10"))


def drop(name):
    if os.path.exists(name):
        os.remove(name)
"""
WORDS = "docs/flowcharts/words.json"
PAGE = "docs/flowcharts/shop.py.md"
SENTENCES = {
    "create": "Creates the volume once its name and size are checked.",
    "drop": "Removes the named path when it exists.",
}


def told(asked: Asked) -> Any:
    return json.loads(asked.prompt.split("\n", 1)[1].split("\n</data", 1)[0])


def good(asked: Asked) -> Step:
    """A careful engineer: better sentences, and labels that spell out one thing."""
    data = told(asked)
    if "steps" in data:
        labels = [{"id": s["id"], "label": s["label"].replace("name?", "Is the name set?")} for s in data["steps"]]
        return Step(json.dumps({"labels": labels}))
    return Step(
        json.dumps(data["rule_made"] | {"summary": SENTENCES.get(data["function"], data["rule_made"]["summary"])})
    )


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "repo")
    made.commit({"shop.py": SHOP, "flowscout.toml": CONFIG})
    return made


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(good) as running:
        yield running


def filled(repo: Repo, server: Server, **more: str) -> str:
    ran = repo.flowscout("refresh", env=using(server, **more))
    assert ran.code == 0, ran.said
    repo.git("add", "-A")
    return ran.said


def test_refresh_fills_the_file_and_the_pages_say_whose_words_they_are(repo: Repo, server: Server) -> None:
    said = filled(repo, server)
    assert SENTENCES["create"] in repo.text(PAGE)
    assert "Is the name set?" in repo.text(PAGE)
    assert re.search(r"_Words by `ollama:m [0-9a-f]{16}`; structure and outline are the code's\._", repo.text(PAGE))
    kept = decode_words(repo.text(WORDS).encode())
    assert sorted(kept) == ["shop.py::create", "shop.py::drop"]
    assert kept["shop.py::create"].origin.startswith("ollama:m ")
    assert "ollama:m: 4 calls" in said


def test_hook_check_and_verify_read_the_words_and_ask_nobody(repo: Repo, server: Server) -> None:
    filled(repo, server)
    asked = len(server.seen)
    for arguments in (["hook"], ["hook", "--check"], ["refresh", "--check"], ["verify"]):
        ran = repo.flowscout(*arguments, env=using(server))
        assert ran.code == 0, (arguments, ran)
    repo.flowscout("cache", "clear")
    assert repo.flowscout("hook").code == 0, "without any model, and from nothing"
    assert len(server.seen) == asked


def test_a_second_run_asks_nothing_and_another_model_rewrites_nothing(repo: Repo, server: Server) -> None:
    filled(repo, server)
    before, asked = repo.text(WORDS), len(server.seen)
    filled(repo, server)
    filled(repo, server, FLOWSCOUT_MODEL="other")
    assert (repo.text(WORDS), len(server.seen)) == (before, asked)


def test_an_edit_of_a_comment_asks_nothing_and_one_of_a_body_asks_about_what_it_changed(
    repo: Repo, server: Server
) -> None:
    filled(repo, server)
    asked = len(server.seen)
    repo.write(
        {
            "shop.py": SHOP.replace("# a comment", "# another comment").replace(
                "import os\n", "import os\n\n# lines move\n", 1
            )
        }
    )
    repo.git("add", "-A")
    filled(repo, server)
    assert len(server.seen) == asked
    repo.write({"shop.py": SHOP.replace("if os.path.exists(name):", "if os.path.isfile(name):")})
    repo.git("add", "-A")
    filled(repo, server)
    assert {told(each)["function"] for each in server.seen[asked:]} == {"drop"}


def test_when_the_code_says_something_else_the_rule_made_words_stand_until_the_next_refresh(
    repo: Repo, server: Server
) -> None:
    filled(repo, server)
    repo.write({"shop.py": SHOP.replace("size > limit()", "size >= limit()")})
    repo.git("add", "shop.py")
    ran = repo.flowscout("hook")
    assert ran.code == 1
    assert SENTENCES["create"] not in repo.text(PAGE)
    assert SENTENCES["drop"] in repo.text(PAGE)


@pytest.mark.parametrize(
    "lie",
    [
        {"summary": "Deletes every volume and emails the owner."},
        {"summary": "Creates a volume. [Click](https://evil.example)"},
        {"summary": "Creates a volume via `EvilStore`."},
        {"labels": {"S000000": "Create everything"}},
        {"labels": "Is the name not set?"},
        {"labels": "x --> y"},
        {"origin": "](https://evil.example) @everyone `x`"},
    ],
)
def test_a_words_file_that_somebody_edited_cannot_lie(lie: dict[str, Any], repo: Repo, server: Server) -> None:
    filled(repo, server)
    kept = decode_words(repo.text(WORDS).encode())
    entry = kept["shop.py::create"]
    if isinstance(lie.get("labels"), str):
        lie = {"labels": dict.fromkeys(entry.labels, lie["labels"])}
    structure = re.findall(r"n[0-9a-f]{6} (?:-->|-- )", repo.text(PAGE))
    repo.write({WORDS: encode_words(kept | {"shop.py::create": entry._replace(**lie)})})
    repo.git("add", "-A")
    repo.flowscout("hook")
    page = repo.text(PAGE)
    for text in ("emails", "evil", "EvilStore", "everything", "Is the name not set", "x --"):
        assert text not in page or text in json.dumps(lie.get("origin", "")), text
    assert "](https://evil" not in page
    assert re.findall(r"n[0-9a-f]{6} (?:-->|-- )", page) == structure


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b'{"schema":"flowscout.words/1","functions":[]}',
        b'{"schema":"flowscout.words/1","functions":{"a":{"rule":1}}}',
        b"\xff" * 99,
    ],
)
def test_a_broken_words_file_is_no_words(data: bytes, repo: Repo) -> None:
    repo.write({WORDS: data})
    assert repo.flowscout("refresh").code == 0
    assert "Words by" not in repo.text(PAGE)
    assert decode_words(data) == {}


def test_the_file_is_sorted_and_has_a_line_for_each_function() -> None:
    entries = {name: WordedEntry("0" * 16, "o", "s", {"S2": "b", "S1": "a"}) for name in ("b", "a", 'c"\n')}
    text = encode_words(entries)
    assert decode_words(text.encode()) == entries
    assert text.count("\n") == len(entries) + 2
    assert text == encode_words(dict(reversed(entries.items())))


@pytest.mark.parametrize(
    "step",
    [
        Step(status=500),
        Step(status=429, retry_after="0"),
        Step(status=401),
        Step(status=529),
        Step("", cut=30),
        Step("no json"),
        Step(raw=b"<html>"),
        Step('{"labels":[]}'),
    ],
)
def test_whatever_the_server_does_the_pages_are_complete_and_rule_made(step: Step, repo: Repo, server: Server) -> None:
    repo.flowscout("refresh")
    plain = repo.text(PAGE)
    server.script = lambda asked: step
    ran = repo.flowscout("refresh", env=using(server))
    assert ran.code == 0
    assert repo.text(PAGE) == plain
    assert not (repo.path / WORDS).exists()


def test_a_budget_that_is_hit_leaves_the_rest_rule_made_and_says_so(repo: Repo, server: Server) -> None:
    said = filled(repo, server, FLOWSCOUT_BUDGET="calls=2", FLOWSCOUT_IN_FLIGHT="1")
    assert len(server.seen) == 2
    assert "the rest is rule-made: the budget of this run is reached: 2 calls" in said
    assert len(decode_words(repo.text(WORDS).encode())) == 1


def test_a_dry_run_of_refresh_asks_and_writes_nothing(repo: Repo, server: Server) -> None:
    ran = repo.flowscout("refresh", "--dry-run", env=using(server))
    assert "ollama:m: 4 questions" in ran.out
    assert (server.seen, (repo.path / "docs").exists()) == ([], False)


def test_a_batch_asks_the_same_at_once(repo: Repo, server: Server) -> None:
    server.polls = 0
    filled_by = repo.flowscout("refresh", "--all", "--batch", env=using(server, "anthropic"))
    assert filled_by.code == 0, filled_by.said
    assert {each.path for each in server.seen} == {"batch"}
    assert SENTENCES["create"] in repo.text(PAGE)


def test_prompt_shows_what_would_leave_and_no_secret(repo: Repo) -> None:
    repo.write({"shop.py": SHOP.replace('"no name"', '"ghp_' + "A1b2" * 9 + '"')})
    ran = repo.flowscout("prompt", "create")
    assert ran.code == 0
    assert "semantic_actions" in ran.out
    assert "ghp_" not in ran.out
    assert "<redacted:github:" in ran.out
    assert '"4: def create(name, size):"' in repo.flowscout("prompt", "shop.py").out


def test_flowchart_uses_the_model_that_is_configured_and_keeps_the_structure(repo: Repo, server: Server) -> None:
    plain = json.loads(repo.flowscout("flowchart", "create", "--format", "json").out)
    worded = json.loads(repo.flowscout("flowchart", "create", "--format", "json", env=using(server)).out)
    assert worded["order"] == plain["order"]
    for id_, step in worded["steps"].items():
        assert step["transitions"] == plain["steps"][id_]["transitions"]
        assert step["origin"] == "rule" or step["origin"].startswith("ollama:m ")
    assert any(step["origin"] != "rule" for step in worded["steps"].values())
    assert (
        json.loads(repo.flowscout("flowchart", "create", "--format", "json", "--words", "rule", env=using(server)).out)
        == plain
    )


def test_export_gives_summaries_in_the_models_words_with_their_origin(repo: Repo, server: Server) -> None:
    def rows(*arguments: str, **more: Any) -> dict[str, Any]:
        return {
            row["id"]: row
            for row in map(json.loads, repo.flowscout("export", "summaries", *arguments, **more).out.splitlines())
        }

    plain, worded = rows(), rows("--words", "model", env=using(server))
    assert plain.keys() == worded.keys()
    assert {row["origin"] for row in plain.values()} == {"rule"}
    drop = "shop.py::drop"
    assert worded[drop]["summary"] == SENTENCES["drop"]
    assert worded[drop]["origin"].startswith("ollama:m ")
    assert {key: value for key, value in worded[drop].items() if key not in ("summary", "origin")} == {
        key: value for key, value in plain[drop].items() if key not in ("summary", "origin")
    }
    assert repo.flowscout("export", "summaries", "--words", "model").code == 2


def test_functions_that_no_grammar_sees_are_exported_and_marked(repo: Repo) -> None:
    repo.commit({"tool.rb": "def run(x)\n  x\nend\n"})
    rows = [json.loads(line) for line in repo.flowscout("export", "functions", "--everything").out.splitlines()]
    assert {row["id"]: row["scout"] for row in rows if row["name"] in ("run", "drop")} == {
        "tool.rb::run": "outline",
        "shop.py::drop": "syntax",
    }


def test_cache_clear_forgets_the_answers_too(repo: Repo, server: Server) -> None:
    repo.flowscout("flowchart", "drop", env=using(server))
    asked = len(server.seen)
    assert "2 answers of models forgotten" in repo.flowscout("cache", "clear").said
    repo.flowscout("flowchart", "drop", env=using(server))
    assert len(server.seen) == 2 * asked


def test_worded_pages_kept_are_those_of_a_clean_run_after_any_edit(repo: Repo, server: Server) -> None:
    """What a callee says of itself is evidence for its caller's words, though the caller's chart does not show it."""
    filled(repo, server)
    repo.commit()
    edits = [
        ("def limit():\n", 'def limit():\n    """Says how large a volume may be."""\n'),
        ("def store(name, size):\n", 'def store(name, size):\n    """Writes the size."""\n'),
        ("        out.write(str(size))\n", '        out.write(str(size))\n    os.remove("x")\n'),
        ("    # a comment\n", ""),
    ]
    text = SHOP
    for before, after in edits:
        text = text.replace(before, after, 1)
        repo.write({"shop.py": text})
        repo.git("add", "-A")
        for _ in range(2):
            repo.flowscout("hook")
            repo.git("add", "-A")
        assert repo.flowscout("hook").code == 0
        assert repo.flowscout("verify").code == 0, before
