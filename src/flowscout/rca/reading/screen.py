"""What a person would have seen: no escapes, no overwritten progress bars, no control characters, no endless lines."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

from ...model.limits import LOG_LINE

LONGEST: Final = 8_000  # characters of one line that are kept
_BLOCK: Final = 1 << 20
_CUT: Final = " … "

# CSI, OSC (with its text: links and titles), APC (Buildkite's times), and two-character escapes: ECMA-48.
_ESCAPE: Final = re.compile(
    r"\x1b(?:\[[0-?]{0,64}[ -/]{0,4}[@-~]|[\]_P^X][^\x07\x1b\n]{0,4096}(?:\x07|\x1b\\)?|[ -/]{0,2}[0-Z\\^-~])|\x9b[0-?]{0,64}[@-~]"
)
# The same where the escape character was lost or spelled out on the way: `^[[31m`, `\033[0m`, `[0m`.
_SPELLED: Final = re.compile(
    r"(?:\^\[|\\033|\\x1b|\\e|\\u001b|[␛\ufffd])\[[0-9;]{0,24}[mKGHJ]|\[(?:[0-9]{1,2}(?:;[0-9]{1,3}){0,4})?m|\[0?K(?=\W|$)"
)
_SPELLED_SIGN: Final = re.compile(r"\[(?:0|1|2|3[0-9]|9[0-7]|4[0-9]|[01];3[0-9]|3[0-9];1|22|39)m")
# What shows nothing, and the mark that begins a text of UTF-8, as consoles read it in their own code pages.
_CONTROL: Final = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]|∩╗┐|[´я]╗┐|ï»¿"
)
_TELLING: Final = re.compile(r"(?i)error|fail|fatal|denied|cannot|could not|not found|exception|panic|abort")
_TIMES: Final = ("travis_time:", "[0K")
_FOLD: Final = re.compile(r"(?:travis_fold|section)[:_](?:start|end):")


def decoded(parts: Iterable[bytes]) -> Iterator[str]:
    """Text of about a megabyte that ends at line ends. UTF-16 is told by its BOM, or by NULs at every other place."""
    decoder: codecs.IncrementalDecoder | None = None
    held = ""
    for data in parts:
        if decoder is None:
            decoder = codecs.getincrementaldecoder(_encoding(data))("replace")
        held = _shortened(held + decoder.decode(data))
        if len(held) >= _BLOCK and (end := held.rfind("\n") + 1):
            yield held[:end]
            held = held[end:]
    if decoder is not None:
        held += decoder.decode(b"", True)
    if held:
        yield held


def _encoding(head: bytes) -> str:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    sample = head[:4096]
    if len(sample) >= 16 and sample[1::2].count(0) * 10 > len(sample) * 4:
        return "utf-16-le"
    if len(sample) >= 16 and sample[0::2].count(0) * 10 > len(sample) * 4:
        return "utf-16-be"
    return "utf-8"


def _shortened(text: str) -> str:
    """Without the middle of a line that has no end: a line of 50 MB costs as much as its first and last thousands."""
    start = text.rfind("\n") + 1
    if len(text) - start <= 16 * LONGEST:
        return text
    return text[: start + LONGEST] + text[-8 * LONGEST :]


def clean(text: str) -> str:
    """Text as it showed on a screen; as many `\\n` as before."""
    if "\x1b" in text or "\x9b" in text:
        text = _ESCAPE.sub("", text)
    if _SPELLED_SIGN.search(text):
        text = _SPELLED.sub("", text)
    if "\r" in text:
        text = "\n".join([_overwritten(line) if "\r" in line else line for line in text.split("\n")])
    if _CONTROL.search(text):
        text = _CONTROL.sub("", text)
    return _short(text)


def plain(text: str) -> str:
    """The raw text, as far as it can be shown: escapes, spelled ones too, and control characters gone, all else as it was."""
    if "\x1b" in text or "\x9b" in text:
        text = _ESCAPE.sub("", text)
    if _SPELLED_SIGN.search(text):
        text = _SPELLED.sub("", text)
    if _CONTROL.search(text):
        text = _CONTROL.sub("", text)
    return _short(text.replace("\r\n", "\n").replace("\r", " "))


def _short(text: str) -> str:
    lines = text.split("\n")
    if max(map(len, lines)) <= LONGEST:
        return text
    return "\n".join([_both_ends(line, LONGEST) for line in lines])


def door(line: str) -> str:
    """A line as all that looks for something in it sees it: through here goes every one. The head says what it is, and
    the tail holds the path or the message."""
    return _both_ends(line.rstrip(), LOG_LINE)


def _both_ends(line: str, longest: int) -> str:
    return line if len(line) <= longest else line[: longest * 3 // 4 - len(_CUT)] + _CUT + line[-longest // 4 :]


def _overwritten(line: str) -> str:
    """What is left of a line that was overwritten from its start: the last thing said, but never less than an error."""
    parts = [part for part in line.split("\r") if part and not part.isspace() and not part.startswith(_TIMES)]
    folds = list(takewhile(_FOLD.search, parts[:-1]))
    said = parts[len(folds) :]
    last = next((part for part in reversed(said) if _TELLING.search(part)), said[-1] if said else "")
    return "\t".join([*folds, last])
