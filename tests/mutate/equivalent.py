"""Mutants that change nothing that anybody can see, each with the reason; they are not drawn."""

_PACKED = "src/flowscout/engine/packed.py"
_PROPAGATION = "src/flowscout/engine/propagation.py"
_CONDITIONS = "src/flowscout/stages/flow/conditions.py"
_PROTECTED = "src/flowscout/stages/flow/protected.py"
_MEANING = "src/flowscout/stages/actions/meaning.py"
_MATCHING = "src/flowscout/stages/compare/matching.py"
_HINTS = "src/flowscout/stages/bind/hints.py"

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
    (
        _CONDITIONS,
        "_leaf",
        "400",
        "401",
    ): "how much is worth a look for brackets around it: no meaning at either length",
    (_PROTECTED, "try_", "'next'", "''"): "any name that no other way out of a `try` has tells its copy of the cleanup",
    (_MEANING, "pure", "'new'", "''"): "a `new` is taken for the resource it is before anybody asks whether it is pure",
    (
        "src/flowscout/engine/digest.py",
        "digest",
        "json.dumps(parts, ensure_ascii=False, separators=(',', ':'))",
        "json.dumps(parts, ensure_ascii=False)",
    ): "any text that is another one for other parts does",
    (
        "src/flowscout/engine/digest.py",
        "digest",
        "json.dumps(parts, ensure_ascii=False, separators=(',', ':'))",
        "json.dumps(parts, separators=(',', ':'))",
    ): "any text that is another one for other parts does",
    (
        "src/flowscout/stages/compare/guards.py",
        "",
        "400",
        "401",
    ): "how far before its end a guard is named: no meaning at either length",
    (
        "src/flowscout/stages/bind/definition.py",
        "define",
        "_depth(body) > NESTING",
        "_depth(body) >= NESTING",
    ): "how deep a macro may nest: no meaning at either depth",
    (
        "src/flowscout/stages/bind/leaving.py",
        "",
        "4",
        "5",
    ): "how far macros in macros are asked: no meaning at either depth",
    (_HINTS, "", "400", "401"): "how much is worth a look for a hint: no meaning at either length",
    (_HINTS, "_hands_on", "len(text) <= _LONGEST", "len(text) < _LONGEST"): "the same, of its last letter",
    (_PACKED, "", "16", "17"): "a few slots more for each name: only memory",
    (
        "src/flowscout/engine/keys.py",
        "key_of",
        "1",
        "2",
    ): "a bit less: names that share a number only wake each other's askers",
    (
        "src/flowscout/engine/digest.py",
        "digest",
        "False",
        "True",
    ): "any text that is another one for other parts does",
    (
        "src/flowscout/engine/routes.py",
        "_near",
        "queue and len(came) < NEAR",
        "queue",
    ): "how much is looked at before all distances are: the same way",
    ("src/flowscout/bot/parse.py", "near", "1", "2"): "of two close names the first is taken all the same",
    ("src/flowscout/redact/addressed.py", "", "'-S'", "''"): "what is looked for quickly first: then always looked for",
    ("src/flowscout/redact/named.py", "", "'jwt'", "''"): "the same, of names",
    (
        "src/flowscout/tools/asking/inside.py",
        "_told",
        "len(code) <= LONGEST",
        "len(code) < LONGEST",
    ): "where a line is cut: no meaning at either length",
    (
        "src/flowscout/stages/flow/builder.py",
        "",
        "'raise'",
        "''",
    ): "any name that no other way out of a `try` has tells its copy of the cleanup",
    (
        "src/flowscout/stages/actions/guards.py",
        "_against",
        "arm is None or other is None or (not _poor(scene, arm, group, target))",
        "other is None or not _poor(scene, arm, group, target)",
    ): "an arm that does not leave gives nothing poor; it is asked for the checker of types",
    (
        _MATCHING,
        "_by_likeness",
        "len(left) * len(right) > MOST_PAIRS",
        "len(left) * len(right) >= MOST_PAIRS",
    ): "from how many pairs on fewer are weighed: no meaning at either number",
    (
        _MATCHING,
        "_words_alike",
        "max(map(len, words)) <= MOST_IN_ORDER",
        "max(map(len, words)) < MOST_IN_ORDER",
    ): "the same, of words",
    (
        "src/flowscout/tasks/review/closed.py",
        "Closing.holds",
        "given or ''",
        "given",
    ): "there it is a parameter's name; the checker of types asks for it",
}
"""By file, scope, what was there and what became of it."""
