"""Show what a range of commits does to the flow of the code, and what that means for the entry points above.

  flowscout review                 from where this branch left the main one, to HEAD
  flowscout review HEAD~3          the last three commits
  flowscout review v1..v2          two versions
  flowscout review --uncommitted   what is not committed yet, new files too
  flowscout review --staged        what the next commit would be

Nothing is posted anywhere.
"""

from __future__ import annotations

import argparse

from .. import __version__
from ..adapters.git import ranges
from ..entrypoints.reviewing import reviewed
from ..errors import UserError
from ..model.sfm import LEVELS
from ..tasks.records import to_line
from ..tasks.review.document import document, markdown
from ..tasks.review.marks import marks
from ..tasks.review.text import record, text
from ..tasks.review.why import Commit, why_markdown, why_record, why_text
from ..tasks.sarif import sarif
from ..wiring import INDEX, WORKTREE, place
from .shared import progress_output
from .shared.console import Talk

COMMITS = 200  # of a range that are read for their messages
FORMATS = ("markdown", "text", "json", "sarif")
ENDINGS = {".md": "markdown", ".json": "json", ".txt": "text", ".sarif": "sarif"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("range", nargs="?", default="", metavar="RANGE", help="A..B, A...B, or A (to HEAD)")
    state = parser.add_mutually_exclusive_group()
    state.add_argument(
        "--uncommitted",
        dest="state",
        action="store_const",
        const=WORKTREE,
        help="the work tree against HEAD, new files too",
    )
    state.add_argument("--staged", dest="state", action="store_const", const=INDEX, help="the index against HEAD")
    parser.add_argument(
        "--format", choices=FORMATS, default="", help="markdown (the default), text, json, or sarif for code scanning"
    )
    parser.add_argument(
        "--detail", choices=LEVELS, default="", help="how much of a flow is compared (the configuration's)"
    )
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="as --format json")
    parser.add_argument(
        "--out", default="", metavar="FILE", help="write there; .md, .txt, .json or .sarif sets the format"
    )
    parser.add_argument(
        "--why", action="store_true", help="say too what the commits say, and where they disagree with the code"
    )
    progress_output.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    where = place(chosen.root)
    repository = where.git("review")
    if chosen.state and chosen.range:
        raise UserError(
            "a range is of commits, and what is not committed is in none",
            f"flowscout review {'--staged' if chosen.state == INDEX else '--uncommitted'}",
        )
    before, after = (ranges.head(repository), chosen.state) if chosen.state else ranges.ends(repository, chosen.range)
    found, settings = reviewed(where, before, after, chosen.detail, talk.progress)
    ending = next((kind for suffix, kind in ENDINGS.items() if chosen.out.endswith(suffix)), "")
    form = chosen.format or ending or "markdown"
    commits = (
        [Commit(*each) for each in ranges.messages(repository, before, after, COMMITS)]
        if chosen.why and not chosen.state
        else []
    )
    shown = {
        "markdown": lambda: markdown(found, settings.style) + (why_markdown(commits, found) if chosen.why else ""),
        "text": lambda: text(found) + (why_text(commits, found) if chosen.why else ""),
        "sarif": lambda: to_line(
            sarif(document(found, settings.style)._replace(annotations=marks(found)), __version__)
        ),
        "json": lambda: to_line({**record(found), **({"why": why_record(commits, found)} if chosen.why else {})}),
    }
    if chosen.out:
        with open(chosen.out, "w", encoding="utf-8", newline="\n") as out:
            out.write(shown[form]())
        talk.say(f"written to {chosen.out}")
    else:
        print(shown[form](), end="")
    return 0
