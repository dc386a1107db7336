"""Text of strangers as a terminal may show it: what would move the cursor, set a title, paste, hide or turn text round is spelt.

`\\u001b` is how JSON spells it too, so a line of JSON stays the same value. Everything a verb prints goes this way, as `Shown`
stands before standard output and standard error; colours and bars of our own are written `beneath`.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` takes a tenth of a hook that has nothing to do to import
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TextIO

_SPELT = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\ud800-\udc9f\U000e0000-\U000e007f]"


def harmless(text: str, keep: Iterable[str] = ()) -> str:
    """keep: escape sequences of our own."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    import re

    kept = "|".join(map(re.escape, keep))
    return re.sub(
        f"({kept})|{_SPELT}" if kept else f"(?!)()|{_SPELT}", lambda found: found[1] or _spelt(found[0]), text
    )


def _spelt(character: str) -> str:
    code = ord(character)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def unheard(text: str) -> str:
    """Text in which no CI runner hears a command: `##[…]` and `##vso[…]` anywhere in a line, `::…` where one begins."""
    if "##" not in text and "::" not in text:
        return text
    import re

    return re.sub(
        r"#(?=#(?:vso)?\[)", r"\\u0023", re.sub(r"(?m)^([^\S\r\n]*+):(?=:[A-Za-z-]{1,60}+[ :])", r"\1\\u003a", text)
    )


class Shown:
    """A stream that people look at."""

    def __init__(self, stream: TextIO) -> None:
        self.beneath = stream

    def write(self, text: str) -> int:
        return self.beneath.write(harmless(text))

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.beneath, name)


def beneath(stream: TextIO) -> TextIO:
    """Where what is written is not looked at any more: the text is ours, or was made harmless before."""
    return stream.beneath if isinstance(stream, Shown) else stream
