"""What a loop is called, and which of its parts are said by the name already.

for (auto& r : replicas_)                   For each r in replicas_        next r / done
while (!queue.empty())                      While queue is not empty       yes / done
do { … } while (busy);                      Again while busy is set        yes / done
for (int i = 0; i < n; i++)                 For each i from 0 below n      next i / done
for (node* p = list; p; p = p->next)        For each p from list           next p / done
for (node* p = first(l); p; p = next(p))    For each p from first(l), next(p) each time
for (i = 0; i < n && ok(i); i++)            For each i from 0 below n while ok(i)
for (auto it = m.begin(); it != m.end(); ++it)   For each it in m
while (true)                                Repeat
"""

from __future__ import annotations

import re
from typing import Final

from ...model.bound import BoundFunction
from ...model.language import Language
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import Loop, Simple
from ...words import english
from ...words.kinds import taken_in_turn
from .tree import sole

_AWAITED: Final = regex(rb"\basync\s++for\s++\Z")
_NEAR: Final = 40  # bytes from `async for` to what it binds
_LONG: Final = 20  # letters of a loop variable worth repeating on the edge
_INIT: Final = regex(r"^(?:[\w:<>,*&\s]+?[\s*&])?(\w+)\s*=\s*([^=].*?);?$", re.DOTALL)
_STEP: Final = regex(r"^(?:(\+\+|--)\s*(\w+)|(\w+)\s*(\+\+|--)|(\w+)\s*([-+])=\s*([\w.]+))$")
_TEST: Final = regex(r"^(\w+)\s*(<=|>=|<|>|!=)\s*(.+)$", re.DOTALL)
_PIECE: Final = regex(r"""&&|\|\||[][(){}]|"(?:[^"\\]|\\.)*+"?|'(?:[^'\\]|\\.)*+'?""")
_MADE_OF: Final = regex(r"^(.+?)(?:\.|->)c?r?begin\(\)$")
_ENDED: Final = regex(r"^(.+?)(?:\.|->)c?r?end\(\)$")


class Round(NamedTuple):
    """A loop in words. each: it goes over items or numbers. first: the words of the first of several operands alone."""

    words: str
    next: str
    each: bool = False
    first: str = ""


def _plain(text: str) -> str:
    return " ".join(text.split())


def _next(name: str) -> str:
    return f"next {name}" if 0 < len(name) <= _LONG else "next"


def each(bound: BoundFunction, loop: Loop, language: Language) -> Round:
    target = bound.read(*loop.target) if loop.target else ""
    iterable = bound.read(*loop.iterable) if loop.iterable else ""
    if loop.target and loop.iterable:
        between = bound.read(loop.target[1], loop.iterable[0])
        target, iterable = taken_in_turn(bound.facts, target, between, iterable)
    words = english.each(target or "item", iterable, language)
    if loop.target and _AWAITED.search(bound.text, max(0, loop.target[0] - _NEAR), loop.target[0]):
        words = f"Async f{words[1:]}"
    return Round(words, _next(english.names_in(target, language) if target else ""), each=True)


def counted(bound: BoundFunction, loop: Loop, language: Language) -> Round | None:
    """C's three parts, where they are one of the usual idioms."""
    init = sole(loop.init)
    if not isinstance(init, Simple) or loop.step is None or loop.test is None:
        return None
    begun = _INIT.match(_plain(bound.read(init.start, init.end)))
    test, step = _plain(bound.read(*loop.test)), _plain(bound.read(*loop.step))
    if not begun or "," in _outside(begun[2]):
        return None
    name, first = begun.groups()
    test, *more = _conjuncts(test)
    words = _count(name, first, test, step, language) or _walk(name, first, test, step, language)
    if not words:
        return None
    rest = " && ".join(more)
    also = f" while {english.question(rest, language) or english.expression(rest, language)}" if rest else ""
    return Round(words + also, _next(name), each=not rest, first=words)


def _conjuncts(test: str) -> list[str]:
    """The first of what must all hold, and the rest; all of it where one of several things is enough."""
    depth = 0
    for found in _PIECE.finditer(test):
        depth += (found[0] in "([{") - (found[0] in ")]}")
        if depth == 0 and found[0] == "||":
            break
        if depth == 0 and found[0] == "&&" and "||" not in _outside(test):
            return [test[: found.start()].strip(), test[found.end() :].strip()]
    return [test]


def _outside(text: str) -> str:
    """Without what stands in brackets."""
    while True:
        shorter = re.sub(r"\([^()]*\)|\[[^][]*\]|\{[^{}]*\}", "", text)
        if shorter == text:
            return text
        text = shorter


def _count(name: str, first: str, test: str, step: str, language: Language) -> str:
    stepped, asked = _STEP.match(step), _TEST.match(test)
    if not stepped or not asked or asked[1] != name or name not in (stepped[2], stepped[3], stepped[5]):
        return ""
    if re.search(r"&&|\|\|", _outside(asked[3])):
        return ""
    begin, end = _MADE_OF.match(first), _ENDED.match(asked[3])
    if begin and end and begin[1] == end[1]:
        return english.each(name, begin[1], language)
    start, stop = english.expression(first, language), english.expression(asked[3], language)
    up = (stepped[1] or stepped[4] or stepped[6]).startswith("+")
    by = f", in steps of {stepped[7]}" if stepped[7] and stepped[7] != "1" else ""
    how = {
        ("<", True): "below",
        ("<=", True): "to",
        ("!=", True): "up to",
        (">=", False): "down to",
        (">", False): "down to above",
        ("!=", False): "down to",
    }.get((asked[2], up))
    return f"For each {name} from {start} {how} {stop}{by}" if how else ""


def _walk(name: str, first: str, test: str, step: str, language: Language) -> str:
    """A chain: the step gives the variable its next value, the test asks whether there is one."""
    own = re.escape(name)
    there = re.fullmatch(rf"{own}|{own}\s*!=\s*(?:NULL|nullptr|0)|(?:NULL|nullptr)\s*!=\s*{own}", test)
    target, _, value = step.partition("=")
    if not there or target.strip() != name or not re.search(rf"\b{own}\b", value):
        return ""
    link = value.strip().removeprefix(f"{name}->").removeprefix(f"{name}.")
    start = english.expression(first, language)
    if "(" in link:
        return f"For each {name} from {start}, {english.expression(link, language)} each time"
    # `p->next` goes without saying, `dev->parent` and `p->next->next` do not
    by = "" if "next" in link.lower() and link.isidentifier() else f" by {english.expression(link, language)}"
    return f"For each {name} from {start}{by}"


def asked(question: str, style: str) -> Round:
    return Round(f"Again while {question}" if style == "do" else f"While {question}", "yes")


ENDLESS: Final = Round("Repeat", "")
