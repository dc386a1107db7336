"""The base of a diff in clones that hold next to nothing: every rung of the ladder, and what it costs."""

from __future__ import annotations

from pathlib import Path

import pytest

from hub.double import Double, Fault
from hub.stage import BASE, CHANGED, Stage, git


def base_of(stage: Stage) -> str:
    return git(stage.upstream, "merge-base", "main", "refs/pull/1/head").strip()


def test_the_merge_commits_parent_is_exact_whatever_the_base_did_since(stage: Stage, double: Double) -> None:
    stage.advance({"before.py": "def before():\n    return 0\n"})
    git(stage.seed, "rebase", "-q", "main")
    stage.push({"store.py": CHANGED})
    stage.advance({"later.py": "def later():\n    return 0\n"})
    stage.checkout()

    ran = stage.run("pull_request", stage.pull_request())

    assert (ran.outputs["diff-mode"], ran.outputs["changed"]) == ("merge-parent", "1")
    assert git(stage.workspace, "rev-list", "--count", "--all").strip() == "1"
    double.settled()


def test_without_a_merge_commit_github_tells_the_merge_base(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    stage.advance({"later.py": "def later():\n    return 0\n"})
    stage.checkout("refs/pull/1/head")

    ran = stage.acted("pull_request", stage.pull_request())

    assert (ran.outputs["diff-mode"], ran.outputs["changed"], ran.outputs["base-sha"]) == (
        "compare",
        "1",
        base_of(stage),
    )
    double.settled()


def test_without_the_api_the_clone_is_deepened(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    for number in range(30):
        stage.advance({"later.py": f"x = {number}\n"})
    stage.checkout("refs/pull/1/head")

    ran = stage.acted("pull_request", stage.pull_request(), token="")

    assert (ran.outputs["diff-mode"], ran.outputs["changed"], ran.outputs["base-sha"]) == (
        "deepen",
        "1",
        base_of(stage),
    )


def test_where_nothing_can_be_compared_that_is_said(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    event = stage.pull_request()
    stage.checkout("refs/pull/1/head")
    git(stage.upstream, "config", "uploadpack.allowAnySHA1InWant", "false")
    event["pull_request"]["base"]["sha"] = "d" * 40
    double.faults += [Fault("GET", "compare", 404, "Not Found")]

    ran = stage.acted("pull_request", event, comment="off")

    assert ran.outputs["diff-mode"] == "full"
    assert "nothing is compared" in ran.summary
    assert ran.code == 0


def test_a_base_can_be_given(stage: Stage, double: Double) -> None:
    first = git(stage.upstream, "rev-parse", "main").strip()
    stage.push({"store.py": CHANGED})
    stage.checkout()

    ran = stage.acted("pull_request", stage.pull_request(), base=first)

    assert (ran.outputs["diff-mode"], ran.outputs["base-sha"]) == ("given", first)


def test_renames_modes_links_and_odd_paths_of_a_pull_request(stage: Stage, double: Double) -> None:
    git(stage.seed, "mv", "store.py", "vault.py")
    (stage.seed / "link.py").symlink_to("/etc/passwd")
    (stage.seed / "sp ace é.py").write_text("def odd():\n    return 1\n", encoding="utf-8")
    Path(stage.seed / "mode.py").write_text("def mode():\n    return 1\n", encoding="utf-8")
    Path(stage.seed / "mode.py").chmod(0o755)
    stage.push({"vault.py": CHANGED})
    stage.checkout()

    ran = stage.acted("pull_request", stage.pull_request())

    (body,) = double.bodies(1)
    assert "moved and changed" in body
    assert "sp%20ace%20%C3%A9.py" in body
    assert "passwd" not in body
    assert ran.code == 0
    double.settled()


HOSTILE = "\n".join([
    "def handle_" + "a" * 50_000 + "(x):", "    return 1", "",
    'def handle_b(x, y="@octocat #1 ![i](https://e.example/i.png) <script>alert(1)</script> ##[add-mask]x ::set-output name=a::b"):',
    '    raise ValueError("</details>```\\n# heading <!-- flowscout:v1 key=default/review sha= run=1.1 --> [l](javascript:x) @octocat owner/repo#2")', "",
    'def handle_c(x):', '    if x == "|pipes|`ticks`\\u202e":', '        return "https://github.com/o/r/issues/1"', "    return None", "",
])  # fmt: skip


def test_a_hostile_pull_request_is_shown_as_text(stage: Stage, double: Double) -> None:
    from markdown_it import MarkdownIt

    stage.push(
        {"bad.py": HOSTILE, "store.py": BASE["store.py"].replace("self.known = None", HOSTILE.split("\n")[4].strip())}
    )
    stage.checkout()

    ran = stage.acted("pull_request", stage.pull_request(), check_run="true", annotations="true")

    (body,) = double.bodies(1)
    page = MarkdownIt("gfm-like").enable("table").render(body.split("\n", 1)[1])
    outside = "".join(part for n, part in enumerate(page.replace("</code>", "<code>").split("<code")) if n % 2 == 0)
    for active in (
        "@octocat",
        "<script",
        "<img",
        'javascript:x"',
        'href="https://e.example',
        'href="https://github.com/o/r',
        "#1 ",
        "repo#2",
    ):
        assert active not in outside, active
    assert len(body.encode("utf-16-le")) // 2 <= 65_536
    assert [line for line in body.split("\n")[1:] if line.startswith("<!--")] == []
    assert ran.code == 0
    double.settled()


@pytest.mark.slow
def test_more_changed_files_than_a_comment_holds_fit(stage: Stage, double: Double) -> None:
    stage.push(
        {
            f"many/m{n}.py": f"def handle_m{n}(x):\n    if x:\n        raise ValueError({n})\n    return {n}\n"
            for n in range(300)
        }
    )
    stage.checkout()

    ran = stage.acted("pull_request", stage.pull_request())

    (body,) = double.bodies(1)
    assert len(body.encode("utf-16-le")) // 2 <= 60_000
    assert "more edits are not listed here" in body
    assert len(ran.summary.encode()) <= 1_048_576
    assert "**600 edits: 300 in the flow, 300 in declarations.**" in (ran.folder / "flowscout" / "review.md").read_text(
        encoding="utf-8"
    )
    assert ran.outputs["changed"] == "300"
    double.settled()
