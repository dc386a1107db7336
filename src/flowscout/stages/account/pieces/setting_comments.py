"""INI: keys that stood in a comment before and are set now, `#debug = 1` and `debug = 1`, or the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....model.pattern import regex
from ....model.record import NamedTuple
from ....words.ticks import inside
from .quoting import q
from .setting_lines import Path, SettingEntry, bare_value

_COMMENT: Final = regex(r"\A[#;]{1,2}[ \t]{0,4}([\w.$@/*+-]{1,80})[ \t]{0,20}[=:][ \t]{0,20}(.*)\Z")


class CommentedKey(NamedTuple):
    """was, now: the entries on the two sides, of which one is a comment."""

    said: str
    was: SettingEntry
    now: SettingEntry


def commented(old: Sequence[SettingEntry], new: Sequence[SettingEntry]) -> list[CommentedKey]:
    set_now = [
        CommentedKey(_said(each, "is no longer commented out:", value, ", where the comment had"), comment, each)
        for comment, each, value in _pairs(old, new)
    ]
    set_then = [
        CommentedKey(_said(each, "is commented out now: it was", value, ", and the comment has"), each, comment)
        for comment, each, value in _pairs(new, old)
    ]
    return [*set_now, *set_then]


def _said(key: SettingEntry, what: str, value: str, beside: str) -> str:
    where = f" in `{inside(key.path[0])}`" if len(key.path) > 1 else ""
    other = f"{beside} {q(value) if value else 'nothing'}" if value != key.value else ""
    return f"`{inside(key.path[-1])}`{where} {what} {q(key.value)}{other}"


def _pairs(
    comments: Sequence[SettingEntry], keys: Sequence[SettingEntry]
) -> list[tuple[SettingEntry, SettingEntry, str]]:
    """(the comment, the key that is set on the other side alone, the value that the comment has): of what stands once in each."""
    read = [(each, *found) for each in comments if not each.key and (found := _read(each))]
    paths = [path for _, path, _ in read]
    known = {each.path for each in comments if each.key}
    there = {path for each in keys if not each.key and (found := _read(each)) for path in found[:1]}
    own = [each.path for each in keys if each.key]
    return [
        (comment, each, value)
        for comment, path, value in read
        for each in keys
        if each.key
        and each.path == path
        and each.value
        and path not in known | there
        and paths.count(path) == own.count(path) == 1
    ]


def _read(entry: SettingEntry) -> tuple[Path, str] | None:
    found = _COMMENT.match(entry.value) if len(entry.path) < 2 else None
    return ((*entry.path, found[1]), bare_value(found[2])) if found else None
