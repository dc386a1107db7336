"""What is told along with another sentence, and what does nothing: both are counted by rule, and only of the latter is it true that it does
nothing. A declaration follows its function, a name the one that is called otherwise, a handler its `try`."""

from __future__ import annotations

from typing import Final

from ..neutral.ended_by import TOLD as WITH_ITS_MACRO
from ..neutral.rules import FOLLOWS
from ..reading.decorators import TOLD as WITH_ITS_CLASS
from ..reading.loops import FIRST
from ..sentences.attempts import HANDLED
from ..sentences.called_for_both import TOLD as WITH_ITS_CALL
from ..sentences.defining import TOLD as BY_THEMSELVES
from ..sentences.directives import FOLLOWS as WITH_ITS_IF
from ..sentences.gone_for_it import TOLD as WITH_ITS_LOCAL
from ..sentences.into_choice import TOLD as WITH_ITS_VALUE
from ..sentences.now_always import ENDS
from ..sentences.stands_for import TOLD as WITH_ITS_FUNCTION
from .at_another_level import LEVEL
from .declared_result import TOLD as WITH_ITS_STEP
from .follows import DECLARED
from .rehomed import MOVED
from .taken import PUT, TAKEN
from .unbuilt import SWITCHED
from .where_it_runs import TOLD as WITH_WHAT_RUNS

ALONG: Final = frozenset((
    DECLARED, MOVED, "renamed", "extracted", "inlined", FOLLOWS, HANDLED, LEVEL, TAKEN, PUT, SWITCHED, FIRST, ENDS, BY_THEMSELVES,
    WITH_ITS_CALL, WITH_ITS_CLASS, WITH_ITS_FUNCTION, WITH_ITS_IF, WITH_ITS_LOCAL, WITH_ITS_MACRO, WITH_ITS_STEP, WITH_ITS_VALUE,
    WITH_WHAT_RUNS,
))  # fmt: skip
