"""What an author says inside a function, where it says what is done: a comment that stands right above a statement and gives an order.

/* Parse out binary fields. */          parse out binary fields
// Reads the header first               read the header first
# we must not do this twice             nothing: it explains
/* publish only */                      nothing: a heading, which says for whom
// use the old way, it is faster        nothing: it says how, and why
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import pairwise
from re import IGNORECASE
from typing import Final

from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import Body, If, Jump, Label, Loop, Raise, Range, Return, Simple, Stmt
from ...words.about import content, refers, respells
from ...words.comments import comments, title
from ...words.openings import plain
from ...words.phrases import bare
from ...words.verbs import AMBIGUOUS, ORDERS
from .bodies import every
from .clauses import DOES, Clause, where
from .own import Own

_AUTHORS: Final = 6.3  # what an author says in words weighs as an act
_ASKS: Final = 4.8  # where it says what is asked, and not what is done where the answer is yes
_SAID: Final = 1.5  # and what he says it of less
_LEAST: Final = 1.5
_BEHIND: Final = 0.1  # his words win
_ROOM: Final = 84  # letters of what he says, more than a title has: cut, it would say something else
_SURE: Final = 8
_TOLD: Final = 2  # a call that weighs no more only tells of something
_LED: Final = regex(
    r"(?:first|firstly|second|then|next|now|finally|lastly|and|also|to)(?: *+, ++| ++)(?=[a-z])", IGNORECASE
)
_OBJECT: Final = regex(
    r"(?:the|a|an|last|first|next|previous|remaining|all|any|each|every|our|its|this|these|out|up|into|in|from|for|over|through|down|off|on|whether|if) ",
    IGNORECASE,
)
_HOW: Final = frozenset(
    [
        "use",
        "avoid",
        "ensure",
        "keep",
        "allow",
        "let",
        "prevent",
        "remember",
        "force",
        "help",
        "need",
        "mimic",
        "work",
        "suppress",
        "try",
        "make",
        "do",
        "be",
        "leave",
        "go",
        "continue",
        "stop",
        "end",
        "take",
        "give",
        "fix",
        "protect",
        "guard",
        "handle",
        "support",
        "provide",
        "permit",
        "mark",
        "treat",
        "break",
        "return",
        "raise",
        "throw",
        "exit",
        "abort",
        "fail",
        "skip",
        "ignore",
        "bail",
        "jump",
        "reuse",
        "prefer",
        "default",
        "disable",
        "include",
        "refer",
        "start",
        "begin",
    ]
)
_CHECKS: Final = frozenset(
    [
        "check",
        "verify",
        "validate",
        "test",
        "look",
        "find",
        "see",
        "determine",
        "decide",
        "search",
        "reject",
        "compare",
        "detect",
        "parse",
    ]
)
_FINDS: Final = frozenset(["parse", "find", "search", "look", "determine"])  # of a plain statement that is a deed
_TELLS: Final = frozenset(
    ["print", "show", "log", "report", "warn", "tell", "inform", "notify", "dump", "display", "output", "announce"]
)
_STATES: Final = regex(
    r"[a-z]{2,16}s (?:that way|this way|like (?:this|that)|as follows|only|it|the|an?) ?|(?:[a-z]{2,16}ed|error|failure)$"
)  # `x works that way`, `parse failed`
_NO_OBJECT: Final = frozenset(
    ["only", "mode", "first", "last", "later", "again", "here", "below", "above", "too", "side"]
)
_NOTED: Final = regex(r" (?:NOTE|TO.?DO|FIX.?ME|X{3}|HACK|BUG|WARNING)\b")
_UNSAID: Final = regex(r"(?:when|whenever|if|unless|because|since|by|once)\b")  # `Set when …`: what has been done to it
_WHEN: Final = regex(r" (?:if|when|whenever|unless) ")
_GAP: Final = re.compile(rb"\n[ \t\r]{0,200}\n")
_MARKUP: Final = regex(r"[`|<>\[\]$\"]")


class Remark(NamedTuple):
    """phrase: an order in small letters. checks: it speaks of asking, not of what is done where the answer is yes."""

    phrase: str
    checks: bool


def remarks(text: bytes, mark: str, names: Sequence[str], told: str = "") -> dict[int, Remark]:
    """By the place of the statement that each stands above, where it is more than the function's name again. mark: how the
    language's comments begin. names: the function's, and its class's. told: what is said of the function before, which is not said again."""
    known = content(told)
    found: dict[int, Remark] = {}
    for each in comments(text, mark):
        words = plain(each.text)
        said = order(title(words, _ROOM, whole=True)) or order(title(words, whole=True))
        if (
            said
            and content(said.phrase) != known
            and not respells(said.phrase, *names)
            and not refers(said.phrase, " ".join(names))
            and (at := _below(text, each.end)) >= 0
        ):
            found[at] = said
    return found


def undescribed(found: dict[int, Remark], body: Body, text: bytes, own: Own) -> dict[int, Remark]:
    """Without those of a constructor that head nothing but fields that are set: `# Print to stderr as well` above `self.loud = loud`
    says what the field is for, and nothing is printed."""
    if own.facts.kind != "constructor":
        return found
    gone = set[int]()
    for block in every(body):
        for at, stmt in enumerate(block):
            if stmt.start in found:
                end = headed_in(text, at, block, found) if at + 1 < len(block) else stmt.end
                run = [each for each in block[at:] if each.start < end or each is stmt]
                upto = next(
                    (i for i, (a, b) in enumerate(pairwise(run)) if _GAP.search(text[a.end : b.start])), len(run)
                )
                gone |= {stmt.start} if all(_sets_field(each, own) for each in run[: upto + 1]) else set()
    return {at: each for at, each in found.items() if at not in gone}


def _sets_field(stmt: Stmt, own: Own) -> bool:
    """And calls nothing that does anything."""
    plain = isinstance(stmt, Simple) and stmt.role == "assign" and own.lasts(stmt.start, stmt.end)
    return plain and not own.active(own.calls(stmt.start, stmt.end))


def headed(text: bytes, at: int, body: Body) -> int:
    """Up to where a comment above a statement (body[at]) surely speaks: over a loop too that this makes ready."""
    end, after = body[at].end, body[at + 1 : at + 2]
    if not after or not isinstance(body[at], Simple) or not isinstance(after[0], Loop):
        return end
    gap = text[end : after[0].start]
    return end if gap.strip(b" \t\r\n;") or _GAP.search(gap) else after[0].end


def headed_in(text: bytes, at: int, body: Body, remarks: Container[int]) -> int:
    """Up to where a comment above body[at] may speak: to the next one, or to where a line is left empty behind a step that only
    makes a local (`/* Make a set of names */ names = set(rows)`)."""
    first = body[at]
    makes = isinstance(first, Simple) and first.role == "assign"
    for before, stmt in pairwise(body[at:]):
        if stmt.start in remarks or (makes and _GAP.search(text[before.end : stmt.start])):
            return stmt.start
    return body[-1].end


def makes_ready(text: bytes, at: int, body: Body, remarks: Container[int], own: Own) -> bool:
    """Whether an `if` (body[at]) sets what the line right below it works with: a comment above may be about both, as with
    `/* Add to the cache */ if (used == size) grow(); rows[used++] = row;`."""
    first, after = body[at], body[at + 1 : at + 2]
    if not isinstance(first, If) or first.orelse or not first.then or not after or after[0].start in remarks:
        return False
    gap = text[first.end : after[0].start]
    if gap.strip(b" \t\r\n;") or _GAP.search(gap):
        return False
    used = set(own.words(Range(after[0].start, after[0].end)))
    return any(own.sets(name, first.then[0].start, first.then[-1].end) for name in used)


def remarked(
    remark: Remark, stmt: Stmt, told: list[Clause], own: Own, akin: float, part: float, end: int, *, ready: bool = False
) -> list[Clause]:
    """What is said of a statement, with what its author says of it; what hangs on a condition hangs on it in these words too.
    akin: how much these share with the function's name. part: of its text, how much they head. end: up to where they speak.
    ready: they may speak of what stands below too, which does not hang on the condition."""
    hangs = False
    if isinstance(stmt, Jump | Return | Raise | Label):
        return told
    if isinstance(stmt, If) and not stmt.orelse and not remark.checks:
        hangs = not (stmt.then and isinstance(stmt.then[-1], Return | Raise | Jump))
        hangs = hangs and not (_only_tells(stmt, own) and remark.phrase.partition(" ")[0] not in _TELLS)
        if not hangs and not own.calls(*stmt.test):
            return told
    said = content(remark.phrase)
    whole = hangs or isinstance(stmt, Loop)
    asks = remark.checks and (isinstance(stmt, If) or remark.phrase.partition(" ")[0] not in _FINDS)
    author = _ASKS if asks else _AUTHORS
    weight = min(_SURE, author + min(1.5, 2 * part) + akin)
    if hangs and isinstance(stmt, If) and _only_prepares(stmt, own):
        weight = min(weight, _ASKS)
    rest = [
        _less(each, weight if whole and not asks else _SURE)
        for each in told
        if each.kind != DOES or each.weight > _SURE or not (whole or content(bare(each.phrase)) <= said)
    ]
    at = stmt.start if isinstance(stmt, Simple | If) and not hangs else stmt.end - 1
    clause = Clause(DOES, remark.phrase, weight, at=at, heads=(stmt.start, end) if not asks else (0, 0))
    said_too = _WHEN.search(remark.phrase) is not None  # he says himself when
    if hangs and isinstance(stmt, If) and not said_too:
        clause = clause._replace(may=True) if ready else where(clause, own.question(stmt.test))
    return [clause, *rest]


def _only_tells(stmt: If, own: Own) -> bool:
    """Where it holds nothing is done but that something is told of: `if (!use_cache(1)) warn("no cache");`."""
    calls = [own.calls(each.start, each.end) for each in stmt.then]
    return all(isinstance(each, Simple) for each in stmt.then) and all(
        each and own.weight(max(each, key=lambda call: call.end - call.start)) <= _TOLD for each in calls
    )


def _only_prepares(stmt: If, own: Own) -> bool:
    """Where it holds nothing is changed but locals that are not given back: it makes ready what stands behind it."""
    return all(
        isinstance(each, Simple)
        and each.role == "assign"
        and not own.active(own.calls(each.start, each.end))
        and not own.lasts(each.start, each.end)
        and not own.builds(each.start, each.end)
        for each in stmt.then
    )


def _less(clause: Clause, most: float) -> Clause:
    """most: of what is set in a part of which its author says what it does."""
    if clause.kind != DOES or clause.weight <= _LEAST:
        return clause
    if clause.weight > _SURE and not clause.phrase.startswith("set `"):
        return clause
    return clause._replace(weight=max(_LEAST, min(clause.weight - _SAID, most - _BEHIND)))


def _below(text: bytes, end: int) -> int:
    rest = text[end : end + 400]
    at = len(rest) - len(rest.lstrip())
    return end + at if rest[:at].count(b"\n") <= 1 and rest[at : at + 1] not in (b"", b"{", b"}", b"#") else -1


def order(said: str) -> Remark | None:
    """A title as an order, where it begins with a word that can only be its verb."""
    said = _NOTED.split(said, maxsplit=1)[0]
    said = (said.partition("(")[0] if said.count("(") > said.count(")") else said).rstrip(" .,;:-(")
    led = _LED.match(said)
    said = said[led.end() :] if led else said
    first, _, rest = said.partition(" ")
    verb = _plain_form(first.lower())
    sure = verb in ORDERS or (verb in AMBIGUOUS and _OBJECT.match(rest) is not None)
    if (
        not sure
        or _STATES.match(rest)
        or (verb not in _CHECKS and _UNSAID.match(rest))
        or not content(rest)
        or rest in _NO_OBJECT
        or (rest.endswith(f" {verb}") and rest.count(" ") == 1)  # `Run rabbit run`
        or verb in _HOW
        or _MARKUP.search(said)
    ):
        return None
    return Remark(f"{verb} {rest}", verb in _CHECKS)


def _plain_form(word: str) -> str:
    """`reads` -> `read`; a plain form stays."""
    if word in ORDERS or word in AMBIGUOUS:
        return word
    forms = (
        (f"{word[:-3]}y",)
        if word.endswith("ies")
        else (word[:-1], word[:-2])
        if word.endswith("es")
        else (word[:-1],)
        if word.endswith("s")
        else ()
    )
    return next((form for form in forms if form in ORDERS), word)
