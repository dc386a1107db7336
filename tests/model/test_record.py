"""Our NamedTuple is `typing.NamedTuple`, only sooner there."""

from __future__ import annotations

import pickle
import typing
from typing import Any

import pytest

from flowscout.model import record


class Ours(record.NamedTuple):
    """A place."""

    path: str
    line: int = 1
    column: int = 1

    def shown(self) -> str:
        return f"{self.path}:{self.line}"

    @property
    def top(self) -> bool:
        return self.line == 1


class Theirs(typing.NamedTuple):
    path: str
    line: int = 1
    column: int = 1


class Empty(record.NamedTuple):
    pass


class Other(record.NamedTuple):
    of: str
    as_many: int
    fields: int


def test_what_both_do_alike() -> None:
    for made in (Ours, Theirs):
        one = made("a.py", column=3)
        assert one == ("a.py", 1, 3)
        assert (one.path, one.line, one.column) == tuple(one)
        assert one._replace(line=7) == made._make(["a.py", 7, 3])
        assert one._asdict() == {"path": "a.py", "line": 1, "column": 3}
        assert repr(one) == f"{made.__name__}(path='a.py', line=1, column=3)"
        assert (made._fields, made._field_defaults) == (("path", "line", "column"), {"line": 1, "column": 1})
        assert pickle.loads(pickle.dumps(one)) == one
        assert type(pickle.loads(pickle.dumps(one))) is made
        assert hash(one) == hash(tuple(one))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda made: made(),
        lambda made: made("a", 1, 2, 3),
        lambda made: made("a", path="b"),
        lambda made: made("a", lines=1),
        lambda made: made._make(["a"]),
        lambda made: made("a")._replace(lines=1),
        lambda made: setattr(made("a"), "path", "b"),
        lambda made: setattr(made("a"), "more", "b"),
    ],
)
def test_what_both_refuse_in_the_same_words(wrong: Any) -> None:
    said = []
    for made in (Ours, Theirs):
        with pytest.raises((TypeError, ValueError, AttributeError)) as refusal:
            wrong(made)
        said.append((refusal.type, str(refusal.value).replace(made.__name__, "it")))
    assert said[0] == said[1]


def test_methods_documentation_and_patterns_stay() -> None:
    assert Ours("a.py", 2).shown() == "a.py:2"
    assert Ours("a.py").top
    assert (Ours.__doc__, Other.__doc__) == ("A place.", "Other(of, as_many, fields)")
    assert (Ours.__module__, Ours.__qualname__, Ours.__new__.__qualname__) == (__name__, "Ours", "Ours.__new__")
    match Ours("a.py", 5):
        case Ours("a.py", line):
            assert line == 5
    assert Empty() == ()
    assert not hasattr(Ours("a.py"), "__dict__")


def test_a_constructor_is_compiled_once_for_as_many_fields() -> None:
    assert Other("x", 2, 3) == ("x", 2, 3)
    assert Ours.__new__.__code__.co_consts is Other.__new__.__code__.co_consts
