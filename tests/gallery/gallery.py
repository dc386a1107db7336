"""Draws the gallery: docs/gallery.md, of the functions and changes of public projects that gallery.toml names.

  gallery.py [FOLDER]     FOLDER holds clones, bare or not, named OWNER+NAME, OWNER+NAME/repo or NAME; what is not there is cloned from GitHub

Each project is read as git objects, in a clone below build/gallery; nothing of it is run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CLONES = ROOT / "build/gallery"
PAGE = ROOT / "docs/gallery.md"
HEAD = """# Gallery

Functions and changes of public projects, as flowscout draws and reviews them; nothing here was written by hand but the choice.
`make gallery` draws all of it anew, from the commits that `tests/gallery/gallery.toml` names.
Names and texts in the drawings are quotations from the projects, under their licences.
"""
SAMPLE = "## The two pictures of the README, as text"  # down to the end: `pytest --update` renews it
Row = Mapping[str, str]


def main() -> None:
    chosen = tomllib.loads((HERE / "gallery.toml").read_text(encoding="utf-8"))
    there = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    for repository in sorted({row["repository"] for row in (*chosen["function"], *chosen["review"])}):
        clone(repository, there)
    kept = PAGE.read_text(encoding="utf-8").partition(SAMPLE)[2]
    drawn = "\n".join(page(chosen["function"], chosen["review"])).rstrip()
    PAGE.write_text(f"{drawn}\n\n{SAMPLE}{kept}", encoding="utf-8", newline="\n")


def clone(repository: str, there: Path | None) -> None:
    place = CLONES / repository.replace("/", "+")
    if place.exists():
        return
    owner, _, name = repository.partition("/")
    known = [there / f"{owner}+{name}", there / f"{owner}+{name}/repo", there / name] if there else []
    source = next(
        (str(path.resolve()) for path in known if (path / "HEAD").exists() or (path / ".git").exists()),
        f"https://github.com/{repository}.git",
    )
    subprocess.run(["git", "clone", "-q", "--no-checkout", source, str(place)], check=True)


def page(functions: list[Row], reviews: list[Row]) -> Iterator[str]:
    yield from (HEAD, "## Functions", "")
    yield from (
        f"- [{code(row['name'].partition('::')[2])}](#{anchor(row['name'].partition('::')[2])}) of {row['repository']}"
        for row in functions
    )
    yield from ("", "## Reviews", "")
    titles = [title(row) for row in reviews]
    yield from (
        f"- [{plain(said)}](#{anchor(said)}) of {row['repository']}" for said, row in zip(titles, reviews, strict=True)
    )
    yield from ("", f"- [{SAMPLE.removeprefix('## ')}](#{anchor(SAMPLE.removeprefix('## '))}) of the sample in `demo/`")
    for row in functions:
        yield from ("", *function(row))
    for said, row in zip(titles, reviews, strict=True):
        yield from ("", *review(said, row))


def function(row: Row) -> Iterator[str]:
    path, _, name = row["name"].partition("::")
    made = flowscout(row, "flowchart", row["name"], "--rev", row["commit"], "--format", "markdown")
    body = re.sub(r"\A## [^\n]*\n\n`([^`\n]*):(\d+)`\n", "", made)
    line = re.search(r"(?m)^`[^`\n]*:(\d+)`$", made)
    address = f"https://github.com/{row['repository']}/blob/{row['commit']}/{path}" + (f"#L{line[1]}" if line else "")
    yield from (
        f"## {code(name)}",
        "",
        f"[{row['repository']}, {path}]({address}), {row['licence']}",
        "",
        pictured(body),
    )


def review(said: str, row: Row) -> Iterator[str]:
    made = flowscout(row, "review", f"{row['commit']}^..{row['commit']}", "--format", "markdown")
    body = re.sub(r"\A# [^\n]*\n", "", made)
    address = f"https://github.com/{row['repository']}/commit/{row['commit']}"
    yield from (
        f"## {plain(said)}",
        "",
        f"[{row['repository']}, {row['commit'][:10]}]({address}), {row['licence']}",
        "",
        pictured(body),
    )


def pictured(body: str) -> str:
    """Without the outlines in text that stand below drawings: this page is for looking at."""
    return re.sub(
        r"<details><summary>Outline</summary>\n\n```text\n.*?\n```\n\n</details>\n*", "", body, flags=re.DOTALL
    ).strip()


def title(row: Row) -> str:
    """What the change says of itself: a merge by its first line of text."""
    said = git(row, "log", "-1", "--format=%s%n%b", row["commit"]).strip().split("\n")
    merge = said[0].startswith("Merge ") and len(said) > 1
    return next((line for line in said[1:] if line.strip()), said[0]) if merge else said[0]


def flowscout(row: Row, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "flowscout", arguments[0], "-q", *arguments[1:]],
        cwd=place(row),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        sys.exit(f"{row['repository']}: {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def git(row: Row, *arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=place(row), capture_output=True, text=True, encoding="utf-8", check=True
    ).stdout


def place(row: Row) -> Path:
    return CLONES / row["repository"].replace("/", "+")


def code(text: str) -> str:
    return f"`{text}`"


def plain(text: str) -> str:
    """Somebody else's title, without what Markdown or GitHub would make of it."""
    return re.sub(r"([\\`*_{}\[\]<>#@|])", r"\\\1", re.sub(r" \(#\d+\)$", "", text))


def anchor(text: str) -> str:
    """As GitHub makes it of a heading."""
    return re.sub(r"[^\w\- ]", "", re.sub(r" \(#\d+\)$", "", text).lower()).replace(" ", "-")


if __name__ == "__main__":
    os.environ.setdefault("FLOWSCOUT_MEMORY", "off")
    main()
