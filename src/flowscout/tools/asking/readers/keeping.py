"""Which type holds something, in words: `which struct keeps the pid of a child`, `which class stores the retry count`, `where is the last error kept`.

Answered by the fields: the words that are asked for stand in a field's name or type, in the comment beside it, in the type's name or the comment above it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ....agents.said import Cited
from ....model.declared import TypeFacts
from ....model.pattern import regex
from ....model.product import is_aside
from ...codes import NO_RESULTS, Failed
from ..here import Found, Here
from ..question.sought import LITTLE, SoughtWord, sought
from ..question.tokens import one_line, whole
from ..scored import held_by

_ASKS: Final = regex(
    r"(?i)(?:which|what) (?:class|classes|struct|structs|structure|structures|type|types|object|objects|union)(?: is it that| is the one that)? (?:holds?|keeps?|stores?|has|have|contains?|carr(?:y|ies)|remembers?|tracks?|knows?|owns?|represents?|describes?|records?) (?P<thing>\S.{2,200})$"
)
_FIELD: Final = regex(
    r"(?i)(?:which|what|in (?:which|what)) (?:field|member|attribute|property)s? (?:(?:of|in) (?:the )?\S{2,80} )?(?:holds?|keeps?|stores?|has|contains?|carr(?:y|ies)|remembers?|tracks?|counts?|says|tells|records?) (?P<thing>\S.{2,200})$"
)
_CLAUSE: Final = regex(r"(?i) (?:until|while|when|before|after|if|once|so that|because|in case) ")
LEAST: Final = 0.6  # of all that is asked for
FIELD, ABOVE, NAME, FILE = 1.0, 0.8, 0.8, 0.3  # what a word counts, by where it is said
CLOSE: Final = 0.9
MOST: Final = 4
LINES: Final = 8  # of a comment over a type
NOTE: Final = "By the names of fields and the comments beside them; what is kept there under other words is not seen."


class KeepingSite(NamedTuple):
    much: float
    said: Cited


def keeping(here: Here, question: str) -> Found | Failed | None:
    """None where it is no such question, or no field says most of it."""
    asked = _ASKS.match(plain := one_line(question).rstrip("?!. ")) or _FIELD.match(plain)
    words = sought(_CLAUSE.split(asked["thing"])[0]) if asked else []
    if not any(word.weight > LITTLE for word in words) or any(token.code for token in whole(plain)):
        return None  # of a name it is asked elsewhere
    rows = [row for path in here.project.files if not is_aside(path) and here.inside(path) for row in _in_file(here, path, words)]  # fmt: skip
    best = max((row.much for row in rows), default=0.0)
    if best < LEAST * sum(word.weight for word in words):
        none = f"I find no field of which name or comment says all of `{asked['thing'][:80]}`" if asked else ""
        return Failed(NO_RESULTS, none) if _HOLDS.match(plain) else None
    said = tuple(dict.fromkeys(row.said for row in sorted(rows, key=lambda row: -row.much) if row.much >= CLOSE * best))
    if len(said) > 2 * MOST and not _HOLDS.match(plain):
        return None
    return Found(said[: 2 * MOST], (), NOTE, len(said))


_HOLDS: Final = regex(r"(?i)(?:which|what) (?:struct|structs|structure|structures|class|classes) (?:holds?|keeps?|stores?|contains?|remembers?) ")  # fmt: skip


def _in_file(here: Here, path: str, words: Sequence[SoughtWord]) -> Iterator[KeepingSite]:
    types = here.project.files[path].types
    small = here.project.sources(path).lower() if types else b""
    if not any(form.literal in small for word in words for form in word.forms):
        return
    for one in types:
        yield from _of_type(here, path, one, words)


def _of_type(here: Here, path: str, one: TypeFacts, words: Sequence[SoughtWord]) -> Iterator[KeepingSite]:
    rows = _rows(here.project.sources(path))
    head = held_by(words, " ".join((*one.scope, one.name)).encode()), held_by(words, _above(rows, one.line))
    beside = held_by(words, path.encode("utf-8", "surrogateescape"))
    for field, kind in one.fields:
        line = _line_of(rows, one, field)
        text = b" ".join((rows[line - 1], _above(rows, line))) if line else b""
        own = held_by(words, b" ".join((field.encode(), kind.encode(), text)))
        named = held_by(words, field.encode())
        strong = [n for n, word in enumerate(words) if word.weight > LITTLE]
        missed = sum(n not in own and n not in head[0] and n not in head[1] for n in strong)
        if not named or missed > (1 if len(named) > 1 else 0):
            continue
        much = sum(word.weight * max(FIELD * own.get(number, 0), NAME * head[0].get(number, 0), ABOVE * head[1].get(number, 0), FILE * beside.get(number, 0))
                   for number, word in enumerate(words))  # fmt: skip
        name = "::".join((*one.scope, one.name)) if not path.endswith(".py") else ".".join((*one.scope, one.name))
        shown = f"{one.kind} {name}: field `{field}`{f' of type `{kind[:60]}`' if kind and not path.endswith('.py') else ''}"
        yield KeepingSite(much, Cited(shown, path, line or one.line))


def _line_of(rows: list[bytes], one: TypeFacts, field: str) -> int:
    word = regex(rb"(?<![\w.])(?:self\.)?%b(?!\w)" % field.encode())
    return next((n for n in range(one.line, min(one.end_line, len(rows)) + 1) if word.search(rows[n - 1])), 0)


def _above(rows: list[bytes], line: int) -> bytes:
    found = []
    for at in range(line - 1, max(0, line - 1 - LINES), -1):
        text = rows[at - 1].strip()
        if not text.startswith((b"*", b"/*", b"//", b"#", b"@")) and not text.endswith(b"*/"):
            break
        if not text.startswith((b"#include", b"#if", b"#endif", b"#define", b"@")):
            found.append(text)
    return b" ".join(found)


@lru_cache(maxsize=64)
def _rows(source: bytes) -> list[bytes]:
    return source.split(b"\n")
