"""What is done where a function, or a call in it, fails: `is the timer cancelled even if run raises`, `what happens when load fails in run`.

Read off the control-flow graph: which steps stand in a `finally`, and which handlers a raise at a call leads to. Of what fails without an exception
nothing is told here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....llm.english import GLUE
from ....llm.stems import stem
from ....model.flow import FunctionCFG
from ....model.pattern import regex
from ...conditions import told, under
from ...own import line_at
from .. import handling
from ..bystep import doing_so
from ..here import MEANT, Found, Here, at, label, meant
from ..question.tokens import QuestionToken, one_line

_NAME: Final = r"`?(?P<%s>[A-Za-z_][\w.:]{1,120}+)(?:\(\))?`?"
_FAILS: Final = (
    r"(?:fails|raises|throws|errors|breaks|is interrupted|goes wrong)(?:(?: an?)? (?!in |if |when )[\w.]{3,60}+)?"
)
_STILL: Final = regex(
    rf"(?i)(?:is|are|will) (?:the |its |an? )?(?P<thing>[\w' -]{{2,60}}?) (?:be )?(?:still |always |also )?(?P<verb>\w{{3,30}}ed|freed|shut|undone|put back)(?: even)? (?:if|when|in case) {_NAME % 'name'} {_FAILS}$"
    rf"|(?:does|will) {_NAME % 'owner'} (?:still |always |also )?(?P<does>\w{{3,30}}) (?:the |its |an? )?(?P<done>[\w' -]{{2,60}}?)(?: even)? (?:(?:if|when|in case) (?:it|something|anything) {_FAILS}|(?:if|when|in case) (?:an?|any) (?:error|exception) (?:is raised|occurs|happens)|on (?:an? )?(?:error|failure|exception|errors|failures|exceptions))$"
)
_HAPPENS: Final = regex(
    rf"(?i)what happens (?:if|when|in case) (?:the |an? )?{_NAME % 'call'} (?P<fails>{_FAILS}) (?:in|inside|within|during) {_NAME % 'name'}$"
)
_WORD: Final = regex(r"[A-Za-z_]\w{1,60}")
_BESIDE: Final = frozenset(["back", "up", "down", "off", "out", "away", "again"])
RAISING: Final = "python"


def ending(here: Here, question: str) -> Found | None:
    """None where it is no such question, or it cannot be told."""
    plain = one_line(question).rstrip("?!. ")
    if found := _HAPPENS.match(plain):
        return next(
            (
                made
                for id_ in _ids(here, found["name"])
                if (made := _handled(here, id_, found["call"], found["fails"].rpartition(" ")[2]))
            ),
            None,
        )
    if found := _STILL.match(plain):
        verb, thing = found["verb"] or found["does"], found["thing"] or found["done"]
        wanted = frozenset(stem(word.lower()) for word in _WORD.findall(thing) if word.lower() not in GLUE | _BESIDE)
        ids = _ids(here, found["name"] or found["owner"])
        return next((made for id_ in ids if (made := _still(here, id_, verb, wanted))), None)
    return None


def _ids(here: Here, name: str) -> list[str]:
    ids = meant(here, QuestionToken("", name, code=True))
    return [id_ for id_ in sorted(ids) if _raises(here, id_)] if len(ids) <= MEANT else []


def _raises(here: Here, id_: str) -> bool:
    return here.project.functions[id_].language.resolver == RAISING


def _still(here: Here, id_: str, verb: str, wanted: frozenset[str]) -> Found | None:
    """The steps of a function that do so, those first that stand in a `finally` or in a handler."""
    project, cfg = here.project, here.project.cfg(id_)
    every = sorted(set(_doing(here, id_, verb.lower())))
    rows = [(offset, text) for offset, text, words in every if wanted <= words]
    named = [(offset, text) for offset, text, _ in every if any(one in text.lower() for one in _forms(verb.lower()))]
    near = max((len(wanted & words) for _, _, words in every), default=0)
    beside = [(offset, text) for offset, text, words in every if near and len(wanted & words) == near]
    sure, rows = bool(rows), rows or named or beside  # what is of the kind alone says nothing of what is asked for
    if not rows:
        return None
    last, name = _finally(cfg), label(project, id_)
    kept = [(offset, "in a `finally`") for offset, _ in rows if _blocks(cfg, offset) & last]
    kept += [(offset, "in a handler") for offset, _ in rows if not _blocks(cfg, offset) & last and _caught(here, id_, offset)]  # fmt: skip
    texts = dict(rows)
    if not kept and not sure:
        return None
    if not kept:
        said = [at(project, id_, f"{texts[offset]}{told(under(project, id_, offset))}", line_at(project, id_, offset)) for offset in texts]  # fmt: skip
        first = at(project, id_, f"Not that I see: {name} does so in no `finally` and in no handler; what it calls, and a `with`, I do not follow")  # fmt: skip
        return Found((first, *said), (id_,), "", weighed=True)
    said = [at(project, id_, f"{'' if n or not sure else 'Yes: '}{texts[offset]}, {where}{told(under(project, id_, offset))}", line_at(project, id_, offset)) for n, (offset, where) in enumerate(kept)]  # fmt: skip
    note = "Of what is raised within that `try`." if sure else f"I do not see whether what is asked for is meant; where {name} does so whatever is raised."  # fmt: skip
    return Found(tuple(said), (id_,), note, weighed=True)


def _doing(here: Here, id_: str, verb: str) -> Iterator[tuple[int, str, frozenset[str]]]:
    """`cancelled` is done by `cancel`, `removed` by `remove`."""
    tried = (list(doing_so(here, id_, one)) for one in _forms(verb))
    yield from next((rows for rows in tried if rows), [])


def _forms(verb: str) -> tuple[str, ...]:
    return (verb, verb[:-2], verb[:-1], verb[:-3]) if verb.endswith("ed") else (verb,)


def _caught(here: Here, id_: str, offset: int) -> bool:
    return any(one.holds and one.said.startswith(("except", "catch")) for one in under(here.project, id_, offset))


def _blocks(cfg: FunctionCFG, offset: int) -> set[int]:
    return {block.id for block in cfg.blocks for op in block.ops if op.start <= offset < op.end and not block.dead}


def _finally(cfg: FunctionCFG) -> set[int]:
    """The blocks of every `finally`: from where one is entered to where it is left."""
    found = {edge.target for edge in cfg.edges if edge.kind == "finally"}
    waiting = list(found)
    while waiting:
        here = waiting.pop()
        for edge in cfg.edges:
            if edge.source == here and edge.kind not in ("resume", "raise") and edge.target not in found:
                found.add(edge.target)
                waiting.append(edge.target)
    return found


def _handled(here: Here, id_: str, call: str, error: str) -> Found | None:
    """The handlers of one function that what a call in it raises comes to, with what they do; of an error by name, those that name it."""
    project, cfg = here.project, here.project.cfg(id_)
    last = call.replace("::", ".").rpartition(".")[2]
    facts = project.functions[id_].facts
    places = {block for one in facts.calls if one.name == last for block in _blocks(cfg, one.start)}
    if not places:
        return None
    starts = _catching(cfg, places)
    naming = {start for line, start in handling.handlers(here, id_, error, steps=False)} & starts
    starts = naming or starts
    rows = list(_told(here, id_, starts)) if starts else []
    if not rows:
        none = at(project, id_, f"Nothing in {label(project, id_)} handles what `{last}` raises there: it leaves it")
        return Found((none, *(at(project, id_, f"it is called in {label(project, id_)}", line_at(project, id_, one.start)) for one in facts.calls if one.name == last)), (id_,), "", weighed=True)  # fmt: skip
    return Found(tuple(dict.fromkeys(rows)), (id_,), f"The handlers around the call of `{last}`, in their order; the first that fits runs.", weighed=True)  # fmt: skip


def _catching(cfg: FunctionCFG, places: set[int]) -> set[int]:
    """Offsets of the handlers to which a raise in these blocks leads."""
    waiting = [edge.target for edge in cfg.edges if edge.source in places and edge.kind == "raise"]
    seen, found = set(waiting), set[int]()
    while waiting:
        block = cfg.blocks[waiting.pop()]
        catches = [op.start for op in block.ops if op.kind == "catch"]
        found.update(catches)
        if catches or not block.ops:
            on = [edge.target for edge in cfg.edges if edge.source == block.id and edge.kind == "raise"]
            on += [edge.target for edge in cfg.edges if edge.source == block.id and not catches]
            waiting += [target for target in on if target not in seen]
            seen.update(on)
    return found


def _told(here: Here, id_: str, starts: set[int]) -> Iterator[Cited]:
    for line, start in handling.handlers(here, id_):
        if start in starts:
            yield line
