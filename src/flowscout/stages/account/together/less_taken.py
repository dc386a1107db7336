"""C and C++: the declaration of a function that takes less than it did, where that is told of the function: what the callers that left it out
were given for it is gone with it."""

from __future__ import annotations

from collections.abc import Mapping


def takes_less(was: str, now: str, heads: Mapping[str, str]) -> bool:
    """heads: what is told of the head of each function, by its own name."""
    one, other = _parted(was), _parted(now)
    if "(" not in was or "(" not in now or (one[0], one[2]) != (other[0], other[2]) or not one[0]:
        return False
    before, after = params(one[1]), params(other[1])
    gone = [each for each in before if each not in after]
    told = heads.get(one[0][-1].lstrip("*&"), "").partition("o longer takes ")[2]
    return (
        bool(gone)
        and [each for each in before if each in after] == after
        and all(f"`{_name(each)}`" in told for each in gone)
    )


def _parted(code: str) -> tuple[list[str], str, list[str]]:
    """Words before what it takes, what it takes, words behind."""
    head, _, rest = code.partition("(")
    taken, _, behind = rest.rpartition(")")
    return head.split(), taken, behind.split()


def _name(param: str) -> str:
    words = param.partition("=")[0].partition("[")[0].split()
    return words[-1].lstrip("*&") if words else ""


def params(text: str) -> list[str]:
    """Between the commas that part them."""
    found, depth, quoted = [""], 0, ""
    for sign in " ".join(text.split()):
        if quoted or sign in "\"'":
            quoted = "" if quoted == sign and not found[-1].endswith("\\") else quoted or sign
        depth += 0 if quoted else (sign in "([{<") - (sign in ")]}>")
        if sign == "," and depth <= 0 and not quoted:
            found.append("")
        else:
            found[-1] += sign
    return [each.strip() for each in found if each.strip()]
