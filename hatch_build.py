"""Writes into what is built of which commit it is, so that what it sets up elsewhere can name it.

A wheel that is built of a source archive hands on what the archive says.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Commit(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # a checkout is asked when it is used
        kept = Path(self.root, "release.txt")
        said = kept.read_text(encoding="ascii") if kept.is_file() else self._asked()
        if not re.fullmatch(r"[0-9a-f]{40}\n(v[\w.]+\n)?", said):
            return
        made = Path(self.directory, "release.txt")
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(said, encoding="ascii")
        build_data["force_include"][str(made)] = "flowscout/release.txt" if self.target_name == "wheel" else "release.txt"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        Path(self.directory, "release.txt").unlink(missing_ok=True)

    def _asked(self) -> str:
        """The commit, and the tag of this version if it stands there; "" outside of our own repository."""
        if not Path(self.root, ".git").exists():
            return ""
        commit = self._git("rev-parse", "HEAD")
        tag = f"v{self.metadata.version}"
        return f"{commit}\n" + (f"{tag}\n" if tag in self._git("tag", "--points-at", "HEAD").split() else "") if commit else ""

    def _git(self, *arguments: str) -> str:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        try:
            return subprocess.run(["git", *arguments], cwd=self.root, env=environment, capture_output=True, text=True, check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return ""
