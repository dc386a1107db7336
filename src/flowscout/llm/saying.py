"""Whether the words of one part of a sentence are those of what it is about, and whether it says yes where the code does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import ADVERSE_NAMES, UNLIKE, Under, wide
from .english import COMPARISONS, GLUE, words
from .phrases import own_stems
from .stems import ADVERSE_STEMS, negates, plain, stem, stems

# General words that still say something a reader could check: they must be of the step.


_BE: Final = words("is are was were be been being has have had gets get")


_COMPARING: Final = words(
    "less fewer greater larger smaller longer shorter exceed exceeds above below under no not than at more least most equal equals within beyond same both either neither nor"
)


# -- the same answer -------------------------------------------------------------------------------------------------------


_PART_OF: Final = regex(r"(?i)(?<![a-z])(?:error|err|invalid|missing)_(?=[a-z])")  # `error_cb` is no error
_CMP: Final = regex(
    r"(?i)\b(?!\w*(?:compare_?and|compare_?exchange|cmpxchg))\w*(?:cmp|compare)\w{0,20}\s*\("
)  # what is swapped gives a value
_ZERO: Final = regex(
    r"(?:==|!=|\bis\b(?: not)?|<=?(?=\s*0))\s*(?:None|NULL|nullptr|null|nil|undefined|false|False|0|-1|\"\"|''|b\"\"|\[\]|\{\}|\w*_ERR\b|\w*ERROR\w*|\w*FAIL\w*)(?![\w.\"'(])"
)
_EMPTY: Final = regex(r"(?i)(?:\b|_|\.)(?:is_?)?(?:empty|none|null)\s*\(")
_RELATION: Final = regex(r"(?<![<>=!-])(<=|>=|<(?![<=])|>(?![>=]))(?![<>])")
_NAME: Final = r"(?!(?:nullptr|null|nil|true|false|npos)\b)[a-z_]\w*(?:(?:\.|->)[a-z_]\w*)*"
_PAIR: Final = regex(rf"{_NAME} ?[!=]= ?{_NAME}")  # of two variables: nothing but their names says what it means
_NULL: Final = regex(r"(?i)null|\bnil\b|\bNone\b")
_OF_NOTHING: Final = regex(r"\([^()]{1,80},\s*\w*?(NIL|NULL|NONE|UNDEFINED)\s*\)")  # `is_type(x, T_NIL)`
_WELL: Final = frozenset(map(stem, words("succeed succeeds succeeded success successful")))
_FLIP: Final = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}
_OPPOSITE: Final = {"<": "≥", ">": "≤", "≤": ">", "≥": "<"}


def agrees(said: Sequence[ClauseWord], condition: Under) -> Iterator[str]:
    """Whether a part says of a condition what its arm is: as many turns, the same comparison of the same sides."""
    text = " ".join(word.small for word in said if word.kind != "mark" or word.text in "<>=≤≥")
    if not condition.code:  # a handler: that it failed, or what flew
        denied = any(map(negates, plain(text)))
        if (denied and not {"cannot", "not"} & set(plain(text))) or (
            not denied and {stem(word) for word in plain(text)} & _WELL
        ):
            yield "it is done where that fails"
        return
    condition = condition._replace(code=_TURNED_ROUND.sub(r"\3 \2 \1", condition.code))
    if "%" in condition.code and {stem(word.text) for word in said} & {"divid", "multipl"}:
        condition = condition._replace(
            code=_REMAINDER.sub(lambda found: "not divided" if found[1] == "!=" else "divided", condition.code)
        )
    text = _MORE.sub(r"\2\1 than", text)  # `more rows than`
    bare = re.sub(r"\"[^\"]+\"|'[^']+'", '"x"', condition.code)
    asked = _relation(text)
    own = _RELATION.search(re.sub(r"->|<[\w:, *]+>(?=\()", ".", bare))
    if own and "null" in text.split() and not _NULL.search(bare):
        yield f"nothing is asked of a null in {condition.code[:60]!r}"
        return
    signed = bool({"negative", "positive"} & set(text.split())) and re.search(r"[<>]=?\s*0\b", bare)
    if own and not signed and _SOME.search(bare) and _ENOUGH & set(text.split()):
        yield f"say how it compares: {bare[:80]!r}"  # that there are some says not that there are enough
        return
    if own and (signed or not _ZERO.search(bare)):
        yield from _compared(text, asked, bare, own, condition)
        return
    if asked and asked[1] in "<>" and not own:
        yield f"nothing is compared so in {condition.code[:60]!r}"
        return
    if value := _named(said, bare):
        if asked and asked[1] in "≤≥" and "reach" not in text:
            yield f"nothing is compared so in {condition.code[:60]!r}"
            return
        turns = sum(map(negates, (w for w in plain(text) if w != value.lower()))) + len(_OTHER & set(text.split()))
        own_turns = (
            len(UNLIKE.findall(bare))
            + len(re.findall(r"\bnot\b|!(?!=)", UNLIKE.sub(" ", bare)))
            + (not condition.holds)
        )
        if turns % 2 != own_turns % 2:
            yield f"it is done where that is {'so' if condition.holds else 'not so'}: {condition.code[:80]!r}"
        return
    if _PAIR.fullmatch(bare.strip("() ")) and not {stem(w.text) for w in said} & wide(stems(bare)):
        yield f"say how it compares: {bare[:80]!r}"
        return
    if _turns_of_text(said, condition) % 2 != _turns_of_code(bare, said, condition) % 2:
        yield f"it is done where that is {'so' if condition.holds else 'not so'}: {condition.code[:80]!r}"


_SOME: Final = regex(r"[<>]=?\s*[01]\b|[!=]=\s*0\b")
_ENOUGH: Final = words("enough sufficient sufficiently suffices")
_TURNED_ROUND: Final = regex(
    r"^\(?(NULL|nullptr|None|0|-1|[A-Z][A-Z0-9_]{2,80}) ?([!=]=) ?([^&|]{1,200}?)\)?$"
)  # `NULL == found`
_REMAINDER: Final = regex(r"[\w.>-]{1,80} % [\w.>-]{1,80} ?([!=]=) ?0\b")
_OTHER: Final = words("other another different differs else unlike")
_VALUED: Final = regex(r"(?:[!=]==?|\bis(?: not)?\b) ?\(? ?(-?[\w.]{1,80})\)? ?$")


def _named(said: Sequence[ClauseWord], bare: str) -> str:
    """The value that a condition asks for, where the part names it: `is -1`, `are None`."""
    found = _VALUED.search(bare.strip().rstrip(")"))
    value = found[1].rpartition(".")[2] if found else ""
    text = " ".join(word.text for word in said).replace("- ", "-")
    return value if value and re.search(rf"(?<![\w-]){re.escape(value)}(?![\w])", text) else ""


_MORE: Final = regex(r"\b(more|fewer|less|greater|larger|longer|smaller|shorter) ((?:\w{1,40} ){1,4})than\b")


def _relation(text: str) -> tuple[int, str, int] | None:
    padded = f" {text} "
    for phrase, relation in COMPARISONS:
        at = padded.find(f" {phrase} ")
        if at >= 0:
            return at, relation, at + len(phrase) + 1
    return None


_LIMIT: Final = frozenset(map(stem, ("maximum", "limit", "capacity", "quota")))
_LIMITED: Final = regex(r"(?<!\w)(?P<of>\w{1,40}) (?:limit|quota|capacity|maximum)\b")
_PLAIN: Final = words("the a an its this that any")


def of_another(text: str, own: frozenset[str]) -> bool:
    """Whether a limit is said to be of what the condition does not name: `the time limit`."""
    found = _LIMITED.search(text)
    return found is not None and found["of"] not in _PLAIN and stem(found["of"]) not in own


NUMBERED: Final = regex(r"\s*(\d+) (.+)")


def _compared(
    text: str, asked: tuple[int, str, int] | None, bare: str, own: re.Match[str], condition: Under
) -> Iterator[str]:
    sign = {"<=": "≤", ">=": "≥"}.get(own[1], own[1])
    sign = sign if condition.holds else _OPPOSITE[sign]
    turned = sum(
        map(
            negates,
            (
                word
                for word in plain(re.sub(r"\bno (?:more|less|fewer) than\b|\bnot (?:more|less) than\b", "", text))
                if word != "none"
            ),
        )
    )
    if asked is None:
        if {"negative", "positive"} & set(text.split()) and re.search(r"[<>]=?\s*0\b", bare):
            negative = ("negative" in text.split()) != bool(turned % 2)
            if negative != (sign in "<≤"):
                yield f"it is done the other way round: {bare[:80]!r}"
            return
        if turned % 2 or not re.search(r"[<>]=?\s*[01]\b", bare):
            yield f"say how it compares: {bare[:80]!r}"
        elif sign in "<≤" and not {"empty", "zero"} & set(text.split()):
            yield f"it is done the other way round: {bare[:80]!r}"
        return
    at, relation, end = asked
    relation = _OPPOSITE[relation] if turned % 2 else relation
    left, right = (wide(stems(side)) for side in (bare[: own.start()], bare[own.end() :]))
    before, behind = f" {text} "[:at], f" {text} "[end:]
    if bound := NUMBERED.match(behind):  # `at least 4 bytes are left`: the bound stands first
        before, behind = f"{before} {bound[2]}", bound[1]
    first, second = (stems(side) - GLUE for side in (before, behind))
    straight = len(first & (left - right)) + len(second & (right - left))
    crossed = len(first & (right - left)) + len(second & (left - right))
    limits = [bool(_LIMIT & side) for side in (left, right)]
    if (
        not second and " reached" in f" {text}" and limits[0] is not limits[1]
    ):  # `the limit is reached`: by what, is not said
        sides = (bare[: own.start()], bare[own.end() :])
        if not re.search(r"[A-Za-z_]", sides[limits[0]]):
            yield f"say what is compared with what: {bare[:80]!r}"  # `the time limit`
        elif sign not in (("≥>" if limits[1] else "≤<") if not turned % 2 else ("<" if limits[1] else ">")):
            yield f"it compares the other way round: {bare[:80]!r}"
        return
    if not first and second:  # `that are greater than zero`
        straight += 1
    if straight == crossed:
        yield f"say what is compared with what: {bare[:80]!r}"
    elif (relation if straight > crossed else _FLIP[relation]) != sign:
        yield f"it compares the other way round: {bare[:80]!r}"


_ASKING: Final = regex(r"(?<![A-Za-z])(?:is|has)(?=[a-z]{3,40}\()")  # `isinvalid(x)`


def _turns_of_text(said: Sequence[ClauseWord], condition: Under) -> int:
    own = stems(f"{condition.code} {_ASKING.sub(' ', condition.code)}")
    turns = 0
    for word in said:
        small, one = word.small, stem(word.text)
        if small in ("neither", "both", "either", "nor"):
            turns += small == "neither" or (small == "nor" and not any(w.small == "neither" for w in said))
        elif small == "unless" or negates(small):
            turns += small != "none" or not re.search(r"\bNone\b|NULL|nullptr", condition.code)
            turns += small == "none" and bool(re.search(r"\bNone\b|NULL|nullptr", condition.code))
        elif small.startswith("non-"):
            turns += 1 + (small[4:] in ("zero", "null", "empty", "none"))
        elif re.search(rf"(?i)(?:{re.escape(small)}_\w|\w_{re.escape(small)}\b(?!\s*\())", condition.code) or (
            wide(frozenset({one})) & own and small not in ("0", "zero", "none", "null", "empty", "false")
        ):
            continue
        elif (
            one in ADVERSE_STEMS
            or small in ("0", "zero", "false", "other", "another", "else", "gone", "lacks", "without")
            or (small.startswith("un") and one[2:] in own)
            or any(part == "not" for part in own_stems(word))
        ):
            turns += 1
    return turns


def _turns_of_code(bare: str, said: Sequence[ClauseWord], condition: Under) -> int:
    text = {stem(word.text) for word in said}
    code = re.sub(r"\b\w{1,80}?_(?:if|on|for)_\w{1,80}", " x ", bare)
    turns = 0
    compared = bool(re.search(r"==\s*(?:\w+::)*[A-Z_]{3,}", code))
    if _CMP.search(code):
        code, equal = re.subn(r"==\s*0(?![\w.])", " ", code)
        turns += 1 - min(equal, 1)
        code = re.sub(r"!=\s*0(?![\w.])", " ", code)
        if {"0", "zero"} & {word.small for word in said}:
            turns += 1
    turns += len(_ZERO.findall(code)) + len(_EMPTY.findall(code)) + len(UNLIKE.findall(code))
    turns += sum(stem(name) not in text for name in _OF_NOTHING.findall(code))
    turns += len(re.findall(r"==[^=]{1,60}\bend\(\)|==[^=]{1,60}npos", code)) + len(
        re.findall(r"!=[^=]{1,60}\bend\(\)|!=[^=]{1,60}npos", code)
    )
    turns += len(re.findall(r"\bnot\b|!(?!=)", UNLIKE.sub(" ", code)))
    turns += sum(
        word in ADVERSE_NAMES and stem(word) not in text and not _ZERO.search(code) and not compared
        for word in plain(re.sub(r"[_.]", " ", _PART_OF.sub(" ", re.sub(r"\([^()]*\)", "()", code))))
    )
    return turns + (not condition.holds)
