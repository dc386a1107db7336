"""A call in words: what it achieves when its name begins with a verb, else a plain "Call name"."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..model.expression import Expression, Group, Invoke, Literal, Member, Subscript, Unary, Word
from . import names
from .code import Source, argument, code, is_self, plain
from .verbs import AMBIGUOUS, GETTERS, MODULES, NOT_VERBS, NOUN_TAILS, ON_RECEIVER, PREPOSITIONS, SAID, TRAILING, VERBS

_MAKERS: Final = re.compile(r"(?:std::|absl::)?make_?(?:unique|shared|Unique|Shared)(?:_for_overwrite)?<(.+)>")
_FIELD: Final = re.compile(r"\w*[^\W_]_")


class Callee(NamedTuple):
    """receiver: None for a plain function, a module's or a type's, and for the object itself."""

    name: str
    receiver: Expression | None
    path: str


def verb_of(name: str, effect: bool, receiver: bool = False, python: bool = True) -> tuple[str, tuple[str, ...]]:
    """The verb a name begins with, as said, and the words after it; ("", words) when it begins with none.

    effect: the call stands alone, so that an ambiguous first word is a verb.
    """
    words = names.split(name)
    if not words:
        return "", ()
    first, rest = words[0].lower(), words[1:]
    if name.strip("_") in SAID:
        return SAID[name.strip("_")], ()
    if first not in VERBS or (python and not receiver and not rest and name in NOT_VERBS):
        return "", words
    if rest and first in AMBIGUOUS and (not effect or rest[-1].lower() in NOUN_TAILS):
        return "", words
    if not rest and not receiver and not effect and first in AMBIGUOUS and first not in ("open", "close", "read", "copy", "query"):
        return "", words
    return SAID.get(first, first.capitalize()), rest


def callee_of(node: Expression, source: Source) -> Callee:
    if isinstance(node, Word):
        head, _, _ = names.bare(node.text).rpartition("::")
        return Callee(names.last(node.text), None, head)
    if isinstance(node, Member):
        owner = plain(node.of)
        if is_self(owner, source):
            return Callee(node.name, None, "")
        path = code(owner, source)
        module = node.sep == "." and path.split(".", 1)[0] in MODULES and source.language.spelling.separators == (".",)
        return Callee(node.name, None if module else owner, path)
    return Callee("", None, "")


def command(node: Invoke, source: Source, effect: bool) -> str:
    """The call as a command; "" when its name is no verb and its value is used (`effect` False)."""
    created = _created(node, source)
    if created:
        return created
    callee = callee_of(node.callee, source)
    verb, rest = verb_of(callee.name, effect, callee.receiver is not None, source.language.spelling.conditional == "if-else")
    if _is_super(callee):
        return f"Call base {callee.name}{_list(node, source)}"
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
        if re.fullmatch(r"_*[A-Z]\w*[a-z]\w*", name):
            return f"Create {code(node.callee, source)}{_list(node, source)}"
    return ""


def _is_super(callee: Callee) -> bool:
    return isinstance(callee.receiver, Invoke) and isinstance(callee.receiver.callee, Word) and callee.receiver.callee.text == "super"


def _called(node: Invoke, callee: Callee, source: Source) -> str:
    return code(node.callee, source)


def _list(node: Invoke, source: Source) -> str:
    return f": {_args(node, source)}" if node.args else ""


def _args(node: Invoke, source: Source) -> str:
    return ", ".join([argument(arg, source) for arg in node.args])


def _with_object(verb: str, rest: tuple[str, ...], callee: Callee, node: Invoke, source: Source) -> str:
    """`CreateVolumeMetadata(id)`: the name holds the object; the receiver is said where it is not plain whose it is."""
    text = f"{verb} {' '.join(rest)}"
    on = ""
    if callee.receiver is not None and not (node.args and _is_field(callee.receiver, source)):
        word = "of" if names.lower(callee.name)[0] in GETTERS else "on"
        on = f" {word} {code(callee.receiver, source)}"
    if len(node.args) == 1 and rest[-1] in TRAILING and not on:
        return f"{text} {_args(node, source)}"
    return f"{text}{on}{_list(node, source)}"


def _is_field(node: Expression, source: Source) -> bool:
    """A field of the object itself: `store_`, `self.store`, `this->store`."""
    if isinstance(node, Member):
        return is_self(node.of, source)
    return isinstance(node, Word) and _FIELD.fullmatch(node.text) is not None


def _bare_verb(verb: str, callee: Callee, node: Invoke, source: Source) -> str:
    """`db->Commit()`, `items.append(x)`, `close(fd)`."""
    first = names.lower(callee.name)[0]
    if callee.receiver is None:
        if len(node.args) == 1:
            return f"{verb} {_args(node, source)}"
        return f"{verb}{_list(node, source)}"
    receiver = code(callee.receiver, source)
    if not node.args:
        return f"{verb} {receiver}"
    if verb in ("Append", "Prepend"):
        return f"{verb} {_args(node, source)} to {receiver}"
    if first in ON_RECEIVER:
        return f"{verb} {receiver}{_list(node, source)}"
    plain_one = len(node.args) == 1 and isinstance(plain(node.args[0]), Word | Member | Literal | Invoke | Subscript | Unary | Group)
    word = PREPOSITIONS.get(first, "on")
    if plain_one and word != "on":
        return f"{verb} {_args(node, source)} {word} {receiver}"
    if word == "on" or len(node.args) > 1:
        return f"{verb} on {receiver}: {_args(node, source)}"
    return f"{verb} {_args(node, source)} {word} {receiver}"
