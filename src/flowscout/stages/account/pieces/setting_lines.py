"""The lines of a file of settings -> keys with their values, and items of the key that they stand under, by their indentation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ....model.pattern import regex
from ....model.record import NamedTuple
from .setting_remarks import speaks

_SECTION: Final = regex(r"^\[([^\[\]\n]{1,120})\]\s*(?:[#;].*)?$")
_EITHER: Final = regex(r"^([\w.$@/*+-]{1,80})\s{0,20}[=:]\s{0,20}(.*)$")
_COLON: Final = regex(r"""^["']?([\w.$@/*+-]{1,80})["']?\s{0,20}:(?:\s{1,20}(.*))?$""")
_MEMBER: Final = regex(r'^"([^"\\\n]{1,80})"\s{0,20}:\s{0,20}(.*)$')
_KEYS: Final = {"cfg": _EITHER, "ini": _EITHER, "yaml": _COLON, "yml": _COLON, "json": _MEMBER}
_TEXT: Final = frozenset(("|", ">", "|-", ">-", "|+", ">+"))
OPEN: Final = frozenset(("", "[", "{", "(", "\\"))
CLOSING: Final = frozenset(("]", "}", ")", "[", "{", "(", "],", "},", "}, {", "---", '"""', "'''"))
ITEM: Final = "[[-"  # begins a part of a path that is a number of a map in a list: no key does
_YAML: Final = frozenset(("yaml", "yml"))
_REMARK: Final = regex(r"(?<!\S)#.*")
Path = tuple[str, ...]


class SettingEntry(NamedTuple):
    """path: sections and keys that it stands under, its own key last; of an item those of its key. key: whether it is one. block: how YAML
    begins the lines that are its text."""

    path: Path
    value: str
    line: int
    key: bool
    block: str = ""


def entries(lines: Sequence[str], kind: str) -> list[SettingEntry]:
    found: list[SettingEntry] = []
    section: Path = ()
    stack: list[tuple[int, str]] = []
    items = Counter[Path]()
    text = -1  # how far in a text of several lines begins
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        depth = len(line) - len(line.lstrip())
        if bare and text >= 0 and depth > text:
            found.append(SettingEntry((*section, *[key for _, key in stack]), bare, number, False))
            continue
        if not bare or bare[0] in "#;" or bare.startswith("//"):
            goes_on = kind in ("cfg", "ini") and depth > 0 and bool(stack)  # it may be of the value above
            if goes_on or (kind != "json" and bare and speaks(bare)):
                found.append(SettingEntry((*section, *[key for _, key in stack if goes_on]), bare, number, False))
            continue
        text = -1
        if kind in ("cfg", "ini") and not depth and (head := _SECTION.match(bare)):
            section, stack = (f"[{head[1].strip()}]",), []
            found.append(SettingEntry(section, "", number, True))
            continue
        item = kind in _YAML and (bare == "-" or bare.startswith("- "))
        own = bare[1:].strip() if item else bare
        own = "" if item and own.startswith("#") else own
        while stack and stack[-1][0] >= depth + item:
            stack.pop()
        above = (*section, *[key for _, key in stack])
        pair = None if kind in ("cfg", "ini") and depth else _KEYS[kind].match(own)
        opened = kind == "json" and depth > 0 and bare in ("{", "}, {")
        if opened or (item and (pair or not own)):
            items[above] += 1
            stack.append((depth + item, f"{ITEM}{items[above]}"))
            above = (*above, stack[-1][1])
            found.append(SettingEntry(above, "", number, True))
        if pair:
            value = _plain(pair[2] or "", kind)
            depth += len(bare) - len(own) if item else 0
            stack.append((depth, pair[1]))
            block = value if value in _TEXT and kind in _YAML else ""
            found.append(SettingEntry((*above, pair[1]), "" if value in OPEN | _TEXT else value, number, True, block))
            text = depth if value in _TEXT else -1
        elif own and own not in CLOSING:
            found.append(SettingEntry(above, _plain(own, kind), number, False))
    return found


def _plain(value: str, kind: str) -> str:
    """In YAML a `#` begins a comment wherever a blank stands before it, but in a text in quotes; a `;` never does."""
    if kind not in _YAML:
        return bare_value(value)
    quoted = value[:1] in ("'", '"', "[", "{")
    for found in _REMARK.finditer(value):
        before = value[: found.start()]
        if not quoted or not (before.count('"') % 2 or before.count("'") % 2):
            value = before
            break
    return value.strip().rstrip(",").strip()


def bare_value(value: str) -> str:
    """Without a comment and the comma behind it."""
    for sign in (" #", " ;"):
        before, found, behind = value.partition(sign)
        if found and not (before.count('"') % 2 or before.count("'") % 2) and "://" not in behind:
            value = before
    return value.strip().rstrip(",").strip()
