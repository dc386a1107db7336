"""Where work runs and where results are remembered, as the person or the runner chose: from the environment alone.

| variable | values |
|---|---|
| FLOWSCOUT_EXECUTOR | `processes` (default), `dask://host:8786`, `dask+tls://host:8786` |
| FLOWSCOUT_MEMO | `on` (default: the store on disk), `off`, `redis://host:6379/0`, `rediss://…`, `unix://…`: the store, and Redis behind it |
| FLOWSCOUT_MEMO_KEY | the organisation's secret, 32 characters or more: signs what Redis holds |
| FLOWSCOUT_MEMO_WRITE | `off`: only read Redis; `on`: also write it in a CI that we do not know |

A repository's file can set none of them. Runs for code of strangers never write what others will read: in a pull
request from a fork whoever proposes it steers what is computed. What is not there (a library, a key, a server) costs
time only, and is said.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from .errors import ConfigError, FlowscoutError

if TYPE_CHECKING:
    from .adapters.store.redis import SharedMemo

EXECUTOR, MEMO, MEMO_KEY, MEMO_WRITE = (
    "FLOWSCOUT_EXECUTOR",
    "FLOWSCOUT_MEMO",
    "FLOWSCOUT_MEMO_KEY",
    "FLOWSCOUT_MEMO_WRITE",
)
CLUSTERS: Final = ("dask", "dask+tls")
SERVERS: Final = ("redis", "rediss", "unix")
SHORTEST: Final = 32  # characters of a secret
OUR_EVENTS: Final = frozenset({"push", "schedule", "workflow_dispatch", "merge_group", "release"})

Environment = Mapping[str, str]
Say = Callable[[str], None]


def cluster(environment: Environment) -> str:
    """The URL of a cluster; "" for processes of this machine."""
    return _chosen(environment, EXECUTOR, ("", "processes"), CLUSTERS, "processes or dask://host:8786")


def server(environment: Environment) -> str:
    """The URL of a shared memo; "" for none."""
    return _chosen(environment, MEMO, ("", "on", "off"), SERVERS, "on, off or redis://host:6379/0")


def _chosen(environment: Environment, name: str, plain: tuple[str, ...], schemes: tuple[str, ...], hint: str) -> str:
    value = environment.get(name, "")
    if value in plain:
        return ""
    try:
        parts = urlsplit(value)
        known = parts.scheme in schemes and bool(parts.hostname or parts.path) and parts.port != 0
    except ValueError:
        known = False
    if not known:
        raise ConfigError(f"{name} is set to what it cannot be", f"use {hint}")  # the value may hold a password
    return value


def executor(environment: Environment, local: Callable[[], Executor], say: Say) -> Executor:
    url = cluster(environment)
    if not url:
        return local()
    try:
        from .adapters.workers.dask import Cluster
    except ImportError:
        say(f"{EXECUTOR} asks for Dask, which is not installed (pip install 'flowscout[dask]'): the work is done here")
        return local()
    return Cluster(url, local, say)


def shared_memo(environment: Environment, say: Say) -> SharedMemo | None:
    url, key = server(environment), environment.get(MEMO_KEY, "")
    if not url:
        return None
    if not key:
        say(f"{MEMO_KEY} is not set, so the memo at {shown(url)} is not used")
        return None
    if len(key) < SHORTEST:
        raise ConfigError(f"{MEMO_KEY} has fewer than {SHORTEST} characters", "openssl rand -hex 32")
    try:
        from .adapters.store.redis import SharedMemo
    except ImportError:
        say(f"{MEMO} asks for Redis, which is not installed (pip install 'flowscout[redis]'): working without it")
        return None
    return SharedMemo(url, key.encode("utf-8", "surrogateescape"), shown(url), why_not_write(environment), say)


def shown(url: str) -> str:
    """A URL without what may be secret: user, password, options."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def why_not_write(environment: Environment) -> str:
    """Why this run may not write what other runs will read; "" when it may."""
    if environment.get(MEMO_WRITE) == "off":
        return f"{MEMO_WRITE}=off"
    if environment.get("GITHUB_ACTIONS") == "true":
        return _actions(environment)
    if environment.get("GITLAB_CI") == "true":
        source = environment.get("CI_MERGE_REQUEST_SOURCE_PROJECT_ID", "")
        return "a merge request from a fork" if source not in ("", environment.get("CI_PROJECT_ID")) else ""
    if environment.get("CI", "").lower() not in ("", "0", "false") and environment.get(MEMO_WRITE) != "on":
        return f"a CI that we do not know; {MEMO_WRITE}=on where all its runs are your own"
    return ""


def _actions(environment: Environment) -> str:
    event = environment.get("GITHUB_EVENT_NAME", "")
    if event in OUR_EVENTS:
        return ""
    if event != "pull_request":
        return "an event that strangers can cause"
    try:
        with open(environment.get("GITHUB_EVENT_PATH", ""), "rb") as file:
            request = json.load(file)["pull_request"]
        ours = request["head"]["repo"]["id"] == request["base"]["repo"]["id"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        ours = False
    return "" if ours else "a pull request from a fork"


def about_executor(environment: Environment, processes: int) -> str:
    """Which executor a run would use, in one line. Raises FlowscoutError when it is not there."""
    url = cluster(environment)
    if not url:
        return f"{processes} processes of this machine"
    try:
        from .adapters.workers.dask import Lost, seen
    except ImportError:
        raise FlowscoutError(
            f"{EXECUTOR} asks for Dask, which is not installed: pip install 'flowscout[dask]'"
        ) from None
    try:
        return seen(url)
    except Lost as loss:
        raise FlowscoutError(f"Dask at {shown(url)} {loss}: work would be done here") from None


def about_memo(environment: Environment) -> str:
    """Which memo a run would use, in one line. Raises FlowscoutError when it is not there."""
    if environment.get(MEMO) == "off":
        return f"{MEMO}=off: nothing is remembered"
    notes: list[str] = []
    memo = shared_memo(environment, notes.append)
    about = memo.described() if memo else "" if notes else "the store on disk"
    if notes or not about:
        raise FlowscoutError("; ".join(notes))
    return about
