"""A statement in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Final

from ..model.expression import (
    Assign,
    Binary,
    Choice,
    Expression,
    Group,
    Invoke,
    Literal,
    Logic,
    Member,
    Opaque,
    Subscript,
    Unary,
    Word,
)
from ..model.language import Language
from . import names
from .code import Source, argument, code, dotted, parse, plain, raw
from .commands import command
from .declarations import Declared, declared
from .questions import ask
from .strings import message

_STATE: Final = frozenset({"state", "status", "mode", "phase", "stage"})
_KEYWORD: Final = re.compile(r"(?:return|co_return|raise|throw|co_yield|yield|await|co_await|del|delete|assert|goto|with|async with|async)\b\s*")
_FROM: Final = re.compile(r"\s+from\s+[\w.()]+$")
_AUGMENT: Final = {"+=": "Add {value} to {target}", "-=": "Subtract {value} from {target}", "*=": "Multiply {target} by {value}",
                   "/=": "Divide {target} by {value}", "//=": "Divide {target} by {value}"}


def state(text: str, role: str, language: Language) -> str:
    """The statement as plain English, whole."""
    text = text.strip().rstrip(";").strip()
    return _ROLES.get(role, _expression)(text, language)


def _said(node: Expression, source: Source) -> str:
    """A value as it reads after "to", "return": logic and choices in words."""
    bare = plain(node)
    if isinstance(bare, Choice):
        return f"{_said(bare.yes, source)} if {ask(bare.test, source).text}, else {_said(bare.no, source)}"
    if _is_question(bare):
        return f"whether {ask(bare, source).text}"
    if isinstance(bare, Unary) and bare.op in ("await", "co_await"):
        return code(bare.operand, source)
    if isinstance(bare, Invoke) and source.language.spelling.casts and is_status(bare, source):
        return _status(bare, source)
    return argument(bare, source) if not isinstance(bare, Unary) else code(bare, source)


def _is_question(node: Expression) -> bool:
    if isinstance(node, Binary):
        return node.op in ("==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in")
    if isinstance(node, Logic):
        return all(_is_question(plain(operand)) for operand in node.operands)
    return isinstance(node, Unary) and node.op == "not"


# -- assignments


def _constant(node: Expression, target: str) -> str:
    """`State::kCreating` → "creating", where the target says that it is a state, or the constant's scope does."""
    path = node.text if isinstance(node, Word) else f"{node.of.text}.{node.name}" if isinstance(node, Member) and isinstance(node.of, Word) else ""
    parts = re.split(r"::|\.", path)
    words = names.lower(parts[-1])
    if not words or not re.fullmatch(r"k[A-Z]\w*|[A-Z][A-Z0-9_]*", parts[-1]):
        return ""
    if len(parts) == 1 and not (parts[0].startswith("k") or ("_" not in parts[0] and names.lower(target)[-1:] and names.lower(target)[-1] in _STATE)):
        return ""
    if len(parts) > 1 and not re.fullmatch(r"[A-Z]\w*[a-z]\w*", parts[-2]):
        return ""
    return " ".join(words[1:] if parts[-1].startswith("k") else words)


def _target(node: Expression, source: Source) -> str:
    text = code(node, source)
    return text[:-1] if re.fullmatch(r"\w*[^\W_]_", text) and isinstance(plain(node), Word | Member) else text


def _assign(node: Assign, source: Source) -> str:
    targets = " and ".join([_target(target, source) for target in node.targets])
    if node.op in ("=", ":="):
        return _set(targets, node.value, source, fresh=len(node.targets) == 1 and _is_local(node.targets[0]))
    value = code(plain(node.value), source)
    value = f"({value})" if isinstance(plain(node.value), Choice | Logic) else value
    number = isinstance(node.value, Literal) and node.value.kind == "number"
    if number and node.op in ("+=", "-="):
        return f"{'Increase' if node.op == '+=' else 'Decrease'} {targets} by {value}"
    if node.op == "+=" and isinstance(plain(node.value), Literal | Group) and _is_text(plain(node.value)):
        return f"Append {value} to {targets}"
    if node.op in _AUGMENT:
        return _AUGMENT[node.op].format(value=value, target=targets)
    if node.op == "&=" and isinstance(node.value, Unary) and node.value.op == "~":
        return f"Clear {code(plain(node.value.operand), source)} in {targets}"
    if node.op == "|=" and isinstance(node.value, Word | Member) and code(node.value, source).split(".")[-1].isupper():
        return f"Set {value} in {targets}"
    return f"Set {targets} to {targets} {node.op[:-1]} {value}"


def _is_text(node: Expression) -> bool:
    return (isinstance(node, Literal) and node.kind == "string") or (isinstance(node, Group) and node.open in ("[", "(,"))


def _is_local(node: Expression) -> bool:
    """A plain name that does not look like a field, or several."""
    if isinstance(node, Group):
        return all(_is_local(item) for item in node.items)
    return isinstance(node, Word) and "::" not in node.text and not re.fullmatch(r"\w*[^\W_]_", node.text)


def _set(targets: str, value: Expression, source: Source, fresh: bool) -> str:
    bare = plain(value)
    if isinstance(bare, Unary) and bare.op in ("await", "co_await"):
        bare = plain(bare.operand)
    if isinstance(bare, Unary) and bare.op == "yield":
        return f"Yield {code(bare.operand, source)}, then set {targets}"
    if isinstance(bare, Invoke) and is_status(bare, source) and source.language.spelling.casts:
        return f"Set {targets} to {_status(bare, source)}"
    if fresh and isinstance(bare, Invoke):
        told = command(bare, source, effect=False)
        if told:
            return told
    return f"Set {targets} to {_constant(bare, targets) or _said(value, source)}"


def _declare(text: str, language: Language) -> str:
    """C and C++: every declarator of the statement."""
    if text.startswith("static "):
        return f"Keep {', '.join([item.name for item in declared(text, language.spelling)])} between calls"
    rows = declared(text, language.spelling)
    given = [_one(row, language) for row in rows if row.how] or [f"Declare {', '.join([row.name for row in rows])}"]
    if not rows:
        return _expression(text, language)
    return ", then ".join([given[0], *(one[:1].lower() + one[1:] for one in given[1:])])


def _one(item: Declared, language: Language) -> str:
    """A declarator that has a value or arguments."""
    if item.how == "=":
        node, source = parse(item.value, language)
        if isinstance(node, Opaque) and not node.kind:
            return f"Set {item.name} to {raw(item.value)}"
        fresh = not re.fullmatch(r"\w*[^\W_]_", item.name)
        return _set(item.name, node, source, fresh)
    node, source = parse(item.value, language) if item.value else (Opaque(0, 0), Source("", language))
    items = node.items if isinstance(node, Group) and node.open == "" else (node,)
    args = ", ".join([argument(one, source) for one in items])
    return f"Create {raw(item.type)} {item.name}" + (f": {args}" if args else "")


def _initialise(text: str, language: Language) -> str:
    """A member or base in a constructor's list: `mem_(nullptr)`."""
    node, source = parse(text, language)
    if not isinstance(node, Invoke):
        return _expression(text, language)
    args = ", ".join([argument(arg, source) for arg in node.args])
    return f"Initialise {code(node.callee, source)}" + (f": {args}" if args else "")


# -- expressions


def _expression(text: str, language: Language) -> str:
    node, source = parse(text, language)
    if isinstance(node, Opaque):
        return raw(text)
    return _stated(node, source)


def _stated(node: Expression, source: Source) -> str:
    if isinstance(node, Assign):
        return _assign(node, source)
    if isinstance(node, Group) and node.open == "" and node.items and isinstance(node.items[-1], Assign):
        return code(node, source)
    bare = plain(node)
    if isinstance(bare, Invoke):
        return _asserted(bare, source) or command(bare, source, effect=True)
    if isinstance(bare, Unary):
        return _unary(bare, source)
    if isinstance(bare, Binary) and bare.op in ("<<", ">>"):
        return _stream(bare, source)
    if isinstance(bare, Choice):
        yes, no = _stated(bare.yes, source), _stated(bare.no, source)
        return f"{yes} if {ask(bare.test, source).text}, else {no[:1].lower()}{no[1:]}"
    if isinstance(bare, Literal) and bare.kind == "string":
        return "Note"
    if isinstance(bare, Word | Member | Subscript):
        return f"Read {code(bare, source)}" if bare is node else f"Ignore {code(bare, source)}"
    return code(node, source)


def _asserted(node: Invoke, source: Source) -> str:
    """`assert(n > 0)`, `CHECK_EQ(a, b)`; "" for other calls."""
    name = names.last(node.callee.text) if isinstance(node.callee, Word) else ""
    if source.language.spelling.conditional == "if-else" or not name:
        return ""
    if names.lower(name)[-1] == "assert" or name in ("CHECK", "DCHECK", "PCHECK"):
        return f"Assert {ask(node.args[0], source).text}" if len(node.args) == 1 else ""
    match = re.fullmatch(r"D?(?:CHECK|ASSERT|EXPECT)_(EQ|NE|LT|LE|GT|GE)", name)
    if not match or len(node.args) < 2:
        return ""
    op = {"EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">="}[match.group(1)]
    return f"Assert {ask(Binary(node.start, node.end, op, node.args[0], node.args[1]), source).text}"


def _unary(node: Unary, source: Source) -> str:
    target = _target(node.operand, source)
    if node.op in ("++", "--"):
        return f"{'Increment' if node.op == '++' else 'Decrement'} {target}"
    if node.op in ("await", "co_await"):
        inner = plain(node.operand)
        return command(inner, source, effect=True) if isinstance(inner, Invoke) else f"Await {target}"
    if node.op == "yield":
        return f"Yield {code(node.operand, source)}"
    if node.op == "throw":
        return _thrown("Throw", node.operand, source)
    return code(node, source)


def _stream(node: Binary, source: Source) -> str:
    """`out << a << b`, `in >> a`."""
    parts: list[str] = []
    head: Expression = node
    while isinstance(head, Binary) and head.op == node.op:
        parts.append(code(head.right, source))
        head = plain(head.left)
    if isinstance(head, Invoke) and (asserted := _asserted(head, source)):
        return asserted
    values = ", ".join(reversed([part for part in parts if part not in ("endl", "flush", "'\\n'")]))
    if node.op == "<<":
        return f"Write {values or 'a line'} to {code(head, source)}"
    return f"Read {values} from {code(head, source)}"


# -- exits


def _strip(text: str) -> str:
    return _KEYWORD.sub("", text, count=1) if _KEYWORD.match(text) else text


def _return(text: str, language: Language) -> str:
    inner = _strip(text)
    if not inner:
        return "Return"
    node, source = parse(inner, language)
    bare = plain(node)
    if isinstance(bare, Invoke) and is_status(bare, source):
        return f"Return {_status(bare, source)}"
    return f"Return {raw(inner) if isinstance(node, Opaque) else _said(node, source)}"


def is_status(node: Invoke, source: Source) -> bool:
    """`Status::InvalidArgument("no p")`: a result that says how it went."""
    path = names.bare(dotted(node.callee, source))
    lexicon = source.language.lexicon
    if not path:
        return False
    scoped = names.lower(path.replace("::", ".").split(".")[-2])[-1:] if "::" in path else ()
    return scoped == ("status",) or any(fnmatchcase(path, glob) for glob in (*lexicon.errors, *lexicon.fine) if "(" not in glob)


def _status(node: Invoke, source: Source) -> str:
    name = names.last(dotted(node.callee, source))
    return f"{name}: {_message(node, source)}" if node.args else name


def _message(node: Invoke, source: Source) -> str:
    """The arguments, a message without its quotes."""
    return ", ".join([text for text in [_message_part(plain(arg), source) for arg in node.args] if text])


def _message_part(arg: Expression, source: Source) -> str:
    if isinstance(arg, Literal) and arg.kind == "string":
        return message(arg.value)
    if isinstance(arg, Binary) and arg.op == "%" and isinstance(plain(arg.left), Literal):
        return _message_part(plain(arg.left), source)
    if isinstance(arg, Opaque) and source.text[arg.start:arg.end] == "...":
        return ""
    return argument(arg, source)


def _thrown(word: str, node: Expression, source: Source) -> str:
    bare = plain(node)
    if not isinstance(bare, Invoke):
        return f"{word} {code(bare, source)}"
    name = code(bare.callee, source)
    if bare.create:
        name = f"new {name}"
    message = _message(bare, source)
    return f"{word} {name}: {message}" if message else f"{word} {name}"


def _raise(text: str, language: Language) -> str:
    word = "Throw" if text.startswith("throw") else "Raise"
    if language.spelling.conditional != "if-else":
        word = "Throw"
    inner = _FROM.sub("", _strip(text)) if word == "Raise" else _strip(text)
    if not inner:
        return f"Re-{word.lower()}"
    node, source = parse(inner, language)
    return f"{word} {raw(inner)}" if isinstance(node, Opaque) else _thrown(word, node, source)


def _delete(text: str, language: Language) -> str:
    inner = _strip(text).removeprefix("[]").strip()
    node, source = parse(inner, language)
    return f"Delete {raw(inner) if isinstance(node, Opaque) else code(node, source)}"


def _assert(text: str, language: Language) -> str:
    node, source = parse(_strip(text), language)
    test = node.items[0] if isinstance(node, Group) and node.open == "" else node
    return f"Assert {raw(_strip(text)) if isinstance(node, Opaque) else ask(test, source).text}"


def _refute(text: str, language: Language) -> str:
    """What an assertion does when it fails."""
    if language.spelling.conditional != "if-else":
        return "Abort: the assertion fails"
    node, source = parse(_strip(text), language)
    message = _message_part(plain(node.items[1]), source) if isinstance(node, Group) and node.open == "" and len(node.items) > 1 else ""
    return f"Raise AssertionError: {message}" if message else "Raise AssertionError"


def _yield(text: str, language: Language) -> str:
    inner = _strip(text)
    source_word = "from " if inner.startswith("from ") else ""
    node, source = parse(inner.removeprefix("from "), language)
    if not inner:
        return "Yield"
    if isinstance(node, Assign | Invoke | Unary) and not text.startswith(("yield", "co_yield")):
        return _stated(node, source)
    return f"Yield {source_word}{raw(inner) if isinstance(node, Opaque) else _said(node, source)}"


def _with(text: str, language: Language) -> str:
    inner = _strip(text).rstrip(":")
    head, _, alias = inner.rpartition(" as ") if " as " in inner else (inner, "", "")
    node, source = parse(head, language)
    told = command(node, source, effect=False) if isinstance(node, Invoke) else ""
    told = told or f"With {raw(head) if isinstance(node, Opaque) else code(node, source)}"
    return f"{told} as {raw(alias)}" if alias else told


def _leave(text: str, language: Language) -> str:
    inner = _strip(text).rstrip(":").rpartition(" as ")
    node, source = parse(inner[0] or inner[2], language)
    return f"Leave {raw(inner[0] or inner[2]) if isinstance(node, Opaque) else code(node, source)}"


def _named(word: str) -> Callable[[str, Language], str]:
    def said(text: str, language: Language) -> str:
        match = re.search(r"\b(?:def|class|struct|union|enum|import|from|global|nonlocal|using|namespace|goto)\s+([\w.:]+)", text)
        return f"{word} {match.group(1).rstrip(':') if match else raw(text.split('{')[0])}"

    return said


def _caught(text: str) -> str:
    """`except IOError as e`, `catch (const Error& e)`"""
    inner = text.strip()
    if inner.startswith("catch"):
        inner = re.sub(r"\bconst\s+|(?:\s*[&*]+\s*\w*|(?<=\w)\s+\w+)$", "", inner[5:].strip().strip("(){ "))
    else:
        inner = re.sub(r"^except\*?\s*|\s+as\s+\w+$", "", inner.split("#")[0].split(":")[0].strip()).strip("() ")
    return raw(inner) if inner not in ("", "...") else "everything"


def _jump(text: str, language: Language) -> str:
    words = text.split()
    known = {"break": "Leave the loop", "continue": "Go on with the next"}
    return known.get(words[0], f"Go to {words[-1]}") if words else "Go on"


_ROLES: Final[Mapping[str, Callable[[str, Language], str]]] = {
    "declare": lambda text, language: _declare(text, language) if language.spelling.casts else _expression(text, language),
    "return": _return, "raise": _raise, "delete": _delete, "assert": _assert, "refute": _refute, "yield": _yield, "with": _with, "enter": _with, "leave": _leave,
    "define": _named("Define"), "import": _named("Import"), "scope": _named("Declare"), "jump": _jump, "break": _jump, "continue": _jump, "goto": _jump,
    "initialise": _initialise,
    "pass": lambda text, language: "Do nothing", "asm": lambda text, language: "Run assembly",
    "catch": lambda text, language: f"Catch {_caught(text)}",
}
