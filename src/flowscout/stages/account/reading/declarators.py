"""C and C++: a declaration of several variables, one by one: `int a = 1, *b, c[2];` declares `a`, `b` and `c`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ....engine.same import KEPT, Same
from ....model.record import NamedTuple
from ....model.syntax import Simple
from ..pairing.changes import ADDED, CHANGED, REMOVED, REORDERED, Change, Trees, across
from ..pieces.outside import CLOSING, OPENING
from ..pieces.pieces import Piece
from ..pieces.plain_names import is_name
from ..pieces.prototypes import declares
from ..pieces.questions import REMEMBERED
from ..pieces.quoting import both_quoted, joined, q

_PLAIN = frozenset(("Simple", "Field", "Declaration"))
_MEMBERS = frozenset(("Field", "Declared", "Assign"))
_SHARED = frozenset((b"static", b"constexpr", b"using", b"friend", b"typedef", b"virtual", b"static_assert", b"_Static_assert"))  # fmt: skip
_SIGNS = frozenset((b"*", b"&", b"&&"))
_TYPED = (b"::", b"[")  # what a type begins with that is no name
_LINKS = frozenset((b".", b"->"))  # before the name of somebody's field, which is declared elsewhere
_OWNED = frozenset((b"const", b"volatile", b"restrict", b"__restrict", b"_Atomic"))  # which may stand behind a star
_ACTS = frozenset((b"+", b"-", b"/", b"%", b"|", b"^", b"++", b"--", b".", b"->", b"?"))
_BEHIND = frozenset((b"=", b"[", b"{", b":"))
_CONSTANTS = frozenset(("NULL", "nullptr", "true", "false", "TRUE", "FALSE"))
_NUMBERS = frozenset(
    (
        "bool",
        "char",
        "short",
        "int",
        "long",
        "float",
        "double",
        "signed",
        "unsigned",
        "const",
        "size_t",
        "ssize_t",
        "off_t",
        "time_t",
        "wchar_t",
        "auto",
    )
) | {f"{sign}int{bits}_t" for sign in ("", "u") for bits in ("8", "16", "32", "64", "max", "ptr")}
_SHOWN = 4  # values of a table
Words = tuple[bytes, ...]


class DeclaredName(NamedTuple):
    """type: of all that stand in the declaration. shape: stars before the name, the name, brackets behind it. value: "" for none. sign: what
    stands before the value, nothing where its braces do."""

    name: str
    type: str
    shape: str
    value: str
    sign: str = " = "

    @property
    def whole(self) -> str:
        return f"{self.type} {self.shape}{f'{self.sign}{self.value}' if self.value else ''}"


_DOES = frozenset(b"delete co_await co_yield throw return goto new sizeof await yield assert raise".split())


def declared(piece: Piece) -> tuple[DeclaredName, ...]:
    """() where it is not plain that it declares variables."""
    return _declared(tuple(piece.words))


@lru_cache(maxsize=REMEMBERED)
def _declared(words: Words) -> tuple[DeclaredName, ...]:
    if words and words[0] in _DOES:  # `delete *p;` reads like `T *p;`
        return ()
    parts = list(_parts(words[: len(words) - (words[-1:] == (b";",))]))
    first = _cut(parts[0]) if parts else None
    if first is None:
        return ()
    type_, shape, value = first
    rows = [(shape, value), *[(tuple(part[: _behind(part)]), _value(part)) for part in parts[1:]]]
    names = [_name(shape) for shape, _ in rows]
    signs = ["" if part[at : at + 1] == (b"{",) else " = " for part in parts for at in (_behind(part),)]
    if not type_ or not all(names) or len(set(names)) < len(names):
        return ()
    return tuple(
        [
            DeclaredName(name, joined(type_), joined(shape), joined(value), sign)
            for name, (shape, value), sign in zip(names, rows, signs, strict=True)
        ]
    )


def _parts(words: Sequence[bytes]) -> Iterator[Words]:
    """Between the commas that part declarators; those of a template's arguments do not."""
    own: list[bytes] = []
    depth = angles = 0
    for word in words:
        depth += (word in OPENING) - (word in CLOSING)
        plain = not depth and b"=" not in own
        angles = max(0, angles + {b"<": 1, b">": -1, b">>": -2}.get(word, 0)) if plain else angles
        if word == b"," and not depth and (not angles or b"=" in own):
            yield tuple(own)
            own, angles = [], 0
        else:
            own.append(word)
    yield tuple(own)


def _behind(part: Sequence[bytes]) -> int:
    """Where the value begins, or an initialising brace."""
    return next((at for at, word in enumerate(part) if word in (b"=", b"{")), len(part))


def _value(part: Sequence[bytes]) -> Words:
    at = _behind(part)
    return tuple(part[at + (part[at : at + 1] == (b"=",)) :])


def _cut(part: Words) -> tuple[Words, Words, Words] | None:
    """Type, shape and value of the first one."""
    end = _behind(part)
    name = next((at for at in range(1, end) if part[at] in _BEHIND), end) - 1
    if name < 1 or not (is_name(part[0]) or part[0] in _TYPED):  # `++n` and `*p = 1` declare nothing
        return None
    if any(word in _ACTS or (word.endswith(b"=") and word != b"=") for word in part[:end]):  # `n += a * b` neither
        return None
    if b"(" in part[:end] or not is_name(part[name]) or part[name - 1] in _LINKS:
        return None
    begin = name
    while begin > 1 and (part[begin - 1] in _SIGNS or (part[begin - 1] in _OWNED and part[begin - 2] in _SIGNS)):
        begin -= 1
    return part[:begin], part[begin:end], _value(part)


def _name(shape: Sequence[bytes]) -> str:
    """ "" where it is not plain."""
    rest = [word for word in shape if word not in _SIGNS and word not in _OWNED]
    plain = rest[:1] and is_name(rest[0]) and rest[1:2] in ([], [b"["], [b":"])
    return rest[0].decode("utf-8", "replace") if plain else ""


def lives(piece: Piece) -> bool:
    """Whether it declares what may do something where its scope ends: neither a number nor a pointer."""
    if not isinstance(piece.stmt, Simple) or piece.stmt.role != "declare":
        return False
    every = declared(piece)
    return not every or not all(map(number_or_pointer, every))


def guards(pieces: Sequence[Piece], at: int) -> bool:
    """C++: whether it makes an object of which nothing speaks: it is there for what it does where it begins, and where its scope ends."""
    words = pieces[at].words
    name = declares(words).encode() if lives(pieces[at]) else b""
    before = {word.decode("utf-8", "replace") for word in words[: words.index(name)]} if name else set[str]()
    plain = not before or before <= _NUMBERS or before & {"*", "void", "extern", "struct"}  # a function's declaration
    return not plain and sum(each.words.count(name) for each in pieces) == 1


def number_or_pointer(one: DeclaredName) -> bool:
    return one.shape[:1] == "*" or {*one.type.split()} <= _NUMBERS


def differing(one: Piece, other: Piece) -> list[tuple[DeclaredName | None, DeclaredName | None]]:
    """Of declarations of which one is of several variables: what is gone, what came, and what is declared otherwise; [] for none or no such."""
    if any(b"<<" in words[: words.index(b"=") if b"=" in words else None] for words in (one.words, other.words)):
        return []  # what is written to a stream
    was, now = declared(one), declared(other)
    alone = len(was) == len(now) == 1 and (was[0].name != now[0].name or was[0][1:3] == now[0][1:3])
    if alone or not was or not now or (len(was) == len(now) == 1 and one.kind != "Simple"):
        return []
    before, after = {each.name: each for each in was}, {each.name: each for each in now}
    if not before.keys() & after.keys():
        return []
    pairs: list[tuple[DeclaredName | None, DeclaredName | None]] = [(before.get(each.name), each) for each in now]
    return [pair for pair in (*pairs, *[(each, None) for each in was if each.name not in after]) if pair[0] != pair[1]]


def same(both: Trees, change: Change) -> bool:
    """Whether all that a declaration without values, or with plain ones, declares is declared beside it on both sides."""
    sides = [(both.old, change.a), (both.new, change.b)]
    changed = change.kind == CHANGED and both.new[change.b].kind == both.old[change.a].kind == "Simple"
    if changed and (pairs := differing(both.old[change.a], both.new[change.b])):
        known = beside(both, change.a, change.b)
        return all(
            None in pair and known >= {*pair} - {None} and constant(next(filter(None, pair)).value) for pair in pairs
        )
    if any(at >= 0 and not bare(pieces[at]) for pieces, at in sides) or change.kind not in (
        ADDED,
        REMOVED,
        CHANGED,
        REORDERED,
    ):
        return False
    before = both.old[change.a].parent if change.a >= 0 else across(both.new[change.b].parent, both.back)
    after = both.new[change.b].parent if change.b >= 0 else across(both.old[change.a].parent, both.pairs)
    was, now = _declareddeclared_in(Same(both.old)).get(before, {}), _declareddeclared_in(Same(both.new)).get(after, {})
    mine = {one for pieces, at in sides if at >= 0 for one in declared(pieces[at])}
    if not mine or not all(each in was and each in now for each in mine):
        return False
    ordered = any(at >= 0 and pieces[at].kind == "Field" for pieces, at in sides)
    return not ordered or ([*was] == [*now] and _as_ordered(both, before, after))


def _as_ordered(both: Trees, before: int, after: int) -> bool:
    """Whether what a type holds on both sides stands in one order, with what has a value and what is no plain declaration."""
    was, now = _held(Same(both.old)).get(before, ()), _held(Same(both.new)).get(after, ())
    kept = {*was} & {*now}
    return [each for each in was if each in kept] == [each for each in now if each in kept]


@lru_cache(maxsize=KEPT)
def _held(pieces: Same[Sequence[Piece]]) -> Mapping[int, Sequence[str]]:
    """The members that take room in the type that they stand under, in order."""
    found: dict[int, list[str]] = {}
    for each in pieces.value:
        if takes_room(each):
            names = [one.whole for one in declared(each)]
            found.setdefault(each.parent, []).extend(names or [joined(each.words)])
    return found


def takes_room(piece: Piece) -> bool:
    """C and C++: what may be a member of a type, and no function, no type, and nothing that all of its objects share."""
    shared = not _SHARED.isdisjoint(piece.words[:2])
    no_function = not declares(piece.words) and b"operator" not in piece.words
    return piece.kind in _MEMBERS and piece.words[-1:] == (b";",) and not shared and no_function


@lru_cache(maxsize=KEPT)
def _declareddeclared_in(pieces: Same[Sequence[Piece]]) -> Mapping[int, Mapping[DeclaredName, None]]:
    """What is declared, in order, by the piece that it stands under."""
    found: dict[int, dict[DeclaredName, None]] = {}
    for each in pieces.value:
        if bare(each) or each.kind == "Simple":
            found.setdefault(each.parent, {}).update(dict.fromkeys(declared(each)))
    return found


def bare(piece: Piece) -> bool:
    """Whether nothing runs where it is declared. A field's value belongs to its place."""
    if (
        piece.kind not in _PLAIN
        or (isinstance(piece.stmt, Simple) and piece.stmt.role != "declare")
        or b"{" in piece.words
        or b"(" in piece.words
        or (piece.kind != "Simple" and b"=" in piece.words)
    ):
        return False
    every = declared(piece)
    return bool(every) and all(constant(each.value) for each in every)


def says_little(piece: Piece) -> bool:
    """Of how a loop begins: that something is set to a number, or to nothing; or that several things are, which is not told as one."""
    parts = list(_parts(piece.words))
    value = joined(_value(parts[0])) if parts else ""
    return len(parts) != 1 or (b"(" not in piece.words and constant(value))


def constant(value: str) -> bool:
    return (
        not value
        or value.lstrip("-") in _CONSTANTS
        or (value.lstrip("-")[:1].isdigit() and value.lstrip("-").replace(".", "0").isalnum())
    )


def unset(piece: Piece) -> bool:
    """Whether it only names locals for later: numbers and pointers without a value. An object runs what makes it."""
    every = declared(piece) if piece.kind == "Simple" and b"=" not in piece.words and b"[" not in piece.words else ()
    return bool(every) and all(not each.value and number_or_pointer(each) for each in every)


def deeds(every: Sequence[tuple[DeclaredName | None, DeclaredName | None]], known: set[DeclaredName]) -> Iterator[str]:
    """What a step of a function that declares does otherwise. known: what is declared there on both sides, by whatever line."""
    pairs = [pair for pair in every if None not in pair or not known & {*pair}] or every
    types = {(was.type, now.type) for was, now in pairs if was and now}
    if len(types) == 1 and all(was and now and was[2:] == now[2:] for was, now in pairs):
        stars = {each.shape[: len(each.shape) - len(each.shape.lstrip("*&"))] for _, each in pairs if each}
        sign = f" {stars.pop()}" if len(stars) == 1 and stars != {""} else ""
        one, other = next(iter(types))
        was, now = both_quoted(f"{one}{sign}", f"{other}{sign}")
        names = ", ".join(q(each.name) for _, each in pairs if each)
        yield f"declares {names} as {now}, no longer as {was}"
        return
    came, gone = (
        [now.whole for was, now in pairs if now and not was],
        [was.whole for was, now in pairs if was and not now],
    )
    yield from (_otherwise(was, now) for was, now in pairs if was and now)
    yield from [f"now declares {', '.join(map(q, came))}"] if came else []
    yield from [f"no longer declares {', '.join(map(q, gone))}"] if gone else []


def _otherwise(one: DeclaredName, other: DeclaredName) -> str:
    if (one.type, one.shape) != (other.type, other.shape):
        if one.value != other.value and one.value[:1] == other.value[:1] == "{" and _is_table(one, other):
            one, other = one._replace(value="{…}"), other._replace(value=f"{{…}}{_rows(one.value, other.value)}")
            return f"declares {q(f'{other.type} {other.shape}')}{other.value[3:]}, no longer {q(f'{one.type} {one.shape}')}"
        was, now = both_quoted(one.whole, other.whole)
        return f"declares {now}, no longer {was}"
    if not one.value or not other.value:
        return f"{'now' if other.value else 'no longer'} sets {q(one.name)} to {q(other.value or one.value)} where it is declared"
    was, now = both_quoted(one.value, other.value)
    return f"sets {q(one.name)} to {now}, no longer to {was}"


def _is_table(one: DeclaredName, other: DeclaredName) -> bool:
    """Not of one value that stands in braces: `int *p{nullptr}`."""
    return "[" in one.shape + other.shape or max(len([*_apart(each.value[1:-1])]) for each in (one, other)) > 1


def _rows(one: str, other: str) -> str:
    """ " with `"c"` more": what came into a table, and what went."""
    was, now = ([each.strip() for each in _apart(value[1:-1])] for value in (one, other))
    came, gone = [each for each in now if each not in was], [each for each in was if each not in now]
    more = f" with {', '.join(map(q, came[:_SHOWN]))} more" if came else ""
    return more + (f" without {', '.join(map(q, gone[:_SHOWN]))}" if gone else "")


def _apart(text: str) -> Iterator[str]:
    own, depth, quoted = "", 0, ""
    for at, sign in enumerate(text):
        if sign in "\"'" and text[at - 1 : at] != "\\":
            quoted = "" if quoted == sign else quoted or sign
        depth += 0 if quoted else (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth and not quoted:
            yield own
            own = ""
        else:
            own += sign
    yield from [own] if own.strip() else []


def beside(both: Trees, a: int, b: int) -> set[DeclaredName]:
    """What is declared at the place of a change on both sides, by whatever line."""
    own = declared_in(Same(both.old)).get(both.old[a].parent, set())
    return own & declared_in(Same(both.new)).get(both.new[b].parent, set())


@lru_cache(maxsize=KEPT)
def declared_in(pieces: Same[tuple[Piece, ...]]) -> dict[int, set[DeclaredName]]:
    """What is declared directly under each piece."""
    found: dict[int, set[DeclaredName]] = {}
    for each in pieces.value:
        if own := declared(each):
            found.setdefault(each.parent, set()).update(own)
    return found


def alone(both: Trees, at: int, new: bool) -> list[str]:
    """Of a declaration of several variables that is new, or gone, those that no other line of its block declared alike; [] where all are so."""
    pieces, others, known = (both.new, both.old, both.back) if new else (both.old, both.new, both.pairs)
    own = declared(pieces[at])
    if len(own) < 2:
        return []
    above = across(pieces[at].parent, known)
    there = {one for each in others if each.parent == above and each.kind in _PLAIN for one in declared(each)}
    left = [one.whole for one in own if one not in there]
    return left if len(left) < len(own) else []


def stands(
    pairs: Sequence[tuple[DeclaredName | None, DeclaredName | None]], where: str, known: set[DeclaredName]
) -> Iterator[str]:
    """Of fields and of variables of a file. known: what is only declared by another line now."""
    for one, other in pairs:
        if one in known or other in known:
            yield f"{q((other or one or next(iter(known))).whole)}{where} stands in another place than before"
        elif one is None or other is None:
            which = one or other
            yield f"{q(which.whole if which else '')} is {'new' if other else 'gone'}{where}"
        elif one[1:3] == other[1:3] and one.value and other.value:
            was, now = both_quoted(one.value, other.value)
            yield f"{q(one.name)}{where} is {now}, no longer {was}"
        elif one.name != other.name and one.type != other.type:
            yield f"{q(other.whole)} is new{where}"
            yield f"{q(one.whole)} is gone{where}"
        else:
            was, now = both_quoted(one.whole, other.whole)
            yield f"{now}{where} was {was}"
