"""`flowscout rca --run-url`: the log of a job, or those of a run's failed jobs, straight from GitHub."""

from __future__ import annotations

import json

import pytest

from flowscout.__main__ import main
from flowscout.cli.rca.run_logs import address, token_for
from flowscout.errors import UserError
from hub.double import NAME, OWNER, Double

SERVER = "https://github.com"
BROKEN = b"2026-05-07T20:38:28.9752649Z cc -c src/a.c\n2026-05-07T20:38:29.9752649Z src/a.c:3:1: error: unknown type name 'x'\n"


@pytest.fixture
def signed_in(double: Double, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("GITHUB_TOKEN", "ghs_token")
    monkeypatch.setenv("GITHUB_SERVER_URL", SERVER)
    monkeypatch.setenv("GITHUB_API_URL", double.url)
    return f"{SERVER}/{OWNER}/{NAME}/actions/runs/3"


def test_a_job_by_its_address(double: Double, signed_in: str, capsys: pytest.CaptureFixture[str]) -> None:
    double.jobs[9] = {"id": 9, "run": 3, "name": "build", "conclusion": "failure", "steps": [("Test", "failure")]}
    double.files["job-9"] = BROKEN
    code = main(
        [
            "rca",
            "--run-url",
            f"{signed_in}/attempts/1/job/9?pr=4#step:2:7",
            "--no-code",
            "--no-memory",
            "--format",
            "json",
        ]
    )
    first = json.loads(capsys.readouterr().out)["findings"][0]
    assert (code, first["line"], first["file"], first["member"]) == (0, 2, "src/a.c", "")


def test_of_a_run_each_failed_job_counts_its_own_lines(
    double: Double, signed_in: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for id_, name, end in ((8, "lint", "success"), (9, "build (gcc)", "failure"), (10, "test", "failure")):
        double.jobs[id_] = {"id": id_, "run": 3, "name": name, "conclusion": end, "steps": [("x", end)]}
        double.files[f"job-{id_}"] = b"2026-05-07T20:38:20.0000000Z setting up\n" * 50
    double.files["job-10"] += BROKEN
    main(["rca", "--run-url", f"{signed_in}/attempts/1", "--no-code", "--no-memory", "--format", "json"])
    first = json.loads(capsys.readouterr().out)["findings"][0]
    assert (first["member"], first["line"]) == ("1_test.txt", 52)


def test_who_is_not_signed_in_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    monkeypatch.delenv("GH_TOKEN", raising=False)
    assert main(["rca", "--run-url", f"{SERVER}/a/b/actions/runs/3"]) == 2
    assert "signed in" in capsys.readouterr().err


def test_addresses() -> None:
    assert address(f"{SERVER}/a/b/actions/runs/3/job/4", {})[1:3] == ("https://api.github.com", "a/b")
    assert address("https://git.corp.example/a/b/runs/3", {}).api == "https://git.corp.example/api/v3"
    for wrong in ("https://github.com/a/b", "file:///etc/passwd", f"{SERVER}/a/b/actions/runs/x", "3"):
        with pytest.raises(UserError):
            address(wrong, {})


def test_a_token_goes_to_its_own_server_only() -> None:
    """Whoever sends an address must not get the token of whoever opens it."""
    mine = {"GITHUB_TOKEN": "secret", "GH_HOST": "git.corp.example", "GH_ENTERPRISE_TOKEN": "other"}

    assert token_for("https://github.com", mine) == "secret"
    assert token_for("https://git.corp.example", mine) == "other"
    for elsewhere in (
        "https://evil.example",
        "http://github.com",
        "http://git.corp.example",
        "https://github.com.evil.example",
        "https://",
    ):
        assert token_for(elsewhere, mine) == "", elsewhere
        assert token_for(elsewhere, {"GITHUB_TOKEN": "secret"}) == "", elsewhere
    assert (
        token_for("http://127.0.0.1:1", {"GITHUB_SERVER_URL": "http://127.0.0.1:1", "GITHUB_TOKEN": "secret"})
        == "secret"
    )
