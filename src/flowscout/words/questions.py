"""A condition in words, as it stands or the other way round.

`ask` gives a phrase and whether it is *clean*: a phrase that holds for the opposite of the code and can only say so by
a leading "not" is not. Comparison, null, emptiness and predicates turn round cleanly; an opaque call does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..model.expression import (
    Assign,
    Binary,
    Cast,
    Expression,
    Group,
    Invoke,
    Literal,
    Logic,
    Member,
    Subscript,
    Unary,
    Word,
)
from ..model.known import FLAG, LETTER, MANY, NUMBER, POINTER, REAL, Kind
from ..model.record import NamedTuple
from . import names
from .code import Source, code, dotted, is_self, plain, thing
from .comparing import COMPARE, OPPOSITE, ORDERED, both, compared, constant, row, subjects, unordered
from .kinds import kind_of
from .predicates import ADJECTIVES, DEEDS, EQUALITY, FUNCTIONS, METHODS, SENTENCES

READINGS: Final = tuple(
    (said, COMPARE[OPPOSITE[op]]) for op, said in COMPARE.items()
)  # and what is said where it does not hold
_MIRROR: Final = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_MEANS: Final = {NUMBER: "not 0", REAL: "not 0", LETTER: "not '\\0'", MANY: "not empty", POINTER: "set"}
_OF_POINTERS: Final = frozenset(
    {"empty", "null", "set"}
)  # what a pointer itself may be: behind an arrow it is what it points to
_OTHER: Final = {"and": "or", "or": "and"}
_LEADS: Final = frozenset(["in", "on", "at", "of", "for", "from", "part", "still", "now", "no", "already", "same"])
_WANTS: Final = frozenset(
    ["with", "to", "of", "for", "from", "by", "at", "into", "than", "as", "upon", "between"]
)  # a name that ends so reads as broken off: `door cannot interact with`
_ENGLISH: Final = frozenset({"so", "no", "it"})  # `so is ready` is not read as a name


class Phrase(NamedTuple):
    text: str
    clean: bool = True


def ask(node: Expression, source: Source, yes: bool = True) -> Phrase:
    """The condition in words; with `yes` False, its opposite."""
    node = plain(node)
    if isinstance(node, Unary) and node.op == "not":
        return _explicit_not(node, source, yes)
    if isinstance(node, Logic):
        return _logic(node, source, yes)
    if isinstance(node, Binary):
        return _binary(node, source, yes)
    if isinstance(node, Invoke) and not node.create:
        return _call(node, source, yes)
    if isinstance(node, Literal):
        return _literal(node, yes)
    if isinstance(node, Cast) and node.how == "dynamic_cast":
        return _is(thing(node.operand, source), f"{article(names.last(node.type.replace('*', '')))}", yes)
    if isinstance(node, Word | Member | Subscript):
        return _name(node, source, yes)
    if isinstance(node, Cast):
        return _true(node, code(node, source), source, yes)
    if isinstance(node, Assign):
        return _true(node, f"({code(node, source)})", source, yes)
    if isinstance(node, Unary) and node.op in ("*", "&", "++", "--", "-", "~", "await", "co_await"):
        return _true(node, code(node, source), source, yes)
    text = code(node, source)
    return Phrase(text) if yes else Phrase(f"not ({text})", clean=False)


def _true(node: Expression, text: str, source: Source, yes: bool) -> Phrase:
    """A value that is the whole condition: what is asked of it follows its kind, and is the code's where that is unknown."""
    return truth(kind_of(node, source), text, source.told, yes)


def truth(kind: Kind, text: str, told: bool, yes: bool) -> Phrase:
    """That a value of that kind is true. told: as a sentence says it."""
    asked = _MEANS.get(kind.name)
    if asked:
        return _is(text, asked, yes)
    if told and kind.name == FLAG:
        return Phrase(f"{text} is {'true' if yes else 'false'}")
    if told:
        return Phrase(f"{text} {'holds' if yes else 'does not hold'}")
    return Phrase(text) if yes else Phrase(f"not {text}", clean=False)


def article(noun: str) -> str:
    """`a str`, `an Exception`."""
    if noun[:2].isupper() and len(noun) > 2:  # read letter by letter
        return f"{'an' if noun[0] in 'AEFHILMNORSX' else 'a'} {noun}"
    sounds_vowel = noun[:1].lower() in "aeio" or (noun[:1].lower() == "u" and noun[1:2] not in "sn")
    return f"{'an' if sounds_vowel else 'a'} {noun}"


def _explicit_not(node: Unary, source: Source, yes: bool) -> Phrase:
    inner = plain(node.operand)
    if isinstance(inner, Unary) and inner.op == "not":  # !!x
        return ask(inner.operand, source) if yes else Phrase(ask(inner, source).text)
    if isinstance(inner, Invoke) and not inner.create:
        return Phrase(_call(inner, source, not yes, bare=False).text)
    return Phrase(ask(inner, source, not yes).text)


def _is(subject: str, what: str, yes: bool) -> Phrase:
    if what.startswith("not "):
        what, yes = what[4:], not yes
    return Phrase(f"{subject} is {what}" if yes else f"{subject} is not {what}")


def _logic(node: Logic, source: Source, yes: bool) -> Phrase:
    op = node.op if yes else _OTHER[node.op]
    parts = [ask(operand, source, yes) for operand in node.operands]
    texts = []
    for operand, part in zip(node.operands, parts, strict=True):
        inner = plain(operand)
        while isinstance(inner, Unary) and inner.op == "not":
            inner = plain(inner.operand)
        several = isinstance(inner, Logic) or (isinstance(inner, Binary) and len(_flags(inner)) > 1)
        texts.append(f"({part.text})" if several else part.text)
    return Phrase(row(subjects(node, source), texts, op), all(part.clean for part in parts))


def _literal(node: Literal, yes: bool) -> Phrase:
    truth = {"true": True, "false": False, "null": False}.get(node.kind)
    if node.kind == "number":
        truth = node.value.strip("0xXuUlL.") != ""
    if truth is None:
        return Phrase("true" if yes else "false")
    return Phrase("true" if truth == yes else "false")


def _binary(node: Binary, source: Source, yes: bool) -> Phrase:
    op, (left, right) = node.op, both(node.left, node.right)
    chained = isinstance(node.left, Binary) and node.left.op in COMPARE
    if op not in COMPARE or chained:
        return _arithmetic(node, source, yes)
    if op in _MIRROR and constant(left) and not constant(right):
        left, right, op = right, left, _MIRROR[op]
    known = _known_comparison(left, right, op if yes else OPPOSITE[op], source)
    if known:
        return Phrase(known)
    if not yes and op in ORDERED and unordered(left, right, source):
        return Phrase(f"not ({compared(left, right, op, source)})", clean=False)
    return Phrase(compared(left, right, op if yes else OPPOSITE[op], source))


def _known_comparison(left: Expression, right: Expression, op: str, source: Source) -> str:
    """`strcmp(a, b) == 0` → "a equals b"; `len(x) == 0` → "x is empty"."""
    if not isinstance(left, Invoke) or not isinstance(right, Literal) or right.value != "0":
        return ""
    name = names.last(dotted(left.callee, source))
    if name in EQUALITY and len(left.args) >= 2 and op in ("==", "!="):
        return _equals(left, name, source, op == "==")
    if name == "len" and len(left.args) == 1 and op in ("==", "!=", ">", "<="):
        return f"{thing(left.args[0], source)} is {'empty' if op in ('==', '<=') else 'not empty'}"
    return ""


def _equals(node: Invoke, name: str, source: Source, yes: bool) -> str:
    first, second = thing(node.args[0], source), thing(node.args[1], source)
    if EQUALITY[name] == "case":
        return f"{first} {'matches' if yes else 'does not match'} {second}"
    how = f" in the first {thing(node.args[2], source)}" if EQUALITY[name] == "prefix" and len(node.args) > 2 else ""
    return f"{first} {'equals' if yes else 'differs from'} {second}{how}"


def _arithmetic(node: Binary, source: Source, yes: bool) -> Phrase:
    if node.op == "&" and _flag(plain(node.right)):
        held = plain(node.left)
        if isinstance(held, Unary) and held.op == "~":  # of one flag: the complement has it where it is missing
            held, yes = plain(held.operand), not yes
        return Phrase(f"{code(held, source)} {'has' if yes else 'lacks'} {code(plain(node.right), source)}")
    flags = [code(flag, source) for flag in _flags(node)]
    if flags:
        how = f"has {' or '.join(flags)}" if yes else f"has neither {' nor '.join(flags)}"
        return Phrase(f"{code(plain(node.left), source)} {how}")
    text = code(node, source)
    if node.op in COMPARE:
        return Phrase(text) if yes else Phrase(f"not ({text})", clean=False)
    return _true(node, text, source, yes)


def _flags(node: Binary) -> list[Expression]:
    """Several named constants that are asked for at once: `flags & (A | B)`."""
    rest, found = plain(node.right), []
    while isinstance(rest, Binary) and rest.op == "|":
        found.append(plain(rest.right))
        rest = plain(rest.left)
    found = [rest, *reversed(found)]
    return found if node.op == "&" and len(found) > 1 and all(_flag(one) for one in found) else []


def _flag(node: Expression) -> bool:
    """A single named constant: `O_RDONLY`, `kSync`, `Flags.ADMIN`."""
    name = node.text if isinstance(node, Word) else node.name if isinstance(node, Member) else ""
    short = names.last(name)
    return len(short) > 1 and (short.isupper() or (short[0] == "k" and short[1:2].isupper()))


def _name(node: Word | Member | Subscript, source: Source, yes: bool) -> Phrase:
    text = code(node, source)
    if isinstance(node, Subscript):
        return _true(node, text, source, yes)
    name = node.name if isinstance(node, Member) else names.last(node.text)
    words = names.lower(name)
    if not words:
        return _true(node, text, source, yes)
    if isinstance(node, Member) and not is_self(node.of, source):
        owner = code(node.of, source)
        if owner in _ENGLISH:
            return _true(node, text, source, yes)
        if len(words) == 1 and words[0] in ADJECTIVES and name not in source.language.known.held:
            return _is(owner, words[0], yes)
        if words[0] == "is" and _plain_predicate(words[1:]):
            return _is(owner, " ".join(words[1:]), yes)
    return _true(node, text, source, yes)


def _call(node: Invoke, source: Source, yes: bool, bare: bool = True) -> Phrase:
    """bare: it stands in the code as it is, without a `!`."""
    path = dotted(node.callee, source)
    known = _known_call(node, path, source, yes)
    if known:
        return Phrase(known)
    if isinstance(node.callee, Member) and len(node.args) <= 1:
        phrase = _predicate(node, node.callee, source, yes)
        if phrase:
            return phrase
    text = code(node, source)
    if isinstance(node.callee, Word) and path in source.language.lexicon.naught:
        return Phrase(f"{text} {'fails' if yes else 'succeeds'}")
    if bare and source.counts and _counts(node, source):
        return Phrase(f"{text} is {'not ' if yes else ''}0")
    return Phrase(text) if yes else Phrase(f"not {text}", clean=False)


def _counts(node: Invoke, source: Source) -> bool:
    """C: a call that gives a number, as far as its name tells: it is no question itself."""
    name = names.last(dotted(node.callee, source))
    words = names.lower(name)
    asks = words[:1] and (words[0].startswith("is") or not source.language.lexicon.predicates.isdisjoint(words))
    spelling = source.language.spelling
    return spelling.casts and "::" not in spelling.separators and bool(words) and not asks and not name.isupper()


def _known_call(node: Invoke, path: str, source: Source, yes: bool) -> str:
    name = names.last(path)
    if source.language.spelling.separators != (".",) and name in EQUALITY and len(node.args) >= 2:
        return _equals(node, name, source, not yes)
    if path == "bool" and len(node.args) == 1 and not source.language.spelling.casts:
        return ask(node.args[0], source, yes).text
    form = FUNCTIONS.get(path) or FUNCTIONS.get(names.bare(path))
    if form and len(node.args) == form.arity:
        args = [thing(arg, source) for arg in node.args]
        if name == "isinstance":
            args[1] = _types(node.args[1], source)
        return (form.yes if yes else form.no).format(*args)
    return ""


def _types(node: Expression, source: Source) -> str:
    if isinstance(node, Group) and len(node.items) > 1:
        return " or ".join([article(code(item, source)) for item in node.items])
    return article(code(node, source))


def _plain_predicate(words: Sequence[str]) -> bool:
    """What can stand behind `is` as it is: `running`, `in use`, `currently open`. Of `isProcessRunning` the process runs, not who
    is asked, and `isValidName` lacks its article."""
    led = words[:1] and (words[0] in _LEADS or words[0].endswith("ly"))
    return bool(words) and words[0] != "not" and (len(words) == 1 or bool(led))


def _got(node: Expression, source: Source) -> str:
    """Who is asked; a getter reads as what it gets: `req.volume_id().empty()` asks `req.volume_id`."""
    getter = isinstance(node, Invoke) and not node.args and isinstance(node.callee, Member)
    return code(node, source).removesuffix("()") if getter else code(node, source)


def _predicate(node: Invoke, callee: Member, source: Source, yes: bool) -> Phrase | None:
    """`queue.empty()` → "queue is empty"; `user.can("write")` → `user can "write"`."""
    owner = _got(plain(callee.of), source)
    words = names.lower(callee.name)
    if not words:
        return None
    arg = code(node.args[0], source) if node.args else ""
    form = METHODS.get(callee.name.replace("_", "").lower())
    if callee.sep == "->" and words[-1] in _OF_POINTERS and len(words) <= 1 + (words[0] == "is"):
        owner = f"*{owner}"
    if form and bool(node.args) == form.takes:
        return Phrase(f"{owner} {form.yes if yes else form.no}{' ' + arg if arg else ''}")
    if node.args and not isinstance(plain(node.args[0]), Literal):
        return None
    if words[0] in ("is", "are", "was", "were") and not _plain_predicate(words[1:]):
        return None
    if words[-1] in _WANTS and not arg:
        return None
    tail = "".join([f" {word}" for word in words[1:]]) + (f" {arg}" if arg else "")
    if words[0] in SENTENCES and (len(words) > 1 or arg) and words[1:2] not in (("not",), ("no",)):
        positive, negative = SENTENCES[words[0]]
        return Phrase(f"{owner} {positive if yes else negative}{tail}")
    if len(words) == 1 and words[0] in ADJECTIVES and words[0] not in DEEDS and not arg:
        return _is(owner, words[0], yes)
    return None
