"""Expressions that were kept by another run are what `re` would compile, and nothing that is damaged is believed."""

from __future__ import annotations

import marshal
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from flowscout import expressions

SOME = [
    (r"(?P<name>\w+)\s*=\s*(?P<value>[^;]{1,40}+)", 0),
    (rb"(?<!\w)(?:if|for)\b(?=\()", 0),
    (r"^\s*#.*$", re.MULTILINE | re.IGNORECASE),
    (r"(a)|(b)|[^\W\d_]++", re.DOTALL),
    (rb"(a)|(b)|\w", re.VERBOSE),
    *[(rf"x{number}(y|z)?", 0) for number in range(8)],
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(expressions, "_PLACE", str(tmp_path / "kept"))
    monkeypatch.setattr(expressions, "_fresh", {})
    monkeypatch.setattr(expressions, "_kept", None)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    return iter([tmp_path / "kept"])


def again(monkeypatch: pytest.MonkeyPatch) -> list[re.Pattern[str] | re.Pattern[bytes]]:
    """As another run finds them."""
    monkeypatch.setattr(expressions, "_kept", None)
    monkeypatch.setattr(expressions, "_fresh", {})
    return [expressions.compiled(*each) for each in SOME]


def test_what_is_kept_is_what_re_compiles(place: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    kept = next(place)
    again(monkeypatch)
    expressions.keep()
    assert kept.exists()
    found = again(monkeypatch)
    assert not expressions._fresh, "all of them were there"
    for each, (text, flags) in zip(found, SOME, strict=True):
        plain = re.compile(text, flags)
        assert (each, each.flags, each.groups, dict(each.groupindex)) == (
            plain,
            plain.flags,
            plain.groups,
            dict(plain.groupindex),
        )
        said = "key = some value; # a\nif(ab) x3y" if isinstance(text, str) else b"key = some; if(ab) x"
        assert [m.span() for m in each.finditer(said)] == [m.span() for m in plain.finditer(said)]  # type: ignore[arg-type]


@pytest.mark.parametrize("damage", ["empty", "half", "other", "codes", "shape"])
def test_what_is_damaged_is_compiled_anew(place: Iterator[Path], monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    kept = next(place)
    again(monkeypatch)
    expressions.keep()
    data = kept.read_bytes()
    version, every = marshal.loads(data)
    wrong = {key: marshal.dumps((0, [1, 2, 999_999], 0, {}, (None,))) for key in every}
    kept.write_bytes(
        {
            "empty": b"",
            "half": data[: len(data) // 2],
            "other": marshal.dumps(("another Python", every)),
            "codes": marshal.dumps((version, wrong)),
            "shape": marshal.dumps((version, [1])),
        }[damage]
    )
    assert again(monkeypatch) == [re.compile(*each) for each in SOME]


def test_nothing_is_written_where_no_bytecode_may_be(place: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    kept = next(place)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    again(monkeypatch)
    expressions.keep()
    assert not kept.exists()
