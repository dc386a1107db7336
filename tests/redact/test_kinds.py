"""What each kind of credential is told by: `kinds.txt`, of those that begin with their own letters, and `built.txt`, of the others.

A row of `kinds.txt` is a kind, its first letters, the fewest characters that make one behind them (letters as in formats.py) and
how many such a token has, `-` where there is no one number. In `built.txt` what stands before `>` stays.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from flowscout.redact import mark, redact

from .formats import ALPHABETS, made

HERE = Path(__file__).parent
KINDS = [line.split(" | ") for line in (HERE / "kinds.txt").read_text(encoding="utf-8").splitlines()]
BUILT = [line.split(" | ") for line in (HERE / "built.txt").read_text(encoding="utf-8").splitlines()]
PROSE = "\n2 of them were\n"


def _thrown(letters: str, count: int, seed: str) -> str:
    dice = random.Random(seed)
    return (
        "".join(dice.choice(ALPHABETS[letters]) for _ in range(count - 1)) + "7"
    )  # wherever a token is broken, its rest holds a digit


@pytest.mark.parametrize(("kind", "first", "fewest", "usual"), KINDS, ids=[f"{row[0]} {row[1]}" for row in KINDS])
def test_a_token_is_told_by_its_first_letters(kind: str, first: str, fewest: str, usual: str) -> None:
    letters, least = fewest[0], int(fewest[1:])
    whole = first + _thrown(letters, least, first)
    assert redact(f"it is\t{whole}\t.") == f"it is\t{mark(kind, whole)}\t."
    shorter = redact(f"it is\t{whole[:-1]}\t.")
    assert mark(kind, whole[:-1]) not in shorter, "one character fewer are no token of this kind"
    assert redact(first.strip() + PROSE) == first.strip() + PROSE, "its first letters alone are none"
    if usual != "-":
        token = first + _thrown(letters, int(usual), first)
        half = len(token) - 4
        assert redact(f"{token[:half]}\n{token[half:]}9\n").startswith(f"{mark(kind, token)}\n"), (
            "broken by a log at the end of a line"
        )


@pytest.mark.parametrize(("kind", "template"), BUILT, ids=[" ".join(row)[:60] for row in BUILT])
def test_a_token_is_told_by_its_parts(kind: str, template: str) -> None:
    for seed in range(3):
        stays, _, token = template.rpartition(">")
        text, _ = made(token, random.Random(f"{template} {seed}"))
        assert redact(f"{stays}{text}") == f"{stays}{mark(kind, text)}"
