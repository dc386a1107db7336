"""A call that stands alone, in words: an order in plain English where its name surely is one, else the code as written.

    CreateVolumeMetadata(id, size)     Create volume metadata: id, size    the name says what is done, and to what
    store_->Commit()                   Commit store_                       … to whom it is said
    items.append(x)                    Append x to items                   a library's word for it
    NewDirectory(path, &dir)           NewDirectory(path, &dir)            no order, and it writes to `dir`
    loader.load(o)                     loader.load(o)                      into it, or from it?
    env->DeleteFile(f).Ignore()        env.DeleteFile(f).Ignore()          the inner call does the work

A call whose value is used is never worded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model.action import RESOURCES
from ..model.expression import Expression, Invoke, Member, Named, Subscript, Unary, Word
from ..model.language import Spelling
from ..model.pattern import regex
from ..model.record import NamedTuple
from . import names
from .code import Source, argument, code, dotted, is_self, placement, plain
from .pronouns import reads_so_behind_a_verb
from .verbs import ORDERS, PREPOSITIONS, SAID, STREAMS, TAKES, TRAILING, VERBS

_SEVERAL: Final = frozenset({"and", "or", "then", "after", "before", "done", "later"})
_PLACED: Final = (TRAILING | {"all", "each"}) - {"off"}
_CLASS: Final = regex(r"_*+[A-Z](?=\w*[a-z])\w*+")


class Callee(NamedTuple):
    """receiver: None for a plain function, a type's, and for the object itself."""

    name: str
    receiver: Expression | None


def is_verb(word: str) -> bool:
    """An order and nothing else: `commit`, `reload`; not `lock`, which is a thing as well."""
    return word in ORDERS or (
        word.startswith(("pre", "re", "un"))
        and word.removeprefix("pre").removeprefix("re").removeprefix("un") in ORDERS
    )


def callee_of(node: Expression, source: Source) -> Callee:
    if isinstance(node, Word):
        return Callee(names.last(node.text), None)
    if isinstance(node, Member):
        owner = plain(node.of)
        return Callee(node.name, None if is_self(owner, source) else owner)
    return Callee("", None)


def command(node: Invoke, source: Source) -> str:
    return _order(node, source) or code(node, source)


def _order(node: Invoke, source: Source) -> str:
    """ "" where it is not surely an order."""
    if node.create:
        return f"Create {placement(node, source)}{code(node.callee, source)}{_list(node, source)}"
    callee = callee_of(node.callee, source)
    if callee.name == "__init__" and _is_super(callee):
        return f"Initialise base{_list(node, source)}"
    words = names.split(callee.name)
    if (
        not words
        or _reads_otherwise(callee, node, source)
        or any(map(_written_to, node.args))
        or not _is_thing(callee.receiver)
        or _is_type_or_macro(node.callee, callee.name, source.language.spelling)
    ):
        return ""
    if len(words) == 1 or callee.name in SAID:
        return _bare(callee, node, source)
    return (
        _with_object(words, callee, node, source)
        if is_verb(words[0].lower()) and words[-1].lower() not in TRAILING and not _ends_in_deed(words)
        else ""
    )


def _ends_in_deed(words: Sequence[str]) -> bool:
    """`FindClose`, `handle_log_close`: what it begins with only says of what it is."""
    last = words[-1].lower()
    return last in RESOURCES and is_verb(last) and words[-2].lower() not in _SEVERAL | TRAILING


def deed(node: Invoke, source: Source) -> tuple[str, ...]:
    """What is surely done to what: (Append, x, to, items), (Close, file), (Free, p); () for a name that only sounds so."""
    callee = callee_of(node.callee, source)
    if (
        node.create
        or not callee.name
        or any(map(_written_to, node.args))
        or not _is_thing(callee.receiver)
        or any(isinstance(arg, Named) for arg in node.args)
    ):
        return ()
    small, lexicon, path = callee.name.strip("_").lower(), source.language.lexicon, dotted(node.callee, source)
    verb, owner = (
        SAID.get(small, small.capitalize()),
        code(callee.receiver, source) if callee.receiver is not None else "",
    )
    if small not in SAID and (len(names.split(callee.name)) != 1 or small not in VERBS):
        return ()
    known = any(f"*.{name}" in lexicon.calls for name in (callee.name, callee.name.strip("_")))
    if not node.args:
        return (verb, owner) if owner and known and small not in TAKES else ()
    if len(node.args) > 1:
        return ()
    word, thing = PREPOSITIONS.get(small, ""), argument(node.args[0], source)
    ends = lexicon.ends(path, len(node.args)) and not _its_own(path, source)
    if path in lexicon.calls or f"std::{path}" in lexicon.calls or ends:
        return verb, thing
    sure = known and owner and not _either_way(small, node.args[0], callee.receiver)
    return (verb, thing, word, owner) if word and sure else ()


def _either_way(verb: str, given: Expression, receiver: Expression | None) -> bool:
    """`config.write(f)` writes to what it is given, `f.write(text)` what it is given: only a stream's own name tells them apart."""
    last_ = receiver.name if isinstance(receiver, Member) else receiver.text if isinstance(receiver, Word) else ""
    return verb == "write" and isinstance(plain(given), Word) and STREAMS.isdisjoint(names.lower(last_)[-1:])


def _written_to(arg: Expression) -> bool:
    bare = plain(arg)
    return isinstance(bare, Unary) and bare.op == "&" and not bare.postfix


def _reads_otherwise(callee: Callee, node: Invoke, source: Source) -> bool:
    """Whom it is said to, or the one thing that it is given, would be taken for a word of the sentence."""
    own = source.language.spelling.self_names
    handed = [plain(arg) for arg in node.args] if len(node.args) == 1 else []
    return any(
        reads_so_behind_a_verb(each, own) for each in [*handed, *([] if callee.receiver is None else [callee.receiver])]
    )


def _is_thing(receiver: Expression | None) -> bool:
    """Nothing is done to get at it."""
    while isinstance(receiver, Member | Subscript):
        receiver = plain(receiver.of)
    return (
        receiver is None
        or isinstance(receiver, Word)
        or (isinstance(receiver, Unary) and receiver.op == "*" and _is_thing(plain(receiver.operand)))
    )


def _is_type_or_macro(node: Expression, name: str, spelling: Spelling) -> bool:
    typed = isinstance(node, Word) and "<" in node.text
    return (
        typed
        or (name.isupper() and len(name) > 1)
        or (spelling.conditional == "if-else" and _CLASS.fullmatch(name) is not None)
    )


def _is_super(callee: Callee) -> bool:
    return (
        isinstance(callee.receiver, Invoke)
        and isinstance(callee.receiver.callee, Word)
        and callee.receiver.callee.text == "super"
    )


def _list(node: Invoke, source: Source) -> str:
    return f": {_args(node, source)}" if node.args else ""


def _args(node: Invoke, source: Source) -> str:
    return ", ".join([argument(arg, source) for arg in node.args])


def _with_object(words: tuple[str, ...], callee: Callee, node: Invoke, source: Source) -> str:
    """The name holds the object; the receiver is said too: nothing else tells on whose. A name of two deeds does not say which
    is done to what (`CopyAndAddAfter`), nor does one with a place in it what the arguments are to it."""
    inner = {word.lower() for word in words[1:]}
    if (
        not inner.isdisjoint(_SEVERAL)
        or any(len(word) == 1 for word in words)
        or (node.args and not inner.isdisjoint(_PLACED))
    ):
        return ""
    if _module(callee.receiver, source) or (
        isinstance(callee.receiver, Word) and dotted(node.callee, source) in source.language.lexicon.calls
    ):
        return ""
    on = f" on {code(callee.receiver, source)}" if callee.receiver is not None else ""
    verb = SAID.get(words[0].lower(), "")
    return (
        f"{words[0].capitalize() if not verb or ' ' in verb else verb} {' '.join(words[1:])}{on}{_list(node, source)}"
    )


def _its_own(path: str, source: Source) -> bool:
    """The function was given that itself, or it is one of its variables."""
    return not source.language.spelling.casts and path.partition(".")[0] in source.language.known.own


def _module(receiver: Expression | None, source: Source) -> bool:
    """Nothing is done on a module, or to it."""
    return isinstance(receiver, Word) and receiver.text in source.language.known.modules


def _bare(callee: Callee, node: Invoke, source: Source) -> str:
    """A verb alone: what it is done to is whom it is said to, or what the library's own word for it takes."""
    name = callee.name.strip("_")
    small, lexicon, path = name.lower(), source.language.lexicon, dotted(node.callee, source)
    said, owner = SAID.get(small, small.capitalize()), callee.receiver
    if len(node.args) < 2 and lexicon.ends(path, len(node.args)) and not _its_own(path, source):
        return f"{said} {_args(node, source)}" if node.args else said.removesuffix(" with")
    known = f"*.{name}" in lexicon.calls
    if not node.args:
        if _module(owner, source):
            return ""
        return (
            f"{said} {code(owner, source)}" if owner is not None and (is_verb(small) or small in SAID or known) else ""
        )
    if len(node.args) > 1 or isinstance(node.args[0], Named) or not (is_verb(small) or small in SAID):
        return ""
    if path in lexicon.calls or f"std::{path}" in lexicon.calls:
        return f"{said} {_args(node, source)}"  # os.remove(p), free(p)
    word = PREPOSITIONS.get(small, "")
    if not word or not known or owner is None or _either_way(small, node.args[0], owner):
        return ""
    return f"{said} {_args(node, source)} {word} {code(owner, source)}"
