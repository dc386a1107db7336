"""What programs read: records of `export`, reports of `scout`, answers of `graph` and `explain`, each as its schema says."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from flowscout.model.report import POI_TYPES
from shell.repositories import SOURCE, Repo
from shell.sample import OTHER, QUEUE, drawn, lines, validate

jsonschema = pytest.importorskip("jsonschema")


@pytest.mark.parametrize("kind", ["functions", "calls", "cfg", "actions", "summaries", "sfm"])
def test_every_record_is_as_its_schema_says(repo: Repo, kind: str) -> None:
    ran = repo.flowscout("export", kind)
    records = lines(ran.out)
    assert ran.code == 0
    assert len(records) > 3
    name = {"functions": "function", "calls": "call", "actions": "action", "summaries": "summary"}.get(kind, kind)
    for record in records:
        validate(name, record)
        assert list(record) == sorted(record)
    assert repo.flowscout("export", kind).out == ran.out


def test_every_schema_is_valid_and_closed() -> None:
    for path in (SOURCE / "flowscout/schemas").glob("*.json"):
        schema = json.loads(path.read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["additionalProperties"] is False, path.name


def test_exports_of_a_path(repo: Repo) -> None:
    paths = {record["path"] for record in lines(repo.flowscout("export", "functions", "src/volume.py").out)}
    assert paths == {"src/volume.py"}
    assert {r["path"] for r in lines(repo.flowscout("export", "functions", "lib").out)} == {"lib/other.py"}
    assert repo.flowscout("export", "nonsense").code == 2
    assert repo.flowscout("export").code == 2


def test_records_name_what_the_code_holds(repo: Repo) -> None:
    functions = {r["id"]: r for r in lines(repo.flowscout("export", "functions").out)}
    helper = functions["lib/other.py::helper"]
    assert (helper["is_leaf"], helper["callers"], helper["start_line"]) == (True, ["lib/other.py::create"], 5)
    calls = lines(repo.flowscout("export", "calls", "lib").out)
    assert [(c["caller"], c["callee"], c["line"], c["how"]) for c in calls] == [
        ("lib/other.py::create", "lib/other.py::helper", 2, "exact")
    ]
    (cfg,) = [r for r in lines(repo.flowscout("export", "cfg").out) if r["id"].endswith("Pop(int)")]
    assert (cfg["decisions"], len(cfg["returns"]), cfg["start_line"]) == (1, 2, 11)
    (summary,) = [r for r in lines(repo.flowscout("export", "summaries").out) if r["id"] == "lib/other.py::create"]
    assert (summary["aggregation_level"], list(summary["child_summaries"])) == (1, ["lib/other.py::helper"])


def test_a_path_that_is_not_utf8_keeps_its_bytes(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    with open(os.path.join(os.fsencode(repo.path), b"caf\xe9.py"), "wb") as file:
        file.write(OTHER.encode())
    repo.commit()
    (record, _) = lines(repo.flowscout("export", "functions").out)
    validate("function", record)
    assert record["path"] == "caf\ufffd.py"
    import base64

    assert base64.b64decode(record["pathBytes"]) == b"caf\xe9.py"
    assert drawn(repo, "helper").startswith("%%{init: ")


def test_the_schemas_are_where_export_says(repo: Repo) -> None:
    folder = Path(repo.flowscout("export", "--schemas").out.strip())
    assert (folder / "sfm.json").is_file()


def test_reports_of_every_kind_of_file(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({
        "a.py": OTHER, "large.py": "x = 1\n" * 200_000, "binary.c": b"\x00\x01\x02", "text.txt": "words", "empty.py": "",
        "queue.cc": QUEUE, "broken.py": "def f(:\n  x ==== \n\ndef g():\n    return 1\n", "crlf.py": OTHER.replace("\n", "\r\n"),
        "bom.py": b"\xef\xbb\xbf" + OTHER.encode(), "latin.py": "# caf\xe9\ndef f():\n    return 1\n".encode("latin-1"),
    })  # fmt: skip
    names = [
        "a.py",
        "large.py",
        "binary.c",
        "text.txt",
        "empty.py",
        "queue.cc",
        "broken.py",
        "gone.py",
        "crlf.py",
        "bom.py",
        "latin.py",
    ]
    ran = repo.flowscout("scout", "--json", *names)
    assert ran.code == 0
    reports = {record["filePath"]: record for record in lines(ran.out)}
    assert sorted(reports) == sorted(names)
    for record in reports.values():
        validate("report", record)
        assert {poi["type"] for poi in record["pois"]} <= set(POI_TYPES)
    status = {name: record["status"] for name, record in reports.items()}
    assert status == dict.fromkeys(names, "COMPLETED_SUCCESS") | {
        "large.py": "SKIPPED_FILE_TOO_LARGE", "binary.c": "SKIPPED_BINARY", "text.txt": "SKIPPED_UNSUPPORTED", "gone.py": "FAILED_FILE_NOT_FOUND",
    }  # fmt: skip
    for name in ("a.py", "crlf.py", "bom.py"):
        assert [(poi["name"], poi["startLine"], poi["endLine"]) for poi in reports[name]["pois"]] == [
            ("create", 1, 2),
            ("helper", 5, 6),
        ]
    assert "g" in {poi["name"] for poi in reports["broken.py"]["pois"]}
    assert {"Queue", "Empty", "Pop", "main"} <= {poi["name"] for poi in reports["queue.cc"]["pois"]}
    import hashlib

    assert reports["a.py"]["fileChecksum"] == hashlib.sha256(OTHER.encode()).hexdigest()
    assert (reports["a.py"]["error"], reports["a.py"]["analysisAttempts"]) == (None, 0)


def test_absolute_paths_on_request(repo: Repo) -> None:
    (record,) = lines(repo.flowscout("scout", "lib/other.py", "--json", "--absolute").out)
    assert record["filePath"] == str(repo.path.resolve() / "lib/other.py")


def test_a_report_for_people(repo: Repo) -> None:
    ran = repo.flowscout("scout", "src")
    assert re.search(r"13-17 +FunctionDefinition +drop", ran.out)
    assert "2 files" in ran.said


def test_the_graph_answers(repo: Repo) -> None:
    def ask(*arguments: str) -> list[dict[str, Any]]:
        ran = repo.flowscout("graph", *arguments, "--json")
        records = lines(ran.out)
        for record in records:
            validate("graph", record)
        return records

    assert [r["id"] for r in ask("callers", "helper")] == ["lib/other.py::create"]
    assert [r["id"] for r in ask("callees", "create", "--file", "lib/other.py")] == ["lib/other.py::helper"]
    path = [r["id"] for r in ask("path", "main", "Empty")]
    assert path[0] == "src/queue.cc::main(int,char **)"
    assert path[-1].endswith("Empty() const")
    assert "lib/other.py::helper" in [r["id"] for r in ask("leaves")]
    assert {r["evidence"] for r in ask("entry-points", "src/queue.cc")} >= {"is named main"}
    stats = {r["name"]: r["value"] for r in ask("stats")}
    assert (stats["translation_units"], stats["functions"]) == (3, 8)
    assert repo.flowscout("graph", "path", "helper", "main").code == 1
    assert repo.flowscout("graph", "callers").code == 2


@pytest.mark.parametrize("stage", ["words", "cfg", "actions", "calls", "summary", "sfm"])
def test_a_stage_is_shown_for_people_and_for_programs(repo: Repo, stage: str) -> None:
    ran = repo.flowscout("explain", "src/volume.py:8", "--stage", stage)
    assert ran.code == 0
    assert ran.out.startswith("create  (src/volume.py:1)  src/volume.py::create")
    assert ("\nIt can fail\n  " in ran.out) is (stage == "words")
    for record in lines(repo.flowscout("explain", "src/volume.py:8", "--stage", stage, "--json").out):
        validate({"calls": "call", "actions": "action", "words": "summary"}.get(stage, stage), record)
