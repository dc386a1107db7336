"""What a condition of the code asks, and which answer leads to where a step is done."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from ...model.pattern import regex
from ..deeds import ADVERSE_NAMES, Under
from ..stems import plain

_OPERATORS: Final = ("is not ", "not in ", "!=", "==", "<=", ">=", "is ", "in ", "<", ">")
_NOTHING: Final = regex(
    r"(?:\(?\w++ ?\*?\))?(?:None|NULL|nullptr|null|nil|undefined|\"\"|''|b''|\[\]|\{\}|'\\0'|\(\)|(?:\w{1,40}::){1,3}npos|(?:\w{1,40}::){1,3}(?:No|None|Null|Nil|Invalid|Unknown|Empty)(?:[A-Z]\w*)?|[\w.>-]{1,60}\bend\(\))"
)
_ZERO: Final = regex(r"0[uUlL]{0,3}|0\.0f?|'\\0'")
_BAD: Final = regex(r"-\s?\d{1,20}|EOF|\w{0,40}?(?:ERR|FAIL|INVALID|BAD|NONE|NIL)\w{0,40}|False|false|FALSE")
_GOOD: Final = regex(r"\w{0,40}?(?:OK|SUCCESS|SUCCEEDED)|True|true|TRUE")
_VALUE: Final = regex(
    r"(?:[\w.]{1,60}(?:\.|::))?[A-Z_][A-Z0-9_]{1,60}|(?:\w{1,40}::){1,3}\w{1,60}|[\"'][^\"']{1,80}[\"']|\d[\w.]{0,20}"
)
_EMPTINESS: Final = regex(r"(?i)(?:\b|_|\.|>)(?:is_?)?(?:empty|none|null)\s*\(\)?")
_OF_NOTHING: Final = regex(r"\([^()]{1,80},\s*\w{0,40}?(?:NIL|NULL|NONE|UNDEFINED)\s*\)$")
_OPPOSITE: Final = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}


class AskedClaim(NamedTuple):
    """kind: truth, nothing, zero, status, value, equal, member, order, handler, loop. yes: it is there, so, or well, where the step is done.
    left, op, right: its sides, where it compares, as it holds there. called: its answer comes from a call."""

    kind: str
    yes: bool
    left: str
    op: str = ""
    right: str = ""
    called: bool = False
    adverse: frozenset[str] = frozenset()


@lru_cache(maxsize=4096)
def asked(under: Under) -> AskedClaim:
    if under.loop:
        return AskedClaim("loop", under.holds, under.code)
    if not under.code:
        return AskedClaim("handler", True, under.text, called=True)
    code, turns = _bare(under.code)
    holds = under.holds != (turns % 2 == 1)
    left, op, right = split(code)
    if found := _KIND.fullmatch(code):
        left, op, right = found[1], "==", found[2]
        return _held(AskedClaim("value", True, left, op, right), holds)
    called = bool(re.search(r"\w\s?\(", f"{left} {under.also}"))
    made = (
        _compared(left, op, right, called)
        if op
        else AskedClaim("truth", True, code, called=bool(re.search(r"\w\(", code)) or called)
    )
    if _PLACED.search(code) and _PLACING.search(under.also):  # not `second`: it was there before
        made = made._replace(yes=False)
    if made.kind == "truth" and (_EMPTINESS.search(code) or _OF_NOTHING.search(code)):
        made = made._replace(yes=False)
    named = re.sub(r"\([^()]*\)", "()", left if op else code)
    adverse = frozenset(w for w in plain(re.sub(r"[_.]", " ", named)) if w in ADVERSE_NAMES)
    made = made._replace(adverse=adverse)
    return _held(made, holds)


_PLACED: Final = regex(r"\.second\b")
_PLACING: Final = regex(r"(?:emplace|insert)\w{0,20}\s*\(")
_KIND: Final = regex(r"(?:isinstance|issubclass|hasattr)\(([\w.]{1,60}), ?(.{1,80})\)")


def _held(made: AskedClaim, holds: bool) -> AskedClaim:
    if holds:
        return made
    return made._replace(yes=not made.yes, op=_OPPOSITE.get(made.op, made.op))


def _compared(left: str, op: str, right: str, called: bool) -> AskedClaim:
    if _ZERO.fullmatch(left) or _NOTHING.fullmatch(left) or (_VALUE.fullmatch(left) and not _VALUE.fullmatch(right)):
        left, right = right, left
        op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
    same = op in ("==", "is ")
    if op in ("in ", "not in "):
        return AskedClaim("member", op == "in ", left, op, right, called)
    if op in ("<", ">", "<=", ">="):
        if _ZERO.fullmatch(right) or right == "1":
            return AskedClaim("zero", op in (">", ">="), left, op, right, called)
        return AskedClaim("order", op in (">", ">="), left, op, right, called)
    if _NOTHING.fullmatch(right):
        return AskedClaim("nothing", not same, left, op, right, called)
    if _ZERO.fullmatch(right):
        return AskedClaim("zero", not same, left, op, right, called)
    if _BAD.fullmatch(right):
        return AskedClaim("status", not same, left, op, right, called)
    if _GOOD.fullmatch(right):
        return AskedClaim("status", same, left, op, right, called)
    return AskedClaim("value" if _VALUE.fullmatch(right) else "equal", same, left, op, right, called)


def _bare(code: str) -> tuple[str, int]:
    """A condition without the brackets and the `not` around it, and how many of these there were."""
    code, turns = code.strip(), 0
    for _ in range(6):
        if code.startswith("not "):
            code, turns = code[4:].strip(), turns + 1
        elif code.startswith("!") and not code.startswith("!=") and not split(code)[1]:
            code, turns = code[1:].strip(), turns + 1
        elif code.startswith("(") and _closes(code) == len(code) - 1:
            code = code[1:-1].strip()
        elif found := re.fullmatch(r"(?:unlikely|likely|__builtin_expect|bool|bool\(\))\((.{1,400})\)", code):
            code = found[1].strip()
        else:
            break
    return code, turns


def _closes(code: str) -> int:
    depth = 0
    for at, char in enumerate(code):
        depth += (char in "([{") - (char in ")]}")
        if depth == 0:
            return at
    return -1


@lru_cache(maxsize=4096)
def split(code: str) -> tuple[str, str, str]:
    """The sides of a comparison that stands in no brackets, and how it compares; all of it and nothing where there is none."""
    depth, quote = 0, ""
    for at, char in enumerate(code):
        if quote:
            quote = "" if char == quote and code[at - 1] != "\\" else quote
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif depth == 0:
            op = _at(code, at)
            if op:
                return code[:at].strip(), op, code[at + len(op) :].strip()
    return code, "", ""


def _at(code: str, at: int) -> str:
    for op in _OPERATORS:
        if not code.startswith(op, at):
            continue
        before, behind = code[at - 1 : at], code[at + len(op) : at + len(op) + 1]
        if op[0].isalpha():
            return op if before == " " else ""
        if op in ("<", ">") and (before in ("-", "<", ">", "") or behind in ("<", ">") or _template(code, at)):
            return ""
        if op in ("==", "!=", "<=", ">=") and before in ("<", ">", "="):
            return ""
        return op
    return ""


def _template(code: str, at: int) -> bool:
    return bool(re.match(r"<[\w:, *<>]{1,60}>\s{0,2}[({:]", code[at:])) or (
        code[at] == ">" and bool(re.search(r"<[\w:, *]{1,60}$", code[:at]))
    )
