"""Two versions of flowscout on one repository, its store and its pages: one after the other, and both at once.

The other version is ours with other numbers: of the package and of every format that the store knows, and, where it says so, of the rules.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from shell.repositories import SOURCE, Ran, Repo, environment

FILES = {
    "model/facts.py": "FACTS_FORMAT", "tasks/view/bring.py": "VIEW_FORMAT", "tasks/view/drawn.py": "_FORMAT",
    "tasks/pages.py": "PAGES_FORMAT",
}  # fmt: skip
CODE = "def keep(path):\n    if not path:\n        raise ValueError('no path')\n    return store(path)\n\n\ndef store(path):\n    open(path, 'w').write('x')\n    return True\n"
EDITED = CODE.replace("    return True", "    import os\n    os.remove(path)\n    return False")


def another(folder: Path, *, rules: bool = False) -> Path:
    source = Path(
        shutil.copytree(SOURCE, folder / "other", ignore=shutil.ignore_patterns("__pycache__", "*.dist-info"))
    )
    changes = {**FILES, **({"tasks/stamp.py": "RULES"} if rules else {})}
    for path, name in changes.items():
        file = source / "flowscout" / path
        text, count = re.subn(
            rf"(?m)^({name}(?:: Final)? = )(\d+)", lambda m: f"{m[1]}{int(m[2]) + 1}", file.read_text(encoding="utf-8")
        )
        assert count == 1, f"{name} is not where it was"
        file.write_text(text, encoding="utf-8")
    if rules:
        stamp = source / "flowscout/tasks/stamp.py"
        stamp.write_text(
            re.sub(
                r"(?m)^(SINCE\b[^{]*\{)",
                lambda m: f'{m[1]}{_rules(stamp)}: "99.0.0", ',
                stamp.read_text(encoding="utf-8"),
            ),
            encoding="utf-8",
        )
    start = source / "flowscout/__init__.py"
    text, count = re.subn(r'(?m)^__version__ = "[^"]+"', '__version__ = "99.0.0"', start.read_text(encoding="utf-8"))
    assert count == 1
    start.write_text(text, encoding="utf-8")
    return source


def _rules(stamp: Path) -> str:
    found = re.search(r"(?m)^RULES(?:: Final)? = (\d+)", stamp.read_text(encoding="utf-8"))
    assert found
    return found[1]


def flowscout(source: Path, repo: Repo, *arguments: str) -> Ran:
    given = {**environment(), "PYTHONPATH": str(source)}
    done = subprocess.run(
        [sys.executable, "-m", "flowscout", *arguments], cwd=repo.path, env=given, capture_output=True, check=False
    )
    return Ran(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))


def pages(repo: Repo) -> dict[str, bytes]:
    return {str(path.relative_to(repo.path)): path.read_bytes() for path in sorted((repo.path / "docs").rglob("*.md"))}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo(tmp_path / "repo")
    made.commit(
        {"flowscout.toml": "", "a.py": CODE, "b.py": "from a import keep\n\n\ndef main():\n    return keep('b')\n"}
    )
    return made


def test_an_old_store_serves_a_new_version_and_a_new_one_an_old(repo: Repo, tmp_path: Path) -> None:
    other = another(tmp_path)
    assert flowscout(other, repo, "--help").out.startswith("flowscout 99.0.0")
    for number, text in enumerate((CODE, EDITED, CODE, EDITED.replace("keep", "hold"))):
        repo.write(
            {"a.py": text, "b.py": repo.text("b.py").replace("keep", "hold") if "hold" in text else repo.text("b.py")}
        )
        repo.git("add", "-A")
        first, second = (other, SOURCE) if number % 2 else (SOURCE, other)
        assert flowscout(first, repo, "refresh").code == 0
        made = pages(repo)
        repo.git("add", "-A")
        after = flowscout(second, repo, "refresh", "--check")
        assert after.code == 0, after.said
        clean = Repo(tmp_path / f"clean{number}", git=False)
        shutil.copytree(repo.path, clean.path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("flowscout"))
        shutil.rmtree(clean.path / "docs")
        assert flowscout(SOURCE, clean, "refresh").code == 0
        assert pages(clean) == made
        assert flowscout(second, repo, "verify").code == 0


def test_both_at_once_leave_what_one_leaves(repo: Repo, tmp_path: Path) -> None:
    other = another(tmp_path)
    assert flowscout(SOURCE, repo, "refresh").code == 0
    expected, sources = pages(repo), [SOURCE, other] * 4
    with ThreadPoolExecutor(4) as pool:
        ran = list(pool.map(lambda source: flowscout(source, repo, "refresh"), sources))
    assert [one.code for one in ran] == [0] * len(sources), [one.said for one in ran if one.code]
    assert pages(repo) == expected
    assert all(flowscout(source, repo, "verify").code == 0 for source in (SOURCE, other))
    assert not [name for name in os.listdir(repo.path / "docs/flowcharts") if name.startswith(".flowscout-")]


def test_pages_of_other_rules_are_changed_by_nobody_until_somebody_says_so(repo: Repo, tmp_path: Path) -> None:
    newer = another(tmp_path, rules=True)
    assert flowscout(SOURCE, repo, "refresh").code == 0
    repo.git("add", "-A")
    before = pages(repo)
    for arguments in (("refresh",), ("hook",)):
        ran = flowscout(newer, repo, *arguments)
        assert (ran.code, pages(repo)) == (1, before), ran.said
        assert "flowscout refresh --upgrade" in ran.said + ran.out
    assert flowscout(newer, repo, "refresh", "--upgrade").code == 0
    repo.git("add", "-A")
    upgraded = pages(repo)
    assert upgraded != before
    for arguments in (("refresh",), ("hook",)):
        ran = flowscout(SOURCE, repo, *arguments)
        assert (ran.code, pages(repo)) == (1, upgraded), ran.said
        assert "pip install 'flowscout>=99.0.0'" in ran.said + ran.out
