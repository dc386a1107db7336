"""Installs flowscout for the Action into an environment of its own: uv where the runner has it, else pip; hashes checked.

Nothing but the standard library is used, and of ours what says what a program is given. The lock ships with the action;
FLOWSCOUT_INPUT_VERSION asks for a released version instead, and a model for its extra. A job waits for this, so nothing is
done that it can do without: what the lock names comes as wheels, modules are compiled when they are imported, the action's
own checkout is used where it lies, and the pip of the runner installs.

What the pull request's checkout holds has no say: everything runs in a folder of its own that nobody else fills, in which no
configuration is found, with an environment made of a list, on interpreters that are isolated. The runner's own configuration
(the files below its home, /etc) stays, and of its variables those that say which index there is, where hashes check what comes.
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

HERE = Path(__file__).resolve().parent.parent
MODELS = ("ollama", "anthropic", "openai")
INDEX = frozenset(
    (*(f"PIP_{name}" for name in ("INDEX_URL", "EXTRA_INDEX_URL", "TRUSTED_HOST", "CERT", "DEFAULT_TIMEOUT", "RETRIES")),
     *(f"UV_{name}" for name in ("INDEX_URL", "EXTRA_INDEX_URL", "DEFAULT_INDEX", "INDEX", "NATIVE_TLS", "SYSTEM_CERTS", "HTTP_TIMEOUT"))))  # fmt: skip


def main() -> None:
    version, model = os.environ.get("FLOWSCOUT_INPUT_VERSION", ""), os.environ.get("FLOWSCOUT_INPUT_LLM", "") or "off"
    _checked(version, model)
    where = Path(os.environ["RUNNER_TEMP"]) / "flowscout-env"
    _alone(where, hashed=not version)
    python = where / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = _pip(python)
    venv.create(where, with_pip=pip is None, symlinks=os.name != "nt")
    install = pip or [str(python), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    if version:
        return _run([*install, f"flowscout[{','.join(['github', *([model] if model != 'off' else [])])}]=={version}"])
    lock = HERE / ("requirements.action.lock" if model == "off" else "requirements.models.lock")
    _run([*install, "--only-binary", ":all:", "--require-hashes", "-r", str(lock)])
    places = {"base": str(where), "platbase": str(where)}
    Path(sysconfig.get_path("purelib", "venv", places), "flowscout.pth").write_text(f"{HERE / 'src'}\n", encoding="utf-8")
    return None


def _checked(version: str, model: str) -> None:
    if version and not re.fullmatch(r"\d[\w.]{0,30}", version, re.ASCII):
        sys.exit("::error title=flowscout::the input `version` is a version number such as 1.2.3")
    if model not in ("off", *MODELS):
        sys.exit(f"::error title=flowscout::the input `llm` is one of off, {', '.join(MODELS)}")
    if sys.version_info < (3, 11):
        sys.exit("::error title=flowscout::Python 3.11 or newer is needed; add actions/setup-python before this step")
    if not os.path.isabs(os.environ.get("RUNNER_TEMP", "")):
        sys.exit("::error title=flowscout::RUNNER_TEMP names no folder: this runs in a job of GitHub Actions")


def _alone(folder: Path, *, hashed: bool) -> None:
    """From now on we stand in this folder, which is new and empty, and our environment is what we would give to others."""
    sys.path.append(str(HERE / "src"))
    from flowscout.children import given, settle

    settle(os.environ, os.environ.get("GITHUB_WORKSPACE", ""))
    kept = given(os.environ, INDEX if hashed else ())
    os.environ.clear()
    os.environ.update({**kept, "PYTHONDONTWRITEBYTECODE": "1"})
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    os.chdir(folder)


def _pip(python: Path) -> list[str] | None:
    """What installs into another environment; None when that environment needs a pip of its own."""
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--quiet", "--no-config", "--python", str(python)]
    found = subprocess.run([sys.executable, "-I", "-m", "pip", "--version"], capture_output=True, text=True, check=False).stdout.split()
    if len(found) > 1 and found[1].partition(".")[0].isdigit() and int(found[1].partition(".")[0]) >= 23:
        return [sys.executable, "-I", "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    return None


def _run(command: list[str]) -> None:
    done = subprocess.run(command, check=False)
    if done.returncode:
        sys.exit(f"::error title=flowscout::installing failed with {done.returncode}")


if __name__ == "__main__":
    main()
