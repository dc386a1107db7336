"""Every verb as a person or a program meets it: results on stdout, talk on stderr, numbered exits."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from flowscout import __version__
from flowscout.cli import VERBS
from flowscout.model.report import POI_TYPES
from shell.repositories import SOURCE, Repo, environment
from shell.test_docs import VOLUME

jsonschema = pytest.importorskip("jsonschema")

QUEUE = """\
#include <string>
namespace work {
class Queue {
 public:
  bool Empty() const { return size_ == 0; }
  int Pop(int fallback);
  int Pop(const std::string& name);
 private:
  int size_ = 0;
};
int Queue::Pop(int fallback) {
  if (Empty()) {
    return fallback;
  }
  size_ = size_ - 1;
  return size_;
}
int Queue::Pop(const std::string& name) { return Pop(name.size()); }
}  // namespace work
int main(int argc, char** argv) {
  work::Queue queue;
  while (!queue.Empty()) {
    queue.Pop(0);
  }
  return 0;
}
"""
OTHER = "def create():\n    return helper()\n\n\ndef helper():\n    return 1\n"


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """Read only: tests that write make their own."""
    made = Repo(tmp_path_factory.mktemp("cli") / "repo")
    made.commit({"src/volume.py": VOLUME, "src/queue.cc": QUEUE, "lib/other.py": OTHER})
    return made


def drawn(repo: Repo, *arguments: str, **more: Any) -> str:
    ran = repo.flowscout("flowchart", *arguments, **more)
    assert ran.code == 0, ran.said
    return ran.out


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# -- the door -----------------------------------------------------------------------------------------------------------


def test_the_version_and_the_overview(repo: Repo) -> None:
    assert repo.flowscout("--version").out == f"flowscout {__version__}\n"
    ran = repo.flowscout("--help")
    assert ran.code == 0
    assert all(verb in ran.out for verb in VERBS)
    assert repo.flowscout().code == 2


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(repo: Repo, verb: str) -> None:
    ran = repo.flowscout(verb, "--help")
    assert (ran.code, ran.said) == (0, "")
    assert "--root" in ran.out
    assert repo.flowscout("help", verb).out == ran.out


def test_every_verb_has_a_file_and_every_file_is_a_verb() -> None:
    files = {path.stem for path in (SOURCE / "flowscout/cli").glob("*.py")}
    assert files - {
        "__init__",
        "talk",
        "opening",
        "desk",
        "init_changes",
        "rca_agent",
        "rca_code",
        "rca_memory",
        "rca_run",
        "telling",
    } == set(VERBS)


def test_the_way_in_imports_the_standard_library_only() -> None:
    code = "import sys; before = set(sys.modules); import flowscout.__main__, flowscout.cli; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, check=True, text=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert loaded - set(sys.stdlib_module_names) == {"flowscout"}


def test_a_hook_with_nothing_to_do_imports_next_to_nothing() -> None:
    code = f"import sys; sys.path.insert(0, {str(SOURCE)!r}); import flowscout.__main__; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, check=True, text=True)
    assert not {"re", "typing", "enum", "subprocess", "json", "argparse"} & set(done.stdout.split())


def test_a_misspelt_verb_is_told_the_near_one(repo: Repo) -> None:
    ran = repo.flowscout("flowchat", "x")
    assert (ran.code, ran.out) == (2, "")
    assert "did you mean `flowchart`?" in ran.said


def test_global_options_stand_before_or_after_the_verb(repo: Repo, tmp_path: Path) -> None:
    for arguments in (["--root", str(repo.path), "flowchart", "drop"], ["flowchart", "drop", "--root", str(repo.path)]):
        done = subprocess.run(
            [sys.executable, "-m", "flowscout", *arguments],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            check=False,
        )
        assert done.stdout.startswith(b"%%{init: ")


def test_a_reader_that_stops_is_no_error(repo: Repo) -> None:
    script = f"{sys.executable} -m flowscout export functions; echo $? >&2"
    done = subprocess.run(
        ["sh", "-c", f"({script}) | true"],
        cwd=repo.path,
        env=environment(),
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.stderr.strip().splitlines()[-1] == "0"
    assert "Traceback" not in done.stderr


def test_a_bug_of_ours_gives_a_report_to_paste(repo: Repo) -> None:
    code = "import sys, flowscout.cli, flowscout.__main__ as m; flowscout.cli.run = lambda a: 1 / 0; sys.exit(m.main(['scout']))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=repo.path, env=environment(), capture_output=True, check=False, text=True
    )
    assert done.returncode == 3
    assert "ZeroDivisionError" in done.stderr
    assert "issues" in done.stderr
    assert os.path.expanduser("~") + "/" not in done.stderr


def test_nothing_coloured_is_written_to_a_pipe(repo: Repo) -> None:
    for name in ("flowchart", "scout", "graph"):
        ran = repo.flowscout(name, *(["stats"] if name == "graph" else []))
        assert "\x1b" not in ran.out + ran.said


# -- flowchart ----------------------------------------------------------------------------------------------------------


def test_a_name_is_drawn_as_mermaid(repo: Repo) -> None:
    text = drawn(repo, "drop")
    assert text.startswith("%%{init: ")
    assert "drop" in text


@pytest.mark.parametrize("name", [
    "Queue::Empty", "work::Queue::Empty", "Empty", "queue.cc::Empty", "src/queue.cc::work::Queue::Empty", "volume.py::drop",
    "src/queue.cc::work::Queue::Pop(int)", "Pop(int)", "Queue::Pop(const std::string&)",
])  # fmt: skip
def test_names_in_every_spelling(repo: Repo, name: str) -> None:
    assert drawn(repo, name).startswith("%%{init: ")


def test_an_ambiguous_name_lists_its_candidates(repo: Repo) -> None:
    ran = repo.flowscout("flowchart", "create")
    assert (ran.code, ran.out) == (2, "")
    assert "lib/other.py:1" in ran.said
    assert "src/volume.py:1" in ran.said
    assert "--file" in ran.said
    assert drawn(repo, "create", "--file", "lib/other.py") != drawn(repo, "create", "--file", "volume.py")
    ran = repo.flowscout("flowchart", "Pop")
    assert (ran.code, "src/queue.cc:11" in ran.said, "--line" in ran.said) == (2, True, True)


def test_an_unknown_name_is_told_the_near_ones(repo: Repo) -> None:
    ran = repo.flowscout("flowchart", "creat")
    assert (ran.code, ran.out) == (2, "")
    assert "did you mean create" in ran.said


def test_a_line_names_its_function(repo: Repo) -> None:
    assert drawn(repo, "--file", "src/volume.py", "--line", "6") == drawn(repo, "src/volume.py::create")
    assert drawn(repo, "--file", "volume.py", "--line", "6", folder="src") == drawn(repo, "src/volume.py::create")
    assert repo.flowscout("flowchart", "--line", "6").code == 2
    assert repo.flowscout("flowchart", "--file", "src/volume.py", "--line", "600").code == 2


def test_the_published_spelling_works(repo: Repo, tmp_path: Path) -> None:
    out = tmp_path / "out.mmd"
    ran = repo.flowscout(
        "flowchart", "--entry-file", "src/volume.py", "--entry-function", "create", "--project-path", ".", "--detail-level", "high",
        "--use_v4", "--out", str(out),
    )  # fmt: skip
    assert (ran.code, ran.out) == (0, "")
    assert "--use_v4 is accepted" in ran.said
    assert out.read_text() == drawn(repo, "src/volume.py::create", "--detail", "high")
    assert drawn(repo, "--file", "src/volume.py", "--function", "create").startswith("%%{init: ")


def test_without_a_name_the_entry_points_are_drawn_with_their_evidence(repo: Repo) -> None:
    ran = repo.flowscout("flowchart")
    assert ran.out.startswith("%%{init: ")
    assert "main (src/queue.cc:20) is named main" in ran.said
    ran = repo.flowscout("flowchart", "--file", "src/volume.py")
    assert "is public and called by nobody" in ran.said
    assert ran.out.count("flowchart ") == 2


def test_detail_levels_grow(repo: Repo, tmp_path: Path) -> None:
    sizes = [len(drawn(repo, "src/volume.py::create", "--detail", level)) for level in ("high", "medium", "deep")]
    assert sizes == sorted(sizes)
    asked = "".join(
        [f"    if box.full{n}:\n        box.shelf{n}.sort()\n    box.part{n} = make{n}(box)\n" for n in range(9)]
    )
    other = Repo(tmp_path / "repo")
    other.commit({"src/long.py": f"def pack(box):\n{asked}    return box\n"})
    sizes = [len(drawn(other, "src/long.py::pack", "--detail", level)) for level in ("high", "medium")]
    assert sizes[0] < sizes[1]


def test_the_ending_of_out_sets_the_format(repo: Repo, tmp_path: Path) -> None:
    for ending, begins in (
        (".mmd", "%%{init: "),
        (".md", "## `drop`"),
        (".json", '{"'),
        (".txt", "drop  (src/volume.py:13)"),
    ):
        out = tmp_path / f"x{ending}"
        assert repo.flowscout("flowchart", "drop", "--out", str(out)).code == 0
        assert out.read_text().startswith(begins)
    assert repo.flowscout("flowchart", "drop", "--out", str(tmp_path / "x.pdf")).code == 2
    assert drawn(repo, "drop", "--format", "markdown").startswith("## `drop`")


def test_several_names_give_several_charts(repo: Repo, tmp_path: Path) -> None:
    names = ["drop", "helper", "main"]
    assert drawn(repo, *names).count("flowchart ") == 3
    assert len(lines(drawn(repo, *names, "--format", "json"))) == 3
    folder = tmp_path / "charts"
    drawn(repo, *names, "--out", f"{folder}/")
    assert sorted(path.name for path in folder.iterdir()) == ["drop.mmd", "helper.mmd", "main.mmd"]
    assert repo.flowscout("flowchart", *names, "--out", str(tmp_path / "one.mmd")).code == 2


def _pages(count: int) -> str:
    """A function of so many phases, each enough to be a drawing."""
    steps = "".join(
        f"\n    if box.kind{n} is None:\n        raise ValueError({n})\n    for item in box.row{n}:\n        if item.ripe:\n"
        f"            store.put{n}(item)\n        else:\n            store.drop{n}(item)\n"
        for n in range(count)
    )
    return f"def pack(box, store):\n{steps}    return box\n"


def test_drawings_of_a_former_division_are_removed(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    charts = tmp_path / "charts"
    charts.mkdir()
    (charts / "pack-9.md").write_text("mine")
    repo.commit({"a.py": _pages(40)})
    drawn(repo, "pack", "--out", f"{charts}/")
    many = sorted(path.name for path in charts.glob("*.mmd"))
    assert len(many) > 4
    (charts / f"pack-{len(many)}.mmd").write_text("flowchart TD\n  mine\n")
    repo.commit({"a.py": _pages(1)})
    drawn(repo, "pack", "--out", f"{charts}/")
    assert {path.name for path in charts.iterdir()} == {"pack-9.md", f"pack-{len(many)}.mmd", "pack.mmd"}


def test_json_tells_the_phases(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"a.py": _pages(3)})
    record = json.loads(drawn(repo, "pack", "--format", "json"))
    assert [phase["title"] for phase in record["phases"] if "row" in phase["title"]] == [
        f"For each item in box.row{n}" for n in range(3)
    ]
    assert {member for phase in record["phases"] for member in phase["members"]} <= {*record["order"]}


def test_a_place_that_cannot_be_written_is_yours(repo: Repo, tmp_path: Path) -> None:
    ran = repo.flowscout("flowchart", "drop", "--out", str(tmp_path / "no/such/x.mmd"))
    assert (ran.code, "No such file" in ran.said) == (2, True)


def test_the_worktree_the_index_and_a_commit(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    first = repo.commit({"a.py": "def one(x):\n    if x:\n        return 'first'\n    return 0\n"})
    repo.write({"a.py": repo.text("a.py").replace("first", "second")}).git("add", "a.py")
    repo.write({"a.py": repo.text("a.py").replace("second", "third")})
    assert "third" in drawn(repo, "one")
    assert "second" in drawn(repo, "one", "--staged")
    assert "first" in drawn(repo, "one", "--rev", first)
    assert "first" in drawn(repo, "one", "--rev", "main")
    assert repo.flowscout("flowchart", "one", "--rev", "--output=x").code == 2


def test_a_folder_outside_git(tmp_path: Path) -> None:
    folder = Repo(tmp_path / "plain", git=False).write({"a.py": OTHER})
    assert drawn(folder, "helper").startswith("%%{init: ")
    for verb in (["scout"], ["export", "functions"], ["graph", "stats"]):
        assert folder.flowscout(*verb).code == 0
    for verb in (["hook"], ["init"], ["flowchart", "helper", "--rev", "HEAD"]):
        ran = folder.flowscout(*verb)
        assert (ran.code, "git repository" in ran.said) == (2, True)


def test_what_the_figures_leave_out_stands_with_them(tmp_path: Path) -> None:
    folder = Repo(tmp_path / "plain", git=False).write(
        {"a.py": OTHER, "big.c": f"/*{'x' * 1_100_000}*/ int f(void) {{ return 1; }}"}
    )
    ran = folder.flowscout("graph", "stats")
    assert (ran.code, "files not read" in ran.out, "  big.c: 1,1" in ran.out) == (0, True, True)
    assert "files not read" not in folder.write({"big.c": "int f(void) { return 1; }"}).flowscout("graph", "stats").out


def test_a_folder_without_functions_says_so(tmp_path: Path) -> None:
    folder = Repo(tmp_path / "empty", git=False)
    ran = folder.flowscout("flowchart", "x")
    assert (ran.code, "no functions were found" in ran.said) == (2, True)
    assert folder.flowscout("graph", "stats").code == 0


# -- export and its schemas -------------------------------------------------------------------------------------------------


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


def validate(name: str, record: dict[str, Any]) -> None:
    schema = json.loads((SOURCE / "flowscout/schemas" / f"{name}.json").read_text("utf-8"))
    assert record["schema"] == schema["$id"]
    jsonschema.Draft202012Validator(schema).validate(record)


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


# -- scout --------------------------------------------------------------------------------------------------------------


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


# -- graph and explain --------------------------------------------------------------------------------------------------


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


# -- init, uninstall, doctor, cache, completion ---------------------------------------------------------------------------


def test_init_and_uninstall_leave_no_trace(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({
        "a.py": VOLUME, ".gitattributes": "*.py text\n",
        ".pre-commit-config.yaml": "repos:\n- repo: https://github.com/pre-commit/pre-commit-hooks\n  rev: v5.0.0\n  hooks:\n  - id: check-yaml\n",
        ".mcp.json": '{\n    "mcpServers": {\n        "other": {\n            "command": "é"\n        }\n    }\n}\n', "AGENTS.md": "# Ours\n\nRun the tests.\n",
    })  # fmt: skip
    before = {path: path.read_bytes() for path in repo.path.iterdir() if path.is_file()}
    everything = ("init", "--yes", "--for", "comments,rca,pages,hook,editor,assistant")
    ran = repo.flowscout(*everything)
    assert ran.code == 0, ran.said
    assert ran.out.splitlines() == [
        "flowscout.toml",
        ".gitattributes",
        ".pre-commit-config.yaml",
        ".github/workflows/flowscout.yml",
        ".github/workflows/flowscout-after.yml",
        ".vscode/tasks.json",
        ".mcp.json",
        "AGENTS.md",
    ]
    assert list(json.loads(repo.text(".mcp.json"))["mcpServers"]) == ["other", "flowscout"]
    assert repo.text("AGENTS.md").startswith("# Ours\n\nRun the tests.\n\n<!-- begin: written by flowscout init -->\n")
    assert "linguist-generated" in repo.git("check-attr", "-a", "docs/flowcharts/a.py.md")
    repo.git("add", "-A")
    assert re.search(r"merge driver +set", repo.flowscout("doctor").out)
    assert repo.flowscout("refresh").code == 0
    again = repo.flowscout(*everything)
    assert (again.code, again.out) == (0, "")
    assert repo.flowscout("uninstall").code == 1, "it asks"
    assert repo.flowscout("uninstall", "--yes").code == 0
    assert {path: path.read_bytes() for path in repo.path.iterdir() if path.is_file()} == before
    assert not any((repo.path / folder).exists() for folder in (".github", ".vscode"))
    assert not (repo.path / "docs").exists() or not list((repo.path / "docs").rglob("*"))
    assert "merge.flowscout" not in repo.git("config", "--list")


def test_a_root_below_the_top_shares_the_hook(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"one/a.py": VOLUME, "two/b.py": VOLUME})
    for root in ("one", "two"):
        assert repo.flowscout("init", "--yes", "--for", "pages,hook", "--root", root).code == 0
        assert (repo.path / root / "flowscout.toml").exists()
        assert not (repo.path / root / ".pre-commit-config.yaml").exists()
    assert repo.text(".pre-commit-config.yaml").count("id: flowscout") == 1
    repo.git("add", "-A")
    assert repo.flowscout("refresh", "--root", "one").code == 0
    assert (repo.path / "one/docs/flowcharts/a.py.md").exists()
    assert repo.flowscout("uninstall", "--yes", "--root", "one").code == 0
    assert repo.text(".pre-commit-config.yaml").count("id: flowscout") == 1
    assert not (repo.path / "one/flowscout.toml").exists()


def test_init_asks_before_it_changes_a_file(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"a.py": VOLUME, ".gitattributes": "*.py text\n"})
    ran = repo.flowscout("init", "--for", "pages")
    assert repo.text(".gitattributes") == "*.py text\n"
    assert "--yes changes it" in ran.said
    assert (repo.path / "flowscout.toml").exists()


@pytest.mark.parametrize("before", [
    "", "repos: []\n", "repos:\n  - repo: local\n    hooks: []\nci:\n  skip: [x]\n", "# top\nrepos:\n- repo: local\n  hooks: []\n",
    "default_stages: [pre-commit]\nrepos:\n    -   repo: local\n        hooks: []\n",
])  # fmt: skip
def test_the_hook_entry_fits_into_any_configuration(tmp_path: Path, before: str) -> None:
    from flowscout.tasks.setup import REPOSITORY, Pin, hook_entry, without_entry

    pin = Pin("a" * 40, "v1.2.3", "1.2.3")

    yaml = pytest.importorskip("yaml")
    after = hook_entry(before, pin.frozen)
    assert after is not None
    was, now = yaml.safe_load(before) or {}, yaml.safe_load(after)
    assert now.pop("repos") == [
        *(was.pop("repos", None) or []),
        {"repo": REPOSITORY, "rev": pin.commit, "hooks": [{"id": "flowscout"}]},
    ]
    assert now == was
    assert hook_entry(after, pin.frozen) == after
    left = yaml.safe_load(without_entry(after)) or {}
    assert (left.get("repos") or []) == ((yaml.safe_load(before) or {}).get("repos") or [])


def test_the_doctor_checks_and_says_what_to_do(repo: Repo, tmp_path: Path) -> None:
    ran = repo.flowscout("doctor")
    assert ran.code == 0
    assert "git version" in ran.out
    assert "tree_sitter_cpp" in ran.out
    assert "flowscout init" in ran.out
    for record in lines(repo.flowscout("doctor", "--json").out):
        validate("check", record)
    assert "max-charts" in repo.flowscout("doctor", "--keys").out


@pytest.mark.parametrize(("name", "env", "file", "way"), [
    ("git", {"PATH": "/nonexistent"}, {}, "install git"), ("memory", {"FLOWSCOUT_EMBEDDINGS": "magic"}, {}, "FLOWSCOUT_EMBEDDINGS is"),
    ("memory", {"FLOWSCOUT_MEMORY": "flowscout.toml"}, {"flowscout.toml": "a"}, "move the file away"), ("model", {"FLOWSCOUT_PROVIDER": "oracle"}, {}, "none"),
    ("configuration", {}, {"flowscout.toml": "max_chart = 1\n"}, "max-charts"), ("pull requests", {}, {}, "flowscout init"),
    ("pull requests", {}, {".github/workflows/flowscout.yml": "name: x\n"}, "flowscout-after.yml is missing: `flowscout init`"),
    ("hook", {}, {"flowscout.toml": "a"}, "pre-commit install"), ("merge driver", {}, {"flowscout.toml": "a"}, "flowscout init --for pages"),
])  # fmt: skip
def test_whatever_is_not_well_says_what_to_do(
    tmp_path: Path, name: str, env: dict[str, str], file: dict[str, str], way: str
) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"a.py": VOLUME, **{path: "" if text == "a" else text for path, text in file.items()}})
    if name == "memory" and "FLOWSCOUT_MEMORY" in env:
        repo.write({"flowscout.toml": "no database " * 400})

    checks = [check for check in lines(repo.flowscout("doctor", "--json", env=env).out) if check["name"] == name]

    assert [check["state"] for check in checks if check["state"] != "ok"], checks
    assert way in checks[0]["text"]


def test_the_cache_is_shown_pruned_and_cleared(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"a.py": VOLUME})
    on = {"FLOWSCOUT_MEMO": "on"}
    first = drawn(repo, "drop", env=on)
    assert drawn(repo, "drop", env=on) == first
    info = repo.flowscout("cache", "info", env=on).out
    assert ".git/flowscout/" in info
    assert not re.search(r" 0 results", info)
    assert repo.git("status", "--porcelain") == ""
    repo.commit({"a.py": OTHER})
    ran = repo.flowscout("cache", "prune", env=on)
    assert "results forgotten" in ran.said
    assert repo.flowscout("cache", "clear", env=on).code == 0
    assert " 0 results" in repo.flowscout("cache", "info", env=on).out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_valid(repo: Repo, tmp_path: Path, shell: str) -> None:
    ran = repo.flowscout("completion", shell)
    assert ran.code == 0
    assert all(verb in ran.out for verb in VERBS)
    assert "entry-points" in ran.out
    if shutil.which(shell):
        script = tmp_path / "script"
        script.write_text(ran.out)
        checked = subprocess.run([shell, "-n", str(script)], capture_output=True, check=False)
        assert checked.returncode == 0, checked.stderr


def test_bash_completes(repo: Repo) -> None:
    if not shutil.which("bash"):
        pytest.skip("bash is not installed")
    script = repo.flowscout("completion", "bash").out
    probe = 'COMP_WORDS=(flowscout graph entr) COMP_CWORD=2; _flowscout; echo "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", f"{script}\n{probe}"], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "entry-points"
