"""A sentence about code, cut where it begins to say something else: what is done, under what, in which order, what for.

No grammar of English is needed: a few words open each kind of segment, and a comma or `and` opens one where a verb in the third person or a
gerund follows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from ..model.pattern import regex
from .clauses import ClauseWord, pieces
from .english import GLUE, words
from .stems import KINDS, kinds_of, negates, stem

DO, WHEN, BEFORE, AFTER, ASIDE, PURPOSE = "do", "when", "before", "after", "aside", "purpose"
_WHEN: Final = words("if when whenever unless until while once provided where")
_ASIDE: Final = words("because so since although though whereas")
_THEN: Final = words("then afterwards finally next")
_ELSE: Final = words("otherwise else")
_SKIPPED: Final = words(
    "and or but then also first only never always may can could might does do not just finally afterwards likewise again next either so"
)
_DETERMINERS: Final = words(
    "the a an its their this that these those it them each every all any no some one both true false null none"
)
_LINKS: Final = words(
    "of to from in into on onto with by for at as if when unless through over under up down off out without back whether how before after until for"
)
_SUBJECTS: Final = words("it that which this they")


class Segment(NamedTuple):
    """role: one of the five. opener: the word that opened it. lead: it stands before what it
    is about. first: how many words of `said` stand before it in its own sentence are none: it begins one."""

    role: str
    opener: str
    words: tuple[ClauseWord, ...]
    lead: bool = False
    after: str = ""  # how it follows what stands before: "then", "else", ""
    fresh: bool = True  # it begins a sentence


def cut(text: str) -> list[Segment]:
    told = list(pieces(_plain(text)))
    made: list[Segment] = []
    role, opener, after, lead, fresh = DO, "", "", True, True
    held: list[ClauseWord] = []

    def close() -> None:
        nonlocal after, fresh
        if any(word.kind != "mark" for word in held):
            made.append(Segment(role, opener, tuple(held), lead and role != DO, after, fresh))
            after, fresh = "", False
        held.clear()

    for at, word in enumerate(told):
        small = word.small
        before = told[at - 1] if at else None
        opening = word.kind == "word" and not (before is not None and before.small in ("the", "a", "an", "its"))
        if word.kind == "mark" and word.text in ".;:!?":
            close()
            role, opener, after, lead, fresh = DO, "", "", True, True
        elif opening and (
            small in _WHEN
            or (small in _ASIDE and not (small == "so" and at + 1 < len(told) and told[at + 1].small in ("it", "far")))
            or (small == "as" and [w.small for w in told[at : at + 3]] == ["as", "long", "as"])
        ):
            lead_here = not any(w.kind != "mark" and w.small not in _SKIPPED for w in held) and (lead or not made)
            alone = [held.pop()] if held and held[-1].small in ("only", "solely") else []  # `only when`
            close()
            held.extend(alone)
            role, opener, lead = (ASIDE if small in _ASIDE else WHEN), ("while" if small == "as" else small), lead_here
        elif (
            opening
            and small in ("before", "after")
            and at + 1 < len(told)
            and not _be(told[at + 1])
            and told[at + 1].kind != "mark"
            and (role == DO or (role == WHEN and told[at + 1].small.endswith("ing")))
        ):
            lead_here = not any(w.kind != "mark" for w in held) and not made
            close()
            role, opener, lead = (BEFORE if small == "before" else AFTER), small, lead_here
        elif (
            opening
            and small in _THEN
            and (role in (WHEN, DO))
            and (role == DO or (before is not None and before.text == ","))
            and not (before is not None and before.small in _DETERMINERS)
        ):
            if small == "next" and not _acts(told, at + 1):
                held.append(word)
                continue
            close()
            role, opener, lead, after = DO, small, False, "then"
        elif opening and small in _ELSE:
            if (
                role == DO
                and held
                and not any(
                    w.kind != "mark" and w.small not in _SKIPPED for w in told[at + 1 : at + 2] if w.text not in ".;"
                )
            ):
                after = "else"
                close()
                continue
            close()
            role, opener, lead, after = DO, small, False, "else"
        elif opening and small == "for" and role == DO and _constant(held):
            close()
            role, opener, lead = WHEN, "for", False
        elif opening and small == "to" and role == DO and _aims(held, told, at):
            close()
            role, opener, lead = PURPOSE, small, False
        elif (
            opening
            and small in ("that", "which", "whose", "who")
            and role == DO
            and held
            and (
                any(
                    negates(w.small)
                    or w.small
                    in (
                        "less",
                        "greater",
                        "more",
                        "fewer",
                        "larger",
                        "smaller",
                        "longer",
                        "shorter",
                        "than",
                        "zero",
                        "equal",
                    )
                    for w in told[at + 1 : at + 5]
                )
                or any(w.small in ("already", "still") for w in told[at + 1 : at + 3])
            )
        ):
            about = [w for w in held[-1:] if w.kind == "word"]
            close()
            role, opener, lead = WHEN, "", False
            held.extend(about)  # `each option that …`
        elif (
            (word.text == "," and role != DO and lead)
            or (
                (word.text == "," or small in ("and", "but", "or"))
                and _acts(told, at + 1, gerund=word.text == "," or (role == DO and small == "and" and _gerund(held)))
            )
            or (small in ("and", "but") and _tells(held, role) and _suffers(told, at + 1, within=role == WHEN))
        ):
            close()
            role, opener, lead = DO, "", False
        elif word.text == "," and role == DO and at + 1 < len(told) and told[at + 1].small == "or" and held:
            close()
            role, opener, lead, after = DO, "or", False, "else"
        elif (
            word.text == ","
            and role in (BEFORE, AFTER, WHEN, ASIDE)
            and at + 1 < len(told)
            and told[at + 1].small in ("and", "else", "or")
            and not _acts(told, at + 1)
        ):
            held.append(word)
        else:
            held.append(word)
    close()
    return made


def _in_that_case(found: re.Match[str]) -> str:
    """`returns 1 unless a, in which case it returns 0`: two sentences, with the condition in each."""
    opposite = {"unless": "If", "if": "If", "when": "When"}[found[1]]
    return f"{found[1]} {found[2]}. {opposite} {found[2]}, it"


_GIVEN: Final = (
    r"(?:an?|the|its|-?\d+|[A-Z][A-Z_]{2,30}|None|True|False|true|false|null|nullptr|\"[^\"]{0,40}\"|`[^`]{1,40}`)"
)


_ALONG: Final = (
    (regex(r"(?i)\b(?:if|when|once)(?: it is| it runs| it has run)? out of memory\b|\b(?:if|when|once) (?:the )?memory (?:runs|ran) out\b|\b(?:if|when) there is no(?: more)? memory(?: left)?\b"), "if the memory cannot be allocated"),
    (regex(rf"^(\w{{3,20}}s) ([^,;.]{{1,60}}?) (if|when|unless) ([^,;.]{{1,120}}?),? and ({_GIVEN}(?: [^,;. ]{{1,40}}){{0,5}}?) (if|when|unless) ", re.IGNORECASE), r"\1 \2 \3 \4. \1 \5 \6 "),
    (regex(r"\b(if|when|unless) ([^,;.]{1,120}?) and (\S{1,40}) otherwise\b"), r"\1 \2, and \3 otherwise"),
    (regex(r"\b(if|when|unless) (?:any|every|some|an?)(?: \w{2,20})?(?: but| except(?: for)?| other than) ([^,;.]{2,40}?) (is|are|was|has)\b"), r"\1 \2 \3 not"),
    (regex(r"^(\w{3,20}s) ([^,.;]{3,80}?),? followed by ([^,.;]{3,60})"), r"\1 \2, then \1 \3"),
    (regex(r"^(\w{3,20}s) ([^,.;]{3,80}?),? preceded by ([^,.;]{3,60})"), r"\1 \3, then \1 \2"),
    (regex(r"\b(unless|if|when) ([^,;.]{1,160}), in which case(?: it)?\b"), _in_that_case),
    (regex(r"\b(\w{3,20}s) ([^,.;]{1,60}?) first,? and (?:then )?(?!\w{1,20}s )([^,.;]{1,60}?) (?:afterwards|later|thereafter|second|last)\b"), r"\1 \2, then \1 \3"),
    (regex(r"\b[Ss]tarts (?:out |off )?(?:with|from) "), "uses "),
    (regex(r"\b(?:the )?(\w{3,20}) (?:runs|ran) out\b"), r"there is no \1"), (regex(r"\b(?:it )?(?:runs|ran) out of (\w{3,20})\b"), r"there is no \1"),
    (regex(r"\btim(?:es|ed|e|ing) out\b"), "timeout"), (regex(r"\bor, if (?:there is|that is|it is|they are|this is|not|none)[^,.]{0,40},", re.IGNORECASE), "or else"),
    (regex(r",? ?\b(?:rather than|instead of) [^,.;]{1,80}?(?=$|[,.;]| (?:to|if|when|unless|for|from|in|into)\b)"), ""),
    (regex(r"\b(?:at|with|for|in) any (\w+) (?:but|except)(?: for)? (\w+)"), r"if the \1 is not \2"),
    (regex(r",? ?\b(?:one after (?:the other|another)|one by one|one at a time)\b"), ""),
    (regex(r"\bin (?:every|any|all|both|either) cases?\b"), "always"),
    (regex(r"\bonly (?:at|in|for|during|on) (?=[a-z])"), "only if it is "),
    (regex(r"\bonce (.{3,60}?) (?:has|have) (?:ended|finished|completed|returned|been \w+|run)\b"), r"after \1"),
    (regex(r"\b[Ll]eaves? ([^,.;]{1,60}?) (?:unmodified|unchanged|untouched|intact|alone|as (?:it|they) (?:is|are))\b"), r"does not change \1"),
    (regex(r"\b([Rr])e-(?=[a-z]{3})"), r"\1e"), (regex(r"^Without ([^,.]{1,60}),"), r"If there is no \1,"),
    (regex(r"\b[Pp]refers? ([^,.]{1,60}?) (?:over|to) "), r"uses \1, otherwise "),
    (regex(r"\b(\w+s) once(?=[,.]|$)"), r"\1"),
    (regex(r",? (?:as well(?! as)|too|among other (?:\w+)|and (?:so on|others))(?=[,.;]|$)"), ""),
    (regex(r",? at last,?|\bat (?:first|once)\b|\bin turn\b"), ""), (regex(r",? ?\bon (?:an? |the )?(?:error|failure|exception)s?\b,?"), " if it fails, "),
    (regex(r",? ?\b(?:on|upon) success\b,?"), " if it succeeds, "),
    (regex(r"(?i)\b(raises|throws|returns|exits|aborts|fails|stops|gives up) ([^,.;]{1,60}? )?(?:on|upon|in case of) an? ([\w-]{3,30})(?=[,.;]|$| and | or )"), r"\1 \2if there is a \3"),
    (regex(r"\b(?:returns|gives) (?:something|anything|a (?:value|code|status))? ?(?:other|different) than (?:zero|0)(?!\w)"), "does not return 0"),
    (regex(r"\b[Rr](?:ejects|efuses) (?:an?|the|any) ([\w-]{1,30}(?: [\w-]{1,30})?) (?:that|which) ([^,.;]{1,80}?) with an? (\S{1,60}?)(?: error| exception)?(?=[.,;]|$)"), r"raises \3 if the \1 \2"),
    (regex(r"\b([Ll]eaves?|[Ff]ilters?) out\b"), "omits"),
    (regex(r"\bas long as\b"), "while"), (regex(r"\bin case (?:of|that)\b|\bin case\b"), "if"), (regex(r"\bas soon as\b|\bprovided that\b"), "when"), (regex(r"\bunless and until\b"), "until"),
)  # fmt: skip


def _plain(text: str) -> str:
    """Phrases that open or mean a condition, as a word that does."""
    for pattern, plain in _ALONG:
        text = pattern.sub(plain, text)
    return " ".join(text.split())


def _constant(held: Sequence[ClauseWord]) -> bool:
    """`returns -1 for …`, `answers "no" for …`: what follows is the case in which it does."""
    words_ = [w for w in held if w.kind != "mark" and w.small not in _SKIPPED]
    if len(words_) < 2 or stem(words_[0].text) not in _GIVING:
        return False
    return any(
        w.kind in ("quoted", "number")
        or w.text in ("None", "True", "False", "NULL")
        or w.small in ("true", "false", "null", "none", "nothing", "zero")
        for w in words_[1:4]
    ) or stem(words_[0].text) in ("answer", "report")


_GIVING: Final = frozenset(map(stem, words("return yield answer give report raise throw")))


def _tells(held: Sequence[ClauseWord], role: str) -> bool:
    """Whether what stands before has its verb: of `once its name and size are checked` the verb is still to come."""
    be = any(word.small in ("is", "are", "was", "were") for word in held)
    return be or (role == DO and any(kinds_of(word.small) for word in held))


def _suffers(told: Sequence[ClauseWord], at: int, *, within: bool = False) -> bool:
    """Whether a clause of its own in the passive comes next: `and -1 is returned`, `and the buffer is freed`. within: a condition,
    which `and a default is given` goes on with."""
    behind = told[at : at + 7]
    be = next((n for n, w in enumerate(behind) if w.small in ("is", "are", "gets", "get")), 0)
    if (
        not be
        or be + 1 >= len(behind)
        or any(w.text in ",.;:" or w.small in _WHEN or w.small in _LINKS or w.small in _SUBJECTS for w in behind[:be])
    ):
        return False
    done = behind[be + 1]
    if within and done.small in _STATES:
        return False
    return done.kind == "word" and done.small.endswith(("ed", "en", "t", "d")) and bool(kinds_of(done.small))


_STATES: Final = words(
    "given set unset passed found known needed wanted allowed configured enabled disabled expected specified provided supplied met held taken open closed locked blocked connected hidden frozen allocated"
)


def _aims(held: Sequence[ClauseWord], told: Sequence[ClauseWord], at: int) -> bool:
    """`sleeps to give the child time`: what a deed is for, by a verb that claims nothing of the code."""
    if at + 2 >= len(told) or told[at + 1].kind != "word" or kinds_of(told[at + 1].small):
        return False
    said = [w for w in held if w.kind != "mark" and w.small not in _SKIPPED]
    behind = told[at + 2]
    return (
        len(said) > 1
        and stem(said[0].text) not in _TURNING
        and (behind.small in _DETERMINERS or (behind.kind == "word" and behind.small.endswith("ing")))
    )


_TURNING: Final = frozenset(map(stem, words("set change convert turn switch move rename map attempt try need fail")))


def _be(word: ClauseWord) -> bool:
    return word.small in ("is", "are", "was", "were", "hook", "hooks", "and")


def _gerund(held: Sequence[ClauseWord]) -> bool:
    return bool(held) and held[0].small.endswith("ing")


def _acts(told: Sequence[ClauseWord], at: int, gerund: bool = False) -> bool:
    """Whether a verb comes next: in the third person, or a gerund behind a comma."""
    start = at
    while at < len(told) and (
        told[at].small in _SKIPPED
        or told[at].text == ","
        or (told[at].small.endswith("ly") and told[at].kind == "word")
        or (told[at].small in _SUBJECTS and at > start)
    ):
        at += 1
    if at >= len(told) or told[at].kind != "word":
        return False
    small = told[at].small
    after = told[at + 1] if at + 1 < len(told) else None
    goes = (
        after is None
        or after.kind in ("quoted", "number", "code", "mark")
        or after.small in _DETERMINERS
        or after.small in _LINKS
        or after.small.endswith("ly")
    )
    if gerund and small.endswith("ing") and len(small) > 4:
        return goes or bool(kinds_of(small))
    if not small.endswith("s") or small.endswith("ss") or small in GLUE:
        return False
    known = bool(KINDS.get(stem(small)))
    return (known and (goes or (after is not None and after.kind == "word"))) or (
        goes and after is not None and after.kind != "mark"
    )
