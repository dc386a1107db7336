"""Writes into what is built of which commit it is, so that what it sets up elsewhere can name it, its README where no repository is around it, and what was
read of its tables.

A wheel that is built of a source archive hands on what the archive says.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HOME = "https://github.com/flowscout/flowscout"
TABLES = "flowscout/rca/logs/__pycache__/tables.json"
RAW = "https://raw.githubusercontent.com/flowscout/flowscout"


class Commit(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # a checkout is asked when it is used
        if self.target_name == "wheel" and (tables := read_tables(Path(self.root, "src"))):
            build_data["force_include"][str(tables)] = TABLES
        said = release(Path(self.root), self.metadata.version)
        if not said:
            return
        made = Path(self.directory, "release.txt")
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(said, encoding="ascii")
        build_data["force_include"][str(made)] = "flowscout/release.txt" if self.target_name == "wheel" else "release.txt"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        Path(self.directory, "release.txt").unlink(missing_ok=True)


class Readme(MetadataHookInterface):
    """As GitHub shows it beside the code, and as an index shows it alone: links and pictures lead to the commit that was built."""

    def update(self, metadata: dict[str, Any]) -> None:
        commit = release(Path(self.root), metadata["version"]).partition("\n")[0] or "main"
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, commit)}


def read_tables(source: Path) -> Path | None:
    """The tables of log formats as they are kept once they were read, so that the first log on a new machine need not wait for that."""
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")}
    reading = "from flowscout.rca.tables.shelf import known; known()"
    subprocess.run([sys.executable, "-P", "-c", reading], env={**environment, "PYTHONPATH": str(source)}, check=True)
    made = source / TABLES
    return made if made.is_file() else None


def absolute(text: str, commit: str) -> str:
    def lead(found: re.Match[str]) -> str:
        if not found[1]:
            return found[0]  # code
        picture, target = found[1].startswith("!"), found[2]
        return f"{found[1]}({RAW}/{commit}/{target})" if picture else f"{found[1]}({HOME}/blob/{commit}/{target})"

    return re.sub(r"(?ms)^```.*?^```$|(!?\[[^\[\]\n]*\])\((?![a-z]+:|#|/)([^()\s]+)\)", lead, text)


def release(root: Path, version: str) -> str:
    """The commit and, if it stands there, the tag of this version, a line each; "" outside of our own repository."""
    kept = root / "release.txt"
    said = kept.read_text(encoding="ascii") if kept.is_file() else _asked(root, version)
    return said if re.fullmatch(r"[0-9a-f]{40}\n(v[\w.]+\n)?", said) else ""


def _asked(root: Path, version: str) -> str:
    if not Path(root, ".git").exists():
        return ""
    commit = _git(root, "rev-parse", "HEAD")
    tag = f"v{version}"
    return f"{commit}\n" + (f"{tag}\n" if tag in _git(root, "tag", "--points-at", "HEAD").split() else "") if commit else ""


def _git(root: Path, *arguments: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        return subprocess.run(["git", *arguments], cwd=root, env=environment, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
