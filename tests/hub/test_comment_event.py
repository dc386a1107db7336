"""Commands in comments: who may ask, what is answered, and that nothing of the pull request is checked out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hub.double import Double
from hub.events import payload
from hub.stage import BASE, CHANGED, Ran, Stage, git

SRC = Path(__file__).parent.parent.parent / "src"


def asked(stage: Stage, body: str, author: str = "alice", pull: bool = True, **more: object) -> Ran:
    """As the runner does for a comment: the default branch is checked out."""
    stage.checkout("refs/heads/main")
    return stage.acted("issue_comment", stage.comment(body, author, pull, **more))


def answers(double: Double) -> list[str]:
    return double.bodies(1)


def reacted(double: Double) -> list[str]:
    return [r["content"] for r in double.reactions]


def test_a_function_of_the_pull_requests_head_is_drawn(stage: Stage, double: Double) -> None:
    head = stage.push({"store.py": CHANGED})

    asked(stage, "/flowchart Store.forget")

    (body,) = answers(double)
    assert "Remove name" in body
    assert f"/blob/{head}/store.py#L8-L9" in body
    assert "```mermaid" in body
    assert reacted(double) == ["eyes", "rocket"]
    assert not stage.workspace.joinpath("head.py").exists()
    double.settled()


def test_the_base_side_is_drawn_on_request(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})

    asked(stage, "/flowchart store.py:9 --rev base")

    (body,) = answers(double)
    assert "Set self.known to None" in body
    double.settled()


@pytest.mark.parametrize(("line", "expected"), [
    ("/review", "`handle_drop` now removes"), ("/callers forget", "`Store.drop`"), ("/callees handle_drop --depth 0", "2 steps"),
    ("/explain Store.drop", "Store.drop"), ("/flowscout help", "/flowchart NAME"), ("/flowscout config", "detail"),
    ("/ask who calls forget?", "calls Store.forget"), ("/ask", "What is the question?"), ("/flowscout ignore Store.drop", "flowscout: ignore"), ("/flowscout", "/callers NAME"),
])  # fmt: skip
def test_every_command_answers(stage: Stage, double: Double, line: str, expected: str) -> None:
    stage.push({"store.py": CHANGED})

    ran = asked(stage, line)

    (body,) = answers(double)
    assert expected in body, ran.out
    double.settled()


@pytest.mark.parametrize(("line", "said"), [
    ("/flowchat Store.drop", "Did you mean /flowchart?"), ("/flowchart", "What is missing is NAME"),
    ("/flowchart a b c", "one word too many"), ("/flowchart a --deatil deep", "Did you mean --detail?"),
    ("/flowchart a --detail huge", "detail is one of high, medium, deep"), ("/flowchart Store.dorp", "no function"),
    ('/flowchart "a', "quotation mark"), ("/flowchart drop", "2 functions have that name"),
])  # fmt: skip
def test_what_cannot_be_answered_is_said_in_one_line(stage: Stage, double: Double, line: str, said: str) -> None:
    stage.push({"store.py": CHANGED, "other.py": "class Other:\n    def drop(self):\n        return 1\n"})

    asked(stage, line)

    (body,) = answers(double)
    assert said in body.replace("\\", "")
    assert len(body.strip().split("\n")) == 2
    assert reacted(double)[-1] == "confused"
    double.settled()


@pytest.mark.parametrize(
    "line", ["thanks", "> /flowchart Store.drop", "`/review`", "```\n/review\n```", "/lgtm", "please\n/review"]
)
def test_other_comments_are_left_alone(stage: Stage, double: Double, line: str) -> None:
    stage.push({"store.py": CHANGED})

    ran = asked(stage, line)

    assert (answers(double), double.reactions, ran.code) == ([], [], 0)
    double.settled()


def test_strangers_bots_and_edits_are_not_answered(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})

    asked(stage, "/review", author="nobody")
    assert answers(double) == []
    assert reacted(double) == ["confused"]

    stage.checkout("refs/heads/main")
    event = stage.comment("/review")
    event["comment"]["user"]["type"] = "Bot"
    stage.acted("issue_comment", event)
    edited = stage.comment("/review")
    edited["action"] = "edited"
    stage.acted("issue_comment", edited)
    forged = stage.comment("/review")
    forged["sender"]["login"] = "mallory"
    stage.acted("issue_comment", forged)

    assert answers(double) == []


def test_a_delivery_that_comes_twice_is_answered_once(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")
    event = stage.comment("/review")

    stage.acted("issue_comment", event)
    stage.acted("issue_comment", event)

    assert len(answers(double)) == 1
    double.settled()


def test_on_an_issue_commands_look_at_the_default_branch(stage: Stage, double: Double) -> None:
    asked(stage, "/flowchart Store.forget", pull=False)
    asked(stage, "/review", pull=False)

    drawn, refused = answers(double)
    assert "Set self.known to None" in drawn
    assert "works on a pull request" in refused
    double.settled()


def test_the_pull_requests_own_configuration_widens_nothing(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED, "flowscout.toml": 'exclude = ["**"]\nprovider = "anthropic"\n'})

    asked(stage, "/flowchart Store.forget")

    (body,) = answers(double)
    assert "Remove name" in body
    double.settled()


def test_a_symlink_in_the_pull_request_is_not_followed(stage: Stage, double: Double) -> None:
    (stage.seed / "leak.py").symlink_to("/etc/passwd")
    stage.push({"store.py": CHANGED})

    asked(stage, "/flowchart leak.py:1")

    (body,) = answers(double)
    assert "root:" not in body
    double.settled()


def test_nothing_of_the_pull_request_is_in_the_work_tree(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED, "conftest.py": "raise SystemExit"})

    asked(stage, "/review")

    assert git(stage.workspace, "status", "--porcelain") == ""
    assert (stage.workspace / "store.py").read_text(encoding="utf-8") == BASE["store.py"]


PLUGIN = """from flowscout.bot.command import Argument, Command
from flowscout.model.publication import Document, Section
PLUGIN = Command("count", "count the functions", (Argument("rev", "which side", ("head", "base")),),
    lambda question, given: Document("answer", "Functions", f"{len(question.project(given['rev'] or 'head').functions)} functions", ()))
"""


def review_comment(stage: Stage, body: str) -> dict[str, Any]:
    """The event of a comment on a line, which exists in the thread too."""
    made = stage.double.say(1, body, "alice")
    stage.double.comments[made]["review"] = True
    event = payload(
        "pull_request_review_comment",
        "created",
        comment={"id": made, "body": body, "user": {"login": "alice"}},
        sender={"login": "alice", "type": "User"},
        repository={"full_name": "octo/demo", "default_branch": "main", "id": 1},
    )
    event["pull_request"]["number"] = 1
    event["pull_request"]["head"]["sha"] = git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    return event


@pytest.mark.parametrize(("event", "allowed", "answered"), [
    ("pull_request_review_comment", "count", True), ("pull_request_review_comment", "", False), ("pull_request_review_comment", "other,count", True),
    ("issue_comment", "count", False),
])  # fmt: skip
def test_a_package_may_offer_a_command_where_it_is_allowed(
    stage: Stage, double: Double, event: str, allowed: str, answered: bool
) -> None:
    package = stage.folder / "package"
    (package / "counting-1.dist-info").mkdir(parents=True)
    (package / "counting.py").write_text(PLUGIN, encoding="utf-8")
    (package / "counting-1.dist-info/METADATA").write_text(
        "Metadata-Version: 2.1\nName: counting\nVersion: 1\n", encoding="utf-8"
    )
    (package / "counting-1.dist-info/entry_points.txt").write_text(
        "[flowscout.commands]\ncount = counting:PLUGIN\n", encoding="utf-8"
    )
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")
    given = stage.comment("/count") if event == "issue_comment" else review_comment(stage, "/count")

    ran = stage.run(event, given, environment={"FLOWSCOUT_PLUGINS": allowed, "PYTHONPATH": f"{SRC}:{package}"})

    assert [("functions" in body) for body in double.bodies(1)] == ([True] if answered else []), ran.out
    double.settled()


def test_a_comment_on_a_line_is_answered_in_its_thread(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")

    event = review_comment(stage, "/flowchart Store.forget")
    for _ in range(2):  # a delivery may come twice
        stage.act("pull_request_review_comment", event, [])

    (answer,) = [c for c in double.comments.values() if c["user"] == double.me]
    assert answer["review"]
    assert "Remove name" in answer["body"]
    double.settled()
