"""Installs flowscout for the Action into an environment of its own: uv where the runner has it, else pip; hashes checked.

Nothing but the standard library is used. The lock ships with the action; FLOWSCOUT_INPUT_VERSION asks for a released
version instead, and a model for its extra. A job waits for this, so nothing is done that it can do without: what the lock
names comes as wheels, modules are compiled when they are imported, the action's own checkout is used where it lies, and
the pip of the runner installs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
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
    pip = _pip(python)
    venv.create(WHERE, with_pip=pip is None, symlinks=os.name != "nt")
    install = pip or [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    extras = ",".join(["github", *([model] if model not in ("", "off") else [])])
    if version:
        return _run([*install, f"flowscout[{extras}]=={version}"])
    _run([*install, "--only-binary", ":all:", "--require-hashes", "-r", str(HERE / "requirements.action.lock")])
    if model not in ("", "off"):
        return _run([*install, f"{HERE}[{extras}]"])
    places = {"base": str(WHERE), "platbase": str(WHERE)}
    Path(sysconfig.get_path("purelib", "venv", places), "flowscout.pth").write_text(f"{HERE / 'src'}\n", encoding="utf-8")
    return None


def _pip(python: Path) -> list[str] | None:
    """What installs into another environment; None when that environment needs a pip of its own."""
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--quiet", "--python", str(python)]
    found = subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, text=True, check=False).stdout.split()
    if len(found) > 1 and found[1].partition(".")[0].isdigit() and int(found[1].partition(".")[0]) >= 23:
        return [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    return None


def _run(command: list[str]) -> None:
    done = subprocess.run(command, check=False)
    if done.returncode:
        sys.exit(f"::error title=flowscout::installing failed with {done.returncode}")


if __name__ == "__main__":
    main()
