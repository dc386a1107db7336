"""Is what a sentence says done by the function: that, to that, then, in that order? Sentence against deeds.

    claim       a verb of doing in a main clause is done by some deed, to what the clause says it is done to; what destroys,
                sends or pays must be done to all of it: `deletes the lock file` is not `remove filename from locks_`
    literal     a number, name or quotation of a clause stands in a deed that the clause is about, or in its conditions
    condition   `when`, `if`, `unless`: some such deed is done under that condition, with the same sign (see `deeds`); so is
                a word of a main clause that only conditions hold: `returns utf-8 for text`
    order       `before`, `after`, `then`: both sides are deeds of this function, and come in that order
    quantity    `always` is done under no condition; `all` and `every` stand in the evidence, or go through everything;
                `keeps`, `leaves`, `ignores` stand there, as does every other `only`
    may         what is done only sometimes by something below is said with `may`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from .against import (
    constant_else,
    counted_else,
    let_go_else,
    let_go_so,
    named_else,
    opened_else,
    opposed,
    refused_else,
    returned_else,
    set_to_what,
    unraised,
    yielded_else,
)
from .clauses import AFTER, BEFORE, MAIN, THEN, WHEN, Clause, Word, clauses, pieces
from .deeds import UNLIKE, Deed, Done, Under, done, given, named, shared, sign, stepped, turned, wide
from .english import GLUE, words
from .phrases import (
    MAYBE,
    aim_of,
    content_of,
    head_of,
    is_literal,
    is_thing,
    noun_phrase,
    objects_of,
    own_stems,
    verbs,
)
from .stems import ADVERSE_STEMS, PRESENT_STEMS, negates, plain, stem, stems
from .when import held

HARD: Final = frozenset({"delete", "pay", "grant", "hide"})  # done to all of what is named
EXACT: Final = frozenset({"release", "replace", "lock", "connect", "download", "stop"})  # done to the thing itself
MAKING: Final = frozenset({"create"})  # … and `creates the key` names something, though a key could be anything
LOOSE: Final = frozenset({"return", "check", "read"})  # what is returned or looked at goes by many names, and changes nothing
KEEPING: Final = words("keep leav los lose retain preserv ignor omit skip remain stay")
_FILTERED: Final = re.compile(r"\bfor\b.{1,200}\bin\b.{1,200}\bif\b")
_PASSING: Final = words("ignor omit skip")
_TOTAL: Final = words("every all whole entire everything")
_FAILING: Final = ("Raise", "Throw", "Return", "fail")
_AIMED: Final = frozenset({"map", "change", "add", "store", "move", "send"})
_WHICH: Final = words("new old next previous first last other")
_CALLING: Final = frozenset({"call"})


class Doings:
    """The deeds of a function, and what is told of what it calls."""

    def __init__(self, deeds: Sequence[Deed], told: Sequence[str], name: str = "") -> None:
        self.name = stems(name)
        self.own = [done(deed) for deed in deeds]
        self.all = [*self.own, *(each for line in told for each in _told(line))]
        self.tested = wide(frozenset(s for d in self.own for u in d.deed.under for s in stems(u.code)))
        self.words = wide(frozenset(s for line in told for s in stems(line)) | frozenset(s for d in self.own for s in stems(d.raw)))
        self.doing = frozenset(s for d in self.own for s in d.verbs | d.slot)
        asked = [f"{u.text} {u.code}" for d in self.own for u in d.deed.under]
        self.denying = [wide(stems(line)) for line in (*told, *asked) if any(map(negates, plain(line))) or "!" in line]
        self.plain = wide(frozenset(s for line in told for s in stems(line.partition(": ")[2] or line)))


def _told(line: str) -> Iterator[Done]:
    """A sentence about the function or about a called one: a deed for each of its verbs."""
    name, colon, effect = line.partition(": ")
    if colon and " " not in name and effect[:1].isupper():
        yield named(name, line)
        line = effect
    if line.startswith((*_FAILING, "May ", "Set ")):
        yield done(Deed(line.removeprefix("May ").capitalize(), may=line.startswith("May ")))
        return
    for clause in clauses(list(pieces(line))):
        if clause.role in (MAIN, THEN):
            for at, kinds in verbs(clause.words):
                whole = wide(frozenset(s for w in clause.words if w.kind != "mark" for s in own_stems(w)))
                yield Done(Deed(line), kinds, whole, " ".join(w.text for w in clause.words), frozenset({stem(clause.words[at].text)}), wide(objects_of(clause.words, at)))


def unfounded(text: str, doings: Doings) -> Iterator[str]:
    """What a sentence claims that no deed bears out."""
    found = clauses(list(pieces(text)))
    mains = [at for at, clause in enumerate(found) if clause.role in (MAIN, THEN)]
    bearing: dict[int, list[Done]] = {}
    for at in mains:
        candidates, wrong = _borne(found[at], doings)
        yield from wrong
        bearing[at] = candidates
        inherited = not any(True for _ in verbs(found[at].words)) and at - 1 in bearing
        bearing[at] = bearing[at] or (bearing[at - 1] if inherited else [])
        yield from denied(found[at], doings)
        yield from _quantities(found[at], bearing[at], doings)
        yield from _softly(found[at], bearing[at], doings)
    for at, clause in enumerate(found):
        if clause.opener in ("once", "after") and _checked(clause, doings):
            continue
        if clause.role == WHEN or (clause.role == AFTER and not any(True for _ in verbs(clause.words))):
            about = next((n for n in mains if n > at), -1) if clause.lead else max((n for n in mains if n < at), default=-1)
            topic = content_of(found[about]) if about >= 0 else frozenset()
            if content_of(clause) - doings.name - PRESENT_STEMS - ADVERSE_STEMS:
                clause = clause._replace(words=tuple(w for w in clause.words if stem(w.text) not in doings.name))
            borne = bearing.get(about, [])
            met = held(clause, borne, topic, doings.doing, doings.name)
            if not met:
                yield f"nothing in the data says that it does so {clause.opener} {_said(clause)}"
            elif about >= 0 and clause.opener != "or":
                bearing[about] = met
        elif clause.role in (BEFORE, AFTER) and not any(True for _ in verbs(clause.words)):
            yield f"nothing in the data says that it does so {clause.opener} that"
        elif clause.role in (BEFORE, AFTER):
            about = next((n for n in mains if n > at), -1) if clause.lead else max((n for n in mains if n < at), default=-1)
            yield from _ordered(bearing.get(about, []), _borne(clause, doings)[0], clause.opener)
        elif clause.role == THEN and at - 1 in bearing:
            yield from _ordered(bearing[at - 1], bearing[at], "before")


def _borne(clause: Clause, doings: Doings) -> tuple[list[Done], list[str]]:
    """The deeds that a clause is about, and what it claims beyond them."""
    maybe = any(word.small in MAYBE for word in clause.words)
    candidates: list[Done] = []
    wrong: list[str] = []
    literals = [w for w in clause.words if is_literal(w)]
    claimed = False
    if any(w.small == "nothing" for w in clause.words):
        return [d for d in doings.own if d.deed.said in ("Return", "Leave the loop", "Go on with the next")], []
    for at, kinds in verbs(clause.words):
        word = clause.words[at].small
        if is_thing(clause.words, at):
            if stem(word) not in doings.words and not any(d.kinds & kinds for d in doings.all):
                wrong.append(f"nothing in the data says that there is {word}: leave that out")
            continue
        claimed = True
        if kinds & (HARD | EXACT) and any(w.small in ("not", "never", "without") for w in clause.words[max(0, at - 2) : at]):
            continue  # what is not done is no deed: see `_denied`
        if opposed(word, doings.own, doings.all) or unraised(word, doings.all):
            wrong.append(f"nothing in the data says that it {word}: leave that out")
            continue
        if {stem(word)} & (_UPWARDS | _DOWNWARDS) and counted_else(wide(content_of(clause) - {stem(word)}), stem(word) in _UPWARDS, doings.own):
            wrong.append(f"nothing in the data says that {word} is done to that")
            continue
        sets = set_to_what(clause, at, doings.own) if "return" in kinds else []
        why = "" if sets else constant_else(clause, at, doings.own, doings.all) or returned_else(clause, at, doings.own) or named_else(clause, at, doings.own)
        why = why or opened_else(clause, doings.own)
        if why := why or refused_else(clause, at, doings.own) or yielded_else(clause, at, doings.own, doings.plain):
            wrong.append(why)
            continue
        same = [d for d in doings.all if d.kinds & kinds]
        if "release" in kinds and any(d.deed.place for d in same):
            same = [d for d in same if d.deed.place]
        same = let_go_so(word, same) if "release" in kinds else same
        if "return" in kinds and noun_phrase(clause.words, at):
            same = [d for d in same if d.deed.said != "Return"]
        if not same:
            wrong.append(f"nothing in the data says that it {word}: leave that out")
            continue
        objects = objects_of(clause.words, at)
        objects = objects - doings.name or (objects & {head_of(clause.words, at)} if kinds & HARD else objects)
        which = frozenset(stem(w.text) for w in noun_phrase(clause.words, at) if w.small in _WHICH)
        fitting = [d for d in same if _fits(kinds, objects, d, head_of(clause.words, at), which)]
        if not fitting:
            wrong.append(f"nothing in the data says that {word} is done to that")
            continue
        fitting = sets or fitting
        sure = [d for d in fitting if maybe or not d.deed.may]
        if not sure:
            wrong.append(f"it only may {word}: say `may`")
        exact = [d for d in sure if stem(word) in d.verbs] or sure
        exact = _holding(exact, literals)
        if _TOTAL & {w.small for w in clause.words} and (unfiltered := [d for d in exact if not _FILTERED.search(d.deed.code)]):
            exact = unfiltered
        if "move" in kinds and stem(word) not in ("copy", "duplicat", "clon"):
            aimed = aim_of(clause.words, at)
            exact = [d for d in exact if not aimed or "copy" not in d.kinds or aimed in d.slot]
        if "move" in kinds:
            exact = [d for d in exact if in_order(clause.words, at, d)]
            wrong += [] if exact else [f"nothing in the data says that {word} goes that way"]
        if exact and (why := misdirected(clause.words, at, exact)):
            wrong.append(why)
            exact = []
        aim = aim_of(clause.words, at) if kinds & _AIMED else ""
        if aim and any(aim in d.slot for d in doings.own):
            exact = [d for d in exact if aim in d.slot]
            wrong += [] if exact else [f"nothing in the data says that {word} is done to that place"]
        candidates += _best(exact, clause) if exact else []
    if {"unchanged"} & {w.small for w in clause.words}:
        candidates = [d for d in candidates if not d.deed.place or "call" not in d.kinds]
    if not claimed:
        content = content_of(clause)
        candidates = [d for d in doings.own if content & (d.slot | wide(stems(d.deed.said)))]
        opening = {stem(w.text) for w in clause.words if w.kind == "word"}
        candidates = _holding(candidates, literals)
        candidates = _best([d for d in candidates if set(map(stem, plain(d.deed.said)[:1])) & opening] or candidates, clause)
        pool = [d for d in doings.all if "fail" not in d.kinds]
        candidates = [d for d in candidates if "fail" not in d.kinds]
        wrong += [f"{w.text} does not stand there for that" for w in literals if pool and not any(_holds(d, w) for d in pool)]
        return candidates, wrong
    for literal in literals:
        holding = [d for d in candidates if _holds(d, literal)]
        if candidates and not holding:
            wrong.append(f"nothing in the data says so of {literal.text}")
    narrowed = [d for d in candidates if all(_holds(d, w) for w in literals)]
    return narrowed or candidates, wrong


_UPWARDS: Final = words("increment increas")
_DOWNWARDS: Final = words("decrement decreas")
_GIVES: Final = words("set reset assign initialis initializ")
_VALUE: Final = re.compile(r"-?\d[\w.]*|\"[^\"]*\"|'[^']*'|None|NULL|nullptr|True|False|true|false")


def misdirected(told: Sequence[Word], at: int, candidates: Sequence[Done]) -> str:
    """`decrements` of what is counted up, `sets x to 0` of what is set to 1: the deed's own code says which way, and which value."""
    one, coded = stem(told[at].text), [d.deed for d in candidates if d.deed.place and d.deed.code]
    way = 0 if one in _UPWARDS else 1 if one in _DOWNWARDS else -1
    if way >= 0 and coded and not any(stepped(deed)[way] for deed in coded):
        return f"nothing in the data says that {told[at].small} is done to that"
    turn = next((n for n, w in enumerate(told) if n > at and w.small in ("to", "as")), 0)
    value = " ".join(w.text.strip("`“”") for w in told[turn + 1 :]).rstrip(".").replace("- ", "-") if turn else ""
    if one in _GIVES and _VALUE.fullmatch(value):
        values = [known for deed in coded if _VALUE.fullmatch(known := given(deed))]
        if values and value.strip("\"'") not in [known.strip("\"'") for known in values]:
            return f"nothing in the data says that it is set to {value}"
    return ""


def _fits(kinds: frozenset[str], objects: frozenset[str], candidate: Done, head: str, which: frozenset[str]) -> bool:
    if kinds == _CALLING and head and candidate.deed.place and candidate.deed.code:
        return bool(objects & (candidate.verbs | stems(candidate.deed.code.rpartition("(")[0] if "(" in candidate.deed.code else candidate.raw)))
    if "release" in kinds and (let_go_else(objects | {head}, candidate) or (head and not objects and head not in candidate.slot) or (candidate.deed.place and _AGE & which and not _of_age(which, candidate))):
        return False
    if not objects and not (head and kinds & (HARD | MAKING)):
        return True
    if kinds & LOOSE and not kinds & HARD:
        return True
    if kinds & HARD:
        return objects <= candidate.only and which <= candidate.only and (head in candidate.only or not head)
    if kinds & EXACT or not objects:
        return head in candidate.slot
    return (head in candidate.slot and bool(head)) or 2 * len(objects & candidate.slot) >= len(objects)


_AGE: Final = words("old new")


def _of_age(which: frozenset[str], candidate: Done) -> bool:
    """`new` where its name says so, `old` where its name says not `new`."""
    fresh = bool(re.search(r"(?i)(?<![a-z])new", candidate.deed.code))
    return ("new" in which) == fresh


def _best(candidates: list[Done], clause: Clause) -> list[Done]:
    """Those of its own that name most of what the clause names, and what is told."""
    named = frozenset(s for w in clause.words if w.kind != "mark" and w.small not in GLUE for s in own_stems(w))
    counts = [len(named & (d.slot | wide(stems(d.deed.said)))) if d.deed.place else -1 for d in candidates]
    return [d for d, count in zip(candidates, counts, strict=True) if count in (-1, max(counts))]


def in_order(told: Sequence[Word], at: int, candidate: Done) -> bool:
    """Whether what is moved comes before where it is moved to, where both are named."""
    turn = next((n for n, w in enumerate(told) if n > at and w.small in ("to", "into", "over", "onto")), 0)
    sides = [{s for w in side if w.small not in GLUE for s in own_stems(w)} for side in (told[at + 1 : turn], told[turn + 1 :])]
    code = candidate.raw.split("\n")[-1]
    left, equals, right = code.partition("=")
    code = f"{right} {left}" if equals and "(" not in code else code
    order = [s for token in re.findall(r"[\w$]+", code) for s in sorted(wide(stems(token)))]
    places = [min((order.index(s) for s in side - other if s in order), default=-1) for side, other in (sides, sides[::-1])]
    return not turn or -1 in places or places[0] < places[1]


def _holding(candidates: list[Done], literals: Sequence[Word]) -> list[Done]:
    """Those that hold every literal, letter for letter where any does; all of them where none does."""
    exactly = [d for d in candidates if all(w.text.strip("\"'`“”") in d.raw for w in literals)]
    return exactly or [d for d in candidates if all(_holds(d, w) for w in literals)] or candidates


def _holds(candidate: Done, word: Word) -> bool:
    bare = word.text.strip("\"'`“”").removesuffix("()").rstrip(".%")
    if word.kind == "number" and re.search(rf"\[{re.escape(bare)}\]", candidate.raw):
        return False
    plainly = word.kind in ("quoted", "number")  # `false for "yes"`: what is compared with it must be so
    under = [u for u in candidate.deed.under if not plainly or u.loop or u.holds != bool(UNLIKE.search(u.code))]
    where = "\n".join([candidate.raw, candidate.deed.also, *(f"{u.text}\n{u.code}" for u in under)])
    return bool(re.search(rf"(?<![\w$]){re.escape(bare)}(?![\w$])", where)) or (word.kind == "word" and word.text.isupper() and stem(bare) in stems(where))


def _checked(clause: Clause, doings: Doings) -> bool:
    """`once name and size are checked`: tests hold all that is named."""
    done_ = list(verbs(clause.words))
    return bool(done_) and all(kinds == {"check"} for _, kinds in done_) and content_of(clause) <= doings.tested | {stem(clause.words[at].text) for at, _ in done_}


def _said(clause: Clause) -> str:
    return " ".join(w.text for w in clause.words)[:60]


def _softly(clause: Clause, candidates: Sequence[Done], doings: Doings) -> Iterator[str]:
    """Words that only conditions hold: one of the deeds must be done under such a one."""
    own = [d for d in candidates if d.deed.place]
    smalls = {w.small for w in clause.words}
    if own and len(own) == len(candidates) and not smalls & _ELSE and not any(map(negates, smalls)):
        given_ = {s for w in clause.words if w.kind == "word" and w.small not in GLUE for s in own_stems(w)} - {s for d in own for s in (*d.slot, *stems(d.deed.said))}
        for one in sorted(given_):
            under = [[u for u in d.deed.under if not u.loop and one in stems(u.code)] for d in own]
            if all(each and all(_differs(u) for u in each) for each in under):
                yield f"it is done where {one} is another"
    literals = [w for w in clause.words if is_literal(w) and not (w.kind == "word" and w.text.isalpha() and w.text.isupper())]
    candidates = [d for d in candidates if d.deed.place and all(_holds(d, w) for w in literals)]
    if not candidates or not literals:
        return
    slot = frozenset(s for d in candidates for s in (*d.slot, *stems(d.deed.said)))
    loose = {s for w in clause.words if w.kind == "word" and w.small not in GLUE and not is_literal(w) for s in own_stems(w)} - slot - doings.plain
    for one in sorted(loose & doings.tested):
        negative = turned(tuple(w.small for w in clause.words))
        if not any(shared(frozenset({one}), u) and sign(u) is not negative for d in candidates for u in d.deed.under):
            yield f"nothing in the data says so of `{one}`"


_ELSE: Final = words("other others another remaining rest unchanged different else")


def _differs(condition: Under) -> bool:
    return ("==" in condition.code and "==" in condition.code.replace("!=", "") and not condition.holds) or ("!=" in condition.code and condition.holds)


def _quantities(clause: Clause, candidates: Sequence[Done], doings: Doings) -> Iterator[str]:
    smalls = [w.small for w in clause.words]
    said = {stem(word) for word in smalls}
    lines = [wide(stems(d.raw)) for d in doings.all]
    if "always" in smalls and not any(d.deed.always and d.verbs & said for d in candidates):
        yield "`always`: it is done under a condition"
    for at, total in enumerate(smalls):
        if total not in _TOTAL or smalls[at + 1 : at + 2] in (["matching"], ["given"]):
            continue
        through = any(d.deed.under and all(u.loop for u in d.deed.under) for d in candidates) and "of" not in smalls
        noun = stem(smalls[at + 1]) if at + 1 < len(smalls) else ""
        if not through and not any(re.search(rf"(?i){total}[\W_]*{re.escape(noun)}", d.raw) for d in doings.all):
            yield f"`{total}`: nothing in the data says so"
    if "only" in smalls and not any("onli" in line or "only" in line for line in lines):
        yield "`only`: nothing in the data says so"
    for at, word in enumerate(clause.words):
        if stem(word.text) in KEEPING and (at == 0 or word.small.endswith("ing")):
            objects = objects_of(clause.words, at)
            if stem(word.text) in _PASSING and any(d.deed.said == "Go on with the next" and objects & wide(frozenset(s for u in d.deed.under for s in stems(u.code))) for d in doings.own):
                continue
            if not any(stem(word.text) in line and objects <= line for line in lines):
                yield f"nothing in the data says that it {word.small}"


def denied(clause: Clause, doings: Doings) -> Iterator[str]:
    """What a clause denies must be denied in one line of what is told or tested."""
    for at, word in enumerate(clause.words):
        if not negates(word.text) or word.text == "None" or word.small == "nothing":
            continue
        content = frozenset(s for w in clause.words if w.kind != "mark" and w.small not in GLUE and not negates(w.text) for s in own_stems(w))
        if at > 2:
            content = frozenset(s for w in clause.words[at + 1 :] if w.kind != "mark" and w.small not in GLUE for s in own_stems(w)) or content
        told = [kinds for n, kinds in verbs(clause.words) if n > at] if word.small in ("not", "never", "without") else []
        if told and not any(d.kinds & told[0] for d in doings.all) and told[0] & (HARD | EXACT):
            continue
        if not any(content <= line for line in doings.denying):
            yield f"`{word.text}`: nothing in the data says no to that"


def _ordered(first: Sequence[Done], second: Sequence[Done], opener: str) -> Iterator[str]:
    one, other = ([d.deed.place for d in side if d.deed.place] for side in (first, second))
    if not one or not other:
        yield f"nothing in the data says that it does so {opener} that"
    elif max(one) >= min(other) if opener != "after" else min(one) <= max(other):
        yield f"it does not do so {opener} that"


