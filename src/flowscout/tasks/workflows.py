"""The workflows that `init` writes, as text; our own are the same, with the action at hand.

Two files, because GitHub starts no run for the end of a run of the same file: one for what happens to a pull request, and one for
what is done after a run has ended, which may write although a stranger caused the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model.record import NamedTuple

EVENTS: Final = ".github/workflows/flowscout.yml"
AFTER: Final = ".github/workflows/flowscout-after.yml"
GITHUB: Final = "github.com"

# Actions of others, by the commit of a release: what a tag names can change.
ACTIONS: Final = {
    "actions/checkout": ("3d3c42e5aac5ba805825da76410c181273ba90b1", "v7.0.1"),
    "actions/setup-python": ("5fda3b95a4ea91299a34e894583c3862153e4b97", "v7.0.0"),
    "actions/upload-artifact": ("bbbca2ddaa5d8feaa63e36b76fdaad77386f024f", "v7.0.0"),
    "actions/download-artifact": ("3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c", "v8.0.1"),
    "actions/cache/restore": ("27d5ce7f107fe9357f9df03efb73ab90386fccae", "v5.0.5"),
    "actions/cache/save": ("27d5ce7f107fe9357f9df03efb73ab90386fccae", "v5.0.5"),
    "actions/attest": ("1e69f48acb82d1966a394da916b4c1698aa569d6", "v4.2.2"),
    "pypa/gh-action-pypi-publish": ("dc37677b2e1c63e2034f94d8a5b11f265b73ba33", "v1.14.2"),
}
ENTERPRISE: Final = {
    "actions/upload-artifact": ("c6a366c94c3e0affe28c06c8df20a878f24da3cf", "v3.2.2")
}  # the last that a GitHub Enterprise Server takes
PYTHON: Final = "3.13"


class Wanted(NamedTuple):
    """uses: how a step names our action. branch: the default one. runs: names of the workflows whose failures are explained.
    server: the host of the repository."""

    uses: str
    branch: str = "main"
    comments: bool = True
    pages: bool = False
    runs: tuple[str, ...] = ()
    server: str = GITHUB


def events(wanted: Wanted) -> str:
    """ "" when nothing that happens to a pull request is wanted."""
    jobs = [
        job for job, asked in ((_REVIEW, wanted.comments), (_ANSWER, wanted.comments), (_CHARTS, wanted.pages)) if asked
    ]
    if not jobs:
        return ""
    return _filled("".join([_EVENTS, _ON_COMMENT if wanted.comments else "", _RIGHTS, *jobs]), wanted)


def after(wanted: Wanted) -> str:
    """ "" when nothing is wanted of a run that has ended."""
    of = [*(["flowscout"] if wanted.comments else []), *wanted.runs]
    jobs = [job for job, asked in ((_POST, wanted.comments), (_EXPLAIN, bool(wanted.runs))) if asked]
    if not jobs:
        return ""
    listed = ", ".join(_quoted(name) for name in of)
    return _filled("".join([_AFTER, _RIGHTS, *jobs]).replace("<RUNS>", listed), wanted)


def pinned(action: str, server: str = GITHUB) -> str:
    """As a workflow uses an action of others."""
    commit, release = (ENTERPRISE if server != GITHUB and action in ENTERPRISE else ACTIONS)[action]
    return f"{action}@{commit} # {release}"


def _quoted(name: str) -> str:
    plain = name.replace("-", "").replace("_", "").replace(" ", "")
    if (
        plain.isascii()
        and plain.isalnum()
        and not plain.isdigit()
        and name.strip() == name
        and name.lower() not in _WORDS
    ):
        return name
    return "'" + name.replace("'", "''") + "'"


_WORDS: Final = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))


def _filled(text: str, wanted: Wanted) -> str:
    both = wanted.comments and wanted.pages
    values = {
        "<BRANCH>": _quoted(wanted.branch), "<OURS>": wanted.uses, "<PYTHON>": PYTHON,
        "<REVIEWED>": "github.event_name == 'pull_request' || github.event_name == 'merge_group'" if both else "github.event_name != 'issue_comment'",
        "<CACHE>": "" if both else "          cache: read-write\n",
    }  # fmt: skip
    text = text.replace("<PREPARED>", _PREPARED)
    for token, value in values.items():
        text = text.replace(token, value)
    for action in ("actions/checkout", "actions/setup-python", "actions/upload-artifact"):
        text = text.replace(f"<{action}>", pinned(action, wanted.server))
    return text


_EVENTS: Final = """\
# What happens to a pull request. Where its branch is this repository's, the comment is made here; of a fork and of Dependabot, whose token
# cannot write, the result is left as an artifact, which flowscout-after.yml posts.
name: flowscout

on:
  pull_request:
    types: [opened, synchronize, reopened, ready_for_review]
  merge_group:
  push:
    branches: [<BRANCH>]
"""

_ON_COMMENT: Final = """\
  issue_comment: # zizmor: ignore[dangerous-triggers] checks out the default branch only; commands are typed, rights are asked of GitHub
    types: [created]
"""

_RIGHTS: Final = """\

permissions: {}

jobs:
"""

_PREPARED: Final = """\
    steps:
      - uses: <actions/checkout>
        with:
          persist-credentials: false
      - uses: <actions/setup-python>
        with:
          python-version: "<PYTHON>"
      - uses: <OURS>
"""

_REVIEW: Final = """\
  review:
    name: Review the flow
    if: <REVIEWED>
    runs-on: ubuntu-latest
    timeout-minutes: 15
    concurrency:
      group: flowscout-review-${{ github.event.pull_request.number || github.ref }}
      cancel-in-progress: true
    permissions:
      contents: read # to read the two commits
      pull-requests: write # to comment; GitHub withholds it from forks
<PREPARED>        with:
          artifact: flowscout-out
<CACHE>      - uses: <actions/upload-artifact>
        if: ${{ !cancelled() && github.event_name == 'pull_request' }} # also when `fail-on` fails the step before
        with:
          name: flowscout-review
          path: flowscout-out
          if-no-files-found: ignore
          retention-days: 3
"""

_ANSWER: Final = """\
  # Answers /flowchart, /review, /callers, /callees, /explain, /ask, /rca and /flowscout.
  answer:
    name: Answer a command
    if: github.event_name == 'issue_comment' && startsWith(github.event.comment.body, '/') && github.event.comment.user.type != 'Bot'
    runs-on: ubuntu-latest
    timeout-minutes: 10
    concurrency:
      group: flowscout-comment-${{ github.event.comment.id }}
      cancel-in-progress: false
    permissions:
      actions: read # to read the logs that /rca explains
      checks: read # to read what a run noted when its log is gone
      contents: read # to read the commits
      issues: write # to answer on issues
      pull-requests: write # to answer on pull requests, and to react
<PREPARED>"""

_CHARTS: Final = """\
  # Fails where the committed charts do not show what the code does.
  charts:
    name: Judge the charts
    if: github.event_name != 'issue_comment'
    runs-on: ubuntu-latest
    timeout-minutes: 15
    concurrency:
      group: flowscout-charts-${{ github.event.pull_request.number || github.ref }}
      cancel-in-progress: true
    permissions:
      contents: read # to read the code that is charted
<PREPARED>        with:
          mode: scan
          fail-on: stale
          cache: read-write
"""

_AFTER: Final = """\
# What is done when a run has ended: the trusted half. It checks out the default branch only, verifies number and commit with GitHub, and
# takes artifacts and logs for a stranger's data.
name: flowscout-after

on:
  workflow_run: # zizmor: ignore[dangerous-triggers] checks out the default branch only; artifacts and logs are read as data
    workflows: [<RUNS>]
    types: [completed]
"""

_POST: Final = """\
  # The comment of a fork's pull request, and of one of Dependabot's; of a review that failed as `fail-on` asks, too.
  post:
    name: Post the review of a fork
    if: github.event.workflow_run.name == 'flowscout' && github.event.workflow_run.event == 'pull_request' && (github.event.workflow_run.conclusion == 'success' || github.event.workflow_run.conclusion == 'failure') && (github.event.workflow_run.head_repository.full_name != github.repository || github.event.workflow_run.actor.login == 'dependabot[bot]')
    runs-on: ubuntu-latest
    timeout-minutes: 10
    concurrency:
      group: flowscout-post-${{ github.event.workflow_run.head_sha }}
      cancel-in-progress: false
    permissions:
      actions: read # to read the artifact
      contents: read # to check out the default branch
      pull-requests: write # to comment
<PREPARED>        with:
          mode: post
"""

_EXPLAIN: Final = """\
  # Why a run failed: on its pull request, or in the job summary. A run that passes later folds it away.
  explain:
    name: Explain a failed run
    if: github.event.workflow_run.name != 'flowscout' && (github.event.workflow_run.conclusion == 'failure' || github.event.workflow_run.conclusion == 'success' && github.event.workflow_run.event == 'pull_request')
    runs-on: ubuntu-latest
    timeout-minutes: 15
    concurrency:
      group: flowscout-rca-${{ github.event.workflow_run.head_sha }}-${{ github.event.workflow_run.workflow_id }}
      cancel-in-progress: false
    permissions:
      actions: read # to read the logs
      checks: read # to read what a run noted when its log is gone
      contents: read # to read the commits
      pull-requests: write # to comment
<PREPARED>        with:
          mode: rca
          cache: read-write
"""


def names(texts: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Of (path, text) of a repository's workflows: the names of those that run for pushes or pull requests, but for ours."""
    found = [_name(path, text) for path, text in sorted(texts) if path not in (EVENTS, AFTER) and _judges(text)]
    return tuple(dict.fromkeys(found))


def _judges(text: str) -> bool:
    """Whether what starts it is a push or a pull request; what stands in its jobs does not count."""
    lines = text.splitlines()
    start = next((at for at, line in enumerate(lines) if line.lstrip("\ufeff").split(":")[0].strip("\"'") == "on"), -1)
    if start < 0:
        return False
    block = [lines[start]]
    for line in lines[start + 1 :]:
        if line[:1] not in ("", " ", "\t", "#", "-"):
            break
        block.append(line)
    words = "".join(c if c.isalnum() or c == "_" else " " for line in block for c in line.split("#")[0] + " ").split()
    return "push" in words or "pull_request" in words


def _name(path: str, text: str) -> str:
    """As GitHub names it: the file, where it does not say."""
    said = next((line[len("name:") :] for line in text.splitlines() if line.startswith("name:")), "").strip()
    if said[:1] in ("'", '"'):
        quote = said[0]
        return said[1:].partition(quote)[0] or path
    return said.partition(" #")[0].strip() or path
