"""What a range of commits does, in real repositories; and runs that know that nothing has changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shell.repositories import Repo

STORE = """
import os


class Store:
    def drop(self, name):
        if not name:
            raise ValueError("no name")
        self.forget(name)

    def forget(self, name):
        self.known = None
"""
HANDLER = """
from store import Store


def handle_drop(request):
    store = Store()
    store.drop(request)
"""


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "repo")
    made.commit({"store.py": STORE, "handler.py": HANDLER, "flowscout.toml": ""})
    return made


def test_an_effect_far_below_is_told_at_the_entry_point_with_its_path(repo: Repo) -> None:
    repo.commit({"store.py": STORE.replace("self.known = None", "os.remove(name)")})

    told = repo.flowscout("review", "HEAD~1").out

    assert "now removes \\(os.remove\\) via Store.drop → Store.forget" in told
    assert "- `Store.forget`: Calls `os.remove(name)` where it set `self.known` to `None`. (store.py:" in told
    assert "handle\\_drop → drop → forget" in told
    assert "```mermaid" in told


OVERLOADED = """
from typing import overload

@overload
def encode(data: str) -> str: ...
@overload
def encode(data: None) -> None: ...
def encode(data):
    if data is None:
        return None
    return quote(data)
"""


def test_overloads_are_compared_with_themselves_whatever_their_order_by_digest(repo: Repo) -> None:
    for text, told in (
        ("quote_plus(data)", "Returns `quote_plus(data)` where it returned `quote(data)`."),
        ("quote(str(data))", "The returned `quote` is given `str(data)`, no longer `data`."),
        ("quote(data, safe)", "The returned `quote` is now also given `safe`."),
    ):
        repo.commit({"encode.py": OVERLOADED})
        repo.commit({"encode.py": OVERLOADED.replace("quote(data)", text)})
        changes = json.loads(repo.flowscout("review", "HEAD~1", "--format", "json").out)["changes"]
        assert [(c["how"], c["sentences"]) for c in changes] == [("changed", [told])]


def test_tests_are_told_apart_and_do_not_change_what_an_entry_point_does(repo: Repo) -> None:
    repo.commit(
        {
            "tests/test_store.py": "import os\nfrom store import Store\nclass Broken(Store):\n    def forget(self, name):\n        os.rmdir(name)\n"
        }
    )

    told = repo.flowscout("review", "HEAD~1").out

    assert "**Only tests changed." in told
    assert [line for line in told.split("\n") if line.startswith("- ")][1:] == [
        "- `Broken.forget` (new, tests/test\\_store.py): Calls `os.rmdir(name)`."
    ]
    assert "now remove" not in told
    assert "```mermaid" not in told


def test_beside_a_script_that_is_not_read_it_is_not_the_code_of_which_only_tests_changed(repo: Repo) -> None:
    repo.commit({"tests/test_store.py": "def test_store():\n    assert 1\n", "deploy": "rm -rf $1\n"})

    told = repo.flowscout("review", "HEAD~1", "--format", "text").out

    assert told.startswith("Of what was read, only tests changed. ")
    assert "Not read: deploy." in told


def test_entry_points_that_now_do_the_same_are_told_together(repo: Repo) -> None:
    repo.commit(
        {"handler.py": HANDLER + "\n\ndef handle_clear(request):\n    store = Store()\n    store.drop(request)\n"}
    )
    repo.commit({"store.py": STORE.replace("self.known = None", "os.remove(name)")})

    told = repo.flowscout("review", "HEAD~1").out
    taken_back = repo.flowscout("review", "HEAD..HEAD~1").out

    assert (
        "- `handle_clear` and `handle_drop` now remove \\(os.remove\\) via Store.drop → Store.forget, by an edit of Store.forget\n"
        in told
    )
    assert (
        "- `handle_clear` and `handle_drop` no longer remove \\(os.remove\\) via Store.drop → Store.forget, by an edit of Store.forget\n"
        in taken_back
    )


def test_what_only_tests_call_is_an_entry_point_of_a_review(repo: Repo) -> None:
    repo.commit(
        {
            "tests/test_handler.py": "from handler import handle_drop\ndef test_it():\n    handle_drop(1)\n",
            "handler.py": HANDLER.replace("handle_drop", "dropped"),
        }
    )
    repo.commit({"tests/test_handler.py": "from handler import dropped\ndef test_it():\n    dropped(1)\n"})
    repo.commit({"store.py": STORE.replace("self.known = None", "os.remove(name)")})

    told = repo.flowscout("review", "HEAD~1").out

    assert "`dropped` now removes" in told


def test_an_effect_that_falls_behind_the_cut_is_not_said_to_be_gone(repo: Repo) -> None:
    """What a function does is kept up to a number of effects, in their order; one more at the front pushes the last one out."""
    fields = "".join(f"        self.field_{n:03} = None\n" for n in range(100))
    full = STORE.replace("        self.known = None\n", fields)
    repo.commit({"store.py": full})
    repo.commit({"store.py": full.replace("        self.field_000", "        os.remove(name)\n        self.field_000")})

    told = repo.flowscout("review", "HEAD~1").out

    assert "`handle_drop` now removes" in told
    assert "no longer" not in told


def test_a_field_that_is_now_set_through_a_local_is_not_said_to_be_left_alone(repo: Repo) -> None:
    direct = "    self.last.used = name\n"
    by_a_local = "    last = self.get()\n        last.used = name\n"
    shelf = "class Shelf:\n    def get(self):\n        return self.last\n\n    def take(self, name):\n    "
    calls = "\n\ndef begin(shelf: Shelf):\n    shelf.take(1)\n"
    repo.commit({"shelf.py": shelf + direct + calls})
    for text, told in (
        (by_a_local, []),
        (
            "    print(name)\n",
            ["`begin` no longer changes Shelf.last.used via Shelf.take, by an edit of Shelf.take"],
        ),
    ):
        repo.commit({"shelf.py": shelf + direct + calls})
        repo.commit({"shelf.py": shelf + text + calls})
        said = repo.flowscout("review", "HEAD~1").out
        assert "in the flow" in said
        assert [line.removeprefix("- ") for line in said.splitlines() if "no longer changes" in line] == told


def test_a_call_that_is_only_known_by_another_name_does_what_it_did(repo: Repo) -> None:
    body = "\n\ndef save(item):\n    if item:\n        db.commit()\n"
    repo.commit({"saving.py": "from anywhere import *" + body})
    repo.commit({"saving.py": "import database as db" + body, "store.py": STORE.replace("None", "0")})
    told = repo.flowscout("review", "HEAD~1").out
    assert "Store.forget" in told
    assert "commits" not in told
    repo.commit({"saving.py": "import elsewhere as db" + body})
    told = repo.flowscout("review", "HEAD~1").out
    assert "`save` now commits \\(elsewhere.commit\\)" in told
    assert "`save` no longer commits \\(database.commit\\)" in told


def test_a_new_validation_is_told_with_its_error(repo: Repo) -> None:
    repo.commit(
        {
            "store.py": STORE.replace(
                "        self.forget(name)",
                '        if name in "/":\n            raise KeyError("a path")\n        self.forget(name)',
            )
        }
    )

    told = repo.flowscout("review", "HEAD~1..HEAD", "--format", "text").out

    assert """Adds a check: when `name in "/"`, raises `KeyError("a path")`.""" in told


def test_a_test_that_a_macro_defines_is_named_by_its_arguments(repo: Repo) -> None:
    repo.commit(
        {"tests/shelf_test.cc": "TEST_F(ShelfTest, KeepsNames) { Open(); }\nTEST_F(ShelfTest, Forgets) { Close(); }\n"}
    )
    told = repo.flowscout("review", "HEAD~1").out

    assert "- `TEST_F(ShelfTest,Forgets)`, `TEST_F(ShelfTest,KeepsNames)` (new, tests/shelf\\_test.cc)\n" in told


def test_text_that_changes_no_flow_is_counted_and_not_drawn(repo: Repo) -> None:
    repo.commit(
        {"store.py": STORE.replace("        self.known = None", "        # nobody\n        self.known  =  None\n")}
    )

    told = repo.flowscout("review", "HEAD~1")

    assert (told.code, "No flow changed" in told.out, "mermaid" in told.out) == (0, True, False)


def test_a_renamed_function_is_compared_with_itself(repo: Repo) -> None:
    repo.commit(
        {
            "store.py": STORE.replace("def drop(", "def remove_volume("),
            "handler.py": HANDLER.replace("store.drop", "store.remove_volume"),
        }
    )

    told = json.loads(repo.flowscout("review", "HEAD~1", "--format", "json").out)

    assert told["schema"] == "flowscout.review/1"
    assert ["store.py::Store.drop", "store.py::Store.remove_volume"] in told["renamed"]
    assert not [c for c in told["changes"] if c["how"] in ("added", "removed")]


def test_without_a_range_a_branch_is_reviewed_from_where_it_left_main(repo: Repo) -> None:
    repo.git("switch", "-q", "-c", "work")
    repo.commit({"store.py": STORE.replace("self.known = None", "os.remove(name)")})

    assert "Store.forget" in repo.flowscout("review").out
    repo.git("switch", "-q", "main")
    nothing = repo.flowscout("review")
    assert (nothing.code, "name a range" in nothing.said) == (2, True)


def test_the_hook_knows_an_index_that_was_in_step(repo: Repo) -> None:
    repo.flowscout("refresh")
    repo.commit({}, "docs")
    assert repo.flowscout("hook").code == 0

    again = repo.flowscout("hook", env={"PYTHONPROFILEIMPORTTIME": "1"})

    assert again.code == 0
    assert "flowscout.unchanged" in again.said
    assert "flowscout.pipeline" not in again.said
    repo.write({"store.py": STORE.replace("no name", "a name is needed")}).git("add", "-A")
    assert repo.flowscout("hook").code == 1


def test_verify_proves_what_is_kept_and_tells_what_was_tampered_with(repo: Repo) -> None:
    import sqlite3

    repo.flowscout("refresh")
    repo.write({"store.py": STORE.replace("self.known = None", "os.remove(name)")}).git("add", "-A")
    repo.flowscout("refresh")
    assert repo.flowscout("verify").out.startswith("the same: ")
    with sqlite3.connect(repo.path / ".git" / "flowscout" / "store.sqlite") as db:
        db.execute("UPDATE functions SET effects = 0")

    told = repo.flowscout("verify")

    assert (told.code, "differences" in told.said) == (1, True)


def test_a_run_says_how_much_it_did(repo: Repo) -> None:
    repo.flowscout("refresh")
    repo.write({"store.py": STORE.replace("self.known = None", "self.known = 1")}).git("add", "-A")

    said = repo.flowscout("refresh", "-v").said

    assert "changed 1, recomputed 0, cut off 0, reused 3" in said


def test_names_that_are_no_text_are_kept_like_any_other(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"flowscout.toml": "", 'a "b" \\ c.py': STORE})
    (repo.path / b"caf\xe9.py".decode("utf-8", "surrogateescape")).write_text(STORE)
    repo.git("add", "-A")

    assert repo.flowscout("refresh").code == 0
    repo.git("add", "-A")

    assert (repo.flowscout("hook").code, repo.flowscout("verify").code) == (0, 0)


@pytest.mark.parametrize(
    "column", ["effects = '[[1'", "calls = x'00'", "position = 99", "cycle = '7'", "chart = 'gone'"]
)
def test_rows_that_were_tampered_with_cost_time_only(repo: Repo, column: str) -> None:
    import sqlite3

    repo.flowscout("refresh")
    page = repo.text("docs/flowcharts/store.py.md")
    with sqlite3.connect(repo.path / ".git" / "flowscout" / "store.sqlite") as db:
        db.execute(f"UPDATE functions SET {column}")
    repo.write({"handler.py": HANDLER + "\n# more\n"}).git("add", "-A")

    first, second = repo.flowscout("refresh"), repo.flowscout("refresh", "--check", "--worktree")

    assert (first.code, second.code) == (0, 0), first.said + second.said
    assert repo.text("docs/flowcharts/store.py.md") == page


def test_a_store_that_somebody_holds_is_read_around(repo: Repo) -> None:
    import sqlite3

    repo.flowscout("refresh")
    repo.write({"store.py": STORE.replace("no name", "a name is needed")}).git("add", "-A")
    held = sqlite3.connect(repo.path / ".git" / "flowscout" / "store.sqlite", isolation_level=None)
    held.execute("BEGIN IMMEDIATE")

    told = repo.flowscout("refresh")

    held.rollback()
    assert (told.code, "in memory" in told.said) == (0, True), told.said
    assert "a name is needed" in repo.text("docs/flowcharts/store.py.md").replace("\n", " ")


def test_what_a_commit_declares_is_held_against_the_code(repo: Repo) -> None:
    repo.commit(
        {"store.py": STORE.replace('            raise ValueError("no name")', "            return")},
        message="Refactor the store\n\nNothing is done otherwise.\n",
    )
    told = repo.flowscout("review", "HEAD~1..HEAD", "--why").out
    assert "Refactor the store" in told
    assert "Nothing is done otherwise" in told
    assert (
        'Declared a refactoring; an outcome differs: Returns, when `not name`, where it raised `ValueError("no name")`'
        in told
    )
    said = json.loads(repo.flowscout("review", "HEAD~1..HEAD", "--why", "--format", "json").out)["why"]
    assert said["commits"][0]["title"] == "Refactor the store"
    assert len(said["disagreements"]) == 1


def test_a_refactoring_that_is_one_is_not_contradicted(repo: Repo) -> None:
    repo.commit(
        {"store.py": STORE.replace("if not name:", "# nobody is nameless\n        if not name:")},
        message="Refactor the store",
    )
    assert "Declared" not in repo.flowscout("review", "HEAD~1..HEAD", "--why", "--format", "text").out


def test_a_fix_that_does_nothing_is_said_to_do_nothing(repo: Repo) -> None:
    repo.commit({"store.py": STORE + "# done\n"}, message="Fix the store")
    assert (
        "Declared a fix; no edit of the program does anything."
        in repo.flowscout("review", "HEAD~1..HEAD", "--why", "--format", "text").out
    )


def test_work_that_is_not_committed_yet_is_reviewed(repo: Repo) -> None:
    repo.write({"store.py": STORE.replace("if not name", "if name is None"), "new.py": "def fresh():\n    return 1\n"})
    told = repo.flowscout("review", "--uncommitted", "--format", "text").out
    assert "Asks whether `name is None`, no longer whether `not name`" in told
    assert "fresh" in told
    assert repo.flowscout("review", "--staged", "--format", "text").out == "No flow changed: no edit of the code.\n"
    repo.git("add", "store.py")
    staged = repo.flowscout("review", "--staged", "--format", "json").out
    assert '"after":"staged"' in staged
    assert "fresh" not in staged
    refused = repo.flowscout("review", "--staged", "HEAD~1")
    assert (refused.code, "a range is of commits" in refused.said) == (2, True)


def test_a_file_that_is_moved_and_not_committed_is_no_new_one(repo: Repo) -> None:
    repo.git("mv", "store.py", "keep.py")
    told = repo.flowscout("review", "--uncommitted", "--format", "text").out
    assert "Is new" not in told
    assert "is gone" not in told


def test_before_the_first_commit_all_is_new(tmp_path: Path) -> None:
    first = Repo(tmp_path / "first").write({"a.py": "def fresh():\n    return 1\n"})
    assert "Is new: Returns `1`." in first.flowscout("review", "--uncommitted", "--format", "text").out


def test_the_first_commit_is_reviewed_against_the_empty_tree(repo: Repo) -> None:
    first = repo.git("rev-list", "--max-parents=0", "HEAD").strip()
    empty = repo.git("hash-object", "-t", "tree", "/dev/null").strip()
    for asked in (f"{first}^..{first}", f"{empty}..{first}"):
        told = json.loads(repo.flowscout("review", asked, "--format", "json").out)
        assert {one["path"] for one in told["account"]} == {"store.py", "handler.py"}
        assert all(one["before"] is None for one in told["account"])


def test_a_merge_is_reviewed_against_its_first_parent(repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    repo.commit({"store.py": STORE.replace("if not name:", "if name is None:")})
    repo.git("checkout", "-q", "main")
    repo.commit({"handler.py": HANDLER + "    return store\n"})
    repo.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")
    told = repo.flowscout("review", "HEAD^1..HEAD", "--format", "text").out
    assert "name is None" in told
    assert "return store" not in told
    assert "Now returns" not in told


def test_line_ends_alone_are_layout(repo: Repo) -> None:
    repo.commit({"store.py": STORE.replace("\n", "\r\n")})
    told = repo.flowscout("review", "HEAD~1..HEAD", "--format", "text").out
    assert told.startswith("No flow changed")


def test_a_range_that_a_shallow_clone_does_not_hold_is_said(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"store.py": STORE + "\n# done\n"})
    repo.git("clone", "-q", "--depth", "1", f"file://{repo.path}", str(tmp_path / "shallow"))
    told = Repo(tmp_path / "shallow", git=False).flowscout("review", "HEAD~1..HEAD")
    assert told.code == 2
    assert "shallow" in told.said


def test_a_submodule_that_moved_is_listed_as_not_read(repo: Repo, tmp_path: Path) -> None:
    other = Repo(tmp_path / "other")
    other.commit({"a.py": "A = 1\n"})
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other.path), "part")
    repo.git("commit", "-qm", "Add a part")
    told = repo.flowscout("review", "HEAD~1..HEAD", "--format", "text").out
    assert "Not read: ./.gitmodules, part" in told


def test_a_name_that_ends_a_line_hides_no_rename_and_forges_no_line(repo: Repo) -> None:
    """git gives names with NUL between them; who reads them by line loses what comes behind."""
    repo.commit({"b.py": STORE.replace("store", "keep")})
    repo.git("mv", "b.py", "c.py")
    repo.commit({"0\n:100644 x.md": "x\n"})
    told = repo.flowscout("review", "HEAD~1..HEAD", "--format", "text")
    assert "Traceback" not in told.said
    assert told.out.splitlines()[0] == "3 edits: 1 in declarations, 2 told with it. Not read: 1 .md."


def test_what_differs_in_settings_is_told_by_their_keys(repo: Repo) -> None:
    was = '[project]\nrequires-python = ">=3.8"\n\n[tool.ruff]\nline-length = 88\n'
    repo.commit({"pyproject.toml": was})
    repo.commit({"pyproject.toml": was.replace("3.8", "3.9").replace("88", "100"), "notes.md": "x\n"})
    told = repo.flowscout("review", "HEAD~1..HEAD").out
    assert "**2 edits: 2 in declarations. Not read: notes.md.**" in told
    keys = '`requires-python` in `[project]` is `">=3.9"`, no longer `">=3.8"`; `line-length` in `[tool.ruff]` is `100`'
    assert f"- {keys}, no longer `88`. (pyproject.toml:2, 5)" in told


def test_settings_that_are_read_count_among_the_files_of_a_change(repo: Repo) -> None:
    repo.commit({"pyproject.toml": "[tool.ruff]\nline-length = 88\n"})
    unread = {f"{number}.md": "x\n" for number in range(7)}
    repo.commit({"pyproject.toml": "[tool.ruff]\nline-length = 100\n", "store.py": STORE + "\nLAST = 1\n", **unread})
    told = repo.flowscout("review", "HEAD~1..HEAD").out
    assert "Most of the change, 7 of 9 files, is not read: 7 .md.**" in told
