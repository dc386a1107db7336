"""Whether two states of a file of settings differ in nothing but comments, layout or quotes; where that is not sure, they may differ.

TOML and JSON are read. Of YAML and INI the lines are compared without comments and empty lines; within a text of several lines each
counts. A first line as `#cloud-config` says how the file is to be read.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Final

from ....model.pattern import regex
from .rules import COMMENTS, LAYOUT, QUOTES

_TEXT: Final = regex(r"(?<!\S)[|>][+\-\d]{0,2}$")
_QUOTED: Final = regex(r""""(?:[^"\\\n]|\\.){0,400}"|'[^'\n]{0,400}'""")
_SINGLE: Final = regex(r"""\A(\s*(?:- )?(?:[\w.$@/-]{1,80}:\s{1,9})?)'([^'"\\\n]{0,400})'\Z""")
_BEGINS: Final = regex(r"""\A\s*(?:- |-$|---|[\]})]|["']?[\w.$@/*+-]{1,80}["']?\s{0,20}[:=])""")
_HEADED: Final = regex(r"\A#[^\s#]")


def alike(was: str, now: str, kind: str) -> str:
    """The rule by which they are the same; "" where they may not be."""
    if kind in ("toml", "json"):
        sides = [_read(text, kind) for text in (was, now)]
        if "" in sides or sides[0] != sides[1]:
            return ""
        return COMMENTS if kind == "toml" and _without(was) == _without(now) else LAYOUT
    heads = [text.partition("\n")[0] if _HEADED.match(text) else "" for text in (was, now)]
    bare = [_lines(text, kind) for text in (was, now)]
    if heads[0] != heads[1] or any("" in lines for lines in bare):
        return ""
    if bare[0] == bare[1]:
        return LAYOUT if _filled(was) == _filled(now) else COMMENTS
    quoted = [[_SINGLE.sub(r'\1"\2"', line) for line in lines] for lines in bare]
    return QUOTES if kind in ("yaml", "yml") and quoted[0] == quoted[1] else ""


def _read(text: str, kind: str) -> str:
    """All of it in its order, as one text; "" where it is not well formed."""
    try:
        return repr(tomllib.loads(text) if kind == "toml" else json.loads(text, object_pairs_hook=tuple))
    except (ValueError, RecursionError):
        return ""


def _without(text: str) -> list[str]:
    """The lines that say something, without what stands behind a `#`, which tells no value from another here."""
    return [bare for line in text.split("\n") if (bare := line.partition("#")[0].strip())]


def _filled(text: str) -> list[str]:
    return [line.rstrip() for line in text.split("\n") if line.strip()]


def _lines(text: str, kind: str) -> list[str]:
    """An empty one is of a text that may go on over several lines, of which nothing is known."""
    found: list[str] = []
    empty = 0
    for line, within in _with_texts(text.split("\n"), kind):
        bare = line.strip()
        if within:
            found.append(f"|{line}")
        elif bare[:1] == "#" or (bare[:1] == ";" and kind in ("cfg", "ini")):
            continue
        elif not bare:
            empty += 1
        else:
            begins = _BEGINS.match(line) if kind in ("yaml", "yml") else not line[:1].isspace()
            found += [] if begins else ["|"] * empty  # it may go on with what stands above
            found.append(_plain(line.rstrip(), kind))
            empty = 0
    return found


def _with_texts(lines: list[str], kind: str) -> Iterator[tuple[str, bool]]:
    """Each with whether it is of a text of several lines."""
    text = -1
    for line in lines:
        depth = len(line) - len(line.lstrip())
        if text >= 0 and (not line.strip() or depth > text):
            yield line, True
            continue
        text = depth if kind in ("yaml", "yml") and _TEXT.search(_unremarked(line)) else -1
        yield line, False


def _plain(line: str, kind: str) -> str:
    """Without its comment, where no quotes stand; "" where a text in quotes begins in it and does not end."""
    if kind not in ("yaml", "yml"):
        return line
    if "'" not in line and '"' not in line:
        return _unremarked(line)
    rest = _QUOTED.sub("", line)
    return "" if rest.count('"') % 2 or rest.count("'") % 2 else line


def _unremarked(line: str) -> str:
    """Up to a `#` behind a blank."""
    at = line.find("#")
    while at > 0 and not line[at - 1].isspace():
        at = line.find("#", at + 1)
    return line[:at].rstrip() if at > 0 else line.rstrip()
