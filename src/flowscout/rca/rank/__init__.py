"""Which record is the first true cause, and which only follow from it.

verdict    did the build fail at all, and where was that said?      silence on a green log
evidence   what speaks for and against each record                  failed parts, later successes, baseline, roles
order      the strongest, of these the first; what it explains      up to three independent causes
unknown    no tool known: the telling lines before the end of what failed
telling    what a line tells by its words and its form
confidence how often records like the first one are right           fitted on labelled logs
"""

from __future__ import annotations

from .order import Cause, Ranking, ranked
from .verdict import Verdict, verdict

__all__ = ["Cause", "Ranking", "Verdict", "ranked", "verdict"]
