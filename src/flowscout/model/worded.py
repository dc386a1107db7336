"""A model's words for one function, and the file in which a repository keeps them: `words.json` in the docs folder.

`rule` is the digest of all that the words were made from: when the code says something else, the words no longer count.
The file is somebody's text like any other: it is decoded strictly, and its words are judged against the code on every
use.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from .record import NamedTuple

WORDS_FILE: Final = "words.json"
SCHEMA: Final = "flowscout.words/1"
LONGEST: Final = 4_000_000  # bytes of the file
LONGEST_TEXT: Final = 1_000


class Words(NamedTuple):
    """Words that may be shown: sentence ("" the rule-made one stands), labels by step id, and whose they are."""

    sentence: str
    labels: Mapping[str, str]
    origin: str


class WordedEntry(NamedTuple):
    """What is kept. labels: by step id, "" where the rule-made one stands; every step that was asked about is there.
    claims: beside the summary, each its kind and the ids it names; () where the model gave none."""

    rule: str
    origin: str
    summary: str
    labels: Mapping[str, str]
    claims: tuple[tuple[str, str], ...] = ()


def encode_words(entries: Mapping[str, WordedEntry]) -> str:
    """One function a line, sorted, so that two people's changes merge."""
    lines = [f"{json.dumps(id_)}:{_line(entry)}" for id_, entry in sorted(entries.items())]
    return f'{{"schema":"{SCHEMA}","functions":{{\n' + ",\n".join(lines) + ("\n" if lines else "") + "}}\n"


def _line(entry: WordedEntry) -> str:
    kept = {name: value for name, value in entry._asdict().items() if name != "claims" or value}
    return json.dumps(kept, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def decode_words(data: bytes) -> dict[str, WordedEntry]:
    """{} when the bytes are not such a file; entries that are not as they should be are left out."""
    try:
        read = json.loads(data) if len(data) <= LONGEST else {}
    except (ValueError, RecursionError):
        return {}
    functions = read.get("functions") if isinstance(read, dict) and read.get("schema") == SCHEMA else None
    if not isinstance(functions, dict):
        return {}
    return {id_: entry for id_, row in functions.items() if (entry := _entry(row)) is not None}


def _entry(row: Any) -> WordedEntry | None:
    if (
        not isinstance(row, dict)
        or (set(row) - {"parts"}) | {"claims"} != set(WordedEntry._fields)  # parts: as it was before
        or not isinstance(row["labels"], dict)
    ):
        return None
    claims = row.get("claims", [])
    if not isinstance(claims, list) or not all(isinstance(claim, list) and len(claim) == 2 for claim in claims):
        return None
    texts = [
        row["rule"],
        row["origin"],
        row["summary"],
        *row["labels"].values(),
        *(text for claim in claims for text in claim),
    ]
    if not all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in texts):
        return None
    return WordedEntry(
        row["rule"],
        row["origin"],
        row["summary"],
        dict(sorted(row["labels"].items())),
        tuple((claim[0], claim[1]) for claim in claims),
    )
