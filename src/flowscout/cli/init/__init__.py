"""Set flowscout up in a repository: comments on pull requests and root causes of failed runs, unless something else is asked for.

  flowscout init                      asks for what; the default commits two workflows and nothing else
  flowscout init --dry-run            writes nothing; prints the comment that the last merged change would have got
  flowscout init --for pages,hook     charts in the docs, kept in step by pre-commit

What it will write is shown before it is written, and an existing file is changed only when you say yes (or --yes). Workflows name
the Action by the commit that this flowscout was made of. `flowscout uninstall` takes everything back.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...adapters.files import docs
from ...adapters.git import origin
from ...errors import UserError
from ...tasks import setup, workflows
from ...wiring import Root, configured_on_disk, place
from ..shared.console import Talk
from .changes import (
    ASSISTANT,
    COMMENTS,
    DEFAULT,
    HOOK,
    HOOKS,
    PAGES,
    PARTS,
    RCA,
    PlannedFile,
    SetupOptions,
    changes,
    read,
)

if TYPE_CHECKING:
    from ...adapters.git.plumbing import Repository


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-y", "--yes", action="store_true", help="do not ask")
    parser.add_argument(
        "--for",
        dest="parts",
        default="",
        metavar="PARTS",
        help=f"what to set up, of {','.join(PARTS)} ({','.join(DEFAULT)})",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="write nothing; print the first comment, and say what would be written"
    )
    parser.add_argument("--docs", default="", metavar="FOLDER", help="where the pages go (docs/flowcharts)")
    parser.add_argument("--no-workflow", action="store_true", help="write no GitHub workflow")
    parser.add_argument("--git-hooks", action="store_true", help="plain git hooks instead of the pre-commit entry")
    parser.add_argument(
        "--action",
        default="",
        metavar="OWNER/REPOSITORY@COMMIT",
        help="where the Action is, when it is not flowscout's own",
    )


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    where = place(chosen.root or _top())
    git = where.git("init")
    parts = _parts(chosen, talk)
    asked = SetupOptions(
        parts, chosen.docs or "docs/flowcharts", not chosen.no_workflow, chosen.git_hooks, chosen.action
    )
    wanted = changes(asked, where, talk)
    _told(wanted, git, parts, talk)
    if chosen.dry_run:
        return _first_comment(where, talk)
    if wanted and _interactive() and not chosen.yes and not _agreed(wanted):
        talk.warn("nothing was written")
        return 1
    changed = [change.path for change in wanted if _write(change, chosen.yes, talk)]
    _drive(git, where.root)
    for path in changed:
        print(path)
    code = _git_hooks(where, talk) if chosen.git_hooks else 0
    if not changed:
        talk.say("everything is set up already" if not wanted else "nothing was changed")
        return code
    _next(changed, [change.path for change in wanted if change.path not in changed], parts, chosen.git_hooks, talk)
    if COMMENTS in parts and not talk.quiet:
        _glimpse(where, talk)
    return code


def _parts(chosen: argparse.Namespace, talk: Talk) -> tuple[str, ...]:
    said = chosen.parts
    if not said and (chosen.git_hooks or chosen.docs):
        said = ",".join((PAGES, HOOK) if chosen.git_hooks else (PAGES,))
    if not said and _interactive() and not (chosen.yes or chosen.dry_run):
        said = _asked_for(talk)
    parts = tuple(dict.fromkeys(part.strip() for part in (said or ",".join(DEFAULT)).split(",") if part.strip()))
    for part in parts:
        if part not in PARTS:
            import difflib

            near = difflib.get_close_matches(part, PARTS, 1)
            raise UserError(
                f"--for is made of {', '.join(PARTS)}, not {part!r}" + (f"; did you mean {near[0]}?" if near else "")
            )
    return (*parts, PAGES) if HOOK in parts and PAGES not in parts else parts


def _asked_for(talk: Talk) -> str:
    for part, text in PARTS.items():
        talk.say(f"  {part:<10}{text}{'' if part not in DEFAULT else '  (default)'}")
    return _line(f"set up what? [{','.join(DEFAULT)}] ").replace(" ", ",")


def _told(wanted: Sequence[PlannedFile], git: Repository, parts: Sequence[str], talk: Talk) -> None:
    at = origin.origin(git)
    if at.host not in ("", workflows.GITHUB) and {COMMENTS, RCA} & {*parts}:
        talk.warn(
            f"origin is on {at.host}: taken for a GitHub Enterprise Server, whose artifacts are those of upload-artifact v3. Elsewhere, --for {PAGES},{HOOK} works"
        )
    if wanted:
        talk.say("to be written:")
    if any("not released" in change.after for change in wanted):
        talk.warn(
            "this flowscout is no release: what is written names its commit, which has to be published before it works"
        )
    for change in wanted:
        talk.say(f"  {'+' if change.before is None else '~'} {change.path}  ({len(change.after.splitlines())} lines)")
        if change.before is None:
            talk.more(change.after)


def _agreed(wanted: Sequence[PlannedFile]) -> bool:
    new = [change for change in wanted if change.before is None]
    while new:
        said = _line("write the new ones? [Y/n/show] ").lower()
        if said not in ("s", "show"):
            return said in ("", "y", "yes")
        for change in new:
            sys.stderr.write(f"--- {change.path}\n{change.after}")
    return True


def _write(change: PlannedFile, yes: bool, talk: Talk) -> bool:
    if change.before is not None and not yes and not _overwritten(change, talk):
        return False
    written = docs.write(change.folder, change.path, change.after.encode("utf-8", "surrogateescape"))
    if not written:
        talk.warn(f"{change.path} is a symlink and is left alone")
    return written


def _overwritten(change: PlannedFile, talk: Talk) -> bool:
    import difflib

    for line in difflib.unified_diff(
        (change.before or "").splitlines(), change.after.splitlines(), change.path, change.path, lineterm="", n=1
    ):
        talk.say(line)
    if not _interactive():
        talk.warn(f"{change.path} exists and is left alone: --yes changes it")
        return False
    return _line(f"change {change.path}? [y/N] ").lower() in ("y", "yes")


def _drive(git: Repository, root: str) -> None:
    """What .gitattributes names, each clone has to say for itself."""
    if setup.BEGIN in (read(root, ".gitattributes") or ""):
        git.git("config", f"{setup.DRIVER}.name", "keep our page; the hook draws it anew")
        git.git("config", f"{setup.DRIVER}.driver", "true")


def _git_hooks(where: Root, talk: Talk) -> int:
    from ...entrypoints import githooks

    return githooks.install(where, (), False, talk.say)


def _next(changed: Sequence[str], left: Sequence[str], parts: Sequence[str], git_hooks: bool, talk: Talk) -> None:
    talk.say("next:")
    talk.say(f"  git add {' '.join(changed)}")
    if left:
        talk.say(f"  flowscout init --yes --for {','.join(parts)}    changes {', '.join(left)} too, as shown")
    if PAGES in parts:
        talk.say("  flowscout refresh          draws the pages")
    if HOOK in parts and not git_hooks and HOOKS not in left:
        talk.say("  pre-commit install         runs flowscout at every commit")
    if ASSISTANT in parts:
        talk.say("  pip install 'flowscout[mcp]'   what the server of tools needs")
    if {workflows.EVENTS, workflows.AFTER} & {*changed}:
        talk.say("  git commit and push        the workflows work from the default branch on")
    if HOOK not in parts and PAGES not in parts:
        talk.say(f"also: flowscout init --for {PAGES},{HOOK}    charts in your docs, kept in step")


def _glimpse(where: Root, talk: Talk) -> None:
    from ...entrypoints.preview import first_screen, preview

    found = preview(where, talk.progress)
    if found.text:
        talk.say(
            f"\nthe comment that {found.commit} ({found.title}) would have got; `flowscout init --dry-run` prints all of it:\n"
        )
        talk.say(first_screen(found.text))


def _first_comment(where: Root, talk: Talk) -> int:
    from ...entrypoints.preview import preview

    found = preview(where, talk.progress)
    if found.text:
        talk.say(f"the comment that {found.commit} ({found.title}) would have got:")
        print(found.text, end="")
    elif found.looked_at:
        talk.say(
            f"none of the last {found.looked_at} changes of code changes a flow, so none would have got a comment; `flowscout review A..B` tries any range"
        )
    else:
        talk.say("no merged change of code is in this clone; where it is shallow, `git fetch --deepen=50` brings some")
    return 0


def _interactive() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _line(question: str) -> str:
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip()


def _top() -> str:
    found = place()
    return found.repository.top if found.repository and not configured_on_disk(found.root) else found.root
