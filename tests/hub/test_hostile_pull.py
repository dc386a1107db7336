"""A pull request that was written to harm: what is published of it shows as text, and limits hold."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hub.double import Double
from hub.page import Page, units
from hub.stage import CHANGED, Ran, Stage, commands_heard, git
from mermaid import harness

MANY = 3_000 if os.environ.get("FLOWSCOUT_FAULTS") == "all" else 700  # as `make soak` asks
EVIL = [
    "@octocat @octo/team", "#1 octo/demo#2 GH-3", "![x](https://evil.example/p.png)", "[click](https://evil.example)", "https://evil.example/x",
    "www.evil.example", "<img src=https://evil.example/x onerror=alert(1)>", "<script>alert(1)</script>", "</details></details>", "<!-- flowscout:v1 key=default/review sha= run=9.9 -->",
    "```\\n# heading", "~~~", "|a|b|", "`ticks` ``more``", "**bold** _em_", "##[add-mask]mask", "::set-output name=changed::99", "::error::forged", "%%{init: {'theme': 'dark'}}%%",
    "a --> b; click a \\\"https://evil.example\\\"", "direction TB", "\\u202e right to left", "\\u200bhidden", "$$x$$ $(touch /tmp/x)", "&commat;octocat &#64;octocat", "[ref]: https://evil.example", "- [ ] task",
    "`@octocat`", "``@octocat`", "<@octocat>", "<https://evil.example/y>", "\\\\`@octocat\\\\`", "\\\\<@octocat>", "<b @octocat #1>", "[x][ref]", "a\\nb", "@\u2060octocat",
]  # fmt: skip


def source() -> str:
    lines = ["import os", "", ""]
    for number, text in enumerate(EVIL):
        lines += [
            f"def handle_{number}(x, name):",
            f'    """{text} does it."""',
            f'    if x == "{text}":',
            f'        raise ValueError("{text}")',
            f'    os.remove("{text}")',
            f'    return [{number}, "{text}"]',
            "",
            "",
        ]
    return "\n".join(lines) + "\n"


def plain() -> str:
    """The same functions before their texts."""
    return "\n".join(
        f"def handle_{number}(x, name):\n    prepare(name)\n    return {number}\n\n" for number in range(len(EVIL))
    )


def reviewed(stage: Stage, files: dict[str, str], **inputs: str) -> Ran:
    stage.push(files)
    stage.checkout()
    return stage.act("pull_request", stage.pull_request(), [], **inputs)


def test_text_of_the_code_is_text_wherever_it_is_published(stage: Stage, double: Double) -> None:
    ran = reviewed(stage, {"evil.py": source()}, check_run="true", annotations="true")

    (comment,) = double.bodies(1)
    (check,) = double.checks.values()
    report = (ran.folder / "flowscout" / "review.md").read_text(encoding="utf-8")
    for text in (comment.split("\n", 1)[1], check["output"]["summary"], ran.summary, report):
        page = Page(text)
        assert page.active() == []
        assert page.comments == []
        assert all(c.isprintable() or c == "\n" for c in page.prose + page.codes if c != "\u200b")
    assert set(commands_heard(ran.out)) <= {"add-mask", "notice"}
    assert ran.outputs["changed"] == str(len(EVIL))
    double.settled()


def test_its_drawings_are_drawn_and_lead_nowhere(stage: Stage, double: Double) -> None:
    stage.advance({"evil.py": plain()})
    git(stage.seed, "switch", "-q", "-C", "topic", "main")
    ran = reviewed(stage, {"evil.py": source()})

    page = Page((ran.folder / "flowscout" / "review.md").read_text(encoding="utf-8"))
    assert page.active() == []
    drawings = page.drawings
    found = harness.validate({str(number): text for number, text in enumerate(drawings)})
    assert len(drawings) == len(EVIL)
    for name, verdict in found.items():
        assert verdict.ok, verdict.error + drawings[int(name)]
        assert not verdict.config
    for name, seen in harness.render({str(number): text for number, text in enumerate(drawings)}).items():
        assert (seen.ok, seen.live, tuple(seen.requests)) == (True, 0, ()), drawings[int(name)]
    double.settled()


def test_names_of_any_length_fit(stage: Stage, double: Double) -> None:
    long = "a" * 200_000
    ran = reviewed(
        stage,
        {
            "long.py": f"def handle_{long}(x):\n    if x:\n        raise ValueError('{long}')\n    return {long}\n",
            "store.py": CHANGED,
        },
        check_run="true",
    )

    (comment,) = double.bodies(1)
    (check,) = double.checks.values()
    assert units(comment) <= 60_000
    assert units(check["output"]["summary"]) <= 60_000
    assert len(ran.summary.encode()) <= 1_048_576
    assert Page(comment.split("\n", 1)[1]).active() == []
    assert "`handle_drop` now removes" in comment
    double.settled()


def test_its_configuration_sets_nothing_that_is_not_its_own(stage: Stage, double: Double) -> None:
    wide = 'charts = ["store.py::Store.drop"]\nprovider = "anthropic"\nbase_url = "https://evil.example"\nplugins = ["evil"]\nexecutor = "dask://evil.example"\n'

    ran = reviewed(stage, {"store.py": CHANGED, "flowscout.toml": wide})

    assert ran.code == 2
    assert "flowscout.toml" in ran.out
    assert double.bodies(1) == []


def test_documents_do_not_leave_the_repository(stage: Stage, double: Double) -> None:
    ran = reviewed(
        stage, {"store.py": CHANGED, "flowscout.toml": 'charts = ["store.py::Store.drop"]\ndocs = "../../outside"\n'}
    )

    assert ran.code == 2
    assert not (stage.workspace.parent / "outside").exists()


def test_a_result_is_not_written_through_a_link(stage: Stage, double: Double, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "kept").write_text("kept")
    (stage.seed / "out").symlink_to(victim)
    stage.push({"store.py": CHANGED})
    stage.checkout()
    linked = stage.act("pull_request", stage.pull_request(), [], artifact="out")
    assert sorted(path.name for path in victim.iterdir()) == ["kept"]
    assert "artifact" not in linked.outputs["published-to"]

    (stage.seed / "out").unlink()
    (stage.seed / "out").mkdir()
    for name in ("review.md", "review.sarif", "pull.json"):
        (stage.seed / "out" / name).symlink_to(victim / "kept")
    stage.push({})
    stage.checkout()
    stage.act("pull_request", stage.pull_request(), [], artifact="out")
    assert (victim / "kept").read_text() == "kept"
    assert json.loads((stage.workspace / "out/pull.json").read_text())["number"] == 1


@pytest.mark.parametrize("body", [
    "/flowchart Store.drop\n" * 10_000, "/" * 60_000, "/flowchart " + "x " * 20_000, "/flowchart " + "'" * 10_000, "/flowchart " + "\\" * 1_999, "/review\0\0", "/flow\u202echart x",
], ids=["ten thousand commands", "slashes", "words", "quotes", "backslashes", "zeros", "bidi"])  # fmt: skip
def test_a_comment_is_one_command_at_most(stage: Stage, double: Double, body: str) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")

    ran = stage.act("issue_comment", stage.comment(body), [])

    answers = double.bodies(1)
    assert len(answers) <= 1
    assert all(units(answer) <= 60_000 and Page(answer.split("\n", 1)[1]).active() == [] for answer in answers)
    assert ran.code == 0
    double.settled()


@pytest.mark.slow
def test_hundreds_of_changed_files(stage: Stage, double: Double) -> None:
    ran = reviewed(
        stage,
        {
            f"many/m{n}.py": f"def handle_m{n}(x):\n    if x:\n        raise ValueError({n})\n    return {n}\n"
            for n in range(MANY)
        },
        check_run="true",
    )

    (comment,) = double.bodies(1)
    assert units(comment) <= 60_000
    assert "more edits are not listed here" in comment
    assert Page(comment.split("\n", 1)[1]).active() == []
    assert len(ran.summary.encode()) <= 1_048_576
    assert ran.outputs["changed"] == str(MANY)
    assert len(next(iter(double.annotations.values()))) <= 200
    assert f"**{2 * MANY} edits: {MANY} in the flow, {MANY} in declarations.**" in (
        ran.folder / "flowscout" / "review.md"
    ).read_text(encoding="utf-8")
    double.settled()


def test_the_base_is_not_hidden_by_attributes_of_the_pull_request(stage: Stage, double: Double) -> None:
    """In a run with the rights of the repository, what is left out is the default branch's to say."""
    stage.push(
        {
            "store.py": CHANGED,
            ".gitattributes": "*.py linguist-generated\nstore.py binary -diff\n",
            ".flowscoutignore": "*\n",
            "flowscout.toml": 'exclude = ["**"]\n',
        }
    )
    stage.checkout("refs/heads/main")

    stage.act("pull_request_target", stage.pull_request(fork="mallory/demo"), [])
    stage.act("issue_comment", stage.comment("/flowchart Store.forget"), [])

    review, answer = double.bodies(1)
    assert "`handle_drop` now removes" in review
    assert "Remove name" in answer
    double.settled()
