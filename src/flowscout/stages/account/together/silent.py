"""Two states of a file and what is told of them -> what nothing tells: layout, comments, needless braces."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from ....model.account import LISTED, NEUTRAL, Answer, Side
from ....model.alignment import opcodes
from ....model.pattern import regex
from ..neutral import rules, steering
from ..pieces import likely
from ..pieces.lexing import LexedSource
from ..pieces.pieces import NESTING
from ..reading import conditions
from ..sentences import directives
from .file import State

MANAGERS: Final = "`with` taken apart or put together"
REMARKS: Final = "remarks for checkers and formatters"
_NESTS: Final = regex(rb"(?<!\w)(?:else|try|finally)(?!\w)|[{};: ]")
_REMARK: Final = regex(
    rb"(?:#|//|/\*)[ \t]{0,8}(?:noqa|nosec|type: ?ignore|pragma:|(?:pylint|mypy|pyright|ruff|flake8|isort|fmt|yapf|coverage|codespell):"
    rb"|NOLINT|clang-format|cppcheck-suppress|IWYU pragma)[^\n]{0,400}+"
)


def silent(old: State, new: State, answers: Iterable[Answer]) -> Iterator[Answer]:
    """Runs of lines that no answer covers: what differs in layout, comments and needless braces alone. Where more than that differs,
    it is listed after all."""
    left, right = (
        [row.rstrip() for row in old.source.data.split(b"\n")],
        [row.rstrip() for row in new.source.data.split(b"\n")],
    )
    told = list(answers)
    was = {
        line
        for each in told
        for line in range(each.before.line, each.before.end_line + 1)
        if each.before.path == old.source.path
    }
    now = {
        line
        for each in told
        for line in range(each.after.line, each.after.end_line + 1)
        if each.after.path == new.source.path
    }
    stays = _staying(old, new), _staying(new, old)
    often = [Counter(_plain(lines)) for lines in (left, right)] if told else []
    head, tail = _same_ends(left, right)
    left, right = left[head : len(left) - tail], right[head : len(right) - tail]
    runs: list[Run] = []
    for kind, i, j, m, n in opcodes(left, right):
        a, b, c, d = i + head, j + head, m + head, n + head
        if kind == "equal":
            continue
        if was & {*range(a + 1, b + 1)} or now & {*range(c + 1, d + 1)}:
            runs += _remarks((old.source, a, left[i:j], was), (new.source, c, right[m:n], now))
            continue
        if _brings(left[i:j]) != _brings(right[m:n]):
            yield _as_it_stands(old, new, (a, b), (c, d))  # a name may be another one's from there
            continue
        saying = [line for line in _plain([*left[i:j], *right[m:n]]) if _NESTS.sub(b"", line)] if often else []
        code = [
            [row for line, row in enumerate(rows, first + 1) if side.source.on(line, line)]
            for side, first, rows in ((old, a, left[i:j]), (new, c, right[m:n]))
        ]
        if saying and any(code) and _spaced_otherwise(left[i:j], right[m:n]):
            runs.append((rules.LAYOUT, (a, b), (c, d)))
            continue
        if saying and any(code) and _as_often(code[0], *often) and _as_often(code[1], *often[::-1]):
            written = [row for row in (*left[i:j], *right[m:n]) if row.strip()]
            if sum(map(len, code)) < len(written):  # it stands as it did, beside what is told
                runs.append((rules.COMMENTS, (a, b), (c, d)))
            continue
        if any(row.strip() for row in (*left[i:j], *right[m:n])) and (
            _goes_on(old.source, a, b) or _goes_on(new.source, c, d)
        ):
            yield _as_it_stands(old, new, (a, b), (c, d))  # lines of a text
            continue
        rule = _why_silent(
            b"\n".join(left[i:j]), b"\n".join(right[m:n]), old.source.on(a + 1, b), new.source.on(c + 1, d)
        )
        if (
            not rule
            and saying
            and all(
                (line in kept) or not _says(row)
                for kept, first, rows in ((stays[0], a, left[i:j]), (stays[1], c, right[m:n]))
                for line, row in enumerate(rows, first + 1)
            )
        ):
            rule = rules.PLACE
        runs.append((rule, (a, b), (c, d)))
    place = next(
        (
            rule
            for rule in (rules.PLACE, rules.IMPORTS, rules.IMPORTS_PARTED)
            if any(each.rule == rule for each in told)
        ),
        "",
    )
    moved = place if place and (_same_elsewhere(old.source, new.source, runs) or _same_words(old, new, told)) else ""
    runs = _flattened(old, new, runs)
    apart = _steered(old.source.data, new.source.data)
    for rule, one, other in runs:
        if rule in (REMARKS, rules.COMMENTS) and apart and (said := _steering(apart, old, new, one, other)):
            yield Answer(LISTED, "comment", "", _rows(old, *one), _rows(new, *other), f"{said}.")
        elif rule or moved:
            yield Answer(NEUTRAL, rule or moved, "", _rows(old, *one), _rows(new, *other))
        else:
            yield _as_it_stands(old, new, one, other)


def _steered(one: bytes, other: bytes) -> tuple[Counter[steering.Steering], Counter[steering.Steering]] | None:
    """Which comments that steer a tool are gone from the file, and which came; None where none did."""
    was, now = (steering.steering(data.split(b"\n")) for data in (one, other))
    return (was - now, now - was) if was != now else None


def _steering(
    apart: tuple[Counter[steering.Steering], Counter[steering.Steering]],
    old: State,
    new: State,
    one: tuple[int, int],
    other: tuple[int, int],
) -> str:
    """Of those the ones of these lines."""
    sides = [
        steering.steering(side.source.data.split(b"\n")[first:last])
        for side, (first, last) in ((old, one), (new, other))
    ]
    return steering.told(sides[0] & apart[0], sides[1] & apart[1])


def _spaced_otherwise(one: Sequence[bytes], other: Sequence[bytes]) -> bool:
    """Line by line the same, but for the room between the words."""
    begin = [[len(row) - len(row.lstrip()) for row in rows] for rows in (one, other)]
    return begin[0] == begin[1] and list(_plain(one)) == list(_plain(other))


def _brings(rows: Sequence[bytes]) -> list[bytes]:
    """C++: each `using` in a body, which no piece holds."""
    return [row.strip() for row in rows if row.lstrip().startswith(b"using ") and row.rstrip().endswith(b";")]


Run: TypeAlias = tuple[str, tuple[int, int], tuple[int, int]]
Beside: TypeAlias = tuple[LexedSource, int, Sequence[bytes], set[int]]


def _remarks(one: Beside, other: Beside) -> Iterator[Run]:
    """Comments on lines of their own beside lines of which something is told, each that differs; not one that came, or went, with the code
    beside it."""
    was, now = list(_remarked(*one)), list(_remarked(*other))
    behind = [
        [b" ".join(rows[last - begin].split()) if last - begin < len(rows) else b"" for _, last in found]
        for found, (_, begin, rows, _) in ((was, one), (now, other))
    ]
    for _, i, j, m, n in opcodes(*behind):
        for at in range(max(j - i, n - m)):
            a = was[i + at] if i + at < j else (one[1], one[1])
            b = now[m + at] if m + at < n else (other[1], other[1])
            told = (i + at >= j or m + at >= n) and not (
                one[3].isdisjoint((a[0], a[1] + 1)) and other[3].isdisjoint((b[0], b[1] + 1))
            )
            if not told and _text(one, a) != _text(other, b):
                yield rules.COMMENTS, a, b


def _text(beside: Beside, run: tuple[int, int]) -> list[bytes]:
    _, begin, rows, _ = beside
    return list(_plain(rows[run[0] - begin : run[1] - begin]))


def _remarked(source: LexedSource, begin: int, rows: Sequence[bytes], told: set[int]) -> Iterator[tuple[int, int]]:
    """Runs of such lines, from before the first to the last."""
    first = -1
    for at, row in enumerate([*rows, b""], begin):
        alone = (
            bool(row.strip()) and at + 1 not in told and not source.on(at + 1, at + 1) and not source.goes_on(at + 1)
        )
        if alone and first < 0:
            first = at
        elif not alone and first >= 0:
            yield first, at
            first = -1


def _flattened(old: State, new: State, runs: Sequence[Run]) -> list[Run]:
    """`else:` and `if` under it, where it says `elif` now, `else {` and `if` where it says `else if`, or the other way round: of a function,
    all that nothing tells says the same. That nothing tells it shows that it runs where it did."""
    if all(rule for rule, *_ in runs):
        return list(runs)
    sides = old, new
    units = [_units(side) for side in sides]
    within = ["" if run[0] else _within(units, run) for run in runs]
    said: tuple[dict[str, list[bytes]], ...] = {}, {}
    for run, name in zip(runs, within, strict=True):
        for words, side, (first, last) in zip(said, sides, run[1:], strict=True):
            if name is not None and not run[0]:
                words.setdefault(name, []).extend(side.source.on(first + 1, last))
    plain = {
        name
        for name, words in said[0].items()
        if {b"#", b"using"}.isdisjoint(words) and _asked(words) == _asked(said[1][name])
    }
    same = {name for name in plain if said[0][name] == said[1][name]}  # on lines that are only parted otherwise
    return [
        (rules.LAYOUT if name in same else conditions.OTHERWISE, *run[1:]) if not run[0] and name in plain else run
        for run, name in zip(runs, within, strict=True)
    ]


Units: TypeAlias = tuple[Sequence[int], Sequence[tuple[int, str]]]


def _units(one: State) -> Units:
    """Where the outermost functions begin; where they end, and their names."""
    begins, found = list[int](), list[tuple[int, str]]()
    for facts in sorted(one.functions.values(), key=lambda facts: (facts.start, -facts.end)):
        first, last = one.source.line(facts.start), one.source.line(facts.end - 1)
        if not found or first > found[-1][0]:
            begins.append(first)
            found.append((last, ".".join(facts.qualified)))
    return begins, found


def _within(units: Sequence[Units], run: Run) -> str | None:
    """The outermost function that both sides lie in, "" for none; None where they lie in different ones."""
    found = {_around(units[side], begin + 1, end) for side, (begin, end) in enumerate(run[1:]) if end > begin}
    return found.pop() if len(found) == 1 else None


def _around(units: Units, first: int, last: int) -> str:
    at = bisect_right(units[0], first) - 1
    end, name = units[1][at] if at >= 0 else (0, "")
    return name if last <= end else ""


def _asked(words: Iterable[bytes]) -> Counter[bytes]:
    return Counter(b"if" if word == b"elif" else word for word in words if word not in NESTING)


def _as_often(rows: Sequence[bytes], here: Counter[bytes], there: Counter[bytes]) -> bool:
    """Whether each line stands on the other side as often as on its own, or more often: then it is one of those. `finally:` and `} else {`
    say only where the others stand."""
    return all(there[line] >= here[line] or not _NESTS.sub(b"", line) for line in _plain(rows))


def _says(row: bytes) -> bool:
    return bool(row.strip().strip(b"{};"))


def _staying(one: State, other: State) -> set[int]:
    """The lines of functions that stand on the other side word for word, under their name."""
    there = {(facts.qualified, facts.digest) for facts in other.functions.values()}
    return {
        line
        for facts in one.functions.values()
        if (facts.qualified, facts.digest) in there
        for line in range(one.source.line(facts.start), one.source.line(facts.end - 1) + 1)
    }


def _plain(lines: Iterable[bytes]) -> Iterator[bytes]:
    yield from (b" ".join(line.split()) for line in lines)


def _same_elsewhere(old: LexedSource, new: LexedSource, runs: Sequence[Run]) -> bool:
    """Whether what is gone from some lines came to others: where two things change places, either may be the one that moved."""
    was, now = (
        [word for rule, *sides in runs if not rule for word in source.on(sides[at][0] + 1, sides[at][1])]
        for at, source in enumerate((old, new))
    )
    return sorted(was) == sorted(now)


def _same_words(old: State, new: State, told: Sequence[Answer]) -> bool:
    """Whether the file says the same in another order, but for what is told."""
    found = []
    for side, own in (
        (old, [each.before for each in told if each.how != NEUTRAL]),
        (new, [each.after for each in told if each.how != NEUTRAL]),
    ):
        lines = {line for each in own if each.path == side.source.path for line in range(each.line, each.end_line + 1)}
        found.append(Counter(token.text for token in side.source.tokens if side.source.line(token.start) not in lines))
    return found[0] == found[1]


def _same_ends(left: Sequence[bytes], right: Sequence[bytes]) -> tuple[int, int]:
    """How many lines are the same at the beginning, and behind that at the end."""
    least = min(len(left), len(right))
    head = next((at for at in range(least) if left[at] != right[at]), least)
    return head, next((at for at in range(least - head) if left[-1 - at] != right[-1 - at]), least - head)


def _why_silent(one: bytes, other: bytes, old: Sequence[bytes], new: Sequence[bytes]) -> str:
    if list(old) == list(new):
        bare, without = (
            [b"".join(each.split()) for each in pair] for pair in ((one, other), map(_unremarked, (one, other)))
        )
        if bare[0] == bare[1]:
            return rules.LAYOUT
        hinted = likely.without_attributes(one) == likely.without_attributes(other)
        return REMARKS if without[0] == without[1] else likely.RULE if hinted else rules.COMMENTS
    plain = [
        [word for at, word in enumerate(words) if word not in NESTING and not _closes(words, at)]
        for words in (old, new)
    ]
    if plain[0] != plain[1]:
        managed = b"with" in old and b"with" in new and _of_managers(plain[0]) == _of_managers(plain[1])
        return MANAGERS if managed else ""
    ends = [sum(_ends(words, at) for at in range(len(words))) for words in (old, new)]
    return directives.ENDS if ends[0] != ends[1] else rules.BRACES


def _of_managers(words: Sequence[bytes]) -> list[bytes]:
    """Without what stands between the managers of a `with`, and round them."""
    return [word for word in words if word not in (b"with", b"(", b")", b",", b":")]


def _unremarked(text: bytes) -> bytes:
    """Without what tells a checker or a formatter what to do here."""
    return _REMARK.sub(b"", text)


def _closes(words: Sequence[bytes], at: int) -> bool:
    """Of `#endif`, whose `#if` is told."""
    return words[at] == b"endif" or tuple(words[at : at + 2]) == (b"#", b"endif")


def _ends(words: Sequence[bytes], at: int) -> bool:
    return _closes(words, at) or (words[at] == b"else" and at > 0 and words[at - 1] == b"#")


def _as_it_stands(old: State, new: State, one: tuple[int, int], other: tuple[int, int]) -> Answer:
    return Answer(LISTED, "", "", _rows(old, *_of_code(old.source, *one)), _rows(new, *_of_code(new.source, *other)))


def _goes_on(source: LexedSource, first: int, last: int) -> bool:
    """Whether lines begin within a text of several lines."""
    return first < last and source.goes_on(first + 1)


def _of_code(source: LexedSource, first: int, last: int) -> tuple[int, int]:
    """Without the comments that such lines begin and end with."""
    said = [line for line in range(first + 1, last + 1) if source.on(line, line) or source.goes_on(line)]
    return (said[0] - 1, said[-1]) if said else (first, first)


def _rows(one: State, first: int, last: int) -> Side:
    rows = one.source.rows
    end = rows[last] if last < len(rows) else len(one.source.data)
    return Side(one.source.path, first + 1, last, one.source.text(rows[first], end)) if last > first else Side()
