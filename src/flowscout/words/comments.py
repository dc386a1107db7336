"""Comments of a function's own text: where they stand, and which of them read as the title of what follows.

    /* Close clients that wait for too long. */     Close clients that wait for too long
    # ---- Parse the header ----                    Parse the header
    // We must not do this twice, because …         no title: it explains
    # END handle exception                          no title: it says what ends above

A title is a short first sentence that names a deed or a thing. What speaks to the reader (we, this, note), states a fact
(`the buffer is full`), is code, or is meant for a tool, is none. One walk over the text, which no quote or comment that
never ends makes longer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from ..model.pattern import regex
from ..model.record import NamedTuple
from .markup import unmarked
from .plainer import LIMITS

LONGEST: Final = 64  # letters of a title
_HASH: Final = regex(
    rb'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"""|\Z)'
    rb"|'''(?:[^'\\]++|\\.|'(?!''))*+(?:'''|\Z)"
    rb'|"(?:[^"\\\n]++|\\.)*+"?+'
    rb"|'(?:[^'\\\n]++|\\.)*+'?+"
    rb"|(?P<comment>#[^\n]*+)",
    re.DOTALL,
)
_SLASHES: Final = regex(
    rb'"(?:[^"\\\n]++|\\.)*+"?+'
    rb"|'(?:[^'\\\n]++|\\.)*+'?+"
    rb"|(?P<comment>//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z))",
    re.DOTALL,
)
_DOCUMENTS: Final = ("/**", "/*!", "///", "//!")
_LEADER: Final = regex(r"^[ \t]*(?:/\*+!?<?|//+!?<?|#+[:!]?|\*+(?!/))?[ \t]?", re.MULTILINE)
_RULER: Final = regex(r"^(?:[\s\-=*#~+>]|[_/.<](?!\w))+")  # `<pre>`, `/etc` and `.git` begin with their sign
_RULES: Final = " \t\r\f\v-=*#~_+/<>"  # what a line may be drawn with
_DRAWN: Final = frozenset("-=*#~>")  # and those that no word ends with
_CLOSES: Final = regex(r"^end(?:s|ed)?\b(?!-\w)(?! (?:the|an?|this|that|our|all|any|its|each|every)\b)", re.IGNORECASE)
_PARAGRAPH: Final = regex(r"\n[ \t]*\n")
_SENTENCE: Final = regex(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bcf)(?<!\b[Rr]esp)(?<!\bapprox)(?<!\b(?:in|ex)cl)[.!?:](?=\s)(?!(?:(?<=\b[Ss]ec[.])|(?<=\b[Ff]ig[.])|(?<=\b[Nn]o[.])|(?<=\bpp[.])|(?<=\b[Cc]h[.]))\s\d)"
)
_ORDERED: Final = regex(r"^we (?=(?:first|then|next|finally) )", re.IGNORECASE)
_SUPPOSES: Final = regex(r"\A(?:if|when|unless|while|until) ", re.IGNORECASE)
_NUMBERED: Final = regex(r"^(?:\(?[0-9]{1,2}[.)\]:]|(?:step|phase|part) [0-9]{1,2}[.:)]?)\s*", re.IGNORECASE)
_TALKS: Final = regex(
    r"^(?:we|this|that|these|those|it|its|note|nb|i|you|they|there|here|since|because|so|but|and|or|if|when|while|unless|otherwise|else|"
    r"todo|fixme|xxx|hack|bug|noqa|nolint|pylint|type|pragma|clang|coverage|fmt|yapf|isort|mypy|copyright|license|see|e\.g|i\.e|"
    r"unlike|where|whereas|whether|as|though|although|even|just|only|now we|at this point|however|normally|usually|maybe|perhaps|don't|do not|should|must|"
    r"should we|for|in|on|at|to|by|with|done|success|ok|already|however|from|nothing|hidden|fall|falls|fallthrough|not|no|yes|ok|sorry|warning|assume|assumes|assuming)\b",
    re.IGNORECASE,
)
_ORDERS: Final = regex(
    r"(?:and )?(?:then|next|first|second|third|finally|lastly|afterwards|also|again|meanwhile)", re.IGNORECASE
)
_STATES: Final = regex(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|cannot|could|should|must|may|might|shall|does|doesn't|isn't|won't|can't|we|i|you|"
    r"wants|needs|gets|returns|means|uses|takes|makes)\b",
    re.IGNORECASE,
)
_ASKS: Final = regex(r"\b(?:if|whether|that|which|who|where|when|while|until|what|for|because|as|so)\b", re.IGNORECASE)
_CODE: Final = regex(r"[;{}\\]|==|!=|->|\w\(\S|^\W|[=<>]\s*\w+$|\w\s=\s\w|https?:|@\w|\bgoto\b")
_STATEMENT: Final = regex(
    r"^[\w.,\s\[\]>-]{1,60} [-+*/|&]?= \S|;$|^(?:if|for|while|elif|switch|return)\b.*[:{)]$"
)  # put out of use
_CLAUSE: Final = regex(r"(?<=\w\w\w)(?:,| \(| so that| because| in order| since| - |;) ?|(?<=.{16}) (?:that|which) ")
_ASIDE: Final = regex(rf" \((?!{LIMITS})[^()]{{1,80}}\)(?= \w)")
_LIMITED: Final = regex(rf" \({LIMITS}")
_HANGS: Final = regex(r"(?<!\w)(?:the|an?|its|our|their|of|to|for|in|on|with|by|from|at|as|is|are)$")
_GOES_ON: Final = regex(r"(?<!\w)(?:else|otherwise|and|or|but|if|when|while|so|because|since|that|which)$")
_JOINS: Final = regex(r"[\s,]{1,3}(?:and|or|but)$")  # what is no more there
_ROW: Final = regex(r"\w{1,40}(?: \w{1,40})?(?:, \w{1,40}(?: \w{1,40})?){0,6},? (?:and|or) \w")
_AIMS: Final = regex(r"(?<!\w)(?<= )(?:in order )?to [a-z]{1,20}$")  # `Flush to ensure that …`
_WORD: Final = regex(r"[^\W\d_]{2,}")


class SourceComment(NamedTuple):
    """[start, end) in bytes, a run of line comments is one; text without its marks."""

    start: int
    end: int
    text: str


def comments(text: bytes, mark: str) -> list[SourceComment]:
    """Comments that stand on lines of their own, in order. mark: how the language's comments begin (`#`, `//`)."""
    found: list[SourceComment] = []
    for start, end in _own_lines(text, _HASH if mark.startswith("#") else _SLASHES):
        said = text[start:end].decode("utf-8", "replace")
        if (
            found
            and not said.startswith("/*")
            and not text[found[-1].end : start].strip()
            and text.count(b"\n", found[-1].end, start) == 1
        ):
            start, said = found[-1].start, f"{_ended(found.pop().text)}\n{said}"
        found.append(SourceComment(start, end, said))
    return [each._replace(text=_read(each.text)) for each in found]


def _read(comment: str) -> str:
    said = _plain(comment)
    return unmarked(said) if comment.startswith(_DOCUMENTS) else said


def _ended(comment: str) -> str:
    """A block that line comments follow ends its sentence where it ends itself."""
    said = comment.removesuffix("*/").rstrip()
    return comment if said == comment.rstrip() else f"{said}{'' if said.endswith(('.', '!', '?', ':')) else '.'}"


def _own_lines(text: bytes, syntax: re.Pattern[bytes]) -> Iterator[tuple[int, int]]:
    for match in syntax.finditer(text):
        if match["comment"] is not None:
            start, end = match.span()
            line = text.rfind(b"\n", 0, start) + 1
            if not text[line:start].strip():
                yield start, end


def _plain(comment: str) -> str:
    return _LEADER.sub("", comment.replace("\r", "").removesuffix("*/")).strip()


def _unruled(line: str) -> str:
    """Without the rules around it: `---- Parse C++ ----`."""
    text = _RULER.sub("", line)
    bare = text.rstrip(_RULES)
    word, *_ = text[len(bare) :].replace("\t", " ").partition(" ")
    return bare if len(word) > 2 or _DRAWN.issuperset(word) else bare + word


def title(text: str, room: int = LONGEST, whole: bool = False) -> str:
    """The first sentence of a comment where it reads as a title, "" otherwise. room: letters that it may have. whole: it must
    not be cut where it says which ("all lines that end here")."""
    first = _PARAGRAPH.split(text.strip(), maxsplit=1)[0]
    lines = list(filter(None, map(_unruled, first[:400].split("\n"))))
    kept = lines[:1] + list(takewhile(lambda line: not _STATEMENT.search(line), lines[1:]))
    every = " ".join(" ".join(kept).split())
    ended = next((end for end in _SENTENCE.finditer(every) if end[0] != ":" or _closed(every[: end.start()])), None)
    if len(kept) < len(lines) and not ended and (_HANGS.search(every) or _GOES_ON.search(every)):
        return ""
    said = _NUMBERED.sub("", every[: ended.start()] if ended else every).strip().rstrip(".:!,;")
    behind = every[ended.end() :].strip() if ended and ended[0] == ":" else ""
    if behind and (" " not in said or _SUPPOSES.match(behind)):
        return ""  # `Goal: the least h with …`, `Special rule: if it is empty …` say what is meant behind what they begin with
    said = _ORDERED.sub("", said)
    said = _ASIDE.sub("", said) if len(said) > room else said
    clause = _CLAUSE.search(said) if len(said) > room else None
    if clause and _LIMITED.match(said, clause.start()):
        return ""  # what is left would say it of every case
    if clause and clause[0].strip() == "," and _ROW.match(said, clause.end()):
        return ""  # `Set up what is read for strings, bytes and numbers` is not of strings alone
    if clause and not (whole and clause[0].strip() in ("that", "which")):
        said = _JOINS.sub("", said[: clause.start()].rstrip())
        said = _AIMS.sub("", said).rstrip() if clause[0].strip() == "that" else said
        if _HANGS.search(said):
            return ""
    return said[:1].upper() + said[1:] if _entitles(said, every[ended.start()] if ended else "", room) else ""


def _closed(said: str) -> bool:
    """No bracket is open: `Serial number (UUID: 0x2A25)` is no sentence up to its colon."""
    return said.count("(") <= said.count(")")


def _entitles(said: str, stop: str, room: int) -> bool:
    if not 4 <= len(said) <= room or stop == "?" or said.endswith("?"):
        return False
    if (
        _CLOSES.match(said)
        or _TALKS.match(said)
        or _ORDERS.fullmatch(said)
        or _CODE.search(said)
        or len(_WORD.findall(said)) < 1
    ):
        return False
    states, asks = _STATES.search(said), _ASKS.search(said)
    return states is None or (asks is not None and asks.start() < states.start())
