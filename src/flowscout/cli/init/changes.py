"""What `init` would change: each file, before and after. Nothing is written here."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator
from typing import Final

from ...adapters.git import origin
from ...adapters.git.release import pin
from ...model.record import NamedTuple
from ...tasks import assistants, setup, workflows
from ...wiring import Root, configured_on_disk
from ..shared.console import Talk

COMMENTS, RCA, PAGES, HOOK, EDITOR, ASSISTANT = "comments", "rca", "pages", "hook", "editor", "assistant"
PARTS: Final = {
    COMMENTS: "a comment on each pull request that changes a flow, and /flowchart NAME in comments",
    RCA: "why a run of your workflows failed, as a comment on its pull request",
    PAGES: "charts as Markdown in your docs, and a check that they show what the code does",
    HOOK: "pre-commit redraws the pages that a commit outdates",
    EDITOR: "tasks for VS Code: draw the function under the cursor",
    ASSISTANT: "tools for assistants that change code: an entry in .mcp.json, and what to ask it in AGENTS.md",
}
DEFAULT: Final = (COMMENTS, RCA)
HOOKS: Final = ".pre-commit-config.yaml"
_JOBS: Final = {"review": COMMENTS, "explain": RCA, "charts": PAGES}


class PlannedFile(NamedTuple):
    """before: None where there is no file yet."""

    folder: str
    path: str
    before: str | None
    after: str


class SetupOptions(NamedTuple):
    """What is to be set up. action: where the Action is, "" for ours."""

    parts: Collection[str]
    docs: str
    workflows: bool
    git_hooks: bool
    action: str


def changes(asked: SetupOptions, where: Root, talk: Talk) -> list[PlannedFile]:
    """What is not yet as it should be. Hook, workflows and editor belong to the repository, the rest to the root."""
    top = where.git("init").top
    found = [*_pages(asked, where)] if PAGES in asked.parts else []
    if HOOK in asked.parts and not asked.git_hooks:
        found += _hook(asked, top, talk)
    if asked.workflows:
        found += _workflows(asked, where, talk)
    if EDITOR in asked.parts:
        found += _editor(top, talk)
    if ASSISTANT in asked.parts:
        found += _assistant(top, talk)
    return [change for change in found if change.before != change.after]


def read(root: str, path: str) -> str | None:
    try:
        with open(os.path.join(root, path), encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _pages(asked: SetupOptions, where: Root) -> Iterator[PlannedFile]:
    if not configured_on_disk(where.root):
        yield PlannedFile(where.root, "flowscout.toml", None, setup.configuration(_checked(asked.docs)))
    attributes = read(where.root, ".gitattributes")
    after = setup.with_ends(attributes or "", lambda text: setup.attributes(text, asked.docs))
    yield PlannedFile(where.root, ".gitattributes", attributes, after or "")


def _checked(docs: str) -> str:
    from ...config import settings

    return settings({"docs": {"folder": docs}}, "--docs").docs


def _hook(asked: SetupOptions, top: str, talk: Talk) -> Iterator[PlannedFile]:
    before = read(top, HOOKS)
    after = setup.with_ends(before or "", lambda text: setup.hook_entry(text, pin(asked.action).frozen))
    if after is None:
        talk.warn(f"{HOOKS} is left alone; add: repo: {setup.REPOSITORY}, id: flowscout")
    else:
        yield PlannedFile(top, HOOKS, before, after)


def _workflows(asked: SetupOptions, where: Root, talk: Talk) -> Iterator[PlannedFile]:
    """What was set up before stays: a file is written for all of it."""
    repository = where.git("init")
    top, at = repository.top, origin.origin(repository)
    before = {path: read(top, path) for path in (workflows.EVENTS, workflows.AFTER)}
    parts = {*asked.parts, *(part for text in before.values() if text for part in _held(text))}
    if not parts & {COMMENTS, RCA, PAGES}:
        return
    runs = workflows.names(_others(top)) if RCA in parts else ()
    if RCA in parts and not runs:
        talk.warn(
            "rca: no workflow here runs for pushes or pull requests, so there is no failure to explain; run init again when there is one"
        )
    made = workflows.Wanted(
        pin(asked.action).uses,
        origin.default_branch(repository),
        COMMENTS in parts,
        PAGES in parts,
        runs,
        at.host or workflows.GITHUB,
    )
    for path, text in ((workflows.EVENTS, workflows.events(made)), (workflows.AFTER, workflows.after(made))):
        if text:
            after = setup.with_ends(before[path] or "", lambda _, text=text: setup.signed(text))  # type: ignore[misc]
            yield PlannedFile(top, path, before[path], after or "")


def _held(text: str) -> list[str]:
    return [part for job, part in _JOBS.items() if setup.standing(text) != "theirs" and f"\n  {job}:" in text]


def _others(top: str) -> list[tuple[str, str]]:
    folder = os.path.join(top, ".github", "workflows")
    found = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    paths = [f".github/workflows/{name}" for name in found if name.endswith((".yml", ".yaml"))]
    return [(path, text) for path in paths if (text := read(top, path)) is not None]


def _assistant(top: str, talk: Talk) -> Iterator[PlannedFile]:
    before, notes = read(top, assistants.SERVERS), read(top, assistants.NOTES)
    after = setup.with_ends(before or "", assistants.with_server)
    if after is None:
        talk.warn(
            f"{assistants.SERVERS} is left alone, it is no plain JSON; add to its mcpServers: {json.dumps({'flowscout': assistants.SERVER})}"
        )
    else:
        yield PlannedFile(top, assistants.SERVERS, before, after)
    yield PlannedFile(top, assistants.NOTES, notes, setup.with_ends(notes or "", assistants.with_section) or "")


def _editor(top: str, talk: Talk) -> Iterator[PlannedFile]:
    before = read(top, setup.TASKS)
    if before is not None and before.replace("\r\n", "\n") != setup.tasks():
        talk.warn(f"{setup.TASKS} is yours and is left alone; the tasks would be:\n{setup.tasks()}")
    elif before is None:
        yield PlannedFile(top, setup.TASKS, None, setup.tasks())
