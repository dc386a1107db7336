"""How surely a step does what a verb says: by its calls and its notation, by its kind, by the name of its function."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ...llm.claims.thesaurus import alike
from ...llm.deeds import Deed, done
from ...llm.doings import acting
from ...llm.stems import kinds_of, stem
from ...model.action import SemanticAction
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...words.names import lower

REMARK: Final = 0.85  # what a comment counts that says so
LOOSE: Final = 0.75  # what a verb weighs that means the same
KIND: Final = 0.5  # what a step weighs that does something of the kind
CALLS: Final = 0.8  # what any call weighs where it is asked what is called
OF_NAME: Final = 0.6  # what a verb weighs that only the function's name says
OF_NOUN: Final = 0.5  # and one of which only a noun is there
TEXT: Final = 400  # characters of a step that are read


_ALSO: Final = tuple(
    frozenset(map(stem, row.split()))
    for row in (
        "stop terminate cancel kill halt end quit shut shutdown", "drop discard lose overrun evict", "reject refuse deny disallow forbid", "shrink reduce", "expire timeout",
        "wake notify signal", "retry repeat", "print show display dump",
    )
)  # fmt: skip


@lru_cache(maxsize=256)
def same_as(verb: str) -> frozenset[str]:
    """Stems of the verbs that say the same, in a question."""
    one = stem(verb)
    return alike(one) | {other for row in _ALSO if one in row for other in row}


def surely(verb: str, each: SemanticAction, id_: str) -> float:
    """How surely a step does what a verb says: by its calls and its notation, by its kind, by the name of its function."""
    if not verb:
        return 0.0
    one, same = stem(verb), same_as(verb)
    code = _GETS.sub(r"\1", KEYWORD.sub("", _NO_DEED.sub(" ", " ".join(each.text.split())[:TEXT])))
    code = _RECEIVER.sub("", code.partition("{")[0] or code)
    told = KEYWORD.sub("", each.effect) if each.effect[:1].isupper() else ""  # else it is the code
    deed = done(Deed(told, code, place=1))
    does = acting(deed.deed)
    if one in does or any(one in _leading(called) for called in _CALLED.findall(code)):
        return 1.0 if _by_verb(one, f"{told} {code}") else OF_NOUN
    if (flag := _FLAGGED.match(code)) and stem(flag[1].lower()) == one:
        return 1.0  # `job->aborted = true`
    if same & does:
        return LOOSE
    if (count := COUNTED.search(code)) and _counts(one, count[1] or count[2]):
        return REMARK
    if one in _CALLING and _CALL.search(code):
        return CALLS
    if (kinds := kinds_of(verb) - {"call"}) and kinds & deed.kinds:
        return KIND
    own = _NO_DEED.sub("", qualified_of(id_).replace("::", ".").rpartition(".")[2])
    return OF_NAME if alike(one) & _leading(own) else 0.0


def _counts(one: str, name: str) -> bool:
    """`stats.evicted++`, `num_evictions += 1`: where it is counted it is done."""
    own = [stem(word.removesuffix("s").removesuffix("ion")) for word in lower(name)]
    return len(own) <= COUNTER and one in (own[0], own[-1])


COUNTER: Final = 3  # words of its name
COUNTED: Final = regex(
    r"(\w{3,60}+)\]{0,2}\s{0,2}(?:\+\+|\+=\s?1\b)|\+\+\s?[\w.>\[-]{0,80}?(?<!\w)(\w{3,60}+)\]{0,2}\s?;?$"
)


def _noun(word: str) -> bool:
    """`rotation`, `writer`: what is named for a deed and does none; `trigger` is a verb."""
    return word.endswith(("ion", "ions", "ment")) or (word.endswith(("er", "or")) and bool(kinds_of(word[:-2])))


def _leading(called: str) -> set[str]:
    """The first word of each part of a name: `Process_sendSignal` sends."""
    firsts = [words[0] for part in called.split("_") if (words := lower(part))]
    return {stem(word) for word in firsts if not word.endswith(("ing", "ed")) and not _noun(word)}


_FLAGGED: Final = regex(
    r"(?:[\w\[\]()*]{1,60}(?:\.|->|::)){0,4}(?:\w{0,40}_)?([a-z]{3,30}ed)\s{0,3}=\s{0,3}(?:[Tt]rue|TRUE|1)\b"
)
_CALLED: Final = regex(r"(\w{1,80})\s?\(")
_CALL: Final = regex(r"[\w)]\s?\(")
_CALLING: Final = frozenset(map(stem, ("call", "invoke")))


def _by_verb(one: str, text: str) -> bool:
    return any(
        stem(word) == one and not word.endswith("ed") and not _noun(word)
        for raw in _LETTERS.findall(text)
        for word in lower(raw)
    )


_LETTERS: Final = regex(r"[A-Za-z]{1,60}")
_RECEIVER: Final = regex(r"(?<!\w)[\w\])]{1,80}+(?:\.|->|::)(?=\w{1,80}\s?\()")  # `pop_cv.wait()` waits
KEYWORD: Final = regex(r"(?<=[(,\s])\w{1,60}\s?=(?![=])\s?")  # `open(path, delete=False)` deletes nothing
_GETS: Final = regex(
    r"(?<![A-Za-z])(get|set)(?:_(?!or_|and_)[a-z]|(?!Or[A-Z]|And[A-Z])[A-Z])\w{0,60}(?=\s?\()"
)  # nor does `get_delete()`
_NO_DEED: Final = regex(r"(?<!\w)on(?:_[a-z]|[A-Z])\w{0,60}")  # what is called then, and does not do it
