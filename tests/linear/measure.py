"""Measures every expression of ours in a process of its own, and prints what it found as JSON.

Arguments: a file of expressions known to be slow, `where<TAB>expression` as JSON strings. These are measured more strictly, so that
one on the border neither fails nor counts as mended. And two files of digests of what was measured before, an expression with its
flags and modes, together with the code that measures: those that are not slow, and with why those that are. Neither is measured again.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from linear.cost import slow
from linear.expressions import Expression, found

BORDER = 0.3


def entry(expression: Expression) -> str:
    return f"{expression.where}\t{json.dumps(expression.text, ensure_ascii=False)}"


def _measures() -> bytes:
    """The code that measures: what it found once holds as long as it is the same."""
    return b"".join([(Path(__file__).parent / name).read_bytes() for name in ("cost.py", "pumps.py")])


def digest(expression: Expression, code: bytes) -> str:
    what = f"{expression.binary} {expression.flags} {expression.modes} {expression.text}".encode(
        "utf-8", "surrogatepass"
    )
    return hashlib.sha256(code + what).hexdigest()[:20]


def main(known: frozenset[str], fine: frozenset[str], before: frozenset[str]) -> None:
    every, code = found(), _measures()
    rows, sound, slowly = [], set(), {}
    reasons = dict(row.split("\t", 1) for row in before)
    for expression in every.expressions:
        sound.add(name := digest(expression, code))
        if name in fine:
            continue
        text = expression.text.encode("latin-1") if expression.binary else expression.text
        share = BORDER if entry(expression) in known else 1
        why = reasons.get(name) or slow(text, expression.flags, expression.modes, share)
        if why:
            rows.append((entry(expression), str(why)))
            slowly[name] = " ".join(str(why).split())
            sound.discard(name)
    told = {
        "slow": rows,
        "unread": every.unread,
        "count": len(every.expressions),
        "fine": sorted(sound),
        "slowly": slowly,
    }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main(*(frozenset(Path(each).read_text(encoding="utf-8").splitlines()) for each in sys.argv[1:4]))
