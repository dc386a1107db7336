"""What a function does that a statement only makes: the statements of a lambda (C++) or of a nested `def` (Python), one each.

They run when it is called, so they are told as a list of what it would do. Nested blocks stay with the statement they belong to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..model.language import Language
from ..model.pattern import regex
from .folding import blanked, split

MOST: Final = 4_000  # letters of a body that is looked at
_HEAD: Final = regex(r"\[[^\[\]]{0,80}\]\s*+(?:\([^()]{0,200}\))?[^{};]{0,60}\{")
_COMMENT: Final = regex(r"\"(?:[^\"\\\n]++|\\.)*+\"?+|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?+")
_DEF: Final = regex(
    r"(?:@[^\n]*+\n\s*+){0,8}(?:async\s++)?def\s++\w++\s*+\([^#]{0,600}?\)(?:\s*+->[^:#]{1,120})?:[ \t]*+(?:#[^\n]*+)?\n"
)
_GOES_ON: Final = regex(r"\s*+(?:else\b|catch\b|while\b|[;,)\].])")
_DOC: Final = regex(
    r"\s*+[rRuU]?(?:\"\"\"(?:[^\"]++|\"(?!\"\"))*+\"\"\"|'{3}(?:[^']++|'(?!''))*+'{3}|\"[^\"\n]*+\")[ \t]*+\n(?=\s*+\S)"
)
_QUIET: Final = regex(
    r"(?s)\"\"\"(?:[^\"\\]++|\\.|\"(?!\"\"))*+\"\"\"|'{3}(?:[^'\\]++|\\.|'(?!''))*+'{3}"
    r"|\"(?:[^\"\\\n]++|\\.)*+\"?+|'(?:[^'\\\n]++|\\.)*+'?+|#[^\n]*+"
)  # literals and comments
_SPACED: Final = regex(r"(\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\]++|\\.){1,8}+')|(?<=[(\[]) | (?=[)\]])")
_DECLARES: Final = ("nonlocal ", "global ")
_COMPOUND: Final = regex(r"(?:if|for|while|with|try|switch|async|do|match|def|class|@[^\n]{1,120}? (?:async )?+def)\b")
LINE: Final = 60  # letters
_PARTS: Final = 6  # of what a head has below it
_STEERS: Final = regex(
    r"^(?:if|elif|else|except|finally|for|while|with|try|match|case|async|def|class|do|switch|catch|@)\b"
)
_BELONGS: Final = regex(r"(?:else|elif|except|finally|catch)\b")


def statements(text: str, language: Language) -> tuple[str, ...]:
    """() where none is made, or none that can be told."""
    if language.spelling.conditional == "if-else":
        return _lines(body(text, language))
    if "[" not in text or "{" not in text:
        return ()
    plain = _COMMENT.sub(lambda it: it[0] if it[0][0] == '"' else " ", text[:MOST])
    found = _HEAD.search(plain)
    return _of_braces(plain[found.end() :]) if found else ()


def body(text: str, language: Language) -> str:
    """Of a nested `def`, without what it says of itself; "" of anything else."""
    found = _DEF.match(text) if language.spelling.conditional == "if-else" else None
    return _without_doc(text[found.end() : found.end() + MOST]) if found else ""


def declares(line: str) -> bool:
    return line.startswith(_DECLARES)


def rows(line: str) -> tuple[str, ...]:
    """What is too long for a line by its head and what stands in its braces, a row each; else by its head, of which no word is lost."""
    if len(line) <= LINE or not _COMPOUND.match(line):
        return (_headed(line),)
    if not line.endswith("}"):
        return _below(line) or (_headed(line),)
    made: list[str] = []
    rest = line
    while rest:
        opens = blanked(rest).find(" {")
        inner = _of_braces(rest[opens + 2 :]) if opens > 0 and (not made or _BELONGS.match(rest)) else ()
        end = _closes(rest, opens + 1) if inner else -1
        if end < 0:
            return (_headed(line),)
        made += [f"{rest[:opens]}:", *(f"– {_headed(each)}" for each in inner)]
        rest = rest[end + 1 :].strip()
    return tuple(made)


def _below(line: str) -> tuple[str, ...]:
    """A head with what hangs below it, where that is plain: of what steers itself nobody could say what hangs on it."""
    end = blanked(line).find(": ") + 1
    parts = split(line[end:].strip(), "; ") if end else []
    if not parts or len(parts) > _PARTS or any(_STEERS.search(blanked(part)) for part in parts):
        return ()
    return (line[:end], *(f"– {part}" for part in parts))


def _closes(text: str, opens: int) -> int:
    depth = 0
    for at, char in enumerate(_unquoted(text)[opens:], opens):
        depth += (char == "{") - (char == "}")
        if not depth:
            return at
    return -1


def _headed(line: str) -> str:
    """What is too long for a line by its head, where it has one: of a condition no word is lost."""
    hidden = blanked(line)
    end = hidden.find(": ") + 1 or line.find(" {") + 2 * (" {" in line)
    long = len(line) > LINE and end and _COMPOUND.match(line) and not line[end:].startswith("{")
    return f"{line[:end]} …" if long else line


def _without_doc(text: str) -> str:
    found = _DOC.match(text)
    return text[found.end() :] if found else text


def _of_braces(text: str) -> tuple[str, ...]:
    """Up to the brace that closes the body."""
    made: list[str] = []
    start = depth = 0
    hidden = _unquoted(text)
    for at, char in enumerate(hidden):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth < 0:
                return tuple(filter(None, [*made, _tidy(text[start:at])]))
        if depth == 0 and (char == ";" or (char == "}" and not _GOES_ON.match(hidden, at + 1))):
            made.append(_tidy(text[start : at + 1]))
            start = at + 1
    return ()  # it does not end here


def _unquoted(text: str) -> str:
    return re.sub(r"\"(?:[^\"\\\n]++|\\.)*+\"?+|'(?:[^'\\\n]++|\\.){1,8}+'", lambda it: "·" * len(it[0]), text)


def _tidy(text: str) -> str:
    line = _SPACED.sub(lambda it: it[1] or "", " ".join(text.split()).rstrip("; "))
    return line.replace("this->", "").replace("->", ".").replace("std::", "")


def _lines(text: str) -> tuple[str, ...]:
    """Statements of the outermost indent, what hangs below them behind a colon; comments left out."""
    made: list[list[str]] = []
    outermost = -1
    for indent, line in logical(text):
        outermost = indent if outermost < 0 else outermost
        above = made[-1] if made else None
        if indent < outermost:
            break
        if above and (indent > outermost or _BELONGS.match(line) or above[-1].lstrip()[0] == "@"):
            above.append(f"{' ' if above[-1].lstrip()[0] == '@' or above[-1][-1] == ':' else '; '}{line}")
        else:
            made.append([line])
    return tuple("".join(parts) for parts in made if not declares(parts[0]))


def logical(text: str) -> Iterator[tuple[int, str]]:
    """Of each statement, however many lines it has, how far it is indented and its code on one line."""
    shown = _QUIET.sub(lambda it: it[0] if it[0][0] != "#" else " " * len(it[0]), text)
    hidden = _QUIET.sub(lambda it: ("\u00b7" if it[0][0] != "#" else " ") * len(it[0]), text)
    start = depth = 0
    for at, char in enumerate(f"{hidden}\n"):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth = max(0, depth - 1)
        elif char == "\n" and not depth and hidden[at - 1 : at] != "\\":
            if line := _joined(shown[start:at]):
                yield len(shown[start:at]) - len(shown[start:at].lstrip()), line
            start = at + 1


def _joined(text: str) -> str:
    """Its lines as one, without a blank inside brackets that a line's end made."""
    joined = ""
    for line in filter(None, (each.strip().rstrip("\\").rstrip() for each in text.split("\n"))):
        if line[0] in ")]}" and joined.endswith(",") and _needless(joined):
            joined = joined[:-1]
        apart = joined and joined[-1] not in "([{" and line[0] not in ")]}"
        joined += f" {line}" if apart else line
    return joined


def _needless(text: str) -> bool:
    """Whether the comma at the end makes no tuple of one: a call is given what stands before it, or more than one thing stands there."""
    hidden, depth = _unquoted(text[:-1]), 0
    for at in range(len(hidden) - 1, -1, -1):
        depth += (hidden[at] in ")]}") - (hidden[at] in "([{")
        if depth < 0:
            return hidden[at] != "(" or hidden[:at][-1:].isalnum() or hidden[:at][-1:] in ("_", "]", ")")
        if depth == 0 and hidden[at] == ",":
            return True
    return False
