"""The same decisions written otherwise: what was checked is checked, so no sentence may say that a check, or a way out, is lost."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from tree_sitter import Node

from ..syntax import (
    BLOCKS,
    Change,
    Changes,
    column,
    field,
    in_function,
    instead,
    named,
    python,
    shifted,
    statements,
    text,
    walk,
)
from .conditions import condition
from .operator import LOST, Operator
from .refactorings import BINDING

EXITS = ("return_statement", "raise_statement", "throw_statement", "break_statement", "continue_statement")
LOGICAL = ("boolean_operator", "binary_expression")
STEP = "    "


def _then(node: Node) -> list[Node]:
    body = field(node, "consequence")
    if body is None:
        return []
    return statements(body) if body.type in BLOCKS else [body]


def _otherwise(node: Node) -> list[Node]:
    return [each for each in named(node) if each.type in ("else_clause", "elif_clause")]


def _leaves(node: Node) -> bool:
    inner = _then(node)
    return bool(inner) and inner[-1].type in EXITS


def _asked(node: Node) -> Node | None:
    """The question of an `if` that has one: no assignment, nothing declared."""
    asked = condition(node)
    if asked is None or any(
        each.type in ("named_expression", "assignment_expression", "declaration", "init_statement", "comment")
        for each in walk(asked)
    ):
        return None
    return asked


def _behind(node: Node) -> list[Node]:
    """What follows it in its block."""
    parent = node.parent
    every = statements(parent) if parent is not None and parent.type in BLOCKS else []
    return every[[each.id for each in every].index(node.id) + 1 :] if node.id in [each.id for each in every] else []


def _plain(nodes: list[Node]) -> bool:
    """Whether they can be put further in: no text over lines, no label, no directive, nothing that a later line reads the name of."""
    return all(
        each.type
        not in (
            "labeled_statement",
            "preproc_if",
            "preproc_ifdef",
            "preproc_else",
            "case_statement",
            "function_definition",
            "class_definition",
            "decorated_definition",
            "concatenated_string",
            "declaration",
        )
        and "\\\n" not in text(each)
        and '"""' not in text(each)
        and "'''" not in text(each)
        for node in nodes
        for each in walk(node)
    )


def _lines(nodes: list[Node], by: str) -> str:
    return "\n".join([column(each) + by + shifted(each, by) for each in nodes])


def _alone(nodes: list[Node]) -> bool:
    """Whether nothing but they stands on their lines."""
    return all(one.end_point[0] < other.start_point[0] for one, other in pairwise(nodes))


def return_into_else(node: Node, chance: Random) -> Changes:
    """`if a: return b` and what follows become `if a: return b`, `else: …`."""
    rest = _behind(node)
    if (
        not rest
        or _otherwise(node)
        or not _leaves(node)
        or not in_function(node)
        or not _plain(rest)
        or not _alone([node, *rest])
        or rest[-1].type not in EXITS
    ):
        return ()
    if not python(node) and field(node, "consequence").type not in BLOCKS:  # type: ignore[union-attr]
        return ()
    body = _lines(rest, STEP)
    put = f"\n{column(node)}else:\n{body}" if python(node) else f" else {{\n{body}\n{column(node)}}}"
    return (Change(node.end_byte, rest[-1].end_byte, put),)


def else_into_return(node: Node, chance: Random) -> Changes:
    """The other way."""
    others = _otherwise(node)
    if (
        len(others) != 1
        or others[0].type != "else_clause"
        or not _leaves(node)
        or not in_function(node)
        or _behind(node)
    ):
        return ()
    body = field(others[0], "body") or (named(others[0])[-1] if named(others[0]) else None)
    inner = statements(body) if body is not None and body.type in BLOCKS else []
    if (
        node.parent is None
        or node.parent.type not in BLOCKS
        or not inner
        or not _plain(inner)
        or not _alone(inner)
        or inner[0].start_point[0] == others[0].start_point[0]
    ):
        return ()
    out = "\n".join([column(node) + text(each).replace("\n" + column(inner[0]), "\n" + column(node)) for each in inner])
    return (Change(field(node, "consequence").end_byte, node.end_byte, "\n" + out),)  # type: ignore[union-attr]


def turn_arms(node: Node, chance: Random) -> Changes:
    """`if a: b else: c` becomes `if not a: c else: b`."""
    others, asked, then = _otherwise(node), _asked(node), field(node, "consequence")
    if len(others) != 1 or others[0].type != "else_clause" or asked is None or then is None:
        return ()
    body = field(others[0], "body") or (named(others[0])[-1] if named(others[0]) else None)
    if (
        body is None
        or body.type not in BLOCKS
        or then.type not in BLOCKS
        or not statements(body)
        or not statements(then)
        or text(body) == text(then)
    ):
        return ()
    turned = f"not ({text(asked)})" if python(node) else f"!({text(asked)})"
    return (
        Change(asked.start_byte, asked.end_byte, turned),
        Change(then.start_byte, then.end_byte, text(body)),
        Change(body.start_byte, body.end_byte, text(then)),
    )


def _operands(asked: Node | None, words: tuple[str, ...]) -> tuple[Node, Node] | None:
    sign = field(asked, "operator") if asked is not None and asked.type in LOGICAL else None
    left, right = (
        (field(asked, "left"), field(asked, "right")) if asked is not None and sign is not None else (None, None)
    )
    return (left, right) if sign is not None and sign.type in words and left is not None and right is not None else None


def split_guard(node: Node, chance: Random) -> Changes:
    """`if a or b: return c` becomes `if a: return c`, `if b: return c`."""
    asked = _asked(node)
    both = _operands(asked, ("or", "||"))
    if (
        both is None
        or asked is None
        or _otherwise(node)
        or not _leaves(node)
        or not _behind(node)
        or not in_function(node)
    ):
        return ()
    at, end = asked.start_byte - node.start_byte, asked.end_byte - node.start_byte
    whole = node.text or b""
    one, other = (whole[:at] + (each.text or b"") + whole[end:] for each in both)
    return instead(node, f"{one.decode('utf-8', 'replace')}\n{column(node)}{other.decode('utf-8', 'replace')}")


def join_guards(node: Node, chance: Random) -> Changes:
    """The other way."""
    behind = _behind(node)
    after = behind[0] if behind else None
    if (
        after is None
        or after.type != "if_statement"
        or not _leaves(node)
        or _otherwise(node)
        or _otherwise(after)
        or not in_function(node)
    ):
        return ()
    one, other = _asked(node), _asked(after)
    if one is None or other is None or [text(each) for each in _then(node)] != [text(each) for each in _then(after)]:
        return ()
    word = "or" if python(node) else "||"
    return (
        Change(one.start_byte, one.end_byte, f"({text(one)}) {word} ({text(other)})"),
        Change(node.end_byte, after.end_byte, ""),
    )


def nest(node: Node, chance: Random) -> Changes:
    """`if a and b: c` becomes `if a: if b: c`."""
    asked, inner = _asked(node), _then(node)
    both = _operands(asked, ("and", "&&"))
    if (
        both is None
        or asked is None
        or _otherwise(node)
        or not inner
        or not _plain(inner)
        or not _alone([node.children[0], *inner][1:])
        or not in_function(node)
        or inner[0].start_point[0] == node.start_point[0]
    ):
        return ()
    body, by, to = _lines(inner, STEP), column(node), column(inner[0])
    if python(node):
        return instead(node, f"if {text(both[0])}:\n{to}if {text(both[1])}:\n{body}")
    return instead(node, f"if ({text(both[0])}) {{\n{to}if ({text(both[1])}) {{\n{body}\n{to}}}\n{by}}}")


def name_condition(node: Node, chance: Random) -> Changes:
    """`if a > b:` becomes `wanted = a > b`, `if wanted:`."""
    asked = _asked(node)
    if (
        asked is None
        or asked.type in ("identifier", "await")
        or node.parent is None
        or node.parent.type not in BLOCKS
        or not in_function(node)
    ):
        return ()
    start = "wanted = " if python(node) else "const int wanted = "
    return (
        Change(node.start_byte, node.start_byte, f"{start}{text(asked)}{'' if python(node) else ';'}\n{column(node)}"),
        Change(asked.start_byte, asked.end_byte, "wanted"),
    )


def extract_condition(node: Node, chance: Random) -> Changes:
    """`if a > b:` becomes `if _wanted(a, b):`, with `_wanted` above."""
    asked = _asked(node)
    held = next((each for each in _above(node) if each.type == "function_definition"), None)
    if (
        asked is None
        or asked.type not in ("comparison_operator", "boolean_operator", "not_operator", "call")
        or held is None
        or held.parent is None
        or held.parent.type != "module"
        or not in_function(node)
    ):
        return ()
    if any(
        each.type in ("await", "yield", "lambda", "list_comprehension", "generator_expression", "string")
        for each in walk(asked)
    ) or "\n" in text(asked):
        return ()
    own = {
        text(each) for head in walk(held) if head.type in BINDING for each in walk(head) if each.type == "identifier"
    }
    uses = sorted(
        {
            text(each)
            for each in walk(asked)
            if each.type == "identifier"
            and not (
                each.parent is not None
                and each.parent.type in ("attribute", "keyword_argument")
                and each.parent.children[0].id != each.id
            )
        }
        & own
    )
    made = f"def _wanted({', '.join(uses)}):\n    return {text(asked)}\n\n\n"
    return (
        Change(held.start_byte, held.start_byte, made),
        Change(asked.start_byte, asked.end_byte, f"_wanted({', '.join(uses)})"),
    )


def _above(node: Node) -> list[Node]:
    found, here = [], node.parent
    while here is not None:
        found.append(here)
        here = here.parent
    return found


def _seen_outside(loop: Node, left: Node) -> bool:
    """Whether the function has a name elsewhere that the loop binds: a comprehension keeps it to itself."""
    held = next(each for each in _above(loop) if each.type == "function_definition")
    bound = {text(each) for each in walk(left) if each.type == "identifier"}
    return any(
        each.type == "identifier" and text(each) in bound
        for each in walk(held)
        if not loop.start_byte <= each.start_byte < loop.end_byte
    )


def into_comprehension(node: Node, chance: Random) -> Changes:
    """`a = []`, `for b in c: if d: a.append(e)` becomes `a = [e for b in c if d]`."""
    before, inner = node.prev_named_sibling, statements(field(node, "body"))
    if before is None or len(inner) != 1 or not in_function(node) or field(node, "alternative") is not None:
        return ()
    asked = ""
    if inner[0].type == "if_statement" and not _otherwise(inner[0]) and (question := _asked(inner[0])) is not None:
        asked, inner = f" if {text(question)}", _then(inner[0])
    left, right = field(node, "left"), field(node, "right")
    call = (
        named(inner[0])[0] if len(inner) == 1 and inner[0].type == "expression_statement" and named(inner[0]) else None
    )
    function, given = (
        (field(call, "function"), field(call, "arguments"))
        if call is not None and call.type == "call"
        else (None, None)
    )
    if (
        function is None
        or given is None
        or left is None
        or right is None
        or len(named(given)) != 1
        or not text(function).endswith(".append")
    ):
        return ()
    name = text(function).removesuffix(".append")
    if (
        text(before) != f"{name} = []"
        or not name.isidentifier()
        or name in text(right) + asked + text(given)
        or _seen_outside(node, left)
        or "await" in text(node)
        or "\n" in text(given)
    ):
        return ()
    return (
        Change(
            before.start_byte,
            node.end_byte,
            f"{name} = [{text(named(given)[0])} for {text(left)} in {text(right)}{asked}]",
        ),
    )


def into_caller(node: Node, chance: Random) -> Changes:
    """A guard at the beginning of a function that another calls at once goes up to the caller: `if not a: return` before `f(a)`."""
    held = next((each for each in _above(node) if each.type == "function_definition"), None)
    asked, body = _asked(node), field(held, "body") if held is not None else None
    if (
        held is None
        or asked is None
        or body is None
        or statements(body)[:1] != [node]
        or held.parent is None
        or held.parent.type != "module"
        or _otherwise(node)
    ):
        return ()
    inner, name, parameters = _then(node), field(held, "name"), field(held, "parameters")
    if len(inner) != 1 or text(inner[0]) != "return" or name is None or parameters is None or len(statements(body)) < 2:
        return ()
    names = [text(each) for each in named(parameters)]
    calls = [
        each
        for each in walk(held.parent)
        if each.type == "call" and text(field(each, "function") or each) == text(name)
    ]
    whole = calls[0].parent if len(calls) == 1 else None
    if (
        whole is None
        or whole.type != "expression_statement"
        or whole.parent is None
        or whole.parent.type != "block"
        or not all(each.isidentifier() for each in names)
    ):
        return ()
    given = [text(each) for each in named(field(calls[0], "arguments") or calls[0])]
    if given != names or "\n" in text(whole):
        return ()
    return (
        Change(node.start_byte, statements(body)[1].start_byte, ""),
        Change(whole.start_byte, whole.end_byte, f"if not ({text(asked)}):\n{column(whole)}{STEP}{text(whole)}"),
    )


def chosen_value(node: Node, chance: Random) -> Changes:
    """`if a: b = c else: b = d` becomes `b = c if a else d`."""
    others, asked, then = _otherwise(node), _asked(node), _then(node)
    body = field(others[0], "body") if len(others) == 1 and others[0].type == "else_clause" else None
    inner = statements(body) if body is not None else []
    if asked is None or len(then) != 1 or len(inner) != 1 or not python(node) or not in_function(node):
        return ()
    made = [
        named(each)[0] if each.type == "expression_statement" and named(each) else None for each in (then[0], inner[0])
    ]
    if any(
        each is None or each.type != "assignment" or field(each, "type") is not None or "\n" in text(each)
        for each in made
    ):
        return ()
    one, other = made
    names = [text(field(each, "left") or node) for each in (one, other)]  # type: ignore[arg-type]
    if one is None or other is None or names[0] != names[1]:
        return ()
    return instead(
        node,
        f"{names[0]} = {text(field(one, 'right') or one)} if {text(asked)} else {text(field(other, 'right') or other)}",
    )


ASKED = "if_statement"
OPERATORS = (
    Operator("turn a return into an else", ASKED, return_into_else, neutral=True, never=LOST),
    Operator("turn an else into a return", ASKED, else_into_return, neutral=True, never=LOST),
    Operator("turn the arms round", ASKED, turn_arms, neutral=True, never=LOST),
    Operator("part a guard in two", ASKED, split_guard, neutral=True, never=LOST),
    Operator("join two guards", ASKED, join_guards, neutral=True, never=LOST),
    Operator("nest a condition", ASKED, nest, neutral=True, never=LOST),
    Operator("name a condition", ASKED, name_condition, neutral=True, never=LOST),
    Operator("extract a condition", ASKED, extract_condition, neutral=True, never=LOST, languages="python"),
    Operator(
        "turn a loop into a comprehension",
        "for_statement",
        into_comprehension,
        neutral=True,
        never=LOST,
        languages="python",
    ),
    Operator("move a guard to the caller", ASKED, into_caller, never=LOST, languages="python"),
    Operator("choose a value in an expression", ASKED, chosen_value, neutral=True, never=LOST, languages="python"),
)
