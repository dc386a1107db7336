"""Looks at what `make dist` has built: is it what the tag says, and does it work where nothing else is installed?

  check_dist.py --tag v1.2.3 --commit SHA    version, changelog, and the commit that is written into both archives
  check_dist.py --notes FILE                 what the changelog says of this version, as a release's notes
  check_dist.py --try                        both archives, each in a fresh environment of this Python, as a new user
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "def keep(path):\n    if not path:\n        raise ValueError('no path')\n    open(path, 'w').write('x')\n"
LATER = SOURCE.replace("    open", "    import os\n    os.remove(path)\n    open")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--dist", type=Path, default=ROOT / "build/dist")
    parser.add_argument("--tag", default="")
    parser.add_argument("--commit", default="")
    parser.add_argument("--notes", type=Path)
    parser.add_argument("--try", dest="trying", action="store_true")
    asked = parser.parse_args()
    (wheel,), (source,) = asked.dist.resolve().glob("*.whl"), asked.dist.resolve().glob("*.tar.gz")
    if asked.tag:
        agree(asked.tag, asked.commit, wheel, source)
    if asked.notes:
        asked.notes.write_text(notes(wheel.name.split("-")[1]), encoding="utf-8")
    if asked.trying:
        for archive in (wheel, source):
            with tempfile.TemporaryDirectory() as folder:
                use(archive, Path(folder))


def agree(tag: str, commit: str, wheel: Path, source: Path) -> None:
    version = wheel.name.split("-")[1]
    expect(tag == f"v{version}", f"the tag is {tag}, the version {version}")
    expect(notes(version) != "", f"CHANGELOG.md has no section for {version} with its day")
    with zipfile.ZipFile(wheel) as opened:
        held = opened.read("flowscout/release.txt").decode()
    with tarfile.open(source) as packed:
        member = packed.extractfile(f"flowscout-{version}/release.txt")
        expect(member is not None and member.read().decode() == held, "wheel and source archive are of different commits")
    expect(held == f"{commit}\n{tag}\n", f"release.txt says {held!r}")


def notes(version: str) -> str:
    """What the changelog says of a version; "" where it has no section with a day."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"(?ms)^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |^\[Unreleased\]: )", text)
    return found[1].strip() + "\n" if found else ""


def use(archive: Path, folder: Path) -> None:
    """As a new user: install, draw, review, set up, take back."""
    venv.create(folder / "env", with_pip=True)
    scripts = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    run([scripts / "python", "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", archive], folder)
    home = folder / "project"
    home.mkdir()
    flowscout, git = scripts / "flowscout", ["git", "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"]
    run([*git, "init", "-q"], home)
    for text in (SOURCE, LATER):
        (home / "keep.py").write_text(text, encoding="utf-8")
        run([*git, "add", "-A"], home)
        run([*git, "commit", "-q", "-m", "change"], home)
    expect("flowchart TD" in run([flowscout, "flowchart", "keep"], home), "no chart")
    expect("in the flow" in run([flowscout, "init", "--dry-run"], home), "no first comment")
    run([flowscout, "init", "--yes"], home)
    written = (home / ".github/workflows/flowscout.yml").read_text(encoding="utf-8")
    expect(bool(re.search(r"uses: flowscout/flowscout@[0-9a-f]{40} # ", written)), "the workflow names no commit")
    run([flowscout, "uninstall", "--yes"], home)
    expect(run([*git, "status", "--porcelain"], home) == "", "something was left behind")
    print(f"{archive.name}: works on Python {sys.version.split()[0]}, {sys.platform}")


def run(command: list[object], folder: Path) -> str:
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    expect(done.returncode == 0, f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        sys.exit(otherwise)


if __name__ == "__main__":
    main()
