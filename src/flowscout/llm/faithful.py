"""Does a text say the same as the rule-made one that it replaces? As many negations, the same comparisons, in the same order.

So `size is at most quota?` can become `requested size at most the quota?`, and never `quota at most size?`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..words.names import lower
from .english import COMPARISONS, GLUE, NEUTRAL, QUANTIFIERS, words
from .ground import BETWEEN, GroundEvidence
from .stems import KINDS, negates, plain, stem, stems

_UNTURNED = re.compile(
    r"(?i)no (?:more|less) than|\bwhether or not\b|\bor not(?=[\s?.,;]{0,8}$)"
)  # a `not` that asks for either
_LOOPING = words("for each every while until all repeat repeats through over")


def faithful(text: str, rule: str, evidence: GroundEvidence, *, asks: bool) -> list[str]:
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
    if not asks and text.rstrip().endswith("?") and not rule.endswith("?"):
        wrong.append("it is no question")
    if rule.startswith(("For each", "While", "For ", "Until", "Repeat", "Loop")) and not _LOOPING & set(plain(text)):
        wrong.append("it goes through something: say so")
    if not asks and ((kinds := _doing(plain(rule)[:1])) and not kinds & _doing(plain(text))):
        wrong.append(f"it no longer says what {rule!r} does")
    if lost := _lost(text, rule):
        wrong.append(f"it no longer says `{lost}`")
    own = _content(rule) | {one for line in evidence.lines for one in _content(line)}
    if own and not own & _content(text):
        wrong.append("it names nothing of what the step does")
    return wrong


def turned(text: str, rule: str) -> bool:
    """Whether a free sentence says nearly what the rule-made one says, with a `not` more or less."""
    own = _content(rule)
    return _negations(text) % 2 != _negations(rule) % 2 and len(own & stems(text)) * 10 >= len(own) * 7


def _doing(words_: Iterable[str]) -> frozenset[str]:
    """Kinds of what these words say is done, without mere looking."""
    return frozenset(kind for word in words_ for kind in KINDS.get(stem(word), ())) - {"check"}


def _lost(text: str, rule: str) -> str:
    """Of what comes after the first word of the rule-made text, nothing; or of the value after its last `to`, anything."""
    said = stems(text)
    first = next(iter(plain(rule)), "")
    subject = stems(rule.split()[0]) if rule.split() else frozenset()
    if subject and not subject & said and (rule.endswith("?") or (first not in NEUTRAL and stem(first) not in KINDS)):
        return rule.split()[0]
    named = _content(" ".join(rule.split()[1:])) - subject
    if named and not named & said:
        return " ".join(rule.split()[1:])[:40]
    head, to, value = rule.rpartition(" to ")
    parts = (
        re.findall(r"[\w$]+", value) if to and head.split()[0] in ("Set", "Move", "Rename", "Change", "Reset") else []
    )
    return next((part for part in parts[:4] if not stems(part) & said), "")


def _negations(text: str) -> int:
    return sum(negates(word) for word in plain(_UNTURNED.sub("", text))) + text.count("≠") + text.count("!=")


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
