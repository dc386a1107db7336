"""Calls of many functions of which the names say that they do the same to something else each.

LINK_DISPLAY(); ARP_DISPLAY(); IP_DISPLAY(); ND_DISPLAY();         call `LINK_DISPLAY`, `ARP_DISPLAY` and 2 more `…_DISPLAY`
init_log(s); init_table(s); init_loop(s); init_threads(s);         call `init_log`, `init_table` and 2 more `init_…`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Final

from ...words.names import last, lower
from ...words.verbs import VERBS

_MANY: Final = 4
_ASKED: Final = 3  # tests
_SELVES: Final = frozenset(["self", "this", "cls", "os", "sys"])
_LEAST: Final = 3  # letters of what they share
_NAMED: Final = 2
_ROOM: Final = 64  # letters of these


def kinds(called: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Of each that has three others of its kind that kind. called: as code, and what it is given, which is the same for all of a kind:
    where that differs it says something."""
    every = list(called)
    times = Counter(name for name, _ in every)
    alike: dict[tuple[str, str], list[str]] = {}
    for name, given in every:
        for kind in _kinds(last(name)) if times[name] == 1 else ():
            alike.setdefault((kind, given), []).append(name)
    told: dict[str, str] = {}
    for (kind, given), same in sorted(alike.items(), key=lambda it: -len(it[1])):
        left = [each for each in same if each not in told]
        if len(left) >= _MANY and shared(left) and not _of_module(left, kind):
            told |= dict.fromkeys(left, f"{kind}{given}")
    return told


def several(called: Sequence[str]) -> str:
    """Those of one kind, as an order."""
    names = list(dict.fromkeys(called))
    named = names[: _NAMED if len(", ".join(names[:_NAMED])) <= _ROOM else 1]
    return f"call {', '.join(f'`{each}`' for each in named)} and {len(names) - len(named)} more `{shared(names)}`"


def rooted(named: Sequence[set[str]]) -> str:
    """Whose fields all of many tests ask for: of `args.help`, `args.version` and `args.alias` `args`; "" where they share none."""
    roots = [
        {path.replace("->", ".").partition(".")[0] for path in each if "." in path or "->" in path} for each in named
    ]
    common = sorted(set.intersection(*roots) - _SELVES) if len(roots) >= _ASKED else []
    return common[0] if len(common) == 1 else ""


def _kinds(name: str) -> list[str]:
    """What is done to each, or what each is that nothing is said to be done to: `file_open` and `file_read` are of no kind."""
    words = lower(name)
    verbs = [at for at, word in enumerate(words) if word in VERBS]
    led = verbs[0] if verbs and verbs[0] < len(words) - 1 else -1
    ends = len(words) > 1 and len(words[-1]) >= _LEAST and (len(words) - 1 in verbs or not verbs)
    return [*([f"…{words[-1]}"] if ends else []), *([f"{' '.join(words[: led + 1])}…"] if led >= 0 else [])]


def _of_module(called: Sequence[str], kind: str) -> bool:
    """Most of them name what they do behind it: `log_open`, `log_read`, `log_close`."""
    words = kind.count(" ") + 1
    verbs = sum(1 for each in called if lower(last(each))[words] in VERBS) if kind.endswith("…") else 0
    return 2 * verbs > len(called)


def _common(names: Sequence[str]) -> str:
    """How all begin."""
    return "".join(each[0] for each in takewhile(lambda each: len(set(each)) == 1, zip(*names, strict=False)))


def shared(called: Sequence[str]) -> str:
    """How their names begin or end, in whole words as they are written; "" for neither."""
    names = [last(each) for each in called]
    behind = _common([name[::-1] for name in names])[::-1]
    end = next((behind[at:] for at in range(len(behind)) if _begins(behind, at, names)), "")
    before = _common(names)
    start = next((before[:at] for at in range(len(before), 0, -1) if _closes(before, at, names)), "")
    if max(len(start.strip("_")), len(end.strip("_"))) < _LEAST:
        return ""
    return f"…{end}" if len(end) >= len(start) else f"{start}…"


def _begins(behind: str, at: int, names: Sequence[str]) -> bool:
    """A word begins there in all of them."""
    return behind[at] == "_" or (
        behind[at].isupper() and all(name[: len(name) - len(behind) + at][-1:].islower() for name in names)
    )


def _closes(before: str, at: int, names: Sequence[str]) -> bool:
    """A word ends there in all of them."""
    return before[at - 1] == "_" or (before[at - 1].islower() and all(name[at : at + 1].isupper() for name in names))
