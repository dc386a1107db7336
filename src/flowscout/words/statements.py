"""A statement in words, by its role. What assigns is in `assignments`, what leaves in `exits`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from ..model.expression import (
    Assign,
    Binary,
    Choice,
    Expression,
    Group,
    Invoke,
    Literal,
    Member,
    OpaqueExpression,
    Subscript,
    Unary,
    Word,
)
from ..model.language import Language
from ..model.pattern import regex
from .asserted import asserted
from .assignments import assigned, declare, initialise, target_of
from .clauses import clause
from .code import Source, code, parse, plain, raw
from .commands import command
from .exits import raised, refuted, returned, thrown, without_keyword
from .pronouns import reads_as_english
from .questions import ask
from .values import said

_OF_A_VALUE: Final = frozenset({"!", "not", "~", "+", "-"})
_LINE_ENDS: Final = frozenset(["endl", "flush", "'\\n'", '"\\n"'])
_FROM: Final = regex(r"from\s++([\w.]++)\s++import\b\s*+([^;]{1,2000})", re.DOTALL)
_IMPORT: Final = regex(r"import\s++([^#;\n]{1,400})")


def state(text: str, role: str, language: Language) -> str:
    """The statement as plain English, whole."""
    text = text.strip().rstrip(";").strip()
    return _ROLES.get(role, _expression)(text, language)


def _expression(text: str, language: Language) -> str:
    node, source = parse(text, language)
    if isinstance(node, OpaqueExpression) and not node.kind:
        return raw(text)
    return _stated(node, source)


def _stated(node: Expression, source: Source) -> str:
    if isinstance(node, Assign):
        return assigned(node, source)
    if isinstance(node, Group) and node.open == "" and node.items and isinstance(node.items[-1], Assign):
        return code(node, source)
    if isinstance(node, Group) and node.open == "" and (counted := _counted(node, source)):
        return counted
    bare = plain(node)
    if not source.language.spelling.casts and (printed := _printed(node, source)):
        return printed
    while isinstance(bare, Unary) and bare.op in _OF_A_VALUE and isinstance(plain(bare.operand), Invoke | Unary):
        bare = plain(bare.operand)  # `(void)! write(…)`: the value goes nowhere, so nothing is asked
    if isinstance(bare, Invoke):
        return asserted(bare, source) or command(bare, source)
    if isinstance(bare, Unary):
        return _unary(bare, source)
    if isinstance(bare, Binary) and bare.op in ("<<", ">>"):
        return _stream(bare, source)
    if isinstance(bare, Binary) and bare.op in ("*", "&") and (made := _new(bare, source)):
        return made
    if isinstance(bare, Choice):
        yes, no = _stated(bare.yes, source), _stated(bare.no, source)
        yes = f"({yes})" if isinstance(plain(bare.yes), Choice) else yes
        return f"{yes} if {ask(bare.test, source).text}, else {clause(no)}"
    if isinstance(bare, Literal) and bare.kind == "string":
        return "Note"
    if isinstance(bare, Word) and bare is node and source.language.spelling.casts:
        return code(node, source)  # a macro that stands alone
    if isinstance(bare, Word | Member | Subscript):
        return f"Read {code(bare, source)}" if bare is node else f"Ignore {code(bare, source)}"
    return f"Evaluate {code(node, source)}"


def _counted(node: Group, source: Source) -> str:
    """`p++, q++` as what each does, "" where they do more."""
    steps = [step for item in node.items if isinstance(step := plain(item), Unary) and step.op in ("++", "--")]
    if not steps or len(steps) < len(node.items):
        return ""
    first, *told = [_unary(step, source) for step in steps]
    if len({step.op for step in steps}) > 1:
        return ", ".join([first, *map(clause, told)])
    return ", ".join([first, *(text.partition(" ")[2] or text for text in told)])


def _printed(node: Expression, source: Source) -> str:
    """`print >>stream, a, b` of Python 2, "" of anything else."""
    tuple_ = isinstance(node, Group) and node.open == "" and bool(node.items)
    first, *values = node.items if isinstance(node, Group) and tuple_ else (node,)
    if not isinstance(first, Binary) or first.op != ">>":
        return ""
    if not isinstance(first.left, Word) or first.left.text != "print":
        return ""
    shown = ", ".join(code(plain(value), source) for value in values)
    return f"Print to {code(first.right, source)}: {shown or 'the end of a line'}"


def _new(node: Binary, source: Source) -> str:
    """`Node *p(new Node(n))` declares p: nobody multiplies by what is made there."""
    call = node.right
    if not isinstance(call, Invoke) or not isinstance(call.callee, Word) or len(call.args) != 1:
        return ""
    made = call.args[0]
    is_new = source.text[made.start : made.end].startswith("new ")
    return f"{call.callee.text} = {code(made, source)}" if is_new else ""


def _unary(node: Unary, source: Source) -> str:
    target = target_of(plain(node.operand), source)
    if node.op in ("++", "--"):
        if reads_as_english(plain(node.operand), source.language.spelling.self_names):
            return f"{target}{node.op}"
        return f"{'Increment' if node.op == '++' else 'Decrement'} {target}"
    if node.op in ("await", "co_await"):
        inner = plain(node.operand)
        return code(node, source) if isinstance(inner, Invoke) else f"Await {target}"
    if node.op == "yield":
        return f"Yield {code(node.operand, source)}"
    if node.op == "throw":
        return thrown("Throw", node.operand, source)
    return code(node, source)


def _stream(node: Binary, source: Source) -> str:
    """`out << a << b`, `in >> a`."""
    parts: list[str] = []
    head: Expression = node
    while isinstance(head, Binary) and head.op == node.op:
        parts.append(code(head.right, source))
        head = plain(head.left)
    if isinstance(head, Invoke) and (claim := asserted(head, source)):
        return claim
    written = [part for part in reversed(parts) if part not in _LINE_ENDS]
    values = ", ".join([part for part in written if not _closes(part)] or written)
    if node.op == "<<":
        flushed = " and flush it" if "flush" in parts else ""
        return f"Write {values or 'the end of a line'} to {code(head, source)}{flushed}"
    return f"Read {values} from {code(head, source)}"


def _closes(part: str) -> bool:
    """The quote that ends a value, with its line: it says nothing of what is written."""
    return part[:1] in ("'", '"') and part[1:-1].endswith("\\n") and not part.replace("\\n", "").strip("\"'\\ ")


def _delete(text: str, language: Language) -> str:
    inner = without_keyword(text).removeprefix("[]").strip()
    node, source = parse(inner, language)
    if reads_as_english(plain(node), language.spelling.self_names):
        return raw(text)
    return f"Delete {raw(inner) if isinstance(node, OpaqueExpression) else code(node, source)}"


def _assert(text: str, language: Language) -> str:
    node, source = parse(without_keyword(text), language)
    test = node.items[0] if isinstance(node, Group) and node.open == "" else node
    return f"Assert {raw(without_keyword(text)) if isinstance(node, OpaqueExpression) else ask(test, source).text}"


def _yield(text: str, language: Language) -> str:
    inner = without_keyword(text)
    source_word = "from " if inner.startswith("from ") else ""
    node, source = parse(inner.removeprefix("from "), language)
    if not inner:
        return "Yield"
    if isinstance(node, Assign | Invoke | Unary) and not text.startswith(("yield", "co_yield")):
        return _stated(node, source)
    return f"Yield {source_word}{raw(inner) if isinstance(node, OpaqueExpression) else said(node, source)}"


def _with(text: str, language: Language) -> str:
    inner = without_keyword(text).rstrip(":")
    head, _, alias = inner.rpartition(" as ") if " as " in inner else (inner, "", "")
    node, source = parse(head, language)
    told = f"With {raw(head) if isinstance(node, OpaqueExpression) else code(node, source)}"
    return f"{told} as {raw(alias)}" if alias else told


def _leave(text: str, language: Language) -> str:
    inner = without_keyword(text).rstrip(":").rpartition(" as ")
    node, source = parse(inner[0] or inner[2], language)
    return f"Leave {raw(inner[0] or inner[2]) if isinstance(node, OpaqueExpression) else code(node, source)}"


def _named(word: str) -> Callable[[str, Language], str]:
    def said(text: str, language: Language) -> str:
        match = re.search(
            r"\b(?:def|class|struct|union|enum|import|from|global|nonlocal|using|namespace|goto)\s+([\w.:]+)", text
        )
        return f"{word} {match.group(1).rstrip(':') if match else raw(text.split('{')[0])}"

    return said


def _imported(text: str, language: Language) -> str:
    """`from .shell import run as go`: what is imported, and from where."""
    match = _FROM.fullmatch(text.strip())
    if match is None:
        whole = _IMPORT.fullmatch(text.strip())
        return f"Import {raw(whole[1])}" if whole else _named("Import")(text, language)
    bare = re.sub(r"#[^\n]*+", "", match[2]).strip().strip("()").strip().rstrip(",")
    names = " ".join(bare.split())
    return f"Import {'all' if names == '*' else names} from {match[1]}"


def _caught(text: str) -> str:
    """`except IOError as e`, `catch (const Error& e)`"""
    inner = text.strip()
    if inner.startswith("catch"):
        inner = re.sub(
            r"\bconst\s++|(?:(?:(?<!\s)\s++|(?<![\s&*]))[&*]++\s*+\w*+|(?<=\w)\s++\w++)$",
            "",
            inner[5:].strip().strip("(){ "),
        )
    else:
        inner = re.sub(r"^except\*?\s*+|(?<!\s)\s++as\s++\w++$", "", inner.split("#")[0].split(":")[0].strip()).strip(
            "() "
        )
    return raw(inner) if inner not in ("", "...") else "everything"


def _jump(text: str, language: Language) -> str:
    words = text.split()
    known = {"break": "Leave the loop", "continue": "Go on with the next"}
    return known.get(words[0], f"Go to {words[-1]}") if words else "Go on"


_ROLES: Final[Mapping[str, Callable[[str, Language], str]]] = {
    "declare": lambda text, language: (
        declare(text, language) if language.spelling.casts else _expression(text, language)
    ),
    "return": returned,
    "raise": raised,
    "delete": _delete,
    "assert": _assert,
    "refute": refuted,
    "yield": _yield,
    "with": _with,
    "enter": _with,
    "leave": _leave,
    "define": _named("Define"),
    "import": _imported,
    "scope": _named("Declare"),
    "jump": _jump,
    "break": _jump,
    "continue": _jump,
    "goto": _jump,
    "initialise": initialise,
    "pass": lambda text, language: "Do nothing",
    "asm": lambda text, language: "Run assembly",
    "catch": lambda text, language: f"Catch {_caught(text)}",
}
