"""A review for programs: its JSON is as the schema says, its SARIF stands on the lines of the head."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import flowscout
from shell.repositories import Repo

SOURCE = Path(flowscout.__file__).parent
BEFORE = """LIMIT = 100


def keep(rows, store):
    store.lock.acquire()
    for row in rows:
        if row.size > LIMIT:
            raise TooLarge(row)
        store.put(row)
    store.lock.release()


def close(store):
    if not store.ready:
        return False
    store.flush()
    return True
"""
AFTER = """LIMIT = 1000


def keep(rows, store):
    store.lock.acquire()
    for row in rows:
        store.put(row)
    store.lock.release()


def close(store):
    store.flush()
    return store.ready


def added(store):
    return store.ready
"""


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "repo")
    made.commit({"store.py": BEFORE, "test_store.py": "def test_it():\n    assert 1\n", "old.py": BEFORE})
    made.git("rm", "-q", "old.py")
    made.commit({"store.py": AFTER, "test_store.py": "def test_it():\n    assert 2\n"})
    return made


def ran(repo: Repo, form: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(repo.flowscout("review", "HEAD~1", "--format", form).out)
    return found


def test_its_json_is_as_the_schema_says(repo: Repo) -> None:
    record = ran(repo, "json")
    schema = json.loads((SOURCE / "schemas" / "review.json").read_text("utf-8"))
    assert record["schema"] == schema["$id"]
    jsonschema.Draft202012Validator(schema).validate(record)
    assert {"flow", "declaration", "neutral"} >= {one["answer"] for one in record["account"]} - {"listed"}
    assert sum(record["counts"].values()) == sum(not one["twin_of"] for one in record["account"])
    why = json.loads(repo.flowscout("review", "HEAD~1", "--format", "json", "--why").out)
    jsonschema.Draft202012Validator(schema).validate(why)


def test_its_marks_stand_on_the_lines_of_the_head(repo: Repo) -> None:
    results = ran(repo, "sarif")["runs"][0]["results"]
    lines = AFTER.split("\n")
    told = {}
    for each in results:
        place = each["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "store.py"
        told[lines[place["region"]["startLine"] - 1].strip()] = (each["ruleId"], each["level"])
    assert told["LIMIT = 1000"] == ("value-changed", "note")
    assert told["for row in rows:"] == ("check-changed", "warning")
    assert told["def close(store):"] == ("check-changed", "warning")
    assert not any("added" in line or "test" in line for line in told)


def test_a_file_ending_sets_the_form(repo: Repo) -> None:
    repo.flowscout("review", "HEAD~1", "--out", "found.sarif")
    assert json.loads(repo.text("found.sarif"))["version"] == "2.1.0"
