"""Plain git hooks, for repositories without the pre-commit framework: put in, taken out, looked at.

Exit 0 when the hooks are as asked, 1 when somebody else keeps them and wants to be told.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

from ..adapters.git import githooks
from ..adapters.git.githooks import Folder, Standing
from ..errors import UserError
from ..tasks.githooks import COMMANDS, KEPT, STAGES, advice, script
from ..wiring import Root

Say = Callable[[str], None]


def install(where: Root, stages: Iterable[str], check: bool, say: Say) -> int:
    """Idempotent. Where another tool keeps the hooks, nothing is written and its way of adding a hook is said; all
    stages or none."""
    folder = _folder(where)
    wanted = tuple(stages) or STAGES
    if folder.foreign:
        say(f"core.hooksPath names {folder.path}, outside this repository: hooks there run in every repository")
        say(
            "  call flowscout there yourself: "
            + ", ".join(f"`flowscout {COMMANDS[stage]}` in {stage}" for stage in wanted)
        )
        return 1
    found = {stage: githooks.standing(folder, stage) for stage in wanted}
    refused = [f"{stage}: {why}" for stage, now in found.items() if (why := _refused(stage, now, folder))]
    for line in refused:
        say(line)
    if refused:
        return 1
    for stage, now in found.items():
        written = githooks.put(folder, stage, script(stage, "" if folder.shared else sys.executable, check, _own()))
        after = ", after the hook that was there" if now.state == "theirs" or now.kept else ""
        say(f"{stage}: " + (f"runs flowscout{after}" if written else "is as it should be"))
    if folder.shared:
        say(f"{folder.path} is part of the work tree: commit its files, and everybody has them")
    return 0


def _own() -> bool:
    """Whether flowscout is among the person's own packages."""
    import site

    return bool(site.ENABLE_USER_SITE) and os.path.realpath(__file__).startswith(
        os.path.realpath(site.getusersitepackages()) + os.sep
    )


def _refused(stage: str, now: Standing, folder: Folder) -> str:
    """Why nothing can be put in; "" when it can."""
    if now.manager and now.state != "ours":
        return f"{now.manager.name} keeps this repository's hooks; {advice(now.manager, stage)}"
    if now.state == "edited":
        return f"{now.path} was edited by hand and is left alone"
    if now.state == "theirs" and now.kept:
        return f"both {stage} and {stage}{KEPT} stand in {folder.path}: remove the one that is no longer wanted"
    return ""


def uninstall(where: Root, stages: Iterable[str], say: Say) -> int:
    """What was there before stands there again, byte for byte."""
    folder, code = _folder(where), 0
    for stage in tuple(stages) or STAGES:
        now = githooks.standing(folder, stage)
        if now.state == "edited":
            say(
                f"{stage}: {now.path} was edited by hand and stays"
                + (f"; the earlier hook is {stage}{KEPT}" if now.kept else "")
            )
            code = 1
        elif now.state == "theirs" and now.kept:
            say(f"{stage}: is another tool's by now and stays; the hook that ours had found is {stage}{KEPT}")
            code = 1
        elif githooks.take(folder, stage):
            say(f"{stage}: is out" + ("; the hook that was there before is back" if now.kept else ""))
    return code


def status(where: Root, stages: Iterable[str], say: Say) -> int:
    """0 when every stage asked for runs flowscout."""
    folder = _folder(where)
    found = {stage: githooks.standing(folder, stage) for stage in tuple(stages) or STAGES}
    for stage, now in found.items():
        say(f"{stage}: {_said(stage, now)}")
    return 0 if all(now.state in ("ours", "edited") for now in found.values()) else 1


def _said(stage: str, now: Standing) -> str:
    if now.state == "none":
        return "no hook" + (
            f", and {stage}{KEPT} is left over: `flowscout hook uninstall` puts it back" if now.kept else ""
        )
    if now.state == "theirs":
        return (
            f"a hook of {now.manager.name}'s; {advice(now.manager, stage)}"
            if now.manager
            else "a hook that does not run flowscout"
        )
    after = " after an earlier hook" if now.kept else ""
    return f"runs flowscout{after}" + (" (edited by hand)" if now.state == "edited" else "")


def _folder(where: Root) -> Folder:
    repository = where.git("hook")
    if repository.bare:
        raise UserError("a bare repository makes no commits", "install the hooks in a clone")
    return githooks.folder(repository)
