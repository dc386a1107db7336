"""C and C++: a new step that needs what a pointer points at, where the function itself knows ways on which it is null.

FILE *f = fopen(name, "w");
if (f) ok = put(f);
fclose(f);                 Where `f` is null, this runs too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.syntax import Simple
from ..pairing.changes import ADDED, Change, Trees
from ..pieces import questions
from ..pieces.pieces import HEAD, Piece
from ..pieces.quoting import q
from ..reading.conditions import under
from ..reading.saying import EXITS, Said, callee

_PLACES: Final[dict[int, str]] = {
    0: "fclose pclose fputs fgetc getc feof ferror fileno fseek ftell rewind fprintf vfprintf fscanf fread fwrite fgets strlen strcpy strcat"
    " strcmp strncmp strdup strchr strrchr strstr strtol strtoul atoi atol atof readdir",
    1: "fputc putc fputs ungetc strcpy strcat strcmp strncmp strstr fprintf vfprintf fscanf",
    2: "fgets",
    3: "fread fwrite",
}
_NEEDS: Final = frozenset(
    (name.encode(), place) for place, names in _PLACES.items() for name in names.split()
)  # to which a null pointer must not be given (the C standard, 7.1.4; POSIX), and in which place
_UNREAD: Final = frozenset(
    b"sizeof typeof __typeof__ decltype offsetof _Alignof alignof alignas noexcept _Generic".split()
)
_SAYS: Final = frozenset(b"printf puts fprintf fputs perror syslog".split())  # which come back
_NULLS: Final = frozenset((b"NULL", b"nullptr", b"0"))
_MEMBER: Final = frozenset((b".", b"->", b"::"))
_RISK: Final = 2


class _Side:
    def __init__(self, pieces: Sequence[Piece], below: Sequence[Sequence[int]]) -> None:
        self.pieces, self.below = pieces, below

    def arm(self, at: int, role: str) -> list[int]:
        return [each for each in self.below[at] if self.pieces[each].role == role]

    def speaks(self, at: int, name: bytes) -> bool:
        return any(name in self.pieces[each].words for each in (at, *under(self.below, at)))


def told(both: Trees, change: Change, said: Said) -> Said:
    """What is said of the step, and that the pointer may be null then."""
    if change.kind != ADDED or not said.sentence.startswith("Now ") or both.new[change.b].kind != "Simple":
        return said
    side = _Side(both.new, both.new_below)
    wanted = dict.fromkeys(needed(both.new[change.b].words))
    names = [name for name in wanted if is_a_pointer(both.new, name) and _null_at(side, change.b, name)]
    if not names:
        return said
    may = f"{q(names[0].decode('utf-8', 'replace'))} may be null then."
    return said._replace(sentence=f"{said.sentence} {may}", rank=min(said.rank, _RISK))


def needed(words: Sequence[bytes]) -> Iterator[bytes]:
    """`f` of `fclose(f)`, of `fputs("a", f)` and of `f->n = 1`; not where the step asks for itself, or evaluates not all that it holds."""
    if {b"&&", b"||", b"?"} & {*words} or _UNREAD & {*words}:
        return
    opens = words.index(b"(") if words.count(b"(") == 1 else 0
    for at, word in enumerate(words):
        if not (word[:1].isalpha() or word[:1] == b"_") or (words[at - 1 : at] and words[at - 1] in _MEMBER):
            continue
        behind = words[at + 1 : at + 2]
        whole = at and words[at - 1] in (b"(", b",") and tuple(behind) in ((b")",), (b",",))
        gives = whole and 0 < opens < at and (words[opens - 1], words[opens:at].count(b",")) in _NEEDS
        member = tuple(behind) == (b"->",) and words[at - 1 : at] != (b"&",)
        if member or (gives and word not in _NULLS):
            yield word


def is_a_pointer(pieces: Sequence[Piece], name: bytes) -> bool:
    """Whether the function declares it with a star, as a parameter or as a local."""
    return any(
        words[at - 1] == b"*" and word == name and words[at + 1 : at + 2] != (b"[",) and b"=" not in words[:at]
        for words in [piece.words for piece in pieces if piece.kind == HEAD or _declares(piece)]
        for at, word in enumerate(words)
        if at
    )


def _declares(piece: Piece) -> bool:
    return isinstance(piece.stmt, Simple) and piece.stmt.role == "declare"


def _null_at(side: _Side, at: int, name: bytes) -> bool:
    """Whether the function has a way there on which it is null: one that it asks about, or a `goto` before it is set."""
    here = at
    while here > 0:
        above, role = side.pieces[here].parent, side.pieces[here].role
        for each in reversed([each for each in side.arm(above, role) if each < here]):
            piece = side.pieces[each]
            if piece.kind == "Label" and _jumped_with_null(side, each, name):
                return True
            if not side.speaks(each, name):
                if _may_leave(side, each):
                    return False  # it may ask for what comes with a null pointer alone
                continue
            return piece.kind == "If" and _goes_on_with_null(side, each, name)
        if side.pieces[above].kind != "Block":
            return False
        here = above
    return False


def _goes_on_with_null(side: _Side, at: int, name: bytes) -> bool:
    """Of an `if` that asks for it alone: the arm in which it is null leaves nothing, and does not speak of it."""
    null = null_arm(side.pieces[at], name)
    if not null:
        return False
    arm = side.arm(at, null)
    if any(side.speaks(each, name) for each in arm):
        return False
    return not any(_may_leave(side, each) for each in arm)


def _may_leave(side: _Side, at: int) -> bool:
    """Whether a question, a loop or a step of an arm may be the last that runs: also by a call that may not come back."""
    inside = [side.pieces[one] for one in (at, *under(side.below, at))]
    if len(inside) == 1 and inside[0].kind == "Simple" and side.pieces[inside[0].parent].kind == HEAD:
        return False
    return any(piece.kind in EXITS or ((name := callee(piece)) and name.encode() not in _SAYS) for piece in inside)


def null_arm(piece: Piece, name: bytes) -> str:
    """ "else" of `if (f)` and `if (f != NULL)`, "then" of `if (!f)`; "" of another question."""
    asked, straight = questions.plain(piece.words[1:] if piece.words[:1] == (b"if",) else piece.words)
    if tuple(asked) == (name,):
        return "else" if straight else "then"
    sides = {asked[0], asked[-1]} if len(asked) == 3 else set[bytes]()
    if name not in sides or not sides & _NULLS or asked[1] not in (b"==", b"!="):
        return ""
    return "then" if (asked[1] == b"==") == straight else "else"


def _jumped_with_null(side: _Side, label: int, name: bytes) -> bool:
    """Whether a `goto` before it goes there while the pointer is null as it was declared, or where it was asked to be."""
    called = side.pieces[label].words[:1]
    first = next((n for n, piece in enumerate(side.pieces) if _declares_null(piece, name)), -1)
    if not called or any(piece.kind == HEAD and name in piece.words for piece in side.pieces):
        return False
    for at in range(1, label):
        if side.pieces[at].words[:2] != (b"goto", *called):
            continue
        above = side.pieces[at].parent
        if side.pieces[above].kind == "If" and null_arm(side.pieces[above], name) == side.pieces[at].role:
            return not any(name in side.pieces[n].words for n in range(above + 1, at))
        if 0 <= first < at and not any(name in side.pieces[n].words for n in range(first + 1, at)):
            return True
    return False


def _declares_null(piece: Piece, name: bytes) -> bool:
    return piece.kind == "Simple" and piece.words[-4:][:3] == (b"*", name, b"=") and piece.words[-1] in _NULLS
