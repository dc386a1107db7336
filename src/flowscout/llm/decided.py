"""What speaks against a segment that says under what something is done, held against one condition: its words, and its sign."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from .beside import told_beside
from .clauses import ClauseWord
from .deeds import Under
from .english import GLUE, words
from .opposites import OPPOSITES
from .parts import Facts
from .phrased import PLAIN, known, phrases, strange
from .phrases import is_literal
from .saying import agrees, of_another
from .scopes import TextScope
from .segments import Segment
from .stems import ADVERSE_STEMS, NEUTRAL_STEMS, PRESENT_STEMS, kinds_of, negates, stem, stems
from .values import stands

_GENERIC: Final = words(
    "it that this they them there one ones none any anything something nothing so else case those these all only"
)
FAILING: Final = frozenset(
    map(
        stem, words("fail failure error wrong raise throw exception succeed succeeds succeeded success ok happen occur")
    )
)
ASKED: Final = words(
    "come came back asked requested told wanted required needed possible necessary available left room still yet already again in use set given configured provided present possible allowed permitted enabled active"
)
_TOO: Final = {
    "long": ">",
    "large": ">",
    "big": ">",
    "many": ">",
    "much": ">",
    "high": ">",
    "short": "<",
    "small": "<",
    "few": "<",
    "low": "<",
    "little": "<",
}


_LETTER: Final = re.compile(r"[b-z]")


def unmet(
    segment: Segment, condition: Under, scope: TextScope, facts: Facts, subject: TextScope | None = None
) -> list[str]:
    """Why what a segment says is not that this condition is met."""
    beside = told_beside(segment, facts.notes.get(condition, ()))
    if beside is not None:
        return [] if beside else ["what is written there says otherwise"]
    return list(_unmet(segment, condition, scope, facts, subject))


def _unmet(
    segment: Segment, condition: Under, scope: TextScope, facts: Facts, subject: TextScope | None
) -> Iterator[str]:
    said = tuple(w for w in segment.words if w.kind != "mark" or w.text in "<>=≤≥-−")
    whole = (ClauseWord("word", segment.opener, False), *said) if segment.opener == "unless" else said
    wide = scope.joined(subject) if subject else scope
    content = [
        w for w in said if w.kind == "word" and w.small not in GLUE and w.small not in _GENERIC and not negates(w.small)
    ]
    told = [
        w
        for w in content
        if not {stem(w.text)} & (ADVERSE_STEMS | PRESENT_STEMS | FAILING)
        and w.small not in ASKED
        and stem(w.text) not in NEUTRAL_STEMS
        and not (kinds_of(w.small))
    ]
    literals = [w for w in said if is_literal(w) or w.kind in ("quoted", "number", "code")]
    for at, word in enumerate(said):
        if word in literals and not stands(word, scope, negative=at > 0 and said[at - 1].text in "-−"):
            yield f"{word.text} does not stand there"
    letters = [w.small for w in said if _LETTER.fullmatch(w.small)]
    own = f"{condition.code} {condition.also} {condition.text}".lower()
    if condition.code and letters and not any(re.search(rf"(?<![a-z]){one}(?![a-z])", own) for one in letters):
        yield f"the condition does not name {letters[0]}"
    if condition.code and of_another(" ".join(w.small for w in said), stems(own)):
        yield "that limit is of something else"
    named = [
        w for w in content if known(w, scope) or any(OPPOSITES.get(stem(w.text), frozenset()) & scope.own for _ in "x")
    ]
    allowed = wide.known | facts.unplaced | facts.around(condition)
    if told and not named and not literals and not all(stem(w.text) in allowed for w in told):
        yield "it is about something else"
    goes = any(stem(w.text) in FAILING for w in content)
    if (
        not told
        and not literals
        and content
        and condition.code
        and not _bare(content, wide)
        and not _asks_itself(content, wide)
        and not goes
        and not named
    ):
        yield "it is about something else"
    for word in told:
        if (
            stem(word.text) not in allowed | facts.general | PLAIN
            and not known(word, wide)
            and not (_contrary(word, wide) or _shortened(word, content, wide))
        ):
            yield f"`{word.text}` is no word of the condition"
    heads = [
        n
        for n, w in enumerate(said)
        if kinds_of(w.small)
        and w.small not in ASKED
        and n
        and said[n - 1].small in ("is", "are", "was", "been", "be", "to", "not", "could", "can", "cannot")
    ]
    for phrase in phrases(said, heads):
        kept = [
            w
            for w in phrase
            if stem(w.text) not in ADVERSE_STEMS | PRESENT_STEMS | FAILING
            and w.small not in ASKED
            and w.small not in _GENERIC
            and w.small not in _TOO
        ]
        if kept:
            yield from (
                why
                for why in strange(kept, wide, facts, False)
                if not ("another thing" in why and stem(kept[-1].text) in PLAIN)
            )
    if segment.opener == "until" and condition.loop:
        condition = condition._replace(holds=not condition.holds)
    if condition.loop and not condition.holds and segment.opener != "until":
        whole = tuple(w for w in whole if w.small not in ("end", "over", "exhausted"))
    if not condition.loop or condition.code:
        yield from _signed(whole, condition, facts, bool(condition.code) and condition.text == condition.code)


def _contrary(word: ClauseWord, scope: TextScope) -> bool:
    return (
        bool(OPPOSITES.get(stem(word.text), frozenset()) & scope.known)
        or word.small.endswith("ly")
        or word.small in _TOO
    )


def _shortened(word: ClauseWord, content: Sequence[ClauseWord], scope: TextScope) -> bool:
    """`the queue` of `new_q`, `the garbage collector` of `gc_suspend`."""
    if re.search(rf"_{re.escape(word.small[0])}(?![a-z0-9])", scope.code):
        return True
    return any(f"{a.small[0]}{b.small[0]}" in scope.short for a, b in pairwise(content) if word in (a, b))


def _bare(content: Sequence[ClauseWord], scope: TextScope) -> bool:
    """`if it is missing`, `if that fails`, `when there is room left`: about whatever the condition is."""
    return all(
        {stem(w.text)} & (ADVERSE_STEMS | PRESENT_STEMS | FAILING)
        or w.small in ASKED
        or w.small in _GENERIC
        or stem(w.text) in scope.known
        or w.small in ("caller", "function", "first", "operation", "step")
        for w in content
    )


def _asks_itself(content: Sequence[ClauseWord], scope: TextScope) -> bool:
    return any(stem(w.text) in scope.known for w in content)


def _signed(said: Sequence[ClauseWord], condition: Under, facts: Facts, choice: bool = False) -> Iterator[str]:
    smalls = [w.small for w in said]
    if not condition.code:
        adverse = sum(negates(w) or stem(w) in ADVERSE_STEMS | {"rais", "throw"} for w in smalls)
        if (
            re.search(r"NotFound|Missing|NoSuch|Lookup|KeyError", condition.text)
            and adverse % 2 == 0
            and ({"exists", "exist", "found", "there", "present"} & set(smalls))
        ):
            yield "it is done where that is missing"
        if {"found", "present", "available", "valid"} & set(smalls) and adverse % 2 == 0:
            yield "it is done where that fails"
        if {stem(w) for w in smalls} & _WELL and adverse % 2 == 0:
            yield "it is done where that fails"
        return
    case = re.search(r" (-?\w+)$", condition.code)
    if case and condition.text.endswith(case[0]) and not re.search(r"[<>=!]| is | in |\bnot\b", condition.code):
        condition = condition._replace(code=f"{condition.code[: case.start()]} == {case[1]}")
    code = condition.code
    if (
        _KNOWN & set(smalls)
        and _NEW.search(code)
        and not _KNOWN & set(smalls) & set(re.findall(r"[a-z]+", code.lower()))
    ):
        if bool(sum(map(negates, smalls)) % 2) is not condition.holds:
            yield f"it is done where that is new: {code[:80]!r}"
        return
    if condition.loop and not condition.holds and _FOUND & set(smalls) and _left_within(condition, facts):
        if sum(map(negates, smalls)) % 2 == 0:
            yield "it is done where none was found"
        return
    if re.search(r"\b(?:only|just|exactly) one\b", " ".join(smalls[1:])) and not re.search(
        r"==\s*1\b|<\s*2\b|<=\s*1\b", code
    ):
        yield "nothing says that there is only one"
        return
    for at, small in enumerate(smalls):
        if small in ("too", "so") and at + 1 < len(smalls) and smalls[at + 1] in _TOO:
            sign = _TOO[smalls[at + 1]]
            if sum(map(negates, smalls)) % 2:
                sign = {"<": ">", ">": "<"}[sign]
            found = re.search(r"(?<![<>=!-])([<>])(?![<>])", re.sub(r"->", ".", code))
            if found and (found[1] if condition.holds else {"<": ">", ">": "<"}[found[1]]) != sign:
                yield "it compares the other way round"
            return
    sorts = [w for w in smalls if w in ("after", "before", "beyond")]
    if sorts and (found := re.search(r"(?<![<>=!-])([<>])(?![<>])", re.sub(r"->", ".", code))):
        sign = found[1] if condition.holds else {"<": ">", ">": "<"}[found[1]]
        if sign != (">" if sorts[0] != "before" else "<"):
            yield "it compares the other way round"
        return
    if (bound := _BOUNDED.search(code)) and {"room", "full", "space"} & set(smalls):
        full = (
            ("full" in smalls) != bool(sum(map(negates, smalls)) % 2) if "full" in smalls else any(map(negates, smalls))
        )
        if full != ((bound[1][0] == ">") == condition.holds):
            yield f"it is done the other way round: {code[:80]!r}"
        return
    if "empty" in smalls and (counted := _COUNTED.search(code)):
        empty = not sum(map(negates, smalls)) % 2
        if empty == ((counted[1] in (">", "!=")) == condition.holds):
            yield f"it is done the other way round: {code[:80]!r}"
        return
    if (
        re.search(r">\s*0\b", code)
        and condition.holds
        and {"room", "left", "any", "some", "remaining", "there", "more", "still", "positive"} & set(smalls)
        and "enough" not in smalls
        and not any(map(negates, smalls))
    ):
        return
    if set(smalls) & {"full"} and re.search(r"[<>]", code) and "full" not in code.lower():
        yield "nothing says that it is full"
    if (
        choice
        and re.search(r"[<>]", code)
        and not {stem(w.text) for w in said} & {stem(part) for part in re.findall(r"[A-Za-z]+", code)}
    ):
        turns = (
            sum(negates(w) or stem(w) in ADVERSE_STEMS for w in smalls) % 2
        )  # a paraphrase of a comparison: whether it is so
        if bool(turns) == condition.holds:
            yield "it is the other value that is given so"
        return
    goes = {stem(w) for w in smalls} & _GOES
    if goes and _ZERO.fullmatch(code.strip()) and (failed := facts.noted_failure(condition)) is not None:
        if bool(sum(negates(w) or stem(w) in ADVERSE_STEMS for w in smalls) % 2) != failed:
            yield "it is done where that fails" if failed else "it is done where that goes well"
        return
    if goes and _CALLED.fullmatch(condition.code.strip()) and (failed := facts.fails(condition)) is not None:
        turns = sum(negates(w) or stem(w) in ADVERSE_STEMS for w in smalls)  # `if (resize(…)) return -1;`
        if bool(turns % 2) != failed:
            yield "it is done where that fails" if failed else "it is done where that goes well"
        return
    yield from agrees(tuple(said), _plainly(condition, smalls))


_KNOWN: Final = words("known existing old seen")
_NEW: Final = re.compile(r"(?<![a-z])new(?=_|[A-Z]|\b)")


def in_vain(said: Sequence[ClauseWord], unders: Sequence[Under], facts: Facts) -> Under | None:
    """The loop that a clause says found nothing: `if no option matches` of what is done where it was never left from within."""
    smalls = [w.small for w in said]
    if not _FOUND & set(smalls) or sum(map(negates, smalls)) % 2 == 0 or {"only", "or", "and"} & set(smalls):
        return None
    nouns = [w for w in said if w.kind == "word" and w.small not in GLUE | _GENERIC | _FOUND and not negates(w.small)]
    heard = facts.general | stems(facts.text)
    return next(
        (
            under
            for under in unders
            if under.loop
            and not under.holds
            and _left_within(under, facts)
            and all(stem(w.text) in heard | NEUTRAL_STEMS or known(w, facts.scope_of(under)) for w in nouns)
        ),
        None,
    )


def found_after_all(said: Sequence[ClauseWord], unders: Sequence[Under], facts: Facts) -> bool:
    """`if an option is found` of what is done only where the loop that looks for one came to its end."""
    smalls = {w.small for w in said}
    return bool(
        (smalls & _FOUND - {"there", "such", "available"} or (smalls & _SOME and smalls & _ARE and not smalls & _OVER))
        and not any(map(negates, smalls))
        and unders
        and all(u.loop for u in unders)
        and any(not u.holds and _left_within(u, facts) for u in unders)
    )


_SOME, _ARE = words("a an any some one"), words("is are has have")
_OVER: Final = words("empty missing exhausted over reached end done")


def _left_within(loop: Under, facts: Facts) -> bool:
    """Whether a loop is left for something that it was looking for."""
    within = loop._replace(holds=True)
    return any(
        within in step.under and any(not u.loop for u in step.under) and step.said.startswith(_LEAVES)
        for step in facts.steps.values()
    )


_LEAVES: Final = ("Return", "Leave the loop")
_FOUND: Final = words("found match matches matched matching exist exists fits fit available suitable there such")
_BOUNDED: Final = re.compile(
    r"(?i)(?:len|length|count|used|num|n|put|pos)\)? ?(<|>=) ?\(?[\w.>-]{0,60}(?:cap|capacity|max|limit|alloc|size)\b"
)  # as many as may be
_COUNTED: Final = re.compile(r"(?i)(?:size|len|length|count|num)\w{0,8}(?:\(\))? ?(>|!=|==|<=) ?0\b")
_CALL_ZERO: Final = re.compile(r"(?:[\w.]+(?:->|::))*(\w{1,80})\(.{0,300}\) ?(==|!=) ?0")  # 0 is success there
_ANSWERING: Final = re.compile(
    r"(?i)_*(?:is|has|can|should|was)(?=[_A-Z])|.*(?:cmp|compare|equal|strlen)|.*(?<![a-z])(?:len|size|count)"
)


def goes_well(said: Sequence[ClauseWord]) -> bool:
    smalls = [w.small for w in said if w.kind == "word"]
    return bool({stem(w) for w in smalls} & _WELL) and not any(map(negates, smalls))


_WELL: Final = frozenset(map(stem, words("succeed succeeds succeeded success well ok works")))
_CALLED: Final = re.compile(r"[!(]*[\w.:>-]{1,80}\(.{0,300}\)\s*(?:[!=<>]=?\s*-?\w{1,40})?\)?")
_STATUS: Final = re.compile(r"\b(?:\w*(?:ret|rc|retval|res|result|status|rv|st|ok|errno)\d?)\s*(==|!=)\s*0(?![\w.])")
_ZERO: Final = re.compile(r"\w+\s*(==|!=)\s*0")  # of what a call gave, where the text says that it fails or not
_NAMED_OK: Final = re.compile(
    r"([!=]=)\s*(?:\w+::)*\w*(?:_OK|OK|SUCCESS|NO_?ERROR|NONE)\b|\b\w*(?:_OK|OK|SUCCESS|NO_?ERROR)\s*([!=]=)"
)
_GOES: Final = frozenset(
    map(
        stem,
        words(
            "fail failed failure succeed succeeds succeeded success error wrong errors cannot can could able unable possible"
        ),
    )
)


def _plainly(condition: Under, smalls: Sequence[str]) -> Under:
    """A condition on a status as it is said: `ret == 0` is success where the text says nothing of a zero."""
    said = {stem(w) for w in smalls}
    own = {stem(part) for part in re.findall(r"[a-z]+", condition.code.lower())}
    if {"0", "zero", "non-zero", "nonzero"} & set(smalls):
        return condition
    if re.search(r"\.second\b", condition.code) and re.search(r"(?:emplace|insert)\w{0,40}+\s*+\(", condition.also):
        return condition._replace(code="done" if re.search(r"!|\bnot\b", condition.code) else "not done")
    if (
        said & _GOES
        and not {"0", "zero"} & set(smalls)
        and (called := _CALL_ZERO.fullmatch(condition.code.strip()))
        and not _ANSWERING.match(called[1])
    ):
        return condition._replace(code="done" if called[2] == "==" else "not done")
    if found := _STATUS.search(condition.code) or (
        said & _GOES and "(" in condition.also and _ZERO.fullmatch(condition.code.strip())
    ):
        code = (
            condition.code[: found.start()]
            + ("done" if found[1] == "==" else "not done")
            + condition.code[found.end() :]
        )
        return condition._replace(code=code)
    if (found := _NAMED_OK.search(condition.code)) and (said & _GOES or not said & own):
        equal = (found[1] or found[2]) == "=="
        return condition._replace(code="done" if equal else "not done")
    if (
        re.search(r"_NO_\w+|\bNO_\w+|\bNo[A-Z]\w+", condition.code)
        and any(negates(w) for w in smalls)
        and re.search(r"==", condition.code)
    ):
        return condition._replace(code="not done")
    return condition
