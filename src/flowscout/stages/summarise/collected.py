"""What is given back is collected: what goes into it says what it is, its name does not.

rows = []
for each in found:                    returns a list of `read(each)` for each each in found where each is not empty
    if each: rows.append(read(each))
return rows

for each in names:                    returns a list of `desc(each)` or `asc(each)` for some each in names
    if not known(each): continue
    rows.append(desc(each) if each.down else asc(each))
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from ...model.facts import Binding, FunctionFacts
from ...model.language import Language
from ...model.pattern import regex
from ...words.names import last
from ...words.phrases import shortened
from ...words.remarks import noise
from .clauses import DOES, EACH, GIVES, LEAVES, Clause
from .made import without_noise

_RETURNED: Final = regex(r"return `([^\W\d]\w*+)`")
_GROWS: Final = regex(r"(append|add) (`.{1,300}`) to `([^\W\d]\w*+)`")
_SETS: Final = regex(r"set `([^\W\d]\w*+)\[([^\]`]{1,80})\]` to (`[^`]{1,300}`)")
_LIST: Final = frozenset(["[]", "list()"])
_SET: Final = frozenset(["set()"])
_TABLE: Final = frozenset(["{}", "dict()"])
_ROOM: Final = 132
_BOTH: Final = 2
_MOST: Final = 3  # that go into it
_FILLS: Final = r"(?:\.(?:append|add|push_back|emplace_back|insert)\s?\(|\[[^\]\n]{1,80}\]\s?=(?!=))"
_LOOKED: Final = r"(?:\.(?:size|empty|length|count|index)\s?\()"


def collected(clauses: Sequence[Clause], facts: FunctionFacts, text: bytes, language: Language) -> list[Clause]:
    """With one clause for what is collected and what is given back."""
    told = list(clauses)
    value = told[-1] if told and told[-1].kind == GIVES else None
    found = _RETURNED.fullmatch(value.phrase) if value is not None and not (value.after or value.may) else None
    begun = [each for each in facts.bindings if found and each.name == found[1]]
    if value is None or found is None or len(begun) != 1:
        return told
    grown = [each for each in told if each.kind == DOES and _fed(each, found[1])]
    fills = [fill for each in grown for fill in _fed(each, found[1])]
    if not fills or _filled(begun[0], text, language) != len(fills):
        return told
    phrase = _phrase(grown, fills, begun[0].value, language)
    return (
        [*(each for each in told if each not in grown and each is not value), value._replace(phrase=phrase)]
        if phrase
        else told
    )


def once_given(clauses: Sequence[Clause], facts: FunctionFacts) -> list[Clause]:
    """Without a call whose value is given back under the same condition, and told there: the same one, and no other before it."""
    left = [each for each in clauses if each.kind in (GIVES, LEAVES)]
    calls, ways = Counter(each.name for each in facts.calls), Counter(_called(each) for each in left)
    given = {
        (each.phrase.removeprefix("return "), each.after)
        for each in left
        if calls[_called(each)] <= ways[_called(each)]
    }
    return [
        each
        for each in clauses
        if each.kind != DOES
        or each.may
        or each.other
        or each.also
        or (each.phrase.removeprefix("call "), each.after) not in given
    ]


def _called(clause: Clause) -> str:
    return last(clause.phrase.removeprefix("return `").partition("(")[0])


def _filled(begun: Binding, text: bytes, language: Language) -> int:
    """How often something goes into it; -1 where anything else is done with it than to look at it and give it back."""
    name, code = re.escape(begun.name), without_noise(text[begun.start :], language)
    texts = "".join(
        found[1] or "" for found in noise(language).finditer(text[begun.start :].decode("utf-8", "replace"))
    )
    code = " ; ".join([code, *re.findall(r"\{([^{}]{1,200})", texts)])  # `f"{rows.pop()}"` is done
    mentions = len(re.findall(rf"(?<![\w.>]){name}(?!\w)", code))
    fills = len(re.findall(rf"(?<![\w.>]){name}{_FILLS}", code))
    looked = len(re.findall(rf"(?<![\w.>]){name}{_LOOKED}", code))
    asked = len(
        re.findall(rf"(?:\bin {name}|\blen\({name}\)|\b(?:if|not|and|or) {name}(?=\s?(?::|\)|and\b|or\b)))(?!\w)", code)
    )
    returned = len(re.findall(rf"\breturn \(?{name}\)?\s*+(?:;|$)", code, re.MULTILINE))
    return fills if returned and mentions == 1 + fills + looked + asked + returned else -1


def _fed(clause: Clause, name: str) -> list[tuple[str, str]]:
    """What goes into it, and how."""
    parts = [part for whole in (clause.phrase, clause.other, clause.also) if whole for part in whole.split("` or ")]
    told = [_deed(part if part.endswith("`") else f"{part}`") for part in parts]
    return (
        [(what, verb) for to, what, verb in told if to == name] if told and all(to == name for to, _, _ in told) else []
    )


def _deed(phrase: str) -> tuple[str, str, str]:
    """What grows, by what, and the kind of that; nothing for anything else."""
    if found := _GROWS.fullmatch(phrase):
        return found[3], found[2], found[1]
    if found := _SETS.fullmatch(phrase):
        return found[1], f"{found[3]} by `{found[2]}`", "set"
    return ("", "", "")


def _phrase(grown: Sequence[Clause], fills: Sequence[tuple[str, str]], begins: str, language: Language) -> str:
    """In as many words as there is room for, "" where it is known neither what it is nor what of."""
    kind = next(
        (word for word, begin in (("list", _LIST), ("set", _SET), ("dict", _TABLE)) if begins in begin),
        "list" if not begins and language.spelling.casts else "",
    )
    verbs = {verb for _, verb in fills}
    if (
        len(verbs) > 1
        or (min(verbs), kind) not in (("append", "list"), ("add", "set"), ("set", "dict"))
        or len(fills) > _MOST
    ):
        return ""
    if not all(each.after.startswith(EACH) for each in grown):
        return ""
    brief = [shortened(f"append {each} to ``").removeprefix("append ").removesuffix(" to ``") for each, _ in fills]
    ways = (
        f"return a {kind} of {told}" for those in ([each for each, _ in fills], brief) for told in _told(grown, those)
    )
    return next((way for way in ways if len(way) <= _ROOM), "")


def _told(grown: Sequence[Clause], what: Sequence[str]) -> list[str]:
    """What goes into it, and where: the fuller way first. what: of all that fills it, in order."""
    first, loop = grown[0], grown[0].after.removeprefix(EACH)
    plain, _, asked = loop.partition(" where ")
    plain = plain.rstrip(",")
    if len(grown) > 1:
        rounds = [f"{told} {each.after}" for told, each in zip(what, grown, strict=False)]
        whole = len(what) == len(grown) and not any(each.may or each.other or each.also for each in grown)
        return [", then ".join(rounds)] if whole and not any("," in each.after for each in grown) else []
    if first.other or first.also:
        if first.may or len(what) != _BOTH or (first.other and first.also):
            return []
        if first.also:
            return [f"{what[0]} and {what[1]} for each {loop}"]
        return [f"{what[0]} where {asked}, else {what[1]}, for each {plain}"] if asked and "," not in asked else []
    hangs = first.may or plain != loop
    if len(what) > 1:
        return [f"{_either(what)} for some {plain}"]
    return [
        f"{what[0]} for {'some' if first.may else 'each'} {loop}",
        *([f"{what[0]} for some {plain}"] if hangs else []),
    ]


def _either(told: Sequence[str]) -> str:
    told = list(dict.fromkeys(told))
    return " or ".join(filter(None, (", ".join(told[:-1]), told[-1])))
