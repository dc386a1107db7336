"""The author's own words: a sentence that says what the comment above the function says, and names that are initials.

What an author writes of a function is believed, so a sentence that takes one of these sentences over, with fewer words and in the same order,
stands. `big number` of a parameter `bn` is that parameter.
"""

from __future__ import annotations

import re
from typing import Final

from .english import GLUE
from .parts import Facts
from .stems import KINDS, NEUTRAL_STEMS, negates, stem

_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_FEWEST: Final = 3  # words that a sentence shares with its author's
_HEDGES: Final = frozenset(
    ("all", "every", "each", "only", "always", "never", "before", "after", "if", "when", "unless", "until")
)


def authored(text: str, facts: Facts) -> bool:
    said = _content(text)
    if len([w for w in said if w not in NEUTRAL_STEMS]) < _FEWEST or re.search(r"[_`\"\d]", text):
        return False
    for theirs in facts.sentences:
        own = _content(theirs)
        small = {w.lower() for w in _WORD.findall(theirs)}
        if (
            all(w in own or w in facts.general_name or w in NEUTRAL_STEMS for w in said)
            and _does_so(said[0], own)
            and _turns(text) == _turns(theirs)
            and _in_order([w for w in said if w in own], own)
            and all(w in small for w in map(str.lower, _WORD.findall(text)) if w in _HEDGES)
        ):
            return True
    return False


def _does_so(verb: str, own: list[str]) -> bool:
    """Whether the verb that a sentence begins with is one of the author's, or of the kind of one: `reads the history` of *Save the history*."""
    kinds = KINDS.get(verb, frozenset())
    return verb in own or not kinds or any(kinds & KINDS.get(one, frozenset()) for one in own)


def _content(text: str) -> list[str]:
    return [stem(w) for w in _WORD.findall(text) if w.lower() not in GLUE]


def _turns(text: str) -> int:
    return sum(map(negates, _WORD.findall(text))) % 2


def _in_order(said: list[str], own: list[str]) -> bool:
    at = -1
    for word in dict.fromkeys(said):
        if word in NEUTRAL_STEMS:
            continue
        later = next((n for n, w in enumerate(own) if w == word and n > at), -1)
        if later < 0:
            return False
        at = later
    return True


_WITHOUT: Final = re.compile(r"(?i)^(does nothing|returns early) without (?:an? |any )?")


def spelt_out(text: str, facts: Facts) -> str:
    """Without the function's own name before its verb, and with initials in the place of words that a name abbreviates so."""
    last = re.escape(re.split(r"::|[.]", facts.name)[-1])
    text = re.sub(rf"^`?(?:\w+(?:\.|::))*{last}(?:\(\))?`? (?=[a-z]+s )", "", text)
    text = _WITHOUT.sub(r"\1 if there are no ", text)
    words_ = list(_WORD.finditer(text))
    for size in (3, 2):
        for n in range(len(words_) - size + 1):
            run = words_[n : n + size]
            initials = "".join(w[0][0] for w in run).lower()
            if (
                initials in facts.short_names
                and not any(w[0].lower() in GLUE or stem(w[0]) in facts.named for w in run)
                and text[run[0].start() : run[-1].end()].count(" ") == size - 1
            ):
                return spelt_out(f"{text[: run[0].start()]}{initials}{text[run[-1].end() :]}", facts)
    return text
