"""Installs flowscout for the Action into an environment of its own: uv where the runner has it, else pip; hashes checked.

Nothing but the standard library is used. The lock ships with the action; FLOWSCOUT_INPUT_VERSION asks for a released
version instead, and a model for its extra.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(os.environ.get("GITHUB_ACTION_PATH") or Path(__file__).parent.parent)
WHERE = Path(os.environ.get("RUNNER_TEMP", ".")) / "flowscout-env"


def main() -> None:
    version, model = os.environ.get("FLOWSCOUT_INPUT_VERSION", ""), os.environ.get("FLOWSCOUT_INPUT_LLM", "off")
    if version and not re.fullmatch(r"\d[\w.]{0,30}", version, re.ASCII):
        sys.exit("::error title=flowscout::the input `version` is a version number such as 1.2.3")
    if model not in ("", "off", "ollama", "anthropic", "openai"):
        sys.exit("::error title=flowscout::the input `llm` is one of off, ollama, anthropic, openai")
    if sys.version_info < (3, 11):
        sys.exit("::error title=flowscout::Python 3.11 or newer is needed; add actions/setup-python before this step")
    python = WHERE / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    venv.create(WHERE, with_pip=not shutil.which("uv"), symlinks=os.name != "nt")
    extras = ",".join(["github", *([model] if model not in ("", "off") else [])])
    if version:
        _pip(python, f"flowscout[{extras}]=={version}")
        return
    _pip(python, "--require-hashes", "-r", str(HERE / "requirements.action.lock"))
    _pip(python, "--no-deps", str(HERE))
    if model not in ("", "off"):
        _pip(python, f"{HERE}[{extras}]")


def _pip(python: Path, *arguments: str) -> None:
    uv = shutil.which("uv")
    command = [uv, "pip", "install", "--quiet", "--python", str(python)] if uv else [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*command, *arguments], check=False)
    if done.returncode:
        sys.exit(f"::error title=flowscout::installing failed with {done.returncode}")


if __name__ == "__main__":
    main()
