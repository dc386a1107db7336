"""Which lock is for a thing that is said in words: `which lock guards the playlist` is `_playlist_mutex`, by its name, where it is taken.

What a lock guards no name proves: that is said. Where no lock is named for all of the thing, those that are named for some of it stand beside the refusal.
"""

from __future__ import annotations

from typing import Final

from ....agents.said import Cited
from ....model.pattern import regex
from ....model.product import is_aside
from ...codes import NO_RESULTS, Failed
from ...own import last_part
from ..everywhere import over
from ..here import Found, Here
from ..question.asked import Asked
from ..question.sought import LITTLE, sought
from ..question.tokens import one_line
from ..scored import held_by
from ..under_lock import name_of

_ASKS: Final = regex(
    r"(?i)(?:which|what) (?:lock|mutex|semaphore|spinlock|rwlock)(?:e?s)? (?:(?:is|are) (?:there |held |taken |used |needed )?(?:for|around|over|while|when|to (?:protect|guard|access|change|modify))|(?:guards?|protects?|covers?|serialises?|serializes?|synchronises?|synchronizes?|belongs? to)) (?:the |our |an? |all |access(?:es)? to (?:the )?)?(?P<thing>\S.{2,120})$"
)
NOTE: Final = "Locks by their names, where they are taken; that one guards it no name proves."
NEAR: Final = 3


def locks_for(here: Here, question: str) -> Found | Failed | None:
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    words = [word for word in sought(asked["thing"]) if word.weight > LITTLE] if asked else []
    if asked is None or not words:
        return None
    every = over("locks")(here, Asked("lockers", {}))
    rows = [line for line in every.said if not is_aside(line.path)] if isinstance(every, Found) else []
    named = [(line, name) for line in rows if (name := name_of(_call(line)) or last_part(_call(line)))]
    kept = [line for line, name in named if len(held_by(words, name.encode())) == len(words)]
    if kept:
        return Found(tuple(dict.fromkeys(kept)), (), NOTE, weighed=True)
    some = dict.fromkeys(f"`{name}` ({line.path}:{line.line})" for line, name in named if held_by(words, name.encode()))
    others = dict.fromkeys(f"`{name}`" for _, name in named)
    near = f". Named for some of it: {', '.join([*some][:NEAR])}" if some else f". Locks that I know: {', '.join([*others][:NEAR])}" if others else ""  # fmt: skip
    return Failed(NO_RESULTS, f"No lock is named for `{asked['thing'][:80]}`, and what one guards I do not see{near}")


def _call(line: Cited) -> str:
    """The call or the name by which it is taken, as the line quotes it."""
    return line.text.partition(" takes a lock: ")[2]
