"""The floor of a hook: what any Python program must do to judge one staged file, and nothing else.

    floor.py STORE [parse]

An interpreter, a row of an SQLite file, the staged changes from git, the digest of each; with `parse`, tree-sitter's parse of
each and a walk over its named nodes. It draws nothing, knows no other file and keeps nothing: no hook that reads code can be
quicker, so times are given as multiples of it.
"""

from __future__ import annotations

import hashlib
import sqlite3
import subprocess
import sys


def staged() -> list[tuple[str, bytes]]:
    listed = subprocess.run(
        ["git", "diff", "--cached", "--name-only", "-z", "--diff-filter=ACMR"], capture_output=True, check=True
    )
    paths = [path.decode() for path in listed.stdout.split(b"\0")[:-1]]
    found = []
    for path in paths:
        with open(path, "rb") as stream:
            found.append((path, stream.read()))
    return found


def nodes(path: str, data: bytes) -> int:
    from tree_sitter import Language, Parser

    if path.endswith(".py"):
        import tree_sitter_python as grammar
    elif path.endswith((".c", ".h")):
        import tree_sitter_c as grammar
    else:
        import tree_sitter_cpp as grammar
    stack, count = [Parser(Language(grammar.language())).parse(data).root_node], 0
    while stack:
        count += 1
        stack.extend(stack.pop().named_children)
    return count


def main(store: str, parse: bool) -> None:
    with sqlite3.connect(store) as db:
        db.execute("CREATE TABLE IF NOT EXISTS memo (key TEXT PRIMARY KEY, value BLOB)")
        for path, data in staged():
            digest = hashlib.sha256(data).hexdigest()
            db.execute("SELECT value FROM memo WHERE key = ?", (digest,)).fetchone()
            if parse:
                nodes(path, data)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:] == ["parse"])
