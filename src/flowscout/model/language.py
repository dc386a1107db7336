"""What a language plug-in is: tables of node kinds for the frontend, a spelling for `words`, a lexicon for the stages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from .known import Known
from .protocol import Protocol
from .record import NamedTuple
from .syntax import Body, Range


class Node(Protocol):
    """The part of a tree-sitter node that tables use."""

    @property
    def type(self) -> str: ...
    @property
    def start_byte(self) -> int: ...
    @property
    def end_byte(self) -> int: ...
    @property
    def children(self) -> Sequence[Any]: ...
    @property
    def named_children(self) -> Sequence[Any]: ...
    @property
    def parent(self) -> Any: ...
    @property
    def has_error(self) -> bool: ...
    @property
    def is_missing(self) -> bool: ...
    @property
    def byte_range(self) -> tuple[int, int]: ...
    @property
    def start_point(self) -> Any: ...
    @property
    def end_point(self) -> Any: ...
    @property
    def next_sibling(self) -> Any: ...
    @property
    def prev_sibling(self) -> Any: ...
    def child(self, index: int, /) -> Any: ...
    @property
    def named_child_count(self) -> int: ...
    def named_child(self, index: int, /) -> Any: ...
    def child_by_field_name(self, name: str, /) -> Any: ...
    def children_by_field_name(self, name: str, /) -> Sequence[Any]: ...


class Reader(Protocol):
    """What a row may ask while it turns a statement node into neutral syntax. Offsets are relative to the function.

    `depth` counts the levels of nesting above the statement at hand; a row that nests further without calling `body`
    (the arms of an else-if chain) raises it meanwhile. `full` says that the next level would be one too many.
    """

    depth: int

    @property
    def full(self) -> bool: ...
    def span(self, node: Node) -> tuple[int, int]: ...
    def range(self, node: Node) -> Range: ...
    def body(self, node: Node | None) -> Body:
        """Statements of a block, or the one statement that stands in for it; () for None."""

    def statement(self, node: Node) -> Body:
        """One statement, which is no block of its own: the next one of an arm, of a branch of `#if`."""

    def holds(self, node: Node, what: str) -> bool:
        """Whether a harvest left an absolute offset within the node under that name in the function's `extra`."""

    def written(self, start: int, end: int) -> bytes:
        """The file's own bytes, with what the grammar does not see. Absolute offsets."""

    def text(self, node: Node) -> str:
        """As written, layout collapsed, cut at 200 characters."""

    def opaque(self, start: Node, end: Node, why: str) -> Body:
        """Gives up on what stands between the two nodes, both included, and notes it."""


Row: TypeAlias = Callable[[Node, Reader], Body]


class Spelling(NamedTuple):
    """How expressions are written; read by `words`.

    operators: binary operator -> (precedence, higher binds tighter); comments/strings: regular expressions.
    separators join a dotted name; self_names are receivers that mean the object itself; global_names mean something of the language's
    own where no object is said.
    """

    and_: tuple[str, ...]
    or_: tuple[str, ...]
    not_: tuple[str, ...]
    nulls: frozenset[str]
    trues: frozenset[str]
    falses: frozenset[str]
    self_names: frozenset[str]
    separators: tuple[str, ...]
    operators: Mapping[str, int]
    prefixes: frozenset[str]
    conditional: str  # "?:" or "if-else"
    string: str
    comment: str
    casts: bool = False
    global_names: frozenset[str] = frozenset()


Outside: TypeAlias = tuple[str, str]  # of a macro that returns: what it asks for first, "" nothing, and what it returns


class Lexicon(NamedTuple):
    """Words of a standard library and common frameworks. Values are action types (`model.action`).

    calls: literal or glob on the dotted callee (resolved external name first, then as written): `shutil.rmtree`,
    `*.commit`, `std::filesystem::remove*`. verbs: a word of the callee's own name, by its place in it (first word), e.g.
    `delete` -> irreversible. errors: globs of values and types that mean failure. fine: globs of values that mean success
    (`Status::OK`). noreturn: dotted names of calls that never return, `err/2`
    with at least so many arguments, `error/3?` where the first of them is a status that is no success. predicates: first words that read as questions.
    handlers: globs of function names that are entry points; routes: globs of decorators that make one. pure: globs of dotted
    names of functions that do nothing but give a value. writes: names of functions that write through one of their arguments, and which.
    unreachable: those of `noreturn` that do nothing but promise that control never comes there.
    working: special methods in which an object does its work: when it is called, walked through, entered or left.
    naught: names of functions that give 0 where they did what they were asked for, and something else where they failed.
    quits: those of `noreturn` that raise an error to that end, which runs each `finally` and may be caught; by the error's name.
    tries: those that end the program but where they fail, which is an error.
    outside: macros of well-known headers that leave whoever uses them, by the names of their parameters.
    defaults: what a parameter of a library's function is where it is not given: `zip.strict` -> `False`.
    twins: names of a library's functions that do what another of its functions does, and of which.
    """

    calls: Mapping[str, str]
    verbs: Mapping[str, str]
    errors: frozenset[str]
    fine: frozenset[str]
    noreturn: frozenset[str]
    predicates: frozenset[str]
    handlers: frozenset[str]
    routes: frozenset[str]
    pure: frozenset[str] = frozenset()
    writes: Mapping[str, int] = MappingProxyType({})
    unreachable: frozenset[str] = frozenset()
    working: frozenset[str] = frozenset()
    naught: frozenset[str] = frozenset()
    outside: Mapping[str, Outside] = MappingProxyType({})
    defaults: Mapping[str, str] = MappingProxyType({})
    quits: Mapping[str, str] = MappingProxyType({})
    tries: frozenset[str] = frozenset()
    twins: Mapping[str, str] = MappingProxyType({})

    def ends(self, dotted: str, argc: int) -> bool:
        """Whether a call never returns, by its name and how much it is given; argc -1: not known."""
        name = dotted.removeprefix("::")
        return name in self.noreturn or any(
            f"{name}/{most}" in self.noreturn for most in range(1, 10 if argc < 0 else argc + 1)
        )

    def fails(self, name: str, argc: int, status: str) -> bool:
        """Whether a call that ends the program for a status that is no success is given one, as it is written."""
        asks = any(f"{name}/{most}?" in self.noreturn for most in range(1, argc + 1))
        number = status.lstrip("-")
        failure = (
            int(number) != 0 if number.isdecimal() and number.isascii() else status.isidentifier() and status.isupper()
        )
        return asks and failure and status not in self.fine


class Language(NamedTuple):
    """One plug-in. `grammar` is "module:function", loaded by the frontend. `resolver` names a file in `resolvers`.

    separator joins qualified names for people (`.` or `::`). statements: node type -> row. blocks: node types whose
    children are statements. The frontend's further tables (captures, hooks) are in `reading`, typed there. known: what the
    function at hand says of its names, where the language is asked to word that. Hashed by its name, for what is remembered by language.
    """

    name: str
    grammar: str
    separator: str
    resolver: str
    statements: Mapping[str, Row]
    blocks: frozenset[str]
    reading: Any
    spelling: Spelling
    lexicon: Lexicon
    known: Known = Known()

    def __hash__(self) -> int:
        return hash(self.name)
