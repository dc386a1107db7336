"""What a segment says the other way round: opposites, denials, flags, and the like of another step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import Deed, apart
from .doings import acting
from .english import GLUE, NEUTRAL, words
from .heads import ADVERBS, LITERAL
from .nearby import read_aloud
from .opposites import OPPOSITES, denied, opposite, switched_off
from .parts import Facts
from .phrased import within_which
from .phrases import is_literal
from .scopes import TextScope
from .stems import NEUTRAL_STEMS, kinds_of, negates, stem, stems

# -- opposites and denials ---------------------------------------------------------------------------------------------------


_SIGNALS: Final = regex(
    r"(?<!\w)(?:\w{1,20}_)?kill(?:pg)?\([^;]{1,200}?,\s?(?:signal\.)?(?:0|SIG(?:CONT|STOP|TSTP|CHLD|USR[12]|WINCH|HUP|INFO))\s?\)"
)
_ENDING: Final = frozenset(map(stem, words("kill kills terminate terminates end ends")))


def opposed(said: Sequence[ClauseWord], scope: TextScope, facts: Facts) -> Iterator[str]:
    if _SIGNALS.search(scope.code) and any(stem(w.text) in _ENDING for w in said if w.kind == "word"):
        yield "a signal is sent there that ends nothing"
    turned = switched_off(scope.code)
    for at, word in enumerate(said):
        if word.kind != "word" or word.small in ADVERBS - {"first", "next"} or negates(word.small):
            continue
        if OPPOSITES.get(stem(word.text), frozenset()) & turned:
            continue
        if stem(word.text) in turned and not any(negates(w.small) for w in said):
            yield f"`{word.text}` is switched off there"
        if word.small in ("ascending", "descending") and _SORTS.search(scope.code):
            down = bool(_REVERSED.search(scope.code))
            if down is (word.small == "ascending"):
                yield "it is sorted the other way" if down else f"nothing says that it is {word.small}"
        if word.small in ("before", "after", "on", "over", "first", "next", "last", "end", "back", "down") and (
            at + 1 == len(said)
            or (
                at
                and said[at - 1].small
                in ("at", "to", "gives", "puts", "hands", "goes", "falls", "writing", "shuts", "frees", "it")
            )
            or said[at + 1].kind == "mark"
        ):
            continue
        if (
            word.small in ("before", "after")
            and at
            and said[at - 1].small in ("the", "a", "an")
            and word.small not in scope.code.lower()
        ):
            yield f"`{word.text}` does not stand there"
        if (
            word.small in ("left", "right", "on", "after", "before", "up")
            and at
            and said[at - 1].small not in ("the", "its", "a")
        ):
            continue
        if (
            word.small
            in (
                "one",
                "free",
                "source",
                "start",
                "starts",
                "user",
                "read",
                "reads",
                "stop",
                "stops",
                "open",
                "given",
                "last",
            )
            and not (at and said[at - 1].small in ("the", "a", "an", "its"))
            and at
        ):
            continue
        if (
            stem(word.text) in OPPOSITES
            and not _named_so(word, said)
            and not (_denies(word.small, scope.code) and (off := _FLAG.search(scope.code)) and off[1] in _NOTHING)
            and opposite(word.text, scope.code, stems(scope.code) | read_aloud(scope.code), read_aloud(scope.code))
        ):
            yield f"`{word.text}` is the opposite of what the step says"


def _named_so(word: ClauseWord, said: Sequence[ClauseWord]) -> bool:
    """`adds the file to the list of deleted files`: the opposite is said too, and names what it is done to."""
    return any(w is not word and w.small.endswith("ed") and stem(w.text) in OPPOSITES[stem(word.text)] for w in said)


_SORTS: Final = regex(r"(?<![a-z])(?:sort|sorted|nlargest|nsmallest)\(")
_REVERSED: Final = regex(r"(?<!\w)reverse\s?=\s?True")


def denied_there(
    said: Sequence[ClauseWord], heads: Sequence[int], scope: TextScope, deeds: Sequence[Deed], facts: Facts
) -> Iterator[str]:
    """A word that the code has only behind a `not`; a denial of which the code has nothing, or of what it does."""
    denials = [at for at, w in enumerate(said) if negates(w.small) and w.text != "None"]
    for at, word in enumerate(said):
        if (
            word.kind == "word"
            and len(word.small) > 2
            and word.small not in NEUTRAL
            and word.small not in GLUE
            and denied(stem(word.text), scope.code)
        ):
            turned = any(word.small.startswith(no) for no in ("un", "non", "dis")) or (
                at > 0 and said[at - 1].small in ("non", "non-")
            )
            yield from [] if denials or turned else [f"the step says no to `{word.text}`"]
    if (
        not denials
        and any(w.small == "message" for w in said)
        and any(
            re.search(r"\bnot\b|n't\b|\bno\b|\bcannot\b", one or two)
            and len({stem(w.text) for w in said} & stems(one or two)) > 1
            for one, two in LITERAL.findall(scope.code)
        )
    ):
        yield "the text there says no"
    for at in denials:
        if said[at].small in ("nothing", "no", "none") and any(
            d.said in ("Return", "Leave the loop", "Go on with the next") for d in deeds
        ):
            continue
        after = [w for w in said[at + 1 : at + 6] if w.kind == "word" and w.small not in GLUE]
        if said[at].small == "without" and not _elsewhere(after, deeds, facts):
            continue
        if said[at].small == "without" and _on_the_way(after, deeds, facts):
            yield f"it is done on the way there: {after[0].small}"
            continue
        around = within_which(deeds, facts)
        if (
            around is not None
            and any(stem(w.text) in around.own for w in after)
            and {"hold", "tak", "lock", "acquir"} & {stem(w.text) for w in after}
        ):
            yield "it is done while that is held"
        done = [
            w
            for w in after[:2]
            if w.small.endswith("ing") and stem(w.text) in scope.own and not denied(stem(w.text), scope.code)
        ]
        if done:
            yield f"the step does so: {done[0].small}"
        elif (
            not _DENYING.search(scope.code)
            and not any(denied(stem(w.text), scope.code) for w in after)
            and not any(negates(w) for d in deeds for w in re.findall(r"[a-z']+", d.said.lower()))
            and not _DENYING.search(" ".join(u.code for d in deeds for u in d.under))
        ):
            yield f"`{said[at].text}`: the step says no to nothing"


def _on_the_way(after: Sequence[ClauseWord], deeds: Sequence[Deed], facts: Facts) -> bool:
    """`returns without freeing it` of what is freed right before: a step on the way to these does so, to that."""
    gerund = [w for w in after[:1] if w.small.endswith("ing")]
    nouns = {stem(w.text) for w in after[1:]} - NEUTRAL_STEMS
    if not gerund or not deeds:
        return False
    one, kinds = stem(gerund[0].text), kinds_of(gerund[0].small) - {"call", "check", "return", "read", "say"}
    for id_, step in facts.steps.items():
        does = one in acting(step) or bool(kinds & facts.kinds(id_))
        about = not nouns or bool(nouns & facts.scope(id_).own)
        if does and about and all(step.place < deed.place and not apart(step, deed) for deed in deeds):
            return True
    return False


def _elsewhere(after: Sequence[ClauseWord], deeds: Sequence[Deed], facts: Facts) -> bool:
    """Whether what is denied is done after all, on a way that goes through these steps."""
    nouns = [stem(w.text) for w in after if w.small not in NEUTRAL][:2] or [stem(w.text) for w in after[:1]]
    return any(
        any(noun in facts.scope(id_).own for noun in nouns) and not all(apart(step, deed) for deed in deeds)
        for id_, step in facts.steps.items()
    )


_DENYING: Final = regex(
    r"(?i:unable|cannot|can't|fail|missing|invalid|error)|!|\bnot\b|\bNone\b|\b(?:null|nil|NULL|nullptr)\b|\b0\b|[Ff]alse|(?:_|\b)no(?:t|n)?_|(?:_|\b)NO(?:T|N)?_|Non[A-Z]|No[A-Z]|Dont|Without|Skip|Ignore|\b(?:continue|break|except)\b|\"\"|''"
)


def flags(said: Sequence[ClauseWord], heads: Sequence[int], deeds: Sequence[Deed]) -> Iterator[str]:
    """`marks it as having an error` of `has_error = 0`."""
    if (
        len(deeds) == 1
        and re.search(r"&=\s*~", deeds[0].code)
        and any(stem(said[at].text) in ("set", "rais", "enabl", "mark") for at in heads)
    ):
        yield "it is cleared"
    if len(deeds) == 1 and re.search(r"\|=", deeds[0].code) and any(stem(said[at].text) in _UNSETTING for at in heads):
        yield "it is set"
    if len(deeds) != 1 or not (found := _FLAG.search(deeds[0].code)):
        return
    off = found[1] in _NOTHING
    if off and _of_a_part(said, heads, deeds[0].code):
        yield "it is set of a part of that"
    smalls = {w.small for w in said}
    told_off = any(map(negates, smalls)) or bool(smalls & _OFF) or bool({stem(s) for s in smalls} & _CLEARING)
    told_off |= any(_denies(word, deeds[0].code) for word in smalls)
    told_on = bool(smalls & words("marks sets raises enables turns")) and not smalls & _OFF
    if off and told_on and not told_off and not any(w.kind == "number" or is_literal(w) for w in said):
        yield "it is set to nothing"
    if not off and marked(said, deeds[0].code) and any(_denies(word, deeds[0].code) for word in smalls):
        yield "it is set to the opposite"
    if not off and bool({stem(s) for s in smalls} & _UNSETTING):
        yield "it is not cleared"


def _of_a_part(said: Sequence[ClauseWord], heads: Sequence[int], code: str) -> bool:
    """`sets the playlist to null` of `app->playlist->head.next = NULL`: what is set is the last of the way there."""
    way = _LEFT.match(code.strip())
    at = next((at for at in heads if stem(said[at].text) in _GIVES), -1)
    turn = next((n for n, word in enumerate(said) if n > at and word.small == "to"), -1)
    if way is None or at < 0 or turn < 0:
        return False
    named = {stem(word.text) for word in said[at + 1 : turn] if word.kind != "mark" and word.small not in GLUE}
    return bool(named & stems(way[1])) and not named & stems(way[2])


def marked(said: Sequence[ClauseWord], code: str) -> bool:
    """Whether a step sets the very flag that a segment marks something by, whichever way: `marks it as disconnected` of `self.connected = False`."""
    at = next(
        (n for n, word in enumerate(said) if word.small == "as" and any(stem(w.text) in _MARKS for w in said[:n])), -1
    )
    found = _FLAG.search(code) if at >= 0 else None
    told = [word.small for word in said[at + 1 :] if word.kind == "word" and word.small not in GLUE]
    if found is None or not told:
        return False
    own = stems(code.partition("=")[0])
    return any(_denies(word, code) or stem(word) in own for word in told)


_MARKS: Final = frozenset(map(stem, words("mark flag note record register")))


def _denies(word: str, code: str) -> bool:
    """`disconnected` of `connected = False`."""
    left = _PARTS.findall(code.partition("=")[0].lower())
    return any(word == f"{no}{part}" for no in ("dis", "un", "in", "non", "not") for part in left) or (
        word in _STATES and bool(OPPOSITES.get(stem(word), frozenset()) & frozenset(map(stem, left)))
    )


_STATES: Final = words("clean dirty open closed locked unlocked enabled disabled full empty valid invalid free")


_NOTHING: Final = ("0", "false", "False", "NULL", "nullptr", "None")
_LEFT: Final = regex(r"((?:\w{1,80}(?:->|\.)){1,8})(\w{1,80})\s?=(?!=)")
_PARTS: Final = regex(r"[a-z]{3,40}")
_GIVES: Final = frozenset(map(stem, words("set reset assign clear initialise initialize")))
_FLAG: Final = regex(r"=\s*(0|1|true|false|True|False|NULL|nullptr|None)\s*;?$")
_OFF: Final = words("0 null none false zero empty off default initial back no")
_CLEARING: Final = frozenset(
    map(
        stem,
        words("clear reset unset forget drop disable zero zeroes invalidate stop remove initialise initialize start"),
    )
)
_UNSETTING: Final = frozenset(map(stem, words("clear unset forget disable")))
