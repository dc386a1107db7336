"""Pages and regions: written whole, only ours, in step with renamed, moved and deleted functions."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest

from flowscout.model.settings import Settings
from flowscout.tasks.pages import page_names
from flowscout.tasks.selection import select
from flowscout.whole import Listed
from shell.repositories import Repo

VOLUME = '''\
def create(store, name, user):
    """Creates a volume."""
    if not name:
        raise ValueError("no name")
    if not user.can("write"):
        raise PermissionError(name)
    for node in store.nodes:
        store.allocate(node, name)
    store.commit()
    return name


def drop(store, name):
    if name in store.volumes:
        store.delete(name)
        return True
    return False
'''
PAGE = "docs/flowcharts/src/volume.py.md"
INDEX = "docs/flowcharts/README.md"
MARKED = "# Mine\n\nBefore.\n\n<!-- flowscout: src/volume.py::create detail=high -->\n<!-- /flowscout -->\n\nAfter.\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "repo")
    made.commit({"src/volume.py": VOLUME, "flowscout.toml": "", "README.md": MARKED})
    return made


def refresh(repo: Repo, *arguments: str) -> list[str]:
    ran = repo.flowscout("refresh", *arguments)
    assert ran.code == 0, ran.said
    return ran.out.splitlines()


def stage(repo: Repo) -> None:
    repo.git("add", "-A")


def test_pages_an_index_and_regions_are_written_once(repo: Repo) -> None:
    assert refresh(repo) == ["README.md", INDEX, PAGE]
    assert refresh(repo) == []
    stage(repo)
    assert refresh(repo) == []
    assert repo.flowscout("refresh", "--check").code == 0


def test_a_page_holds_its_stamp_its_charts_and_no_line_and_no_commit(repo: Repo) -> None:
    refresh(repo)
    first, *lines = repo.text(PAGE).split("\n")
    assert re.fullmatch(r"<!-- flowscout page; rules: 1 \(flowscout [\d.]+\); body: [0-9a-f]{16}; .* -->", first)
    text = "\n".join(lines)
    assert "## `create`" in text
    assert "## `drop`" in text
    assert "Creates a volume" in text
    assert text.count("```mermaid\n") == 2
    assert "<details><summary>Outline</summary>" in text
    assert "](../../../src/volume.py)" in text
    assert not re.search(r"#L\d|[0-9a-f]{40}|/blob/", text)
    assert "](src/volume.py.md)" in repo.text(INDEX)


def test_text_outside_of_a_region_stays(repo: Repo) -> None:
    refresh(repo)
    text = repo.text("README.md")
    assert text.startswith("# Mine\n\nBefore.\n\n<!-- flowscout: src/volume.py::create detail=high -->\n")
    assert text.endswith("\n\nAfter.\n")
    assert "flowchart" in text


def test_a_change_is_stale_until_it_is_refreshed(repo: Repo) -> None:
    refresh(repo)
    repo.commit({"src/volume.py": VOLUME.replace("no name", "a name is needed")})
    ran = repo.flowscout("refresh", "--check")
    assert ran.code == 1
    assert f"stale: {PAGE}" in ran.said
    assert "run: flowscout refresh" in ran.said
    assert repo.git("status", "--porcelain") == ""
    assert PAGE in refresh(repo)


def test_the_command_that_is_told_makes_the_check_pass(repo: Repo) -> None:
    for edit in ("one", "two"):
        repo.write({"src/volume.py": VOLUME.replace("no name", edit)}).git("add", "src")
        if edit == "two":
            refresh(repo)
        said = repo.flowscout("refresh", "--check").said
        told = next(line.split("run: ", 1)[1] for line in said.splitlines() if "run: " in line)
        assert told.startswith("flowscout refresh && git add -- " if edit == "one" else "git add -- ")
        for step in told.split(" && "):
            words = step.split()
            if words[0] == "git":
                repo.git(*words[1:])
            else:
                assert repo.flowscout(*words[1:]).code == 0
        assert repo.flowscout("refresh", "--check").code == 0


def test_an_edit_above_a_function_does_not_touch_its_page(repo: Repo) -> None:
    refresh(repo)
    repo.commit({"src/volume.py": "# a comment\n\n\n" + VOLUME})
    assert refresh(repo) == []


def test_what_is_not_staged_is_not_drawn_unless_asked(repo: Repo) -> None:
    refresh(repo)
    stage(repo)
    repo.write({"src/volume.py": VOLUME.replace("no name", "a name is needed")})
    assert refresh(repo) == []
    assert PAGE in refresh(repo, "--worktree")


def test_a_hand_edited_page_is_left_alone_without_force(repo: Repo) -> None:
    refresh(repo)
    edited = repo.text(PAGE) + "my note\n"
    repo.commit({PAGE: edited, "src/volume.py": VOLUME.replace("no name", "other")})
    ran = repo.flowscout("refresh")
    assert (ran.code, repo.text(PAGE)) == (1, edited)
    assert "edited by hand" in ran.said
    assert repo.flowscout("refresh", "--force").code == 0
    assert "my note" not in repo.text(PAGE)


def test_a_hand_edited_region_is_left_alone_without_force(repo: Repo) -> None:
    refresh(repo)
    edited = repo.text("README.md").replace("```mermaid", "my words\n\n```mermaid")
    repo.commit({"README.md": edited})
    ran = repo.flowscout("refresh")
    assert (ran.code, repo.text("README.md")) == (1, edited)
    assert "README.md:5" in ran.said
    assert repo.flowscout("refresh", "--force").code == 0
    assert "my words" not in repo.text("README.md")


def test_a_page_of_somebody_else_is_never_overwritten(repo: Repo) -> None:
    repo.commit({PAGE: "# My own page\n"})
    ran = repo.flowscout("refresh", "--force")
    assert repo.text(PAGE) == "# My own page\n"
    assert "is not a page of flowscout's" in ran.said


def test_pages_of_deleted_sources_go_and_hand_edited_ones_stay(repo: Repo) -> None:
    repo.commit({"src/other/late.py": VOLUME})
    refresh(repo)
    repo.commit({PAGE: repo.text(PAGE) + "mine\n"})
    repo.git("rm", "-q", "-r", "src")
    ran = repo.flowscout("refresh")
    assert ran.code == 1
    assert "docs/flowcharts/src/other/late.py.md (removed)" in ran.out
    assert (repo.path / PAGE).exists()
    assert not (repo.path / "docs/flowcharts/src/other").exists()


def test_a_renamed_function_takes_its_region_along(repo: Repo) -> None:
    refresh(repo)
    stage(repo)
    repo.git("commit", "-q", "-m", "docs")
    repo.write({"src/volume.py": VOLUME.replace("def create", "def make_volume")})
    stage(repo)
    refresh(repo)
    assert "<!-- flowscout: src/volume.py::make_volume detail=high -->" in repo.text("README.md")
    assert "## `make_volume`" in repo.text(PAGE)
    assert "## `create`" not in repo.text(PAGE)


def test_a_renamed_function_is_found_after_its_commit(repo: Repo) -> None:
    refresh(repo)
    repo.commit({"src/volume.py": VOLUME.replace("def create", "def make_volume")})
    refresh(repo)
    assert "src/volume.py::make_volume" in repo.text("README.md")


def test_a_moved_file_takes_regions_and_pages_along(repo: Repo) -> None:
    refresh(repo)
    stage(repo)
    repo.git("commit", "-q", "-m", "docs")
    (repo.path / "lib").mkdir()
    repo.git("mv", "src/volume.py", "lib/volumes.py")
    out = refresh(repo)
    assert f"{PAGE} (removed)" in out
    assert "docs/flowcharts/lib/volumes.py.md" in out
    assert "<!-- flowscout: lib/volumes.py::create detail=high -->" in repo.text("README.md")


def test_a_deleted_function_leaves_a_sentence(repo: Repo) -> None:
    refresh(repo)
    stage(repo)
    repo.git("commit", "-q", "-m", "docs")
    repo.write({"src/volume.py": VOLUME[VOLUME.index("def drop") :]})
    stage(repo)
    refresh(repo)
    assert "There is no function of this name" in repo.text("README.md")
    assert "flowchart" not in repo.text("README.md")
    assert refresh(repo) == []


def test_a_malformed_marker_is_an_error_for_that_file_only(repo: Repo) -> None:
    repo.commit({"NOTES.md": "<!-- flowscout: create -->\nno end\n"})
    ran = repo.flowscout("refresh")
    assert ran.code == 1
    assert "NOTES.md:1" in ran.said
    assert repo.text("NOTES.md") == "<!-- flowscout: create -->\nno end\n"
    assert "flowchart" in repo.text("README.md")


def test_a_merge_conflict_in_pages_and_regions_is_drawn_over(repo: Repo) -> None:
    refresh(repo)
    repo.commit({}, "docs")
    repo.git("checkout", "-q", "-b", "side")
    repo.write({"src/volume.py": VOLUME.replace("no name", "left")})
    stage(repo)
    refresh(repo)
    repo.commit({}, "left")
    repo.git("checkout", "-q", "main")
    repo.write({"src/volume.py": VOLUME.replace("no name", "right").replace("return True", "return name")})
    stage(repo)
    refresh(repo)
    repo.commit({}, "right")
    assert "CONFLICT" in _merge(repo)
    repo.write({"src/volume.py": VOLUME.replace("no name", "both")})
    repo.git("add", "src/volume.py")
    assert "<<<<<<<" in repo.text(PAGE)
    refresh(repo)
    for path in (PAGE, "README.md"):
        assert "<<<<<<<" not in repo.text(path)
    stage(repo)
    assert repo.flowscout("refresh", "--check").code == 0


def _merge(repo: Repo) -> str:
    import subprocess

    from shell.repositories import environment

    done = subprocess.run(["git", "merge", "side"], cwd=repo.path, env=environment(), capture_output=True, check=False)
    return done.stdout.decode()


def test_line_ends_follow_git(repo: Repo) -> None:
    repo.commit({".gitattributes": "*.md text eol=crlf\n"})
    refresh(repo)
    page = (repo.path / PAGE).read_bytes()
    assert page.count(b"\r\n") == page.count(b"\n") > 10
    stage(repo)
    assert b"\r" not in repo.git("cat-file", "blob", f":{PAGE}").encode()
    assert refresh(repo) == []
    assert repo.flowscout("refresh", "--check").code == 0
    repo.commit({"src/volume.py": VOLUME.replace("no name", "other")})
    assert refresh(repo) == ["README.md", PAGE]
    page = (repo.path / PAGE).read_bytes()
    assert page.count(b"\r\n") == page.count(b"\n") > 10


def test_pages_of_other_rules_are_not_touched(repo: Repo) -> None:
    refresh(repo)
    older = repo.text(PAGE).replace("rules: 1 ", "rules: 0 ", 1)
    repo.commit({PAGE: older, "src/volume.py": VOLUME.replace("no name", "other")})
    ran = repo.flowscout("refresh")
    assert (ran.code, repo.text(PAGE), ran.out) == (1, older, "")
    assert "flowscout refresh --upgrade   (rewrites 1 document)" in ran.said
    assert PAGE in refresh(repo, "--upgrade")


def test_pages_of_newer_rules_name_the_version(repo: Repo) -> None:
    refresh(repo)
    newer = repo.text(PAGE).replace("rules: 1 (flowscout 0.1.0)", "rules: 7 (flowscout 3.2.0)", 1)
    repo.commit({PAGE: newer, "src/volume.py": VOLUME.replace("no name", "other")})
    for arguments in ((), ("--upgrade",), ("--check",)):
        ran = repo.flowscout("refresh", *arguments)
        assert (ran.code, repo.text(PAGE)) == (1, newer)
        assert "flowscout>=3.2.0" in ran.said


def test_the_docs_folder_is_never_left_through_a_symlink(repo: Repo, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (repo.path / "docs").symlink_to(outside)
    for arguments in (["refresh"], ["refresh", "--check"]):
        ran = repo.flowscout(*arguments)
        assert ran.code == 1
        assert ran.said.count("docs is a symlink, and nothing is written through one") == 1
        assert "git add -- docs" not in ran.said
    assert list(outside.iterdir()) == []


def test_the_mode_of_a_file_is_kept(repo: Repo) -> None:
    os.chmod(repo.path / "README.md", 0o640)
    refresh(repo)
    assert stat.S_IMODE((repo.path / "README.md").stat().st_mode) == 0o640


def test_what_is_left_out_is_counted(repo: Repo) -> None:
    repo.commit({
        ".flowscoutignore": "old/\n!old/kept.py\n", "old/gone.py": VOLUME, "gen/made.py": VOLUME, "tp/theirs.py": VOLUME,
        ".gitattributes": "gen/* linguist-generated\ntp/** linguist-vendored\n", "secret.py": VOLUME,
        "flowscout.toml": 'exclude = ["secret.py"]\n', "skip.py": VOLUME.replace("def drop", "# flowscout: ignore\ndef drop"),
        "sub/flowscout.toml": "", "sub/own.py": VOLUME,
    })  # fmt: skip
    told = repo.flowscout("refresh", "-v").said
    pages = sorted(path.name for path in (repo.path / "docs/flowcharts").rglob("*.md"))
    assert pages == ["README.md", "skip.py.md", "volume.py.md"]
    assert "drop" not in repo.text("docs/flowcharts/skip.py.md").replace("`", "")
    for said in ("1 excluded", "1 generated", "1 ignored", "1 under a root of their own", "1 vendored"):
        assert said in told
    assert "1 functions carry" in repo.text(INDEX)


def test_a_selector_chooses_and_an_idle_one_is_said(repo: Repo) -> None:
    repo.commit({"flowscout.toml": 'charts = ["src/**::d*", "nothing"]\n'})
    ran = repo.flowscout("refresh")
    assert "'nothing' selects nothing" in ran.said
    assert re.findall(r"^## (.*)$", repo.text(PAGE), re.MULTILINE) == ["`drop`"]


def test_caps_are_said(repo: Repo) -> None:
    repo.commit({"flowscout.toml": "charts-per-page = 1\n"})
    refresh(repo)
    assert re.findall(r"^## (.*)$", repo.text(PAGE), re.MULTILINE) == ["`create`"]
    assert "More functions of this file are not shown" in repo.text(PAGE)
    assert "not shown: 1 function beyond charts-per-page" in repo.flowscout("refresh", "-v").said
    repo.commit(
        {"src/volume.py": VOLUME + "\n\ndef one_more(name):\n    if not name:\n        raise ValueError(name)\n"}
    )
    assert refresh(repo) == []


def test_a_page_holds_more_than_twenty_where_there_is_room() -> None:
    """Of each file the best twenty come first; what is left of the room goes to the best of the others. The order stays."""
    best = [(f"a{at}", "a.py") for at in range(30)] + [(f"b{at}", "b.py") for at in range(5)]
    chosen = select(Listed(best, 35, {}, 0), Settings(max_charts=28)).chosen
    assert chosen == (*[f"a{at}" for at in range(23)], *[f"b{at}" for at in range(5)])
    assert len(select(Listed(best, 35, {}, 0), Settings(max_charts=22)).chosen) == 22
    assert len(select(Listed(best, 35, {"a.py": 30}, 0), Settings(charts_per_page=7)).chosen) == 12


def test_names_that_some_disk_cannot_tell_apart_get_a_hash() -> None:
    names = page_names(
        ["a/B.c", "a/b.c", "c.c", "aux.c", "x:y.c", "e\u0301.c", "\u00e9.c", "bad\udce9.c", "n" * 250 + ".c"], "d"
    )
    assert names["c.c"] == "d/c.c.md"
    folded = [name.casefold() for name in names.values()]
    assert len(set(folded)) == len(names)
    assert re.fullmatch(r"d/a/B\.c-[0-9a-f]{8}\.md", names["a/B.c"])
    assert all(len(part.encode()) < 255 for name in names.values() for part in name.split("/"))
    assert all(set(name).isdisjoint('<>:"\\|?*') for name in names.values())


def test_hostile_names_and_comments_are_text(repo: Repo) -> None:
    """What a Markdown reader makes of the pages holds no element that the code asked for."""
    reader = pytest.importorskip("markdown_it").MarkdownIt("commonmark").enable("table")
    doc = "<script>alert(1)</script> @everyone ![x](http://e.vil/x.png) [y](http://e.vil) `` --> <!-- /flowscout --> | **b**"
    hostile = f'def f(a):\n    """{doc}"""\n    if a:\n        return 1\n    return 2\n'
    repo.commit({"src/--> <b>`x`|.py": hostile})
    refresh(repo)
    pages = list((repo.path / "docs/flowcharts").rglob("*.md"))
    assert len(pages) == 3
    for page in pages:
        shown = reader.render(page.read_text())
        assert not re.search(r"<(script|b|img)\b|<strong>b<", shown), page  # other bold words are ours
        assert not re.search(r'(href|src)="http://e\.vil', shown), page


def test_the_same_project_gives_the_same_bytes(tmp_path: Path) -> None:
    texts = []
    for seed in ("0", "1"):
        repo = Repo(tmp_path / seed)
        repo.commit({f"src/f{n}.py": VOLUME for n in range(4)} | {"flowscout.toml": ""})
        assert repo.flowscout("refresh", env={"PYTHONHASHSEED": seed}).code == 0
        texts.append({path.relative_to(repo.path): path.read_bytes() for path in (repo.path / "docs").rglob("*.md")})
    assert texts[0] == texts[1]


def test_a_folder_outside_git_has_docs_too(tmp_path: Path) -> None:
    folder = Repo(tmp_path / "plain", git=False).write({"a.py": VOLUME, "flowscout.toml": ""})
    assert refresh(folder) == [INDEX, "docs/flowcharts/a.py.md"]
    assert refresh(folder) == []
