"""Lines of `#if` within an expression, in words."""

from __future__ import annotations

import re
from typing import Final

from ..model.pattern import regex
from ..model.record import NamedTuple

_DIRECTIVE: Final = regex(
    r"(?m)^[ \t]{0,80}#[ \t]{0,8}(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b([^\n]{0,160})$\n?"
)
_TEXT: Final = regex(r""""(?:\\.|[^"\\\n])*+"?|(?<!\w)'(?:\\.|[^'\\\n])*+'?""")
_CLOSES: Final = frozenset(")]};,")
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}
_ELSEWHERE: Final = "otherwise in other builds"

OF_A_BUILD: Final = " #if "  # behind a case's value the condition under which it is there


def in_any(values: str) -> str:
    """Values of a case without the builds in which they are there."""
    return ", ".join([each.partition(OF_A_BUILD)[0] for each in values.split(", ")]) if OF_A_BUILD in values else values


def closed_within(text: str) -> str:
    """What a call is handed, of which the bracket that closes it stands in an arm: another build closes it otherwise."""
    words = [found[1] for found in _DIRECTIVE.finditer(text)]
    open_ = sum(word.startswith("if") for word in words) - words.count("endif")
    return f"{text.rstrip()}; {_ELSEWHERE}" if open_ > 0 and words[-1] != "else" else text


class _Group(NamedTuple):
    """Arms, each with what is asked, "" for the last one that asks nothing."""

    arms: list[tuple[str, list[str]]]


def by_build(text: str) -> str:
    """Lines of `#if` within: `n > 0 [where STRICT is defined: && m > 0]`."""
    open_: list[_Group] = [_Group([("", [])])]
    at, instead = 0, list[str]()
    for found in _DIRECTIVE.finditer(text):
        open_[-1].arms[-1][1].append(text[at : found.start()])
        at = found.end()
        if found[1].startswith("if"):
            open_.append(_Group([(_defined(found), [])]))
        elif len(open_) == 1:
            continue  # of what begins before
        elif found[1] == "endif":
            said = _said(open_.pop(), instead)
            open_[-1].arms[-1][1].append(said)
        else:
            open_[-1].arms.append((_defined(found) if found[1] != "else" else "", []))
    open_[-1].arms[-1][1].append(text[at:])
    while len(open_) > 1:  # the range ends before the `#endif`
        said = _said(open_.pop(), instead).rstrip()
        open_[-1].arms[-1][1].append(said)
    told = "".join(open_[0].arms[0][1])
    return f"{told.rstrip()} [{'; '.join(dict.fromkeys(instead))}]" if instead else told


def _said(group: _Group, instead: list[str]) -> str:
    """instead: to be said behind it all, of arms that hold no more than a part of what stands in brackets: the first one stands for them."""
    arms = [(asked, "".join(texts).strip()) for asked, texts in group.arms]
    arms, behind = _closed(arms)
    if any(not _balanced(said) for _, said in arms):
        instead.append(f"where {arms[0][0]}; {_ELSEWHERE}")
        return f"{arms[0][1]}{behind} "
    told = [f"{f'where {asked}' if asked else 'else'}: {said}" for asked, said in arms if said]
    inner = (
        f"[{'; '.join([told[0], *[f'else {each}' if each.startswith('where ') else each for each in told[1:]]])}]"
        if told
        else ""
    )
    return f"{inner}{behind} "


def _closed(arms: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], str]:
    """Without what closes all of them, and that: `a); else: b)` is `a; else: b` and a bracket."""
    arms = [(asked, said.rstrip("; \t\n")) for asked, said in arms]
    whole_ = [said for _, said in arms if said]
    if len(whole_) < 2 or arms[-1][0]:
        return arms, ""
    behind = ""
    while all(said[-1:] in _CLOSES for said in whole_) and len({said[-1] for said in whole_}) == 1:
        last = whole_[0][-1]
        if last in _PAIRS and all(map(_balanced, whole_)):
            break
        behind = last + behind
        whole_ = [said[:-1].rstrip() for said in whole_]
    left = iter(whole_)
    return [(asked, next(left) if said else "") for asked, said in arms], behind


def _balanced(text: str) -> bool:
    held = list[str]()
    for sign in _TEXT.sub("", text):
        if sign in "([{":
            held.append(sign)
        elif sign in _PAIRS and (not held or held.pop() != _PAIRS[sign]):
            return False
    return not held


def _defined(found: re.Match[str]) -> str:
    word, condition = found[1], found[2].strip()
    return (
        f"{condition} is not defined"
        if word.endswith("ndef")
        else f"{condition} is defined"
        if word.endswith("def")
        else condition
    )
