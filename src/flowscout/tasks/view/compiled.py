"""What a compiler's units bring, in a view: the rows of those whose key is another than it was, and of no others."""

from __future__ import annotations

import json
from collections.abc import Callable, MutableMapping
from typing import Final

from ...engine.keys import key_of
from ...model.codec import dumps_ascii
from ...model.facts import FileFacts
from ...pipeline import FileIndex
from ...ports import Offer, View, decode_offers, encode_offers
from ..compiling import Compilation
from .rows import COMPILED

FAMILY: Final = "cfamily"
_UNITS: Final = key_of(f"{FAMILY}:unit", "")
Row = tuple[int, str]


def bring_units(
    view: View, compiled: Compilation | None, indexes: MutableMapping[str, FileIndex], facts: Callable[[str], FileFacts], ids: Callable[[str], tuple[str, ...]]
) -> set[int]:  # fmt: skip
    """Keys of the names whose answers differ. indexes: of the files that were read now, which gets what their units
    bring."""
    before = {path: json.loads(row)[2][0] for path, row in view.offers(_UNITS)}
    keys = compiled.keys if compiled else {}
    held = view.files()
    invalidated: set[int] = set()
    for path in sorted(before.keys() - keys.keys()):
        invalidated |= _put(view, path, set())
    fresh = [path for path, key in keys.items() if path in held and (before.get(path) != key or path in indexes)]
    for path, offers in (
        compiled.offers(fresh, lambda each: facts(each) if each in held else None, ids) if compiled else ()
    ):
        invalidated |= _put(view, path, {*map(_row, offers)})
        if path in indexes:
            row = indexes[path]
            indexes[path] = row._replace(offers=encode_offers([*decode_offers(path, row.offers), *offers]))
    return invalidated


def _row(offer: Offer) -> Row:
    return key_of(f"{FAMILY}:{offer.kind}", offer.name), dumps_ascii((offer.kind, offer.name, offer.value))


def _put(view: View, path: str, rows: set[Row]) -> set[int]:
    before = set(view.offers_of(path))
    after = {row for row in before if not row[1].startswith(COMPILED)} | rows
    if before != after:
        view.put_offers(path, sorted(after))
    return {key for key, _ in before ^ after}
