"""What a function catches, and what it does then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ...agents.said import Cited
from ...model import action
from ...model.flow import FunctionCFG, Op
from ...model.pattern import regex
from ...words.names import has_word
from ..codes import NO_RESULTS, Failed
from ..conditions import under
from ..own import last_part, line_at
from .here import MOST, Found, Here, at, each_method, label, types
from .question.asked import Asked

_ERROR: Final = regex(r"(?i)(?:error|exception|exc|warning|interrupt|exit|iteration|timeout|\.\.\.)$")
LONGEST = 120  # characters of a step
LARGE: Final = 10_000  # letters, where the end is not known
EACH: Final = 2  # steps of a handler where there are many


def catches(here: Here, asked: Asked) -> Found | Failed:
    """Each handler of a function with the steps behind it; of one error, those that name it."""
    target = asked.names["T"].raw if "T" in asked.names else ""

    def told(id_: str) -> Found | Failed:
        rows = list(_handlers(here, id_, target))
        rows = rows if len(set(rows)) <= MOST else list(_shortly(rows))
        what = f"names {target} in a handler" if target else "has a handler"
        none = at(
            here.project, id_, f"{label(here.project, id_)} {what} nowhere; what handles it above I do not follow"
        )
        return Found(tuple(dict.fromkeys(rows)) or (none,), (id_,))

    return each_method(here, asked.names["A"], told)


def _shortly(rows: Sequence[Cited]) -> Iterator[Cited]:
    """Of many handlers each in one line, with its first steps: none is cut off by what another does."""
    heads = [place for place, line in enumerate(rows) if " catches: " in line.text]
    for place, after in zip(heads, [*heads[1:], len(rows)], strict=True):
        then = [line.text.removeprefix("then: ") for line in rows[place + 1 : after]]
        told = "; ".join(then[:EACH]) + (f"; {len(then) - EACH} more steps" if len(then) > EACH else "")
        yield rows[place]._replace(text=f"{rows[place].text}{f', then: {told}' if told else ''}")


def does_catch(here: Here, asked: Asked) -> Found | Failed:
    found = catches(here, asked)
    if isinstance(found, Failed):
        return found
    target = asked.names["T"].raw if "T" in asked.names else ""
    if " nowhere; " not in found.said[0].text:
        word = "Yes"
    elif target and not types(here.project, target) and not _ERROR.search(target):
        return Failed(NO_RESULTS, f"I know no error `{target[:120]}`, and cannot tell whether anything else is handled")
    elif any(next(_handlers(here, id_, "", steps=False), None) for id_ in found.about):
        word = "Not by its name, and whether a handler of a type above it does I do not follow"
    else:
        word = "No"
    return found._replace(said=(found.said[0]._replace(text=f"{word}: {found.said[0].text}"), *found.said[1:]))


def catchers(here: Here, asked: Asked) -> Found | Failed:
    """Every function that catches an error by its name."""
    target, project = asked.names["T"].raw, here.project
    rows = [
        row
        for id_, one in sorted(project.functions.items())
        if here.inside(one.path)
        and one.facts.kind != "module"
        and last_part(target).encode() in project.sources(one.path)[one.facts.start : one.facts.end]
        for row in _handlers(here, id_, target, steps=False)
    ]
    return (
        Found(
            tuple(dict.fromkeys(rows)), (), "By the name in the handler; a handler of a type above it is not counted."
        )
        if rows
        else Failed(NO_RESULTS, f"I find no handler that names {target[:120]}")
    )


def _handlers(here: Here, id_: str, target: str, *, steps: bool = True) -> Iterator[Cited]:
    return (line for line, _ in handlers(here, id_, target, steps=steps))


def handlers(here: Here, id_: str, target: str = "", *, steps: bool = True) -> Iterator[tuple[Cited, int]]:
    """Each line with where its handler begins."""
    project, name = here.project, label(here.project, id_)
    text = project.bound(id_).text
    cfg = project.cfg(id_)
    caught: dict[int, Op] = {op.start: op for block in cfg.blocks for op in block.ops if op.kind == "catch"}
    for start, op in sorted(caught.items()):
        said = _short(text[op.start : op.end].decode("utf-8", "replace").partition("\n")[0].rstrip(": {"))
        if target and not has_word(said, last_part(target)):
            continue
        yield at(project, id_, f"{name} catches: `{said}`", line_at(project, id_, start)), start
        ends = _end(cfg, caught, op)
        for each_ in sorted(project.actions(id_), key=lambda found: found.start) if steps else ():
            inner = [one.said for one in under(project, id_, each_.start)]
            if start < each_.start < ends and each_.start not in caught and each_.type not in action.ELIDED and each_.effect and said in map(_short, inner):  # fmt: skip
                yield at(project, id_, f"then: {each_.effect[:LONGEST]}", line_at(project, id_, each_.start)), start


def _end(cfg: FunctionCFG, caught: Mapping[int, Op], op: Op) -> int:
    """Where a handler is left: at the next of its statement, else where that ends."""
    known = 0 <= op.statement < len(cfg.statements)
    after = [one.start for one in caught.values() if one.statement == op.statement and one.start > op.start]
    return min(after, default=cfg.statements[op.statement][1] if known else op.end + LARGE)


def _short(text: str) -> str:
    return " ".join(text.split())[:LONGEST]
