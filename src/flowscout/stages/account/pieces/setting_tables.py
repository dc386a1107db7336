"""The lines of a TOML file -> keys of tables with their values, and items of the key whose brackets or text are open; indentation says nothing.

Tables of one array (`[[tool.mypy.overrides]]`) have one name: they are numbered, and on both sides those that hold most of the same
have the same number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from ....model.pattern import regex
from .setting_lines import CLOSING, OPEN, Path, SettingEntry, bare_value
from .setting_remarks import speaks

NUMBER: Final = "[[#"  # begins a part of a path that is a number of a table: no key does
_TABLE: Final = regex(r"^\[([^\[\]\n]{1,120})\]\s*(?:#.*)?$")
_OF_ARRAY: Final = regex(r"^\[\[([^\[\]\n]{1,120})\]\]\s*(?:#.*)?$")
_KEY: Final = regex(r"""^["']?([\w.$@/*+-]{1,80}|[\w.]{1,40}\."[^"\n]{1,80}")["']?\s{0,20}=\s{0,20}(.*)$""")
_QUOTED: Final = regex(r""""(?:[^"\\]|\\.){0,300}+"|'[^']{0,300}+'""")
_MOST_PAIRS: Final = 10_000  # of tables, each of which is held against each
_FEW_HOLD: Final = 8  # tables of a side
Held = Counter[tuple[Path, str]]
_LONG: Final = ('"""', "'''")


def tables(lines: Sequence[str]) -> list[SettingEntry]:
    found: list[SettingEntry] = []
    arrays = Counter[str]()
    section: Path = ()
    key: Path = ()
    depth, text = 0, ""  # brackets that are open; what ends a text over several lines
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        if not bare or (bare[0] == "#" and not text):
            found += [SettingEntry((), bare, number, False)] if bare and speaks(bare) else []
            continue
        within = depth > 0 or bool(text)
        if not within and (head := _OF_ARRAY.match(bare) or _TABLE.match(bare)):
            section = key = _section(head[1].strip(), bare.startswith("[["), arrays)
            found.append(SettingEntry(section, "", number, True))
            continue
        pair = None if within else _KEY.match(bare)
        text = _open_text(bare, text)
        depth = depth if text else max(0, depth + _opened(bare))
        if pair:
            key = (*section, pair[1])
            value = bare_value(pair[2])
            found.append(SettingEntry(key, "" if value in OPEN else value, number, True))
        elif bare not in CLOSING:
            found.append(SettingEntry(key, bare_value(bare), number, False))
    return found


def _section(name: str, of_array: bool, arrays: Counter[str]) -> Path:
    """With the number of the array's table that it is or stands in."""
    if of_array:
        arrays[name] += 1
        return f"[[{name}]]", f"{NUMBER}{arrays[name]}"
    within = max((each for each in arrays if name.startswith(f"{each}.")), key=len, default="")
    return (f"[{name}]", f"{NUMBER}{arrays[within]}") if within else (f"[{name}]",)


def _open_text(line: str, text: str) -> str:
    """What ends the text that is open behind the line; "" for none."""
    signs = [text] if text else [sign for sign in _LONG if sign in line][:1]
    odd = any(line.count(sign) % 2 for sign in signs)
    return (signs[0] if not text else "") if odd else text


def _opened(line: str) -> int:
    """How many more brackets open than close in it, outside texts and its comment."""
    code = _QUOTED.sub("", line).partition("#")[0]
    return code.count("[") + code.count("{") - code.count("]") - code.count("}")


def numbered_alike(old: Sequence[SettingEntry], new: Sequence[SettingEntry]) -> list[SettingEntry]:
    """`new`, with the numbers of those tables of `old` that hold most of the same; of what is left each has one of its own."""
    left, right = _held(old), _held(new)
    pairs: dict[Path, Path] = {}
    taken = set[Path]()
    scored = [
        (-_share(left[was], right[now]), abs(_number(was) - _number(now)), now, was)
        for was, now in _candidates(left, right)
        if was[0] == now[0]
    ]
    for minus, _, now, was in sorted(scored):
        if minus and now not in pairs and was not in taken:
            pairs[now] = was
            taken.add(was)
    own = {now: (now[0], f"{NUMBER}{len(left) + at}") for at, now in enumerate(right, 1) if now not in pairs}
    put = {**own, **pairs}
    return [one._replace(path=(*put.get(one.path[:2], one.path[:2]), *one.path[2:])) for one in new]


def _candidates(left: Mapping[Path, Held], right: Mapping[Path, Held]) -> Iterator[tuple[Path, Path]]:
    """Tables that may be the same; of very many those alone that share what few of them hold."""
    if len(left) * len(right) <= _MOST_PAIRS:
        yield from product(left, right)
        return
    holders: dict[tuple[Path, str], tuple[list[Path], list[Path]]] = {}
    for at, side in enumerate((left, right)):
        for table, held in side.items():
            for item in held:
                holders.setdefault(item, ([], []))[at].append(table)
    few = (both for both in holders.values() if max(map(len, both)) <= _FEW_HOLD)
    yield from dict.fromkeys(pair for both in few for pair in product(*both))


def _held(side: Sequence[SettingEntry]) -> dict[Path, Held]:
    found: dict[Path, Held] = {}
    for one in side:
        if one.path[1:2] and one.path[1].startswith(NUMBER):
            held = found.setdefault(one.path[:2], Counter())
            held[one.path[2:], one.value] += bool(one.value)
    return found


def _share(one: Held, other: Held) -> float:
    return (one & other).total() / max(1, (one | other).total())


def _number(path: Path) -> int:
    return int(path[1].removeprefix(NUMBER))
