"""The words of a question as they are looked for in code: what says nothing left out, each with the forms it may stand in there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ....llm.english import GLUE, IRREGULAR, NEUTRAL, SHORT
from ....llm.stems import SAME, stem
from ....model.pattern import regex
from .tokens import LONGEST, WORDS, QuestionToken, tokens

LONG: Final = 6  # letters of a stem that counts inside a longer word, too: `idletimeout`
SHORTEST: Final = 3
ACRONYM: Final = 5  # letters: `TCP` is a word, and no name that has to be there
LITTLE: Final = 0.4  # what a word of plain English weighs
FIVE: Final = 5  # letters that a cut word has at most
CUT: Final = 8  # letters of a word that may be cut to four: `temp`, `conf`
SHORTENED: Final = 0.8
STEM: Final = 0.95  # what another form of a word weighs: `expires` of `expired`
DOER: Final = 0.7
ALIKE: Final = 0.6  # what a word of the same meaning weighs
_ENDS: Final = rb"(?:s|es|ed|d|ing|er|ers|or|ors|ion|ions|e|t|ment|able|al|ly|[a-z](?:ed|ing|er))?"
_OVER: Final = rb"(?![a-z])(?!(?<=[A-Z])[A-Z])"  # `File` of `FileExists`, and not `CAP` of `CAPTURE`
ASKING: Final = frozenset(
    [
        "which",
        "who",
        "where",
        "when",
        "why",
        "how",
        "what",
        "whose",
        "happen",
        "happens",
        "happened",
        "work",
        "works",
        "working",
        "handle",
        "handled",
        "handles",
        "handling",
        "get",
        "gets",
        "got",
        "decide",
        "decides",
        "decided",
        "deal",
        "dealt",
        "way",
        "ways",
        "implemented",
        "implement",
        "logic",
        "place",
        "places",
        "part",
        "come",
        "goes",
        "go",
        "going",
        "done",
        "do",
        "does",
        "did",
        "first",
        "next",
        "exactly",
        "mean",
        "means",
        "function",
        "functions",
        "code",
        "method",
        "methods",
        "class",
        "project",
        "somewhere",
        "anything",
        "something",
        "everything",
        "actually",
        "really",
        "currently",
        "place",
        "responsible",
        "care",
        "takes",
        "take",
        "thing",
        "things",
        "stuff",
        "kind",
        "there",
        "right",
        "about",
        "need",
        "needs",
        "want",
        "wants",
        "make",
        "sure",
        "makes",
        "trying",
        "tries",
        "try",
        "let",
        "lets",
        "know",
        "knows",
        "tell",
        "figure",
        "figured",
        "find",
        "found",
        "too",
        "many",
        "much",
        "often",
        "long",
        "happening",
        "please",
        "current",
        "during",
        "circumstances",
        "circumstance",
        "conditions",
        "condition",
        "case",
        "cases",
        "situation",
        "situations",
        "considered",
        "treated",
        "regarded",
        "deemed",
        "supposed",
        "seconds",
        "internally",
        "eventually",
    ]
)


class SoughtForm(NamedTuple):
    """pattern: what a word stands as. literal: what that begins with in any case, in small letters. much: what it weighs."""

    pattern: re.Pattern[bytes]
    literal: bytes
    much: float = 1.0

    def stands_in(self, text: bytes, small: bytes) -> bool:
        return self.literal in small and next(self.places(text, small), -1) >= 0

    def places(self, source: bytes, small: bytes) -> Iterator[int]:
        """small: the source in small letters, which costs once what every pattern would cost."""
        at = small.find(self.literal) if self.literal else -1
        while at >= 0:
            if self.pattern.match(source, at):
                yield at
            at = small.find(self.literal, at + 1)


class SoughtWord(NamedTuple):
    """given: as it was asked. forms: what it stands as."""

    given: str
    weight: float
    forms: tuple[SoughtForm, ...]


def together(question: str) -> tuple[SoughtWord, ...]:
    """Two to four words in a row as one name may have them, `too many redirects` in `TooManyRedirects`; the longest first."""
    raws = [raw.lower() for raw in re.findall(r"[A-Za-z]{1,40}", question[:LONGEST])]
    found = []
    for size in (4, 3, 2):
        for at in range(len(raws) - size + 1):
            run = raws[at : at + size]
            if (
                sum(map(len, run)) >= LONG - 1
                and not {run[0], run[-1]} & OPENS
                and not all(word in ASKING or word in GLUE for word in run)
            ):
                form = re.compile(rb"(?i)(?<![a-z])" + b"[_-]?".join(word.encode() for word in run) + rb"s?(?![a-z])")
                found.append(SoughtWord(" ".join(run), TOGETHER, (SoughtForm(form, run[0].encode()),)))
    return tuple(found)


TOGETHER: Final = 0.5
OPENS: Final = frozenset(("the", "a", "an", "is", "are", "does", "do", "what", "which", "who", "where", "how", "when", "why", "of", "in", "on", "if", "to", "for", "and", "or"))  # fmt: skip


def sought(question: str) -> tuple[SoughtWord, ...]:
    """Each word once; names as they are written."""
    found: dict[str, SoughtWord] = {}
    for token in tokens(question):
        if token.code:
            one = token.raw.removesuffix("s")  # `URLs`
            short = one.isalpha() and one.isupper() and len(one) <= ACRONYM
            found.setdefault(token.raw, _plain(one.lower()) if short else _name(token))
            continue
        for raw in re.findall(r"[A-Za-z]{2,40}", token.raw):
            word = raw.lower()
            if word not in ASKING and word not in GLUE and len(word) >= SHORTEST:
                found.setdefault(stem(word), _plain(word))
    for noun in _OF_WHAT.findall(question[:LONGEST]):  # `the project list` is no list of this project
        found.setdefault(stem(noun.lower()), _plain(noun.lower()))
    if found and (said := _TOO_MUCH.search(question[:LONGEST])):
        found.setdefault(said[0].lower(), SoughtWord(said[0].lower(), LIMITS, tuple(map(form, _BOUNDS))))
    return tuple(found.values())


_OF_WHAT: Final = regex(
    r"(?i)\b(project|program|source)s? (?=(?:list|file|name|path|root|dir|config|setting|id|key|type|url|tree|index|folder|cache|table)\w{0,8}\b)"
)
_TOO_MUCH: Final = regex(r"(?i)\btoo (?:many|much|long|large|big|often)\b")
_BOUNDS: Final = ("maximum", "max", "limit", "exceed", "overflow", "too many", "too long", "too large", "too big")
LIMITS: Final = 0.6
WRONG: Final = frozenset(["wrong", "incorrect", "invalid", "bad", "mismatch", "malformed", "illegal"])


def _name(token: QuestionToken) -> SoughtWord:
    last = token.raw.removesuffix("()").replace("->", ".").replace("::", ".").rpartition(".")[2]
    name = last.encode()
    return SoughtWord(
        token.raw,
        1.0,
        (SoughtForm(re.compile(rb"(?<![A-Za-z0-9])(?<![A-Za-z0-9]_)" + re.escape(name) + rb"(?!\w)"), name.lower()),),
    )


_NUMBERS: Final = {
    "zero": SoughtForm(regex(rb"==\s?0(?![\w.])"), b"==", SHORTENED),
    "negative": SoughtForm(regex(rb"<\s?0(?![\w.])"), b"<", SHORTENED),
}


@lru_cache(maxsize=256)
def _plain(word: str) -> SoughtWord:
    one = stem(word)
    same = {other for other in SAME.get(one, frozenset()) if other != one and len(other) > SHORTEST}
    same |= WRONG - {word} if word in WRONG else set()
    odd = {form for form, plain in IRREGULAR.items() if plain == IRREGULAR.get(word, word)}
    short = {
        abbreviation
        for abbreviation, whole in SHORT.items()
        if len(abbreviation) > 2 and one in map(stem, whole.split()[:1])
    }
    forms = [
        _whole(word),
        form(one, STEM),
        *map(_whole, sorted(odd | short)),
        *(form(other, ALIKE) for other in sorted(same)),
    ]
    if word.endswith(("er", "or")) and len(word) >= LONG:
        forms.append(form(word[:-2], DOER))  # `tracer` of what traces
    if len(word) >= CUT:
        forms.append(_whole(word[:4], SHORTENED))
    forms += [_whole(cut, SHORTENED) for cut in shortened(word)]
    if word in _NUMBERS:
        forms.append(_NUMBERS[word])
    little = word in NEUTRAL or word in WORDS
    return SoughtWord(word, LITTLE if little else 1.0, tuple(forms))


def shortened(word: str) -> list[str]:
    """As programmers cut it: `msg`, `recv`, `cfg`, `srv`: without its vowels but the first letters', a letter that is doubled, an `n` before another."""
    if len(word) < LONG - 1:
        return []
    plain = re.sub(r"(.)\1", r"\1", word)
    bare = plain[0] + re.sub(r"[aeiouy]", "", plain[1:])
    first = next((at for at, letter in enumerate(plain) if at and letter in "aeiou"), 0)
    kept = plain[: first + 1] + re.sub(r"[aeiouy]", "", plain[first + 1 :])
    made = (bare, kept, re.sub(r"(?<=.)n(?=.)", "", bare), bare[:SHORTEST])
    return [
        cut
        for cut in dict.fromkeys(made)
        if SHORTEST <= len(cut) <= FIVE and len(cut) + 2 <= len(word) and cut not in GLUE | NEUTRAL
    ]


def form(one: str, much: float = 1.0) -> SoughtForm:
    """As its own word, or as a part of a name: `maxClients`, `max_clients`, `getpid`; a long one anywhere."""
    literal = one.removesuffix("y").encode()
    base = re.escape(literal) + (rb"(?:y|ies|ied|ying|ier|i)" if one.endswith("y") else b"")
    if len(one) >= LONG:  # `Server` in `ServerSession`, too
        return SoughtForm(
            re.compile(rb"(?i:" + base + rb")(?:[A-Za-z]{0,5}(?![A-Za-z])|(?=[A-Z]))"), literal.lower(), much
        )
    camel = re.escape(one[:1].upper().encode() + one[1:].encode())
    words = re.compile(
        rb"(?i:(?:(?<![a-z])|(?<=(?<![a-z])get))"
        + base
        + _ENDS
        + rb")"
        + _OVER
        + rb"|(?<=[a-z])"
        + camel
        + _ENDS
        + rb"(?![a-z])"
    )
    return SoughtForm(words, literal.lower(), much)


def _whole(said: str, much: float = 1.0) -> SoughtForm:
    whole = re.compile(rb"(?i)(?<![a-z])" + re.escape(said.encode()) + rb"s?(?![a-z])")
    return SoughtForm(whole, said.lower().encode(), much)
