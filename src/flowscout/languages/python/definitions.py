"""Functions, lambdas, classes: their heads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from flowscout.model.facts import Param
from flowscout.model.language import Node
from flowscout.model.pattern import regex
from flowscout.shapes.draft import FileDraft, FunctionDraft, FunctionHead, TypeDraft, TypeHead
from flowscout.shapes.prose import telling_sentence
from flowscout.shapes.rows import first

from .managers import swallows
from .uses import RETURNED

QUERY: Final = """
[(function_definition) (lambda)] @function
(class_definition) @type
"""

NEVER: Final = frozenset({"NoReturn", "Never"})
# The last part of a decorator's dotted name says what it makes of a method.
FLAGS: Final = {
    "staticmethod": "staticmethod",
    "classmethod": "classmethod",
    "property": "property",
    "cached_property": "property",
    "abstractproperty": "abstract property",
    "abstractmethod": "abstract",
    "setter": "setter",
    "deleter": "setter",
    "override": "override",
}
KINDS: Final = {"__init__": "constructor", "__new__": "constructor", "__del__": "destructor"}
ENUMS: Final = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")
FOR_TYPES: Final = regex(rb"if\s+(?:\w+\.)?TYPE_CHECKING\s*:")  # its imports are for type checkers alone
_BARE: Final = 2  # quotes
_USAGE: Final = regex(
    r"\A\s*+(?:Usage|usage|USAGE):[ \t]*+[^\s][^\n]*+\n(?:[ \t]*+[\[<-][^\n]*+\n){0,20}+(?=\s*+[A-Z])"
)  # of a command
_COMPUTED: Final = frozenset("fFbBtT")  # before a text that Python keeps for no docstring
CONTROL: Final = frozenset(
    {
        "if_statement",
        "for_statement",
        "while_statement",
        "try_statement",
        "with_statement",
        "match_statement",
        "raise_statement",
        "assert_statement",
    }
)


def _never(result: str, file: FileDraft) -> bool:
    """Whether it says that nothing is given back: a class of the file may bear that name, too."""
    name = result.rpartition(".")[2]
    own = name in NEVER and any(f"class {name}{behind}".encode() in file.data for behind in "(:")
    return name in NEVER and not (own and name == result)


def function(node: Node, draft: FunctionDraft, file: FileDraft) -> FunctionHead | None:
    body = node.child_by_field_name("body")
    params = tuple(_params(node.child_by_field_name("parameters"), file))
    if node.type == "lambda":
        if body is not None and body.type in RETURNED:
            draft.returns.append(file.read(body))
        return FunctionHead("<lambda>", "lambda", body, params)
    name_node = node.child_by_field_name("name")
    if name_node is None or name_node.start_byte == name_node.end_byte:
        return None
    name, result = file.read(name_node), node.child_by_field_name("return_type")
    decorators = _decorators(node, file)
    kind = KINDS.get(name, "method") if draft.owner is not None else "function"
    flags = [FLAGS.get(written.split("(")[0].rpartition(".")[2], "") for written in decorators]
    flags.append("async" if node.child(0).type == "async" else "")
    flags.append("noreturn" if result is not None and _never(file.read(result).strip("'\""), file) else "")
    flags.append(swallows(name, decorators, body, file))
    flags.append("private" if name.startswith("_") and not name.endswith("__") else "public")
    return FunctionHead(
        name,
        kind,
        body,
        params,
        "",
        file.read(result) if result is not None else "",
        " ".join(flags),
        decorators,
        _docstring(body, file, name),
        end=_end(node, file),
    )


def class_(node: Node, draft: TypeDraft, file: FileDraft) -> TypeHead | None:
    name, bases = node.child_by_field_name("name"), node.child_by_field_name("superclasses")
    if name is None or name.start_byte == name.end_byte:
        return None
    listed = bases.named_children if bases is not None else ()
    written = tuple(file.read(base) for base in listed if base.type not in ("keyword_argument", "comment"))
    kind = "enum" if any(base.rpartition(".")[2] in ENUMS for base in written) else "class"
    named = (file.read(base).replace(" ", "") for base in listed if base.type == "keyword_argument")
    maker = tuple(text for text in named if text.startswith("metaclass="))
    return TypeHead(file.read(name), kind, written, (*_decorators(node, file), *maker), end=_end(node, file))


def is_program(file: FileDraft) -> bool:
    """Whether a module does more than define things."""
    if any(call.kind not in ("ref", "property") and call.name not in FLAGS for call in file.root.calls):
        return True
    steering = (child.start_byte for child in file.root.node.named_children if child.type in CONTROL)
    return any(not FOR_TYPES.match(file.data, start) for start in steering)


def _end(node: Any, file: FileDraft) -> int:
    """Where the last statement ends: comments below it belong to nobody."""
    start, end = node.byte_range
    line = file.data.rfind(b"\n", start, end) + 1
    if not file.data[line:end].lstrip().startswith(b"#"):
        return -1
    last = node
    while last is not None:
        node = last
        last = next((child for child in reversed(node.children) if child.type != "comment"), None)
    return int(node.end_byte)


def _decorators(node: Any, file: FileDraft) -> tuple[str, ...]:
    parent = node.parent
    if parent is None or parent.type != "decorated_definition":
        return ()
    return tuple(file.read(child).lstrip("@ ") for child in parent.named_children if child.type == "decorator")


def _docstring(body: Any, file: FileDraft, name: str) -> str:
    """Of a text in several pieces, what stands in all of them."""
    opening = first(body) if body is not None else None
    text = first(opening) if opening is not None and opening.type == "expression_statement" else None
    pieces = text.named_children if text is not None and text.type == "concatenated_string" else [text]
    pieces = [piece for piece in pieces if piece is None or piece.type != "comment"]
    if any(
        piece is None or piece.type != "string" or not piece.child_count or _COMPUTED & set(file.read(piece.child(0)))
        for piece in pieces
    ):
        return ""
    said = "".join(_held(piece, file) for piece in pieces)
    said = _USAGE.sub("", said, count=1)
    return telling_sentence(said[1:] if said[:1] == '"' and said.count('"') == 1 else said, name)  # four quotes open it


def _held(piece: Any, file: FileDraft) -> str:
    if not piece.named_child_count:
        return ""
    inner = (piece.named_child(0).end_byte, piece.named_child(piece.named_child_count - 1).start_byte)
    return file.data[slice(*inner)].decode("utf-8", "replace") if piece.named_child_count > _BARE else ""


def _params(node: Any, file: FileDraft) -> Iterator[Param]:
    for child in node.named_children if node is not None else ():
        kind = child.type
        if kind in ("identifier", "list_splat_pattern", "dictionary_splat_pattern", "tuple_pattern"):
            yield Param(file.read(child))
        elif kind == "typed_parameter":
            yield Param(file.read(first(child)), _text(child, "type", file))
        elif kind in ("default_parameter", "typed_default_parameter"):
            yield Param(_text(child, "name", file), _text(child, "type", file), _text(child, "value", file))


def _text(node: Any, field: str, file: FileDraft) -> str:
    found = node.child_by_field_name(field)
    return file.read(found) if found is not None else ""
