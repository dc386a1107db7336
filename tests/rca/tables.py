"""What is printed of logs answered by weights that saw no log of their group: how often right, how sure, by what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from rca.training import BY, Answer, Race, Said, crossed, said

PARTS = (0.1, 0.25, 0.5, 0.75, 1.0)
LENGTHS = (30, 100, 1000)
BORDER = 0.05  # what is said and what is right may differ by this, above a half


def printed(races: Sequence[Race], answers: Mapping[str, Sequence[Answer]]) -> str:
    by_source = answers["source"]
    tables = [
        _table(
            f"held out by {name}",
            {
                "real": _real(of),
                "real, as of an unseen tool": [one for one in of if one.race.unseen],
                "made for formats": [one for one in of if not one.race.real],
            },
        )
        for name, of in answers.items()
    ]
    tables += [f"how sure, held out by {name}\n{sureness(of)}" for name, of in said(answers, BY).items()]
    tables += [
        _table("by length, of those whose text is kept", _grouped(_real(by_source), _length)),
        _table("by tool", _grouped(_real(answers["tool"]), lambda each: each.tool)),
        _curve(races),
    ]
    return "\n\n".join(tables)


def sureness(of: Iterable[Said]) -> str:
    bands: dict[int, list[Said]] = defaultdict(list)
    for one in of:
        bands[min(9, int(one.sure * 10))].append(one)
    return "\n".join(_band(band, bands[band]) for band in sorted(bands))


def _band(band: int, of: Sequence[Said]) -> str:
    """The deviation stands beside: of seven logs right shares spread by a sixth, whatever was said."""
    mean, right = sum(one.sure for one in of) / len(of), sum(one.answer.right for one in of) / len(of)
    spread = (mean * (1 - mean) / len(of)) ** 0.5
    word = "" if band < 5 or abs(mean - right) <= BORDER else f"  off by {abs(mean - right):.2f}, chance ±{spread:.2f}"
    return f"{band / 10:.1f} {len(of):>5} logs  said {mean:.3f}  right {right:.3f}{word}"


def _table(title: str, groups: Mapping[str, Sequence[Answer]]) -> str:
    head = f"{title:<40}{'hit@1':>16}{'hit@3':>16}{'file':>16}{'file:line':>16}"
    return "\n".join([head, *(f"  {name:<38}{_row(of)}" for name, of in groups.items() if of)])


def _row(of: Sequence[Answer]) -> str:
    filed, placed = [one for one in of if one.race.filed], [one for one in of if one.race.placed]
    return "".join(
        f"{f'{sum(right)}/{len(right)}':>10}{sum(right) / len(right):>6.0%}" if right else f"{'-':>16}"
        for right in (
            [one.right for one in of],
            [one.three for one in of],
            [bool(one.first and one.first.file) for one in filed],
            [bool(one.first and one.first.place) for one in placed],
        )
    )


def _curve(races: Sequence[Race]) -> str:
    return _table(
        "learned from a part of the sources",
        {f"{part:.0%}": _real(crossed(races, BY["source"], part)) for part in PARTS},
    )


def _real(of: Iterable[Answer]) -> list[Answer]:
    return [one for one in of if one.race.real and not one.race.unseen]


def _grouped(of: Iterable[Answer], by: Callable[[Race], str]) -> dict[str, list[Answer]]:
    groups: dict[str, list[Answer]] = defaultdict(list)
    for one in of:
        if name := by(one.race):
            groups[name].append(one)
    return dict(sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])))


def _length(of: Race) -> str:
    """ "" where only the facts of a log were kept."""
    border = next((each for each in LENGTHS if of.length <= each), 0)
    return "" if not of.length else f"up to {border} lines" if border else f"more than {LENGTHS[-1]} lines"
