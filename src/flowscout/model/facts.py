"""Facts of a file: a pure function of its bytes, its language and `FACTS_FORMAT`. No path, no neighbour is known here.

What a file cannot know stays a placeholder: a call is a name and a receiver as written (`Call`), which may turn out to
be a macro, a function that never returns, or anything; `bind` and the resolvers settle it through Lookup.

Offsets in functions are bytes relative to `FunctionFacts.start`; offsets in the file's own records are absolute.
Texts ("as written") have layout runs collapsed to one blank and are cut at 200 characters.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .codec import loads
from .declared import Declared, Import, Note, TypeFacts
from .record import NamedTuple

FACTS_FORMAT = 78
SWALLOWING = "swallowing"  # flag of what a context manager does at its end
SWALLOWING_SOME = "swallowing:some"
SOME = "?"  # errors that such a manager may keep
BUILT = "built:"  # of a flag: in which build a function is read, where an `#if` cuts through a statement
LEAVES = "leaves:"  # of a flag: what of that name it calls never returns, as other files know
QUIET = "quiet:"  # of a flag: the macro of that name only prints where one wants to hear more


class Param(NamedTuple):
    """One parameter. `type` as written ("" unknown); `name` carries Python's stars (`*args`, `**kw`); `/` and `*` are
    left out."""

    name: str
    type: str = ""
    default: str = ""


class Call(NamedTuple):
    """A call as written.

    name: the last identifier of the callee (`Put` in `db_->Put(k)`; `<lambda>`/"" when it is not a name). receiver:
    text before it without the separator (`db_`; "" none). sep: "." | "->" | "::" | "". argc: number of arguments, -1
    when a star or pack makes it unknown. kind: call | new (C++ `new T`) | construct (C++ `T x(a)`, `T{…}`, member
    initialiser, base initialiser) | delete | operator (name is `operator+`…, only where a project type is plausible) |
    super (`super().f()`) | decorator | ref (a function's name passed or stored, not called) | property (argc 1: one
    that is set, or a special method that an operator or a subscript may run) | with (a context manager:
    `__enter__`/`__exit__`) | macro. args: ranges of the argument expressions (at most 12). given: their texts where
    they may be a function or an object (a name, a dotted name, a short call, a lambda, `key=` any of these), ""
    otherwise; () when all are "".
    """

    start: int
    end: int
    name: str
    receiver: str = ""
    sep: str = ""
    argc: int = 0
    kind: str = "call"
    args: tuple[tuple[int, int], ...] = ()
    given: tuple[str, ...] = ()


def is_written(call: Call) -> bool:
    """A call, or an attribute that is read; no name passed on, and nothing that an operator or an assignment may run."""
    return call.kind != "ref" and not (call.kind == "property" and call.argc)


class Binding(NamedTuple):
    """A name and what is known of its value: `x: T`, `T x`, `x = value`, `for x in value` (how "each"), `with value as
    x` (how "with"), `except T as x`. name may be dotted (`self.db`). type and value as written, "" unknown.

    how: param | declare | static (a local that lasts) | assign | each | with | except | global (Python's `global x`; C's
    extern) | capture | field-init. fresh: of a pointer, that whatever it is given anywhere has only been made (`p = malloc(n)`). taken: of
    a name in a pattern, which part of something it is given: `(make())[1]`; of a loop's value, or what a manager gives,
    `[1]`.
    """

    start: int
    name: str
    type: str = ""
    value: str = ""
    how: str = "assign"
    fresh: bool = False
    taken: str = ""


class Write(NamedTuple):
    """A write to anything that is not plainly a fresh local. target as written (`self.size`, `*out`, `a[i]`, `count`).

    how: assign | augment (`+=`) | update (`++`) | delete (`del x`, `delete p`). value: what an item is set to, as
    written, where it may be a function or an object.
    """

    start: int
    end: int
    target: str
    how: str = "assign"
    value: str = ""


class Raised(NamedTuple):
    """A `raise`/`throw`; type is the raised type's name as written ("" for a bare re-raise)."""

    start: int
    end: int
    type: str


class Shield(NamedTuple):
    """A byte range (a try body) whose exceptions of `types` do not escape; ("*",) catches all."""

    start: int
    end: int
    types: tuple[str, ...]


class FunctionDetail(NamedTuple):
    """The part of a function's facts that only resolving, effects and charts read; see FunctionFacts for the fields."""

    calls: tuple[Call, ...]
    bindings: tuple[Binding, ...]
    writes: tuple[Write, ...]
    raises: tuple[Raised, ...]
    shields: tuple[Shield, ...]
    returns: tuple[str, ...]
    body: str
    ends: tuple[int, ...] = ()


class _Head(NamedTuple):
    name: str
    scope: tuple[str, ...]
    kind: str
    owner: int
    parent: int
    params: tuple[Param, ...]
    signature: str
    result: str
    flags: str
    decorators: tuple[str, ...]
    doc: str
    start: int
    end: int
    line: int
    end_line: int
    digest: str
    confidence: float
    decisions: int
    ignore: bool
    remarks: str
    detail: FunctionDetail | str


class FunctionFacts(_Head):
    """One function, method, constructor, destructor, operator, lambda, nested function, or a module's top level.

    name: last part (`HandleCreate`, `~Volume`, `operator==`, `<lambda>`, `<module>`). scope: enclosing names, outermost
    first (namespaces, classes, functions; an anonymous namespace is `(anonymous)`). kind: function | method |
    constructor | destructor | operator | conversion | lambda | module. owner: index into FileFacts.types of the class
    whose body holds it, else -1 (an out-of-line member has -1 and its class in scope). parent: index of the enclosing
    function, -1 none. signature: C family: normalised "(const std::string &,int) const &&"; "" elsewhere. flags:
    blank-separated, sorted: abstract async classmethod const coroutine exported extern generator inline macro noreturn
    override private property protected public pure setter static staticmethod swallowing (a context manager that keeps
    exceptions; `swallowing:some`: that may) template virtual; `built:A`, `built:!A`, `built:?` (see BUILT). ("public" for C: not static; C++: public member or free non-static; Python: no leading
    underscore.) doc: first sentence of the doc comment or docstring, plain text. ignore: carries `flowscout: ignore`.
    start/end: absolute bytes of the definition (Python: from `def`, decorators excluded). line/end_line: from 1.
    digest: hash of the normalised tokens of the body and signature: no layout, comments or positions. remarks: hash of
    its text as it is where comments may stand in it, "" where there are none: a sentence may take words of them.
    confidence: 1.0, lower when syntax errors touch it. body: JSON of `syntax.FunctionBody` (see `codec`), decoded on
    demand. returns: distinct returned (of a generator: yielded) expressions that may be a function or an object (a
    name, a dotted name, a call; Python: also a lambda, a container, a choice of these), as written, at most 8.

    ends: positions in `calls` of those that run on every way that returns, at most 16; (-1,): no way returns.
    decisions: branching statements and operators, an estimate. `detail` holds calls, bindings, writes, raises, shields,
    returns, body and ends; facts that were stored carry it encoded, and decode it when one of these is asked for,
    because most runs ask most functions for none of them.
    """

    __slots__ = ()

    def __new__(
        cls,
        name: str,
        scope: tuple[str, ...],
        kind: str,
        owner: int,
        parent: int,
        params: tuple[Param, ...],
        signature: str,
        result: str,
        flags: str,
        decorators: tuple[str, ...],
        doc: str,
        start: int,
        end: int,
        line: int,
        end_line: int,
        digest: str,
        confidence: float,
        calls: tuple[Call, ...],
        bindings: tuple[Binding, ...],
        writes: tuple[Write, ...],
        raises: tuple[Raised, ...],
        shields: tuple[Shield, ...],
        returns: tuple[str, ...],
        decisions: int,
        body: str,
        ignore: bool = False,
        ends: tuple[int, ...] = (),
        remarks: str = "",
    ) -> FunctionFacts:
        detail = FunctionDetail(calls, bindings, writes, raises, shields, returns, body, ends)
        return cls._make(
            (
                name,
                scope,
                kind,
                owner,
                parent,
                params,
                signature,
                result,
                flags,
                decorators,
                doc,
                start,
                end,
                line,
                end_line,
                digest,
                confidence,
                decisions,
                ignore,
                remarks,
                detail,
            )
        )

    def has(self, flag: str) -> bool:
        return flag in self.flags.split()

    @property
    def qualified(self) -> tuple[str, ...]:
        return (*self.scope, self.name)

    @property
    def details(self) -> FunctionDetail:
        return decode_detail(self.detail) if isinstance(self.detail, str) else self.detail

    @property
    def calls(self) -> tuple[Call, ...]:
        return self.details.calls

    @property
    def kinds_of_calls(self) -> list[str]:
        """Of each call its kind; what else is kept is left unread."""
        if isinstance(self.detail, str):
            return [kind for _, _, _, _, _, _, kind, _, _ in loads(self.detail)[0]]
        return [call.kind for call in self.detail.calls]

    @property
    def bindings(self) -> tuple[Binding, ...]:
        return self.details.bindings

    @property
    def writes(self) -> tuple[Write, ...]:
        return self.details.writes

    @property
    def raises(self) -> tuple[Raised, ...]:
        return self.details.raises

    @property
    def shields(self) -> tuple[Shield, ...]:
        return self.details.shields

    @property
    def returns(self) -> tuple[str, ...]:
        return self.details.returns

    @property
    def body(self) -> str:
        return self.details.body

    @property
    def ends(self) -> tuple[int, ...]:
        return self.details.ends


class Macro(NamedTuple):
    """A `#define`. params None: object-like. text: replacement as written (continuations joined).

    control: the keywords in it that change control flow (return break continue goto throw, noreturn calls;
    given: a parameter stands as a statement), blank-separated; "" none. body: JSON of syntax.FunctionBody of the replacement parsed as statements, ranges relative
    to `text`; "" when control == "". calls: calls in the replacement, relative to `text`. usual: whether it stands in a
    build that defines nothing of its own. undone: the file takes it back, and only headers of others are read under it.
    """

    name: str
    params: tuple[str, ...] | None
    text: str
    line: int
    control: str = ""
    body: str = ""
    calls: tuple[Call, ...] = ()
    usual: bool = True
    undone: bool = False


class FileFacts(NamedTuple):
    """globals: file-level names (name, type or value as written): C variables, Python module assignments. exports:
    Python's `__all__`, else empty. residual: digest of what lies outside functions. guards: names tested by `#if`.
    checksum: SHA-256 of the bytes, hex. status and error as FileAnalysisReport. lines: number of lines. stored: (where,
    name) of names that may be functions in the initialisers of C's file-level variables; where: the field's name if
    written, else the type of a variable that holds a list, else the variable's name.
    """

    language: str
    checksum: str
    status: str
    error: str
    lines: int
    functions: tuple[FunctionFacts, ...]
    types: tuple[TypeFacts, ...]
    declared: tuple[Declared, ...]
    imports: tuple[Import, ...]
    macros: tuple[Macro, ...]
    globals: tuple[tuple[str, str], ...]
    exports: tuple[str, ...]
    residual: str
    notes: tuple[Note, ...]
    stored: tuple[tuple[str, str], ...] = ()


_new = tuple.__new__  # a row of the right length as a value, without asking for its fields by name


def call_of(row: Any) -> Call:
    """A call from its JSON array. Raises ValueError or TypeError."""
    start, end, name, receiver, sep, argc, kind, args, given = row
    return _new(
        Call,
        (start, end, name, receiver, sep, argc, kind, tuple([(a, b) for a, b in args]) if args else (), tuple(given)),
    )


@lru_cache(maxsize=1024)
def decode_detail(text: str) -> FunctionDetail:
    """Raises ValueError or TypeError when the text is not an encoded detail."""
    calls, bindings, writes, raises, shields, returns, body, ends = loads(text)
    return FunctionDetail(
        tuple([call_of(r) for r in calls]),
        tuple(
            [
                _new(Binding, (start, name, type_, value, how, bool(fresh), taken))
                for start, name, type_, value, how, fresh, taken in bindings
            ]
        ),
        tuple([_new(Write, (start, end, target, how, value)) for start, end, target, how, value in writes]),
        tuple([_new(Raised, (start, end, type_)) for start, end, type_ in raises]),
        tuple([Shield(start, end, tuple(types)) for start, end, types in shields]),
        tuple(returns),
        body,
        tuple(ends),
    )
