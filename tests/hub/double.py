"""A local GitHub with memory: one repository behind a server, every request and every answer of which is checked.

What is compared comes from a real bare git repository. `faults` makes the next matching request fail, before or after it
took effect; `violations` collects whatever GitHub's description does not allow. End a test with `double.settled()`.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import threading
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from .description import NPM, description

OWNER, NAME, BOT = "octo", "demo", "github-actions[bot]"
DOCS = "https://docs.github.com/rest"
Answer = tuple[int, Any] | tuple[int, Any, dict[str, str]]


class Refused(Exception):  # noqa: N818
    def __init__(self, status: int, message: str, errors: list[dict[str, str]] | None = None) -> None:
        self.status, self.message, self.errors = status, message, errors


class Fault(NamedTuple):
    """The next request of that method whose path matches fails. after: it takes effect first. status 0 drops the connection;
    wait: seconds before anything is answered. cut: it takes effect, and of the answer comes half: "off", the connection ends before
    what was announced; "short", the half is all that was announced; "page", somebody's web page comes instead."""

    method: str
    path: str
    status: int
    message: str = "fault"
    headers: Mapping[str, str] = MappingProxyType({})
    after: bool = False
    wait: float = 0.0
    cut: str = ""


class Double:
    def __init__(self, git_dir: Path | None = None) -> None:
        self.about = description()
        self.git_dir = git_dir
        self.pulls: dict[int, dict[str, Any]] = {}
        self.comments: dict[int, dict[str, Any]] = {}
        self.reactions: list[dict[str, Any]] = []
        self.checks: dict[int, dict[str, Any]] = {}
        self.annotations: dict[int, list[dict[str, Any]]] = {}
        self.runs: dict[int, dict[str, Any]] = {}
        self.jobs: dict[int, dict[str, Any]] = {}
        self.files: dict[str, bytes] = {}  # behind signed addresses, by name
        self.artifacts: dict[int, dict[str, Any]] = {}
        self.permissions = {"alice": "write", "bob": "read"}
        self.me = BOT
        self.granted: Mapping[str, str] | None = None  # a job's `permissions`; None: whatever is asked for
        self.faults: list[Fault] = []
        self.at_call: dict[int, Fault] = {}  # by the number of the call, from 1; whatever its path
        self.stubborn: Fault | None = None  # meets every request that it matches
        self.violations: list[tuple[str, ...]] = []
        self.log: list[tuple[str, str]] = []
        self.moves: list[dict[str, str]] = []  # of branches, as GitHub saw them
        self._next, self._minutes = 1000, 0
        self._lock = threading.RLock()
        self.storage = self._origin = ""
        self.base_path = ""  # /api/v3 on GitHub Enterprise Server
        self.targets: list[str] = []

    @property
    def url(self) -> str:
        return self._origin + self.base_path

    # State, for tests

    def new_id(self) -> int:
        self._next += 1
        return self._next

    def tick(self) -> str:
        """A minute later: whatever happens in a test happens at its own time."""
        self._minutes += 1
        return f"{datetime(2026, 1, 1) + timedelta(minutes=self._minutes):%Y-%m-%dT%H:%M:00Z}"

    def moved(self, number: int, repository: str, branch: str, before: str, after: str) -> None:
        """Somebody pushed to the head of a pull request."""
        at = self.tick()
        self.moves.append(
            {"repository": repository, "ref": f"refs/heads/{branch}", "before": before, "after": after, "timestamp": at}
        )
        if number in self.pulls:
            self.pulls[number]["updated"] = at

    def git(self, *arguments: str) -> str:
        assert self.git_dir is not None
        return subprocess.run(
            ["git", "-C", str(self.git_dir), *arguments], check=True, capture_output=True
        ).stdout.decode("utf-8", "replace")

    def pull(
        self, number: int = 1, head: str = "", base: str = "main", head_repository: str | None = f"{OWNER}/{NAME}"
    ) -> int:
        self.pulls[number] = {
            "number": number,
            "head": head or f"refs/pull/{number}/head",
            "base": base,
            "from": head_repository,
            "state": "open",
        }
        return number

    def say(self, number: int, body: str, author: str = "alice") -> int:
        made, at = self.new_id(), self.tick()
        self.comments[made] = {
            "id": made,
            "issue": number,
            "body": body,
            "user": author,
            "node": f"IC_{made}",
            "minimized": None,
            "review": False,
            "at": at,
        }
        if number in self.pulls:
            self.pulls[number]["updated"] = at
        return made

    def react(self, comment: int, author: str, content: str) -> None:
        self.reactions.append({"comment": comment, "id": self.new_id(), "user": author, "content": content})

    def bodies(self, number: int, author: str = BOT) -> list[str]:
        return [c["body"] for c in self.comments.values() if c["issue"] == number and c["user"] == author]

    def settled(self) -> None:
        assert self.violations == []
        assert (self.faults, self.at_call) == ([], {}), "a fault was never met"

    # What GitHub says of its things

    def at(self, *parts: object) -> str:
        return "/".join([self.url, "repos", OWNER, NAME, *map(str, parts)])

    def user(self, login: str) -> dict[str, Any]:
        made = dict(self.about.component("simple-user"))
        number = int(hashlib.sha1(login.encode()).hexdigest()[:7], 16)
        made.update(
            login=login,
            id=number,
            type="Bot" if login.endswith("[bot]") else "User",
            url=f"{self.url}/users/{login}",
            html_url=f"https://github.com/{login}",
        )
        return made

    def comment(self, c: dict[str, Any]) -> dict[str, Any]:
        made = dict(self.about.component("pull-request-review-comment" if c["review"] else "issue-comment"))
        page = f"https://github.com/{OWNER}/{NAME}/pull/{c['issue']}"
        made.update(
            id=c["id"],
            node_id=c["node"],
            body=c["body"],
            user=self.user(c["user"]),
            created_at=c.get("at", "2026-01-01T00:00:00Z"),
            updated_at=c.get("at", "2026-01-01T00:00:00Z"),
            author_association="MEMBER",
        )
        if c["review"]:
            made.update(
                url=self.at("pulls/comments", c["id"]),
                html_url=f"{page}#discussion_r{c['id']}",
                pull_request_url=self.at("pulls", c["issue"]),
            )
        else:
            made.update(
                url=self.at("issues/comments", c["id"]),
                html_url=f"{page}#issuecomment-{c['id']}",
                issue_url=self.at("issues", c["issue"]),
            )
        return made

    def pull_record(self, number: int, listed: bool = False) -> dict[str, Any]:
        template = "/repos/{owner}/{repo}/pulls" + ("" if listed else "/{pull_number}")
        made = self.about.example("get", template)
        made = made[0] if listed else made
        mine = self.pulls[number]
        made.update(
            number=number,
            state=mine["state"],
            url=self.at("pulls", number),
            issue_url=self.at("issues", number),
            comments_url=self.at("issues", number, "comments"),
            requested_teams=[],
        )
        made["head"].update(sha=self.commit(mine["head"]), ref=mine.get("branch", "topic"))
        made["base"].update(sha=self.commit(mine["base"]), ref=mine["base"])
        if mine["from"] is None:
            made["head"]["repo"] = None
        elif made["head"].get("repo"):
            made["head"]["repo"].update(full_name=mine["from"], url=f"{self.url}/repos/{mine['from']}")
        made["updated_at"] = mine.get("updated", "2026-01-01T00:00:00Z")
        made["merge_commit_sha"] = self.tried_merge(number)
        if not listed:
            made["changed_files"] = len(self.changed(number))
        return made

    def tried_merge(self, number: int) -> str | None:
        try:
            return self.commit(f"refs/pull/{number}/merge")
        except Refused:
            return None

    def commit(self, name: str) -> str:
        try:
            return self.git("rev-parse", "--verify", name + "^{commit}").strip()
        except subprocess.CalledProcessError:
            raise Refused(404, "Not Found") from None

    def changed(self, number: int) -> list[dict[str, Any]]:
        mine = self.pulls[number]
        base = self.git("merge-base", mine["base"], mine["head"]).strip()
        rows, parts = [], self.git("diff", "--raw", "-z", "-M", "--no-abbrev", base, mine["head"]).split("\0")
        while parts and parts[0]:
            _, _, _, sha, status = parts.pop(0).split(" ")
            old = parts.pop(0)
            new = parts.pop(0) if status[0] in "RC" else old
            row = {
                "sha": sha,
                "filename": new,
                "status": {"A": "added", "M": "modified", "D": "removed", "R": "renamed"}.get(status[0], "changed"),
                "additions": 1,
                "deletions": 0,
                "changes": 1,
                "blob_url": "https://github.com/b",
                "raw_url": "https://github.com/r",
                "contents_url": self.at("contents", new),
            }
            rows.append(row | ({"previous_filename": old} if new != old else {}))
        return rows

    # Serving

    def start(self) -> Double:
        double = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def log_message(self, *args: object) -> None:
                return

            def go(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                raw = self.rfile.read(length) if length else b""
                headers = {key.lower(): value for key, value in self.headers.items()}
                status, given, data = double.exchange(self.command, self.path, headers, raw)
                if status == 0:
                    self.close_connection = True
                    self.connection.close()
                    return
                self.send_response(status)
                for key, value in {"Content-Length": str(len(data)), **given}.items():
                    self.send_header(key, value)
                self.end_headers()
                self.wfile.write(data)
                self.close_connection = "Content-Length" in given

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = go  # noqa: N815

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._origin = f"http://127.0.0.1:{self._server.server_port}"
        self.storage = f"http://localhost:{self._server.server_port}"  # another host: credentials must not follow there
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def exchange(
        self, method: str, target: str, headers: dict[str, str], raw: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        parts = urlsplit(target)
        path, query = (
            parts.path.removeprefix(self.base_path or "\0"),
            {key: values[-1] for key, values in parse_qs(parts.query).items()},
        )
        json_type = {"Content-Type": "application/json; charset=utf-8"}
        with self._lock:
            self.log.append((method, path))
            self.targets += [] if path.startswith("/_file/") else [parts.path]
            fault = self._fault(method, path)
            if fault is None:
                return self._answered(method, path, query, headers, raw)
            if fault.cut:
                return cut(fault.cut, *self._answered(method, path, query, headers, raw))
            if fault.after and not path.startswith("/_file/"):
                self.answer(method, path, query, headers, raw)
        time.sleep(fault.wait)
        return (
            fault.status,
            {**json_type, **fault.headers},
            json.dumps({"message": fault.message, "documentation_url": DOCS}).encode(),
        )

    def _answered(
        self, method: str, path: str, query: dict[str, str], headers: dict[str, str], raw: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        if not path.startswith("/_file/"):
            return self.answer(method, path, query, headers, raw)
        if "authorization" in headers:
            self.violations.append((path, "credentials were sent to the storage host"))
        found = self.files.get(path.removeprefix("/_file/"))
        return (404, {}, b"gone") if found is None else (200, {"Content-Type": "application/octet-stream"}, found)

    def _fault(self, method: str, path: str) -> Fault | None:
        numbered = self.at_call.pop(len(self.log), None)
        if numbered is not None or (self.stubborn and _meets(self.stubborn, method, path)):
            return numbered or self.stubborn
        found = next((f for f in self.faults if not path.startswith("/_file/") and _meets(f, method, path)), None)
        if found is not None:
            self.faults.remove(found)
        return found

    def answer(
        self, method: str, path: str, query: dict[str, str], headers: dict[str, str], raw: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        from . import operations

        given = {
            "Content-Type": "application/json; charset=utf-8",
            "X-RateLimit-Limit": "5000",
            "X-RateLimit-Remaining": "4999",
            "X-RateLimit-Reset": "9999999999",
        }
        if not re.match(r"(?i)(token|bearer) \S+", headers.get("authorization", "")):
            return (
                401,
                given,
                b'{"message":"Requires authentication","documentation_url":"https://docs.github.com/rest"}',
            )
        if "user-agent" not in headers:
            self.violations.append((method, path, "no User-Agent"))
        if path in ("/graphql", "/api/graphql"):
            return 200, given, json.dumps(self.graphql(json.loads(raw))).encode()
        match = self.about.match(method, path)
        if match is None:
            self.violations.append((method, path, "no such operation in GitHub's description"))
            return 404, given, b'{"message":"Not Found","documentation_url":"https://docs.github.com/rest"}'
        if why := self.about.wrong_request(method, path, query, raw):
            self.violations.append((method, path, why))
        body = json.loads(raw) if raw else {}
        if raw and (
            extra := self.about.unknown_keys(
                match.operation["requestBody"]["content"]["application/json"]["schema"], body
            )
        ):
            self.violations.append((method, path, "unknown keys " + ",".join(extra)))
        try:
            public = match.template == "/repos/{owner}/{repo}/activity"  # of a fork it can be read too
            if (
                "owner" in match.parameters
                and not public
                and (match.parameters["owner"], match.parameters.get("repo")) != (OWNER, NAME)
            ):
                raise Refused(404, "Not Found")
            if self.granted is not None and not operations.granted(self.granted, method, match.template):
                raise Refused(403, "Resource not accessible by integration")
            operation = getattr(operations, re.sub(r"\W", "_", match.operation["operationId"]), None)
            if operation is None:
                raise Refused(501, f"{match.operation['operationId']} is not played here")
            found: Answer = operation(self, match.parameters, query, body)
        except Refused as refusal:
            found = (
                refusal.status,
                {
                    "message": refusal.message,
                    "documentation_url": DOCS,
                    **({"errors": refusal.errors} if refusal.errors else {}),
                },
            )
        status, out = found[0], found[1]
        given.update(found[2] if len(found) > 2 else {})  # type: ignore[misc]
        out = _paged(out, query) if status == 200 else out
        data = b"" if out is None else json.dumps(out).encode()
        if (
            status < 400
            and out is not None
            and (why := self.about.wrong_response(method, path, query, raw, status, data))
        ):
            self.violations.append((method, path, "our own answer: " + why))
        return status, given, data

    def graphql(self, body: dict[str, Any]) -> dict[str, Any]:
        from graphql import parse, validate
        from graphql.execution.values import get_variable_values

        document, variables = parse(body["query"]), body.get("variables") or {}
        faults = [error.message for error in validate(_schema(), document)]
        operation: Any = document.definitions[0]
        checked: Any = get_variable_values(_schema(), operation.variable_definitions or (), variables)
        faults += [error.message for error in checked] if isinstance(checked, list) else []
        if faults:
            self.violations.append(("graphql", *faults))
            return {"errors": [{"message": fault} for fault in faults]}
        if "viewer" in body["query"]:
            return {"data": {"viewer": {"login": self.me.removesuffix("[bot]")}}}
        found = next((c for c in self.comments.values() if c["node"] in variables.values()), None)
        if found is None:
            return {
                "data": None,
                "errors": [{"type": "NOT_FOUND", "message": "Could not resolve to a node with the global id"}],
            }
        found["minimized"] = "outdated"
        return {"data": {"minimizeComment": {"minimizedComment": {"isMinimized": True}}}}


def cut(how: str, status: int, headers: dict[str, str], data: bytes) -> tuple[int, dict[str, str], bytes]:
    half = data[: len(data) // 2]
    if how == "page":
        return 200, {"Content-Type": "text/html"}, b"<html><body>Please sign in</body></html>"
    return (status, {**headers, "Content-Length": str(len(data))}, half) if how == "off" else (status, headers, half)


@cache
def _schema() -> Any:
    from graphql import build_schema

    text = (NPM / "@octokit/graphql-schema/schema.graphql").read_text(encoding="utf-8")
    return build_schema(text, assume_valid=True, assume_valid_sdl=True)


def _meets(fault: Fault, method: str, path: str) -> bool:
    return fault.method in (method, "*") and re.search(fault.path, path) is not None


def _paged(out: Any, query: dict[str, str]) -> Any:
    key = next(
        (
            k
            for k in ("jobs", "artifacts", "workflow_runs", "check_runs")
            if isinstance(out, dict) and "total_count" in out and k in out
        ),
        "",
    )
    rows = out[key] if key else out
    if not isinstance(rows, list):
        return out
    size, page = min(int(query.get("per_page", "30")), 100), int(query.get("page", "1"))
    part = rows[(page - 1) * size : page * size]
    return {**out, key: part} if key else part
