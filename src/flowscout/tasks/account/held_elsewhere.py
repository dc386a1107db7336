"""A function that is gone and of which one other function does most now, in other words here and there: which one, and which of its steps are
not done there.

`write_all` is gone, and `save`, which called it, writes in a loop of its own: Is gone: `save` does most of it now, without `fsync(fd)`.

Both are read by their lines. One function alone may hold them, more lines have to stand there as they were than not, and none of those that are
named may be done by anything else that was edited.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

from ...model.account import GONE, Answer
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_test
from ...pipeline import Project
from .new import IS_GONE

LEAST: Final = 6  # lines that tell
MOST: Final = 120  # lines of a function that are read, and functions
HELD: Final = 0.7  # of the lines
AS_IT_WAS: Final = 0.5  # of the lines
ALIKE: Final = 0.7
NAMED: Final = 3
DEEP: Final = 3  # levels of calls under it that are asked for what is lost
LONGEST: Final = 72  # signs of a line that is named
_RANK: Final = 2  # where steps are lost with it
_WORD: Final = regex(r"\w++|[^\s\w]")
_NAME: Final = regex(r"[A-Za-z_]\w{2,80}")
_CALLED: Final = regex(r"([A-Za-z_]\w{0,80}) ?\(")
_ASKS: Final = frozenset(
    {"if", "elif", "else", "for", "while", "switch", "return", "with", "case", "try", "except", "raise"}
)
_COMMENT: Final = regex(r"^\s*(?://|#|/?\*|\"\"\")")
Line = tuple[str, ...]


def held_elsewhere(
    before: Project, after: Project, pairs: Sequence[tuple[str, str]], told: list[Answer]
) -> list[Answer]:
    gone = [one.unit for one in told if _is_gone(one) and one.unit in before.functions]
    back = {b: a for a, b in pairs if b}
    units = {one.unit for one in told if one.after.line and one.unit in after.functions}
    edited = sorted(unit for unit in units if not is_test(path_of(unit)))
    if not gone or len(gone) > MOST or len(edited) > MOST:
        return told
    was = {unit: _lines(before, back[unit]) if back.get(unit) in before.functions else [] for unit in edited}
    now = {unit: _lines(after, unit) for unit in edited}
    came = {unit: list((Counter(now[unit]) - Counter(was[unit])).elements()) for unit in edited}
    homes: dict[str, tuple[str, list[Line]]] = {}
    for unit in gone:
        if home := _home(_lines(before, unit), came):
            homes[unit] = home
    many = Counter(home for home, _ in homes.values())
    every = {name for unit in edited for name in _calls(after, unit)}
    return [
        _told(one, homes[one.unit], before, every | _below(after, homes[one.unit][0]))
        if _is_gone(one) and one.unit in homes and many[homes[one.unit][0]] == 1
        else one
        for one in told
    ]


def _is_gone(one: Answer) -> bool:
    return one.rule == GONE and one.sentence == IS_GONE and not one.twin and not is_test(one.before.path)


def _home(lines: list[Line], came: dict[str, list[Line]]) -> tuple[str, list[Line]] | None:
    """The one function that most of these lines stand in now, and those that do not."""
    if not LEAST <= len(lines) <= MOST:
        return None
    found = sorted(((_match(lines, new), unit) for unit, new in came.items() if new), key=lambda row: -row[0][0])
    if not found:
        return None
    (held, same, left), unit = found[0]
    rival = found[1][0][0] if len(found) > 1 else 0
    enough = held >= HELD * len(lines) and same >= AS_IT_WAS * len(lines) and rival * 2 < held
    return (unit, left) if enough else None


def _match(lines: Sequence[Line], new: Sequence[Line]) -> tuple[int, int, list[Line]]:
    """How many stand there, how many of them as they were, and which do not."""
    room, left = Counter(new), list[Line]()
    for line in lines:
        if room[line] > 0:
            room[line] -= 1
        else:
            left.append(line)
    same, missing = len(lines) - len(left), list[Line]()
    if same < AS_IT_WAS * len(lines):
        return same, same, left
    rest = list(room.elements())
    for line in left:
        best = max(
            ((SequenceMatcher(None, line, each, False).ratio(), at) for at, each in enumerate(rest)), default=(0.0, 0)
        )
        if best[0] >= ALIKE:
            del rest[best[1]]
        else:
            missing.append(line)
    return len(lines) - len(missing), same, missing


def _told(one: Answer, home: tuple[str, list[Line]], before: Project, every: set[str]) -> Answer:
    unit, missing = home
    text = before.sources(path_of(one.unit)).decode("utf-8", "replace").split("\n")
    codes = {_words(line): line.strip().rstrip(";{ ") for line in text}
    lost = [codes[line] for line in missing if line in codes and _is_lost(line, every)]
    more = f" and {len(lost) - NAMED} more lines of it" if len(lost) > NAMED else ""
    without = f", without {', '.join(map(_quoted, lost[:NAMED]))}{more}" if lost else ""
    said = f"Is gone: {_quoted(qualified_of(unit).partition('(')[0])} does most of it now{without}."
    return one._replace(sentence=said, core="", rank=min(one.rank, _RANK) if lost else one.rank)


def _quoted(code: str) -> str:
    plain = code.replace("`", "'")
    return f"`{plain if len(plain) <= LONGEST else plain[: LONGEST - 1].rstrip() + '…'}`"


def _is_lost(line: Line, every: set[str]) -> bool:
    """Whether it calls something that nothing that was edited calls."""
    called = _CALLED.findall(" ".join(line))
    return line[0] not in _ASKS and bool(called) and not any(name in every for name in called)


def _below(project: Project, id_: str) -> set[str]:
    """What those call that it calls, some levels down."""
    known, level = {id_}, [id_]
    for _ in range(DEEP):
        level = [each for one in level for each in project.callees(one) if each not in known][:MOST]
        known.update(level)
    return {name for each in known for name in _calls(project, each)}


def _calls(project: Project, id_: str) -> list[str]:
    return [call.name for call in project.functions[id_].facts.calls]


def _lines(project: Project, id_: str) -> list[Line]:
    """Its lines behind the first, as words, those that say something by themselves."""
    facts = project.functions[id_].facts
    text = project.sources(path_of(id_))[facts.start : facts.end].decode("utf-8", "replace")
    lines = [_words(line) for line in text.split("\n")[1:] if not _COMMENT.match(line)]
    return [line for line in lines if _tells(line)]


def _words(line: str) -> Line:
    words = _WORD.findall(line)
    while words[-1:] and words[-1] in "{;":
        words.pop()
    return tuple(words[words[:1] == ["}"] :])


def _tells(line: Line) -> bool:
    return len(line) > 2 and any(_NAME.fullmatch(word) and word not in _ASKS for word in line)
