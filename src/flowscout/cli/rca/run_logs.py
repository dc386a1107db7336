"""The logs of a run on GitHub, by its address or that of one of its jobs.

`https://github.com/OWNER/NAME/actions/runs/RUN`, with `/attempts/N` or `/job/JOB` behind it. Of a run the failed jobs are
read, each a member of one archive, so that a finding says which. A job's last green log on the default branch is its baseline.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from ...errors import UserError
from ...forge import Forge, ForgeError
from ...model.event import Job

MOST: Final = 500_000_000  # bytes of one log
JOBS: Final = 20  # failed jobs of a run that are read
_URL: Final = re.compile(
    r"(?P<server>https?://[\w.:-]{1,255})/(?P<repository>[\w.-]{1,100}/[\w.-]{1,100})/(?:actions/)?runs/(?P<run>\d{1,19})"
    r"(?:/attempts/(?P<attempt>\d{1,6}))?(?:/jobs?/(?P<job>\d{1,19}))?/?(?:[?#].{0,300})?"
)
_UNSAFE: Final = re.compile(r"[^\w. ()+,-]")


class Address(NamedTuple):
    """server: with its scheme. job: 0 for the whole run. attempt: 0 for the last."""

    server: str
    api: str
    repository: str
    run: int
    attempt: int
    job: int


class FetchedRun(NamedTuple):
    """Paths of the log and of a green one, "" where there is none. job: its name where it is one. conclusion: of the job."""

    log: str
    green: str
    job: str
    conclusion: str


def address(url: str, environment: Mapping[str, str]) -> Address:
    found = _URL.fullmatch(url)
    if found is None:
        raise UserError(
            f"{url!r} is no address of a run", "https://github.com/OWNER/NAME/actions/runs/RUN, perhaps with /job/JOB"
        )
    server = found["server"]
    if server == environment.get("GITHUB_SERVER_URL") and environment.get("GITHUB_API_URL"):
        api = environment["GITHUB_API_URL"]
    else:
        api = "https://api.github.com" if server == "https://github.com" else f"{server}/api/v3"
    numbers = (int(found[name] or 0) for name in ("run", "attempt", "job"))
    return Address(server, api, found["repository"], *numbers)


def token_for(server: str, environment: Mapping[str, str]) -> str:
    """The token that was given for this very server; "" where there is none. An address that somebody sends must not carry a
    token elsewhere. Source: which variable gh sends to which host."""
    if server == (environment.get("GITHUB_SERVER_URL") or "https://github.com"):
        return environment.get("GITHUB_TOKEN") or environment.get("GH_TOKEN") or ""
    if server == f"https://{environment.get('GH_HOST', '')}":
        return environment.get("GH_ENTERPRISE_TOKEN") or environment.get("GITHUB_ENTERPRISE_TOKEN") or ""
    return ""


def opened(where: Address, environment: Mapping[str, str]) -> Forge:
    token = token_for(where.server, environment)
    if not token:
        host = where.server.partition("://")[2]
        hint = "GITHUB_TOKEN=$(gh auth token)" if host == "github.com" else f"GH_HOST={host} GH_ENTERPRISE_TOKEN=…"
        raise UserError(f"{where.server} gives logs only to those who are signed in", f"export {hint}")
    from ...adapters.github.forge import GitHub

    return GitHub(where.repository, token, where.api)


def fetched(url: str, folder: Path, environment: Mapping[str, str] = os.environ) -> FetchedRun:
    """folder: where the logs are put."""
    where = address(url, environment)
    forge = opened(where, environment)
    try:
        return _of_run(forge, where, folder)
    except ForgeError as error:
        raise UserError(f"GitHub: {error}", "does the token have `actions: read` there?") from None


def _of_run(forge: Forge, where: Address, folder: Path) -> FetchedRun:
    jobs = forge.jobs(where.run, where.attempt)
    chosen = (
        [one for one in jobs if one.id == where.job] if where.job else [j for j in jobs if j.conclusion == "failure"]
    )
    if where.job and not chosen:
        raise UserError(f"run {where.run} has no job {where.job}")
    if not chosen:
        raise UserError(f"no job of run {where.run} failed", "name one: …/runs/RUN/job/JOB")
    if len(chosen) > 1:
        return FetchedRun(str(_archived(forge, chosen[:JOBS], folder)), "", "", "failure")
    job, log, green = chosen[0], folder / "job.log", folder / "green.log"
    forge.job_log(job.id, log, most=MOST)
    return FetchedRun(str(log), _green(forge, where, job, green), job.name, job.conclusion)


def _green(forge: Forge, where: Address, job: Job, into: Path) -> str:
    """A help: without it the log speaks for itself."""
    try:
        last = forge.last_success(where.run, job.name)
        if last and last != job.id:
            forge.job_log(last, into, most=MOST)
            return str(into)
    except ForgeError:
        pass
    return ""


def _archived(forge: Forge, jobs: list[Job], folder: Path) -> Path:
    archive = folder / "run.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        for number, job in enumerate(jobs):
            log = folder / "one.log"
            forge.job_log(job.id, log, most=MOST)
            out.write(log, f"{number}_{_UNSAFE.sub('_', job.name)[:90]}.txt")
            log.unlink(missing_ok=True)
    return archive
