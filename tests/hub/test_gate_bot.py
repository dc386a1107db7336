"""What a comment can make us say, of which commit, how often; and comments of other workflows that quote our marker."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from flowscout.model import limits
from flowscout.tasks.document import Marker, mark, read_mark
from hub.double import Double, Fault
from hub.hostile import ALL
from hub.stage import BASE, CHANGED, Ran, Stage, commands_heard, git
from hub.test_comment_event import review_comment
from hub.test_gate import faults

EVERY = os.environ.get("FLOWSCOUT_FAULTS") == "all"  # as `make soak` asks; usually each third of the texts
NEXT = CHANGED.replace("os.remove(name)", "os.rmdir(name)")
EVIL = (
    "@octo/team",
    "octo/demo#1",
    "#1",
    "GH-1",
    "https://evil.example/login",
    "www.evil.example/x",
    "@victim",
    "<img src=x>",
    "![x](//evil)",
    "&#64;victim",
    "\u202estore",
    "::error::x",
    "##[add-mask]x",
    "\x1b[31mred",
    "a`@octocat",
    "@victim@octo/security",
    "@octo/team please approve https://evil.example",
    "x\x00y",
    "[x](//evil.example)",
    "/etc/passwd:1",
    "../../../etc/passwd:1",
)
LINES = (
    "/flowchart {}",
    '/flowchart "{}"',
    "/flowchart x {}",
    "/callers {}",
    "/explain {}",
    "/flowscout {}",
    "/rca {}",
    "/ask {}",
    "/flowchrt {}",
    "/flowchart x --detail {}",
    "/flowchart --{} x",
    "/flowscout ignore {}",
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    double = Double().start()
    stage = Stage(tmp_path_factory.mktemp("bot"), double)
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")
    yield stage
    double.stop()


def asked(stage: Stage, line: str, author: str = "alice") -> Ran:
    return stage.acted("issue_comment", stage.comment(line, author))


def test_no_reply_does_more_than_show(place: Stage) -> None:
    double, tried, through = place.double, 0, []
    texts = [text for _, text in ALL if "\n" not in text and "\r" not in text][:: 1 if EVERY else 3]
    lines = [LINES[(n + n % 3) % len(LINES)].replace("{}", text) for n, text in enumerate(EVIL)]
    lines += [LINES[n % len(LINES)].replace("{}", text) for n, text in enumerate(texts)]
    lines.append("/flowchart @octo/team #1 www.evil.example")
    for line in lines:
        double.comments.clear()
        ran = asked(place, line)
        tried += 1
        heard = set(commands_heard(ran.out)) - {"add-mask", "notice", "warning"}
        bodies = double.bodies(1)
        if heard or ran.code or any(faults(body) for body in bodies):
            through.append((line, ran.code, heard, *map(faults, bodies)))
    print(f"{tried} commands, {len(through)} through")
    assert through == []
    assert tried > (150 if EVERY else 75)


def test_a_push_after_the_comment_is_not_what_it_asked_about(stage: Stage, double: Double) -> None:
    seen = stage.push({"store.py": CHANGED})
    event = stage.comment("/review")
    later = stage.push({"store.py": NEXT})
    stage.checkout("refs/heads/main")

    stage.acted("issue_comment", event)

    (body,) = double.bodies(1)
    assert f"This is of `{seen[:12]}`, which the comment saw. The pull request has moved on to `{later[:12]}`." in body
    assert "os.remove" in body
    assert "rmdir" not in body
    double.settled()


def test_a_label_after_the_comment_changes_nothing_of_it(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")
    event = stage.comment("/review")
    double.pulls[1]["updated"] = double.tick()

    stage.acted("issue_comment", event)

    (body,) = double.bodies(1)
    assert "os.remove" in body
    assert "This is of" not in body
    double.settled()


@pytest.mark.parametrize("why", ["no right", "the fork is gone", "another head"])
def test_where_github_does_not_say_what_was_seen_the_answer_says_what_it_is_of(
    stage: Stage, double: Double, why: str
) -> None:
    stage.push({"store.py": CHANGED})
    event = stage.comment("/review")
    later = stage.push({"store.py": NEXT})
    stage.checkout("refs/heads/main")
    if why == "no right":
        double.faults.append(Fault("GET", "/activity", 404))
    elif why == "another head":
        double.moves.pop()
    else:
        double.pulls[1]["from"] = None

    stage.acted("issue_comment", event)

    (body,) = double.bodies(1)
    assert f"This is of `{later[:12]}`, the head now. It may be newer than the comment" in body


def test_a_comment_on_a_line_is_of_the_head_that_github_tells_with_it(stage: Stage, double: Double) -> None:
    seen = stage.push({"store.py": CHANGED})
    event = review_comment(stage, "/review")
    stage.push({"store.py": NEXT})
    stage.checkout("refs/heads/main")

    stage.acted("pull_request_review_comment", event)

    (body,) = double.bodies(1)
    assert f"This is of `{seen[:12]}`" in body
    assert "rmdir" not in body


def test_a_reader_gets_so_many_answers_in_an_hour_and_is_told_once(place: Stage) -> None:
    double = place.double
    double.comments.clear()
    for _ in range(limits.ANSWERS + 4):
        ran = asked(place, "/flowscout help", "bob")
        assert ran.code == 0
    *answers, last = double.bodies(1)
    assert len(answers) == limits.ANSWERS
    assert f"That were {limits.ANSWERS} answers in an hour" in last

    for comment in [
        c for c in double.comments.values() if c["user"] == "bob"
    ]:  # who deletes what they asked is not forgotten
        del double.comments[comment["id"]]
    asked(place, "/flowscout help", "bob")
    assert len(double.bodies(1)) == limits.ANSWERS + 1

    asked(place, "/flowscout help", "alice")  # may write
    assert len(double.bodies(1)) == limits.ANSWERS + 2
    for _ in range(60):
        double.tick()
    asked(place, "/flowscout help", "bob")
    assert len(double.bodies(1)) == limits.ANSWERS + 3
    double.settled()


def test_mistakes_count_as_answers_and_strangers_get_none(place: Stage) -> None:
    double = place.double
    double.comments.clear()
    double.permissions["carol"] = "read"
    for _ in range(limits.ANSWERS + 3):
        asked(place, "/flowchrt x", "carol")
    assert len(double.bodies(1)) == limits.ANSWERS + 1
    asked(place, "/flowchrt x", "nobody")
    assert len(double.bodies(1)) == limits.ANSWERS + 1


HEAD = Marker("default/review", "", 10**19, 9)


@pytest.mark.parametrize("echo", [
    lambda of: f"<!-- flowscout:v1 key={of.key} sha={of.sha} run={of.run}.{of.attempt} -->\necho of a title",
    lambda of: mark(of, "") + " is the title\nof a pull request", lambda of: mark(of, "x") + "\nis the title of a pull request",
    lambda of: mark(of, "Title:") + "\nTitle:\n\nby another workflow", lambda of: "Title: " + mark(of, "x") + "\nx", lambda of: "\n" + mark(of, "x") + "\nx",
    lambda of: "```\n" + mark(of, "x") + "\nx\n```", lambda of: "> " + mark(of, "x") + "\n> x", lambda of: "\ufeff" + mark(of, "x") + "\nx",
])  # fmt: skip
def test_a_marker_that_another_workflow_quotes_keeps_no_review_back(stage: Stage, double: Double, echo) -> None:  # type: ignore[no-untyped-def]
    head = stage.push({"store.py": CHANGED})
    quoted = echo(HEAD._replace(sha=head))
    double.say(1, quoted, double.me)
    stage.checkout()

    stage.act("pull_request", stage.pull_request(), [])
    stage.act("pull_request", stage.pull_request(), [])

    there, ours = double.bodies(1)
    assert there == quoted
    assert "`handle_drop` now removes" in ours
    assert read_mark(ours) is not None
    double.settled()


def test_an_answer_whose_marker_is_quoted_is_given_all_the_same(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    stage.checkout("refs/heads/main")
    event = stage.comment("/review")
    key = f"default/answer-issue-{event['comment']['id']}-alice"
    double.say(1, mark(Marker(key, ""), "x") + "\nquoted by another workflow", double.me)

    stage.acted("issue_comment", event)

    assert len(double.bodies(1)) == 2
    assert git(stage.workspace, "status", "--porcelain") == ""
    assert BASE
