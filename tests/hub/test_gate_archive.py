"""Archives made to break their reader, and commits that are not the repository's: refused or without effect, never an exit 3."""

from __future__ import annotations

import io
import json
import random
import re
import struct
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from flowscout.adapters.files.archive import Spoilt, member
from hub.double import Double
from hub.events import payload
from hub.stage import CHANGED, Ran, Stage, git
from hub.test_post_event import FORK, left

DEEP = zipfile.ZIP_DEFLATED


@pytest.fixture(scope="module")
def handed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Stage, dict[str, bytes]]]:
    double = Double().start()
    stage = Stage(tmp_path_factory.mktemp("archives"), double)
    yield stage, left(stage)
    double.stop()


def zipped(*members: tuple[str | zipfile.ZipInfo, bytes], method: int = DEEP) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return packed.getvalue()


def spoilt(data: bytes, at: int, by: bytes) -> bytes:
    return data[:at] + by + data[at + len(by) :]


def linked() -> zipfile.ZipInfo:
    made = zipfile.ZipInfo("pull.json")
    made.external_attr = 0o120777 << 16
    return made


def smaller(data: bytes, field: int) -> bytes:
    """The directory states a hundred bytes for the first member."""
    at = data.find(b"PK\x01\x02")
    return spoilt(data, at + field, struct.pack("<I", 100))


def bent(name: bytes, data: bytes) -> bytes:
    return data.replace(name, b"\xff" * len(name))


ARCHIVES: dict[str, Callable[[bytes], bytes]] = {
    "traversal": lambda pull: zipped(("../pull.json", pull), ("/etc/cron.d/x", b"x")),
    "absolute": lambda pull: zipped(("/pull.json", pull)),
    "folder": lambda pull: zipped(("pull.json/", b"")),
    "in a folder": lambda pull: zipped(("a/pull.json", pull)),
    "twice": lambda pull: zipped(("pull.json", pull), ("pull.json", pull.replace(b"removes", b"keeps"))),
    "symbolic link": lambda pull: zipped((linked(), b"/etc/passwd")),
    "bomb": lambda pull: zipped(("pull.json", b"0" * 300_000_000)),
    "bomb of blanks": lambda pull: zipped(("pull.json", pull + b" " * 100_000_000)),
    "bomb with a small size": lambda pull: smaller(zipped(("pull.json", b"0" * 30_000_000)), 24),
    "smaller than it is": lambda pull: smaller(zipped(("pull.json", pull)), 20),
    "lzma": lambda pull: zipped(("pull.json", pull), method=zipfile.ZIP_LZMA),
    "spoilt lzma": lambda pull: spoilt(zipped(("pull.json", pull * 5), method=zipfile.ZIP_LZMA), 60, b"\xff" * 30),
    "bzip2": lambda pull: zipped(("pull.json", pull), method=zipfile.ZIP_BZIP2),
    "spoilt bzip2": lambda pull: spoilt(zipped(("pull.json", pull), method=zipfile.ZIP_BZIP2), 60, b"\xff" * 30),
    "spoilt": lambda pull: spoilt(zipped(("pull.json", pull)), 60, b"\xff" * 30),
    "bad name": lambda pull: bent("äö".encode(), zipped(("äö.txt", b"x"), ("pull.json", pull))),
    "bad name of ours": lambda pull: bent(b"pull", zipped(("pull.jsonä", pull))),
    "nested": lambda pull: zipped(("pull.json", zipped(("pull.json", pull)))),
    "cut": lambda pull: zipped(("pull.json", pull))[:-30],
    "cut at the head": lambda pull: zipped(("pull.json", pull))[40:],
    "empty": lambda pull: b"",
    "no archive": lambda pull: b"PK\x05\x06" + b"\xff" * 18,
    "encrypted": lambda pull: zipped(("pull.json", pull)).replace(b"PK\x01\x02\x14\x03\x14\x00\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01\x00").replace(b"PK\x03\x04\x14\x00\x00\x00", b"PK\x03\x04\x14\x00\x01\x00"),
    "of a later version": lambda pull: zipped(("pull.json", pull)).replace(b"PK\x01\x02\x14\x03\x14\x00", b"PK\x01\x02\x14\x03\xff\x00"),
    "ten thousand members": lambda pull: zipped(*((f"{n}.json", b"x") for n in range(10_000))),
}  # fmt: skip


def given(stage: Stage, data: bytes) -> Ran:
    stage.double.comments.clear()
    stage.double.artifacts[5] = {"id": 5, "run": 30, "name": "flowscout-review", "size": len(data)}
    stage.double.files["artifact-5"] = data
    head = git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    run = {
        "id": 30,
        "run_attempt": 1,
        "conclusion": "success",
        "event": "pull_request",
        "head_sha": head,
        "head_branch": "topic",
        "pull_requests": [],
        "head_repository": {"full_name": FORK},
    }
    stage.checkout("refs/heads/main")
    return stage.acted(
        "workflow_run",
        payload(
            "workflow_run",
            "completed",
            workflow_run=run,
            repository={"full_name": "octo/demo", "default_branch": "main"},
        ),
    )


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_that_is_not_ours_is_refused(handed: tuple[Stage, dict[str, bytes]], name: str) -> None:
    stage, files = handed

    ran = given(stage, ARCHIVES[name](files["pull.json"]))

    assert (stage.double.bodies(1), ran.code) == ([], 0)
    assert "::notice title=flowscout::" in ran.out


def test_bits_that_are_turned_in_an_archive_spoil_it_and_nothing_else(tmp_path: Path) -> None:
    chance, seen = random.Random(11), Counter[str]()
    for _ in range(4_000):
        method = chance.choice([zipfile.ZIP_STORED, DEEP, DEEP, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
        data = bytearray(zipped(("pull.json", b"{}" * chance.randint(1, 300)), ("ä.txt", b"x"), method=method))
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.choice([0, 255, chance.randrange(256)])
        path = tmp_path / "a.zip"
        path.write_bytes(data[: chance.randrange(len(data))] if chance.random() < 0.2 else data)
        try:
            member(path, "pull.json", 1_000)
            seen["read"] += 1
        except Spoilt:
            seen["refused"] += 1
    assert seen["read"] > 100
    assert seen["refused"] > 100


def test_links_lead_to_commits_of_the_repository_alone(handed: tuple[Stage, dict[str, bytes]]) -> None:
    stage, files = handed
    record, head = json.loads(files["pull.json"]), git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    git(stage.seed, "switch", "-q", "-c", "impostor", "topic")
    impostor = stage.commit({"store.py": "print('run me')\n"})
    git(stage.seed, "push", "-q", "origin", "HEAD:refs/pull/9/head")
    git(stage.seed, "switch", "-q", "topic")
    record["review"]["functions"][0]["steps"].append(
        {"sign": "-", "text": "x", "path": "store.py", "line": 9, "end_line": 9, "before": True}
    )

    def commits(**change: str) -> set[str]:
        given(stage, zipped(("pull.json", json.dumps(record | change).encode())))
        (body,) = stage.double.bodies(1)
        assert "`handle_drop` now removes" in body
        return set(re.findall(r"/blob/([0-9a-f]{40})/", body))

    base = git(stage.upstream, "rev-parse", "main").strip()
    assert commits() == {head, base}
    assert commits(after=impostor) == {base}
    assert commits(before=impostor) == {head}
    assert commits(before="c" * 40, after="d" * 40) == set()


def test_a_review_that_fails_as_asked_is_posted_all_the_same(handed: tuple[Stage, dict[str, bytes]]) -> None:
    stage, files = handed
    stage.checkout()
    ran = stage.act("pull_request", stage.pull_request(fork=FORK), [], fail_on="changed", token="")
    assert ran.code == 1
    data = (ran.folder / "flowscout" / "pull.json").read_bytes()
    head = git(stage.upstream, "rev-parse", "refs/pull/1/head").strip()
    stage.double.comments.clear()
    stage.double.artifacts[5] = {"id": 5, "run": 30, "name": "flowscout-review", "size": len(data)}
    stage.double.files["artifact-5"] = zipped(("pull.json", data))
    run = {
        "id": 30,
        "run_attempt": 1,
        "conclusion": "failure",
        "event": "pull_request",
        "head_sha": head,
        "head_branch": "topic",
        "pull_requests": [],
        "head_repository": {"full_name": FORK},
    }
    stage.checkout("refs/heads/main")
    event = payload(
        "workflow_run", "completed", workflow_run=run, repository={"full_name": "octo/demo", "default_branch": "main"}
    )

    stage.act("workflow_run", event, [], mode="post")

    (body,) = stage.double.bodies(1)
    assert "`handle_drop` now removes" in body
    for name in ("flowscout.yml", "flowscout-after.yml"):
        text = (Path(__file__).parent.parent.parent / ".github/workflows" / name).read_text(encoding="utf-8")
        assert ("conclusion == 'failure'" in text) or "!cancelled()" in text, name
    assert files
    assert CHANGED
