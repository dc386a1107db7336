"""The call whose failing an `if` only tells of: it is made for what it does, as a statement of its own would be.

if (net_write(l) < 0) fprintf(stderr, "write failed\\n");
if (sync_box(box, n)) { perror(box->path); failed++; }
"""

from __future__ import annotations

from typing import Final

from ...model.facts import Call
from ...model.pattern import regex
from ...model.syntax import If, Simple
from .callee import tried
from .effects import words_of
from .own import Own

_BEFORE: Final = regex(r"\A[\s(]*+(?:\([\w ]{1,30}\)\s?)?")  # a cast
_BELOW: Final = regex(r"\A[\s)]*+(?:< ?0|[!=]= ?-1)[\s)]*+")  # no count, and no answer
_FAILED: Final = regex(r"\A[\s)]*+(?:!= ?0[\s)]*+)?")
_SYSTEM: Final = regex(r"\b(?:perror|strerror|errno)\b")  # what it asked was the system
_WRONG: Final = frozenset(["err", "error", "errx", "warn", "warnx", "warning", "perror", "fail", "fatal"])
_TOLD: Final = 3  # a call that weighs less only tells of something


def blamed(stmt: If, own: Own) -> Call | None:
    """None where it might be asked for its answer, or anything else is done by that."""
    calls = own.calls(*stmt.test) if own.language.spelling.casts else []
    told = [own.text(each.start, each.end) for each in stmt.then if isinstance(each, Simple)]
    if not calls or not told or len(told) < len(stmt.then) or stmt.init:
        return None
    call = calls[0]
    written = " ".join(told)
    before, behind = own.text(stmt.test.start, call.start), own.text(call.end, stmt.test.end)
    fails = _BELOW.fullmatch(behind) or (_FAILED.fullmatch(behind) and _SYSTEM.search(written))
    if not (fails and call.argc and _BEFORE.fullmatch(before) and tried(call, own.language)):
        return None
    spoken = [each for stmt_ in stmt.then for each in own.calls(stmt_.start, stmt_.end)]
    talks = [each for each in spoken if own.weight(each) < _TOLD]
    wrong = (
        "stderr" in written
        or _SYSTEM.search(written)
        or any(not _WRONG.isdisjoint(words_of(each.name)) for each in talks)
    )
    return call if talks and wrong and len(talks) == len(spoken) else None
