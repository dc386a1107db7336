"""The first sentence of the comment above a definition."""

from __future__ import annotations

import re
from itertools import dropwhile, takewhile
from typing import Final

from flowscout.model.pattern import regex
from flowscout.shapes.prose import first_sentence

_FAR: Final = 4000
_WIDE: Final = 400
_ONE_FREE: Final = 2  # ends of lines
_MARK: Final = b"/**/"
_ROOT: Final = 4  # letters
_PARTS: Final = 3  # lines of a declaration before its name
_APART: Final = (b"/", b"*", b"#", b"}", b"@")  # what may stand right below a declaration that has a comment for itself
LEADER = regex(r"^[ \t]*(?:/\*[*!]*<?|\*+/|\*+|//[/!]*<?)?[ \t]?|(?<!\*)\*++/[ \t]*$", re.MULTILINE)
_PARAGRAPH = regex(r"\n[ \t]*\n")
TAG = regex(r"[@\\](?:brief|short)\s+")
_OTHER_TAG = regex(
    r"(?<!\s)\s*+[@\\](?:param|returns?|throws|copyright|ingroup)\b"
    r"|(?:\A|(?<=[.!?:;)\]])|(?<!\s)(?<!\bof)(?<!\bthe)(?<!\bto)(?<!\bin)(?<!\bon)(?<!\bby)(?<!\bfor)(?<!\bfrom)(?<!\bwith)(?=\s*+\n))"
    r"\s*+[@\\](?:note|see|file|author|name)\b"
)  # within a sentence such a word is the name of what is given: `the name of the @file`
_NEXT_TAG = regex(r"(?<=[.!?])[ \t]*+\n\s*+[@\\]\w")  # of whatever tool: `@locality`, `@remark`
_PLACE = regex(r"[@\\](?:ingroup|fn|memberof|relates\w{0,4}|headerfile|internal)\b(?! *+[@\\])")  # where it belongs
_OF_MANY = regex(r"[@\\](?:defgroup|addtogroup|weakgroup|file|mainpage|page|subpage)\b")
_GIVES = regex(r"(?:\A|\n)[ \t]*+[@\\]returns?[ \t]++(?=[^\s@\\]{1,60}\s)")  # a field alone says what is given back
_BARE_TAG = regex(r"\A(?:brief|short) (?=[A-Z][a-z]{1,20}s? )")  # that lost its sign
_HTML_PARAGRAPH = regex(r"^[ \t]*+</?p ?/?>|</p>[ \t]*+$", re.IGNORECASE | re.MULTILINE)
_LABELLED = regex(r"(?:description|purpose|summary|abstract|desc)\s*+:\s*+(?=[A-Za-z])", re.IGNORECASE)
_LABEL = regex(r"[A-Za-z][A-Za-z ]{1,20}\s*+:(?:\s|\Z)")
_MEANT = regex(
    r"(?<=[\s(])@(?!(?:[pcaefnsl]|em|b|li|arg|ref|sa|see|link|\w*code|since|note|pre|post|todo|warning|deprecated|brief|short|details?|internal|t?param|throws?|exception|ret\w{1,10}|\w*rst|\w*verbatim)\b)(?=[a-z_]\w*+\b(?![.@]\w))"
)  # of the kernel and GTK: a parameter
RULE = regex(r"^[\s\-=*#/~_+.]*$")
_GIVEN = regex(r"@\w{1,60}:")  # of GTK and the kernel: what is given
_PARAM = regex(r"[@\\]param(?:\[[a-z, ]{1,10}\])?[ \t]+\w{1,80}[ \t]+(\S[^\n]{1,300})")
_BEFORE = regex(
    rb"[ \t]*+[A-Za-z_]\w{0,60}+(?:[ \t*&]++[A-Za-z_]\w{0,60}+){0,4}+[ \t*&]*+"
)  # of a declaration, on a line of its own: `API_SYMBOL`, `static void`
_EXPORT = regex(
    rb"[ \t]*+[A-Za-z_]\w{0,60}+\([A-Za-z_][\w *&]{0,60}\)[ \t]*+"
)  # `EXPORT(int)`, above a name that has no type of its own
_ATTRIBUTE = regex(
    rb"[ \t]*+(?:__attribute__[ \t]*+\(\([^;{}\r\n]{1,80}\)\)|\[\[[^\]\r\n]{1,80}\]\]|extern \"C\")[ \t\r]*+"
)
_NAMED = regex(rb"[ \t]*+[A-Za-z_]\w{0,80}+[ \t]?\(")
_TEMPLATE = regex(rb"(?:^|\n)[ \t]*+template\s*+<")
_TITLE = regex(r"[\w:~]{1,80}(?:\s?\([^()]{0,200}\))?[\s.:-]*")  # the name alone, before what is said of it
_HEADED = regex(r"[\w:~]{1,80}\(\)[.:]?\s++(?=[A-Z][a-z]{1,20} )")
_HEADING = regex(r"[A-Z]{4,20}(?: [A-Z]{2,20}){0,3}:?")  # `SYNOPSIS` above what is said, `END SYNOPSIS` below
_CALLED = regex(r"[\w:~]{1,80}\s?\((?!\()[^()]{0,300}\)")
_WORD = regex(r"[A-Za-z][a-z]{3,20}|[A-Z]{4,20}")
_BEHIND = regex(rb"[ \t]*+(/\*(?:[^*\r\n]|\*(?!/)){1,300}\*/|//[^\r\n]{1,300})[ \t]*+(?:\r?\n|\Z)")
_DEED = regex(
    r"(?!(?:requires?|must|see|also|note|needs?|make|only|used|todo|fixme|xxx|hack|call(?:ed|s)?)\b)([A-Za-z][a-z]{2,20})(?<!ing)(?<!ed)(?! of\b)(?: [^\s]++){2,60}+(?<![,;:-])",
    re.IGNORECASE,
)
NOT_DOC = regex(r"copyright|licen[sc]e|NOLINT|clang-format|all rights", re.IGNORECASE)


def _template(above: bytes) -> re.Match[bytes] | None:
    """`template <…>` right above: from where neither a statement nor a body stands any more."""
    return _TEMPLATE.search(above, max(above.rfind(sign) for sign in (b";", b"{", b"}")) + 1)


def doc(data: bytes, start: int) -> str:
    """Of the definition that begins at `start`; "" when no comment stands right above it."""
    line = data.rfind(b"\n", 0, start) + 1
    floor = max(0, line - _FAR)
    end = line
    while end > floor and data[end - 1] in b" \t\r\n":
        end -= 1
    if data[end - 1 : end] == b">" and (template := _template(data[floor:end])):
        end = line = floor + template.start() + 1
        while end > floor and data[end - 1] in b" \t\r\n":
            end -= 1
    if (above := _unmarked(data, floor, end)) < end:
        end = line = above
    apart = data.count(b"\n", end, line)
    if apart > _ONE_FREE or end == floor:
        return ""
    if apart > 1:
        return _apart(data, floor, end, data[start : start + _WIDE])
    above = _above(data, floor, end, _NAMED.match(data, line) is not None)
    marked, end = b"__attribute__" in data[above:end], _unmarked(data, floor, above)
    if data[end - 2 : end] == b"*/":
        begin = data.rfind(b"/*", floor, end)
        if begin < 0 or data[data.rfind(b"\n", 0, begin) + 1 : begin].strip():
            return ""
        comment = data[begin:end].decode("utf-8", "replace")
        return "" if marked and not _speaks_of(comment, data[start : start + _WIDE]) else sentence(comment)
    begin = end
    while begin > floor:
        before = data.rfind(b"\n", floor, begin - 1) + 1 or floor
        if not data[before:begin].lstrip().startswith(b"//"):
            break
        begin = before
    comment = data[begin:end].decode("utf-8", "replace")
    return "" if marked and not _speaks_of(comment, data[start : start + _WIDE]) else sentence(comment)


def _speaks_of(comment: str, head: bytes) -> bool:
    """Whether it holds a word of what a definition is called or given; else it may speak of what stands between them."""
    called = _CALLED.search(head.partition(b"{")[0].decode("utf-8", "replace"))
    words = {word[:_ROOT].lower() for word in _WORD.findall(called[0])} if called else set()
    return not words.isdisjoint(word[:_ROOT].lower() for word in _WORD.findall(comment))


def _unmarked(data: bytes, floor: int, end: int) -> int:
    """Above `/**/`, with which a tool finds declarations: where a comment ends that stands right above, or one free line above."""
    begin = end - len(_MARK)
    if begin <= floor or data[begin:end] != _MARK or data[data.rfind(b"\n", 0, begin) + 1 : begin].strip():
        return end
    above = begin
    while above > floor and data[above - 1] in b" \t\r\n":
        above -= 1
    return above if data.count(b"\n", above, begin) <= _ONE_FREE and data[above - 2 : above] == b"*/" else end


def doc_behind(data: bytes, head: int, body: int) -> str:
    """Of a definition, what stands between its head and its body, on lines of its own; or behind the head, to the end of that line.
    What stands behind the brace that opens its body speaks of the first statement."""
    between = data[head:body]
    blank = len(between) - len(between.lstrip())
    if not between[blank:].startswith((b"/*", b"//")):
        return ""
    if b"\n" not in between[:blank]:
        return _on_line(data, head, head + blank)
    end = between.find(b"*/") + 2 if between[blank : blank + 2] == b"/*" else len(between.rstrip())
    return sentence(between[blank:end].decode("utf-8", "replace"))


def _on_line(data: bytes, head: int, at: int) -> str:
    """The comment that ends the line of a head, where it begins with a word of its name, and is said once in the file: what is said of
    several things is no deed of one, and of other words nobody knows whether they are a deed."""
    if not (found := _BEHIND.match(data, at)):
        return ""
    line = data[data.rfind(b"\n", 0, head) + 1 : head]
    if line.count(b"(") != line.count(b")"):
        return ""  # of the parameter that is given last, on a line of its own
    if found[1].startswith(b"//") and data[found.end() : found.end() + _WIDE].lstrip().startswith(b"//"):
        return ""  # it goes on below
    said = sentence(found[1].decode("utf-8", "replace"))
    said = said if said.count("(") == said.count(")") else said.partition(" (")[0]
    deed, called = _DEED.fullmatch(said), line.partition(b"(")[0].decode("utf-8", "replace").lower()
    return said if deed and deed[1].lower().removesuffix("s") in called and data.count(found[1]) == 1 else ""


def _apart(data: bytes, floor: int, end: int, head: bytes) -> str:
    """A comment with a line free below it, where it speaks of what the definition is called or given."""
    begin = data.rfind(b"/*", floor, end) if data[end - 2 : end] == b"*/" else -1
    if begin < 0 or data[data.rfind(b"\n", 0, begin) + 1 : begin].strip():
        return ""
    comment = data[begin:end].decode("utf-8", "replace")
    if "\n" not in comment and comment.rstrip(" */").endswith("s"):
        return ""  # the name of several things, as of a group of functions: `/* Message handlers */`
    if data[:begin].rstrip(b" \t").endswith((b";\n", b";\r\n")):
        return ""  # it speaks of what stands right above it
    return sentence(comment) if _speaks_of(comment, head) else ""


def _above(data: bytes, floor: int, end: int, named: bool) -> int:
    """Where a comment ends that stands above the first lines of a declaration, which a macro kept from being read as its own.
    named: the line below begins with a name and what that is given."""
    at = end
    for _ in range(_PARTS):
        begin = data.rfind(b"\n", floor, at) + 1
        typed = named and at == end and _EXPORT.fullmatch(data, begin, at)
        marked = _ATTRIBUTE.fullmatch(data, begin, at)
        if begin <= floor or not (typed or marked or _BEFORE.fullmatch(data, begin, at)):
            return end
        at = begin - 1
        if data[at - 2 : at].endswith(b"*/") or data[data.rfind(b"\n", floor, at) + 1 : at].lstrip().startswith(b"//"):
            return at
    return end


def doc_of_one(data: bytes, start: int, end: int) -> str:
    """Of the declaration that stands there; "" where the comment heads several that follow one another."""
    last = data.find(b"\n", end)
    below = data[last + 1 : last + 1 + _WIDE].split(b"\n", 1)[0].strip() if last >= 0 else b""
    return doc(data, start) if not below or below.startswith(_APART) or below.endswith(b":") else ""


def sentence(comment: str) -> str:
    """First sentence of the first paragraph that is prose; a title, where there is nothing else, or what is given back."""
    title = ""
    text = _HTML_PARAGRAPH.sub("\n\n", LEADER.sub("", comment.replace("\r", "")))
    for paragraph in _PARAGRAPH.split(text):
        lines = [line.strip() for line in paragraph.split("\n") if not RULE.match(line)]
        lines = list(dropwhile(_PLACE.match, takewhile(lambda line: not _GIVEN.match(line), lines)))
        if lines and _OF_MANY.match(lines[0]):
            return ""  # of a file, or a group of functions
        if not lines or NOT_DOC.search(paragraph) or _OTHER_TAG.match("\n".join(lines)):
            continue
        lines = [line for line in lines if not _HEADING.fullmatch(line)] or lines
        if lines[0].startswith("(") and lines[-1].rstrip(".").endswith(")"):
            continue  # of where it comes from
        lines = _labelled(lines)
        said = _OTHER_TAG.split(_NEXT_TAG.split("\n".join(lines), maxsplit=1)[0])[0]
        said = _BARE_TAG.sub("", _MEANT.sub("", TAG.sub("", said)))
        if not _TITLE.fullmatch(said):
            told = first_sentence(_HEADED.sub("", said, count=1) if _HEADED.match(said) else said)
            if told not in [first_sentence(each) for each in _PARAM.findall(text)]:
                return told  # else what was said of what is given is said again
            continue
        title = title or first_sentence(said)
    return title or _given_back(text)


def _labelled(lines: list[str]) -> list[str]:
    """Of lines with labels (`Function:`, `Purpose:`), what stands behind the one that says what it is for."""
    at = next((number for number, line in enumerate(lines) if _LABELLED.match(line)), -1)
    if at < 0 or not all(_LABEL.match(line) for line in lines[:at]):
        return lines
    return [_LABELLED.sub("", lines[at], count=1), *takewhile(lambda line: not _LABEL.match(line), lines[at + 1 :])]


def _given_back(text: str) -> str:
    """What the one field says that tells what is given back, with its sign; "" where there are several."""
    _, *given = _GIVES.split(text)
    if len(given) != 1 or NOT_DOC.search(text):
        return ""
    lines = [line.strip() for line in _PARAGRAPH.split(given[0], maxsplit=1)[0].split("\n")]
    lines = list(takewhile(lambda line: not line.startswith(("@", "\\")), lines))
    said = first_sentence(_MEANT.sub("", "\n".join(lines)))
    return f"@returns {said}" if said else ""
