"""The likeliest lines of a tool that nobody has written a format for, and what the lines around a candidate say of it.

Lines before the place where a part was said to have failed are looked at, and those before the last word on the whole. Which of
them is the cause is not decided here: each goes into the race with its signs, as what formats read does.
"""

from __future__ import annotations

import math
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from ...model.logformat import CAUSE, Line, Record
from ..reading import LineBlock
from .telling import GLYPH, MILD, PLACE, READ, STARTS, TOLD, WORD, Signs, closes, digest, empty, ends, signs, telling
from .verdict import FAILED, Verdict

NAME: Final = "unknown tool"
WINDOW: Final = 1_500  # lines before the last verdict that are looked at
PART: Final = 400  # and before the end of each part that failed
PARTS: Final = 12
COUNTED: Final = 300_000  # lines whose templates are counted
LEAST: Final = 0.8  # points below which a line says nothing
NEARER: Final = 0.15  # what each doubling of the distance to the end costs
LISTED: Final = 2.0  # what repetition costs a line that begins with its place: lists repeat themselves
OFFERED: Final = 14  # lines that are offered
MARKED: Final = 1.0  # points up to which a line has no more than a mark in its margin
ALOUD: Final = 2.0  # points from which a line of a part that passed is asked, where the one that failed tells nothing
WARNED: Final = 6  # lines before a program's end in which a warning may say why
ENDS: Final = 4  # words with which lines begin and end that say the same of one thing after the other
LONG: Final = 12  # words of a line of which that is asked
LAST: Final = 8  # lines that are the last words
FAR: Final = 12.0  # log2 of lines that count as far

_PATH: Final = re.compile(
    r"(?:^|[\s('\"])(?P<file>(?:[A-Za-z]:)?[\w.@+~-]{0,60}(?:[\\/][\w.@+-]{1,80}){2,20}\.(?!(?:git|zip|jar|log|t?gz|lock)\b)[A-Za-z]\w{0,9})(?=$|[\s'\",):;]|\.(?:\s|$))"
)
_SOUGHT: Final = re.compile(
    r"(?i)\b(?:find|resolve|open|locate|stat|read|load|import)(?: (?:module|file|the file|package|import))?:? ?$"
)  # words before a file that is not there, which is no place
_WARNS: Final = re.compile(r"(?i)\W{0,4}warn(?:ing)?\b\W{1,4}\w")
_LABELS: Final = re.compile(r"\W{0,12}+\w{1,40}+\W{0,12}+|[^:]{1,80}+:\s{0,8}+")
_SECONDS: Final = re.compile(r"\s{0,8}+\d{1,5}\.\d{2,3} (?=\S)")  # of a step of docker
_LINK: Final = re.compile(r"^\s*(?:https?://\S+|\S+:)\s*$")
_HEAD: Final = re.compile(
    r"^(?P<file>(?:[\w.@+-]{1,80}/){0,12}[\w.@+-]{1,80}\.(?!exe:)[a-z]\w{0,5}): (?:(?:line )?(?P<line>\d{1,6}): )?(?=\S)"
)
_ALONE: Final = re.compile(r"^(?P<file>(?:[\w.@+-]+[\\/])+[\w.@+-]+\.\w{1,6})$")
_CALLED_WARNING: Final = re.compile(r"(?:^|[\s:-])(?:WARN(?:ING)?\b ?[:\]-]|warning: )|^\W{0,4}warn\b(?! about)")
_SAYS: Final = re.compile(r"(?i)error|fail|warn|denied|invalid|not ")
PARAGRAPH: Final = 60  # letters of a line of prose that goes on in the next
_GOES_ON: Final = re.compile(r"[a-z,`']\s?$")
_ENDS: Final = re.compile(r"[a-z][^:\n]{0,200}\.\s?$")
_ERROR: Final = re.compile(r"(?i)(?:fatal )?error\b")
ROWS: Final = 12  # lines within which the next error of a list stands
SILENT: Final = "last_line"  # the type of what is only the last line before the end


class LikelyLines(NamedTuple):
    """guesses: the likeliest lines, the best first. signs: of each candidate's line."""

    guesses: tuple[Record, ...]
    signs: Mapping[int, Signs]


def spoken(
    blocks: Iterable[LineBlock],
    said: Verdict,
    taken: frozenset[int],
    wanted: frozenset[int],
    known: Callable[[str], bool] | None = None,
) -> LikelyLines:
    """taken: lines that formats explained as consequence or noise. wanted: lines of other candidates. known: whether a text
    stands in the log of a green build."""
    near, counts = _gathered(blocks, said, wanted)
    guesses = _guesses(near, counts, said, taken, known)
    alone = not wanted and all(guess.type == SILENT for guess in guesses)
    if alone:
        faint = _guesses(near, counts, said, taken, known, alone)
        if said.said != FAILED:  # nothing has to be said: only a last word is one
            faint = [guess for guess in faint if near[-1].number - guess.line < LAST]
        guesses = faint or guesses
    lines = wanted | {guess.line for guess in guesses}
    return LikelyLines(
        tuple(guesses),
        {line.number: (*signs(line.text, alone), _often(line, counts)) for line in near if line.number in lines},
    )


def _gathered(blocks: Iterable[LineBlock], said: Verdict, wanted: frozenset[int]) -> tuple[list[Line], Counter[int]]:
    """Lines that are looked at, in their order, and how often each template stands in the log."""
    counts: Counter[int] = Counter()
    end = said.line if said.by == "runner" else 0  # a tool's own verdict may stand anywhere
    last: deque[Line] = deque(maxlen=WINDOW)
    parts: dict[int, deque[Line]] = {section: deque(maxlen=PART) for section in sorted(said.failed)[:PARTS]}
    others: list[Line] = []
    for block in blocks:
        for index, text in enumerate(block.texts):
            if not text or text.isspace():
                continue
            line = Line(block.first + index, text, block.sections[index])
            if line.number <= COUNTED:
                counts[digest(text)] += 1
            if not end or line.number <= end:
                last.append(line)
                if line.section in parts:
                    parts[line.section].append(line)
            if line.number in wanted:
                others.append(line)
    every = {line.number: line for line in (*last, *others, *(one for part in parts.values() for one in part))}
    return [every[number] for number in sorted(every)], counts


def _guesses(
    near: Sequence[Line],
    counts: Counter[int],
    said: Verdict,
    taken: frozenset[int],
    known: Callable[[str], bool] | None,
    alone: bool = False,
) -> list[Record]:
    """alone: whether a line that ends a step, or gives a value, is heard, since nothing else is said."""
    told = [0.0 if _continues(near, at) else telling(line.text, alone) for at, line in enumerate(near)]
    told = [0.0 if _heads(near, told, at) or _announces(near, at, taken) else points for at, points in enumerate(told)]
    free = [at for at, line in enumerate(near) if line.number not in taken]
    if known is not None:
        free = [at for at in free if not known(near[at].text)] or free
    here = [at for at in free if near[at].section not in said.passed]
    if not any(told[at] > 0 for at in here):
        here = [at for at in free if told[at] >= ALOUD or near[at].section not in said.passed]
    end = said.line or (near[-1].number if near else 0)
    points = {at: _points(near[at], told[at], counts, end, said) for at in here if told[at] > 0}
    best = _firsts(near, points, sorted((at for at in points if told[at] >= LEAST), key=lambda at: (-points[at], at)))
    if not best or max(best.values()) < LEAST:
        return _last(near, here, told, said, alone) if said.said == FAILED else []
    made = (_record(near[at], weight=2 if most > 3 else 1 if most >= LEAST else 0) for at, most in best.items())
    return [_ended(_mild(record), alone) for record in made]


def _ended(record: Record, alone: bool) -> Record:
    """How something ended is no word on what is wrong."""
    return record._replace(type=SILENT, weight=0) if ends(record.message, alone) else record


def _mild(record: Record) -> Record:
    """What its program calls a warning is one, whatever it quotes."""
    return record._replace(severity="warning") if _CALLED_WARNING.search(record.message[:80]) else record


def _last(near: Sequence[Line], here: Sequence[int], told: Sequence[float], said: Verdict, alone: bool) -> list[Record]:
    """Where nothing tells of a failure: the first word on how it ended that says of what, else the last line that says anything."""
    ends = [line for at, line in enumerate(near) if told[at] >= LEAST and _in(line, said)]
    stops = [line for line in near if _in(line, said) and closes(line.text, alone) and TOLD.search(line.text)]
    warned = next((line for stop in stops if (line := _warned(near, stop))), None)
    if warned is not None:
        return [_record(warned, weight=0)]
    lines = [near[at] for at in here[-12:]]
    faint = [near[at] for at in here[-12:] if told[at] > 0]
    silent = [
        line
        for line in lines
        if WORD.search(line.text)
        and not (_LINK.search(line.text) or MILD.search(line.text))
        and not (closes(line.text, alone) or empty(line.text, alone))
    ]
    hinted = [
        line
        for line in lines
        if TOLD.search(line.text[:READ]) and not (closes(line.text, alone) or empty(line.text, alone))
    ]
    if stops and all(MILD.search(line.text) for line in hinted):
        hinted, silent = [], stops[:1]  # what is taken lightly is no reason where something is said to have failed
    told_of = [_record(line, weight=0) for line in (*ends[:1], *faint[-1:], *hinted[-1:])]
    return [_mild(record) for record in told_of or [_silent(_record(line, weight=0)) for line in silent[-1:]]][:1]


def _silent(record: Record) -> Record:
    return record if _SAYS.search(record.message) else record._replace(type=SILENT)


def _continues(near: Sequence[Line], at: int) -> bool:
    """Whether a line ends the sentence of the line above: prose, however it begins."""
    above = near[at - 1].text if at and near[at - 1].number == near[at].number - 1 else ""
    return len(above) >= PARAGRAPH and _ENDS.match(near[at].text) is not None and _GOES_ON.search(above) is not None


def _announces(near: Sequence[Line], at: int, taken: frozenset[int]) -> bool:
    """Whether a line is a label, or ends in a colon, and what it announces is how something ended, or known already."""
    following = near[at + 1] if at + 1 < len(near) and near[at + 1].number == near[at].number + 1 else None
    if following is None or not _LABELS.fullmatch(near[at].text[:READ]):
        return False
    return following.number in taken or closes(following.text[:READ])


def _heads(near: Sequence[Line], told: Sequence[float], at: int) -> bool:
    """Whether a line only marks what failed, and the next says why: `✖ Loading sources` above `Unable to load source.yaml`."""
    if not 0 < told[at] < MARKED or at + 1 == len(near) or near[at + 1].number != near[at].number + 1:
        return False
    return told[at + 1] > told[at] and GLYPH.match(near[at].text) is not None


def _told(text: str) -> str:
    """Without what docker puts before it."""
    seconds = _SECONDS.match(text)
    return text[seconds.end() :] if seconds else text


def _in(line: Line, said: Verdict) -> bool:
    return not said.failed or line.section in said.failed


def _warned(near: Sequence[Line], end: Line) -> Line | None:
    """The warning close above a program's end that tells of a failure: some tools call nothing an error."""
    close = (line for line in reversed(near) if 0 < end.number - line.number <= WARNED and line.section == end.section)
    return next((line for line in close if _WARNS.match(line.text) and TOLD.search(line.text[:READ])), None)


def _firsts(near: Sequence[Line], points: Mapping[int, float], best: Sequence[int]) -> dict[int, float]:
    """Of those that say the same, and of a list of errors at their places, the first, with the most points of them; the best before all."""
    lists = _lists(near, sorted(best))
    first: dict[object, int] = {}
    most: dict[object, float] = {}
    for at in best:
        key = lists.get(at) or _alike(_told(near[at].text))
        first[key] = min(first.get(key, at), at)
        most.setdefault(key, points[at])
    return {first[key]: most[key] for key in list(first)[:OFFERED]}


def _lists(near: Sequence[Line], found: Sequence[int]) -> Mapping[int, tuple[str, int]]:
    """By its index, the list that a line is a row of: of errors, each behind its place, that follow one upon the other."""
    lists: dict[int, tuple[str, int]] = {}
    last = start = -1
    for at in found:
        place = STARTS.match(near[at].text[:READ])
        if place is None or not _ERROR.match(near[at].text[place.end() - 1 :].lstrip(": ")):
            continue
        if last < 0 or near[at].number - near[last].number > ROWS or near[at].section != near[last].section:
            start = at
        lists[at] = ("list", start)
        last = at
    return lists


def _alike(text: str) -> object:
    """What lines have in common that say the same of one thing after the other: how they begin and end, where they are long enough;
    behind their place, where they begin with one."""
    place = STARTS.match(text[:READ])
    if place:
        text = text[place.end() - 1 :]
    words = text.split()
    return digest(" ".join((*words[:ENDS], "#", *words[-ENDS:]))) if len(words) >= LONG else digest(text)


def _points(line: Line, told: float, counts: Counter[int], end: int, said: Verdict) -> float:
    rare = math.log2(max(1, counts[digest(line.text)]))
    points = told - 0.5 * (min(LISTED, rare) if STARTS.match(line.text[:READ]) else rare)
    points -= NEARER * math.log2(1 + max(0, end - line.number) / 8)
    return points + (0.5 if line.section in said.failed else 0.0)


def _path(text: str) -> re.Match[str] | None:
    found = _PATH.search(text)
    return None if found and _SOUGHT.search(text[: found.start("file")].rstrip("'\"`")) else found


def _often(line: Line, counts: Counter[int]) -> tuple[str, float]:
    return "said often", math.log2(max(1, counts[digest(line.text)])) / FAR


def _record(line: Line, weight: int) -> Record:
    place = (
        PLACE.search(line.text[:READ])
        or _ALONE.search(line.text.strip())
        or _HEAD.match(line.text[:400])
        or _path(line.text[:600])
    )
    groups = place.groupdict() if place else {}
    return Record(
        line=line.number,
        end_line=line.number,
        type="unknown",
        kind="unknown",
        role=CAUSE,
        severity="error",
        message=_told(line.text).strip(),
        format=NAME,
        file=groups.get("file") or "",
        file_line=int(groups.get("line") or 0),
        column=int(groups.get("column") or 0),
        weight=weight,
        first=line.number,
        section=line.section,
    )
