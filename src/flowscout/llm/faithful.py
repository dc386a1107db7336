"""Does a text say the same as the rule-made one that it replaces? As many negations, the same comparisons, in the same order.

So `size is at most quota?` can become `requested size at most the quota?`, and never `quota at most size?`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..words.names import lower
from .english import COMPARISONS, GLUE, QUANTIFIERS
from .ground import BETWEEN, Evidence
from .stems import KINDS, negates, plain, stem, stems


def faithful(text: str, rule: str, evidence: Evidence, *, asks: bool) -> list[str]:
    """What a label changes of the rule-made one that it replaces. asks: it is a question whose answers are drawn."""
    wrong = []
    if _negations(text) % 2 != _negations(rule) % 2:
        wrong.append(f"it turns the meaning round: keep every `not` of {rule!r} and add none")
    if _relations(text) != _relations(rule):
        wrong.append(f"it changes the comparison of {rule!r}")
    elif (_relations(rule) or BETWEEN & set(plain(rule))) and not _in_order(text, rule):
        wrong.append(f"it changes what is compared with what in {rule!r}")
    said = set(plain(rule)) | {word for line in evidence.lines for word in plain(line)}
    if extra := sorted(QUANTIFIERS & set(plain(text)) - said):
        wrong.append(f"`{extra[0]}` is not said of it")
    if asks and not text.rstrip().endswith("?"):
        wrong.append("a question ends with `?`")
    own = _content(rule) | {one for line in evidence.lines for one in _content(line)}
    if own and not own & _content(text):
        wrong.append("it names nothing of what the step does")
    return wrong


def _negations(text: str) -> int:
    return (
        sum(negates(word) for word in plain(re.sub(r"(?i)no (?:more|less) than", "", text)))
        + text.count("≠")
        + text.count("!=")
    )


def _relations(text: str) -> list[str]:
    """Comparisons in the order of the text."""
    left = " " + re.sub(r"->|=>|→", " ", re.sub(r"\"[^\"]*\"", " ", text.lower())) + " "
    found: list[tuple[int, str]] = []
    for phrase, relation in COMPARISONS:
        pattern = rf"\b{re.escape(phrase)}\b" if phrase[0].isalpha() else re.escape(phrase)
        found += [(match.start(), relation) for match in re.finditer(pattern, left)]
        left = re.sub(pattern, lambda m: "\0" * len(m[0]), left)
    return [relation for _, relation in sorted(found)]


def _content(text: str) -> set[str]:
    return {s for s in stems(text) if s not in GLUE}


def _in_order(text: str, rule: str) -> bool:
    """Whether what both say comes in one order."""
    ordered = _sequence(rule)
    said = [s for s in _sequence(text) if s in ordered]
    wanted = [s for s in ordered if s in said]
    return list(dict.fromkeys(said)) == list(dict.fromkeys(wanted))


def _sequence(text: str) -> list[str]:
    words: Iterable[str] = (part for token in re.findall(r"[\w$]+", text) for part in lower(token))
    return [stem(word) for word in words if len(word) == 1 or (word not in GLUE and stem(word) not in KINDS)]
