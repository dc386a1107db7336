"""A call in words: what it achieves when its name begins with a verb, else a plain "Call name"."""

from __future__ import annotations

import re
from typing import Final

from ..model.expression import Binary, Expression, Group, Invoke, Literal, Member, Subscript, Unary, Word
from ..model.pattern import regex
from ..model.record import NamedTuple
from . import names
from .code import Source, argument, code, is_self, plain
from .verbs import (
    AMBIGUOUS,
    GETTERS,
    GIVES,
    GIVING,
    KINDS,
    MODULES,
    NOT_VERBS,
    NOUN_TAILS,
    ON_RECEIVER,
    PREPOSITIONS,
    SAID,
    SUBMODULES,
    TRAILING,
    VERBS,
)

_MAKERS: Final = regex(r"(?:std::|absl::)?make_?(?:unique|shared|Unique|Shared)(?:_for_overwrite)?<(.+)>")
_DIRECTIONS: Final = frozenset({"to", "from", "into", "with"})
_FIELD: Final = regex(r"\w*[^\W_]_")


class Callee(NamedTuple):
    """receiver: None for a plain function, a module's or a type's, and for the object itself."""

    name: str
    receiver: Expression | None
    path: str


def verb_of(name: str, effect: bool, receiver: bool = False) -> tuple[str, tuple[str, ...]]:
    """The verb a name begins with, as said, and the words after it; ("", words) when it begins with none.

    effect: the call stands alone, so that an ambiguous first word is a verb.
    """
    words = names.split(name)
    if not words:
        return "", ()
    first, rest = words[0].lower(), words[1:]
    if name.strip("_") in SAID and (receiver or name not in ("ref", "unref")) and (receiver or effect or name != "next"):
        return SAID[name.strip("_")], ()
    if first == "new" and rest:
        return "Create", rest
    if not (first in VERBS or (first.startswith(("pre", "re", "un")) and first.removeprefix("pre").removeprefix("re").removeprefix("un") in VERBS)) or (not receiver and not rest and name in NOT_VERBS):
        return "", words
    if not effect and not rest and receiver and first in GIVES:
        return "", words
    if rest and first in AMBIGUOUS and _is_noun(first, rest, effect):
        return "", words
    if not rest and not receiver and not effect and first in AMBIGUOUS and first not in ("open", "close", "read", "copy", "query"):
        return "", words
    said = SAID.get(first, first.capitalize())
    return (first.capitalize() if rest and said.endswith((" for", " with", " on")) else said), rest


def _is_noun(first: str, rest: tuple[str, ...], effect: bool) -> bool:
    """`request_id()`, `listRewind(l)`: the first word names the thing."""
    if first in KINDS or any(word.lower() in VERBS and word.lower() not in AMBIGUOUS for word in rest):
        return True
    return not effect and (first not in GIVING or rest[-1].lower() in NOUN_TAILS)


def callee_of(node: Expression, source: Source) -> Callee:
    if isinstance(node, Word):
        head, _, _ = names.bare(node.text).rpartition("::")
        return Callee(names.last(node.text), None, head)
    if isinstance(node, Member):
        owner = plain(node.of)
        if is_self(owner, source):
            return Callee(node.name, None, "")
        path = code(owner, source)
        module = node.sep == "." and (path in MODULES or path in SUBMODULES) and source.language.spelling.separators == (".",)
        return Callee(node.name, None if module else owner, path)
    return Callee("", None, "")


def command(node: Invoke, source: Source, effect: bool) -> str:
    """The call as a command; "" when its name is no verb and its value is used (`effect` False)."""
    created = _created(node, source)
    if created:
        return created
    callee = callee_of(node.callee, source)
    verb, rest = verb_of(callee.name, effect, callee.receiver is not None)
    if not rest and not effect and node.args and isinstance(node.args[0], Literal) and node.args[0].value == "None":
        return ""  # `var.get(None)` does not get None
    if _is_super(callee):
        return f"{'Initialise base' if callee.name == '__init__' else f'Call base {callee.name}'}{_list(node, source)}"
    if not verb:
        return f"Call {_called(node, callee, source)}{_list(node, source)}" if effect else ""
    if rest:
        return _with_object(verb, rest, callee, node, source)
    return _bare_verb(verb, callee, node, source)


def _created(node: Invoke, source: Source) -> str:
    """`new T(a)`, `make_unique<T>(a)`, Python's `T(a)`."""
    if node.create:
        return f"Create {code(node.callee, source)}{_list(node, source)}"
    if isinstance(node.callee, Word):
        made = _MAKERS.fullmatch(node.callee.text)
        if made:
            return f"Create {made.group(1).removeprefix('std::')}{_list(node, source)}"
    if source.language.spelling.conditional == "if-else":
        name = node.callee.name if isinstance(node.callee, Member) else node.callee.text if isinstance(node.callee, Word) else ""
        if re.fullmatch(r"_*+[A-Z](?=\w*[a-z])\w*+", name):
            return f"Create {code(node.callee, source)}{_list(node, source)}"
    return ""


def _is_super(callee: Callee) -> bool:
    return isinstance(callee.receiver, Invoke) and isinstance(callee.receiver.callee, Word) and callee.receiver.callee.text == "super"


def _called(node: Invoke, callee: Callee, source: Source) -> str:
    return code(plain(node.callee), source)


def _list(node: Invoke, source: Source) -> str:
    return f": {_args(node, source)}" if node.args else ""


def _args(node: Invoke, source: Source) -> str:
    return ", ".join([argument(arg, source) for arg in node.args])


def _with_object(verb: str, rest: tuple[str, ...], callee: Callee, node: Invoke, source: Source) -> str:
    """`CreateVolumeMetadata(id)`: the name holds the object; the receiver is said where it is not plain whose it is."""
    text = f"{verb} {' '.join(rest)}"
    if callee.receiver is not None and node.args and rest[-1] in _DIRECTIONS:
        thing = " ".join((*rest[:-1], "of")) + " " if len(rest) > 1 else ""
        return f"{verb} {thing}{code(callee.receiver, source)} {rest[-1]} {_args(node, source)}"  # a.CopyFrom(b)
    on = ""
    if callee.receiver is not None and not (node.args and _is_field(callee.receiver, source)):
        word = "of" if names.lower(callee.name)[0] in GETTERS else "on"
        on = f" {word} {code(callee.receiver, source)}"
    if node.args and rest[-1] in TRAILING and not on and _is_object(node.args[0]):
        others = ", ".join([argument(arg, source) for arg in node.args[1:]])
        return f"{text} {argument(node.args[0], source)}" + (f": {others}" if others else "")
    return f"{text}{on}{_list(node, source)}"


def _is_field(node: Expression, source: Source) -> bool:
    """A field of the object itself: `store_`, `self.store`, `this->store`."""
    if isinstance(node, Member):
        return is_self(node.of, source)
    return isinstance(node, Word) and _FIELD.fullmatch(node.text) is not None


def _bare_verb(verb: str, callee: Callee, node: Invoke, source: Source) -> str:
    """`db->Commit()`, `items.append(x)`, `close(fd)`."""
    first = names.lower(callee.name)[0]
    verb = verb if node.args or callee.receiver is not None else verb.removesuffix(" with").removesuffix(" for").removesuffix(" on")
    if callee.receiver is not None and callee.name in ("store", "exchange") and node.args and source.language.spelling.casts:
        return f"Set {code(callee.receiver, source)} to {argument(node.args[0], source)}"  # an atomic
    if callee.receiver is None:
        one = len(node.args) == 1 and _is_object(node.args[0])
        return f"{verb} {_args(node, source)}" if one else f"{verb}{_list(node, source)}"
    receiver = code(callee.receiver, source)
    if not node.args:
        return f"{verb} {receiver}"
    if verb == "Wait for":
        return f"{verb} {receiver}{_list(node, source)}"
    if verb in ("Append", "Prepend"):
        return f"{verb} {_args(node, source)} to {receiver}"
    if first in ON_RECEIVER:
        return f"{verb} {receiver}{_list(node, source)}"
    word = PREPOSITIONS.get(first, "on")
    short = len(node.args) <= 2 and word != "on" and all(_is_object(arg) for arg in node.args)
    return f"{verb} {_args(node, source)} {word} {receiver}" if short else f"{verb} {word} {receiver}: {_args(node, source)}"


def _is_object(node: Expression) -> bool:
    """It reads as a thing right after a verb."""
    node = plain(node)
    if isinstance(node, Unary):
        return node.op in ("&", "await") or (node.op == "*" and isinstance(node.operand, Word | Member))
    return isinstance(node, Word | Member | Literal | Invoke | Subscript | Group | Binary)
