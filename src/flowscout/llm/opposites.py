"""Words that cannot both be said of one thing, and whether a text says one where the code has the other."""

from __future__ import annotations

from typing import Final

from ..model.pattern import regex
from .stems import stem, stems

_PAIRS: Final = """
first initial|last final; start begin beginning prefix leading|end suffix ending trailing; front head|back tail; left|right; next following|previous prior preceding;
before|after; minimum min smallest least lowest shortest|maximum max largest greatest highest longest; increment increase inc incr raise grow|decrement decrease dec decr lower shrink;
increment increase add plus insert put incref|decrement decrease subtract minus remove delete pop discard decref; push|pop; original|clone copy duplicate; good valid|bad invalid; prepend|append; open opens|close closes; lock|unlock; read|write; load|save;
receive recv read|send; consume|produce; encode|decode; enable|disable; on|off; allow permit grant|deny forbid refuse; true|false; full|empty; text|binary; row|column; width|height;
source src|destination dest dst; input|output; request|response; client|server; parent|child; local|remote; public|private; absolute|relative; internal inner|external outer;
upper uppercase|lower lowercase; ascending|descending; forward|backward; asynchronous async|synchronous; static|dynamic; global|local; even|odd; positive|negative; encrypt|decrypt;
attach|detach; subscribe|unsubscribe; show|hide; start|stop; pause suspend|resume; acquire|release; create|destroy; allocate alloc|free dealloc; integer int|real float double floating-point floating; single|multiple;
shallow|deep; sender|receiver; caller|callee; hit|miss; exclusive|shared; horizontal|vertical; minor|major; user|kernel; older|newer; earlier|later; expand|collapse; mount|unmount; join|split; known|new unknown; up|down; clean|dirty
"""
OPPOSITES: Final[dict[str, frozenset[str]]] = {}
for _pair in _PAIRS.split(";"):
    _one, _other = (frozenset(map(stem, side.split())) for side in _pair.split("|"))
    for _words, _others in ((_one, _other), (_other, _one)):
        for _word in _words:
            OPPOSITES[_word] = OPPOSITES.get(_word, frozenset()) | _others
_QUALIFIER: Final = regex(r"(?<!\w)\w++::")
_PARTS: Final = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_NOT: Final = ("un", "dis", "de", "non", "in", "no", "not", "dont", "never", "without")


def opposite(word: str, raw: str, known: frozenset[str], aloud: frozenset[str] = frozenset()) -> bool:
    """Whether the code says the opposite of a word and not the word itself. raw: the code's text. known: stems of all that it may be told with."""
    one = stem(word)
    if one in known and not denied(one, raw):
        return False
    parts = frozenset(stem(part) for part in _PARTS.findall(raw))
    parts |= frozenset(stem(part[:-1]) for part in _PARTS.findall(raw) if len(part) > 5)
    return bool(OPPOSITES.get(one, frozenset()) & (stems(raw) | parts | (aloud & _PLACES)))


_PLACES: Final = frozenset(
    map(
        stem,
        [
            "first",
            "last",
            "start",
            "end",
            "front",
            "head",
            "beginning",
            "append",
            "prepend",
            "add",
            "subtract",
            "multiply",
            "divide",
            "increase",
            "decrease",
        ],
    )
)


_OFF: Final = regex(r"(?<!\w)(\w++)\(\s{0,8}+(?:False|false|FALSE)\s{0,8}+\)")


def switched_off(raw: str) -> frozenset[str]:
    """Stems of what a call is told not to do: `show_cursor(False)` shows nothing."""
    return frozenset(
        one
        for name in _OFF.findall(raw)
        for one in (stem(part) for part in _PARTS.findall(name)[:2])
        if one in _SWITCHED
    )


_SWITCHED: Final = frozenset(map(stem, ["show", "enable", "allow", "permit", "lock", "pause", "start", "open"]))


def denied(one: str, raw: str) -> bool:
    """Whether a stem stands in code only behind what turns it round: `non_owning`, `DontFlush`, `unpack`."""
    parts = [part.lower() for part in _PARTS.findall(_QUALIFIER.sub("", raw))]
    turned, plain = False, False
    for at, part in enumerate(parts):
        if stem(part) == one:
            if at and parts[at - 1] in _NOT[3:] and parts[at - 1] != "in":
                turned = True
            else:
                plain = True
        elif len(one) > 2 and any(part.endswith(f"{no}{one}") or stem(part).endswith(f"{no}{one}") for no in _NOT[:4]):
            turned = True
    return turned and not plain
