"""What a default is where no name holds it, and a comment or a text says it: `// which checksum to use, default to sha1`.

The line is quoted, and no more is claimed than that it says so.
"""

from __future__ import annotations

from typing import Final

from ....agents.said import Cited
from ....llm.english import GLUE
from ....llm.stems import stem, stems
from ....model.pattern import regex
from ....model.product import is_aside
from ..defaults import thing_of
from ..here import Found, Here

MOST: Final = 3
FAR: Final = 60  # letters between the word and what is so by default
LONGEST: Final = 300
NOTE: Final = "What a comment or a text says of it, as it is written; whether the code does so I have not followed."
_DEFAULT: Final = regex(r"(?i)\bdefaults?(?:s? to|\s?[:=]| is| are|,|\b)\s{0,3}(?P<value>[\w\"'./(-])")
_WHERE: Final = regex(r"(?i)(?<=\w) (?:when|if|unless|while|where|as long as) \w")  # of that the line says nothing
_CODE: Final = regex(r"[;{}]\s{0,3}$|^\s{0,40}(?:case\b|default\s?:|#\s?(?:if|endif|else|include))")
_SENTENCES: Final = regex(r"[.;]\s{1,4}")
_WORDS: Final = regex(r"[A-Za-z]{3,30}")


def default_said(here: Here, question: str) -> Found | None:
    """None where no default is asked for, or nothing says one."""
    thing = "" if _WHERE.search(question) else thing_of(question)
    words = [
        word.lower() for word in _WORDS.findall(thing) if word.lower() not in GLUE | {"value", "values", "default"}
    ]
    if not words:
        return None
    rows = sorted(
        (
            one
            for path in here.project.files
            if not is_aside(path) and here.inside(path)
            for one in _lines(here, path, words)
        ),
    )
    said = tuple(dict.fromkeys(line for _, line in rows))
    return Found(said[:MOST], (), NOTE, len(said), weighed=True) if said else None


def _lines(here: Here, path: str, words: list[str]) -> list[tuple[int, Cited]]:
    source = here.project.sources(path)
    small = source.lower()
    if b"default" not in small or not all(stem(word)[:4].encode() in small for word in words):
        return []
    found = []
    for number, raw in enumerate(source.split(b"\n"), 1):
        if b"efault" not in raw or len(raw) > LONGEST:
            continue
        line = raw.decode("utf-8", "replace")
        for text in _SENTENCES.split(_talk(line)):
            told = _DEFAULT.search(text)
            if told is None:
                continue
            near = [at_ for word in words if (at_ := text.lower().find(stem(word)[:4])) >= 0]
            if {stem(word) for word in words} <= stems(text) and min(abs(one - told.start()) for one in near) <= FAR:
                shown = " ".join(text.split()).replace("`", "'")
                found.append((len(shown), Cited(f"`{shown[:160]}`", path, number)))
    return found


def _talk(line: str) -> str:
    """The comment of a line, or what stands in quotes in it, or all of it where it is no code."""
    for mark in ("//", "/*", "#"):
        before, found, behind = line.partition(mark)
        if found and before.count('"') % 2 == 0 and not before.rstrip().endswith(":"):
            return behind.strip("/*!< \t")
    if quoted := [str(found[1]) for found in _QUOTED.finditer(line)]:
        return max(quoted, key=len)
    return "" if _CODE.search(line) or _SOURCE.search(line) else line.strip(" *\t")


_QUOTED: Final = regex(r"\"([^\"\n]{12,260})\"")
_SOURCE: Final = regex(r"[=(]\s{0,3}[\w\"'].{0,80}[);,]\s{0,3}$|\w\(|->|::")
