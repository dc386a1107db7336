"""What the authors say of whole files, which stands above a file's charts and beside its name in the index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from .. import shelf
from ..border import within
from ..model.language import Language
from .markdown import said

HEADINGS_FORMAT: Final = 3  # raised when the same file is given another heading
_LONGEST: Final = 180
_BANNER: Final = 3  # files that say the same say it of the project


def heading_of(path: str, language: str, data: bytes) -> str:
    plugin: Language = shelf.load("flowscout.languages", language)
    read = plugin.reading.heading
    return within(path, lambda: str(read(data)), lambda: "") if read else ""


def own(said: Mapping[str, str]) -> dict[str, str]:
    """Those that are of one file: what stands in many is a banner."""
    counts = Counter(said.values())
    return {path: text for path, text in said.items() if text and counts[text] < _BANNER}


def stated(heading: str) -> str:
    """As a sentence in Markdown that does nothing, whoever wrote it; "" for none."""
    if not heading:
        return ""
    whole = heading if len(heading) <= _LONGEST else heading[:_LONGEST].rpartition(" ")[0] + " …"
    end = "" if whole.endswith((".", "!", "?", "…", ":")) else "."
    first = whole.partition(" ")[0]
    return said((whole[:1].upper() if first.isalpha() and first.islower() else whole[:1]) + whole[1:] + end)
