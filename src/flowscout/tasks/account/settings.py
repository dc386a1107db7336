"""Files of settings that are no code, and differ: which keys, where few do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ...model.account import DECLARATION, NEUTRAL, Answer, Side
from ...redact import redact
from ...stages import account as stage
from ..entrypoints import is_test

RULE: Final = "setting"
RANK: Final = 8
_MOST: Final = 12  # files
_LARGEST: Final = 600_000  # bytes of one


def settings_of(paths: Sequence[str]) -> list[str]:
    """Those that can be told, of few."""
    found = [path for path in paths if path.rpartition(".")[2] in stage.KINDS and not is_test(path)]
    return found if len(found) <= _MOST else []


def told_settings(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> list[Answer]:
    """Of files that stand on both sides, by their paths."""
    return [one for path in sorted(before.keys() & after.keys()) for one in _of(path, before[path], after[path])]


def _of(path: str, was: bytes, now: bytes) -> Iterator[Answer]:
    """Of a secret only that it is another one. Where one takes lines of its own, as a private key does, nothing is told of the file."""
    if max(len(was), len(now)) > _LARGEST:
        return
    try:
        texts = [each.decode().replace("\r\n", "\n") for each in (was, now)]
    except UnicodeDecodeError:
        return
    kind = path.rpartition(".")[2]
    if rule := stage.settings_alike(texts[0], texts[1], kind):
        yield Answer(NEUTRAL, rule, "", *_where(path, *texts))
        return
    shown = [redact(text) for text in texts]
    if any(one.count("\n") != other.count("\n") for one, other in zip(texts, shown, strict=True)):
        return
    for one in stage.settings(shown[0], shown[1], kind) or ():
        before, after = (
            Side(path, line, line, code) if line else Side()
            for line, code in zip((one.was, one.now), one.code, strict=True)
        )
        yield Answer(DECLARATION, RULE, "", before, after, f"{one.said}.", RANK)


def _where(path: str, was: str, now: str) -> tuple[Side, Side]:
    """The first line that differs."""
    sides = [text.split("\n") for text in (was, now)]
    at = next((at for at, (one, other) in enumerate(zip(*sides, strict=False)) if one != other), min(map(len, sides)))
    before, after = (Side(path, min(at, len(lines) - 1) + 1, min(at, len(lines) - 1) + 1) for lines in sides)
    return before, after
