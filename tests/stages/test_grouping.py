"""Brackets that group nothing: without them Python reads the same tree, whatever stands beside them."""

from __future__ import annotations

import ast
from random import Random

from flowscout.stages.account.neutral.grouping import ungrouped

OPERATORS = ("+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^", "<", "==", "in", "is", "@", "!=", "and", "or")
LEAVES = ("a", "b", "f ( c )", "- a", "~ b", "not a", "a [ 1 ]", "1", "await z")
STATEMENTS = (
    "return {}",
    "assert {}",
    "yield {}",
    "x = {}",
    "raise {}",
    "x += {}",
    "x = a if {} else b",
    "print ( {} )",
)


class Flattened(ast.NodeTransformer):
    """`(a and b) and c` asks what `a and b and c` asks."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.BoolOp:
        self.generic_visit(node)
        values = [
            value.values if isinstance(value, ast.BoolOp) and type(value.op) is type(node.op) else [value]
            for value in node.values
        ]
        node.values = [each for some in values for each in some]
        return node


def tree(statement: str) -> str:
    try:
        return ast.dump(Flattened().visit(ast.parse(f"async def g():\n  {statement}")))
    except SyntaxError:
        return ""


def expression(random: Random, depth: int) -> str:
    if not depth or random.random() < 0.3:
        return random.choice(LEAVES)
    sign = random.choice(("", "", "", "- ", "+ ", "~ ", "not "))
    inner = f"{expression(random, depth - 1)} {random.choice(OPERATORS)} {expression(random, depth - 1)}"
    return sign + (f"( {inner} )" if random.random() < 0.7 else inner)


def test_python_reads_the_same_without_them() -> None:
    random, shorter = Random(2), 0
    for _ in range(6000):
        statement = random.choice(STATEMENTS).format(expression(random, 2))
        words = [word.encode() for word in statement.split()]
        bare = b" ".join(ungrouped(words, True)).decode()
        if bare != statement and (read := tree(statement)):
            shorter += 1
            assert tree(bare) == read, statement
    assert shorter > 200


def test_in_c_a_sign_behind_a_cast_keeps_them() -> None:
    for text in (
        "return ( long ) - ( a / b )",
        "x = ( char * ) & y",
        "return - ( a * b )",
        "x = ( MAX * 2 ) * 3",
        "x = a - ( b - c )",
    ):
        words = [word.encode() for word in text.split()]
        assert ungrouped(words, False) == words
    assert ungrouped([b"return", *b"( a * b ) - c".split()], False) == [b"return", *b"a * b - c".split()]
