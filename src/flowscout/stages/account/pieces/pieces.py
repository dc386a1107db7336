"""A function as a tree of pieces: its head, and each statement with the tokens that are its own and no inner statement's.

Every token of the function belongs to exactly one piece, so whatever differs between two functions differs in a piece. What
only says how statements nest (braces, `else`, semicolons) is said by the tree, and left out of the tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ....model.codec import Refused, decode_body
from ....model.facts import FunctionFacts
from ....model.record import NamedTuple
from ....model.syntax import (
    Arm,
    Body,
    Handler,
    If,
    Jump,
    Loop,
    Raise,
    Range,
    Return,
    Simple,
    Stmt,
    Switch,
    Try,
    Variant,
    With,
)
from .cutting import Span, cut
from .lexing import LexedSource
from .likely import without_hints
from .opened import BLOCK as BLOCK
from .opened import opened
from .prefixed import prefixed
from .unread import put_in, undirected, unread

HEAD = "Head"
NESTING = frozenset({b"{", b"}", b";", b"else", b":", b"try", b"finally"})
_ASKING = frozenset(
    (
        b"=",
        b"==",
        b"!=",
        b"in",
        b"is",
        b"<",
        b">",
        b"<=",
        b">=",
        b"-",
        b"|",
        b"&",
        b"^",
        b"or",
        b"and",
        b"not",
        b"if",
        b"while",
        b"with",
        b":=",
    )
)  # a brace behind them opens a value
_ENDED = {"Loop": "the loop", "Switch": "the choice"}
_OPENING, _CLOSING = frozenset((b"(", b"[")), frozenset((b")", b"]"))
_LONGEST_LABEL = 40  # tokens of a `case` that are looked at
_STOPS = frozenset((b";", b",", b":", b"{"))


class Piece(NamedTuple):
    """kind: Head, Decorator, the name of a statement's class in `model.syntax`, or of a part of it; of what stands outside of
    functions see `outside`. role: which part of its parent it stands in. parent: position, -1 for none. words: its own tokens. start, end: bytes of its own tokens from the
    first to the last. last: where the last piece under it ends. said: what is quoted of it: a condition, a value, the whole. opens: its
    first word as it is written, where `words` has the same for two."""

    kind: str
    role: str
    parent: int
    words: tuple[bytes, ...]
    start: int
    end: int
    last: int
    said: str
    stmt: Any = None
    opens: bytes = b""


def differing(one: Piece, other: Piece) -> int:
    """How many tokens are the same before the first that differs."""
    least = min(len(one.words), len(other.words))
    return next((at for at in range(least) if one.words[at] != other.words[at]), least)


def alike_within(one: Piece, other: Piece) -> int:
    """How many bytes of the first token that differs are the same: of a long text most of it may be."""
    at = differing(one, other)
    was, now = (each.words[at] if at < len(each.words) else b"" for each in (one, other))
    least = min(len(was), len(now))
    return next((n for n in range(least) if was[n] != now[n]), least)


def asks_last(piece: Piece) -> bool:
    """`do … while (test)`: its own tokens stand behind its body."""
    return isinstance(piece.stmt, Loop) and piece.stmt.style == "do" and piece.stmt.test is not None


def runs_once(piece: Piece) -> bool:
    """`do { … } while (0)`, which is there for its `break`s."""
    return isinstance(piece.stmt, Loop) and piece.stmt.style == "do" and piece.said in ("0", "false", "FALSE")


def first_line(piece: Piece) -> str:
    """`#if A` of the lines that ask round its arms."""
    return f"#if {next((each for each, _ in piece.stmt.arms if each), '')}"


def asked_at(piece: Piece) -> tuple[int, int]:
    """From where to where such a loop's question stands."""
    base = piece.start - piece.stmt.start
    return base + piece.stmt.test.start, base + piece.stmt.test.end


def function(
    source: LexedSource, facts: FunctionFacts, decorators: Sequence[Range], inner: Sequence[tuple[int, int]]
) -> tuple[Piece, ...]:
    """decorators: where they stand, before the function. inner: ranges that are units of their own."""
    try:
        body = decode_body(facts.body).statements
    except Refused:
        body = ()
    spans = [Span(HEAD, "", -1, facts.start, facts.end, None)]
    spans += [Span("Decorator", "decorators", 0, start, end, None) for start, end in decorators]
    spans += prefixed(source, _ending(_statements(source, body, facts.start, len(spans)), len(spans)))
    spans = cut(source, spans, facts.start)
    free = list(_free(source, spans, inner))
    held = _owned(source, spans, free)
    blocks = [block for at, own in enumerate(held) for block in _blocks(source, own)]
    if blocks:
        spans = opened(spans, blocks)
        held = _owned(source, spans, free)
    if left := list(unread(source, held[0], spans[1 + len(decorators) :])):
        spans = put_in(spans, left)
        held = _owned(source, spans, free)
    behind = min([span.start for span in spans[1 + len(decorators) :]], default=facts.end)
    spans[0] = spans[0]._replace(end=max(behind, facts.start))
    return tuple([_piece(source, span, own) for span, own in zip(spans, held, strict=True)])


def _statements(source: LexedSource, body: Body, base: int, first: int) -> list[Span]:
    """In source order, outer ones first. first: how many pieces stand before them."""
    found: list[Span] = []
    stack: list[tuple[Any, str, int]] = [(stmt, "body", 0) for stmt in reversed(body)]
    while stack:
        stmt, role, parent = stack.pop()
        stmt = _one_manager(source, base, stmt) if isinstance(stmt, With) else stmt
        here = len(found) + 1
        found.append(Span(type(stmt).__name__, role, parent, base + stmt.start, base + stmt.end, stmt))
        inner = [(each, name, here) for name, part in _parts(stmt) for each in part]
        stack += sorted(inner, key=lambda row: -row[0].start)
    order = sorted(range(len(found)), key=lambda at: (found[at].start, -found[at].end, at))
    place = {0: 0} | {at + 1: new + first for new, at in enumerate(order)}
    return [found[at]._replace(parent=place[found[at].parent]) for at in order]


def _one_manager(source: LexedSource, base: int, stmt: With) -> With:
    """`with a, b:` as `with a:` round `with b:`, which is the same."""
    asynchronous = source.text(base + stmt.start, base + stmt.start + 5) == "async"
    if len(stmt.items) < 2 or asynchronous:
        return stmt
    inner = With(stmt.items[1].start, stmt.end, stmt.items[1:], stmt.body, stmt.suppresses)
    return stmt._replace(items=stmt.items[:1], body=(inner,))


def _ending(spans: Sequence[Span], first: int) -> Iterator[Span]:
    """With what each `break` ends. first: how many pieces stand before them."""
    for span in spans:
        here = span.parent - first
        if isinstance(span.stmt, Jump) and span.stmt.keyword == "break" and not span.stmt.label:
            while here >= 0 and spans[here].kind not in _ENDED:
                here = spans[here].parent - first
            span = span._replace(stmt=span.stmt._replace(label=_ENDED[spans[here].kind])) if here >= 0 else span
        yield span


def _parts(stmt: Stmt | Arm | Handler) -> Iterator[tuple[str, Iterable[Any]]]:
    match stmt:
        case If():
            yield from (("init", stmt.init), ("then", stmt.then), ("else", stmt.orelse))
        case Loop():
            yield from (("init", stmt.init), ("body", stmt.body), ("else", stmt.orelse))
        case Switch():
            yield from (("init", stmt.init), ("arm", stmt.arms))
        case Try():
            yield from (("body", stmt.body), ("handler", stmt.handlers), ("else", stmt.orelse), ("finally", stmt.final))
        case Arm() | Handler() | With():
            yield "body", stmt.body
        case Variant():
            others = ", ".join(condition for condition, _ in stmt.arms if condition)
            for condition, body in stmt.arms:
                yield f"#if {condition}" if condition else f"#else of #if {others}", body


def _free(source: LexedSource, spans: Sequence[Span], inner: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Positions of the tokens that belong to the function and to none inside it."""
    starts = dict(inner)
    begin = min(span.start for span in spans[: 1 + sum(span.kind == "Decorator" for span in spans)])
    skip = -1
    decorated = [(span.start, span.end) for span in spans if span.kind == "Decorator"]
    for at in source.within(begin, spans[0].end):
        start = source.starts[at]
        if start < spans[0].start and not any(a <= start < b for a, b in decorated):
            continue
        skip = max(skip, starts.get(start, -1))
        if start >= skip and not (source.unbuilt and source.line(start) in source.unbuilt):
            yield at


def _blocks(source: LexedSource, own: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where braces open a block of their own, within those of the statement."""
    open_: list[int] = []
    for at in own:
        token = source.tokens[at]
        if token.text == b"{":
            open_.append(token.start)
        elif token.text == b"}" and open_:
            start = open_.pop()
            if open_:
                yield start, token.end


def _owned(source: LexedSource, spans: Sequence[Span], free: Iterable[int]) -> list[list[int]]:
    """Of each span the tokens that lie in no span within it."""
    held: list[list[int]] = [[] for _ in spans]
    order = sorted(range(len(spans)), key=lambda at: (spans[at].start, -spans[at].end, at))
    stack: list[int] = []
    following = 0
    for at in free:
        start = source.starts[at]
        while following < len(order) and spans[order[following]].start <= start:
            stack.append(order[following])
            following += 1
        while len(stack) > 1 and spans[stack[-1]].end <= start:
            stack.pop()
        held[stack[-1] if stack else 0].append(at)
    return held


def _piece(source: LexedSource, span: Span, own: Sequence[int]) -> Piece:
    words = _managed(source, span, own) or tuple(
        _plain(span, [source.tokens[at].text for at in (undirected(source, own) if span.kind == HEAD else own)])
    )
    start = source.starts[own[0]] if own else span.start
    end = source.tokens[own[-1]].end if own and not _compound(span) else max(start, min(span.end, _heads(span)))
    end = len(source.data[:end].rstrip()) if end > start else end
    opens = source.tokens[own[0]].text if own else b""
    return Piece(span.kind, span.role, span.parent, words, start, end, span.end, _said(source, span), span.stmt, opens)


def _managed(source: LexedSource, span: Span, own: Sequence[int]) -> tuple[bytes, ...]:
    """Of a `with` its words without the brackets and commas that stand round its manager; () of another."""
    if not isinstance(span.stmt, With) or len(span.stmt.items) != 1:
        return ()
    item, base = span.stmt.items[0], span.start - span.stmt.start
    held = [source.tokens[at].text for at in own if base + item.start <= source.starts[at] < base + item.end]
    before = [source.tokens[at].text for at in own if source.starts[at] < base + item.start]
    return (*[b"async"][: b"async" in before], b"with", *held)


def _compound(span: Span) -> bool:
    return span.kind in (HEAD, BLOCK) or (span.stmt is not None and any(True for _ in _parts(span.stmt)))


def _heads(span: Span) -> int:
    """Where the first statement inside begins."""
    if span.stmt is None:
        return span.end
    base = span.start - span.stmt.start
    parts = [part for name, part in _parts(span.stmt) if name != "init"]
    starts = [base + each.start for part in parts for each in part if each.start > span.stmt.start]
    return min(starts, default=span.end)


def _plain(span: Span, words: Sequence[bytes]) -> Iterator[bytes]:
    if not _compound(span):
        yield from words[: len(words) - (words[-1:] == [b";"])]
        return
    depth, values = 0, 0
    for at, word in enumerate(words):
        value = word == b"{" and at and words[at - 1] in _ASKING
        values += bool(value or (values and word == b"{"))
        depth += (word in _OPENING) - (word in _CLOSING)
        inside = depth or values
        values -= bool(values and word == b"}")
        if inside or (word not in NESTING and not (word == b"," and span.kind == HEAD)):
            yield b"if" if word == b"elif" and span.kind == "If" else word


def _said(source: LexedSource, span: Span) -> str:
    """What a person would call it by."""
    stmt = span.stmt
    if stmt is None:
        return source.text(span.start, min(span.end, span.start + 1600)) if span.kind == "Decorator" else ""
    base = span.start - stmt.start
    match stmt:
        case If():
            return without_hints(_texts(source, base, [stmt.test]))
        case Loop(test=test, target=target, iterable=iterable):
            if target and iterable:
                return " in ".join((_texts(source, base, [target]), _texts(source, base, [iterable])))
            return without_hints(_texts(source, base, [_whole(source, base, test, stmt.end)] if test else []))
        case Switch():
            return _texts(source, base, [stmt.subject])
        case Arm():
            told = _label(source, span) if len(stmt.patterns) == 1 else _texts(source, base, stmt.patterns)
            told = told or _texts(source, base, stmt.patterns)
            return ", ".join(filter(None, (told, "default" * stmt.default))) or "default"
        case Handler():
            return ", ".join(stmt.types)
        case With():
            return _texts(source, base, stmt.items)
        case Return():
            return _texts(source, base, [_whole(source, base, stmt.value, stmt.end)] if stmt.value else [])
        case Raise():
            return _texts(source, base, [_whole(source, base, stmt.value, stmt.end)] if stmt.value else [])
        case Simple():
            return source.text(span.start, span.end).rstrip(";")
        case Try(body=(Simple() as first, *_)):
            return f"try: {source.text(base + first.start, base + first.end).rstrip(';')}"
        case Try():
            return ""
    return "" if isinstance(stmt, Variant) else source.text(span.start, span.end).rstrip(";")


def _label(source: LexedSource, span: Span) -> str:
    """C and C++: all that stands between `case` and the colon, with a macro behind a number (`case 3 KB:`)."""
    own = source.within(span.start, span.end)
    words = [source.tokens[at].text for at in own[:_LONGEST_LABEL]]
    if words[:1] != [b"case"] or b":" not in words or b"?" in words:
        return ""
    return source.text(source.tokens[own.start].end, source.starts[own.start + words.index(b":")]).strip()


def _texts(source: LexedSource, base: int, ranges: Iterable[Range]) -> str:
    found = ", ".join([source.text(base + each.start, base + each.end) for each in ranges])
    return found[1:-1].strip() if found.startswith("(") and _one_bracket(found) else found


def _whole(source: LexedSource, base: int, range_: Range, end: int) -> Range:
    """To where the code goes on: behind a macro that is more than a name (`#define KB *1024`) a parser stops early."""
    depth, last = 0, range_.end
    for at in source.within(base + range_.end, base + end):
        word = source.tokens[at].text
        depth += (word in _OPENING) - (word in _CLOSING)
        if depth < 0 or (not depth and word in _STOPS):
            break
        last = source.tokens[at].end - base
    return range_._replace(end=last)


def _one_bracket(text: str) -> bool:
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return at == len(text) - 1
    return False
