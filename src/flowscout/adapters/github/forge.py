"""GitHub as a Forge: which request asks each question, and what the answer's rows mean.

How requests are sent and repeated stands in `requests`. A comment of ours is created with a marker: after a
fault the thread is read again, and a comment of ours with the marker is the answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote
from uuid import uuid4

from ...forge import BROKEN, LIMITED, MISSING, ForgeError
from ...model import limits
from ...model.event import FileChange, Job, Pull, Push
from ...model.publication import Annotation, Posted
from . import answers
from .requests import PER_PAGE, Requests

FILES_LIMIT: Final = 3_000
ACTIONS: Final = "github-actions[bot]"
FAILED: Final = ("failure", "timed_out")
_MINIMIZE: Final = "mutation($id: ID!) { minimizeComment(input: {subjectId: $id, classifier: OUTDATED}) { minimizedComment { isMinimized } } }"
_RIGHTS: Final = (
    ("admin", "admin"),
    ("maintain", "maintain"),
    ("push", "write"),
    ("triage", "triage"),
    ("pull", "read"),
)


class GitHub:
    """A Forge. wait: how long the client may wait in all, in seconds."""

    def __init__(
        self, repository: str, token: str, api_url: str = "https://api.github.com", *,
        wait: float = limits.TOTAL_WAIT, sleep: Callable[[float], None] = time.sleep, timeout: int = 15,
    ) -> None:  # fmt: skip
        self._requests = Requests(token, api_url, wait=wait, sleep=sleep, timeout=timeout)
        self._repository = repository
        self._ours: frozenset[str] | None = None

    def _at(self, *parts: object) -> str:
        return f"/repos/{self._repository}/" + "/".join(quote(str(part), safe="/.") for part in parts)

    # Who and what

    def logins(self) -> frozenset[str]:
        if self._ours is None:
            try:
                login = self._requests.ask("GET", "query { viewer { login } }", {})["data"]["viewer"]["login"]
                self._ours = frozenset({login, f"{login.removesuffix('[bot]')}[bot]"})
            except ForgeError as error:
                if error.kind in (BROKEN, LIMITED):  # a wrong guess would make a second comment
                    raise
                self._ours = frozenset({ACTIONS})
        return self._ours

    def pull(self, number: int, /) -> Pull:
        return answers.pull(self._requests.send("GET", self._at("pulls", number)))

    def pushes(self, repository: str, branch: str, /) -> list[Push]:
        rows = self._requests.send(
            "GET", f"/repos/{quote(repository)}/activity", params={"ref": f"refs/heads/{branch}", "per_page": PER_PAGE}
        )
        return [Push(row["timestamp"], row["before"], row["after"]) for row in rows]

    def pulls_of(self, head_sha: str, head_repository: str, branch: str, /) -> tuple[int, ...]:
        owner = head_repository.partition("/")[0]
        rows = self._requests.pages(
            self._at("pulls"), state="open", **({"head": f"{owner}:{branch}"} if owner and branch else {})
        )
        found = [answers.pull(row) for row in rows]
        return tuple(p.number for p in found if p.head_sha == head_sha and p.head_repository in (head_repository, ""))

    def permission(self, login: str, /) -> str:
        try:
            found = self._requests.send("GET", self._at("collaborators", login, "permission"))
        except ForgeError as error:
            if error.kind == MISSING:
                return "none"
            raise
        given = (found.get("user") or {}).get("permissions") or {}
        return next((name for key, name in _RIGHTS if given.get(key)), str(found.get("permission") or "none"))

    # Comments

    def comments(self, number: int, /, kind: str = "issue") -> list[Posted]:
        return [
            answers.posted(row)
            for row in self._requests.pages(self._at("pulls" if kind == "review" else "issues", number, "comments"))
        ]

    def comments_since(self, since: str, /, kind: str = "issue") -> list[Posted]:
        return [
            answers.posted(row)
            for row in self._requests.pages(
                self._at("pulls" if kind == "review" else "issues", "comments"), since=since
            )
        ]

    def create_comment(self, number: int, body: str, /, marker: str = "") -> Posted:
        return self._created(self._at("issues", number, "comments"), body, marker, lambda: self.comments(number))

    def reply(self, kind: str, number: int, id_: int, body: str, /, marker: str = "") -> Posted:
        if kind != "review":
            return self.create_comment(number, body, marker)
        return self._created(
            self._at("pulls", number, "comments", id_, "replies"), body, marker, lambda: self.comments(number, kind)
        )

    def _created(self, path: str, body: str, marker: str, posted: Callable[[], list[Posted]]) -> Posted:
        def send() -> Posted:
            return answers.posted(self._requests.send("POST", path, {"body": body}))

        def done() -> Posted | None:
            ours = self.logins()
            return next((c for c in reversed(posted()) if c.author in ours and c.body.startswith(marker)), None)

        made: Posted = self._requests.once(send, done) if marker else send()
        return made

    def edit_comment(self, id_: int, body: str, /) -> Posted:
        return answers.posted(self._requests.send("PATCH", self._at("issues/comments", id_), {"body": body}))

    def delete_comment(self, id_: int, /) -> None:
        try:
            self._requests.send("DELETE", self._at("issues/comments", id_))
        except ForgeError as error:
            if error.kind != MISSING:
                raise

    def hide_comment(self, id_: int, /) -> None:
        node = self._requests.send("GET", self._at("issues/comments", id_))["node_id"]
        self._requests.ask("PUT", _MINIMIZE, {"id": node})

    def react(self, kind: str, id_: int, content: str, /) -> None:
        self._requests.send(
            "POST",
            self._at("pulls/comments" if kind == "review" else "issues/comments", id_, "reactions"),
            {"content": content},
        )

    def reactions(self, id_: int, /) -> list[tuple[str, str]]:
        rows = self._requests.pages(self._at("issues/comments", id_, "reactions"))
        return [((row.get("user") or {}).get("login", ""), row["content"]) for row in rows]

    # Checks

    def check(
        self, name: str, head_sha: str, conclusion: str, title: str, summary: str, annotations: Sequence[Annotation], /
    ) -> tuple[int, str]:
        size = limits.CHECK_ANNOTATIONS_PER_REQUEST
        rows = [answers.annotation(a) for a in annotations[: limits.CHECK_ANNOTATIONS]]
        output = {"title": title[:255], "summary": summary, "annotations": rows[:size]}
        told = {
            "name": name,
            "head_sha": head_sha,
            "external_id": uuid4().hex,
            "status": "completed",
            "conclusion": conclusion,
            "output": output,
        }
        listed = self._at("commits", head_sha, "check-runs")

        def done() -> Any:
            rows = self._requests.pages(listed, "check_runs", check_name=name, filter="all")
            return next((row for row in rows if row.get("external_id") == told["external_id"]), None)

        made = self._requests.once(lambda: self._requests.send("POST", self._at("check-runs"), told), done)
        for start in range(size, len(rows), size):
            self._annotate(made["id"], {**output, "annotations": rows[start : start + size]}, start)
        return made["id"], made.get("html_url") or ""

    def _annotate(self, check: int, output: Mapping[str, Any], before: int) -> None:
        """Annotations are added to those that are there."""
        self._requests.once(
            lambda: self._requests.send("PATCH", self._at("check-runs", check), {"output": output}, once=True),
            lambda: True if sum(1 for _ in self.annotations(check)) > before else None,
        )

    def annotations(self, check: int, /) -> Iterator[Annotation]:
        for row in self._requests.pages(self._at("check-runs", check, "annotations")):
            yield Annotation(
                row.get("path") or "",
                row.get("start_line") or 0,
                row.get("end_line") or 0,
                row.get("annotation_level") or "notice",
                row.get("title") or "",
                row.get("message") or "",
            )

    # The change

    def merge_base(self, base: str, head: str, /) -> str:
        return str(
            self._requests.send("GET", self._at("compare", f"{base}...{head}"), params={"per_page": 1})[
                "merge_base_commit"
            ]["sha"]
        )

    def changed_since(self, base: str, head: str, /) -> tuple[str, ...]:
        told = self._requests.send("GET", self._at("compare", f"{base}...{head}"), params={"per_page": 1})
        return tuple(row["filename"] for row in told.get("files") or ()) if told["status"] == "ahead" else ()

    def files(self, number: int, /) -> tuple[tuple[FileChange, ...], bool]:
        rows = list(self._requests.pages(self._at("pulls", number, "files")))
        changes = tuple(
            FileChange(row["filename"], row["status"], row.get("previous_filename") or "", row.get("sha") or "")
            for row in rows
        )
        total = self._requests.send("GET", self._at("pulls", number)).get("changed_files", len(rows))
        return changes, len(rows) < FILES_LIMIT and len(rows) >= total

    # Runs

    def failed_runs(self, head_sha: str, /) -> list[tuple[int, int]]:
        found = self._requests.send(
            "GET", self._at("actions/runs"), params={"head_sha": head_sha, "status": "failure", "per_page": PER_PAGE}
        )
        return [(row["id"], row.get("run_attempt") or 1) for row in found.get("workflow_runs") or []]

    def jobs(self, run: int, attempt: int, /) -> list[Job]:
        return [answers.job(row) for row in self._requests.pages(self._attempt_of(run, attempt, "jobs"), "jobs")]

    def _attempt_of(self, run: int, attempt: int, what: str) -> str:
        return self._at("actions/runs", run, *(("attempts", attempt) if attempt else ()), what)

    def job_log(self, job: int, into: Path, /, most: int) -> bool:
        return self._requests.fetched(self._at("actions/jobs", job, "logs"), into, most, middle=True)

    def run_log(self, run: int, attempt: int, into: Path, /, most: int) -> bool:
        return self._requests.fetched(self._attempt_of(run, attempt, "logs"), into, most)

    def artifact(self, run: int, name: str, into: Path, /, most: int) -> bool:
        found = [
            row
            for row in self._requests.pages(self._at("actions/runs", run, "artifacts"), "artifacts", name=name)
            if row.get("name") == name
        ]
        usable = [row for row in found if not row.get("expired") and row.get("size_in_bytes", 0) <= most]
        if not usable:
            return False
        return self._requests.fetched(
            self._at("actions/artifacts", max(row["id"] for row in usable), "zip"), into, most
        )

    def last_success(self, run: int, job: str, /) -> int:
        return next(
            (
                row["id"]
                for row in self._of_run(self._on_default(run, "success"))
                if (row.get("name"), row.get("conclusion")) == (job, "success")
            ),
            0,
        )

    def last_failure(self, run: int, job: str, /) -> tuple[int, str]:
        last = self._on_default(run, "completed")
        rows = self._of_run(last) if last.get("id") != run and last.get("conclusion") in FAILED else iter(())
        return next(
            (
                (row["id"], last.get("head_sha") or "")
                for row in rows
                if row.get("name") == job and row.get("conclusion") in FAILED
            ),
            (0, ""),
        )

    def _on_default(self, run: int, status: str) -> dict[str, Any]:
        """The latest run of that status of the same workflow on the default branch."""
        workflow = self._requests.send("GET", self._at("actions/runs", run))["workflow_id"]
        branch = self._requests.send("GET", f"/repos/{self._repository}")["default_branch"]
        found = self._requests.send(
            "GET",
            self._at("actions/workflows", workflow, "runs"),
            params={"branch": branch, "status": status, "per_page": 1},
        )
        return next(iter(found.get("workflow_runs") or []), {})

    def _of_run(self, run: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        return self._requests.pages(self._at("actions/runs", run["id"], "jobs"), "jobs") if run else iter(())
