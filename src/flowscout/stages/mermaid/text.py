"""Any text as a quoted Mermaid label that shows exactly that text, in the parsers of 10.9 to 12.3.

Mermaid rewrites labels before, while and after lexing: entities, Markdown, HTML, KaTeX, icons, `\\n`, `direction TB`,
`style … #…;`. What could wake any of these is written as a numeric entity (`#35;`); the rest stays readable. Line breaks
are raw newlines inside the quotes: a `<br/>` makes the HTML cleaner decode all entities of the label too early.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ...model.pattern import regex

_BREAKS: Final = regex("\r\n?|[\u2028\u2029\u0085\x0b\x0c]")
# Controls, invisible and bidirectional marks, the byte order mark, non-characters, lone surrogates.
_DROPPED: Final = regex(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)
_LIVE: Final = regex(r'["#&<>`\\*~$%^]')
_EMPHASIS: Final = regex(r"(?<![^\W_])_(?=[^\s_])")  # an underscore that could open emphasis: `__init__`, not `a_b_`
_EDGE: Final = regex(r"_(?![^\W_])|(?<![^\W_])_")  # one at the border of a word
_SLACK: Final = 6  # letters by which a word may stand out before it is torn
_STANDS_OUT: Final = 16  # the same, of a single name
_ENDING: Final = regex(r"[^.,(:/>-]*+[.,(:/>)-]++|[^.,(:/>-]++")
_WORD: Final = regex(r"[A-Z\d]{2,40}+(?![^A-Z_])_*+|[A-Z]?[^A-Z_]*+_*+|_++")
_WHOLE: Final = regex(r"""(?:" "|' '|\S)+""")  # what no line ends in: a blank that is a text by itself neither
_BLANK: Final = " \t\n"
_INDENT: Final = "\u00a0"  # a blank that stays
_INNER: Final = "– "
_BULLET: Final = "• "
_JOINER: Final = "#8288;"  # word joiner: invisible, breaks up what would be read as one


def _entity(match: re.Match[str]) -> str:
    return f"#{ord(match[0])};"


def _last_letter(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}#{ord(match[0][-1])};"


_RULES: Final = (  # what any match holds in small letters, the expression, what stands in its place
    ((".", ")"), regex(r"^(\d+)([.)])(?= |$)"), lambda m: f"{m[1]}#{ord(m[2])};"),  # an ordered list
    (("-", "+", "=", "|", ":"), regex(r"^[-+=|:]"), _entity),  # a list, a heading's underline, a table
    (("#92;n",), regex(r"#92;(?=n)"), lambda m: m[0] + _JOINER),  # `\n`, still a line break when written as entity + n
    (("#36;#36;",), regex(r"#36;(?=#36;)"), lambda m: m[0] + _JOINER),  # `$$`: KaTeX
    ((":fa",), regex(r"(fa[a-z]?):(?=fa)"), lambda m: f"{m[1]}{_JOINER}:"),  # an icon
    (("](",), regex(r"\](?=\()"), _entity),  # a Markdown link
    (("http", "ftp:", "mailto:", "www."), regex(r"https?:|ftp:|mailto:|www\.", re.IGNORECASE), _last_letter),
    (("@",), regex(r"@(?=\S)"), _entity),
    (("direction ",), regex(r"direction +(?=TB|BT|RL|LR|TD)"), lambda _: "direction#32;"),
    (("style", "classdef"), regex(r"style|classDef"), _last_letter),
)


def plain(text: str) -> str:
    """Without anything invisible; Mermaid's own placeholders are broken up."""
    if not text.replace("\n", "").isprintable():
        text = _DROPPED.sub("", _BREAKS.sub("\n", text)).replace("\t", " ")
    return text.replace("\ufb02", "fl").replace("\u00b6\u00df", "\u00b6 \u00df")


def _line(line: str) -> str:
    before = line[: len(line) - len(line.lstrip())].strip(_BLANK)
    line = _LIVE.sub(_entity, line.strip())
    if _EMPHASIS.search(line):
        line = _EDGE.sub(_entity, line)
    low = line.lower()
    for held, pattern, replacement in _RULES:
        if any(text in low for text in held):
            line = pattern.sub(replacement, line)
    return before + line


def quoted(text: str) -> str:
    """`text` as a Mermaid string, its newlines as line breaks."""
    lines = [_line(line) for line in plain(text).strip(_BLANK).split("\n")]
    return '"' + ("\n".join(lines) or " ") + '"'


@lru_cache(maxsize=4096)  # whoever seeks a division measures the same labels again and again
def wrapped(text: str, width: int) -> str:
    """Lines of about `width`, broken at blanks, else after punctuation that joins names; no word is torn otherwise."""
    lines = [""]
    for word in _WHOLE.findall(plain(text)):
        for position, piece in enumerate(_pieces(word, width)):
            glue = " " if lines[-1] and not position else ""
            if lines[-1] and len(lines[-1]) + len(glue) + len(piece) > width:
                lines.append(piece)
            else:
                lines[-1] += glue + piece
    return "\n".join(lines)


def indented(line: str, indent: str) -> tuple[str, str, str]:
    """Of a line of a list: what stands before its mark, the mark, and what it says. Each level of `– – what` is one indent."""
    said = line.lstrip(_INNER)
    depth = (len(line) - len(said)) // len(_INNER)
    if depth:
        return indent * depth, _INNER, said
    return ("", _BULLET, line.removeprefix(_BULLET)) if line.startswith(_BULLET) else ("", "", line)


def hanging(line: str, width: int) -> str:
    """A line of a list, wrapped: what follows begins below what it says."""
    before, mark, said = indented(line, _INDENT * 3)
    first, *more = wrapped(said, max(width - len(before) - len(mark), width // 2)).split("\n")
    return "\n".join([f"{before}{mark}{first}", *(f"{before}{_INDENT * len(mark)}{each}" for each in more)])


def _pieces(word: str, width: int) -> list[str]:
    """A much too long word in pieces that end after `.`, `,`, `(`, `::`… so that it can break there; a name only where it is
    longer than any line, between its own words."""
    if len(word) <= width + _SLACK:
        return [word]
    pieces = _ENDING.findall(word)
    return [
        part for piece in pieces for part in ([piece] if len(piece) <= width + _STANDS_OUT else _torn(piece, width))
    ]


def _torn(name: str, width: int) -> list[str]:
    made = [""]
    for word in _WORD.findall(name):
        if made[-1] and len(made[-1]) + len(word) > width:
            made.append("")
        made[-1] += word
    return [
        part
        for piece in made
        for part in (
            [piece]
            if len(piece) <= width + _STANDS_OUT
            else [piece[at : at + width] for at in range(0, len(piece), width)]
        )
    ]
