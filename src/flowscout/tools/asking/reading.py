"""From a question to what it asks: the form that it is as a whole, and the names in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ...llm.stems import kinds_of
from ...model.pattern import regex
from .question.asked import Asked
from .question.forms import FORMS
from .question.orders import ordered
from .question.spelling import reworded
from .question.tokens import FILLERS, WORDS, QuestionToken, tokens
from .question.turned import otherwise

_SLOTS: Final = frozenset("ABCTNVW")
_FUNCTIONS: Final = "ABC"  # which no number names
_MEANT: Final = {"C": "A", "N": "T", "W": "V"}
_DOING: Final = frozenset(
    [
        "write",
        "delete",
        "send",
        "free",
        "lock",
        "exit",
        "define",
        "include",
        "take",
        "test",
        "cover",
        "exit",
        "lock",
        "derive",
        "reach",
        "break",
    ]
)
_VERBS: Final = frozenset(WORDS.values()) | {"not", "never", "only", "always", "directly", "of", "in", "on", "at", "from", "with", "for", "to", "by", "and", "or"}  # fmt: skip
_TITLED: Final = frozenset(
    ["Error", "Value", "Test", "Call", "Code", "File", "Memory", "Data", "State", "Place", "Time"]
)  # written so, a name
_NEVER: Final = frozenset(
    [
        "the",
        "our",
        "a",
        "an",
        "it",
        "itself",
        "this",
        "that",
        "these",
        "those",
        "them",
        "they",
        "he",
        "she",
        "one",
        "ones",
        "something",
        "things",
        "stuff",
        "anything",
        "nothing",
        "everything",
        "nobody",
        "who",
        "which",
        "where",
        "when",
        "why",
        "how",
        "if",
        "to",
        "from",
        "by",
        "in",
        "on",
        "of",
        "and",
        "or",
        "not",
        "is",
        "do",
        "can",
        "have",
        "there",
        "then",
        "than",
        "most",
        "more",
        "less",
        "many",
        "much",
        "some",
        "error",
        "value",
        "test",
        "call",
        "code",
        "write",
        "file",
        "files",
        "memory",
        "data",
        "state",
        "place",
        "places",
        "time",
        "times",
    ]
)


COUNTED: Final = frozenset(
    ["subtypes", "tests_for", "fields", "depends_on", "depends", "writers_to"]
)  # each line of the answer is one of them


_RESTATED: Final = regex(r",?\s(?:i\.\s?e\.|that is,|in other words),?\s")


def read(question: str, *, plain: bool = False) -> Asked | None:
    """None where it is no form as a whole. plain: by the forms alone."""
    found = tokens(question)
    restated = _RESTATED.split(question, maxsplit=1)
    if len(restated) > 1 and (asked := _read(tokens(restated[1]))):
        return asked
    found = [*found[2:], *found[:2]] if len(found) > 4 and found[0].word == "in" and found[1].code else found
    asked = ordered(found) or (_read(found) if not _of_type(found) else _within(found))
    if asked and asked.kind in ("by_step", "worded") and (done := _done_where(found)):
        asked = done
    if asked and asked.kind == "deletes_on_disk":
        asked = _within(found) or asked
    if asked and asked.kind in VAGUE and (better := _otherwise(found)) and better.kind not in VAGUE:
        asked = better
    if asked and asked.kind in TIMED and found[0].word == "when":
        asked = asked._replace(timed=True)
    if plain:
        return asked if asked and asked.kind not in VAGUE else None
    return (
        asked
        or _placed(found)
        or _otherwise(found)
        or _counted(found)
        or _counted_places(question)
        or _slipped(found)
        or _within(found)
        or _widely(found, surely=_ASKS_WHO.match(question) is not None)
        or _foldered(found)
        or (read(_IN_FRONT.sub(r"\1 \3 in \2", question)) if _IN_FRONT.match(question) else None)
    )


_IN_FRONT: Final = regex(  # `which functions in door.c set it`: a file between the noun and its verb
    r"(?i)^\s{0,9}((?:which|what) [a-z]{3,20}) (?:in|inside|within) (`?[\w./+-]{1,200}\.\w{1,5}`?) ([^?]{3,200}?)[?!. ]{0,9}$"
)


TIMED: Final = ("writers", "callers", "increased", "decreased")
VAGUE: Final = ("worded", "does_by_call", "by_step")
_ASKS_WHO: Final = regex(r"\s{0,9}(?:[Ww]ho\s|(?:[Ww]hich|[Ww]hat) (?:functions?|methods?|code|places?)\s)")


def _otherwise(found: list[QuestionToken]) -> Asked | None:
    """As what it is when it is put another way; not as what follows its words alone."""
    for turned in otherwise(found) if len(found) > 2 else ():
        asked = _read(turned)
        if asked and asked.kind not in VAGUE[:2]:
            return asked
    return None


def _of_type(found: list[QuestionToken]) -> bool:
    """`where do we take the lock in Type`: what its methods do, not a function of the verb's name."""
    return (
        [token.word for token in found[:2]] == ["where", "do"]
        and len(found) > 4
        and found[2].word in _DOING
        and found[-2].word in ("in", "inside")
        and (found[-1].code or found[-1].raw[:1].isupper())
    )


def _done_where(found: list[QuestionToken]) -> Asked | None:
    """`where do we spawn threads`: no function is meant by a plain verb."""
    if [token.word for token in found[:2]] != ["where", "do"] or found[2].code or not kinds_of(found[2].raw):
        return None
    if len(found) == 3:
        return Asked("over_by_call", {"V": found[2]})
    return _widely([QuestionToken("which", "which", code=False), *found[2:]])


def _foldered(found: list[QuestionToken]) -> Asked | None:
    """`what is unused in src`: a folder by its plain name, where the rest is a question over the whole project."""
    if len(found) < 4 or found[-2].word not in ("in", "inside", "within", "under", "of") or not _may_name(found[-1]):
        return None
    asked = _matched(found[:-2])
    if found[-2].word == "of" and (asked is None or asked.kind not in OVERALL):
        return None
    return asked._replace(place=found[-1].raw) if asked and (not asked.names or asked.kind in PLACEABLE) else None


OVERALL: Final = frozenset(["hotspots", "unused", "unused_files", "most_called", "entries"])  # `the hotspots of db`
PLACEABLE: Final = frozenset(["subtypes", "raisers", "catchers"])  # over all, by a name of their own


def _placed(found: list[QuestionToken]) -> Asked | None:
    """`which functions allocate memory in file.c`: a verb that is no word of a form, kept to a file or folder."""
    if len(found) < 5 or found[-2].word not in ("in", "inside", "within", "under") or not _is_path(found[-1]):
        return None
    asked = _widely(found[:-2])
    return asked and asked._replace(place=found[-1].raw)


def _within(found: list[QuestionToken]) -> Asked | None:
    """`what frees X in A` asks what A frees."""
    if (
        len(found) < 4
        or found[0].word not in ("which", "who", "where")
        or found[-2].word not in ("in", "inside")
        or not _may_name(found[-1])
    ):
        return None
    doing = found[2:-2] if found[1].word == "do" else found[1:-2]
    return _read([QuestionToken("which", "which", False), QuestionToken("do", "do", False), found[-1], *doing])


def _widely(found: list[QuestionToken], *, surely: bool = False) -> Asked | None:
    """`which functions rename files`: a verb that is no word of a form, and a thing in words."""
    if (
        len(found) > 2
        and found[0].word in ("which", "who")
        and found[1].word == "lock"
        and not any(token.code for token in found)
    ):
        return Asked("lockers", {}, rest=" ".join(token.raw for token in found[2:]))
    if any(token.code or token.word in ("which", "who", "where", "when", "how", "why") for token in found[2:]):
        return None  # a name or a second question: its words are not a thing
    if (
        len(found) > 3
        and found[0].word in ("which", "who", "where")
        and [found[1].word, found[2].word] == ["free", "the"]
    ):
        return Asked("frees_thing", {"V": QuestionToken("free", "free", code=False)}, rest=" ".join(token.raw for token in found[3:]))  # fmt: skip
    if (
        len(found) < 3
        or found[0].word not in ("which", "who", "where")
        or not _fills("V", found[1])
        or found[2].word == "is"  # `which encodings are supported`: a thing, and nothing that is done
        or not (surely or kinds_of(found[1].raw))
    ):
        return None
    return Asked("over_by_call", {"V": found[1]}, rest=" ".join(token.raw for token in found[2:]))


def _counted(found: list[QuestionToken]) -> Asked | None:
    """`how many classes derive from A` asks which do, and is told their number."""
    if [token.word for token in found[:2]] != ["how", "many"]:
        return None
    behind = [token for token in found[2:] if token.word not in FILLERS]
    asked = _read([QuestionToken("which", "which", False), *behind])
    return asked._replace(counted=True) if asked and asked.kind in COUNTED else None


def _counted_places(question: str) -> Asked | None:
    """`how many places set A to B`: read anew, as `set` is no participle behind `which places`."""
    found = tokens(_HOW_MANY.sub("which ", question)) if _HOW_MANY.match(question) else []
    asked = (_read(found) or _otherwise(found)) if found else None
    return asked._replace(counted=True) if asked and asked.kind in COUNTED else None


_HOW_MANY: Final = regex(r"(?i)^\s{0,9}how many (?=(?:places|functions|methods|spots|lines)\s)")


def _slipped(found: list[QuestionToken]) -> Asked | None:
    meant = reworded(found)
    asked = _read([token for token in meant if token.word not in FILLERS]) if meant != found else None
    return asked and asked._replace(
        reread=tuple((old.raw, new.word) for old, new in zip(found, meant, strict=True) if old != new)
    )


def _read(found: list[QuestionToken]) -> Asked | None:
    asked = _matched(found)
    if (
        (asked is None or asked.kind == "deletes_on_disk")  # whose rest is whatever follows
        and len(found) > 2
        and found[-2].word in ("in", "inside", "within", "under")
        and _is_path(found[-1])
    ):
        placed = _matched(found[:-2])
        return placed._replace(place=found[-1].raw) if placed else asked
    return asked


def _is_path(token: QuestionToken) -> bool:
    return "/" in token.raw or (token.code and "." in token.raw)


def _matched(found: Sequence[QuestionToken]) -> Asked | None:
    for kind, parts in _forms():
        names = _fit(parts, found, 0, 0, {})
        if names is not None:
            rest = names.pop("*", None)
            return Asked(kind, names, rest=rest.raw if rest else "")
    return None


@lru_cache(maxsize=1)
def _forms() -> tuple[tuple[str, tuple[tuple[frozenset[str], bool], ...]], ...]:
    return tuple(
        (kind, tuple((frozenset(part.rstrip("?").split("|")), part.endswith("?")) for part in form.split()))
        for kind, form in FORMS
    )


def _fit(
    parts: Sequence[tuple[frozenset[str], bool]],
    found: Sequence[QuestionToken],
    at: int,
    here: int,
    names: dict[str, QuestionToken],
) -> dict[str, QuestionToken] | None:
    """The names, where the parts from `at` on are the tokens from `here` on. A form has no more than a dozen parts."""
    if at == len(parts):
        return names if here == len(found) else None
    words, optional = parts[at]
    if "*" in words:
        return (
            {**names, "*": QuestionToken("", " ".join(token.raw for token in found[here:]), False)}
            if here < len(found)
            else None
        )
    if here < len(found):
        token = found[here]
        slot = next(iter(words & _SLOTS), "")
        number = slot in _FUNCTIONS and token.raw.lstrip("-")[:1].isdigit() and not _RELEASE.fullmatch(token.raw)
        if slot and not number and _fills(slot, token):
            made = _fit(parts, found, at + 1, here + 1, {**names, _MEANT.get(slot, slot): token})
        else:
            made = _fit(parts, found, at + 1, here + 1, names) if not token.code and token.word in words else None
        if made is not None:
            return made
    return _fit(parts, found, at + 1, here, names) if optional else None


_RELEASE: Final = regex(r"\d{1,9}(?:\.\d{1,9}){1,4}[\w.-]{0,20}")  # `since 0.18.0`


def _fills(slot: str, token: QuestionToken) -> bool:
    if slot == "W":
        return not token.code and (token.word in _DOING or token.raw.lower() == "set" or _fills("V", token))
    if slot in "NV":
        return not token.code and (
            _may_name(token) if slot == "N" else token.word.isalpha() and token.word not in _VERBS
        )
    return token.code if slot == "C" else _may_name(token)


def _may_name(token: QuestionToken) -> bool:
    return token.code or (token.raw.isidentifier() and (token.raw.lower() not in _NEVER or token.raw in _TITLED))
