"""The strongest records, the first of them, and what follows from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from ...model.logformat import CONSEQUENCE, POINTER, SUCCESS, Record
from ..locate import repository_path
from ..reading import LogSection, RunnerMark
from .confidence import confidence, features
from .evidence import BROKEN, STOPPING, SURVIVED, TESTS, UNKNOWN, WeighedRecord, far, reasoned, weighed
from .failing import Failing, failing, test_of
from .learned import Scored, scored
from .telling import ENDING as ENDED
from .telling import READ, Signs
from .verdict import FAILED, OK, OPEN, SURE, Verdict, verdict

MARGIN: Final = 0.1  # of the score, within which the earlier record is the cause
AGAIN: Final = 0.5  # within which what says the same before is the answer
CLOSE: Final = 2.0  # within which another answer is not clearly worse
APART: Final = 3  # lines that part two answers
WORDED: Final = 20  # letters from which a message is the same where another holds it
ENDED_ALIKE: Final = 40  # letters in which two messages begin or end, from which they say the same
CAUSES: Final = 3
FOLLOWERS: Final = 5
ENOUGH: Final = 1.2  # points a record needs where nobody said that the build failed
GUESSED: Final = 1.5  # and one that no format knows
ALOUD: Final = 2.2  # and where a tool said that its run went well
WENT_ON: Final = 1_000  # lines after it in which a run that goes on says how it went, as if it had not failed
LAST: Final = 0.3  # or that is among the last words
ENDING: Final = 8  # lines that are the last words
OTHERS: Final = 4.0  # the same for code that does not compile beside tests that fail: neither explains the other
_VARYING: Final = re.compile(r"0x[0-9a-f]+|\b[0-9a-f]{8,}\b|\d+|'[^']*'|\"[^\"]*\"")

_NAMED: Final = re.compile(r"\[[^\]\n]{1,80}\]|(?<![\w.@+~-])[\w.@+~-]*+(?:[\\/][\w.@+~-]++)++|\d++")
_THROWN: Final = re.compile(r"^(?:Next |Caused by: )?[\w.\\$]{1,120}(?:Error|Exception): ")
_WORD: Final = re.compile(r"[\w@/-]{2,100}+")
_HEADS: Final = re.compile(r"[^:\d]{1,160}:\s{0,8}")  # no more than a heading of what follows
NEAR: Final = 60  # lines above the word that an installation failed in which its cause stands
INSTALLS: Final = frozenset(
    {"packaging", "dependency_resolution", "dependency_conflict", "version_mismatch", "network", "build_script"}
)
GATE: Final = "gate"
PLAIN: Final = "plain"  # the format of words that are no tool's own
REWRITTEN: Final = frozenset({"format_check", "stale_generated"})


class Cause(NamedTuple):
    """points: its score. why: what that is made of. follows: consequences it explains. times: how often the same was said.
    features: what its confidence was made of. tests: that fail of it."""

    record: Record
    points: float
    confidence: float
    times: int = 1
    follows: tuple[Record, ...] = ()
    why: tuple[tuple[str, float], ...] = ()
    features: tuple[float, ...] = ()
    tests: tuple[str, ...] = ()


class Ranking(NamedTuple):
    """candidates: all that were weighed, for who learns from them. rest: what further tests fail of."""

    verdict: Verdict
    causes: tuple[Cause, ...]
    candidates: tuple[Scored, ...] = ()
    rest: tuple[Failing, ...] = ()


def ranked(
    records: Sequence[Record],
    sections: Sequence[LogSection],
    marks: Sequence[RunnerMark],
    *,
    conclusion: str = "",
    known: Callable[[Record], bool] | None = None,
    strangers: frozenset[str] = frozenset(),
    length: int = 0,
    signs: Mapping[int, Signs] | None = None,
    stopped: int = 0,
    calm: frozenset[int] = frozenset(),
    begun: int = 0,
) -> Ranking:
    """records: in the order of the log's lines. length: lines of the log. signs: of candidates, by their lines. stopped: the log's last
    word, where that tells of a failure. calm: sections that no error ended. begun: where its last run begins."""
    said = verdict(records, sections, marks, conclusion, calm)
    well = max((record.line for record in records if record.role == SUCCESS), default=0)
    late = 0 < well < stopped and (said.said == OPEN or (said.said == OK and said.by not in SURE))
    if late:
        said = said._replace(said=FAILED, by="records", line=stopped)
    if said.said == OK:
        return Ranking(said, ())
    causes = weighed(records, said, known, strangers)
    if late:  # what went wrong before the last success was no matter
        causes = [cause for cause in causes if cause.record.line > well]
    if said.said == OPEN:  # and what stopped a program did not, where it was started again
        causes = [one for one in causes if one.record.line >= begun or one.record.kind not in STOPPING]
        if _ended_well(records, causes):
            return Ranking(said._replace(said=OK, by="records"), ())
        some = any(r.role == SUCCESS and (r.weight >= 1 or r.format != PLAIN) for r in records)
        causes = [cause for cause in causes if _enough(cause, cause.record.line < well, length, well > 0, some)]
        stopped = not well and any(
            r.role == CONSEQUENCE and r.severity == "error" and r.line > length - ENDING for r in records
        )
        said = said._replace(said=FAILED if causes or stopped else OK, by="records")
        if stopped and not causes:
            causes = [cause for cause in weighed(records, said, known, strangers) if reasoned(cause.record)]
    candidates = scored(causes, records, marks, said, signs or {})
    jobs = {section.id: section.job for section in sections}
    chosen = _chosen(candidates, said, jobs, records)
    failed = failing(chosen[0].record, candidates) if chosen else ()
    chosen = _with_tests(chosen, failed)
    tests = {one.record.line: group.tests for group in failed for one in chosen if _of(group, one.record)}
    return Ranking(
        said,
        tuple(_cause(one, candidates, records, jobs, tests.get(one.record.line, ())) for one in chosen),
        tuple(candidates),
        tuple(group for group in failed if not any(_of(group, one.record) for one in chosen)),
    )


def _with_tests(chosen: list[Scored], failed: Sequence[Failing]) -> list[Scored]:
    """Each error of tests once, and further ones, that of the most tests first, where there is room."""
    once = [one for at, one in enumerate(chosen) if not any(_both(failed, one, other) for other in chosen[:at])]
    rest = [group for group in failed if not any(_of(group, one.record) for one in once)]
    rest.sort(key=lambda group: -len(group.tests))
    return [*once, *(group.one for group in rest)][:CAUSES]


def _both(failed: Sequence[Failing], one: Scored, other: Scored) -> bool:
    return any(_of(group, one.record) and _of(group, other.record) for group in failed)


def _of(group: Failing, record: Record) -> bool:
    return record.format == group.one.record.format and test_of(record) in group.tests


def _ended_well(records: Sequence[Record], causes: Sequence[WeighedRecord]) -> bool:
    """Whether, where nobody gave a verdict, a tool's success is the last word: what was thrown or printed before it was
    expected. Errors that no run survives count all the same, unless it is their own tool that says so."""
    last = max((record for record in records if record.role == SUCCESS), key=lambda record: record.line, default=None)
    if last is None:
        return False
    well = {record.line for record in records if record.role == SUCCESS}
    if any(record.role == CONSEQUENCE and record.line > last.line for record in records):
        return False
    return all(
        cause.record.line in well
        or cause.record.severity != "error"
        or (cause.record.line < last.line and (cause.record.kind in SURVIVED or cause.record.format == last.format))
        for cause in causes
    )


def _enough(cause: WeighedRecord, well: bool, length: int, hinted: bool, some: bool) -> bool:
    """Whether a record says failed where nobody else does. well: a tool said later that its run went well; hinted: one said
    so anywhere; some: of its whole run. A script that fails stops there: of the last words less is asked, and more of what much was said after."""
    if cause.record.severity != "error":
        return False
    if cause.points >= LAST and cause.record.line > length - ENDING and not (hinted and cause.record.kind == UNKNOWN):
        return True
    points = cause.points - (far(length - cause.record.line, WENT_ON) if cause.record.kind in STOPPING else 0.0)
    if cause.record.kind != UNKNOWN:
        return points >= ENOUGH
    return points >= (ALOUD if some else GUESSED) and not well


def _chosen(
    candidates: Sequence[Scored], said: Verdict, jobs: Mapping[int, str], records: Sequence[Record]
) -> list[Scored]:
    """The best, of equals the first; then such as neither it nor its kin explain, and such as are not clearly worse; of a job of
    its own that failed, the best."""
    if not candidates:
        return []
    best = max(one.score for one in candidates)
    first = _earliest(next(one for one in candidates if one.score >= best - MARGIN), candidates)
    first = _installed(first, candidates, records)
    chosen = [first]
    for one in sorted(candidates, key=lambda one: (-one.score, one.record.line)):
        new = one.record.section in said.failed and all(_job(one, jobs) != _job(other, jobs) for other in chosen)
        if (
            not _surplus(first.record, one.record)
            and ((new and one.record.kind != UNKNOWN) or one.score >= best - _margin(first.record, one.record))
            and len(chosen) < CAUSES
            and all(_apart(other.record, one.record, said) for other in chosen)
        ):
            chosen.append(one)
    return chosen


def _earliest(best: Scored, candidates: Sequence[Scored]) -> Scored:
    """Where it was said first: whoever sums up says it again, in the same words."""
    record = best.record
    return next(
        (
            one
            for one in candidates
            if one.record.line < record.line
            and (one.record.format, one.record.type) == (record.format, record.type)
            and (one.record.message == record.message or len(one.record.message) >= WORDED)
            and one.record.message in record.message
            and one.score >= best.score - AGAIN
        ),
        best,
    )


def _installed(first: Scored, candidates: Sequence[Scored], records: Sequence[Record]) -> Scored:
    """Why the module that is not there was not installed, where the log says that it failed to be."""
    name = _plain(dict(first.record.metadata).get("dependency", "")) if first.record.kind == "import_error" else ""
    before = (r for r in records if r.line < first.record.line and r.kind in INSTALLS and r.role != SUCCESS)
    said = next((r for r in before if name in map(_plain, _WORD.findall(r.message))), None)
    if said is None:
        return first
    near = (
        one for one in candidates if one.record.section == said.section and 0 <= said.line - one.record.line <= NEAR
    )
    return max(near, key=lambda one: one.score, default=first)


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def _job(one: Scored, jobs: Mapping[int, str]) -> str:
    return jobs.get(one.record.section, "")


def _surplus(first: Record, other: Record) -> bool:
    """Whether an answer has no place beside the first: a gate only repeats that another job failed, and a line that no format knows is
    a guess where the first is none."""
    return other.kind == GATE or (other.kind == UNKNOWN and first.kind != UNKNOWN)


def _margin(first: Record, other: Record) -> float:
    """How much worse than the first another answer may be."""
    if first.kind in TESTS and other.kind in BROKEN and first.format == other.format and other.weight >= 0:
        return OTHERS
    return CLOSE if other.type != first.type or other.kind == UNKNOWN else MARGIN


def _apart(one: Record, other: Record, said: Verdict) -> bool:
    """Whether two records are answers of their own: of failed parts each, or no list of one tool's errors."""
    if abs(one.line - other.line) <= APART or _masked(one) == _masked(other) or _within(one, other):
        return False
    if _follows(one, other) or _repeats(one, other):
        return False
    if one.section != other.section and one.section in said.failed and other.section in said.failed:
        return True
    return (one.format, one.type) != (other.format, other.type) or one.kind == UNKNOWN


def _within(one: Record, other: Record) -> bool:
    """Whether one is a line of what the other quotes."""
    return (one.first or one.line) <= other.line <= one.end_line or (
        (other.first or other.line) <= one.line <= other.end_line
    )


def _follows(one: Record, other: Record) -> bool:
    """Whether the second only says the first again: of other files or parts, as how it ended, or as what a formatter would change."""
    if one.kind in REWRITTEN and other.kind in REWRITTEN:
        return one.section == other.section
    if one.kind != UNKNOWN or other.kind != UNKNOWN:
        return False
    return _NAMED.sub("#", one.message) == _NAMED.sub("#", other.message) or (
        other.line > one.line and ENDED.search(other.message[:READ]) is not None
    )


def _repeats(one: Record, other: Record) -> bool:
    """Whether both are of one line of one file, or the words of one stand in the other's."""
    place = repository_path(one.file), one.file_line
    if all(place) and place == (repository_path(other.file), other.file_line):
        return True
    short, long = sorted((_THROWN.sub("", one.message.strip()), _THROWN.sub("", other.message.strip())), key=len)
    return (len(short) >= WORDED and short in long) or max(
        _alike(short, long), _alike(short[::-1], long[::-1])
    ) >= ENDED_ALIKE


def _alike(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _cause(
    one: Scored,
    candidates: Sequence[Scored],
    records: Sequence[Record],
    jobs: Mapping[int, str],
    tests: tuple[str, ...] = (),
) -> Cause:
    record, job = one.record, _job(one, jobs)
    same = _masked(record)
    times = len(tests) or sum(1 for other in candidates if _masked(other.record) == same)
    after = [r for r in records if r.role in (CONSEQUENCE, POINTER) and r.line > record.line]
    after = [r for r in after if jobs.get(r.section, "") == job and not _HEADS.fullmatch(r.message)]
    seen = features(one, candidates)
    return Cause(
        record, one.score, confidence(seen, record.type), times, tuple(after[:FOLLOWERS]), one.why, seen, tests
    )


def _masked(record: Record) -> tuple[str, str, str]:
    return record.type, record.file, _VARYING.sub("#", record.message)
