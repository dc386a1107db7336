"""A bound that is asked for in words: `what is the maximum length of a tube name` is `MAX_TUBE_NAME_LEN`, a constant, a macro or a default."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...llm.stems import stem
from ...model import action
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...words.names import lower
from ..codes import NO_RESULTS, Failed
from ..own import line_at
from . import values
from .here import Found, Here, at, label
from .question.asked import Asked
from .question.tokens import QuestionToken, whole

SAME: Final = {
    "max": ("max", "maximum", "most", "limit", "upper", "highest", "largest", "biggest", "longest"),
    "min": ("min", "minimum", "least", "lowest", "smallest", "shortest"),
    "len": ("len", "length", "size", "bytes", "chars", "characters", "long", "large", "big"),
    "num": ("num", "number", "count", "many", "times", "amount"),
    "time": ("timeout", "time", "interval", "seconds", "secs", "ms", "delay", "duration", "period", "wait"),
    "retry": ("retry", "retries", "attempts", "tries", "attempt"),
    "default": ("default", "dflt", "def"),
}
ONE: Final = {word: kind for kind, words in SAME.items() for word in words}
BOUNDS: Final = frozenset(["max", "min", "time", "retry"])
LEFT: Final = frozenset(["what", "which", "is", "are", "the", "a", "an", "of", "for", "how", "can", "be", "allowed", "possible", "value", "s", "what's", "our", "in", "to", "that", "by", "used", "do", "does", "we", "have", "it", "may", "and", "before", "after", "per", "on", "at", "get", "set", "was"])  # fmt: skip
OTHERS: Final = 2  # words that a name may have beside those that are asked for
LONGEST: Final = 6


def limited(found: list[QuestionToken]) -> Asked | None:
    """Only where a bound is asked for and nothing is written as code."""
    small = [token.raw.lower() for token in found]
    if found and (at_ := next((n for n, word in enumerate(small) if n > 2 and word in ("when", "while")), 0)):
        found, small = found[:at_], small[:at_]  # where it is held, not what it is
    begins = small[0] in ("what", "which", "what's") or small[:2] in (
        ["how", "long"],
        ["how", "many"],
        ["how", "big"],
        ["how", "large"],
    )
    words = [word for word in small if word not in LEFT]
    bound = BOUNDS & {ONE.get(word, "") for word in words}
    if not begins or not bound or any(token.code for token in found) or not 1 < len(words) <= LONGEST:
        return None
    if small[0] in ("what", "which") and not {"is", "are", "was"} & set(small[1:2]):
        return None
    return Asked("limit_of", {}, rest=" ".join(words))


def limit_of(here: Here, asked: Asked) -> Found | Failed:
    wanted = frozenset(_kind(word) for word in asked.rest.split())
    own = sorted((others, name) for name in names(here) for others in (_others(name, wanted),) if 0 <= others <= OTHERS)
    rows = own or sorted(_of_file(here, wanted))
    best = [name for others, name in rows if others == rows[0][0]] if rows else []
    made = [
        values.value_of(here, Asked("value_of", {"A": QuestionToken("", name, code=True)}))
        for name in dict.fromkeys(best)
    ]
    said = tuple(line for found in made if isinstance(found, Found) for line in found.said)
    which = "" if own else " or in that of its file"
    note = f"By the words of the name alone: what has all of `{asked.rest[:80]}` in it{which}."
    if said:
        return Found(said, (), note, weighed=True)
    return Failed(NO_RESULTS, f"I know no constant whose name has all of `{asked.rest[:80]}`")


def _of_file(here: Here, wanted: frozenset[str]) -> Iterator[tuple[int, str]]:
    """`the maximum record size of the audit log` is `kMaxRecordSize` of `audit_log.cc`: the name has the most of it, the file the rest."""
    for path, facts in here.project.files.items():
        own = wanted & _kinds(path.rpartition("/")[2].partition(".")[0])
        if own and 2 * len(own) <= len(wanted) and not is_aside(path):
            for name in (
                *(macro.name for macro in facts.macros if not macro.params),
                *(name for name, _ in facts.globals),
            ):
                if 0 <= (others := _others(name, wanted - own)) <= OTHERS:
                    yield others, name


def guarded(here: Here, question: str) -> Found | None:
    """Where no constant is named so: where what is named so is held against a bound."""
    asked = limited(whole(question))
    wanted = frozenset(map(_kind, asked.rest.split())) if asked else frozenset()
    bounds = wanted & (BOUNDS - {"time"})
    rows = tuple(dict.fromkeys(_guarded(here, wanted - frozenset(ONE.values()), bounds))) if bounds else ()
    told = f"No constant has all of `{asked.rest[:80] if asked else ''}` in its name; where what is named so is held against a bound."
    return Found(rows, (), told, weighed=True) if rows else None


def _guarded(here: Here, wanted: frozenset[str], bounds: frozenset[str]) -> Iterator[Cited]:
    """`if n_threads > 1000`: checks of a name that has one of the words, in a function that is named or placed for the others."""
    project = here.project
    for path in project.files if wanted else ():
        source = project.sources(path)
        if is_aside(path) or not here.inside(path) or not any(one.encode() in source.lower() for one in wanted):
            continue
        for id_ in project.ids.get(path, ()):
            where = project.functions[id_]
            around = _kinds(f"{qualified_of(id_)} {path}")
            text = source[where.facts.start : where.facts.end].decode("utf-8", "replace")
            if (
                where.facts.kind == "module"
                or not wanted & _kinds(text[:WHOLE])
                or not wanted <= around | _kinds(text[:WHOLE])
            ):
                continue
            for each in project.actions(id_):
                found = _BOUND.search(each.text) if each.type == action.VALIDATION or each.guard else None
                named = _kinds(found["name"]) if found else frozenset[str]()
                if found and _NONE.search(found[0]) and "max" in bounds:
                    continue  # that there is none is no upper bound
                if found and wanted & named and wanted <= named | around:
                    code = " ".join(each.text.split())[:LINE]
                    yield at(project, id_, f"{label(project, id_)} checks `{code}`", line_at(project, id_, each.start))


def _kinds(text: str) -> frozenset[str]:
    return frozenset(_kind(word) for raw in _WORDS.findall(text) for word in parts(raw))


_NONE: Final = regex(r"[<>]=?\s?-?[01]$")
WHOLE: Final = 20_000  # characters of a function
LINE: Final = 110
_WORDS: Final = regex(r"[A-Za-z_]\w{0,80}")
_BOUND: Final = regex(
    r"(?<!\w)(?P<name>\w{1,60}+)\s?[<>]=?\s?(?:\(\w{1,30}\))?(?:\d\w{0,20}+|(?:\w{1,40}+(?:::|\.)){0,3}+[A-Z][A-Z0-9_]{2,60}+)(?!\w)"
)


def _kind(word: str) -> str:
    return ONE.get(word, stem(word))


def parts(name: str) -> list[str]:
    """The words of a name, `MAXDEPTH` and `maxdepth` as two."""
    return [part for word in lower(name) for part in ((word[:3], word[3:]) if _RUN.fullmatch(word) else (word,))]


_RUN: Final = regex(r"(?:max|min)(?!imum|imal|im|ut|us|or|ed)[a-z]{4,20}")


def _others(name: str, wanted: frozenset[str]) -> int:
    own = {_kind(word) for word in parts(name)}
    return len(own - wanted) if wanted <= own else -1


def names(here: Here) -> Iterator[str]:
    for path, facts in here.project.files.items():
        if not is_aside(path):
            yield from (macro.name for macro in facts.macros if not macro.params)
            yield from (name for name, _ in facts.globals)
            yield from (field for one in facts.types for field, _ in one.fields)
