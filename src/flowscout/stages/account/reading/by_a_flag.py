"""A question that asks for a name which what was asked before sets now: the old answer comes to it by that name.

if (nvidia) {                        if (nvidia) bad = true;
    if (!allow) exit(1);             if (evdi) bad = true;
}                                    if (!allow && bad) exit(1);

`exit(1)` still runs when `nvidia`, and by `bad` alone nothing says that it does so in fewer cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..pairing.changes import Trees
from ..pieces.lexing import LINKS
from ..pieces.targets import target, value
from .conditions import Held, apart, under

_NOTHING = frozenset((b"false", b"False", b"FALSE", b"0", b"NULL", b"nullptr", b"None"))
_SOMETHING = frozenset((b"true", b"True", b"TRUE", b"1"))


def comes_by_a_flag(both: Trees, b: int, at: int, role: str) -> bool:
    """Whether all that a step of the new side ran under, and does no longer, comes by a name for which a question of that side asks. role:
    the arm of it in which the step stands."""
    was = apart(both, both.back[b], b)[0] if b in both.back else ()
    return bool(was) and bool(flags(both, was, at, role))


def flags(both: Trees, was: Sequence[Held], at: int, role: str) -> list[bytes]:
    """The names by which what was asked comes to a question of the new side; none where some of it does not."""
    words = both.new[at].words
    asked = {
        word: (words[n - 1 : n] not in ((b"!",), (b"not",))) == (role == "then")
        for n, word in enumerate(words)
        if n and words[n - 1] not in LINKS
    }
    found = [_set_there(both, each, asked, at) for each in was]
    return list(dict.fromkeys(name for name in found if name)) if all(found) else []


def _set_there(both: Trees, held: Held, asked: Mapping[bytes, bool], before: int) -> bytes:
    """Which of the names is newly set where that is answered so, before the question, and to nothing that it does not ask for; b"" for none."""
    above = both.pairs.get(held.at, -1)
    if above < 0 or both.new[above].kind != "If" or both.old[held.at].kind != "If":
        return b""
    for each in sorted(under(both.new_below, above)):
        name = target(both.new[each])
        fresh = each < before and each not in both.back and len(name) == 1 and name[0] in asked
        if fresh and _role(both, above, each) == held.role:
            other = _NOTHING if asked[name[0]] else _SOMETHING
            return b"" if other.issuperset(value(both.new[each])) else name[0]
    return b""


def _role(both: Trees, above: int, at: int) -> str:
    while both.new[at].parent != above:
        at = both.new[at].parent
    return both.new[at].role
