"""Doc comments as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from re import IGNORECASE
from typing import Final

from ..model.pattern import regex
from .draft import CUT, LAYOUT

PARAGRAPH: Final = regex(r"\n[ \t]*\n|\n[ \t]*(?=[A-Z]{3,20}(?: \d{1,3})?: )")  # `NOTE: …` is another remark
SENTENCE: Final = regex(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bcf)[.!?](?!(?:(?<=\b[Ss]ec[.])|(?<=\b[Ff]ig[.])|(?<=\b[Nn]o[.])|(?<=\bpp[.])|(?<=\b[Cc]h[.]))\s\d)(?:(?=\s+[A-Z0-9`\"'(])|(?<=[a-z)][a-z)][a-z)][.])(?<!approx[.])(?<!resp[.])(?<!incl[.])(?<!excl[.])(?=\s+(?:[a-z]{1,30}_\w|[a-z]\w{0,40}(?:\(|->|::)|(?:the|this|it|if|returns?|a|an|we|note)\s)))"
)


_GOES_ON: Final = regex(
    r"(?:[,;:(-]|\b(?:and|or|but|nor|then|it|that|which|who|will|would|to|of|for|from|by|with|in|on|at|as|is|are|be|must|should|may|can|not|an?|the|this|these|if|when|function|method))$",
    IGNORECASE,
)
_GIVES: Final = regex(r"[Rr]eturns?:? \S")
_ANEW: Final = regex(r"[A-Z][a-z]+(?:\s|$)")
_AFRESH: Final = regex(
    r"(?:It|This|They|There|We|You|Note|Uses) (?:\w{3,12}ly |also )?[a-z]|(?:Otherwise|However|Therefore|Thus|In this (?:way|case)), |(?:The|An?) (?:[a-z][^\s.,;]{0,30} ){1,5}(?:is|are|was|were|has|will|can|must|should|may) |(?:If|When|To|For) [^.]{2,90}?(?:, | then )"
)  # a sentence begins there, be the last one without its stop
_FIELD: Final = regex(
    r"(?:^|\n)[ \t]{0,40}:?[Rr]eturns?:[ \t]{0,8}(?:\n[ \t]{1,40})?(?:[a-zA-Z_][\w.]{0,40}: )?(\S[\s\S]{0,400})"
)
_DEED: Final = regex(
    r"(?!(?:Is|Are|Has|Have|Can|Does|Do|Was|Returns?|Gets?|Gives?|The|An?|This|It)\b)[A-Z][a-z]{2,20} \w"
)
_THING: Final = regex(r"(?:[Aa]n?|[Tt]he|[Aa]ll|[Tt]rue (?:if|when|iff)|[Ww]hether|[Nn]umber|[Ll]ist) [a-z]")
_ITEM: Final = regex(
    r"(?:param(?:eter)? )?[`*&]{0,2}\w{1,40}(?:`? (?:--?|=|–|—)|:`|`?:) +\S"
)  # `size - of a row`, `size: of a row`
_SUBJECT: Final = regex(
    r"(?!(?:it|this|returns?)\b)(?:(?!(?:if|whether|that|which|when|where|how|what)\b)(?:[^\s.,;:]|[.:](?=\w)){1,40} ){1,7}(?:is|are|was|were|has|have|can|cannot|may|must|should) ",
    IGNORECASE,
)  # `Rows of the table are not sorted`
_ITSELF: Final = regex(
    r"(?:this|the) (?:function|method|routine|procedure) (?!(?:assum|expect|requir|need|do|must|support|work|exist|belong|depend|rel(?:y|ies)|return))(?:(?:is used|attempts|tries) to |[a-z]{2,20}s\b(?<!\bis)(?<!\bwas)(?<!\bhas))",
    IGNORECASE,
)  # `This function sorts them`
_SLACK: Final = 12  # letters that an author leaves free at the end of a line
_NAME_ALONE: Final = 2  # words
_BRIEF: Final = 60  # letters of a sentence that can be the name again
_ROOT: Final = 4  # letters
_WHOLLY, _ALMOST = 1, 2
_ORDERS: Final = regex(
    r"(?!(?:This|It|See|Use|Call|Note|Make|Must|Should|Can|May|Returns?|Raises?|Pass|Set|Be|Do|Also)\b)[A-Z][a-z]{2,20}s? (?:all|an?|the|each|every|its?|any|both|from|to)\b"
)  # it says what is done
_WORDS: Final = regex(r"[A-Za-z]{4,40}")
_SLIGHT: Final = frozenset(
    ["this", "that", "from", "with", "into", "given", "current", "returns", "return", "gets", "sets", "method"]
)
_BEGINS: Final = regex(
    r"[A-Z][a-z]{1,20} (?:[a-z]|[`A-Z]\w)(?!.{0,200}\n[ \t]*[-=]{3})"
)  # a sentence, no heading of a section


def first_sentence(text: str) -> str:
    """Of the first paragraph, layout collapsed, without its full stop; the one that says what the function does, where the first says
    why something must be done."""
    lines = PARAGRAPH.split(text.strip(), maxsplit=1)[0].split("\n")
    paragraph = LAYOUT.sub(" ", " ".join(_remark([line.strip() for line in lines]))).strip()
    end = SENTENCE.search(paragraph)
    sentence = paragraph[: end.end()] if end else paragraph
    if end and _SUBJECT.match(sentence) and _ITSELF.match(then := paragraph[end.end() :].lstrip()):
        sentence = then[: end.end()] if (end := SENTENCE.search(then)) else then
    return sentence[:CUT].rstrip(". ")


def telling_sentence(text: str, name: str) -> str:
    """The first sentence; where that is the name again, with what is given back, or the second, be it in a paragraph of its own."""
    said = first_sentence(text)
    if len(said) > _BRIEF or not (again := _again(said, name)):
        return said
    if _DEED.match(said) and (given := _given_back(text)):
        first = said.partition(" ")[0]
        return f"{said} and return{'s' if first.endswith('s') and not first.endswith('ss') else ''} {given}"
    _, _, behind = text.partition(said.rpartition(" ")[2])
    behind = behind.lstrip(" .`'\"*\r\n\t")
    if not _BEGINS.match(behind) or (again == _ALMOST and not _ORDERS.match(behind)):
        return said
    return then if (then := first_sentence(behind)).count(" ") > _NAME_ALONE else said


def _given_back(text: str) -> str:
    """Of a field that says in words what is given back; "" where it names a type, or says what it is on success."""
    found = _FIELD.search(text)
    said = first_sentence(found[1]) if found else ""
    if not _THING.match(said) or said.count(" ") <= _NAME_ALONE:
        return ""
    return said if said.startswith("True") else f"{said[:1].lower()}{said[1:]}"


def _again(said: str, name: str) -> int:
    """How nearly it is the name again: wholly, but for a word, not."""
    joined = name.replace("_", "").lower()
    words = [word.lower() for word in _WORDS.findall(said)]
    new = [word for word in words if word not in _SLIGHT and word[:_ROOT] not in joined]
    return 0 if not words or len(new) > 1 or len(new) == len(words) else _ALMOST if new else _WHOLLY


def _afresh(line: str, below: str) -> bool:
    return line.count(" ") >= _NAME_ALONE and line[-1:] not in ".!?" and _AFRESH.match(below) is not None


def _remark(lines: Sequence[str]) -> Sequence[str]:
    """Up to where a line ends that had room for the next word, and the next begins anew, or what is given is listed; without a title of
    a word or two."""
    width, first = max(map(len, lines)), 0
    for at, (line, below) in enumerate(pairwise(lines), 1):
        if _GOES_ON.search(line) or not line:
            continue
        roomy = len(line) + len(below.partition(" ")[0]) + _SLACK < width
        if _ITEM.match(below) and not _ITEM.match(lines[first]):
            return lines[first:at]
        if _GIVES.match(below) or (roomy and _ANEW.match(below)) or _afresh(line, below):
            if at > first + 1 or line.count(" ") >= _NAME_ALONE:
                return lines[first:at]
            first = at
    return lines[first:]
