"""The likeliest line of a tool that nobody has written a format for.

Three signs are known to help: words that tell of failure, nearness to the place where the runner said *failed*, and rarity
(a line whose template occurs once in the log says more than one that occurs a thousand times). A template is the line with
what varies masked, as Drain does it, without a tree: only its count matters here.
"""

from __future__ import annotations

import math
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Final, NamedTuple

from ...model.logformat import CAUSE, Line, Record
from ..reading import Block
from .verdict import FAILED, Verdict

NAME: Final = "unknown tool"
WINDOW: Final = 1_500  # lines before the verdict that are looked at
COUNTED: Final = 300_000  # lines whose templates are counted
MARGIN: Final = 0.7  # points within which the earlier line is the cause
LEAST: Final = 0.8  # points below which a line says nothing
LISTED: Final = 2.0  # what repetition costs a line that begins with its place: lists repeat themselves
OFFERED: Final = 5  # lines that are offered

_MASK: Final = re.compile(r"0x[0-9a-fA-F]+|\b[0-9a-fA-F]{8,}\b|\d+")
_LOUD: Final = re.compile(
    r"(?i)(?:^|[\s\[(|>])(?:\w*error|fatal|panic|exception|critical|failure)\b ?[:\]!)-]|^\[(?:ERROR|FATAL) [\w-]{1,20}\]|^\W{0,3}(?:error|fatal|err!|fail(?:ed|ure)?|not ok)\b|\b[A-Z]\w*(?:Error|Exception|Failure)\b"
)
_TOLD: Final = re.compile(
    r"(?i)\b(?:fail(?:ed|s|ure)?|cannot|can't|could(?:n't| not)|unable to|not (?:found|allowed|exist|available|installed|defined|supported|recognized|permitted|match|a valid)|no such|denied|refused|rejected|invalid|illegal"
    r"|undefined|unexpected|mismatch|missing|unsupported|unknown|unresolved|timed? ?out|conflict|abort(?:ed|ing)?|killed|crash(?:ed)?|segmentation|assert(?:ion)?|expecting|violat\w+|forbidden|unauthori[sz]ed|expected|exceed(?:s|ed)|does ?n[o']t (?:exist|match)|incompatible|replaced by|no longer|unrecogni[sz]ed|broken|corrupt|required|must (?:be|have)|should (?:be|have)|out of (?:memory|date|sync))\b"
)
_GLYPH: Final = re.compile(r"^\s*(?:[✗✖×✘❌●🔴⨯✕]|E {2,}|!!+|>{2,4} |\d+\) )")
_PLACE: Final = re.compile(
    r"(?:^|[\s('\"\[])(?P<file>(?:[A-Za-z]:[\\/])?[\w.@+~/\\-]*[\w+-]\.[A-Za-z]\w{0,9})(?::|\(|, line |:line | line | on line )(?P<line>\d{1,6})(?:[:,](?P<column>\d{1,5}))?"
)
_PATH: Final = re.compile(
    r"(?:^|[\s('\"])(?P<file>(?:[A-Za-z]:)?[\w.@+~-]{0,60}(?:[\\/][\w.@+-]{1,80}){2,20}\.(?!(?:git|zip|jar|log|t?gz|lock)\b)[A-Za-z]\w{0,9})(?=$|[\s'\",):;]|\.(?:\s|$))"
)
_LINK: Final = re.compile(r"^\s*(?:https?://\S+|\S+:)\s*$")
_STARTS: Final = re.compile(
    r"^(?:[A-Za-z]:[\\/])?[\w.@+~/\\-]{1,300}\.[A-Za-z]\w{0,9}[:(]\d{1,6}(?:[:,]\d{1,5}(?:-\d{1,6}:\d{1,5})?)?\)?:? \S"
)
_HEAD: Final = re.compile(r"^(?P<file>(?:[\w.@+-]{1,80}/){0,12}[\w.@+-]{1,80}\.[a-z]\w{0,5}): (?=\S)")
_ALONE: Final = re.compile(r"^(?P<file>(?:[\w.@+-]+[\\/])+[\w.@+-]+\.\w{1,6})$")
_AFTER: Final = re.compile(
    r"(?i)exit(?:ed)?(?: with)?(?: a)?(?: non-?zero)?(?: exit)?(?: code| status)|non-?zero|returned? (?:code )?[1-9]\d*$|command failed|build failed|see (?:the )?(?:log|above|output)|errors? (?:occurred|found)$|for (?:more )?(?:information|details)"
    r"|recipe for target|complete log of this run|could not compile|previous errors?|post job|failed to run|task .{0,40}failed|(?<!\d)\d+ (?:errors?|failures?|failed)\b.{0,40}$"
)
_WRAPPED: Final = re.compile(r"(?<=[^:]{25}): exit (?:status|code) \d+$")  # says more than the exit
_MILD: Final = re.compile(
    r"(?i)\bwarn(?:ing)?\b|deprecat|\bignor(?:e|ed|ing)\b|retry|\b(?:0|no) (?:errors?|failures?|failed)|errors?[:=] ?0\b|fail(?:ed|ures?)[:=] ?0\b|-Werror|fail[-_]fast|continue-on-error|\bon[ -]error|\b(?:info|debug|trace|notice)\b\s*[:\]|-]|lib\w{0,60}error|errorprone|\berrors?\.(?:js|py|go|ts|h|c|rs|java)\b"
    r"|\.\.\. (?:ok|yes|no|done|passed|not found)\s*$|\bpass(?:ed)?\b|^\s*(?:\+|\$|>) |^make(?:\[\d+\])?: (?:Entering|Leaving) |^\s*(?:raise|throw new) \w|^\s*• |^\s*(?:for|while|if) .+; (?:do|then)\b|^(?:Get|Setting up|Unpacking|Selecting|Preparing|Downloading|Collecting|Requirement already)\b|skipp(?:ed|ing)|optional"
)


_FRAME: Final = re.compile(r"^\s*at (?:async |new )?(?:[\w.$<>\[\]]{1,200}(?: \[as \w{1,80}\])? ?\(|\S{1,300}:\d+(?::\d+)?$)")  # of a stack


class Scored(NamedTuple):
    line: Line
    points: float


def template(text: str) -> str:
    return _MASK.sub("#", text.strip())


def digest(text: str) -> bytes:
    """Of a line's template: eight bytes, however long the line is."""
    return blake2b(template(text).encode("utf-8", "replace"), digest_size=8).digest()


def likely(
    blocks: Iterable[Block], said: Verdict, taken: frozenset[int], known: Callable[[str], bool] | None = None
) -> list[Record]:
    """The records of the likeliest lines, the best first. taken: lines that formats explained as consequence or noise. known: whether a text
    stands in the log of a green build."""
    said = said if said.by == "runner" else said._replace(line=0)  # a tool's own verdict may stand anywhere
    counts: Counter[bytes] = Counter()
    window: deque[Line] = deque(maxlen=WINDOW)
    for block in blocks:
        for index, text in enumerate(block.texts):
            number = block.first + index
            if not text or text.isspace():
                continue
            if number <= COUNTED:
                counts[digest(text)] += 1
            if not said.line or number <= said.line:
                window.append(Line(number, text, block.sections[index]))
    lines = [line for line in window if line.number not in taken and line.section not in said.passed]
    if known is not None:
        lines = [line for line in lines if not known(line.text)] or lines
    return _best(lines, counts, said)


def _best(lines: list[Line], counts: Counter[bytes], said: Verdict) -> list[Record]:
    if not lines:
        return []
    end = said.line or lines[-1].number
    scored = [Scored(line, _points(line, counts, end, said)) for line in lines]
    best = max(one.points for one in scored)
    if best < LEAST:
        silent = [
            line
            for line in lines[-12:]
            if not _LINK.search(line.text) and not _AFTER.search(line.text) and not _MILD.search(line.text)
        ]
        return [_record(silent[-1], weight=0)] if silent and said.said == FAILED else []
    first = next(one for one in scored if one.points >= best - MARGIN)
    others = sorted((one for one in scored if one.points >= LEAST and one is not first), key=lambda one: -one.points)
    spare = (_record(one.line, weight=0) for one in others[: OFFERED - 1])
    return [_record(first.line, weight=2 if best > 3 else 1), *spare]


def _points(line: Line, counts: Counter[bytes], end: int, said: Verdict) -> float:
    text = line.text[:2_000]
    if _FRAME.match(text):
        return 0.0
    points = 0.0
    points += 2.0 if _LOUD.search(text) else 0.0
    points += 1.2 if _TOLD.search(text) else 0.0
    points += 0.9 if _GLYPH.search(text) else 0.0
    points += 0.9 if _STARTS.match(text) else 0.0
    if not points:
        return 0.0
    points += 0.6 if _PLACE.search(text) else 0.0
    points -= (0.8 if _WRAPPED.search(text) else 1.6) if _AFTER.search(text) else 0.0
    points -= 1.8 if _MILD.search(text) else 0.0
    rare = math.log2(max(1, counts[digest(line.text)]))
    points -= 0.5 * (min(LISTED, rare) if _STARTS.match(text) else rare)
    points -= 0.2 * math.log2(1 + (end - line.number) / 8)
    return points + (0.5 if line.section in said.failed else 0.0)


def _record(line: Line, weight: int) -> Record:
    place = _PLACE.search(line.text[:2_000]) or _ALONE.search(line.text.strip()) or _HEAD.match(line.text[:400]) or _PATH.search(line.text[:600])
    groups = place.groupdict() if place else {}
    return Record(
        line=line.number,
        end_line=line.number,
        type="unknown",
        kind="unknown",
        role=CAUSE,
        severity="error",
        message=line.text.strip(),
        format=NAME,
        file=groups.get("file") or "",
        file_line=int(groups.get("line") or 0),
        column=int(groups.get("column") or 0),
        weight=weight,
        first=line.number,
        section=line.section,
    )
