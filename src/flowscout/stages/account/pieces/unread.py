"""C and C++: words of a function's body that are in no statement, and directives between its statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .cutting import Span
from .directive_lines import directive_end
from .lexing import LexedSource

UNREAD: Final = "Unread"  # a piece of such words
IN_A_BODY: Final = frozenset((b"using", b"static_assert", b"namespace"))  # what runs nothing begins with
_NESTING: Final = frozenset((b"{", b"}", b";", b":", b",", b"else"))


def unread(source: LexedSource, own: Sequence[int], spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """What no statement holds between those of a body, as where an `#else` cuts one in two; what runs nothing is the head's.
    spans: the statements."""
    behind = min([span.start for span in spans], default=len(source.data))
    run: list[int] = []
    for at in (*[at for at in undirected(source, own) if source.starts[at] >= behind], -2):
        if run and at != run[-1] + 1:
            words = [source.tokens[each].text for each in run]
            if words[0] not in IN_A_BODY and not _NESTING.issuperset(words):
                yield source.starts[run[0]], source.tokens[run[-1]].end
            run = []
        run.append(at)


def put_in(spans: Sequence[Span], runs: Sequence[tuple[int, int]]) -> list[Span]:
    """With each such run as a piece, before the first statement behind it. runs: in their order."""
    found: list[Span] = []
    place: list[int] = []  # of each statement
    left = list(reversed(runs))
    for span in spans:
        while found and left and span.start > left[-1][0]:
            found.append(Span(UNREAD, "body", 0, *left.pop(), None))
        place.append(len(found))
        found.append(span)
    found += [Span(UNREAD, "body", 0, *run, None) for run in reversed(left)]
    return [
        span if span.kind == UNREAD or span.parent < 0 else span._replace(parent=place[span.parent]) for span in found
    ]


def undirected(source: LexedSource, own: Sequence[int]) -> Iterator[int]:
    """Without `#ifdef` and its like, which stand between the statements."""
    end = -1
    for at in own:
        start = source.starts[at]
        if source.tokens[at].text[:1] == b"#" and start > end:
            end = directive_end(source, start)
        if start > end:
            yield at
