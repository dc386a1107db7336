"""Expressions as `words` reads them: a small tree over a text, the same for every language.

Every node begins with `start, end`, a half-open range in the text that was read. `Opaque` is a leaf for what could not
be read, or need not be (lambdas, comprehensions).
"""

from __future__ import annotations

from typing import TypeAlias

from .record import NamedTuple


class Word(NamedTuple):
    """A name; C++ scopes and template arguments belong to it (`std::make_unique<T>`)."""

    start: int
    end: int
    text: str


class Literal(NamedTuple):
    """kind: number | string | char | null | true | false. value: a string's content, without prefix and quotes."""

    start: int
    end: int
    kind: str
    value: str


class Member(NamedTuple):
    start: int
    end: int
    of: Expression
    sep: str
    name: str
    typed: str = ""


class Invoke(NamedTuple):
    """A call. `create`: C++'s `new T(args)`. placed: what stands before the type, of `new (where) T(args)`. hands_on: which of its
    arguments it stands for, where it only passes that on."""

    start: int
    end: int
    callee: Expression
    args: tuple[Expression, ...]
    create: bool = False
    placed: tuple[Expression, ...] = ()
    hands_on: int = -1


class Subscript(NamedTuple):
    start: int
    end: int
    of: Expression
    keys: tuple[Expression, ...]


class Unary(NamedTuple):
    start: int
    end: int
    op: str
    operand: Expression
    postfix: bool = False


class Binary(NamedTuple):
    """Arithmetic and comparison; `not in` and `is not` are one operator each."""

    start: int
    end: int
    op: str
    left: Expression
    right: Expression


class Logic(NamedTuple):
    """op: and | or; equal neighbours are flattened: `a && b && c` has three operands."""

    start: int
    end: int
    op: str
    operands: tuple[Expression, ...]


class Choice(NamedTuple):
    start: int
    end: int
    test: Expression
    yes: Expression
    no: Expression


class Assign(NamedTuple):
    """op: = | := | += … ; `targets` has several members for `a = b = 0`."""

    start: int
    end: int
    op: str
    targets: tuple[Expression, ...]
    value: Expression


class Cast(NamedTuple):
    start: int
    end: int
    type: str
    operand: Expression
    how: str = ""


class Group(NamedTuple):
    """Brackets: `(a)`, `(a, b)`, `[a, b]`, `{a, b}`; open "" is a tuple without brackets."""

    start: int
    end: int
    open: str
    items: tuple[Expression, ...]


class Named(NamedTuple):
    """`name=value` among arguments, `key: value` in a dictionary (sep ": ")."""

    start: int
    end: int
    name: str
    value: Expression
    sep: str = "="


class OpaqueExpression(NamedTuple):
    """kind: "" unread | lambda | comprehension."""

    start: int
    end: int
    kind: str = ""


Expression: TypeAlias = (
    Word
    | Literal
    | Member
    | Invoke
    | Subscript
    | Unary
    | Binary
    | Logic
    | Choice
    | Assign
    | Cast
    | Group
    | Named
    | OpaqueExpression
)
