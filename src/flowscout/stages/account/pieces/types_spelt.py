"""A type of Python that is written otherwise, and the same one: `Optional[X]` and `X | None`, `Union[A, B]` and `A | B`, `List[X]` and
`list[X]`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from ....model.account import NEUTRAL, Answer
from ....model.pattern import regex

SPELT: Final = "types written otherwise"
_MOST: Final = 600  # words that are looked at
_WORD: Final = regex(r"""\w+|"[^"\n]{0,400}"|'[^'\n]{0,400}'|[^\s\w]""")
_UNIONS: Final = ("Optional", "Union")
_ALIASES: Final = {each: each.lower() for each in ("List", "Dict", "Tuple", "Set", "FrozenSet", "Type")}


def types_spelt(told: Iterable[Answer], is_python: Callable[[str], bool]) -> Iterator[Answer]:
    for one in told:
        both = (one.before.code, one.after.code)
        same = one.how != NEUTRAL and all(both) and is_python(one.place.path) and _same(*both)
        yield one._replace(how=NEUTRAL, rule=SPELT, sentence="", core="", rank=9) if same else one


def _same(was: str, now: str) -> bool:
    words = [_WORD.findall(each) for each in (was, now)]
    return (
        words[0] != words[1]
        and any(each in _UNIONS or each in _ALIASES for side in words for each in side)
        and all(len(side) <= _MOST for side in words)
        and _bare(_spelt(words[0])) == _bare(_spelt(words[1]))
    )


def _spelt(words: Sequence[str]) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        opened = words[at + 1 : at + 2] == ["["]
        if opened and (word in _UNIONS or word in _ALIASES) and found[-2:] in (["typing", "."], ["t", "."]):
            del found[-2:]
        if opened and word in _UNIONS:
            end, parts = _parts(words, at + 2)
            members = [_spelt(part) for part in parts if part] + ([["None"]] if word == "Optional" else [])
            found += [each for number, part in enumerate(members) for each in (*(["|"] if number else []), *part)]
            at = end
        else:
            found.append(_ALIASES.get(word, word) if opened else word)
        at += 1
    return found


def _parts(words: Sequence[str], begin: int) -> tuple[int, list[list[str]]]:
    """What stands between commas up to the bracket that closes, and where that is."""
    depth, parts = 0, [list[str]()]
    for at in range(begin, len(words)):
        depth += (words[at] in "([{") - (words[at] in ")]}")
        if depth < 0:
            return at, parts
        if words[at] == "," and not depth:
            parts.append([])
        else:
            parts[-1].append(words[at])
    return len(words), parts


def _bare(words: Sequence[str]) -> list[str]:
    """Without commas before a bracket that closes, and without brackets round the whole of a value."""
    kept = [word for at, word in enumerate(words) if word != "," or words[at + 1 : at + 2] not in ([")"], ["]"])]
    value = kept.index("=") + 1 if "=" in kept else 0
    whole = kept[value : value + 1] == ["("] and kept[-1:] == [")"] and _parts(kept, value + 1)[0] == len(kept) - 1
    return [*kept[:value], *kept[value + 1 : -1]] if whole and "," not in kept[value:] else kept
