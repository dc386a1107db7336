"""The main job on real code: charts, docs and the hook on a commit, in a repository that nobody prepared.

demo.py               unpacks the sample repository, with its history, to build/demo
demo.py REPOSITORY    works in a copy of it in build/demo-NAME; the original is only read
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
STREAM = Path(__file__).resolve().parent / "volume-service.fast-export"
PROGRAM = (sys.executable, "-P", "-m", "flowscout")
CONFIG = {"user.name": "Demo", "user.email": "demo@example.com", "commit.gpgsign": "false", "core.pager": "cat"}
INHERITED = ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX")


class Edit(NamedTuple):
    path: str
    before: str
    after: str
    why: str


SAMPLE_EDIT = Edit(
    "src/volume_service.cc",
    "  if (volume->state == VolumeState::kAttached) return Status::InvalidArgument",
    '  if (volume->state == VolumeState::kCreating) return Status::InvalidArgument("still being created");\n'
    "  if (volume->state == VolumeState::kAttached) return Status::InvalidArgument",
    "HandleVolumeDelete refuses a volume that is still being created",
)


def say(text: str = "") -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def run(command: Sequence[str | Path], folder: Path, *, check: bool = True) -> int:
    """Shows the command and lets it talk."""
    words = [str(part) for part in command]
    say("\n$ " + " ".join(f"'{word}'" if " " in word else word for word in words))
    done = subprocess.run([*PROGRAM, *words[1:]] if words[0] == "flowscout" else words, cwd=folder, env=_environment())
    if check and done.returncode != 0:
        raise SystemExit(f"demo: exit {done.returncode}")
    return done.returncode


def _environment() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key not in INHERITED}


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, text=True, env=_environment()
    )
    return done.stdout


def configure(place: Path) -> None:
    """So that commits work on any machine; the repository is ours."""
    for key, value in CONFIG.items():
        git(place, "config", key, value)


def unpack(place: Path) -> Path:
    """The sample repository with its history, checked out."""
    place.mkdir(parents=True)
    git(place, "init", "-q", "-b", "main")
    configure(place)
    with STREAM.open("rb") as stream:
        subprocess.run(["git", "fast-import", "--quiet"], cwd=place, stdin=stream, check=True, env=_environment())
    git(place, "checkout", "-q", "-f", "main")
    return place


def copied(original: Path, place: Path) -> Path:
    """A clone, or for a plain folder a copy that becomes a repository."""
    if (
        subprocess.run(
            ["git", "-C", original, "rev-parse", "--git-dir"], capture_output=True, env=_environment()
        ).returncode
        == 0
    ):
        top = subprocess.run(
            ["git", "-C", original, "rev-parse", "--show-toplevel"], capture_output=True, text=True, env=_environment()
        )
        source = Path(top.stdout.strip()) if top.returncode == 0 else original
        place.parent.mkdir(parents=True, exist_ok=True)
        cloned = subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(source), str(place)], env=_environment())
        if cloned.returncode != 0:  # git has said why
            raise SystemExit(f"demo: {source} cannot be cloned; try `git fsck` there, or another repository")
        configure(place)
        return place
    shutil.copytree(original, place, symlinks=True)
    git(place, "init", "-q")
    configure(place)
    git(place, "add", "-A")
    git(place, "commit", "-q", "-m", "As found")
    return place


def prepared(argument: str) -> Path:
    if argument and not Path(argument).is_dir():
        raise SystemExit(f"demo: {argument} is not a folder")
    original = Path(argument).resolve() if argument else None
    place = ROOT / "build" / (f"demo-{original.name.removesuffix('.git')}" if original else "demo")
    shutil.rmtree(place, ignore_errors=True)
    return copied(original, place) if original else unpack(place)


def install_hook(folder: Path) -> None:
    """What `pre-commit install` sets up, without its download: git asks flowscout before every commit."""
    hook = Path(git(folder, "rev-parse", "--git-path", "hooks/pre-commit").strip())
    hook = hook if hook.is_absolute() else folder / hook
    hook.parent.mkdir(parents=True, exist_ok=True)
    hook.write_text(f'#!/bin/sh\nexec "{PROGRAM[0]}" -m flowscout hook\n', encoding="utf-8")
    hook.chmod(0o755)


def any_edit(folder: Path) -> Edit | None:
    """An early way out at the top of the first charted function whose body can be found by its text."""
    for page in sorted((folder / "docs/flowcharts").rglob("*.md")):
        path = page.relative_to(folder / "docs/flowcharts").as_posix().removesuffix(".md")
        source = folder / path
        if not source.is_file():
            continue
        text = source.read_text(encoding="utf-8", errors="surrogateescape")
        for name in re.findall(
            r"^#+ .*?([A-Za-z_]\w*)(?:\(.*\))?`?\s*$", page.read_text(encoding="utf-8"), re.MULTILINE
        ):
            if edit := _early_exit(path, text, name):
                return edit
    return None


def _early_exit(path: str, text: str, name: str) -> Edit | None:
    if path.endswith(".py"):
        found = re.search(
            rf"^([ \t]*)(?:async )?def {name}\([^()]*\)(?: *->[^:\n]*)?:\n(?=\1[ \t]+[^\s\"'])", text, re.MULTILINE
        )
        guard = f"{found[1]}    if DEMO_STOP:\n{found[1]}        return None\n" if found else ""
    else:
        found = re.search(rf"\b{name}\s*\([^;{{}}]*\)[^;{{}}()]*\{{[ \t]*\n", text)
        guard = "  if (demo_stop) abort();\n"
    if not found or text.count(found[0]) != 1:
        return None
    return Edit(path, found[0], found[0] + guard, f"{name} may stop early")


def commit_with_hook(folder: Path, edit: Edit) -> None:
    say(f"\n3. The hook on a commit: {edit.why}")
    install_hook(folder)
    source = folder / edit.path
    text = source.read_bytes().decode("utf-8", "surrogateescape")
    source.write_bytes(text.replace(edit.before, edit.after, 1).encode("utf-8", "surrogateescape"))
    run(["git", "diff", "--stat", "--", edit.path], folder)
    git(folder, "add", "--", edit.path)
    refused = run(["git", "commit", "-q", "-m", edit.why], folder, check=False)
    say(f"\n   git commit: exit {refused}" + (" - the docs are redrawn, and wait to be added" if refused else ""))
    if refused:
        run(["git", "diff", "--stat"], folder)
        git(folder, "add", "-A")
        accepted = run(["git", "commit", "-q", "-m", edit.why], folder, check=False)
        say(f"\n   git commit: exit {accepted}" + ("" if accepted else " - code and drawings in one commit"))
        if accepted:
            raise SystemExit("demo: the second commit was refused")
    run(["git", "show", "--stat", "--format=%h %s", "HEAD"], folder)


def main(arguments: Sequence[str]) -> int:
    argument = arguments[0] if arguments else ""
    folder = prepared(argument)
    say(f"Working in {folder}")
    say("\n1. Charts of functions, from one command")
    if argument:
        run(["flowscout", "flowchart", "--out", "build-charts.md"], folder, check=False)
    else:
        run(["flowscout", "flowchart", "HandleVolumeCreate"], folder)
    run(["flowscout", "graph", "stats"], folder)
    say("\n2. Charts in the docs")
    run(["flowscout", "init", "--yes", "--for", "pages", "--no-workflow"], folder)
    git(folder, "add", "-A")
    run(["flowscout", "refresh"], folder)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--no-verify", "-m", "Add flowcharts")
    run(["flowscout", "refresh", "--check"], folder)
    edit = any_edit(folder) if argument else SAMPLE_EDIT
    if edit:
        commit_with_hook(folder, edit)
    else:
        say("\n3. No charted function whose text could be edited blindly: the hook is not shown")
    say(f"\nLook at {folder / 'docs/flowcharts/README.md'} (any Markdown viewer that draws Mermaid),")
    say(f"and at what the last commit changed in a drawing: git -C {folder} show")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
