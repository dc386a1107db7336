"""Whether what changes a field on one side may be done on the other by code that does not say so: `memset(s, 0, sizeof *s)`, `*s = (struct s){0}`,
`SET(s)`, `store(&s->busy, 1)`, `setattr(self, "busy", 1)`. That a function does not set the field by its name is not that it leaves it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...model.action import MUTATION
from ...model.identity import path_of
from ...model.summary import Effect
from ...pipeline import Project
from ...words.names import last

_WORD = r"[A-Za-z_]\w*"
_BEGINS = re.compile(_WORD)
_CALLS = r"(?<!\w)(?!(?:if|while|for|switch|return|sizeof)\b)\w+\s*\((?:.*[(,)&*])?[\s\w.>-]*"
_MOST = 600  # characters of a statement
_CALLED = re.compile(r"(?<![\w.>])([A-Za-z_]\w*)\s*\(")
_PARTS = re.compile(r"[;{}\n]")


def may_be(here: Project, there: Project, origin: str, other: str, effect: Effect) -> bool:
    """Whether a statement that the other side alone has may change the field, or all that holds it: to read it is not enough. origin, other: the
    function on both sides."""
    field = last(effect.target.partition("[")[0].strip("*() "))
    if effect.kind != "state" or not _BEGINS.fullmatch(field):
        return False
    mine = {*_statements(here, origin)}
    holds = "|".join(sorted({*_roots(here, origin, field)} - {field}))
    language = here.files[path_of(origin)].language
    changes = _in_python(field, holds) if language == "python" else _in_c(field, holds, language == "cpp")
    own = [each[:_MOST] for each in _statements(there, other) if each not in mine]
    return any(map(changes.search, own)) or (language != "python" and _by_a_macro(there, own, field))


def _by_a_macro(project: Project, own: Sequence[str], field: str) -> bool:
    """`clear(s->busy)`, where `clear` is a macro of the project, whatever it does."""
    given = re.compile(rf"(?<!\w){field}(?!\w)")
    names = {name for each in own if given.search(each) for name in _CALLED.findall(each)}
    ask = project.lookups["cfamily"] if names else None
    return ask is not None and any(one.value[1] != "-" for name in sorted(names) for one in ask("macro", name))


def _in_python(field: str, holds: str) -> re.Pattern[str]:
    """It is set, deleted or named in a text, or does what its own method does."""
    spoken = rf"(?<!\w){field}(?!\w)"
    ways = [
        rf"^(?!(?:if|elif|while|for|with|return|assert)\b)[^()=]*{spoken}[^()=]*=(?!=)",
        rf"\b(?:for|as|del)\s[^()=]*?{spoken}",
        rf"[\"']{field}[\"']",
        rf"{spoken}(?:\.\w+)*\.\w+\s*\(",
    ]
    if holds:
        ways.append(rf"(?<!\w)(?:(?:setattr|delattr|vars)\s*\(\s*(?:{holds})(?!\w)|(?:{holds})\.__dict__)")
    return re.compile("|".join(ways))


def _in_c(field: str, holds: str, references: bool) -> re.Pattern[str]:
    """It is set, or counted, or its address is given, or it is given to a macro. references: to a call, which may take it as one."""
    spoken, index = rf"(?<!\w){field}(?!\w)", r"(?:\s*\[[^\]]*\])*"
    ways = [
        rf"{spoken}{index}(?:(?:\.|->)\w+{index})*\s*(?:(?:[-+*/%|&^]|<<|>>)?=(?!=)|\+\+|--)",
        rf"(?:\+\+|--)\s*\(?[\w.>\[\]-]*{spoken}",
        rf"(?:^|[(,=?:]|return)\s*&(?!&)\s*\(?[\w.>\[\]-]*{spoken}",
        rf"(?<!\w)[A-Z][A-Z0-9_]+\s*\(.*{spoken}",
    ]
    if references:
        ways += [rf"{_CALLS}{spoken}{index}\s*[,)]", rf"{spoken}{index}(?:\.|->)\w+\s*\("]
    if holds:
        whole = rf"(?<![\w.>])(?:{holds})(?!\w|\s*(?:\.|->|\[))"
        ways += [rf"{_CALLS}{whole}\s*[,)]", rf"\*\s*{whole}\s*=(?!=)"]
    return re.compile("|".join(ways))


def _statements(project: Project, id_: str) -> Iterator[str]:
    facts = project.functions[id_].facts
    text = project.sources(path_of(id_))[facts.start : facts.end].decode("utf-8", "replace")
    yield from filter(None, (" ".join(each.split()) for each in _PARTS.split(text)))


def _roots(project: Project, id_: str, field: str) -> Iterator[str]:
    """`s` of `s->busy = 1`."""
    facts = project.functions[id_].facts
    texts = [write.target for write in facts.writes]
    texts += [act.text for act in project.actions(id_, worded=False) if act.type == MUTATION]
    for text in texts:
        if re.search(rf"(?<!\w){field}(?!\w)", text) and (found := _BEGINS.search(text)):
            yield found[0]
