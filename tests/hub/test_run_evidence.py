"""What a failed run left: logs that are gone or too long, the run's archive, notes of its check run, many jobs, later attempts."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from flowscout.adapters.github.runlog import folder_of, of_job
from flowscout.adapters.memory.sqlite import SqliteMemory
from flowscout.entrypoints.action.remember import cases_of
from hub.double import Double, Fault
from hub.events import payload
from hub.stage import CHANGED, Ran, Stage, git
from hub.test_rca_event import LOG, stamped


def ended(
    stage: Stage,
    conclusion: str = "failure",
    run: int = 30,
    attempt: int = 1,
    name: str = "ci",
    head_repository: str = "octo/demo",
    actor: str = "alice",
    **inputs: str,
) -> Ran:
    head = git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    said = {
        "id": run,
        "run_attempt": attempt,
        "name": name,
        "conclusion": conclusion,
        "event": "pull_request",
        "head_sha": head,
        "head_branch": "topic",
        "pull_requests": [],
        "head_repository": {"full_name": head_repository},
        "actor": {"login": actor},
    }
    stage.checkout("refs/heads/main")
    event = payload(
        "workflow_run", "completed", workflow_run=said, repository={"full_name": "octo/demo", "default_branch": "main"}
    )
    return stage.act("workflow_run", event, [], **inputs)


def job(double: Double, id_: int, name: str = "tests", log: str | None = LOG, attempt: int = 1) -> None:
    double.runs.setdefault(30, {"id": 30, "conclusion": "failure"})
    double.jobs[id_] = {
        "id": id_,
        "run": 30,
        "attempt": attempt,
        "name": name,
        "conclusion": "failure",
        "steps": [("Set up", "success"), ("pytest", "failure")],
    }
    if log is not None:
        double.files[f"job-{id_}"] = stamped(log)


def archive(**members: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in members.items():
            made.writestr(name, data)
    return packed.getvalue()


def test_a_log_that_is_gone_is_read_from_the_archive_of_the_run(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301, name="py / tests: 3.12", log=None)
    double.files["run-30-1"] = archive(
        **{
            "py  tests 3.12/1_Set up.txt": b"nothing",
            "py  tests 3.12/2_pytest.txt": stamped(LOG),
            "../../etc/2_pytest.txt": b"x",
        }
    )

    ran = ended(stage)

    (body,) = double.bodies(1)
    assert "FileNotFoundError" in body, ran.out
    assert "failed step" in body
    assert "store.py:9" in body
    double.settled()


def test_without_any_log_the_check_runs_notes_are_read(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301, log=None)
    double.annotations[301] = [
        {
            "path": ".github",
            "start_line": 1,
            "end_line": 1,
            "annotation_level": "failure",
            "message": "Process completed with exit code 1.",
        },
        {
            "path": "store.py",
            "start_line": 9,
            "end_line": 9,
            "annotation_level": "failure",
            "message": "FileNotFoundError: [Errno 2] No such file or directory: 'volume'",
        },
    ]

    ran = ended(stage)

    (body,) = double.bodies(1)
    assert "FileNotFoundError" in body, ran.out
    assert "store.py:9" in body
    assert "what the run noted" in body
    double.settled()


def test_a_log_and_archive_and_notes_that_are_gone_are_said_to_be(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301, log=None)

    ran = ended(stage)

    (body,) = double.bodies(1)
    assert "The log cannot be read" in body
    assert ran.code == 0
    double.settled()


@pytest.mark.parametrize(("job_name", "folder"), [
    ("a/b: c", "ab c"), ("x" * 95, "x" * 90), ("😀" * 50, "😀" * 45), ("é" * 91, "é" * 90), ("a" + "😀" * 45, "a" + "😀" * 44),
])  # fmt: skip
def test_a_jobs_folder_in_the_archive_is_named_as_github_names_it(job_name: str, folder: str) -> None:
    assert folder_of(job_name) == folder


@pytest.mark.parametrize(("members", "steps", "expected"), [
    ({"build/2_make.txt": b"two", "build/10_other.txt": b"ten", "0_build.txt": b"all"}, [2], b"two"),
    ({"build/2_make.txt": b"two", "build/3_check.txt": b"three"}, [3, 2], b"twothree"),
    ({"build/1_make.txt": b"one", "-2147483648_build.txt": b"all"}, [4], b"all"),
    ({"build/1_make.txt": b"one"}, [4], None),
    ({"0_build.txt": b"all", "1_build.txt": b"of another"}, [], None),
    ({"build/2_a.txt": b"a", "build/2_b.txt": b"b"}, [2], None),
    ({"../build/2_a.txt": b"a", "/build/2_a.txt": b"a", "xbuild/2_a.txt": b"a"}, [2], None),
    ({"build/2_make.txt": b"0" * 30_000_000}, [2], None),
])  # fmt: skip
def test_which_members_of_the_archive_are_read(
    tmp_path: Path, members: dict[str, bytes], steps: list[int], expected: bytes | None
) -> None:
    (tmp_path / "a.zip").write_bytes(archive(**members))

    read = of_job(tmp_path / "a.zip", "build", steps, tmp_path / "out", 1_000)

    assert (tmp_path / "out").read_bytes() == expected if expected is not None else not read


@pytest.mark.parametrize(
    "data",
    [b"", b"PK", b"x" * 100, archive(a=b"x")[:-10]],
    ids=["nothing", "its first letters", "something else", "without its end"],
)
def test_what_is_no_archive_is_none(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(data)

    assert not of_job(tmp_path / "a.zip", "build", [1], tmp_path / "out", 1_000)


def test_a_member_whose_packing_is_spoilt_is_not_read(tmp_path: Path) -> None:
    archive = tmp_path / "archive.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("tests/1_Test.txt", bytes(range(256)) * 40)
    data = bytearray(archive.read_bytes())
    data[46:76] = b"\xff" * 30
    archive.write_bytes(data)

    assert not of_job(archive, "tests", [1], tmp_path / "log", 100_000)


def test_no_more_is_written_than_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(archive(**{"build/2_make.txt": b"line\n" * 1_000_000}))

    assert of_job(tmp_path / "a.zip", "build", [2], tmp_path / "out", 1_000)
    assert (tmp_path / "out").stat().st_size == 1_000


def test_an_attempt_that_passes_makes_the_failure_flaky(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301)
    ended(stage)
    before = double.bodies(1)[0]

    ran = ended(stage, "success", attempt=2)

    (body,) = double.bodies(1)
    assert "**Passed on attempt 2, flaky**" in body
    assert body.index("<details><summary>What failed</summary>") < body.index("FileNotFoundError")
    assert before.split("\n", 1)[1].strip() in body
    assert ran.outputs["published-to"] == "comment"
    ended(stage, "success", attempt=3)
    assert double.bodies(1) == [body]
    double.settled()


def test_another_run_of_the_same_commit_that_passes_makes_it_flaky_too(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301)
    ended(stage)

    ended(stage, "success", run=31)

    assert "flaky" in double.bodies(1)[0]


def test_a_commit_that_mends_it_leaves_one_line(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301)
    ended(stage)
    head = stage.push({"store.py": CHANGED.replace("os.remove(name)", "os.rmdir(name)")})

    ended(stage, "success", run=31)

    (body,) = double.bodies(1)
    assert f"Passes again at `{head[:12]}`" in body
    assert "flaky" not in body
    assert len(body.strip().split("\n")) <= 5
    double.settled()


def test_a_pass_says_nothing_where_nothing_was_explained_and_nothing_against_a_later_failure(
    stage: Stage, double: Double
) -> None:
    stage.push({"store.py": CHANGED})
    ended(stage, "success", attempt=2)
    assert double.bodies(1) == []

    job(double, 301, attempt=3)
    ended(stage, attempt=3)
    (body,) = double.bodies(1)
    ended(stage, "success", attempt=2)
    ended(stage, "success", run=29)
    assert double.bodies(1) == [body]
    double.settled()


def test_each_workflow_has_its_own_comment(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301)

    for name in ("ci", "Nächtlich: alles", "夜"):
        ended(stage, name=name)
    ended(stage, name="ci", attempt=1)

    assert len(double.bodies(1)) == 3
    assert {body.split(" ")[2].split("/")[1] for body in double.bodies(1)} == {"rca"}
    double.settled()


@pytest.mark.parametrize("event", ["workflow_run", "pull_request", "issue_comment"])
def test_thumbs_on_our_comment_weigh_the_case_once_for_each_who_may_write(
    stage: Stage, double: Double, tmp_path: Path, event: str
) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301)
    kept = {"FLOWSCOUT_MEMORY": str(tmp_path / "memory.sqlite3")}
    ended(stage, environment=kept)  # type: ignore[arg-type]
    (comment,) = [c for c in double.comments.values() if c["user"] == double.me]
    (case,) = cases_of(comment["body"])
    double.permissions["carol"] = "write"
    for who, content in (
        ("alice", "+1"),
        ("alice", "-1"),
        ("bob", "-1"),
        ("stranger", "-1"),
        ("carol", "-1"),
        ("alice", "heart"),
        (double.me, "+1"),
    ):
        double.react(comment["id"], who, content)

    if event == "workflow_run":
        for _ in range(2):
            ended(stage, environment=kept)  # type: ignore[arg-type]
    elif event == "pull_request":
        stage.checkout()
        stage.act(event, stage.pull_request(), [], environment=kept)
    else:
        stage.act(event, stage.comment("/flowscout help"), [], environment=kept)

    memory = SqliteMemory(tmp_path / "memory.sqlite3")
    votes = [up for up, _ in memory.votes()]
    found = memory.get(case)
    assert votes == [True, False]  # alice up once, carol down once; those who may only read have no say
    assert found is not None
    assert found.validation_feedback == "negative"
    double.settled()


def test_reactions_are_not_asked_for_where_nothing_is_remembered(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301)
    ended(stage)
    ended(stage)

    assert [path for _, path in double.log if "reactions" in path] == []
    assert "<sub>Case" not in double.bodies(1)[0]


def test_a_memory_that_is_not_kept_is_read_and_asks_for_no_vote(stage: Stage, double: Double, tmp_path: Path) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301)
    path = tmp_path / "memory.sqlite3"
    ended(stage, environment={"FLOWSCOUT_MEMORY": str(path)})  # type: ignore[arg-type]
    before = SqliteMemory(path).all()
    stage.push({"store.py": CHANGED + "\n# again\n"})

    ended(stage, environment={"FLOWSCOUT_MEMORY": str(path), "FLOWSCOUT_MEMORY_READ_ONLY": "true"})  # type: ignore[arg-type]

    (body,) = double.bodies(1)
    assert "Similar past cases" in body
    assert "<sub>Case" not in body
    assert SqliteMemory(path).all() == before
    double.settled()


def test_a_past_case_of_this_repository_is_recalled_and_none_of_another(
    stage: Stage, double: Double, tmp_path: Path
) -> None:
    stage.push({"store.py": CHANGED})
    job(double, 301)
    path = tmp_path / "memory.sqlite3"
    ended(stage, environment={"FLOWSCOUT_MEMORY": str(path)})  # type: ignore[arg-type]
    memory = SqliteMemory(path)
    (first,) = memory.all()
    memory.add(
        first._replace(id="f" * 16, repository="secret/other", head_sha="a" * 40, root_cause="of a private repository")
    )
    stage.push({"store.py": CHANGED + "\n# again\n"})

    ended(stage, environment={"FLOWSCOUT_MEMORY": str(path)})  # type: ignore[arg-type]

    body = double.bodies(1)[0]
    assert "Similar past cases" in body
    assert first.id in body
    assert "private" not in body


@pytest.mark.parametrize("kept", ["broken", "folder", "postgresql://127.0.0.1:1/none"])
def test_a_memory_that_cannot_be_used_costs_no_result(stage: Stage, double: Double, tmp_path: Path, kept: str) -> None:
    (tmp_path / "broken").write_bytes(b"no database at all, and long enough to be looked at" * 20)
    (tmp_path / "folder").mkdir()
    memory = {"FLOWSCOUT_MEMORY": kept if "://" in kept else str(tmp_path / kept)}
    stage.push({"store.py": CHANGED})
    job(double, 301)

    explained = ended(stage, environment=memory)  # type: ignore[arg-type]
    stage.checkout()
    reviewed = stage.act("pull_request", stage.pull_request(), [], environment=memory)

    assert (explained.code, reviewed.code, len(double.bodies(1))) == (0, 0, 2), explained.out + reviewed.out


@pytest.mark.parametrize(
    "body",
    [
        "",
        "x",
        "<sub>Case 1: x</sub>",
        "```\n<sub>Case aaaaaaaaaaaaaaaa: x</sub>\n```",
        "<sub>Case aaaaaaaaaaaaaaaa: x</sub>\nmore",
    ],
)
def test_only_the_last_line_names_cases(body: str) -> None:
    assert cases_of(body) == ()


def test_the_last_line_is_found_behind_a_note_and_a_fold() -> None:
    line = "<sub>Case aaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbb: 👍 or 👎</sub>"

    assert cases_of(
        f"x\n{line}\n\n_1 section is left out here; the whole is in the job's summary._\n\n</details>\n"
    ) == ("a" * 16, "b" * 16)


def test_a_log_too_long_is_read_by_its_failed_step(
    stage: Stage, double: Double, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowscout.entrypoints.action.joblog.MOST_LOG", 4_000)
    stage.push({"store.py": CHANGED})
    job(double, 301, log="noise\n" * 2_000 + LOG + "noise\n" * 2_000)
    double.files["run-30-1"] = archive(**{"tests/2_pytest.txt": stamped(LOG)})

    ended(stage)

    (body,) = double.bodies(1)
    assert "FileNotFoundError" in body
    assert "failed step" in body
    double.settled()


def test_the_archive_that_cannot_be_had_leaves_the_log_as_it_was_cut(
    stage: Stage, double: Double, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowscout.entrypoints.action.joblog.MOST_LOG", 4_000)
    stage.push({"store.py": CHANGED})
    job(double, 301, log="noise\n" * 2_000 + LOG)
    double.faults.append(Fault("GET", "attempts/1/logs", 410, "gone"))

    ended(stage)

    (body,) = double.bodies(1)
    assert "FileNotFoundError" in body
    assert "its middle was not read" in body
    double.settled()


def test_what_mended_a_failure_is_kept_with_its_case(stage: Stage, double: Double, tmp_path: Path) -> None:
    kept = {"FLOWSCOUT_MEMORY": str(tmp_path / "memory.sqlite3")}
    stage.push({"store.py": CHANGED})
    job(double, 301)
    ended(stage, environment=kept)  # type: ignore[arg-type]
    stage.push({"store.py": CHANGED.replace("os.remove(name)", "os.rmdir(name)"), "notes.txt": "of no consequence\n"})

    ended(stage, "success", run=31, environment=kept)  # type: ignore[arg-type]

    memory = SqliteMemory(tmp_path / "memory.sqlite3")
    assert [one.fixed_in for one in memory.all()] == [("store.py",)]
    memory.close()
    double.settled()
