"""Whether the steps of one part do what its verbs say, to what it says.

A verb at the head of a phrase claims; the same word further on is a name: `splits it into start and stop`. A verb is borne out by
a step that does something of its kind: by its rule-made words, by what it calls and what is told of that, or by its notation.
What destroys is held to all that is named; what is returned, to what the expression is of and not to what it is looked up by.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .against import constant_else, let_go_else, opened_else, opposed
from .claims import EXACT, HARD, Doings, in_order, misdirected
from .clauses import MAIN, Clause, Word
from .deeds import Deed, Done, wide
from .english import GLUE, NEUTRAL, words
from .nearby import Near, read_aloud
from .phrases import MAYBE, is_thing, noun_phrase, own_stems
from .saying import leads
from .stems import KINDS, NEUTRAL_STEMS, kinds_of, stem, stems

_CALLEE: Final = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]*+)\s*+\(")
_TEMPLATE: Final = re.compile(r"(?<![\w$])(\w{1,60})<[^<>]{0,60}>(?:\{\}|\(\))?\(")
_ASKS: Final = re.compile(r"_*(?:should|is|has|can|may|needs|must|was|are|will)(?=[_A-Z])", re.IGNORECASE)
_SPLIT: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_WRITTEN: Final = re.compile(r"(?<![=!<>+*/%&|^-])=(?!=)")
_PLACED: Final = re.compile(r"\]\s*=(?!=)")
_TAKEN: Final = re.compile(r"\b(?:mem|str|wcs|std::)\w{0,3}(?:cpy|move|cat)\w{0,4}\(")
_MEMBER: Final = re.compile(r"[\w.>\[\]-]{1,80}(?:->|\.)\w{1,60}\s*=(?!=)")
_PREFIXES: Final = words("set get add")
_QUOTED: Final = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_NOT_SO: Final = ("un", "dis", "de", "re", "pre", "in", "over", "mis", "non", "b", "c")
_PRONOUN: Final = words("one ones it them that those these this both all each result value thing things everything what same rest others")
_KEEPS: Final = frozenset(map(stem, words("keep keeps keeping use uses using take takes leave leaves")))
_OWNING: Final = words("of from for with in on at as to into under by about")


def borne(said: tuple[Word, ...], doings: Doings, near: Sequence[Near], claim: str) -> Iterator[str]:
    """What the verbs of a part claim beyond its steps."""
    clause = Clause(MAIN, said)
    known = frozenset(one for each in near for one in each.own)
    maybe = any(word.small in MAYBE for word in said)
    for at, word in enumerate(said):
        if word.kind != "word" or not leads(said, at):
            continue
        one, kinds = stem(word.text), kinds_of(word.text)
        if not kinds and (one in NEUTRAL_STEMS or word.small in NEUTRAL):
            continue
        if kinds and is_thing(said, at):
            continue
        phrasal = stem(word.small.removesuffix("s") + said[at + 1].small) if at + 1 < len(said) and said[at + 1].small in ("up", "down", "out", "off") else one
        doing = [d for d in doings.all if does(d, one, kinds) or (d.deed.place and phrasal in acting(d.deed))]
        if at and not doing and any(one in stems(" ".join(a or b for a, b in _QUOTED.findall(d.deed.code))) for d in doings.own):
            continue  # a word of the text that is said
        if not doing and (kinds or at == 0) and not word.small.endswith("ly"):
            if kinds or one not in known or not _loose(one, near):
                yield f"nothing in the step says that it {word.small}"
            continue
        if kinds and doing and not maybe and all(d.deed.may for d in doing) and not kinds & {"return"}:
            yield f"it only may {word.small}: say `may`"
        if kinds:
            yield from _to_what(clause, at, kinds, doing, doings, near)
    if claim == "returns":
        yield from _given(said, [d.deed for d in doings.own])
    for one_ in (constant_else(clause, 0, doings.own, doings.all) if said else "", opened_else(clause, doings.own)):
        if one_:
            yield one_


def does(one: Done, verb: str, kinds: frozenset[str]) -> bool:
    deed = one.deed
    if not deed.place and ": " in deed.said and one.raw == deed.said.partition(": ")[0].strip():  # what the name of a called function says
        return bool({verb} & acting(Deed("", f"{re.split(r'::|[.]', one.raw)[-1]}("))) or bool(one.kinds & kinds and not _ASKS.match(one.raw))
    if one.kinds & kinds:
        return True
    if not deed.place:
        return verb in {stem(word) for word in re.findall(r"[A-Za-z]+", deed.said.partition(": ")[2] or deed.said)}
    if verb in acting(deed) or verb in read_aloud(deed.code):
        return True
    written = bool(_WRITTEN.search(deed.code))
    return written and bool(kinds & {"change", "store", "read", "create"} or (_PLACED.search(deed.code) and kinds & {"add", "map"}) or (_MEMBER.match(deed.code) and kinds & {"map"}))


def acting(deed: Deed) -> frozenset[str]:
    """Stems of what a step does by the names of what it calls, and by its first word."""
    first = re.findall(r"[A-Za-z]+", deed.said)
    found = {stem(word) for word in (first if deed.said.startswith("With ") else first[:1])}
    for callee in (*_CALLEE.findall(deed.code), *_TEMPLATE.findall(deed.code)):
        if _ASKS.match(callee):
            continue
        parts = [part.lower() for part in _SPLIT.findall(callee)]
        found |= {stem(part) for part in parts if not part.endswith(("ed", "ing")) or part in ("read", "feed", "need")}
        for verb in KINDS:
            if (len(verb) > 3 or verb in _PREFIXES) and callee.islower() and (rest := _around(callee.strip("_"), verb)) is not None and rest not in _NOT_SO:
                found.add(verb)
    return frozenset(found)


def _around(callee: str, verb: str) -> str | None:
    """What is left of a name that is run together with a verb: `heap` of heapremove."""
    for form in (verb, f"{verb}e", f"{verb}y"):
        if callee.endswith(form) and verb not in _PREFIXES:
            return callee[: -len(form)]
        if callee.startswith(form):
            return callee[len(form) :]
    return None


def _loose(one: str, near: Sequence[Near]) -> bool:
    """A verb that is a word of the step and no mere participle there: `splits` of `split`, not `compresses` of `CompressedBuffer`."""
    raw = "\n".join(each.raw for each in near)
    return any(stem(part) == one and not part.lower().endswith("ed") for part in re.findall(r"[A-Z]?[a-z]+", raw))


def _to_what(clause: Clause, at: int, kinds: frozenset[str], doing: Sequence[Done], doings: Doings, near: Sequence[Near]) -> Iterator[str]:
    word = clause.words[at]
    own = [d for d in doing if d.deed.place]
    if opposed(word.text, doings.own, doings.all):
        yield f"nothing in the step says that it {word.small}"
    phrase = [w for w in noun_phrase(clause.words, at) if w.kind in ("word", "code", "quoted") and w.small not in GLUE]
    heads = own_stems(phrase[-1]) if phrase and phrase[-1].small not in _PRONOUN else []
    objects = {s for w in phrase for s in own_stems(w) if w.small not in NEUTRAL and w.small not in _PRONOUN}
    aloud = all(stem(word.text) in read_aloud(d.deed.code) for d in own) and not kinds & {"delete", "release"}
    if kinds & (HARD | EXACT | {"release"}) and own and heads and not aloud:
        fitting = [d for d in doing if _held(d, heads[0], objects, kinds, near)]
        if not fitting or (_AGED & {w.small for w in phrase} and not _aged(phrase, fitting)) or ("release" in kinds and all(d.deed.place and let_go_else(frozenset({*objects, *heads}), d) for d in fitting)):
            yield f"nothing in the step says that {word.small} is done to that"
    if kinds & {"store", "add", "map"} and not kinds & HARD and own and (aim := _place(clause.words, at)) and stem(word.text) not in _CHANGES:
        sides = [d.deed.code.partition("=")[0] for d in own if _WRITTEN.search(d.deed.code) and "(" not in d.deed.code.partition("=")[0]]
        if len(sides) == len(own) and not any(aim in each for each in map(stems, sides)) and aim not in NEUTRAL_STEMS and not any(aim in stems(d.deed.code.partition("=")[2].partition("(")[0]) and "(" in d.deed.code for d in own):
            yield f"nothing in the step says that {word.small} is done to that place"
    if "move" in kinds and own:
        swapped = [d._replace(raw=_TAKEN.sub("", _turned(d.raw))) if _TAKEN.search(d.raw) else d for d in own]
        if not any(in_order(clause.words, at, d) for d in swapped):
            yield f"nothing in the step says that {word.small} goes that way"
    plainly = {"change", "store", "map"} if any(_CALLEE.search(d.deed.code.partition("=")[2]) for d in own) else {"change", "store", "map", "create"}
    written = bool(own) and all(_WRITTEN.search(d.deed.code) for d in own) and bool(kinds & plainly) and not kinds & HARD
    if written and not any(_sided(clause.words, at, d.deed) for d in own):
        yield f"nothing in the step says that {word.small} goes that way"
    if own and kinds & {"add", "store", "map"} and not kinds & {"move"} and (aim := _place(clause.words, at)) and heads and all(_both_given(d.deed, heads[0], aim) for d in own):
        yield f"nothing in the step says which is {word.small}"
    if own and not any(_at_end(clause.words, at, d.deed) for d in own):
        yield f"nothing in the step says that {word.small} is done at that end"
    if own and (why := misdirected(clause.words, at, own)):
        yield why


_CHANGES: Final = frozenset(map(stem, words("set sets change changes reset assign increment decrement")))
_AGED: Final = words("old new")


def _place(said: Sequence[Word], at: int) -> str:
    """Where something is put: the last noun behind `in`, `into`, `to`."""
    turn = next((n for n, w in enumerate(said) if n > at and w.small in ("in", "into", "to", "onto", "under", "on")), -1)
    phrase: list[Word] = []
    for word in said[turn + 1 :] if turn >= 0 else ():
        if word.small in _OWNING or word.small in ("and", "or", ","):
            break
        phrase.append(word)
    nouns = [w for w in phrase if w.kind in ("word", "code") and w.small not in GLUE]
    return own_stems(nouns[-1])[-1] if nouns and own_stems(nouns[-1]) else ""


def _sided(said: Sequence[Word], at: int, deed: Deed) -> bool:
    """`sets x to y` of `x = y`, `keeps y as x`: each on its side of the assignment, where it stands on one of them alone."""
    left, _, right = _WRITTEN.sub("\0", deed.code, count=1).partition("\0")
    sides = (wide(stems(left) | plural_stems(left)), wide(stems(right) | plural_stems(right)))
    turn = next((n for n, w in enumerate(said) if n > at and w.small in ("to", "from", "as", "in", "into", "under")), len(said))
    first, second = _noun(said[at + 1 : turn]), _noun(said[turn + 1 :])
    verb, joint = stem(said[at].text), said[turn].small if turn < len(said) else ""
    storing = verb in _STORES or joint in ("as", "in", "into", "under")
    target, value = (second, first) if storing else (first, second)
    alone_left, alone_right = sides[0] - sides[1], sides[1] - sides[0]
    if target and value and target in alone_right and value in alone_left:
        return False
    if "(" in left:
        return True
    owner = _noun(said[turn - 1 : turn]) if not storing and turn - 2 > at and any(w.small == "of" for w in said[at:turn]) else ""
    if owner and owner in stems(right) and owner not in stems(left):
        return False
    if target and target in alone_right and target not in sides[0]:
        return False
    if value and value in alone_left:
        return False
    return not (value and joint == "to" and value in stems(right) and _PART.search(_INSIDE.sub("", right)) and not {stem(w.text) for w in said[turn:]} & read_aloud(right) - stems(right))


_STORES: Final = frozenset(map(stem, words("keep store save remember record retain use take read get")))
_INSIDE: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|->")
_PART: Final = re.compile(r"[\w)\]] ?[-+*/%|^] ?\w")


def plural_stems(text: str) -> frozenset[str]:
    return frozenset(stem(part) for part in re.findall(r"[A-Z]?[a-z]{3,}", text))


def _noun(phrase: Sequence[Word]) -> str:
    """The last noun before `of` and its like."""
    kept: list[Word] = []
    for word in phrase:
        if word.small in _OWNING or word.small in ("and", "or", ",", "then"):
            break
        kept.append(word)
    nouns = [w for w in kept if w.kind in ("word", "code", "number", "quoted") and w.small not in GLUE]
    found = own_stems(nouns[-1]) if nouns and nouns[-1].small not in _PRONOUN else []
    return found[-1] if found else ""


_RECEIVER: Final = re.compile(r"(?<![\w.>-])([\w.>-]{1,80})(?:\.|->)\w{1,60}\(([^()]*)\)")
_ARGUMENTS: Final = re.compile(r"\w\(([^()]*)\)")


def _both_given(deed: Deed, one: str, other: str) -> bool:
    """Whether two things are arguments of one call: which goes into which nobody can see there."""
    found = _ARGUMENTS.search(deed.code)
    if not found or _WRITTEN.search(deed.code) or _TAKEN.search(deed.code):
        return False
    receiver = _RECEIVER.search(deed.code)
    if receiver and one in stems(receiver[1]) and other in stems(receiver[2]) and other not in stems(receiver[1]) and one not in stems(receiver[2]):
        return True
    given = [wide(stems(each) | plural_stems(each)) for each in found[1].split(",")]
    return any(one in each for each in given) and any(other in each for each in given) and not any(one in each and other in each for each in given) and other not in stems(deed.code[: found.start()])


_ENDS: Final = {"beginning": ("begin", "front"), "start": ("begin", "front"), "front": ("begin", "front"), "end": ("end", "back"), "back": ("end", "back")}


def _at_end(said: Sequence[Word], at: int, deed: Deed) -> bool:
    """`at the beginning of x` of code that names both ends: x's own."""
    turn = next((n for n, w in enumerate(said) if n > at and w.small in _ENDS and n + 2 < len(said) and said[n + 1].small == "of"), -1)
    if turn < 0 or not (re.search(r"\b(?:begin|front)\(", deed.code) and re.search(r"\b(?:end|back)\(", deed.code)):
        return True
    owner = _noun(said[turn + 2 :])
    found = re.findall(r"([\w.>-]{1,80})(?:\.|->)(begin|front|end|back)\(", deed.code)
    return any(owner in wide(stems(name)) and one in _ENDS[said[turn].small] for name, one in found)


def _aged(phrase: Sequence[Word], fitting: Sequence[Done]) -> bool:
    new = any(w.small == "new" for w in phrase)
    return any(bool(re.search(r"(?i)(?<![a-z])n(?:ew|[a-z]{0,2}data)|new", d.deed.code)) == new for d in fitting)


def _held(one: Done, head: str, objects: set[str], kinds: frozenset[str], near: Sequence[Near]) -> bool:
    if not one.deed.place:
        return head in one.slot or any(head in each.own for each in near)
    known = frozenset(s for each in near for s in each.own)
    return head in known and (not kinds & HARD or objects <= known)


def _turned(raw: str) -> str:
    """`copy(to, from, n)` with what is copied first."""
    return re.sub(r"\(([^,()]{1,80}),\s*([^,()]{1,80})", r"(\2, \1", raw)


_INDEXED: Final = re.compile(r"return\s+\(?[\w.:>*&-]+\[(?P<index>[^\[\]]+)\]\)?\s*;?")
_CALLED: Final = re.compile(r"return\s+(?:await\s+)?(?P<callee>[\w.:>-]+)\((?P<given>.*)\)\s*;?", re.DOTALL)


def _given(said: Sequence[Word], deeds: Sequence[Deed]) -> Iterator[str]:
    """`returns the scheme` of `return registry[scheme]`: what it is looked up by is not what is returned."""
    at = next((n for n, w in enumerate(said) if stem(w.text) in ("return", "yield", "giv")), -1)
    phrase: list[Word] = []
    for word in said[at + 1 :]:
        if word.small in _OWNING or word.small in ("and", "or", "that", "which", "whether", ","):
            break
        phrase.append(word)
    nouns = [w for w in phrase if w.kind in ("word", "code") and w.small not in GLUE]
    if at < 0 or not nouns or nouns[-1].small in _PRONOUN:
        return
    head, all_ = set(own_stems(nouns[-1])), {s for w in nouns for s in own_stems(w)}
    asks = {"whether", "true", "false", "if", "bool", "boolean", "flag", "result"} & {w.small for w in said}
    for deed in deeds:
        if deed.said.startswith("Return whether") and not asks:
            yield "what is returned is whether it is so"
        code = f"return {' '.join(deed.said.split())[7:]}" if deed.said.startswith("Return ") else " ".join(deed.code.split())
        if found := _INDEXED.fullmatch(code):
            outside = stems(code.replace(f"[{found['index']}]", "")) - {"return"}
            if head & stems(found["index"]) and not head & outside:
                yield f"{nouns[-1].text} is what it is looked up by"
        elif found := _CALLED.fullmatch(code):
            if head & stems(found["given"]) and not all_ & stems(found["callee"]):
                yield f"{nouns[-1].text} is what is given to {found['callee']}"
        elif re.search(r"\w\)? [+\-*/%&|^] \(?\w", code) and head & stems(code) and not (all_ - stems(code)) & read_aloud(code):
            yield f"{nouns[-1].text} is a part of what is returned"
        elif len(head & stems(code)) == 0 and len(code) < 60 and (name := re.fullmatch(r"return (\w+);?", code)) and head & _TYPED and not head & stems(deed.also):
            yield f"nothing in the step says that {name[1]} is a {nouns[-1].text}"


_TYPED: Final = frozenset(map(stem, words("string list dict number length size count path name key index text line buffer file pointer size")))
