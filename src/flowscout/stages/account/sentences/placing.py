"""Where something stands, and stood that is gone: a negation is told once, and what is gone never by `unless`.

"No longer returns `f(x)`, unless `!g(y)`" reads as if it still did so where `g` fails, where that is only the place of the old step:
"Where `g(y)` holds, no longer returns `f(x)`". What is done now "unless `!a`" is done "when `a`".
"""

from __future__ import annotations

from re import Match
from typing import Final

from ....model.account import Answer
from ....model.pattern import regex
from ..pieces.tenses import gone_as_well, upper
from ..reading.saying import EXIT, ORDER

_GONE: Final = regex(
    r"(?:No longer|Drops) |[^`]{0,40}+`[^`]{1,2000}+`[^`]{0,60}?(?:is no longer|are no longer|no longer depends?+ on) "
)
_RETURNED: Final = regex(r"No longer returns `[^`]{1,2000}+`\.")
_UNLESS: Final = regex(r", unless (`[^`]{1,2000}+`(?: or `[^`]{1,2000}+`){0,20}+)")
_PLACES: Final = regex(r"\A(?:[^`]{0,400}+`[^`]{1,2000}+`){1,20}?, in \d{1,4} places: (?=(?:when|unless|in|on|with) )")
_ONE_OF_THEM: Final = regex(r"(?<!\w)unless (`[^`]{1,2000}+`)")
_NOT_NEGATED: Final = regex(
    r"\b(unless) (`(?:!|not )[^`]{1,2000}+`(?: or `(?:!|not )[^`]{1,2000}+`){0,20}+)(?! or `| when asked again)"
)
_NOT_HELD: Final = regex(r"\bwhere (`(?:!|not )[^`]{1,2000}+`) (still )?does not hold")
_TWICE: Final = regex(
    r"(, when `[^`]{1,2000}+`(?: and `[^`]{1,2000}+`){0,20}+), when (?=`[^`]{1,2000}+`(?! when asked))"
)
_RATHER: Final = regex(r"(no longer) unless (`[^`]{1,2000}+`(?: or `[^`]{1,2000}+`){0,20}+)")
_ENDED: Final = regex(r"[;.] ")
_QUOTE: Final = regex(r"`([^`]{1,2000}+)`")
_NEGATED: Final = regex(r"(?:! ?|not )([\w.:>-]{0,200}+)(\([^`]{0,1000}\))?")


def placed(one: Answer) -> Answer:
    one = one._replace(sentence=gone_as_well(one.sentence), core=gone_as_well(one.core))
    said = one.sentence
    if _RETURNED.fullmatch(said) and one.rule == EXIT:  # under no condition, and others may return the same
        return one._replace(sentence=f"At its end, {_lower(said)}")
    if "unless `" not in said:
        return one._replace(sentence=plainly(said), core=plainly(one.core))
    if not _GONE.match(said) or " no longer runs only " in said:
        said = _RATHER.sub(lambda found: f"{found[1]} {_where(found[2])}", said)
        now, sign, was = (
            said.partition(", no longer ") if one.rule == ORDER and said.count(", no longer ") == 1 else (said, "", "")
        )
        was = _UNLESS.sub(lambda found: f", {_where(found[1])}", was)
        return one._replace(sentence=plainly(now) + sign + was, core=plainly(one.core))
    if each := _PLACES.match(said):  # a condition of one of them is none of the others'
        places = _ONE_OF_THEM.sub(lambda found: _where(found[1]), said[each.end() :])
        return one._replace(sentence=_led(each[0].rstrip()) + " " + places)
    core, place = _led(one.core), _place(said, one.core)
    if one.core and place and " or `" not in place.rpartition("`")[2]:
        told = _UNLESS.sub(lambda found: f", {_where(found[1])}", f", {place}").removeprefix(", ")
        return one._replace(sentence=f"{upper(told)}, {_lower(core)}", core=core)
    return one._replace(sentence=_led(said), core=core)


def plainly(said: str) -> str:
    """`when `a`` of `unless `!a``, `where `a` holds` of `where `!a` does not hold`."""
    if not any(sign in said for sign in ("unless `", "` does not hold", "` still does not hold")):
        return said
    found = _NOT_HELD.sub(_holds, _NOT_NEGATED.sub(_when, said))
    return _TWICE.sub(r"\1 and ", found) if found != said else said


def _when(found: Match[str]) -> str:
    yes = [_positive(each[1]) for each in _QUOTE.finditer(found[2])]
    within = found.string.count("`", 0, found.start()) % 2
    return found[0] if within or not all(yes) else f"when {' and '.join([f'`{each}`' for each in yes])}"


def _holds(found: Match[str]) -> str:
    yes = _positive(found[1][1:-1])
    within = found.string.count("`", 0, found.start()) % 2
    return found[0] if within or not yes else f"where `{yes}` {found[2] or ''}holds"


def _place(said: str, core: str) -> str:
    """What a sentence says beside its core, in one piece; "" where there is no such piece."""
    left = len(said) - len(core)
    at = next((at for at, (a, b) in enumerate(zip(said, core, strict=False)) if a != b), len(core))
    while at and not said.startswith(", ", at) and said[at - 1] == said[at + left - 1]:
        at -= 1  # both go on alike into a quote: ", when `a`, unless `b`, when `c`" and ", when `c`"
    whole = core and left > 0 and said[:at] + said[at + left :] == core and not said[:at].count("`") % 2
    return said[at : at + left].strip(", ") if whole else ""


def _led(said: str) -> str:
    """The first clause's places stand before it, those of others behind them."""
    found = [each for each in _UNLESS.finditer(said) if not said.count("`", 0, each.start()) % 2]
    led = [each for each in found if not _ENDED.search(_QUOTE.sub("", said[: each.start()]))]
    for each in reversed(found):
        said = said[: each.start()] + ("" if each in led else f", {_where(each[1])}") + said[each.end() :]
    return f"{upper(_where(' '.join(each[1] for each in led)))}, {_lower(said)}" if led else said


def _lower(said: str) -> str:
    return said if said.startswith("`") else said[:1].lower() + said[1:]


def _where(quotes: str) -> str:
    """ "where `a` holds and neither `b` nor `c` holds": of questions that were all answered with no."""
    asked = [each[1] for each in _QUOTE.finditer(quotes)]
    yes = [f"`{each}`" for each in map(_positive, asked) if each]
    no = [f"`{each}`" for each in asked if not _positive(each)]
    told = [f"{' and '.join(yes)} {'hold' if len(yes) > 1 else 'holds'}"] if yes else []
    told += [f"neither {' nor '.join(no)} holds"] if len(no) > 1 else [f"{no[0]} does not hold"] if no else []
    return f"where {' and '.join(told)}"


def _positive(asked: str) -> str:
    """`g(y)` of `!g(y)`; "" of what is no negation of one thing."""
    found = _NEGATED.fullmatch(asked)
    if found is None or not (found[1] or found[2]):
        return ""
    depths, depth = [], 0
    for sign in found[2] or "":
        depth += (sign in "([{") - (sign in ")]}")
        depths.append(depth)
    if not all(depths[:-1]) or depth:
        return ""
    return found[1] + found[2] if found[1] and found[2] else found[1] or found[2][1:-1].strip()
