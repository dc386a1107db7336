"""Why an Actions run happens: one value for every event, read once from the payload.

Everything here was written by GitHub or by whoever caused the event; logins, titles, branch names and bodies are
untrusted text.
"""

from __future__ import annotations

from typing import Final

from .record import NamedTuple

# What a run is to do. `mode` overrides the choice.
REVIEW: Final = "review"  # compare the two ends of a pull request and publish
SCAN: Final = "scan"  # are the charts of this commit up to date?
POST: Final = "post"  # publish what an untrusted run left as an artifact
COMMAND: Final = "command"  # answer a comment
RCA: Final = "rca"  # explain a failed run
NOTHING: Final = "nothing"
ACTIVITIES: Final = (REVIEW, SCAN, POST, COMMAND, RCA, NOTHING)


class Comment(NamedTuple):
    """kind: issue | review. association is GitHub's word (OWNER, MEMBER…): a filter, never a permission."""

    id: int
    kind: str
    body: str
    author: str
    author_type: str
    association: str
    created_at: str
    updated_at: str
    url: str
    path: str = ""
    line: int = 0


class WorkflowRun(NamedTuple):
    """The run that a `workflow_run` event tells of. numbers: pull requests GitHub names; none for forks. dependabot: it
    caused the run, which could not write then."""

    id: int
    attempt: int
    name: str
    event: str
    conclusion: str
    head_sha: str
    head_branch: str
    head_repository: str
    numbers: tuple[int, ...]
    url: str
    dependabot: bool = False


class EventContext(NamedTuple):
    """repository: owner/name where the run happens. number: of the pull request, 0 for none or not known yet.

    head_repository: "" when the fork was deleted. fork: the head lies in another repository. read_only: the job's token
    cannot write (forks and Dependabot under `pull_request`). privileged: the run may hold secrets or write, though
    strangers can cause it: nothing of the pull request is checked out, configuration comes from the default branch.
    before, after: of a push; before is "" for a new branch. why: one sentence for the activity chosen.
    """

    event: str
    action: str
    repository: str
    default_branch: str
    actor: str
    actor_is_bot: bool
    activity: str
    why: str
    sha: str = ""
    ref: str = ""
    number: int = 0
    is_pull_request: bool = False
    draft: bool = False
    head_sha: str = ""
    head_ref: str = ""
    head_repository: str = ""
    base_sha: str = ""
    base_ref: str = ""
    before: str = ""
    after: str = ""
    fork: bool = False
    read_only: bool = False
    privileged: bool = False
    comment: Comment | None = None
    run: WorkflowRun | None = None
    labels: tuple[str, ...] = ()
    run_id: int = 0
    run_attempt: int = 1
    server_url: str = "https://github.com"
    api_url: str = "https://api.github.com"

    @property
    def run_url(self) -> str:
        return f"{self.server_url}/{self.repository}/actions/runs/{self.run_id}" if self.run_id else ""


class Pull(NamedTuple):
    """A pull request as it is now. head_repository: "" when the fork was deleted. state: open | closed. updated_at:
    when anything of it changed last. merge_sha: the commit that GitHub made to try the merge, "" for none."""

    number: int
    state: str
    head_sha: str
    head_ref: str
    head_repository: str
    base_sha: str
    base_ref: str
    draft: bool = False
    updated_at: str = ""
    merge_sha: str = ""


class Push(NamedTuple):
    """A branch moved, when GitHub saw it. before, after: commits."""

    at: str
    before: str
    after: str


class Job(NamedTuple):
    """One job of a run's attempt. failed_steps: (number, name). id is that of its check run too."""

    id: int
    name: str
    conclusion: str
    failed_steps: tuple[tuple[int, str], ...]
    url: str = ""


class FileChange(NamedTuple):
    """status: added | removed | modified | renamed | copied | changed. before: old path of a rename, else "". blob: id
    of the new content."""

    path: str
    status: str
    before: str = ""
    blob: str = ""
