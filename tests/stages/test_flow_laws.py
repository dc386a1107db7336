"""The laws of a graph hold for any body at all, whether a parser could have made it or not."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from test_flow import bound, problems

from flowscout.model.bound import BoundFunction
from flowscout.model.syntax import (
    Arm,
    Handler,
    If,
    Jump,
    Label,
    Loop,
    Mark,
    Opaque,
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
from flowscout.stages.flow import flow

TEXT = b"if (a && b || c ? d : e) x(1); " * 4
offsets = st.integers(0, len(TEXT))
ranges = st.tuples(offsets, offsets).map(lambda pair: Range(min(pair), max(pair)))
names = st.sampled_from(["", "a", "case 1", "default"])


def bodies(stmts: st.SearchStrategy[Stmt]) -> st.SearchStrategy[Any]:
    return st.lists(stmts, max_size=3).map(tuple)


def leaf() -> st.SearchStrategy[Stmt]:
    return st.one_of(
        st.builds(
            lambda r, role, test: Simple(*r, role, test),
            ranges,
            st.sampled_from(["expression", "assert", "declare"]),
            st.none() | ranges,
        ),
        st.builds(lambda r, v: Return(*r, v), ranges, st.none() | ranges),
        st.builds(lambda r, v: Raise(*r, v), ranges, st.none() | ranges),
        st.builds(lambda r, k, name: Jump(*r, k, name), ranges, st.sampled_from(["break", "continue", "goto"]), names),
        st.builds(lambda r, name: Label(*r, name), ranges, names),
        st.builds(lambda r: Opaque(*r, "why"), ranges),
    )


def tree(inner: st.SearchStrategy[Stmt]) -> st.SearchStrategy[Stmt]:
    body = bodies(inner)
    arms = st.lists(
        st.builds(
            lambda r, p, b, d, g: Arm(*r, tuple(p), b, d, g),
            ranges,
            st.lists(ranges, max_size=2),
            body,
            st.booleans(),
            st.none() | ranges,
        ),
        max_size=3,
    ).map(tuple)
    handlers = st.lists(
        st.builds(lambda r, t, b: Handler(*r, tuple(t), b), ranges, st.lists(names, max_size=2), body), max_size=2
    ).map(tuple)
    return st.one_of(
        st.builds(lambda r, t, a, b, i: If(*r, t, a, b, i), ranges, ranges, body, body, body),
        st.builds(
            lambda r, style, b, t, i, s, o, label: Loop(*r, style, b, t, None, i, (), s, o, label),
            ranges,
            st.sampled_from(["while", "do", "for", "each"]),
            body,
            st.none() | ranges,
            st.none() | ranges,
            st.none() | ranges,
            body,
            names,
        ),
        st.builds(lambda r, s, a, falls: Switch(*r, s, a, falls), ranges, ranges, arms, st.booleans()),
        st.builds(
            lambda r, b, h, o, f, star: Try(*r, b, h, o, f, star), ranges, body, handlers, body, body, st.booleans()
        ),
        st.builds(
            lambda r, i, b, s: With(*r, tuple(i), b, s), ranges, st.lists(ranges, max_size=2), body, st.booleans()
        ),
        st.builds(lambda r, a: Variant(*r, tuple(a)), ranges, st.lists(st.tuples(names, body), max_size=2)),
    )


marks = st.lists(
    st.builds(
        lambda kind, spots: Mark(kind, spots[0], spots[3], spots[1], spots[2]),
        st.sampled_from(["and", "or", "cond", "elvis", "not", "chain", "scope", "throw", "await"]),
        st.lists(offsets, min_size=4, max_size=4).map(sorted),
    ),
    max_size=6,
).map(tuple)


EMPTY = Mark("and", 10, 10, 10, 10)
ITSELF = Mark("or", 5, 20, 20, 20)
FIRST = Mark("scope", 5, 20, 5, 20)


@example((Switch(0, 60, Range(0, 60), (), False),), (EMPTY,), set(), "python")
@example((If(0, 60, Range(5, 20), (), (), ()),), (ITSELF,), set(), "c")
@example((Return(0, 60, Range(0, 60)),), (FIRST, EMPTY), {7}, "python")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    bodies(st.recursive(leaf(), tree, max_leaves=12)),
    marks,
    st.sets(offsets, max_size=3),
    st.sampled_from(["python", "c", "cpp"]),
)
def test_the_laws_hold_for_any_body(statements: Any, marked: Any, stops: set[int], language: str) -> None:
    facts = bound("int f() { return 1; }", "c").facts
    function = BoundFunction(
        "case::f", language, facts, TEXT, statements, marked, (), frozenset(stops), (), frozenset()
    )
    cfg = flow(function)
    assert problems(cfg) == []
    assert flow(function) == cfg
