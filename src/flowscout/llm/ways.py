"""Which way a step goes: what it sets to what, counts up or down, puts where, lets go of, and gives back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import Deed, Done, given, stepped, wide
from .english import GLUE, words
from .nearby import read_aloud
from .phrases import own_stems
from .stems import stem, stems

_UPWARDS: Final = words("increment increas")


_DOWNWARDS: Final = words("decrement decreas")


_GIVES: Final = words("set reset assign initialis initializ")


_VALUE: Final = regex(r"-?\d[\w.]*|\"[^\"]*\"|'[^']*'|None|NULL|nullptr|null|True|False|true|false")


def misdirected(told: Sequence[ClauseWord], at: int, candidates: Sequence[Done]) -> str:
    """`decrements` of what is counted up, `sets x to 0` of what is set to 1: the deed's own code says which way, and which value."""
    one, coded = stem(told[at].text), [d.deed for d in candidates if d.deed.place and d.deed.code]
    way = 0 if one in _UPWARDS else 1 if one in _DOWNWARDS else -1
    if way >= 0 and coded and not any(stepped(deed)[way] for deed in coded):
        return f"nothing in the data says that {told[at].small} is done to that"
    turn = next((n for n, w in enumerate(told) if n > at and w.small in ("to", "as")), 0)
    value = " ".join(w.text.strip("`“”") for w in told[turn + 1 :]).rstrip(".").replace("- ", "-") if turn else ""
    if one in _GIVES and _VALUE.fullmatch(value):
        values = [known for deed in coded if _VALUE.fullmatch(known := given(deed))]
        if values and _bare(value) not in map(_bare, values):
            return f"nothing in the data says that it is set to {value}"
    return ""


def _bare(value: str) -> str:
    """A constant as people say it, in any language."""
    plain = value.strip("\"'")
    return (
        {"nullptr": "null", "none": "null"}.get(plain.lower(), plain.lower()) if plain.lower() in _CONSTANTS else plain
    )


_CONSTANTS: Final = words("true false none null nullptr")


def in_order(told: Sequence[ClauseWord], at: int, candidate: Done) -> bool:
    """Whether what is moved comes before where it is moved to, where both are named."""
    turn = next((n for n, w in enumerate(told) if n > at and w.small in ("to", "into", "over", "onto")), 0)
    sides = [
        {s for w in side if w.small not in GLUE for s in own_stems(w)}
        for side in (told[at + 1 : turn], told[turn + 1 :])
    ]
    code = candidate.raw.split("\n")[-1]
    if (given_ := _BETWEEN.search(code)) and turn:
        one, two = (wide(stems(part)) for part in given_.groups())
        if sides[0] & (two - one) or sides[1] & (one - two):
            return False  # `copies the new to the old` of `copy(old, new)`
    left, equals, right = code.partition("=")
    code = f"{right} {left}" if equals and "(" not in code else code
    order = [s for token in re.findall(r"[\w$]+", code) for s in sorted(wide(stems(token)))]
    places = [
        min((order.index(s) for s in side - other if s in order), default=-1) for side, other in (sides, sides[::-1])
    ]
    return not turn or -1 in places or places[0] < places[1]


def turned_round(told: Sequence[ClauseWord], at: int, candidate: Done) -> bool:
    """`sends the peer to the copy` of `peer.send(copy)`: what is given to a call goes to what it is called on, not the other way."""
    turn = next((n for n, w in enumerate(told) if n > at and w.small in ("to", "into", "onto")), 0)
    found = _METHOD.search(candidate.raw.split("\n")[-1])
    if not turn or found is None:
        return False
    on, given_ = (wide(stems(part)) for part in found.groups())
    what, where = (
        {s for w in side if w.small not in GLUE for s in own_stems(w)}
        for side in (told[at + 1 : turn], told[turn + 1 :])
    )
    return bool(what & (on - given_) and where & (given_ - on)) and not what & given_ and not where & on


_METHOD: Final = regex(r"(?<!\w)(\w{1,60}+)(?:\.|->)\w{1,60}+\((?=(.{1,200}))")
_BETWEEN: Final = regex(
    r"(?:copy|copyfile|rename|move|link|symlink)\(((?:[^(),]|\([^()]{0,80}\)){1,120}+),((?:[^(),]|\([^()]{0,80}\)){1,120}+)"
)


def let_go_else(objects: frozenset[str], candidate: Done) -> bool:
    """`frees the item` of `free(item->string)`: what is let go is the last of the way there."""
    found = _WAY.search(candidate.raw)
    return found is not None and not objects & wide(stems(found[2])) and bool(objects & wide(stems(found[1])))


_WAY: Final = regex(r"\(\s*[&*]?((?:\w{1,80}(?:->|\.)){1,8})(\w{1,80})\s*\)")


def counted_else(objects: frozenset[str], up: bool, own: Sequence[Done]) -> bool:
    """`increments the number of rows` of `numrows--; dirty++`: what holds most of the words, `rows` in `numrows`, is counted the other way."""
    found = [
        (sum(one in d.deed.code.lower() for one in objects if len(one) > 2), stepped(d.deed))
        for d in own
        if any(stepped(d.deed))
    ]
    best = max((count for count, _ in found), default=0)
    return (
        bool(found)
        and not (best == 0 and all(ways[0 if up else 1] for _, ways in found))
        and (best == 0 or not any(ways[0 if up else 1] for count, ways in found if count == best))
    )


_WRITTEN: Final = regex(r"(?<![=!<>+*/%&|^-])=(?!=)")


TAKEN: Final = regex(r"\b(?:mem|str|wcs|std::)\w{0,3}(?:cpy|move|cat)\w{0,4}\(")


_PRONOUN: Final = words(
    "one ones it them that those these this both all each result value thing things everything what same rest others"
)


_OWNING: Final = words("of from for with in on at as to into under by about")


def place(said: Sequence[ClauseWord], at: int) -> str:
    """Where something is put: the last noun behind `in`, `into`, `to`."""
    turn = next(
        (n for n, w in enumerate(said) if n > at and w.small in ("in", "into", "to", "onto", "under", "on")), -1
    )
    phrase: list[ClauseWord] = []
    for word in said[turn + 1 :] if turn >= 0 else ():
        if word.small in _OWNING or word.small in ("and", "or", ","):
            break
        phrase.append(word)
    nouns = [w for w in phrase if w.kind in ("word", "code") and w.small not in GLUE]
    return own_stems(nouns[-1])[-1] if nouns and own_stems(nouns[-1]) else ""


def sided(said: Sequence[ClauseWord], at: int, deed: Deed) -> bool:
    """`sets x to y` of `x = y`, `keeps y as x`: each on its side of the assignment, where it stands on one of them alone."""
    left, _, right = _WRITTEN.sub("\0", deed.code, count=1).partition("\0")
    sides = (wide(stems(left) | plural_stems(left)), wide(stems(right) | plural_stems(right)))
    turn = next(
        (n for n, w in enumerate(said) if n > at and w.small in ("to", "from", "as", "in", "into", "under")), len(said)
    )
    first, second = _noun(said[at + 1 : turn]), _noun(said[turn + 1 :])
    verb, joint = stem(said[at].text), said[turn].small if turn < len(said) else ""
    if not joint and verb in _STORES:
        return True
    storing = verb in _STORES or (joint in ("as", "in", "into", "under") and (joint != "as" or verb not in _MARKS))
    target, value = (second, first) if storing else (first, second)
    alone_left, alone_right = sides[0] - sides[1], sides[1] - sides[0]
    if target and value and target in alone_right and value in alone_left:
        return False
    if "(" in left:
        return True
    if (
        storing
        and any(w.small == "of" for w in said[turn:])
        and (whose := _noun(said[max(n for n, w in enumerate(said) if w.small == "of") + 1 :]))
        and whose in alone_right
    ):
        return False
    owner = (
        _noun(said[turn - 1 : turn])
        if not storing and turn - 2 > at and any(w.small == "of" for w in said[at:turn])
        else ""
    )
    if owner and owner in stems(right) and owner not in stems(left):
        return False
    if target and target in alone_right and target not in sides[0]:
        return False
    if value and value in alone_left:
        return False
    return not (
        value
        and joint == "to"
        and value in stems(right)
        and _PART.search(_INSIDE.sub("", right))
        and not {stem(w.text) for w in said[turn:]} & read_aloud(right) - stems(right)
    )


_MARKS: Final = frozenset(map(stem, words("mark flag tag label declare")))  # what stands behind `as` is the value
_STORES: Final = frozenset(map(stem, words("keep store save cache remember record retain use take read get")))


_INSIDE: Final = regex(r"\([^()]*\)|\[[^\[\]]*\]|->")


_PART: Final = regex(r"[\w)\]] ?[-+*/%|^] ?\w")


def plural_stems(text: str) -> frozenset[str]:
    return frozenset(stem(part) for part in re.findall(r"[A-Z]?[a-z]{3,}", text))


def _noun(phrase: Sequence[ClauseWord]) -> str:
    """The last noun before `of` and its like."""
    kept: list[ClauseWord] = []
    for word in phrase:
        if word.small in _OWNING or word.small in ("and", "or", ",", "then"):
            break
        kept.append(word)
    nouns = [w for w in kept if w.kind in ("word", "code", "number", "quoted") and w.small not in GLUE]
    found = own_stems(nouns[-1]) if nouns and nouns[-1].small not in _PRONOUN else []
    return found[-1] if found else ""


_RECEIVER: Final = regex(r"(?<![\w.>-])([\w.>-]{1,80})(?:\.|->)\w{1,60}\(([^()]*)\)")


_ARGUMENTS: Final = regex(r"\w\(([^()]*)\)")


def both_given(deed: Deed, one: str, other: str) -> bool:
    """Whether two things are arguments of one call: which goes into which nobody can see there."""
    found = _ARGUMENTS.search(deed.code)
    if not found or _WRITTEN.search(deed.code) or TAKEN.search(deed.code):
        return False
    receiver = _RECEIVER.search(deed.code)
    if (
        receiver
        and one in stems(receiver[1])
        and other in stems(receiver[2])
        and other not in stems(receiver[1])
        and one not in stems(receiver[2])
    ):
        return True
    given = [wide(stems(each) | plural_stems(each)) for each in found[1].split(",")]
    return (
        any(one in each for each in given)
        and any(other in each for each in given)
        and not any(one in each and other in each for each in given)
        and other not in stems(deed.code[: found.start()])
    )


_ENDS: Final = {
    "beginning": ("begin", "front"),
    "start": ("begin", "front"),
    "front": ("begin", "front"),
    "end": ("end", "back"),
    "back": ("end", "back"),
}


def at_end(said: Sequence[ClauseWord], at: int, deed: Deed) -> bool:
    """`at the beginning of x` of code that names both ends: x's own."""
    turn = next(
        (
            n
            for n, w in enumerate(said)
            if n > at and w.small in _ENDS and n + 2 < len(said) and said[n + 1].small == "of"
        ),
        -1,
    )
    if turn < 0 or not (re.search(r"\b(?:begin|front)\(", deed.code) and re.search(r"\b(?:end|back)\(", deed.code)):
        return True
    owner = _noun(said[turn + 2 :])
    found = re.findall(r"([\w.>-]{1,80})(?:\.|->)(begin|front|end|back)\(", deed.code)
    return any(owner in wide(stems(name)) and one in _ENDS[said[turn].small] for name, one in found)


def turned_copy(raw: str) -> str:
    """`copy(to, from, n)` with what is copied first."""
    return re.sub(r"\(([^,()]{1,80}),\s*([^,()]{1,80})", r"(\2, \1", raw)


_INDEXED: Final = regex(r"return\s+\(?[\w.:>*&-]+\[(?P<index>[^\[\]]++(?:\[[^\[\]]*+\][^\[\]]*+)*+)\]\)?\s*;?")


_TEXT: Final = regex(r"[bf]?(?:\"[^\"]{0,80}\"|'[^']{0,80}')")  # `parsed["versions"]` are the versions


_CALLED: Final = regex(r"return\s+(?:await\s+)?(?P<callee>[\w.:>-]+)\((?P<given>.*)\)\s*;?", re.DOTALL)


_SAME: Final = regex(r"(?<![\w.])(?:list|tuple|sorted|reversed|iter|set|frozenset|copy)\(([^(),]{1,120})\)")


def _unwrapped(deed: Deed) -> Deed:
    """What is returned without what only gives the same things in another form: `rows` of `list(reversed(rows))`."""
    if not deed.said.startswith("Return "):
        return deed
    said = code = ""
    while (said, code) != (deed.said, deed.code):
        said, code = deed.said, deed.code
        deed = deed._replace(said=_SAME.sub(r"\1", said), code=_SAME.sub(r"\1", code))
    return deed


def given_by(said: Sequence[ClauseWord], deeds: Sequence[Deed]) -> Iterator[str]:
    """`returns the scheme` of `return registry[scheme]`: what it is looked up by is not what is returned."""
    at = next((n for n, w in enumerate(said) if stem(w.text) in ("return", "yield", "giv") and w.small != "given"), -1)
    phrase: list[ClauseWord] = []
    for word in said[at + 1 :]:
        if word.small in _OWNING or word.small in ("and", "or", "that", "which", "whether", ","):
            break
        phrase.append(word)
    nouns = [w for w in phrase if w.kind in ("word", "code") and w.small not in GLUE]
    if at < 0 or not nouns or nouns[-1].small in _PRONOUN:
        return
    head, all_ = set(own_stems(nouns[-1])), {s for w in nouns for s in own_stems(w)}
    asks = {"whether", "true", "false", "if", "bool", "boolean", "flag", "result"} & {w.small for w in said}
    for deed in map(_unwrapped, deeds):
        if deed.said.startswith("Return whether") and not asks:
            yield "what is returned is whether it is so"
        code = (
            f"return {' '.join(deed.said.split())[7:]}"
            if deed.said.startswith("Return ")
            else " ".join(deed.code.split())
        )
        if found := _INDEXED.fullmatch(code):
            outside = stems(code.replace(f"[{found['index']}]", "")) - {"return"}
            if not _TEXT.fullmatch(found["index"].strip()) and head & stems(found["index"]) and not head & outside:
                yield f"{nouns[-1].text} is what it is looked up by"
        elif found := _CALLED.fullmatch(code):
            if head & stems(found["given"]) and not all_ & stems(found["callee"]):
                yield f"{nouns[-1].text} is what is given to {found['callee']}"
        elif (
            re.search(r"\w\)? [+\-*/%&|^] \(?\w", code)
            and head & stems(code)
            and not (all_ - stems(code)) & read_aloud(code)
        ):
            yield f"{nouns[-1].text} is a part of what is returned"
        elif (
            len(head & stems(code)) == 0
            and len(code) < 60
            and (name := re.fullmatch(r"return (\w+);?", code))
            and head & _TYPED
            and not head & stems(deed.also)
        ):
            yield f"nothing in the step says that {name[1]} is a {nouns[-1].text}"


_TYPED: Final = frozenset(
    map(stem, words("string list dict number length size count path name key index text line buffer file pointer size"))
)
