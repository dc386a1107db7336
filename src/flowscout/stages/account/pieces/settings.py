"""Two states of a file of settings -> which keys are new, gone, or have another value: TOML, INI, YAML and JSON by their lines.

No format is parsed: a line is a key with its value, or an item of the key that it stands under by its indentation. What a line like
that does not show (anchors, merged keys, values over several lines) is told as the items that differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ....model.pattern import regex
from ....model.record import NamedTuple
from ....words.series import series
from ....words.ticks import inside
from .quoting import both_quoted, q
from .setting_comments import commented
from .setting_items import head, items_alike, owner
from .setting_lines import ITEM, Path, SettingEntry, entries
from .setting_orders import OtherPlace, called, orders
from .setting_tables import NUMBER, numbered_alike, tables
from .setting_texts import set_otherwise
from .setting_texts import texts as block_texts

KINDS: Final = ("toml", "cfg", "ini", "yaml", "yml", "json")
MOST_LINES: Final = 2_000
_LONGEST: Final = 300  # characters of a line
_MOST: Final = 12  # keys that differ, beyond which the file is not told
_FEWEST: Final = 2  # values of a line that stayed
_UNPLAIN: Final = regex(r"[\s{\[(\"']")  # in one of several values between commas
_NUMBER: Final = regex(r"[-+.\d]++\w{0,4}+")  # what stands first, or next, is another one
_NAMED: Final = 6  # of what is new with a key, or items of one key


class Differing(NamedTuple):
    """was, now: lines, 0 for none."""

    said: str
    was: int
    now: int
    code: tuple[str, str]


def settings(was: str, now: str, kind: str) -> list[Differing] | None:
    """None where it is too large, or too much differs."""
    texts = [text.split("\n") for text in (was, now)]
    if any(len(lines) > MOST_LINES or any(len(line) > _LONGEST for line in lines) for lines in texts):
        return None
    toml = kind == "toml"
    sides = [tables(lines) if toml else entries(lines, kind) for lines in texts]
    sides[1] = numbered_alike(*sides) if toml else items_alike(*sides)
    turned = commented(*sides) if kind in ("cfg", "ini") else []
    told = {(new, entry) for each in turned for new, entry in enumerate((each.was, each.now))}
    sides = [[entry for entry in side if (new, entry) not in told] for new, side in enumerate(sides)]
    found = [
        *(Differing(one.said, one.was.line, one.now.line, (one.was.value, one.now.value)) for one in turned),
        *_counted(_differing(*sides)),
        *_set_otherwise(texts, sides),
        *(_in_another_order(one, *sides) for one in orders(*sides)),
    ]
    return sorted(found, key=lambda one: one.now or one.was) if len(found) <= _MOST else None


def _counted(told: Iterator[tuple[str, Differing]]) -> list[Differing]:
    """What differs alike in several maps of one list once, with their number."""
    same: dict[str, list[tuple[str, Differing]]] = {}
    for whose, one in told:
        said = one.said.replace(f" of `{inside(whose)}`", "", 1) if whose else one.said
        same.setdefault(said, []).append((whose, one))
        if len(same) > _MOST:
            break
    return [
        each[0][1] if len(each) == 1 else each[0][1]._replace(said=f"{said}, in {len(each)} entries")
        for said, each in same.items()
    ]


def _differing(old: Sequence[SettingEntry], new: Sequence[SettingEntry]) -> Iterator[tuple[str, Differing]]:
    """With what names the map of a list that it stands in."""
    known = [{one.path for one in side if one.key} for side in (old, new)]
    before, after = _by_path(old), _by_path(new)
    for path in dict.fromkeys((*after, *before)):
        was, now = before.get(path, []), after.get(path, [])
        if (
            path
            and len(path) > 1
            and any(path[:-1] in mine and path[:-1] not in other for mine, other in (known, known[::-1]))
        ):
            continue  # told with what it stands under
        if bool(path in known[0]) != bool(path in known[1]) and any(one.key for one in (*was, *now)):
            side = new if now and path in known[1] else old
            yield owner(path, (side,)), _alone(path, side, path in known[1])
            continue
        whose = owner(path, (old, new))
        if found := _values(path, was, now, whose):
            yield whose, found
        if blocks := _blocks(path, was[:1], now[:1], whose, bool(found)):
            yield whose, blocks


def _in_another_order(one: OtherPlace, old: Sequence[SettingEntry], new: Sequence[SettingEntry]) -> Differing:
    whose = owner(one.above if isinstance(one.what, str) else one.what, (old, new))
    whose = f" of `{inside(whose)}`" if whose and not one.what[-1].startswith(ITEM) else ""
    where = inside(".".join(_without_number(one.above)))
    names = [called(each, new) for each in (one.what, one.beside)]
    if one.many > 1 or not all(names):
        said = f"What stands in {f'`{where}`' if where else 'it'}{whose} has another order"
    else:
        beside = f"{'behind' if one.behind else 'before'} {q(names[1])}"
        said = f"{q(names[0])} now stands {beside}{f' in `{where}`' if where else ''}{whose}"
    return Differing(said, one.was, one.now, (names[0], names[0]))


def _set_otherwise(lines: Sequence[Sequence[str]], sides: Sequence[Sequence[SettingEntry]]) -> Iterator[Differing]:
    """Texts of several lines that have the same words."""
    before, after = (block_texts(*each) for each in zip(lines, sides, strict=True))
    for path in before.keys() & after.keys():
        if told := set_otherwise(before[path], after[path]):
            said, line, now = told
            whose = owner(path, (sides[0], sides[1]))
            yield Differing(f"`{_named(path)}`{_of(path, whose)} {said}", line, now, ("", ""))


def _by_path(side: Sequence[SettingEntry]) -> dict[Path, list[SettingEntry]]:
    found: dict[Path, list[SettingEntry]] = {}
    for one in side:
        found.setdefault(one.path, []).append(one)
    return found


def _alone(path: Path, side: Sequence[SettingEntry], new: bool) -> Differing:
    """A key, or a map of a list, that is new, or gone, with what stands in it."""
    own = [one for one in side if one.path[: len(path)] == path]
    first = next(one for one in own if one.key and one.path == path)
    name = head(path, side) if path[-1].startswith(ITEM) else ""
    held = [_put(one) for one in own if one is not first and one.value][bool(name) :]
    more = [f"{len(held) - _NAMED} more"] if len(held) > _NAMED else []
    value = first.value or ""
    said = f"{_told_name(path, name, owner(path, (side,)))} is {'new' if new else 'gone'}"
    what = f": {q(value)}" if value else f", with {_listing([*map(q, held[:_NAMED]), *more])}" if held else ""
    return Differing(
        f"{said}{what}",
        0 if new else first.line,
        first.line if new else 0,
        ("", first.value) if new else (first.value, ""),
    )


def _told_name(path: Path, name: str, whose: str) -> str:
    """name: what a map of a list begins with."""
    if not path[-1].startswith(ITEM):
        return f"`{_named(path)}`{_of(path, whose)}"
    above = inside(".".join(_without_number(path)))
    return f"{f'`{inside(name)}`' if name else 'An entry'}{f' in `{above}`' if above else ''}"


def _put(one: SettingEntry) -> str:
    return f"{one.path[-1]}: {one.value}" if one.key else one.value


def _values(path: Path, was: Sequence[SettingEntry], now: Sequence[SettingEntry], whose: str) -> Differing | None:
    counts = [Counter(one.value for one in side if one.value) for side in (was, now)]
    gone, came = counts[0] - counts[1], counts[1] - counts[0]
    if not gone and not came:
        return None
    before_line, after_line = _line(was, gone), _line(now, came)
    alone = gone and came and len(was) == len(now) == 1 and was[0].key and now[0].key
    named = f"`{_named(path)}`{_of(path, whose)}" if path else "It"
    code = ("\n".join(gone), "\n".join(came))
    several = _by_commas(gone, came)
    gone, came = several or (gone, came)
    if alone and not several and len(gone) == len(came) == 1:
        before, after = both_quoted(next(iter(gone)), next(iter(came)))
        return Differing(f"{named} is {after}, no longer {before}", before_line, after_line, code)
    parts = [f"now has {_some(came)}"] if came else []
    parts += [f"{'no longer has' if not came else 'no longer'} {_some(gone)}"] if gone else []
    return Differing(f"{named} {', '.join(parts)}", before_line, after_line, code)


def _blocks(
    path: Path, was: Sequence[SettingEntry], now: Sequence[SettingEntry], whose: str, told: bool
) -> Differing | None:
    """A text whose lines are joined, or whose last line break is kept, otherwise than before. told: whether its words are told."""
    for one, other in zip(was, now, strict=False):
        if one.block != other.block and (not told or (one.block and other.block)):
            ways = [f"of the kind `{each.block}`" if each.block else "on one line" for each in (other, one)]
            said = f"`{_named(path)}`{_of(path, whose)} is a text {ways[0]}, no longer {ways[1].removeprefix('of the kind ')}"
            return Differing(said, one.line, other.line, (one.block, other.block))
    return None


def _line(side: Sequence[SettingEntry], differing: Counter[str]) -> int:
    """Of the first that differs, else of the first one."""
    return next((one.line for one in side if one.value in differing), next((one.line for one in side), 0))


def _by_commas(gone: Counter[str], came: Counter[str]) -> tuple[Counter[str], Counter[str]] | None:
    """Of two lines of several values, of which some are others: those; None where their places may count: numbers, others in another order,
    and what came before one that stayed, unless it is in the place of one that is gone, or all of them are sorted."""
    if gone.total() != 1 or came.total() != 1:
        return None
    was, now = ([each.strip() for each in next(iter(side)).split(",")] for side in (gone, came))
    plain = all(each and not _UNPLAIN.search(each) for each in (*was, *now)) and Counter(was) != Counter(now)
    stayed = [[each for each in side if each in other] for side, other in ((was, now), (now, was))]
    if not plain or stayed[0] != stayed[1] or len(stayed[0]) < _FEWEST or any(map(_NUMBER.fullmatch, (*was, *now))):
        return None
    places = [[at for at, each in enumerate(side) if each not in other] for side, other in ((was, now), (now, was))]
    behind = all(at >= len(stayed[1]) for at in places[1])
    if places[0] != places[1] and not behind and not all(side == sorted(side) for side in (was, now)):
        return None
    return Counter(was) - Counter(now), Counter(now) - Counter(was)


def _some(values: Counter[str]) -> str:
    told = [q(each) for each in values]
    return _listing([*told[:_NAMED], *([f"{len(told) - _NAMED} more"] if len(told) > _NAMED else [])])


def _listing(names: Sequence[str]) -> str:
    return series(names)


def _named(path: Path) -> str:
    return inside((_without_number(path) or ("It",))[-1])


def _of(path: Path, whose: str = "") -> str:
    """whose: what names the map of a list that the key stands in."""
    above = inside(".".join(_without_number(path)[:-1]))
    return f"{f' of `{inside(whose)}`' if whose else ''}{f' in `{above}`' if above else ''}"


def _without_number(path: Path) -> Path:
    return tuple(part for part in path if not part.startswith((NUMBER, ITEM)))
