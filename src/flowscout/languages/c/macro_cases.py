"""`LEAF` alone where a statement may begin, with `#define LEAF case CCL: case CHAR:` above: labels by another name.

The grammar gets to see a statement of its own, `LEA;`, of which `labels` knows that no semicolon was written. Of a name that another file
defines the place tells: alone on the first line of a switch, where no statement could be reached, it holds labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from flowscout.model.language import Reader
from flowscout.model.pattern import regex
from flowscout.model.syntax import Range

from .text import NESTED, Directive, blank

_DEFINED = regex(rb"\A([A-Za-z_]\w{1,80}+)[ \t]++((?:case\b|default\b)[^;{}?\"]*+)\Z")
_DEFAULT = regex(rb"\A(?:case\b[^:]*+:(?!:)\s*+)*+default\b")
_SWITCH = regex(rb"\bswitch\s*+" + NESTED + rb"\s*+\{")
_FIRST = regex(rb"[ \t\r]*+\n\s*+([A-Z][A-Z0-9_]{1,80}+)[ \t\r]*+\n(?=\s*+[\w*(])(?!\s*+(?:case|default)\b)")
_WORD = regex(rb"\w++")
_USED = regex(rb"(?<!\w)[A-Za-z_]\w{1,80}+(?=[ \t\r]*+[\n\w:{])")
_FAR: Final = 400
_LONGEST: Final = 90
_ENDS: Final = ord(";")
_BEFORE: Final = (b";", b"{", b"}", b":")


def hide(text: bytearray, mask: bytes, directives: Iterable[Directive]) -> None:
    """A label of these begins where one statement ended, or behind another of them."""
    if b"switch" not in mask:
        return
    names = dict[bytes, bool]()
    others = {b""}  # that this file defines to be something else
    for each in [each for each in directives if each.keyword == b"define"]:
        if found := _DEFINED.match(each.argument):
            names[found[1]] = _DEFAULT.match(found[2]) is not None
        elif word := _WORD.match(each.argument):
            others.add(word[0])
    for switch in _SWITCH.finditer(mask):
        names = dict.fromkeys(_leading(mask, switch.end()), False) | names
    for other in others:
        names.pop(other, None)
    ended = -1
    for used in _USED.finditer(mask) if names else ():
        if used[0] in names and _begins(mask, used.start(), ended):
            ended = _shown(text, mask, used, names[used[0]])


def _leading(mask: bytes, at: int) -> Iterable[bytes]:
    """The names alone on the first lines of a switch."""
    while found := _FIRST.match(mask, at):
        yield found[1]
        at = found.end(1)


def _begins(mask: bytes, at: int, ended: int) -> bool:
    before = mask[max(0, at - _FAR, ended) : at].rstrip()
    return before.endswith(_BEFORE) or (ended >= 0 and ended >= at - _FAR and not before)


def _shown(text: bytearray, mask: bytes, used: re.Match[bytes], default: bool) -> int:
    """Where it ends, with a colon that its definition leaves to the place of use. Where it holds the default, of its name one letter."""
    start, end = used.span()
    behind = mask[end : end + _FAR].lstrip()[:2]
    stop = mask.find(b":", end) + 1 if behind[:1] == b":" and behind != b"::" else end
    text[start:stop] = blank(mask[start:stop])
    said = used[0][:1] if default else used[0][: stop - start - 1]
    text[start : start + len(said)] = said
    text[start + len(said) if default else stop - 1] = _ENDS
    return stop


def label(item: Any, reader: Reader) -> tuple[Range, bool] | None:
    """The name that such labels have, as it is written, and whether the default is among them."""
    if [each.type for each in item.named_children] != ["identifier"] or item.type != "expression_statement":
        return None
    start, end = item.start_byte, item.end_byte
    if reader.written(end - 1, end) == b";" or (word := _WORD.match(reader.written(start, start + _LONGEST))) is None:
        return None
    begin = reader.span(item)[0]
    return Range(begin, begin + word.end()), end - start == len("x;") < word.end()
