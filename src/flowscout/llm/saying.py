"""Whether the words of one part of a sentence are those of what it is about, and whether it says yes where the code does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .clauses import Word
from .deeds import ADVERSE_NAMES, UNLIKE, Under, wide
from .english import COMPARISONS, GLUE, NEUTRAL, NUMBERS, words
from .nearby import Near
from .phrases import is_literal, own_stems
from .stems import ADVERSE_STEMS, NEUTRAL_STEMS, PRESENT_STEMS, kinds_of, negates, plain, stem, stems

# General words that still say something a reader could check: they must be of the step.
_CHECKABLE: Final = frozenset(map(stem, words("""
string strings list lists set sets pair range number amount count size length total index key text line word character name path type field member method function
order series group signal event convert translate transform map combine join merge iterate loop walk traverse visit compare match find select choose pick
resolve normalise normalize complete finish accept collect gather follow enable allow require format wrap next previous first last final initial new full empty
whole single default internal external original all every each double half twice
evaluate apply pass repeat continue end begin condition rule option setting parameter argument caller callee callback user branch code more most few several many
""")))
_VAGUE: Final = words("early back else nothing none it its done so directly already")
_FRAME: Final = frozenset(map(stem, words("call return result value use using whether given give take get do make set new thing")))
_TRUTH: Final = words("true false none null nullptr nil yes no zero empty")


def leads(said: Sequence[Word], at: int) -> bool:
    """Whether a word stands where a sentence says what is done: at its head, behind `and`, in the passive voice."""
    before = said[at - 1] if at else None
    word = said[at]
    if word.small in GLUE or word.text.isupper() or is_literal(word):
        return False
    if before is None or before.small in _BE:
        return True
    if before.small in ("to", "by"):
        return bool(kinds_of(word.text)) and at + 1 < len(said) and said[at + 1].small in _NOUNS_FOLLOW
    third = word.small.endswith(("s", "ing")) and not word.small.endswith("ss")
    return before.small in _LEADS and (third or before.small in _MODAL) and bool(kinds_of(word.text))


_BE: Final = words("is are was were be been being has have had gets get")
_LEADS: Final = words("and or then it but also first directly simply only always never may might can not which that , after before once")
_MODAL: Final = words("may might can not never it")
_NOUNS_FOLLOW: Final = words("the a an its it this that their all each")


def strange(said: Sequence[Word], near: Sequence[Near], general: frozenset[str], firm: bool, *, asks: bool = False, names: frozenset[str] = frozenset(), others: str = "") -> Iterator[str]:
    """Words that are neither of what the part is about nor plain English. general: of the function, for what stands before a noun.
    firm: the last noun must be of it. names: of all that the function names. others: the code of its other steps."""
    both = frozenset(one for each in near for one in each.both)
    raw = "\n".join(each.raw for each in near)
    for at, word in enumerate(said):
        if word.kind == "mark":
            if word.text not in "'’\"-()…/%&×=+→*<>!?":
                yield f"{word.text!r} does not stand in the data"
            continue
        if word.kind in ("quoted", "number", "code") or is_literal(word):
            if why := _literal(word, raw, both) or _elsewhere(word, near, others):
                yield why
            continue
        if word.kind == "word" and _aside(said, at) and any(stem(word.text) in each.away for each in near):
            continue
        heads = firm and _heads(said, at)
        if heads and word.small not in GLUE and not leads(said, at) and stem(word.text) in names and stem(word.text) not in both:
            yield f"`{word.text}` is another thing of the function"
        elif why := _plain(word, both, frozenset() if heads and not _aside(said, at) else general, asks, leads(said, at)):
            yield why


def _heads(said: Sequence[Word], at: int) -> bool:
    """Whether a word is the last of its phrase: no other noun stands right behind it."""
    after = said[at + 1] if at + 1 < len(said) else None
    if said[at].small.endswith("ed") and at:
        return False
    return after is None or after.small in GLUE or after.kind == "mark"


def _elsewhere(word: Word, near: Sequence[Near], others: str) -> str:
    """A name that stands in the code of other steps, and of this one only in what is told of it."""
    bare = re.escape(word.text.strip("\"'`“”").removesuffix("()").rstrip(".%"))
    own = "\n".join("\n".join(each.raw.split("\n")[:4]) for each in near)
    if not bare or re.search(rf"(?<![\w$]){bare}(?![\w$])", own) or not re.search(rf"(?<![\w$]){bare}(?![\w$])", others):
        return ""
    return f"{word.text} stands in another step"


def _aside(said: Sequence[Word], at: int) -> bool:
    """Whether a noun stands behind `on`, `for`, `of`: what it is all about may be said with words of the whole function."""
    for word in reversed(said[:at]):
        if word.small in ("on", "for", "of", "with"):
            return True
        if word.small in GLUE and word.small not in ("the", "a", "an", "its", "this", "that"):
            return False
    return False


def _literal(word: Word, raw: str, both: frozenset[str]) -> str:
    if word.kind == "quoted" and word.text[1:-1] and word.text[1:-1] in raw:
        return ""
    bare = word.text.strip("\"'`“”").removesuffix("()").rstrip(".%")
    if bare and re.search(rf"(?<![\w$]){re.escape(bare)}(?![\w$])", raw):
        return ""
    if word.kind == "word" and word.text.isalpha() and word.text.isupper() and stem(bare) in both:
        return ""
    if "/" in bare and all(part.isalpha() and stem(part) in both for part in bare.split("/")):
        return ""
    if bare.strip("_").isalpha() and bare.endswith("_") and stem(bare.strip("_")) in both:
        return ""
    return f"{word.text} does not stand there"


def _plain(word: Word, both: frozenset[str], general: frozenset[str], asks: bool, first: bool = False) -> str:
    small = re.sub(r"['’](?:s|t|re|ve|ll|d)?$", "", word.small)
    if "-" in small:
        parts = [_plain(word._replace(text=part), both, general, asks) for part in small.split("-") if part not in ("non", "re")]
        return next(filter(None, parts), "") if stem(small.replace("-", "")) not in both else ""
    one = stem(small)
    if one in both or negates(small) or small in _VAGUE or (small in _TRUTH and asks):
        return ""
    if small in NUMBERS:
        return "" if NUMBERS[small] in both or (small == "second" and "2" in both) else f"the number `{small}` does not stand there"
    if any(known.startswith(one) and len(one) > 3 and len(known) - len(one) < 4 for known in both):
        return ""
    if small in _COMPARING:
        return ""
    if asks and one in ADVERSE_STEMS | PRESENT_STEMS | _STATES:
        return ""
    if kinds_of(small) and first:
        return ""  # a verb: what it claims is held against the step
    if (small in NEUTRAL or one in NEUTRAL_STEMS) and (one not in _CHECKABLE or one in general):
        return ""
    if one in general or (small.endswith("ly") and (stem(small[:-2]) in both | general)):
        return ""
    return f"`{word.text}` is no word of that step"


_COMPARING: Final = words("less fewer greater larger smaller longer shorter exceed exceeds above below under no not than at more least most equal equals within beyond same both either neither nor")
_STATES: Final = frozenset(map(stem, words("occur happen true false on off zero nonzero fail raise thrown caught error exception hold be other else rest unsupported nothing there")))


# -- the same answer -------------------------------------------------------------------------------------------------------


_CMP: Final = re.compile(r"(?i)\b\w*(?:cmp|compare)\w{0,20}\s*\(")
_ZERO: Final = re.compile(r"(?:==|!=|\bis\b(?: not)?|<=?(?=\s*0))\s*(?:None|NULL|nullptr|null|nil|undefined|false|False|0|-1|\"\"|''|b\"\"|\[\]|\{\}|\w*_ERR\b|\w*ERROR\w*|\w*FAIL\w*)(?![\w.\"'(])")
_EMPTY: Final = re.compile(r"(?i)(?:\b|_|\.)(?:is_?)?(?:empty|none|null)\s*\(")
_END: Final = re.compile(r"[!=]=\s*[\w.:>-]{0,60}(?:\bend\(\)|npos\b)")
_RELATION: Final = re.compile(r"(?<![<>=!-])(<=|>=|<(?![<=])|>(?![>=]))(?![<>])")
_FLIP: Final = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}
_OPPOSITE: Final = {"<": "≥", ">": "≤", "≤": ">", "≥": "<"}


def agrees(said: Sequence[Word], condition: Under) -> Iterator[str]:
    """Whether a part says of a condition what its arm is: as many turns, the same comparison of the same sides."""
    text = " ".join(word.small for word in said if word.kind != "mark" or word.text in "<>=≤≥")
    if not condition.code:  # a handler: that it failed, or what flew
        if any(map(negates, plain(text))) and not {"cannot", "not"} & set(plain(text)):
            yield "it is done where that fails"
        return
    text = _MORE.sub(r"\2\1 than", text)  # `more rows than`
    bare = re.sub(r"\"[^\"]+\"|'[^']+'", '"x"', condition.code)
    asked = _relation(text)
    own = _RELATION.search(re.sub(r"->|<[\w:, *]+>(?=\()", ".", bare))
    if own and not _ZERO.search(bare):
        yield from _compared(text, asked, bare, own, condition)
        return
    if asked and asked[1] in "<>" and not own:
        yield f"nothing is compared so in {condition.code[:60]!r}"
        return
    if value := _named(said, bare):
        turns = sum(map(negates, (w for w in plain(text) if w != value.lower()))) + len(_OTHER & set(text.split()))
        own_turns = len(UNLIKE.findall(bare)) + len(re.findall(r"\bnot\b|!(?!=)", UNLIKE.sub(" ", bare))) + (not condition.holds)
        if turns % 2 != own_turns % 2:
            yield f"it is done where that is {'so' if condition.holds else 'not so'}: {condition.code[:80]!r}"
        return
    if _turns_of_text(said, condition) % 2 != _turns_of_code(bare, said, condition) % 2:
        yield f"it is done where that is {'so' if condition.holds else 'not so'}: {condition.code[:80]!r}"


_OTHER: Final = words("other another different differs else unlike")
_VALUED: Final = re.compile(r"(?:[!=]==?|\bis(?: not)?\b) ?\(? ?(-?[\w.]{1,80})\)? ?$")


def _named(said: Sequence[Word], bare: str) -> str:
    """The value that a condition asks for, where the part names it: `is -1`, `are None`."""
    found = _VALUED.search(bare.strip().rstrip(")"))
    value = found[1].rpartition(".")[2] if found else ""
    text = " ".join(word.text for word in said).replace("- ", "-")
    return value if value and re.search(rf"(?<![\w-]){re.escape(value)}(?![\w])", text) else ""


_MORE: Final = re.compile(r"\b(more|fewer|less|greater|larger|longer|smaller|shorter) ((?:\w{1,40} ){1,4})than\b")


def _relation(text: str) -> tuple[int, str, int] | None:
    padded = f" {text} "
    for phrase, relation in COMPARISONS:
        at = padded.find(f" {phrase} ")
        if at >= 0:
            return at, relation, at + len(phrase) + 1
    return None


def _compared(text: str, asked: tuple[int, str, int] | None, bare: str, own: re.Match[str], condition: Under) -> Iterator[str]:
    sign = {"<=": "≤", ">=": "≥"}.get(own[1], own[1])
    sign = sign if condition.holds else _OPPOSITE[sign]
    turned = sum(map(negates, (word for word in plain(re.sub(r"\bno (?:more|less|fewer) than\b|\bnot (?:more|less) than\b", "", text)) if word != "none")))
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
    first, second = (stems(side) - GLUE for side in (f" {text} "[:at], f" {text} "[end:]))
    straight = len(first & (left - right)) + len(second & (right - left))
    crossed = len(first & (right - left)) + len(second & (left - right))
    if straight == crossed:
        yield f"say what is compared with what: {bare[:80]!r}"
    elif (relation if straight > crossed else _FLIP[relation]) != sign:
        yield f"it compares the other way round: {bare[:80]!r}"


def _turns_of_text(said: Sequence[Word], condition: Under) -> int:
    own = stems(condition.code)
    turns = 0
    for word in said:
        small, one = word.small, stem(word.text)
        if small in ("neither", "both", "either", "nor"):
            turns += small == "neither"
        elif small == "unless" or negates(small):
            turns += small != "none" or not re.search(r"\bNone\b|NULL|nullptr", condition.code)
            turns += small == "none" and bool(re.search(r"\bNone\b|NULL|nullptr", condition.code))
        elif small.startswith("non-"):
            turns += 1 + (small[4:] in ("zero", "null", "empty", "none"))
        elif one in own and small not in ("0", "zero", "none", "null", "empty", "false"):
            continue
        elif one in ADVERSE_STEMS or small in ("0", "zero", "false", "other", "another", "else") or (small.startswith("un") and one[2:] in own) or any(part == "not" for part in own_stems(word)):
            turns += 1
    return turns


def _turns_of_code(bare: str, said: Sequence[Word], condition: Under) -> int:
    text = {stem(word.text) for word in said}
    code = re.sub(r"\b\w{1,80}?_if_\w{1,80}", " x ", bare)
    turns = 0
    if _CMP.search(code):
        code, equal = re.subn(r"==\s*0(?![\w.])", " ", code)
        turns += 1 - min(equal, 1)
        code = re.sub(r"!=\s*0(?![\w.])", " ", code)
        if {"0", "zero"} & {word.small for word in said}:
            turns += 1
    turns += len(_ZERO.findall(code)) + len(_EMPTY.findall(code)) + len(UNLIKE.findall(code))
    turns += len(re.findall(r"==[^=]{1,60}\bend\(\)|==[^=]{1,60}npos", code)) + len(re.findall(r"!=[^=]{1,60}\bend\(\)|!=[^=]{1,60}npos", code))
    turns += len(re.findall(r"\bnot\b|!(?!=)", UNLIKE.sub(" ", code)))
    turns += sum(word in ADVERSE_NAMES and stem(word) not in text and not _ZERO.search(code) for word in plain(re.sub(r"[_.]", " ", code)))
    return turns + (not condition.holds)
