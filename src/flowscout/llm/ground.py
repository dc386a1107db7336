"""Does a text claim more than its evidence? A model's words are published only when nothing is found here.

A text is neutral English plus words of its evidence, and nothing else:

    literal     what stands in quotes stands in the evidence, letter for letter
    identifier  whatever looks like code (inner capitals, `_`, `.`, `::`, `/`, digits, brackets) stands there, spelled the same
    name        a capitalised word inside a sentence stands there, in any case
    number      in digits or in letters: the evidence has that number
    claim       a verb of doing (`english.CLAIMS`) has a line of the evidence that does something of that kind, to something
                of what the sentence says it is done to
    negation    what is denied is denied in one line of the evidence
    other       its stem stands in the evidence, or it is neutral

Nothing that could be markup, a link or an unseen character passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ..model.pattern import regex
from .clauses import ClauseWord, pieces
from .deeds import Deed, wide
from .english import COMPARISONS, GLUE, NEUTRAL, NUMBERS, QUANTIFIERS, words
from .nearby import marks_in, read_aloud
from .signs import signs_in
from .stems import KINDS, NEUTRAL_STEMS, kinds_of, negates, plain, stem, stems

_MARKS: Final = frozenset(".,;:?!'’\"-–—()…/%&×=+→")
_MARKUP: Final = regex(
    r"https?:|www\.|\]\(|```|~~~|<!--|-->|<-->|==>|:::|</?[a-z]+[ />]|\bjavascript:|\{\{|\$\{|^\s{0,3}(?:#{1,6}\s|[-*+>]\s|\d+\.\s|\|)",
    re.IGNORECASE,
)
_UNSEEN: Final = regex("[\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
_CODE_LIKE: Final = regex(r"[_$\d]|[a-z][A-Z]|^[A-Z]{2,}[a-z]?$|[A-Z]{2}[a-z]")
_DENIAL: Final = regex(r"!|\bNone\b|\b(?:null|nil|NULL|nullptr)\b|≠")
_DETERMINERS: Final = words("""
the a an of its this that these those each every any no for from with in on into as new given current  existing their
his per by all some both between against through within following previous next only first  last other another
requested resulting
""")
_PASSIVE: Final = words("""
is are was were be been being gets get
""")
_BREAKS: Final = words("""
and or but then when if unless while where which that because so before after
""")
BETWEEN: Final = words("""
from to into by than before after over minus divided onto with
""")


_CLAUSES: Final = regex(r"[,;:.]\s|\b(?:and|so|but|which|that|then|while|because|as)\b")
_STRANGE: Final = 2  # words of a clause, none of them known


class GroundEvidence(NamedTuple):
    """lines: every text a sentence may draw on. done: of them, those that say what is done; tested: what is merely asked.
    deeds: of a whole function, told: of it and of what it calls; `judged` measures a sentence against them.
    names: its parameters with their types, and "" with the type of its result. aside: what its comments say."""

    lines: tuple[str, ...]
    done: tuple[str, ...]
    tested: tuple[str, ...] = ()
    deeds: tuple[Deed, ...] = ()
    told: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    aside: tuple[str, ...] = ()


def unclean(text: str, raw: str) -> list[str]:
    """Why a text may not be shown, whatever it says. raw: what it may quote."""
    if not any(c.isalpha() for c in text):
        return ["it is empty"]
    if _UNSEEN.search(text):
        return ["it holds characters that cannot be seen"]
    found = _MARKUP.search(text)
    return [f"{found[0].strip()!r} is markup; plain words only"] if found and found[0] not in raw else []


def foreign(text: str, evidence: GroundEvidence) -> list[str]:
    """Words with letters that English has not, which the code has not either: another language, or letters that only
    look like others."""
    found = [word for word in re.findall(r"\w+", text) if not word.isascii() and word not in _known(evidence).raw]
    return [f"the word {found[0][:40]!r} is neither English nor of the data"] if found else []


def astray(text: str, evidence: GroundEvidence) -> list[str]:
    """A clause of which the code has nothing: `…, and is safe to merge`, `…, so ignore what was said`."""
    known = _known(evidence)
    heard = _heard(evidence)
    for clause in _CLAUSES.split(text):
        told = [
            word for word in re.findall(r"[\w']+", clause) if word.lower() not in GLUE | QUANTIFIERS | NUMBERS.keys()
        ]
        strange = [word for word in told if not wide(stems(word)) & heard and word not in known.raw]
        unheard = [word for word in strange if not stems(word) <= NEUTRAL_STEMS]
        if unheard and len(strange) == len(told) >= _STRANGE:
            return [f"nothing of {clause.strip()[:80]!r} is of the data"]
    return []


def flaws(text: str, evidence: GroundEvidence) -> list[str]:
    """What a text claims beyond its evidence, in words; empty when it may stand."""
    known = _known(evidence)
    if wrong := unclean(text, known.raw):
        return wrong
    told = list(pieces(text))
    wrong = [_wrong(word, known) for at, word in enumerate(told) if not _compound(told, at, known)]
    wrong += list(_claims(told, known))
    wrong += list(_denials(told, known))
    return list(dict.fromkeys(filter(None, wrong)))[:6]


# -- the evidence as it is looked up ------------------------------------------------------------------------------------


class _Known(NamedTuple):
    raw: str
    tokens: frozenset[str]
    stems: frozenset[str]
    numbers: frozenset[str]
    done: tuple[tuple[frozenset[str], frozenset[str]], ...]  # of each line that does something: kinds of claim, stems
    denying: tuple[frozenset[str], ...]  # stems of each line that says no to something


@lru_cache(maxsize=256)
def _known(evidence: GroundEvidence) -> _Known:
    raw = "\n".join(evidence.lines)
    tokens = frozenset(re.findall(r"[\w$]+", raw))
    every = wide(frozenset(one for line in evidence.lines for one in stems(line)))
    done = tuple(
        (frozenset(kind for one in found for kind in KINDS.get(one, ())), found) for found in map(stems, evidence.done)
    ) + tuple((_ASKING, found) for found in map(stems, evidence.tested))
    numbers = frozenset(re.findall(r"\d+(?:\.\d+)?", raw)) | {
        NUMBERS[word] for word in map(str.lower, tokens) if word in NUMBERS
    }
    denying = tuple(stems(line) for line in evidence.lines if _DENIAL.search(line) or any(map(negates, plain(line))))
    return _Known(raw, tokens, every, numbers, done, denying)


@lru_cache(maxsize=256)
def _heard(evidence: GroundEvidence) -> frozenset[str]:
    """With the names of what is written in signs, and what its author says."""
    raw = _known(evidence).raw
    pointed = stems("null pointer pointers") if any("*" in type_ for _, type_ in evidence.names) else frozenset()
    return (
        pointed
        | _known(evidence).stems
        | wide(read_aloud(raw) | marks_in(raw) | stems(" ".join(evidence.aside)) | signs_in(raw))
    )


_LOOSE: Final = frozenset(
    {"return", "check", "read"}
)  # what is returned or looked at goes by many names, and changes nothing
_ASKING: Final = frozenset({"check", "grant"})  # what a test may be said to do


# -- one text -----------------------------------------------------------------------------------------------------------


def _wrong(word: ClauseWord, known: _Known) -> str:
    """Why one word may not stand; "" when it may."""
    text = word.text
    if word.kind == "mark":
        return "" if text in _MARKS or text in known.raw else f"{text!r} does not stand in the data"
    if word.kind == "quoted":
        inside = " ".join(text[1:-1].split())
        return (
            "" if inside and inside in " ".join(known.raw.split()) else f"the literal {text} does not stand in the data"
        )
    if word.kind == "number":
        bare = text.rstrip("%.")
        return "" if bare in known.numbers or bare in known.tokens else f"the number {text} does not stand in the data"
    acronym = text.isupper() and text.isalpha() and stem(text) in known.stems
    if word.kind == "code" or (_CODE_LIKE.search(text) and not acronym):
        return _identifier(text, known)
    return _plain_word(text, known, word.first)


def _compound(words: list[ClauseWord], at: int, known: _Known) -> bool:
    """Whether a word and its neighbour are one word in the evidence: file name, filename."""
    pairs = ((words[n], words[n + 1]) for n in (at - 1, at) if 0 <= n < len(words) - 1)
    return any(
        a.kind == b.kind == "word" and len(a.text) > 2 < len(b.text) and stem(a.text + b.text) in known.stems
        for a, b in pairs
    )


def _identifier(text: str, known: _Known) -> str:
    bare = text.removesuffix("()").rstrip(".")
    if re.search(rf"(?<![\w$]){re.escape(bare)}(?![\w$])", known.raw):
        return ""
    if "/" in bare and not bare.startswith("/") and all(part.isalpha() and part.islower() for part in bare.split("/")):
        return next(filter(None, (_plain_word(part, known, False) for part in bare.split("/"))), "")  # read/write
    return f"the identifier `{text}` does not stand in the data"


def _plain_word(text: str, known: _Known, first: bool) -> str:
    bare = re.sub(r"['’](?:s|t|re|ve|ll|d)?$", "", text)
    small = bare.lower()
    if "-" in bare:
        return next(filter(None, (_plain_word(part, known, first) for part in bare.split("-"))), "")
    if small in NUMBERS and NUMBERS[small] not in known.numbers and stem(small) not in known.stems:
        return f"the number `{text}` does not stand in the data"
    if small in NUMBERS and len(small) > 3 and NUMBERS[small] in known.numbers:
        return ""
    if not small.isascii():
        return "" if small in known.raw.lower() else f"the word `{text}` does not stand in the data"
    if stem(small) in known.stems or negates(text):
        return ""
    if bare[:1].isupper() and not first:
        return f"the name `{text}` does not stand in the data"
    if (
        small in NEUTRAL
        or stem(small) in NEUTRAL_STEMS
        or kinds_of(small)
        or _adverb(small, known)
        or small in BETWEEN
        or small in QUANTIFIERS
    ):
        return ""
    return "" if _compares(small) else f"the word `{text}` does not stand in the data"


def _adverb(small: str, known: _Known) -> bool:
    return small.endswith("ly") and (stem(small[:-2]) in known.stems or stem(small[:-2]) in NEUTRAL_STEMS)


def _compares(small: str) -> bool:
    return any(small in phrase.split() for phrase, _ in COMPARISONS)


def _claims(words: list[ClauseWord], known: _Known) -> Iterator[str]:
    """Verbs of doing for which no line of the evidence does anything of the kind."""
    for at, word in enumerate(words):
        kinds = KINDS.get(stem(word.text)) if word.kind == "word" else None
        if (
            not kinds
            or _is_noun(words, at)
            or (word.text.lower() in NEUTRAL and not (word.first and (word.text.endswith("s") or word.text == "Set")))
        ):
            continue
        lines = [stems for done, stems in known.done if kinds & done]
        if not lines:
            yield f"nothing in the data says that it {word.text.lower()}: leave that out"
            continue
        objects = frozenset[str]() if kinds & _LOOSE else _objects(words, at)
        if objects and not any(objects & stems for stems in lines):
            yield f"nothing in the data says that {word.text.lower()} is done to that"


def _denials(words: list[ClauseWord], known: _Known) -> Iterator[str]:
    """Negations of what no line of the evidence denies; a verb of doing must be what is denied there."""
    for at, word in enumerate(words):
        if word.kind != "word" or not negates(word.text) or word.text == "None":
            continue
        after = list(_clause(words[at + 1 : at + 6])) or list(_clause(reversed(words[max(0, at - 4) : at])))
        denied = frozenset(s for other in after[:4] for s in stems(other.text))
        verbs = next(
            (KINDS[stem(w.text)] for w in after[:2] if stem(w.text) in KINDS and w.text.lower() not in NEUTRAL), None
        )
        lines = [
            line for line in known.denying if not verbs or any(verbs & KINDS.get(one, frozenset()) for one in line)
        ]
        affirmed = verbs and any(verbs & done and done != _ASKING and denied & line for done, line in known.done)
        if affirmed or not any(denied & line for line in lines):
            yield f"`{word.text}`: nothing in the data says no to that"


def _clause(words: Iterable[ClauseWord]) -> Iterator[ClauseWord]:
    """Words that say something, up to the end of the clause."""
    for word in words:
        if word.kind == "mark" and word.text in ",;:.?!":
            return
        if word.kind != "mark" and word.text.lower() not in GLUE:
            yield word


def _is_noun(words: list[ClauseWord], at: int) -> bool:
    before = words[at - 1].text.lower() if at else ""
    return before in _DETERMINERS and before != "to"


def _objects(words: list[ClauseWord], at: int) -> frozenset[str]:
    """Stems of what a verb is done to: what follows it, or what stands before it in the passive voice."""
    passive = any(w.text.lower() in _PASSIVE for w in words[max(0, at - 2) : at])
    around = reversed(words[max(0, at - 7) : at]) if passive else iter(words[at + 1 : at + 9])
    found: list[str] = []
    for word in around:
        if (word.kind == "mark" and word.text in ",;:.?!") or word.text.lower() in _BREAKS:
            break
        if word.kind in ("word", "code", "quoted") and word.text.lower() not in NEUTRAL and not negates(word.text):
            found += [s for s in stems(word.text) if s not in NEUTRAL_STEMS and len(s) > 1]
    return frozenset(found)
