"""Measures every expression of ours in a process of its own, and prints what it found as JSON.

Argument: a file of expressions known to be slow, `where<TAB>expression` as JSON strings. These are measured more strictly, so that
one on the border neither fails nor counts as mended.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from linear.cost import slow
from linear.expressions import Expression, found

BORDER = 0.3


def entry(expression: Expression) -> str:
    return f"{expression.where}\t{json.dumps(expression.text, ensure_ascii=False)}"


def main(known: frozenset[str]) -> None:
    every = found()
    rows = []
    for expression in every.expressions:
        text = expression.text.encode("latin-1") if expression.binary else expression.text
        share = BORDER if entry(expression) in known else 1
        why = slow(text, expression.flags, expression.modes, share)
        if why:
            rows.append((entry(expression), str(why)))
    json.dump({"slow": rows, "unread": every.unread, "count": len(every.expressions)}, sys.stdout)


if __name__ == "__main__":
    main(frozenset(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()))
