"""Comments in a file of settings that somebody may read: by their form, and in doubt.

`## template: jinja`, `#cloud-config`, `# {{- if .x }}`, `# yaml-language-server: …`, `# noqa`, Klipper's `#*# z_offset = 1`: what a
program looks for begins at the sign, or with a word of its own and a colon, or is none that people write.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....model.pattern import regex

_COMMENT: Final = regex(r"(?<![^ \t])#[^\n]*")
_OF_INI: Final = regex(r"\A[ \t]*[#;][^\n]*")
_SPEAKS: Final = regex(
    r"\A(?:#++|;++)(?:"
    r"(?![#;])[^\s\-=#;]|[-=][^\s\-=]"  # at the sign
    r"|[^\n]*(?:\{\{|\{%|\{#|<%|\$\{|<<|@@)"  # a template
    r"|[ \t]*(?:-\*-|@\w|[a-z][\w.]*-[\w.-]+(?:[ \t]*\Z|[:=])|[a-z@][\w.@/-]{0,80}[ \t]?[:=]"
    r"|(?:noqa|nosec|nolint|NOLINT|NOSONAR|yamllint|pragma|vim?|ex|spell-?checker|cspell|prettier|fmt|taplo|codespell)(?!\w)))"
)


def speaks(comment: str) -> bool:
    return _SPEAKS.match(comment) is not None


def remarks(text: str, kind: str) -> Iterator[tuple[str, str]]:
    """Those that may be read, each with the line that it stands on or before."""
    waiting: list[str] = []
    for line in text.split("\n"):
        found = (_OF_INI if kind in ("cfg", "ini") else _COMMENT).search(line)
        code = (line[: found.start()] if found else line).strip(" \t")
        if found and speaks(found[0].strip(" \t")):
            waiting.append(found[0].strip(" \t"))
        if code:
            yield from ((each, code) for each in waiting)
            waiting = []
    yield from ((each, "") for each in waiting)
