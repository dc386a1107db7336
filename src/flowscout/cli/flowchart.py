"""Draw what functions do.

NAME is a function's name (`Put`), a qualified name (`DBImpl::Put`, `Flask.run`), a path and a name (`db/db.cc::Put`, the
end of a path is enough) or an id. Without a name the entry points are drawn.

  flowscout flowchart HandleVolumeCreate
  flowscout flowchart Flask.run Flask.make_response --format markdown --out charts.md
  flowscout flowchart --file src/volume.cc --line 120 --detail deep

A function that is too large for one drawing is drawn without its larger parts, and each of these has a drawing of its own. Each is
a Mermaid document: `--out x.mmd` writes x.mmd, x-1.mmd, x-2.mmd … and removes those of a former division that are left over, Markdown has
a fence for each, JSON tells the phases.
"""

from __future__ import annotations

import argparse
import itertools
import os
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

from ..errors import UnknownName, UserError
from ..model.pattern import regex
from ..model.sfm import LEVELS
from ..model.worded import Words
from ..pipeline import Located, Project
from ..tasks.drawing import Chart, chart, documents, section
from ..tasks.entrypoints import entry_points
from ..tasks.names import display, in_file, meant, place
from ..tasks.records import described, record_of_model, to_line
from ..wiring import Workspace, session
from .shared import bounds, target
from .shared.console import Talk

if TYPE_CHECKING:
    from ..llm.session import Session

INTERMIXED = True
FORMATS = ("mermaid", "markdown", "json", "text")
ENDINGS = {".mmd": "mermaid", ".mermaid": "mermaid", ".md": "markdown", ".markdown": "markdown", ".json": "json",
           ".jsonl": "json", ".txt": "text"}  # fmt: skip
PIECE = regex(r"\A%% [^\n]*+\n(?:%%\{[^\n]*+\n)?(?:flowchart|graph) ")
MOST = 5  # charts of entry points nobody named


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="functions to draw")
    parser.add_argument(
        "--function", "--entry-function", action="append", default=[], metavar="NAME", help="the same as NAME"
    )
    parser.add_argument("--file", "--entry-file", default="", metavar="PATH", help="the file the functions are in")
    parser.add_argument(
        "--line", type=bounds.whole(0, 100_000_000), default=0, metavar="N", help="the function at this line of --file"
    )
    parser.add_argument("--detail", "--detail-level", choices=LEVELS, default="", help="how much is drawn (medium)")
    parser.add_argument(
        "--style", choices=("default", "compact"), default="", help="compact draws errors as red stadiums"
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="", help="mermaid, unless the ending of --out says otherwise"
    )
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="as --format json")
    parser.add_argument("--out", default="", metavar="PATH", help="a file, or a folder for one file each")
    parser.add_argument(
        "--words", choices=("rule", "model"), default="", help="whose words; the model's where one is configured"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="draw nothing; say what the model would be asked and what it would cost"
    )
    parser.add_argument("--use_v4", "--use-v4", action="store_true", help=argparse.SUPPRESS)
    target.arguments(parser)


def run(chosen: argparse.Namespace, talk: Talk) -> int:
    if chosen.use_v4:
        talk.say("--use_v4 is accepted and changes nothing: there is one pipeline")
    if chosen.line and not chosen.file:
        raise UserError("--line needs --file")
    form = _format(chosen)
    start = chosen.file if chosen.file and os.path.exists(chosen.file) else "."
    charts = target.asking(chosen, talk, partial(_charts, chosen, talk, form), start)
    if charts is not None:
        _write(charts, form, chosen.out, talk)
    return 0


def _charts(chosen: argparse.Namespace, talk: Talk, form: str, seen: Workspace, project: Project) -> list[Chart] | None:
    """None where nothing is to be drawn."""
    file = target.inside(seen, chosen.file) if chosen.file else ""
    names = [*chosen.names, *chosen.function]
    level = chosen.detail or seen.settings.detail
    several = _folder(chosen.out) or form != "mermaid" or not chosen.out
    if names or chosen.line:
        functions = [meant(project, name, file, chosen.line) for name in names or [""]]
    else:
        functions = _entries(target.Opened(seen, project), file, talk, MOST if several else 1)
    if len(functions) > 1 and not several:
        raise UserError(
            f"one Mermaid file holds one chart, and these are {len(functions)}",
            "give a folder (--out charts/), or --format markdown",
        )
    with session(seen.place) if chosen.words != "rule" or chosen.dry_run else nullcontext() as line:
        if chosen.words == "model" and line is None:
            raise UserError(
                "no model is configured", "set FLOWSCOUT_PROVIDER, or name a provider in your own configuration"
            )
        if chosen.dry_run:
            _planned(project, functions, level, line, talk)
            return None
        words = _words(project, functions, level, line) if line else {}
        target.spent(line, talk)
    alone = form != "markdown"
    charts = [
        chart(project, function.id, level, chosen.style, words.get(function.id), alone=alone) for function in functions
    ]
    return [_described(project, shown) for shown in charts] if form == "json" else charts


def _described(project: Project, shown: Chart) -> Chart:
    return shown._replace(drawing=shown.drawing._replace(model=described(project, shown.drawing.model)))


def _words(project: Project, functions: list[Located], level: str, line: Session) -> dict[str, Words | None]:
    """A model's words that hold, by function."""
    from ..agents.wording import held, tried, tried_put

    made = [one for function in functions if (one := tried(project, function.id, level))]
    entries = line.each(lambda each: tried_put(line, each), made)
    return {each.id: held(each, entry) if entry else None for each, entry in zip(made, entries, strict=True)}


def _planned(project: Project, functions: list[Located], level: str, line: Session | None, talk: Talk) -> None:
    from ..agents.wording import wording
    from ..llm.estimate import estimate

    if line is None:
        talk.say("no model is configured: nothing would be asked")
    else:
        print(
            estimate(
                line, [q for function in functions for q in wording(project, function.id, level).questions()]
            ).said()
        )


def _format(chosen: argparse.Namespace) -> str:
    ending = os.path.splitext(chosen.out)[1].lower()
    if chosen.format:
        return str(chosen.format)
    if chosen.out and not _folder(chosen.out) and ending not in ENDINGS:
        raise UserError(f"the ending of {chosen.out} says no format", f"one of {', '.join(ENDINGS)}, or --format")
    return ENDINGS.get(ending, "mermaid")


def _folder(out: str) -> bool:
    return out.endswith(("/", os.sep)) or os.path.isdir(out)


def _entries(opened: target.Opened, file: str, talk: Talk, most: int) -> list[Located]:
    """The best entry points there are, with the evidence that chose them."""
    functions = opened.project.functions
    found = [entry for entry in entry_points(opened.project) if not file or in_file(functions[entry.id].path, file)]
    if not found:
        raise UnknownName(
            "no entry point found" + (f" in {file}" if file else ""), "name a function: flowscout flowchart NAME"
        )
    best = [entry for entry in found if entry.rank == found[0].rank]
    for entry in best[:most]:
        talk.say(f"{display(functions[entry.id])} ({place(functions[entry.id])}) {entry.evidence}")
    if len(found) > len(best[:most]):
        talk.say(f"{len(found) - len(best[:most])} more entry points: `flowscout graph entry-points` lists them")
    return [functions[entry.id] for entry in best[:most]]


def rendered(shown: Chart, form: str) -> str:
    if form == "json":
        return to_line(record_of_model(shown.function, shown.drawing.model))
    if form == "text":
        return f"{display(shown.function)}  ({place(shown.function)})\n\n{shown.outline}"
    if form == "markdown":
        title, *lines = section(shown, "##", display(shown.function))
        return "\n".join([title, "", f"`{place(shown.function)}`", *lines, ""])
    return "\n".join(documents(shown))


def _write(charts: list[Chart], form: str, out: str, talk: Talk) -> None:
    if out and _folder(out):
        os.makedirs(out, exist_ok=True)
        ending = next(end for end, kind in ENDINGS.items() if kind == form)
        taken: dict[str, int] = {}
        for shown in charts:
            stem = "".join(c if c.isalnum() or c in "._-" else "_" for c in display(shown.function))[:100]
            taken[stem.lower()] = taken.get(stem.lower(), 0) + 1
            number = (
                f"~{taken[stem.lower()]}" if taken[stem.lower()] > 1 else ""
            )  # `-1` is a drawing of the same function
            _saved(shown, form, os.path.join(out, f"{stem}{number}"), ending, talk)
        return
    if out and form == "mermaid":
        _saved(charts[0], form, *os.path.splitext(out), talk)
        return
    between = "" if form == "json" else "\n"
    texts = [rendered(shown, form) for shown in charts]
    if form == "mermaid" and len(charts) > 1:
        texts = [
            f"%% {display(shown.function)} ({place(shown.function)})\n{text}"
            for shown, text in zip(charts, texts, strict=True)
        ]
    whole = between.join(texts)
    if out:
        _save(out, whole, talk)
    else:
        print(whole, end="")
        _several(charts if form == "mermaid" else [], talk)


def _saved(shown: Chart, form: str, stem: str, ending: str, talk: Talk) -> None:
    """One file, or one for each Mermaid document."""
    texts = documents(shown) if form == "mermaid" else (rendered(shown, form),)
    for number, text in enumerate(texts):
        _save(f"{stem}-{number}{ending}" if number else f"{stem}{ending}", text, talk)
    if form == "mermaid":
        _tidied(stem, len(texts), ending, talk)
    if shown.drawing.note:
        talk.say(f"{display(shown.function)}: {shown.drawing.note}")


def _tidied(stem: str, first: int, ending: str, talk: Talk) -> None:
    """Drawings of a larger division before this one: they begin with a title, as ours do."""
    for number in itertools.count(first):
        path = f"{stem}-{number}{ending}"
        if not number or not os.path.isfile(path):
            return
        with open(path, encoding="utf-8", errors="surrogateescape") as piece:
            ours = PIECE.match(piece.read(4096))
        if not ours:
            return
        os.remove(path)
        talk.say(f"removed {path}")


def _several(charts: list[Chart], talk: Talk) -> None:
    for shown in charts:
        if shown.drawing.note:
            talk.say(
                f"{display(shown.function)}: {shown.drawing.note}; these are {len(shown.drawing.charts)} Mermaid documents: --out FILE.mmd writes a file each"
            )
        for note in shown.drawing.model.notes:
            talk.say(f"{display(shown.function)}: {note}")


def _save(path: str, text: str, talk: Talk) -> None:
    with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="\n") as target:
        target.write(text)
    talk.say(f"wrote {path}")
