"""Requests to GitHub: PyGithub's transport and authentication, our retries.

PyGithub's own retry sends a POST again after a 5xx, so a comment GitHub did accept would appear twice, and it waits up
to an hour for a limit. Here reading and idempotent writing are repeated, waiting is capped for the whole client, and
creating is never repeated blindly: after a fault the caller looks whether it took effect.

Addresses of logs and artifacts are signed and live for a minute; they are fetched at once, without our credentials.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from ...forge import BROKEN, DENIED, LIMITED, ForgeError
from ...model import limits
from .answers import asked_wait, named, said, what
from .download import download

PER_PAGE: Final = 100
MOST_PAGES: Final = 60
TRIES: Final = 4
_AGAIN: Final = frozenset({"GET", "PATCH", "PUT", "DELETE"})


class Requests:
    """wait: how long the client may wait in all, in seconds."""

    def __init__(
        self, token: str, api_url: str, *,
        wait: float = limits.TOTAL_WAIT, sleep: Callable[[float], None] = time.sleep, timeout: int = 15,
    ) -> None:  # fmt: skip
        import github

        self._faults = github.GithubException
        self._client = github.Github(
            auth=github.Auth.Token(token),
            base_url=api_url,
            timeout=timeout,
            per_page=PER_PAGE,
            retry=None,
            lazy=True,
            seconds_between_requests=None,
            seconds_between_writes=None,
            user_agent="flowscout",
        )
        self._left, self._sleep = wait, sleep
        self._last_write = 0.0

    def send(
        self,
        verb: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        params: Mapping[str, Any] | None = None,
        *,
        once: bool = False,
    ) -> Any:
        """once: after a fault it is not known whether it took effect, and it must not twice."""
        return self.tried(
            "POST" if once else verb,
            path,
            lambda: said(
                path,
                *self._client.requester.requestJsonAndCheck(
                    verb, path, parameters=dict(params or {}), input=dict(body) if body is not None else None
                ),
            ),
        )

    def ask(self, verb: str, query: str, variables: dict[str, Any]) -> Any:
        """A question in GraphQL, tried as `verb` is."""
        return self.tried(
            verb, "/graphql", lambda: said("/graphql", *self._client.requester.graphql_query(query, variables))
        )

    def once(self, send: Callable[[], Any], done: Callable[[], Any]) -> Any:
        """What `send` makes, never twice. done: what it has made already, None when it did not take effect."""
        for attempt in range(1, TRIES + 1):
            try:
                return send()
            except ForgeError as error:
                if error.kind != BROKEN or attempt == TRIES:
                    raise
            self._sleep(0.5 * 2**attempt)
            there = done()
            if there is not None:
                return there
        raise AssertionError("unreachable")

    def tried(self, verb: str, path: str, send: Callable[[], Any]) -> Any:
        for attempt in range(1, TRIES + 1):
            if verb != "GET":
                self._pace()
            error, wait = self._attempt(path, send)
            if not isinstance(error, ForgeError):
                return error
            again = error.kind == LIMITED or (error.kind == BROKEN and verb in _AGAIN)
            pause = wait or 0.5 * 2**attempt * random.uniform(0.5, 1)
            if not again or attempt == TRIES or pause > self._left:
                raise error
            self._left -= pause
            self._sleep(pause)
        raise AssertionError("unreachable")

    def _attempt(self, path: str, send: Callable[[], Any]) -> tuple[Any, float]:
        """(what came back or a ForgeError, seconds that the answer asks us to wait)."""
        import requests

        try:
            return send(), 0.0
        except self._faults as fault:
            return named(fault, path), asked_wait(fault)
        except ForgeError as fault:
            return fault, 0.0
        except (requests.exceptions.RequestException, AssertionError, ValueError) as fault:
            return ForgeError(BROKEN, f"GitHub did not answer {what(path)}: {type(fault).__name__}"), 0.0

    def _pace(self) -> None:
        pause = self._last_write + limits.WRITE_INTERVAL - time.monotonic()
        if self._last_write and pause > 0:
            self._sleep(pause)
        self._last_write = time.monotonic()

    def pages(self, path: str, key: str = "", **params: str) -> Iterator[Any]:
        for page in range(1, MOST_PAGES + 1):
            found = self.send("GET", path, params={"per_page": PER_PAGE, "page": page, **params})
            rows = found.get(key, []) if key else found
            yield from rows
            if len(rows) < PER_PAGE:
                return

    def fetched(self, path: str, into: Path, most: int, middle: bool = False) -> bool:
        """An address is good for a minute, so a download that broke off begins with a new one."""
        for attempt in range(1, TRIES + 1):
            try:
                return download(self._location(path), into, most, middle)
            except ForgeError as error:
                if error.kind != BROKEN or attempt == TRIES:
                    raise
            self._sleep(0.5 * 2**attempt)
        raise AssertionError("unreachable")

    def _location(self, path: str) -> str:
        """Where a redirect leads; not followed here, because our credentials must not go there."""
        status, headers = self.tried("GET", path, lambda: self._redirected(path))
        where = headers.get("location", "")
        if status not in (301, 302, 303, 307) or not where:
            raise ForgeError(BROKEN, f"no log or archive at {what(path)} (HTTP {status})")
        return str(where)

    def _redirected(self, path: str) -> tuple[int, Mapping[str, str]]:
        status, headers, body = self._client.requester.requestJson("GET", path)
        if status >= 400:
            try:
                said = json.loads(body)
            except ValueError:
                said = {}
            raise self._faults(status, said, headers)
        return status, headers


def installation_token(app: str, key: str, installation: int, repository: str, api_url: str, timeout: int = 15) -> str:
    """A token of an App for one repository, good for an hour. Raises ForgeError."""
    import github
    import jwt
    import requests

    path = f"/app/installations/{installation}/access_tokens"
    try:
        client = github.Github(
            auth=github.Auth.AppAuth(app, key), base_url=api_url, timeout=timeout, retry=None, user_agent="flowscout"
        )
        _, found = client.requester.requestJsonAndCheck(
            "POST", path, input={"repositories": [repository.partition("/")[2]]}
        )
        return str(found["token"])
    except github.GithubException as fault:
        raise named(fault, path) from None
    except (jwt.PyJWTError, ValueError, TypeError) as fault:
        raise ForgeError(
            DENIED, f"the App's key cannot be used: {type(fault).__name__}", "FLOWSCOUT_APP_PRIVATE_KEY_PATH"
        ) from None
    except requests.exceptions.RequestException as fault:
        raise ForgeError(BROKEN, f"GitHub did not answer {path}: {type(fault).__name__}") from None
