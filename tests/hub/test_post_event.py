"""A fork's review: made without rights, posted by a run that believes nothing of it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import pytest

from hub.double import Double
from hub.events import payload
from hub.stage import CHANGED, Ran, Stage, git

FORK = "mallory/demo"


def left(stage: Stage) -> dict[str, bytes]:
    """What the untrusted run uploads."""
    stage.push({"store.py": CHANGED})
    stage.checkout()
    stage.double.pull(1, head_repository=FORK)
    ran = stage.run("pull_request", stage.pull_request(fork=FORK), token="")
    assert ran.code == 0
    return {name: (ran.folder / "flowscout" / name).read_bytes() for name in ("pull.json", "review.md")}


def posted(
    stage: Stage,
    files: dict[str, bytes],
    spoilt: bool = False,
    run: Callable[..., Ran] | None = None,
    **changes: object,
) -> Ran:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    if spoilt:
        packed.getbuffer()[60:90] = b"\xff" * 30  # inside of the first member
    stage.double.artifacts[5] = {"id": 5, "run": 30, "name": "flowscout-review", "size": len(packed.getvalue())}
    stage.double.files["artifact-5"] = packed.getvalue()
    head = git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    told = {
        "id": 30,
        "run_attempt": 1,
        "conclusion": "success",
        "event": "pull_request",
        "head_sha": head,
        "head_branch": "topic",
        "pull_requests": [],
        "head_repository": {"full_name": FORK},
        **changes,
    }
    event = payload(
        "workflow_run", "completed", workflow_run=told, repository={"full_name": "octo/demo", "default_branch": "main"}
    )
    stage.checkout("refs/heads/main")
    return (run or stage.run)("workflow_run", event)


def test_it_is_posted_as_the_untrusted_run_made_it(stage: Stage, double: Double) -> None:
    files = left(stage)

    ran = posted(stage, files)

    (body,) = double.bodies(1)
    assert "`handle_drop` now removes" in body
    assert body.split("\n", 1)[1].strip() == files["review.md"].decode().strip()
    assert ran.outputs["published-to"].startswith("comment")
    double.settled()


@pytest.mark.parametrize(("change", "said"), [
    ({"number": 2}, "names a pull request that the run was not of"), ({"number": "1"}, "number is not of the schema"), ({"number": True}, "number is not of the schema"),
    ({"head_sha": "b" * 40}, "names another commit"),
])  # fmt: skip
def test_a_number_or_commit_that_github_does_not_confirm_is_refused(
    stage: Stage, double: Double, change: dict[str, object], said: str
) -> None:
    files = left(stage)
    double.pull(2, head="main")
    record = json.loads(files["pull.json"]) | change

    ran = posted(stage, {**files, "pull.json": json.dumps(record).encode()})

    assert (double.bodies(1), double.bodies(2), ran.code) == ([], [], 0)
    assert said in ran.out
    double.settled()


def test_a_pull_request_that_has_moved_on_gets_no_old_review(stage: Stage, double: Double) -> None:
    files = left(stage)
    head = git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    stage.push({"store.py": CHANGED + "\n"})

    ran = posted(stage, files, head_sha=head)

    assert double.bodies(1) == []
    assert ran.code == 0


@pytest.mark.parametrize("files", [
    {}, {"review.md": b"x"}, {"pull.json": b"["}, {"pull.json": b"[]"}, {"pull.json": b"{}"}, {"../pull.json": b"{}"},
    {"pull.json": b"0" * 3_000_000}, {"pull.json": b" " * 5_000_000 + b"{}"}, {"pull.json": b"\xff\xfe{"},
])  # fmt: skip
def test_an_artifact_that_is_not_ours_is_refused(stage: Stage, double: Double, files: dict[str, bytes]) -> None:
    stage.push({"store.py": CHANGED})
    double.pull(1, head_repository=FORK)

    ran = posted(stage, files)

    assert (double.bodies(1), ran.code) == ([], 0)
    double.settled()


@pytest.mark.parametrize(("deep", "spoilt", "said"), [(True, False, "is no JSON"), (False, True, "the artifact")])
def test_an_artifact_made_to_break_its_reader_is_refused(
    stage: Stage, double: Double, deep: bool, spoilt: bool, said: str
) -> None:
    files = left(stage)

    ran = posted(
        stage,
        {**files, "pull.json": "".join(f"[{n * 7919 % 100_003}," for n in range(20_000)).encode()} if deep else files,
        spoilt=spoilt,
    )

    assert (double.bodies(1), ran.code) == ([], 0)
    assert said in ran.out
    assert "Traceback" not in ran.out
    double.settled()
