"""Mutants that change nothing that anybody can see, each with the reason; they are not drawn."""

_PACKED = "src/flowscout/engine/packed.py"
_PROPAGATION = "src/flowscout/engine/propagation.py"

EQUIVALENT: dict[tuple[str, str, str, str], str] = {
    ("src/flowscout/engine/routes.py", "", "1", "2"): "any negative number says that there is no way",
    (_PACKED, "", "1", "2"): "twice the slots: only memory",
    (_PACKED, "PackedIndex.__init__", "1", "2"): "one slot more, which nobody asks",
    (
        _PACKED,
        "PackedIndex._find",
        "at < len(self._hashes) and self._hashes[at] == wanted",
        "at < len(self._hashes)",
    ): "a line says its name: more lines are only looked at",
    (
        _PROPAGATION,
        "propagate",
        "below and key not in waiting",
        "key not in waiting",
    ): "one more look at a node that waits for nobody",
}
"""By file, scope, what was there and what became of it."""
