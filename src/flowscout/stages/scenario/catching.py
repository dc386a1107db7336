"""Whether a handler catches what is raised, by what is known of the classes: of the project's own, of Python's, and how a class is written.

True and False are certain; None where what is known does not tell.
"""

from __future__ import annotations

import builtins
import re
from typing import Final

from ...model.bound import BoundFunction
from ...model.pattern import regex

_MADE: Final = regex(r"throw\s++([\w:]++)\s*+[({](?:[^(){}]|[({][^(){}]*+[)}])*+[)}]\s*+;?\s*+\Z")
_DOTTED: Final = regex(
    r"(?:\w{1,80}\.)++[A-Z]\w{0,80}[a-z]\w{0,80}"
)  # a class by the name that its own module gives it
EVERY: Final = frozenset({"", "*", "any error", "BaseException"})
_MOST: Final = frozenset({"Exception", "exception"})  # not KeyboardInterrupt, and not the 3 of `throw 3`


def class_of(written: str) -> str:
    """`const std::out_of_range& e` → out_of_range."""
    words = re.findall(r"[\w.:]+", re.sub(r"\b(?:const|volatile)\b|[&*]++\s*+\w*+", " ", written))
    return re.split(r"::|\.", words[0])[-1] if words else ""


def catches(bound: BoundFunction, written: str, thrown: str, itself: bool) -> bool | None:
    """As `related`, of what may be of a class below. itself: the class is named on the spot."""
    known = related(bound, written, thrown)
    if known is not False or itself or bound.language != "python":
        return known
    above = dict(bound.kinds).get(written, ())
    wide, narrow = getattr(builtins, thrown, None), getattr(builtins, written, None)
    if isinstance(wide, type) and isinstance(narrow, type):
        return None if issubclass(narrow, wide) else False
    return None if thrown in above or not above else False


def _by_value(bound: BoundFunction, thrown: str) -> bool:
    """`throw E(n)` wherever an E is thrown: a handler of a pointer is not for it."""
    texts = [bound.read(each.start, each.end) for each in bound.facts.raises if class_of(each.type) == thrown]
    made = [_MADE.match(text) for text in texts]
    return bool(made) and all(each and class_of(each[1]) == thrown for each in made)


def related(bound: BoundFunction, written: str, thrown: str) -> bool | None:
    """Whether a handler catches what is thrown; None where what is known of the classes does not tell."""
    if written.endswith("*") and _by_value(bound, thrown):
        return False if class_of(written) == thrown else None
    if written.endswith(" *") and not written.startswith("const ") and class_of(written) == thrown:
        return None  # what is thrown may be const
    known = {class_of(name): above for name, above in bound.kinds}
    caught, own = class_of(written), dict(bound.kinds).get(written)
    if own and thrown in known:
        return own[0] in known[thrown]
    if caught in EVERY or written in EVERY or (thrown and caught == thrown):
        return True
    wide, narrow = getattr(builtins, caught, None), getattr(builtins, thrown, None)
    if isinstance(wide, type) and isinstance(narrow, type):
        return issubclass(narrow, wide)
    if caught in _MOST and (thrown or bound.language == "python"):
        return thrown not in EVERY or not thrown
    if thrown in known and _DOTTED.fullmatch(written):
        return caught in known[thrown]
    return None
