"""No format of a credential leaves, wherever it stands."""

from __future__ import annotations

import random

import pytest

from flowscout.redact import redact

from .formats import FIRST, SECOND, SURROUNDINGS, formats, made, stamped

ALL = formats(FIRST) | formats(SECOND)
SEEN = 8  # characters of a secret that must not be seen together
TIMES = 3


def leaks(out: str, secrets: list[str]) -> list[str]:
    return [s for s in secrets if any(s[at : at + SEEN] in out for at in range(len(s) - SEEN + 1))]


def test_there_are_enough() -> None:
    assert len(formats(FIRST)) == 115
    assert len(formats(SECOND)) >= 100
    assert len(ALL) == len(formats(FIRST)) + len(formats(SECOND))


@pytest.mark.parametrize("name", ALL)
def test_no_format_leaks(name: str) -> None:
    for where, around in SURROUNDINGS.items():
        if where not in _fitting(ALL[name]):
            continue
        for seed in range(TIMES):
            text, secrets = made(ALL[name], random.Random(f"{name} {where} {seed}"))
            assert secrets
            for shown in (around.format(text), stamped(around.format(text))):
                once = redact(shown)
                assert leaks(once, secrets) == [], f"{where}: {shown!r} -> {once!r}"
                assert redact(once) == once, f"{where}: {shown!r}"


def _fitting(template: str) -> set[str]:
    """Surroundings in which it can stand: what has lines or quotes of its own is not put between quotes."""
    lines = "⏎" in template
    own = any(quote in template for quote in "\"'") or lines
    quoted = {"double quotes", "single quotes", "backquotes", "JSON", "assertion"}
    within = {"address", "comma", "printed", "brackets"}
    blanks = " " in template or lines or "|" in template or "&" in template
    return (
        set(SURROUNDINGS)
        - (quoted if own else set())
        - (within if blanks else set())
        - ({"address", "middle of a line", "start of a line", "pipe", "debug", "tabs"} if lines else set())
    )
