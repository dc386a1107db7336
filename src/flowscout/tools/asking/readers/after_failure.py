"""What is still done, and what is returned, once a call in a function has failed: `does A close the file if parse fails`, `what does A return if the open fails`.

Read off the control-flow graph, from the failing answer to the test of what the call gave, or from where its exception goes. A yes needs every way from there to pass
a step that does so; a no needs that no step there, nor one before the call, even names what it is done to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ....agents.said import Cited
from ....llm.english import GLUE
from ....llm.stems import stem, stems
from ....model.action import LOGGING, SemanticAction
from ....model.flow import FunctionCFG
from ....model.pattern import regex
from ....pipeline import Project
from ....words.names import lower
from ...conditions import precedes, told, under
from ...own import line_at
from ..arms import ways_on
from ..bystep import doing_so, made_by, meant
from ..failed_step import FailedSite, named_functions, sites_of
from ..here import MOST, Found, Here, at, joined, label
from ..question.mishap import FAILING, mishap
from ..question.tokens import one_line
from ..verbs import OF_NAME, surely

_NAME: Final = r"`?(?P<%s>[A-Za-z_~][\w.:~]{1,120})(?:\(\))?`?"
_STILL: Final = r"(?:still |always |also |even )?"
_WHEN: Final = r"(?:,? even)? (?:if|when|once|in case|after)"
_ASKS: Final = (
    regex(rf"(?i)(?:does|do|will|would|can) {_NAME % 'name'} {_STILL}(?P<does>[a-z]{{3,30}}) (?P<thing>\S.{{1,80}}?){_WHEN} (?P<culprit>\S.{{1,80}}? {FAILING})$"),
    regex(rf"(?i)(?:is|are|will|does|do|gets?) (?P<thing>\S.{{1,80}}?) {_STILL}(?:be |get |being )?(?P<does>\w{{2,30}}(?:ed|en|wn)|set|put|reset){_WHEN} (?P<culprit>\S.{{1,80}}? {FAILING}) (?:in|inside|within|by) {_NAME % 'name'}$"),
    regex(rf"(?i)(?:in|inside|within) {_NAME % 'name'},? (?:is|are|will|does|do|gets?) (?P<thing>\S.{{1,80}}?) {_STILL}(?:be |get |being )?(?P<does>\w{{2,30}}(?:ed|en|wn)|set|put|reset){_WHEN} (?P<culprit>\S.{{1,80}}? {FAILING})$"),
)  # fmt: skip
_WORD: Final = regex(r"[A-Za-z_]\w{1,60}")
_SET: Final = regex(r"(?P<name>[A-Za-z_]\w{0,60})\s{0,3}(?:=(?!=)|\{)\s{0,3}(?P<value>.{1,120}?)[};]{0,2}$")
_ANY: Final = regex(r"except(?: \(?(?:Base)?Exception\b.*)?\s?:?$|catch \(\.\.\.\)")  # what catches all
_SAYING: Final = frozenset(map(stem, ("log", "logged", "report", "warn", "complain", "print")))
_LEAVES: Final = frozenset(["leave", "left", "keep", "kept", "preserve", "preserved", "retain", "retained", "spare", "spared", "ignore", "ignored", "maintain", "maintained"])  # fmt: skip
NOTE: Final = "Read off its own steps from where that has failed; what it calls is not followed."
SHORT: Final = 90


class Behind(NamedTuple):
    """how: the test, "" of an exception. block: where control goes on."""

    site: FailedSite
    how: str
    block: int


def after_failure(here: Here, question: str, *, loosely: bool = False) -> Found | None:
    """None where it is no such question, or it cannot be told. loosely: what is done so then to what has another name is told, too."""
    plain = one_line(question).rstrip("?!. ")
    if found := next((found for form in _ASKS if (found := form.match(plain))), None):
        if found["does"].lower() in _LEAVES:
            return None  # that it is let be no step says
        name = found["name"]
        groups = _behind(here, f"what happens in {name} when {found['culprit']}")
        return _each(
            groups, [_still(here, found["does"].lower(), found["thing"], behind, loosely=loosely) for behind in groups]
        )
    asked = mishap(plain)
    if asked and asked.asks == "return" and asked.where and (groups := _behind(here, plain)):
        return _each(groups, [_returns(here, behind) for behind in groups])
    return None


def _each(groups: Sequence[Sequence[Behind]], made: Sequence[Found | None]) -> Found | None:
    """Of functions of one name, what is told of each; None where that is not of all, or they differ in the answer."""
    good = [one for one in made if one]
    if not good or len(good) < len(groups) or len({one.said[0].text.partition(" ")[0] for one in good}) > 1:
        return None
    return joined(good, [one for found in good for one in found.about])


def _behind(here: Here, question: str) -> list[list[Behind]]:
    """Where control goes on once what is asked about has failed, for each function that has such calls; empty where that cannot be told of each call."""
    asked = mishap(question)
    only = named_functions(here, asked.where) if asked else []
    sites = sites_of(here, asked, only) if asked and only else []
    found = [(site, ways_on(here.project, site.id, site.call)) for site in sites]
    if not all(ways for _, ways in found):
        return []
    groups = dict[str, list[Behind]]()
    for site, ways in found:
        groups.setdefault(site.id, []).extend(Behind(site, how, block) for how, block in ways)
    return list(groups.values())


def _still(here: Here, verb: str, thing: str, behind: Sequence[Behind], *, loosely: bool) -> Found | None:
    id_, project = behind[0].site.id, here.project
    cfg = project.cfg(id_)
    wanted = frozenset(
        stem(part) for word in _WORD.findall(thing) if word.lower() not in GLUE for part in lower(word) if len(part) > 1
    )
    made = made_by(here, id_)
    rows = [(offset, text, _split(words, text) | meant(text, made)) for offset, text, words in _doing(here, id_, verb)]
    if len(wanted) > 1 and not any(wanted <= words for *_, words in rows):
        wanted = frozenset(
            stem(one) for one in lower(thing.split()[-1])
        )  # `the cache slot` is a slot where none is both
    steps = sorted({(offset, text) for offset, text, words in rows if wanted <= words})
    steps += [row for row in _logs(here, id_, verb, wanted) if row not in steps]
    doing = {
        each.start for each in project.actions(id_) if max(surely(one, each, id_) for one in _forms(verb)) > OF_NAME
    }
    doing |= {offset for offset, _ in _logs(here, id_, verb, wanted)}
    steps = [(offset, text) for offset, text in steps if offset in doing]
    sure = [(offset, text) for offset, text in steps if stem(verb) in _split(stems(text), text)]
    steps = sure or steps
    blocks = {block for offset, _ in steps for block in _blocks(cfg, offset)}
    if not wanted:
        return None
    kept = [_reached(cfg, project.bound(id_).text, one.block, blocks) for one in behind]
    before = [(offset, text) for offset, text in steps if any(precedes(project, id_, offset, one.site.call.start) for one in behind)]  # fmt: skip
    if before and not sure:
        return None
    if before:
        said = [at(project, id_, f"Before that is tried: {text}{told(under(project, id_, offset))}", line_at(project, id_, offset)) for offset, text in before]  # fmt: skip
        return Found((*said, *_head(here, behind)), (id_,), NOTE, weighed=True)
    steps = [(offset, text) for offset, text in steps if any(_blocks(cfg, offset) & one for one in kept)]
    ends = {*cfg.returns, *cfg.raises, *cfg.noreturn}
    missed, met = any(kept_ & ends - blocks for kept_ in kept), any(kept_ & blocks for kept_ in kept)
    head = _head(here, behind)
    if steps and met and not missed:
        said = [at(project, id_, f"Yes: {text}, on every way from there", line_at(project, id_, offset)) for offset, text in steps]  # fmt: skip
        return Found((*said, *head), (id_,), NOTE, weighed=True)
    if met:
        said = [
            at(
                project,
                id_,
                f"Not on every way: {text}{told(under(project, id_, offset))}",
                line_at(project, id_, offset),
            )
            for offset, text in steps
        ]
        return Found((*said, *head), (id_,), NOTE, weighed=True)
    if any(wanted <= _split(stems(each.text), each.text) for one in kept for each in _steps(project, id_, one)):
        return None
    facts = project.functions[id_].facts
    names = {one.name for one in facts.bindings} | {one.name for one in facts.params}
    if sure:
        said = [at(project, id_, f"No, not then: {text}{told(under(project, id_, offset))}", line_at(project, id_, offset)) for offset, text in sure]  # fmt: skip
        return Found((*said, *head, *_leaving(here, behind)), (id_,), NOTE, weighed=True)
    if not names & set(_WORD.findall(thing)):  # only of a name of its own it can be told that nothing is done with it
        done = [(offset, text) for offset, text, _ in rows if loosely and offset in doing]
        return _done_so(here, done, thing, behind, kept)
    none = at(
        project, id_, f"No: no step of {label(project, id_)} that is reached then names `{thing[:60]}`", head[0].line
    )
    return Found((none, *head, *_leaving(here, behind)), (id_,), NOTE, weighed=True)


def _done_so(here: Here, steps: Sequence[tuple[int, str]], thing: str, behind: Sequence[Behind], kept: Sequence[set[int]]) -> Found | None:  # fmt: skip
    """What is done so there, to what has another name: `free(file.name)` where a buffer is asked for."""
    project, id_ = here.project, behind[0].site.id
    cfg = project.cfg(id_)
    met = [(offset, text) for offset, text in steps if all(_blocks(cfg, offset) & one for one in kept)]
    said = [at(project, id_, text, line_at(project, id_, offset)) for offset, text in dict.fromkeys(met)]
    none = (
        f"I say neither yes nor no: what is done so once that has failed; whether it is `{thing[:60]}` I cannot tell."
    )
    return Found((*said, *_head(here, behind)), (id_,), none, weighed=True) if said else None


def _doing(here: Here, id_: str, verb: str) -> Iterator[tuple[int, str, frozenset[str]]]:
    """`cancelled` is done by `cancel`, `removed` by `remove`."""
    tried = (list(doing_so(here, id_, one)) for one in _forms(verb))
    yield from next((rows for rows in tried if rows), [])


def _logs(here: Here, id_: str, verb: str, wanted: frozenset[str]) -> list[tuple[int, str]]:
    """What is said in a log, of which nothing else is done: `log an error`."""
    said = [each for each in here.project.actions(id_) if each.type == LOGGING] if stem(verb) in _SAYING else []
    rows = [each for each in said if wanted <= _split(stems(each.text), each.text)]
    return [(each.start, f"{label(here.project, id_)}: `{_short(each.text.encode()).rstrip(';')}`") for each in rows]


def _forms(verb: str) -> tuple[str, ...]:
    return (verb, verb[:-2], verb[:-1], verb[:-3]) if verb.endswith("ed") else (verb,)


def _split(words: frozenset[str], text: str) -> frozenset[str]:
    return words | frozenset(stem(part) for word in _WORD.findall(text) for part in lower(word))


def _returns(here: Here, behind: Sequence[Behind]) -> Found | None:
    rows = [line for line in _leaving(here, behind) if line.text.startswith("then returns")]
    head = _head(here, behind)
    shown = head[: max(1, MOST - len(rows))]  # what it returns is what is asked for
    cut = f"{len(shown)} of {len(head)} such calls are shown. " if len(shown) < len(head) else ""
    return Found((*shown, *rows), (behind[0].site.id,), f"{cut}{NOTE}", weighed=True) if rows else None


def _head(here: Here, behind: Sequence[Behind]) -> tuple[Cited, ...]:
    project, id_ = here.project, behind[0].site.id
    text = project.bound(id_).text
    rows = []
    for one in behind:
        call = one.site.call
        code = _short(text[call.start : call.end])
        fails = f"fails where `{one.how}`" if one.how else "may raise"
        rows.append(at(project, id_, f"{label(project, id_)}: `{code}` {fails}", line_at(project, id_, call.start)))
    return tuple(dict.fromkeys(rows))


def _leaving(here: Here, behind: Sequence[Behind]) -> Iterator[Cited]:
    """Each return that can be come to from there, a name that is returned with what it was set to on the way."""
    project, id_ = here.project, behind[0].site.id
    cfg, text = project.cfg(id_), project.bound(id_).text
    met = set[int]()
    for one in behind:
        for block in sorted(_reached(cfg, text, one.block, set())):
            for op in cfg.blocks[block].ops:
                if op.kind == "return" and op.start not in met:
                    met.add(op.start)
                    value = _short(text[op.start : op.end]).removeprefix("return").strip().rstrip(";")
                    given = _set_to(cfg, text, value, one, op.start) if value.isidentifier() else []
                    known = f", which is {' or '.join(f'`{each}`' for each in given)} there" if given else ""
                    yield at(project, id_, f"then returns {f'`{value}`' if value else 'nothing'}{known}", line_at(project, id_, op.start))  # fmt: skip


def _set_to(cfg: FunctionCFG, text: bytes, name: str, one: Behind, goal: int) -> list[str]:
    """What a name can hold at a place behind the failure; empty where that is no plain value, or is set in another way."""
    asked = next((block.id for block in cfg.blocks for op in block.ops if op.start <= one.site.call.start < op.end and not block.dead), -1)  # fmt: skip
    held = _values(cfg, text, name, 0, {""}, asked, one.site.call.start)
    given = _values(cfg, text, name, one.block, held, -1, goal)
    return sorted(given) if given and not {"", "…"} & given and max(map(len, given)) < SHORT else []


def _values(cfg: FunctionCFG, text: bytes, name: str, start: int, held: set[str], last: int, goal: int) -> set[str]:
    """What it can hold where control comes to an offset, from a block at which it holds one of `held`."""
    at_start = {start: set(held)}
    waiting, found = [start], set[str]()
    while waiting:
        block = waiting.pop()
        values = set(at_start[block])
        for op in cfg.blocks[block].ops:
            if op.start <= goal < op.end and last in (-1, block):
                found |= values
            said = _set_in(text[op.start : op.end], name)
            values = {said} if said else values
        for edge in cfg.edges:
            if edge.source == block and not values <= at_start.get(edge.target, set()):
                at_start[edge.target] = at_start.get(edge.target, set()) | values
                waiting.append(edge.target)
    return found


def _set_in(code: bytes, name: str) -> str:
    """The value that a step gives a name; `…` where it may be changed in another way."""
    plain = _short(code)
    given = next((found["value"].strip() for found in _SET.finditer(plain) if found["name"] == name), "")
    return given or (
        "…"
        if re.search(rf"(?:&|>>|\+\+|--)\s?{name}\b|(?<![\w.>]){name}\s?(?:\W{{1,2}}=|\+\+|--|=)(?!=)", plain)
        else ""
    )


def _reached(cfg: FunctionCFG, text: bytes, start: int, without: set[int]) -> set[int]:
    """The blocks that can be come to, those of `without` too, but nothing behind these; what fails after that is another failure."""
    waiting, seen = [start], {start}
    while waiting:
        block = waiting.pop()
        ops = cfg.blocks[block].ops
        catches = bool(ops) and ops[0].kind == "catch"
        every = catches and _ANY.match(_short(text[ops[0].start : ops[0].end])) is not None
        raises = not every if catches else not ops or ops[-1].kind == "raise"
        for edge in cfg.edges:
            into = catches and bool(edge.label)  # the handler itself
            follows = into or (raises if edge.kind == "raise" else block not in without)
            if edge.source == block and edge.target not in seen and follows:
                seen.add(edge.target)
                waiting.append(edge.target)
    return seen


def _steps(project: Project, id_: str, blocks: set[int]) -> Iterator[SemanticAction]:
    return (each for each in project.actions(id_) if each.block in blocks)


def _blocks(cfg: FunctionCFG, offset: int) -> set[int]:
    return {block.id for block in cfg.blocks for op in block.ops if op.start <= offset < op.end and not block.dead}


def _short(code: bytes) -> str:
    plain = " ".join(code.decode("utf-8", "replace").split())
    return plain if len(plain) <= SHORT else f"{plain[:SHORT]}…"
