"""What a callee's name and its library say of one call: that it is an order, a question, or only gives a value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from ...model.action import IRREVERSIBLE, MUTATION
from ...model.facts import LEAVES, Call, FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...words import verbs
from ...words.lexicon import CallClassifier
from .effects import dotted, words_of

_GIVING: Final = verbs.PURE | verbs.GIVES
_ASKING: Final = frozenset(
    [
        "match",
        "accept",
        "accepts",
        "allow",
        "permit",
        "own",
        "fit",
        "like",
        "equal",
        "contain",
        "include",
        "intersect",
        "continue",
    ]
)
_QUESTIONS: Final = frozenset(
    ["is", "has", "can", "should", "was", "are", "needs", "must", "may", "will", "does", "in", "not"]
)
_WITHIN: Final = frozenset(
    ["is", "has", "can", "should", "needs", *(f"{word}s" for word in _ASKING if word[-1] != "s")]
)
_ASKED: Final = frozenset(
    {
        "is",
        "has",
        "can",
        "get",
        "find",
        "lookup",
        "check",
        "test",
        "cmp",
        "compare",
        "match",
        "equal",
        "equals",
        "count",
        "len",
        "length",
        "size",
    }
)
_COMPARES: Final = ("cmp", "eq", "equal", "equals", "coll", "differ", "differs")
_LOOKS_UP: Final = frozenset(["find", "lookup"])
_VALUES: Final = frozenset(["value", "length", "len", "size", "count", "min", "max", "abs", "name", "type"])


def called(call: Call, text: bytes) -> bool:
    """Whether it is a call that something can be said of: what is named `_` and given a text puts that into another language.
    text: of the function."""
    if call.kind in ("ref", "decorator", "property", "operator"):
        return False
    given = text[call.args[0][0] : call.args[0][0] + 3] if call.args else b""
    return not call.name or call.name.strip("_") != "" or _TEXT.match(given) is None


@lru_cache(maxsize=8)
def classifier(language: Language) -> CallClassifier:
    return CallClassifier(language.lexicon)


_TEXT: Final = regex(rb"\s*+[fFuUbBrRL]{0,2}[\"']")
_KINDS: Final = frozenset(
    [
        "set",
        "frozenset",
        "dict",
        "list",
        "tuple",
        "bytearray",
        "bytes",
        "str",
        "int",
        "float",
        "bool",
        "iter",
        "sorted",
        "reversed",
    ]
)


def checked(call: Call, language: Language) -> bool:
    """In C a verb may stand last (`rows_append`): where the result is looked at for an error alone, it is called for what it does."""
    words = words_of(call.name)
    known = verbs.ORDERS if len(words) > 1 else verbs.VERBS - _ASKING
    deeds = [word for word in words if word in known and word not in _GIVING]
    return (
        (len(words) > 1 or call.argc > 0)
        and bool(deeds)
        and not _is_question(words)
        and _ASKED.isdisjoint(words)
        and not classifier(language).pure(dotted(call), "")
    )


def stays(call: Call, language: Language) -> bool:
    """A library's function that changes something outside: `fwrite(buf, n, 1, f) != 1`."""
    meaning = classifier(language).call(dotted(call), "", words_of(call.name))
    return meaning is not None and meaning.type in (IRREVERSIBLE, MUTATION) and not meaning.reason.startswith("verb:")


def tried(call: Call, language: Language) -> bool:
    """Where -1 or another status says that it has failed, it is called for what it does, whatever its name, but for one that asks."""
    words = words_of(call.name)
    looks = not words or _is_question(words) or not _ASKED.isdisjoint(words) or words[-1].endswith(_COMPARES)
    return not looks and not pure(call, language)


def _is_question(words: Sequence[str]) -> bool:
    """`is_open(f)`, `seat_allows_set_cursor(seat)`."""
    return words[0] in _QUESTIONS or not _WITHIN.isdisjoint(words[1:-1])


def pure(call: Call, language: Language) -> bool:
    """A library says that it only gives a value, or its name asks for one."""
    words = words_of(call.name)
    return (
        classifier(language).pure(dotted(call), "")
        or "get" in words
        or not _ASKED.isdisjoint(words[-1:])
        or (not _VALUES.isdisjoint(words) and not _orders(words))
    )


def _orders(words: Sequence[str]) -> bool:
    """It begins with a verb that is no question, so that what follows is only what this is done to: `read_value(f)`."""
    return len(words) > 1 and words[0] in verbs.VERBS - _GIVING - _ASKED - _VALUES - _LOOKS_UP - verbs.AMBIGUOUS


def asks(call: Call) -> bool:
    """By its name it only looks: `should_log(level)`, `pane_get_width(p)`, `task.downloadFinished()`, `imageWidth(im)`."""
    words = words_of(call.name)
    told = len(words) > 1 and words[-1].endswith("ed") and words[0] not in _QUESTIONS
    state = told and (not call.argc or words[0] in verbs.AMBIGUOUS)
    return bool(words) and (_is_question(words) or "get" in words or state)


def only_gives(call: Call, language: Language) -> bool:
    """Where its value is taken it is called for nothing else: it looks something up, or is named by what it gives
    (`db.rootGroup()`, `widgetFromIndex(i)`)."""
    words = words_of(call.name)
    if not words or call.kind in ("construct", "new"):
        return False
    thing = words[0] not in verbs.VERBS and words[-1] not in verbs.ORDERS
    return (
        asks(call)
        or pure(call, language)
        or words[0] in _LOOKS_UP
        or (thing and (not call.argc or "from" in words[1:-1]))
    )


def never_returns(call: Call, facts: FunctionFacts, language: Language) -> bool:
    """By its name, or as other files say of it."""
    told = dotted(call) == call.name and facts.has(f"{LEAVES}{call.name}")
    return told or language.lexicon.ends(dotted(call), call.argc)


def namesake(call: Call, name: str) -> bool:
    """It is called as the function is, but for how that is spelled: `SSL_accept(s)` in `ssl_accept`."""
    words = words_of(name)
    return len(words) > 1 and call.name != name and words_of(call.name) == words


def active(call: Call, language: Language) -> bool:
    """It is no mere question or getter, by its name."""
    first = words_of(call.name)[:1]
    return (
        bool(first)
        and "get" not in words_of(call.name)
        and first[0] in verbs.VERBS
        and first[0] not in _GIVING
        and not classifier(language).pure(dotted(call), "")
    )


def converts(call: Call, language: Language) -> bool:
    """It only makes another kind of value of what it is given: `QByteArray::fromHex(s)`, `Venv(path)`."""
    made = call.kind == "construct" or (
        not language.spelling.casts and (call.name[:1].isupper() or (call.name in _KINDS and not call.receiver))
    )
    return made or (words_of(call.name)[:1] == ("from",) and bool(call.receiver))


class MacroPlaces:
    """What looks like a call and is set elsewhere, as a macro's place is: `ROW(t, n) = row; if (ROW(t, n)) …`."""

    def __init__(self, facts: FunctionFacts, text: Callable[[int, int], str]) -> None:
        self._text = text
        self._targets = {"".join(each.target.split()) for each in facts.writes if each.target.endswith(")")}

    def __call__(self, call: Call) -> bool:
        return bool(self._targets) and "".join(self._text(call.start, call.end).split()) in self._targets
