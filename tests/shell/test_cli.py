"""The command line as a person or a program meets it: results on stdout, talk on stderr, numbered exits, and drawing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flowscout import __version__
from flowscout.cli import VERBS
from shell.repositories import SOURCE, Repo, environment
from shell.sample import OTHER, drawn, lines


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
    cli = SOURCE / "flowscout/cli"
    files = {path.stem for path in cli.glob("*.py")} | {path.parent.name for path in cli.glob("*/__init__.py")}
    assert files - {"__init__", "shared"} == set(VERBS)


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


def test_numbers_of_options_have_bounds_and_json_is_one_word_everywhere(repo: Repo) -> None:
    repo.commit(
        {
            "shop.py": "class Shop:\n    def stop(self):\n        pass\n\n\nclass Other:\n    def stop(self):\n        pass\n"
        }
    )
    for arguments, said in {
        ("rca", "similar", "x", "--limit", "0"): "0 is not from 1 to 1,000",
        ("rca", "similar", "x", "--min-confidence", "7"): "7 is not from 0 to 1",
        ("graph", "callers", "stop", "--depth", "-1"): "-1 is not from 0 to 100,000",
    }.items():
        ran = repo.flowscout(*arguments)
        assert (ran.code, said in ran.said) == (2, True), ran
    assert json.loads(repo.flowscout("flowchart", "Shop.stop", "--json").out)["function_name"] == "Shop.stop"
    assert "did you mean Shop.stop," in repo.flowscout("explain", "Shp.stop").said
