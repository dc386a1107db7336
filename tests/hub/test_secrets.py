"""A log full of secrets: none of them is in the comment, the check, the summary, the files or the job's own log."""

from __future__ import annotations

import base64
import json
import random
import string
from pathlib import Path

from hub.double import Double
from hub.stage import CHANGED, Stage
from hub.test_rca_event import LOG, failed

DICE = random.Random("a log of secrets")


def thrown(length: int) -> str:
    return "".join(DICE.choice(string.ascii_letters + string.digits) for _ in range(length))


def test_no_secret_of_a_failed_job_leaves(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    body = [base64.b64encode(DICE.randbytes(48)).decode() for _ in range(4)]
    password, token, own = thrown(16), "ghp_" + thrown(36), thrown(9)
    key = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *body, "-----END RSA PRIVATE KEY-----"])
    said = f"FileNotFoundError: DB_PASSWORD={password} https://bot:{password}@h/x {token} {own}"
    log = LOG.replace("FileNotFoundError: [Errno 2]", f"{key}\n{said} [Errno 2]")
    assert said in log

    ran = failed(stage, log)

    (comment,) = double.bodies(1)
    assert "FileNotFoundError" in comment
    files = "".join(
        path.read_text(encoding="utf-8", errors="replace")
        for path in Path(ran.folder).rglob("*")
        if path.is_file() and path.suffix in (".md", ".sarif")
    )
    for place, text in {
        "comment": comment,
        "summary": ran.summary,
        "job's log": ran.out,
        "outputs": json.dumps(ran.outputs),
        "files": files,
        "the rest": repr(vars(double)),
    }.items():
        if place == "the rest":
            text = text.replace(repr(double.files), "")
        for secret in (password, token[4:], *body):
            assert secret not in text, place


def test_an_address_of_a_person_is_not_told_to_strangers(stage: Stage, double: Double) -> None:
    stage.push({"store.py": CHANGED})
    someone = "jane.doe" + "@" + "corp.acme.io"

    failed(stage, LOG.replace("[Errno 2]", f"of {someone} [Errno 2]"))

    (comment,) = double.bodies(1)
    assert someone not in comment
    assert "<redacted:email:" in comment.replace("&lt;", "<")
