"""Verdicts -> figures by operator, and what was missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .judge import Verdict
from .operators import EVERY

SHOWN = 6  # misses of one operator


def table(every: Sequence[Verdict], shown: int = SHOWN) -> str:
    return "\n".join(_lines(every, shown))


def _lines(every: Sequence[Verdict], shown: int) -> Iterator[str]:
    yield f"{'operator':36}{'mutants':>8}{'found':>8}{'kind':>8}{'listed':>8}{'false':>7}"
    for operator in EVERY:
        mine = [each for each in every if each.operator == operator.name]
        if mine:
            yield _row(operator.name + (" (neutral)" if operator.neutral else ""), mine)
    counts, neutral = parted(every)
    yield _row("what counts", counts)
    yield _row("what is neutral", neutral)
    for title, missed in (
        ("missed", [each for each in every if not each.found]),
        ("of another kind", [each for each in counts if each.found and not each.kind and not each.listed]),
        ("false", [each for each in every if each.false]),
    ):
        yield from _listed(title, missed, shown)


def parted(every: Sequence[Verdict]) -> tuple[list[Verdict], list[Verdict]]:
    return [each for each in every if not each.neutral], [each for each in every if each.neutral]


def _row(name: str, mine: Sequence[Verdict]) -> str:
    kind = "" if not mine or mine[0].neutral else share(each.kind for each in mine)
    listed = "" if not kind else share(each.listed for each in mine)
    return f"{name:36}{len(mine):>8}{share(each.found for each in mine):>8}{kind:>8}{listed:>8}{sum(each.false for each in mine):>7}"


def share(found: Iterator[bool]) -> str:
    every = list(found)
    return f"{100 * sum(every) / len(every):.1f} %" if every else "-"


def _listed(title: str, missed: Sequence[Verdict], shown: int) -> Iterator[str]:
    for operator in EVERY:
        mine = sorted([each for each in missed if each.operator == operator.name], key=lambda each: len(each.snippet))
        if mine:
            yield f"\n{title}: {operator.name}, {len(mine)}"
        for each in mine[:shown]:
            yield f"  {each.path}:{each.line}  {each.snippet}" + "".join(
                [f"\n      {sentence[:160]}" for sentence in each.said[:4]]
            )
