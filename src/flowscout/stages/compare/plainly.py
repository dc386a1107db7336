"""What the text of a release names."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.pattern import regex

_NAME = regex(r"[A-Za-z_][\w.]{0,200}\Z")
WORDS = regex(r"[A-Za-z_][\w.]*+")
_ARGUMENT = regex(r"[(,] ?([A-Za-z_][\w.]{0,120})(?= ?[,)])")
_CONSTANTS = frozenset({"true", "false", "True", "False", "NULL", "nullptr", "None"})
_CASTS = 4  # in one call

Keys = frozenset[str]


def flat(text: str) -> str:
    return " ".join(text.split()).rstrip(";").replace("->", ".")


def release_keys(text: str) -> Keys:
    """What a release names: the first plain argument of its innermost call, else what it is called on."""
    words = flat(text)
    if words.startswith("delete"):
        return frozenset(filter(_NAME.match, [bare(words.removeprefix("delete").replace("[", "").replace("]", ""))]))
    owner, given = called(words)
    plain = [name for part in given.split(",") if (name := bare(part)) and _NAME.match(name) and name not in _CONSTANTS]
    owner = owner.rpartition(".")[0]
    return frozenset(plain[:1] or ([owner] if _NAME.match(owner) else []))


def called(words: str) -> tuple[str, str]:
    """The name of the innermost call that comes first, and its arguments; casts are taken out."""
    for _ in range(_CASTS):
        close = words.find(")")
        at = words.rfind("(", 0, max(close, 0))
        name = words[:at].replace("(", " ").split(" ")[-1].strip("!&*=") if at > 0 else ""
        if name or at < 0:
            return name, words[at + 1 : close] if name else ""
        words = words[:at] + words[close + 1 :]
    return "", ""


def bare(words: str) -> str:
    return words.strip().rpartition(")")[2].strip("&* ").removeprefix("this.")


def whole(words: str) -> Iterator[str]:
    """The names that are whole arguments of a call; whoever is given one may keep it, or let it go."""
    yield from (hit[1] for hit in _ARGUMENT.finditer(words))


def mentions(text: str, name: str) -> bool:
    return name in WORDS.findall(text)
