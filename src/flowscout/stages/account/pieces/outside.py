"""What stands outside of functions, as a tree of pieces: statements, declarations, the rows of tables, by indentation or by braces.

A function with its decorators is one piece here, so that what it stands under counts. Every other token belongs to exactly one piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from ....model.record import NamedTuple
from ....model.syntax import Range
from .asking import plainly_asked
from .directive_lines import closed_within, directive_end, first_of_line
from .flattened import flattened
from .heads import HOLDING, ends_a_head
from .initialising import initialises
from .lexing import LexedSource
from .macro_spaces import opens_by_macro
from .macros import ends_a_test, macro_alone
from .pieces import Piece
from .table_ends import is_a_row
from .typedefs import named_behind

FUNCTION = "Function"
ROWS_FROM = 24  # tokens from which a table is told row by row
OPENING = frozenset((b"(", b"[", b"{"))
CLOSING = frozenset((b")", b"]", b"}"))
TEXT_PREFIXES = frozenset((b"r", b"u", b"b", b"br", b"rb"))  # of a text that runs nothing
_IMPORTS = frozenset((b"import", b"from", b"using"))
_IF, _BETWEEN = frozenset((b"if", b"ifdef", b"ifndef")), frozenset((b"else", b"elif", b"elifdef", b"elifndef"))
_ACCESS = frozenset((b"public", b"private", b"protected", b"signals", b"slots"))


class Outside(NamedTuple):
    """decorators: ranges by the start of the function."""

    pieces: tuple[Piece, ...]
    decorators: Mapping[int, tuple[Range, ...]]


class Unit(NamedTuple):
    """A function of the file: where it begins and ends, and what it is known by on both sides."""

    start: int
    end: int
    key: str


class PieceTree:
    """Pieces in the making."""

    def __init__(self, source: LexedSource) -> None:
        self.source = source
        self.pieces: list[Piece] = []

    def add(
        self, kind: str, own: Sequence[int], parent: int, role: str = "body", words: tuple[bytes, ...] | None = None
    ) -> int:
        tokens = self.source.tokens
        start, end = tokens[own[0]].start, tokens[own[-1]].end
        given = tuple([tokens[at].text for at in own]) if words is None else words
        self.pieces.append(
            Piece(kind, role, parent, given, start, end, end, self.source.text(start, end).rstrip(",;{ "))
        )
        return len(self.pieces) - 1

    def name(self, at: int, named: Sequence[bytes]) -> None:
        """Of a type that is named behind it."""
        said = f"{self.pieces[at].said} {named[0].decode('utf-8', 'replace')}"
        self.pieces[at] = self.pieces[at]._replace(said=said)

    def keep_comma(self, at: int, last: int) -> None:
        """Of a statement of Python that ends in one: `fields = "source",` makes a tuple."""
        if self.source.tokens[last].text == b"," and self.pieces[at].end == self.source.tokens[last].end:
            self.pieces[at] = self.pieces[at]._replace(said=f"{self.pieces[at].said},")

    def statement(self, kind: str, own: Sequence[int], parent: int, role: str = "body") -> int:
        """With its rows, where it is a table."""
        cut = table(self.source, own) if len(own) >= ROWS_FROM else None
        if cut is None:
            return self.add(kind, own, parent, role)
        first, rows, behind = cut
        words = tuple([self.source.tokens[at].text for at in (*first, *behind)])
        here = self.add(kind, first, parent, role, words)
        self.pieces[here] = self.pieces[here]._replace(last=self.source.tokens[own[-1]].end)
        for row in rows:
            self.add("Row", row, here, "rows")
        return here


def table(
    source: LexedSource, own: Sequence[int], fewest: int = 2
) -> tuple[Sequence[int], list[Sequence[int]], Sequence[int]] | None:
    """What stands before its rows, the rows, and what stands behind them; None where it has fewer, and of what a call is given."""
    words = [source.tokens[at].text for at in own]
    depths = accumulate((word in OPENING) - (word in CLOSING) for word in words)
    outer = [at for at, depth in enumerate(depths) if depth == 1 and words[at] in OPENING]
    begin = next((at for at in outer if at and b"=" in words[:at]), -1)
    if begin < 0:
        return None
    depth, here, rows = 0, begin + 1, []
    for at in range(begin, len(own)):
        depth += (words[at] in OPENING) - (words[at] in CLOSING)
        if not depth or (depth == 1 and words[at] == b","):
            if at > here:
                rows.append(own[here:at])
            here = at + 1
        if not depth:
            return (
                (own[: begin + 1], rows, own[at:])
                if len(rows) >= fewest
                and not _called(words, begin, [words[row[0] - own[0] + 1] if len(row) > 1 else b"" for row in rows])
                else None
            )
    return None


def _called(words: Sequence[bytes], begin: int, behind: Sequence[bytes]) -> bool:
    """Whether it is a call with arguments by place: no table, whose rows have names."""
    name = words[begin - 1].replace(b"_", b"a").isalnum() and words[begin - 1] not in (b"return", b"in", b"not")
    return words[begin] == b"(" and name and not all(word == b"=" for word in behind)


def _begun(source: LexedSource, own: Sequence[int]) -> tuple[Sequence[int], list[Sequence[int]]] | None:
    """Of a table that a directive interrupts: what stands before its rows, and the rows so far."""
    words = [source.tokens[at].text for at in own]
    begin = next((at for at, word in enumerate(words) if word == b"{" and at and words[at - 1] == b"="), -1)
    if begin < 0:
        return None
    depth, here, rows = 0, begin + 1, []
    for at in range(begin, len(own) + 1):
        depth += (words[at] in OPENING) - (words[at] in CLOSING) if at < len(own) else 0
        if at == len(own) or (depth == 1 and words[at] == b","):
            rows += [own[here:at]] if at > here else []
            here = at + 1
    return own[: begin + 1], rows


def indented(source: LexedSource, units: Sequence[Unit]) -> Outside:
    tree, parents, pending, column = PieceTree(source), [(-1, -1)], list[Sequence[int]](), 0
    decorators: dict[int, tuple[Range, ...]] = {}
    for own, unit in _lines(source, units):
        first = source.tokens[own[0]]
        beside = own[0] > 0 and source.tokens[own[0] - 1].text == b";" and not _on_its_own_line(source, own[0])
        column = column if beside else source.column(first.start)
        if unit is not None and pending:
            decorators[unit.start] = tuple(
                [Range(source.tokens[one[0]].start, source.tokens[one[-1]].end) for one in pending]
            )
            pending = []
        if unit is None and first.text == b"@":
            pending.append(own)
            continue
        while parents[-1][0] >= column:
            parents.pop()
        parent = parents[-1][1]
        for one in pending:
            tree.add("Decorator", one, parent)
        pending = []
        if unit is not None:
            tree.add(FUNCTION, own, parent, words=(unit.key.encode("utf-8", "surrogatepass"),))
        else:
            here = tree.statement(_python_kind(source, own), own, parent)
            tree.keep_comma(here, own[-1])
            parents.append((column, here))
    for one in pending:
        tree.add("Decorator", one, parents[-1][1])
    return Outside(flattened(tree.pieces), decorators)


def _lines(source: LexedSource, units: Sequence[Unit]) -> Iterable[tuple[Sequence[int], Unit | None]]:
    """The tokens of each logical line; of a function, its first one."""
    ends = {unit.start: unit for unit in units}
    own: list[int] = []
    depth, behind, skip = 0, 0, -1
    for at, token in enumerate(source.tokens):
        if token.start < skip:
            continue
        unit = ends.get(token.start)
        new = unit is not None or (
            not depth
            and ((source.line(token.start) > behind and not _joined(source, token.start)) or token.text == b";")
        )
        if new and own:
            yield own, None
            own = []
        if unit is not None:
            yield (at,), unit
            skip = unit.end
            behind = source.line(max(unit.end - 1, 0))
            continue
        if token.text == b";" and not depth:
            behind = source.line(token.start)
            continue
        depth = max(0, depth + (token.text in OPENING) - (token.text in CLOSING))
        own.append(at)
        behind = source.line(token.end - 1)
        if token.text == b":" and not depth and ends_a_head([source.tokens[one].text for one in own]):
            yield own, None  # what it holds may stand on the same line
            own = []
    if own:
        yield own, None


def _on_its_own_line(source: LexedSource, at: int) -> bool:
    start = source.tokens[at].start
    return source.line(source.tokens[at - 1].start) < source.line(start) and not _joined(source, start)


def _joined(source: LexedSource, start: int) -> bool:
    """Whether a backslash joins this line to the one before."""
    begin = source.data.rfind(b"\n", 0, start)
    return begin > 0 and source.data[max(0, begin - 2) : begin].rstrip(b"\r").endswith(b"\\")


def _python_kind(source: LexedSource, own: Sequence[int]) -> str:
    words = [source.tokens[at].text for at in own[:12]]
    if words[0] in _IMPORTS:
        return "Import"
    if words[0] == b"class":
        return "Class"
    if all(word[:1] in (b'"', b"'") for word in words[words[0].lower() in TEXT_PREFIXES and len(own) > 1 :]):
        return "Docstring"
    depth = 0
    for word in words[:12]:
        depth += (word in OPENING) - (word in CLOSING)
        if not depth and word in (b"=", b":") and words[0] not in HOLDING:
            return "Assign"
    return "Statement"


class _Level(NamedTuple):
    piece: int
    what: str  # block | if
    role: str
    items: str = ""  # Item | Row: of an enumeration or a table, told apart by commas
    fields: bool = False  # of a block, or an `#if` in one


def braced(source: LexedSource, units: Sequence[Unit]) -> Outside:
    tree = PieceTree(source)
    levels = [_Level(-1, "block", "body")]
    starts = {unit.start: unit for unit in units}
    own, last = list[int](), (-1, -1)  # last: where the function before begins, and what follows it
    opened: dict[tuple[int, str, tuple[bytes, ...]], int] = {}
    at, depth, count = 0, 0, len(source.tokens)

    def flush() -> None:
        nonlocal own, depth
        if own and [source.tokens[one].text for one in own] not in ([b";"], [b","]):
            tree.statement(_c_kind(source, own, levels[-1]), own, levels[-1].piece, levels[-1].role)
        own, depth = [], 0

    while at < count:
        token = source.tokens[at]
        unit = starts.get(token.start)
        if own and not depth and (macro_alone(source, own, at) or ends_a_test(source, own, *last)):
            flush()
        if unit is not None:
            for _ in range(closed_within(source, unit.start, unit.end)):
                _closed(tree, levels)
            words = (*(source.tokens[one].text for one in own), unit.key.encode("utf-8", "surrogatepass"))
            tree.add(FUNCTION, [*own, at], levels[-1].piece, levels[-1].role, words)
            own, depth = [], 0
            last = at, max(at + 1, source.within(0, unit.end).stop)
            at = last[1]
            continue
        if token.text == b"#" and first_of_line(source, at):
            if depth and (cut := _begun(source, own)):
                tree.statement("Assign", cut[0], levels[-1].piece, levels[-1].role)
                levels.append(_Level(len(tree.pieces) - 1, "block", "rows", "Row"))
                for row in cut[1]:
                    tree.add("Row", row, levels[-1].piece, "rows")
                own = []
            flush()
            behind = source.within(0, directive_end(source, token.start)).stop
            _directive(tree, levels, range(at, max(behind, at + 1)))
            at = max(behind, at + 1)
            continue
        if token.text == b"{" and not own and levels[-1].piece < 0 and is_a_row(source, at):
            levels[-1] = levels[-1]._replace(items="Row")
        if token.text == b"," and not own:  # no statement begins so: a directive stood in a table
            levels[-1] = levels[-1]._replace(items="Row")
        if token.text == b"{" and not depth and levels[-1].items != "Row" and not initialises(source, own):
            here = tree.add(
                _c_kind(source, own, levels[-1], opens=True),
                [*own, at],
                levels[-1].piece,
                levels[-1].role,
                (*[source.tokens[one].text for one in own], *(named := named_behind(source, own, at))),
            )
            if named:
                tree.name(here, named)
            if own and tree.pieces[here].kind == "Namespace":  # opened again, it holds what the first one holds
                here = opened.setdefault((levels[-1].piece, levels[-1].role, tree.pieces[here].words), here)
            levels.append(
                _Level(
                    here,
                    "block",
                    "body",
                    "Item" if any(source.tokens[one].text == b"enum" for one in own[:3]) else "",
                    True,
                )
            )
            own = []
        elif token.text == b"}" and not depth and levels[-1].items == "Row" and _goes_on(source, at):
            own.append(at)  # of a row that a directive interrupts, which ends in each arm
        elif token.text == b"}" and not depth:
            flush()
            place = next((n for n in range(len(levels) - 1, 0, -1) if levels[n].what == "block"), 0)
            if place:
                levels.pop(place)
            elif levels[-1].piece < 0:
                levels[-1] = levels[-1]._replace(items="")
        else:
            own.append(at)
            depth = max(0, depth + (token.text in OPENING) - (token.text in CLOSING))
            label = token.text == b":" and len(own) < 4 and source.tokens[own[0]].text in _ACCESS
            if not depth and (token.text == b";" or label or (token.text == b"," and levels[-1].items)):
                flush()
        at += 1
    flush()
    return Outside(tuple(tree.pieces), {})


def _goes_on(source: LexedSource, at: int) -> bool:
    """Whether rows follow: a table ends with its statement."""
    return at + 1 < len(source.tokens) and source.tokens[at + 1].text == b","


def _closed(tree: PieceTree, levels: list[_Level]) -> None:
    """The innermost `#if`. What follows in an `extern "C" {` that it alone opened does not hang on it."""
    if place := next((n for n in range(len(levels) - 1, 0, -1) if levels[n].what == "if"), 0):
        levels.pop(place)
        for n in range(place, len(levels)):
            if tree.pieces[levels[n].piece].kind == "Namespace":
                levels[n] = levels[place - 1]._replace(what="block")


def _directive(tree: PieceTree, levels: list[_Level], own: Sequence[int]) -> None:
    tokens = tree.source.tokens
    word = tokens[own[1]].text if len(own) > 1 else b""
    plain = plainly_asked(tuple([tokens[at].text for at in own]))
    place = next((n for n in range(len(levels) - 1, 0, -1) if levels[n].what == "if"), 0)
    if word in _IF:
        here = tree.add("Directive", own, levels[-1].piece, levels[-1].role, plain)
        levels.append(levels[-1]._replace(piece=here, what="if", role="then"))
    elif word in _BETWEEN and place:
        otherwise = word == b"else"
        here = tree.add("Directive", own, levels[place].piece, levels[place].role if otherwise else "else")
        levels[place] = levels[place]._replace(
            piece=levels[place].piece if otherwise else here, role="else" if otherwise else "then"
        )
    elif word == b"endif" and place:
        _closed(tree, levels)
    else:
        kind = {b"define": "Define", b"include": "Import", b"undef": "Define"}.get(word, "Directive")
        tree.add(kind, own, levels[-1].piece, levels[-1].role)


def _c_kind(source: LexedSource, own: Sequence[int], level: _Level, opens: bool = False) -> str:
    words = [source.tokens[at].text for at in own]
    if opens:
        if b"namespace" in words[:3] or words[:1] == [b"extern"] or not words or opens_by_macro(words):
            return "Namespace"
        return "Enum" if b"enum" in words[:3] else "Class"
    if level.items:
        return level.items
    if words[0] in _ACCESS and len(words) < 4:
        return "Access"
    if words[0] in (b"using", b"typedef"):
        return "Typedef"
    if b"=" in words:
        return "Assign"
    return "Declared" if b"(" in words else "Field" if level.fields else "Declaration"


def opened_again(pieces: Sequence[Piece], below: Sequence[Sequence[int]], known: object, at: int) -> bool:
    """Whether the same namespace is open before it: what stands in it is of that one."""
    one = pieces[at]
    return not below[at] and any(
        (each.kind, each.words, each.parent, each.role) == (one.kind, one.words, one.parent, one.role)
        for each in pieces[:at]
    )
