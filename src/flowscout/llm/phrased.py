"""Nouns of a segment: each phrase is of the step, of plain English, or refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import Deed
from .english import GLUE, NEUTRAL, NUMBERS, words
from .heads import ADVERBS, EMPTY, HARD, KIND_NOUNS, SETTING, STRONG, given_back, raises
from .opposites import OPPOSITES
from .parts import Facts
from .phrases import is_literal
from .scopes import TextScope, fits
from .signs import MARKS
from .stems import NEUTRAL_STEMS, kinds_of, negates, stem

_COUNTED: Final = words("twice thrice times once")


PLAIN: Final = frozenset(
    map(
        stem,
        words("""
table search slot cleanup structure struct predicate hook handler room scope status state helper wrapper flag routine callback resource resources record records job bookkeeping copy
setup teardown implementation logic machinery rest remainder outset side caller callers user code ownership responsibility turn attempt surplus excess spare free given whole itself success failure problem
signature kind sort sense order place role duty answer reply fallback default absence presence existence lookup check test guard early return request requested asked wanted
statement reference pointer string text object objects thread process program system function method class module library file-level inline newly just directly silently quietly immediately automatically lazily in-place
bytes byte digits digit idea alternative alternatives sign signs unit units top behind behalf beside memory main bottom significant individual one-off pointers pair up back out down together away once accordingly purpose stage phase moment time-out following preceding otherwise unchanged untouched as-is
"""),
    )
)


_CONCRETE: Final = words(
    "map maps list lists set sets sequence sequences path paths line lines word words character characters pair pairs range ranges series"
)


_AGED: Final = words("new old previous former existing")


# -- phrases ------------------------------------------------------------------------------------------------------------------


def phrases(said: Sequence[ClauseWord], heads: Sequence[int]) -> list[list[ClauseWord]]:
    """Runs of words between the small words, without the verbs."""
    made: list[list[ClauseWord]] = [[]]
    for at, word in enumerate(said):
        if (
            word.kind == "mark"
            or (word.small in ADVERBS and word.small not in ("next", "first"))
            or word.small in ("before", "after")
            or (word.small in GLUE and word.small not in ("most", "least"))
            or at in heads
            or negates(word.small)
        ):
            made.append([])
        elif word.kind == "word" and not is_literal(word):
            made[-1].append(word)
            if word.small.endswith(("'s", "’s", "s'")):
                made.append([])
        else:
            made.append([])
    return [phrase for phrase in made if phrase]


def phrased(
    said: Sequence[ClauseWord], heads: Sequence[int], scope: TextScope, facts: Facts, deeds: Sequence[Deed]
) -> Iterator[str]:
    returned = {id(w) for w in given_back(said)[-1:]}
    ends_ = _ending(deeds, facts)
    anchored = any(
        known(w, scope)
        or (ends_ is not None and known(w, ends_))
        or stem(w.text) in facts.general_name
        or w.small in EMPTY
        or (at in heads and stem(w.text) in STRONG)
        for at, w in enumerate(said)
        if w.kind == "word" and w.small not in GLUE
    ) or any(is_literal(w) for w in said)
    around, ends = within_which(deeds, facts), _ending(deeds, facts)
    hard = any(
        stem(said[at].text) in HARD
        or (kinds_of(said[at].small) - _MILD and said[at].small not in NEUTRAL)
        or not (kinds_of(said[at].small) or stem(said[at].text) in NEUTRAL_STEMS)
        for at in heads
    )
    done = {said[at].small for at in heads} | _TOWARDS
    for phrase in phrases(said, heads):
        last = phrase[-1]
        if (
            _behind(phrase, said) in ("by", "as")
            and not known(last, scope)
            and stem(last.text) not in facts.general | facts.general_name
            and last.small not in EMPTY
            and not known(phrase[0], scope)
        ):
            yield f"`{last.text}` is no word of it"
        if (
            around is not None
            and _behind(phrase, said) in ("under", "within", "in", "inside", "holding", "with", "while")
            and all(known(w, around) or known(w, scope) for w in phrase)
        ):
            continue
        if (
            ends is not None
            and not {id(w) for w in phrase} & returned
            and all(
                known(w, scope) or known(w, ends) or (stem(w.text) in NEUTRAL_STEMS and stem(w.text) not in facts.named)
                for w in phrase
            )
        ):
            continue
        if any(raises(d) for d in deeds) and phrase[-1].small in ("error", "exception", "errors", "exceptions"):
            phrase = phrase[:-1]
        if (
            _behind(phrase, said) in ("is", "are")
            and _determined(phrase, said)
            and not all(known(w, scope) or stem(w.text) in facts.general | NEUTRAL_STEMS for w in phrase)
        ):
            yield f"nothing says that it is a {last.text}"
            continue
        yield from strange(
            phrase,
            scope,
            facts,
            {id(w) for w in phrase} & returned != set() and phrase[-1].small in KIND_NOUNS,
            deeds,
            ends,
            (hard and _behind(phrase, said) in done) or (_behind(phrase, said) == "from" and bool(heads)),
        )
    content = [
        w
        for w in said
        if w.kind == "word"
        and w.small not in GLUE
        and stem(w.text) not in NEUTRAL_STEMS | PLAIN
        and not kinds_of(w.small)
    ]
    if content and not anchored:
        yield "nothing of it is of the step"


_MILD: Final = frozenset({"return", "check", "read", "call"})
_TOWARDS: Final = words("to into from onto of and or with")  # … which a deed is done
_LASTLY: Final = words("last first well too")
_PASSED: Final = words("input given passed supplied provided")
_WORLD: Final = frozenset(
    map(stem, words("file disk database network server terminal console screen thread process socket internet cloud"))
)
_TURNS: Final = words("non re un pre")


def _ending(deeds: Sequence[Deed], facts: Facts) -> TextScope | None:
    """What decides over steps that end the function or a turn of a loop: they are told with its words."""
    unders = [u for d in deeds if d.said.startswith(("Return", "Raise", "Throw", "Go on", "Leave")) for u in d.under]
    scope = facts.scope_of(unders[0]) if unders else None
    for under in unders[1:]:
        scope = scope.joined(facts.scope_of(under)) if scope else None
    return scope


def within_which(deeds: Sequence[Deed], facts: Facts) -> TextScope | None:
    """What is held where a step is done: `under the lock`."""
    found = [
        id_
        for id_, step in facts.steps.items()
        if step.said.startswith("With ") and all(step.place < d.place for d in deeds)
    ]
    scope = facts.scope(found[0]) if found else None
    for id_ in found[1:]:
        scope = scope.joined(facts.scope(id_)) if scope else None
    return scope


def _behind(phrase: Sequence[ClauseWord], said: Sequence[ClauseWord]) -> str:
    at = next((n for n, w in enumerate(said) if phrase and w is phrase[0]), 0)
    return next(
        (
            w.small
            for w in reversed(said[:at])
            if w.small not in ("the", "a", "an", "its") and not w.small.endswith(("'s", "’s"))
        ),
        "",
    )


def _determined(phrase: Sequence[ClauseWord], said: Sequence[ClauseWord]) -> bool:
    at = next((n for n, w in enumerate(said) if w is phrase[0]), 0)
    return at > 0 and said[at - 1].small in ("a", "an")


def known(word: ClauseWord, scope: TextScope) -> bool:
    small = re.sub(r"['’]s?$", "", word.small)
    if "-" in small:
        parts = [part for part in small.split("-") if part not in GLUE]
        return any(stem(part) in scope.known for part in parts) and all(
            stem(part) in scope.known | NEUTRAL_STEMS | PLAIN or part in _TURNS for part in parts
        )
    if any(small.startswith(no) and stem(small[len(no) :]) in scope.own for no in ("un", "dis", "non", "in")):
        return True
    return stem(small) in scope.known or fits(small, scope)


def strange(
    phrase: Sequence[ClauseWord],
    scope: TextScope,
    facts: Facts,
    firm: bool,
    deeds: Sequence[Deed] = (),
    ends: TextScope | None = None,
    hard: bool = False,
) -> Iterator[str]:
    """Why a phrase names another thing than the step has."""
    supported = [w for w in phrase if known(w, scope)]
    if (
        hard
        and deeds
        and len(phrase) > 1
        and phrase[-2].small in _PASSED
        and not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", d.code) for d in deeds for name in facts.parameters)
    ):
        yield f"nothing that was given is {phrase[-1].text} there"
    for at, word in enumerate(phrase):
        small = re.sub(r"['’]s?$", "", word.small)
        one, head = stem(small), at == len(phrase) - 1
        if firm and head and word in supported and one in scope.deep and one not in facts.general:
            yield f"nothing says that it is a {word.text}"
            continue
        if word in supported and not (
            one in scope.told and one in facts.named and one not in scope.far and one not in NEUTRAL_STEMS
        ):
            continue
        if small in ("disk", "disc") and any(_ON_DISK.search(d.code) for d in deeds):
            continue
        if (
            small in EMPTY
            or small in NUMBERS
            or small in MARKS
            or (ends is not None and not head and known(word, ends))
        ):
            continue
        if "-" in small and head and hard and supported and not _run_together(small, deeds):
            yield f"nothing makes it `{word.text}`"  # `marks the pipe close-on-exec`
            continue
        if "-" in small and all(
            stem(part) in scope.known | NEUTRAL_STEMS | PLAIN or part in _TURNS or part in GLUE
            for part in small.split("-")
        ):
            continue
        if small in ("old", "previous", "former", "new") and (deeds and not _age(small, deeds, facts)):
            yield f"nothing says that it is {small}"
            continue
        if (
            (one in facts.general_name and not (one in facts.named and any(SETTING.search(d.code) for d in deeds)))
            or small in _AGED
            or (small == "original" and one not in OPPOSITES)
        ):
            continue
        if one in facts.named and not (supported and head):
            if (hard and head) or one not in NEUTRAL_STEMS or one in facts.given:
                yield f"`{word.text}` is another thing of the function"
            continue
        if (
            firm
            and head
            and small in ("index", "position", "offset")
            and any(
                re.search(rf"\[{re.escape(name)}\]", f"{step.code} {' '.join(u.code for u in step.under)}")
                for d in deeds
                for name in re.findall(r"\w+", d.code)[1:2]
                for step in facts.steps.values()
            )
        ):
            continue
        if firm and head:
            if one not in facts.general:
                yield f"nothing says that it is a {word.text}"
            continue
        if (
            one in facts.general
            or (one in NEUTRAL_STEMS and small not in _CONCRETE)
            or (one in PLAIN and not (hard and one in _WORLD))
            or (small in NEUTRAL and small not in _CONCRETE)
            or small.endswith("ly")
            or small in _COUNTED
        ):
            if small in _COUNTED and small != "once" and small not in scope.raw.lower():
                yield f"nothing says that it is done {small}"
            continue
        if (supported and ((head and not (hard and one in _WORLD)) or _ADJECTIVE.search(small))) or (
            not head
            and _ADJECTIVE.search(small)
            and any(stem(w.text) in PLAIN | facts.general for w in phrase[at + 1 :])
        ):
            continue
        if (kinds_of(small) and small not in _CONCRETE) or (small.endswith(("ing", "ed")) and len(phrase) > 1):
            continue
        if hard and head and small not in _LASTLY and not (supported and small in NEUTRAL):
            yield f"`{word.text}` is no word of it"


def _run_together(small: str, deeds: Sequence[Deed]) -> bool:
    """`close-on-exec` of `FD_CLOEXEC`."""
    code = " ".join(deed.code for deed in deeds).lower()
    return all(part[:CUT] in code for part in small.split("-") if part not in GLUE and part not in _TURNS)


CUT: Final = 3
_ON_DISK: Final = regex(r"(?<!\w)(?:os\.remove|unlink|rmtree|rmdir|fopen|mkdir)\s?\(|(?<![\w.>])(?:open|remove)\s?\(")
_ADJECTIVE: Final = regex(r"(?:ed|ing|ly|al|ous|ive|able|ible|ic|ful|less|ary|ent|ant|ate|ish|er|est|y)$")


def _age(small: str, deeds: Sequence[Deed], facts: Facts) -> bool:
    """Whether what a step is about is old: set anew behind it or by it; or new: made before."""
    for deed in deeds:
        inside = re.search(r"\(([^()]*)\)", deed.code)
        named = re.findall(r"[A-Za-z_][\w.>-]*", inside[1]) if inside else []
        target = deed.code.partition("=")[0].split()[-1:] if SETTING.search(deed.code) else []
        later = [other for other in facts.steps.values() if other.place > deed.place and SETTING.search(other.code)]
        overwritten = any(other.code.partition("=")[0].split()[-1:] == [name] for name in named for other in later)
        if small == "new":
            if overwritten and not target:
                return False
        elif overwritten or target or re.search(r"- ?1\b|(?i:old|prev|last)", deed.code):
            return True
    return small == "new"
