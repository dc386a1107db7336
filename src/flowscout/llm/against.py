"""What speaks against a clause of a sentence though a deed of its kind is there: the deeds are of the opposite kind, what is returned
is another thing, it is counted the other way, or nothing is raised."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .clauses import Clause
from .deeds import Done, stepped, wide
from .english import words
from .phrases import head_of
from .stems import KINDS, stem, stems

_OPPOSITES: Final = tuple((frozenset(map(stem, words(one))), frozenset(map(stem, words(other)))) for one, other in (
    ("read load fetch receive recv scan scanf sscanf fscanf fread fgets fgetc getc getline pread", "write save dump fwrite fprintf fputs fputc pwrite"),
    ("open fopen", "close fclose shut shutdown"),
    ("lock acquire", "unlock release"),
    ("enable start", "disable stop"),
    ("encode serialize", "decode deserialize"),
))  # fmt: skip
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_FILLED: Final = re.compile(r"&(\w+)")
_CALLEE: Final = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]*+)\s*+(?=\()")
_COUNTS: Final = frozenset({"number", "count"})
_AIM: Final = frozenset(stem(word) for word in words("value result nothing what it self number length size count index name true false"))


def opposed(verb: str, own: Sequence[Done], every: Sequence[Done]) -> bool:
    """`reads` of a function that writes and reads nothing: its calls and its words have the other of a pair alone."""
    for pair in _OPPOSITES:
        for mine, others in (pair, pair[::-1]):
            if stem(verb) in mine and any(_does(d) & others for d in own) and not any(_does(d) & mine for d in every):
                return True
    return False


def _does(one: Done) -> frozenset[str]:
    """The verbs of a deed: of each call the first word where that is a verb, `set` of `SetCloseOnExec`, else all."""
    if not one.deed.code:
        return one.verbs
    found = set(map(stem, re.findall(r"[a-z]+", one.deed.said.partition(" ")[0].lower())))
    for callee in _CALLEE.findall(one.deed.code):
        parts = [stem(word.lower()) for word in _WORD.findall(callee)]
        found |= set(parts[:1]) if parts and parts[0] in KINDS else set(parts)
    return frozenset(found)


def returned_else(clause: Clause, at: int, own: Sequence[Done]) -> str:
    """`returns the number of rows` of `return cols`: what is named is a thing of the function, and in no return of it."""
    returns = [d for d in own if d.deed.said.startswith("Return")]
    if not returns or stem(clause.words[at].text) != stem("returns"):
        return ""
    named = [stem(w.text) for w in clause.words[at + 1 :] if w.kind in ("word", "code")]
    head = head_of(clause.words, at)
    last = named[-1] if head in _COUNTS and "of" in [w.small for w in clause.words[at + 1 :]] and named else ""
    given = wide(frozenset(s for d in returns for s in (*stems(d.raw), *stems(d.deed.also))))
    called = any("(" in d.deed.code for d in returns)
    for one in filter(None, dict.fromkeys((head, last))):
        holders = [d for d in own if d not in returns and one in stems(_left(d))]
        if one not in given and one not in _AIM and holders and not called:
            return f"nothing in the data says that {one} is what it returns"
        raised = [d for d in own if d.deed.said.startswith(("Raise", "Throw")) and one in wide(stems(f"{d.raw} {d.deed.also}"))]
        if raised and one == head and one not in given and one not in _AIM:
            return f"nothing in the data says that {one} is returned: it is raised"
    return ""


def _left(one: Done) -> str:
    """What a deed sets, or fills through a pointer."""
    left, equals, _ = one.deed.code.partition("=")
    return " ".join([left if equals else "", *_FILLED.findall(one.deed.code)])


def counted_else(objects: frozenset[str], up: bool, own: Sequence[Done]) -> bool:
    """`increments the number of rows` of `numrows--; dirty++`: what holds most of the words, `rows` in `numrows`, is counted the other way."""
    found = [(sum(one in d.deed.code.lower() for one in objects if len(one) > 2), stepped(d.deed)) for d in own if any(stepped(d.deed))]
    best = max((count for count, _ in found), default=0)
    return bool(found) and not (best == 0 and all(ways[0 if up else 1] for _, ways in found)) and (best == 0 or not any(ways[0 if up else 1] for count, ways in found if count == best))


def unraised(verb: str, every: Sequence[Done]) -> bool:
    """`raises` of a function of which nothing says that it raises: `forces the result to fail` does not."""
    return stem(verb) in _RAISING and not any(d.deed.said.startswith(("Raise", "Throw", "raises", "Assert")) or " raises " in f" {d.raw.lower()} " or _RAISING & d.verbs for d in every)


_RAISING: Final = frozenset(map(stem, words("raise raises throw throws")))
