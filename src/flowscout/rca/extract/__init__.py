"""Clean lines and the shelf of formats to records: what each tool says, before anybody judges it.

Hundreds of patterns cannot be searched in millions of lines. So every pattern names literals of which one must stand in
its line, all literals of the shelf are one trie, and one expression made of it finds the few lines worth a second look.
"""

from __future__ import annotations

from .patterns import Unwrapped, unwrapped
from .records import KEPT, Extractor, records
from .soft import cautions, softened
from .trie import Literals

__all__ = ["KEPT", "Extractor", "Literals", "Unwrapped", "cautions", "records", "softened", "unwrapped"]
