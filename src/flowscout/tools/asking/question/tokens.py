"""A question as tokens: names stay as written, other words become the one word of their kind (`throws` is `raise`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ....model.pattern import regex

LONGEST: Final = 400  # characters of a question
_TOKEN: Final = regex(r"`([^`]{1,200})`|\"([^\"]{1,200})\"|'([^']{1,200})'|([^\s?!,;`\"]+)")
_CODE: Final = regex(
    r"[\w.>)]_|_\w|::|->|\w\.\w|\w/\w|\(\)|\w\((?!e?s\))|[a-z0-9][A-Z]|[A-Z]{2}|^[A-Z][a-z]+[A-Z]|^-?\d"
)

WORDS: Final[Mapping[str, str]] = {
    word: kind
    for kind, words in {
        "call": "call calls calling invoke invokes invoking use uses using",
        "called": "called invoked used referenced",
        "callers": "callers caller users",
        "callees": "callees callee",
        "raise": "raise raises raising throw throws throwing re-raise re-raises reraise reraises rethrow rethrows re-throw re-throws",
        "raised": "raised thrown",
        "error": "error errors exception exceptions",
        "return": "return returns returning",
        "returned": "returned",
        "value": "value values codes result results",
        "fail": "fail fails failing",
        "delete": "delete deletes deleting remove removes removing erase erases unlink unlinks",
        "deleted": "deleted removed erased unlinked",
        "write": "write writes writing modify modifies change changes changing set sets update updates mutate mutates assign assigns store stores save saves",
        "written": "written modified changed set updated mutated assigned stored saved",
        "send": "send sends sending transmit transmits",
        "sent": "sent transmitted",
        "lock": "lock locks locking acquire acquires",
        "locked": "locked acquired",
        "free": "free frees freeing",
        "freed": "freed",
        "exit": "exit exits exiting terminate terminates abort aborts",
        "derive": "derive derives inherit inherits extend extends subclass",
        "subclasses": "subclasses descendants subtypes",
        "bases": "bases superclass superclasses supertypes",
        "effect": "effect effects",
        "override": "override overrides overriding",
        "take": "take takes expect expects",
        "parameter": "parameter parameters argument arguments params args",
        "reach": "reach reaches",
        "reached": "reached reachable",
        "break": "break breaks broke broken affected impacted hit",
        "depend": "depend depends rely relies need needs",
        "dependencies": "dependencies dependency",
        "include": "include includes import imports",
        "included": "included imported",
        "unused": "unused dead uncalled",
        "test": "test tests testing",
        "cover": "cover covers covering exercise exercises",
        "tested": "tested covered exercised",
        "define": "define defines contain contains declare declares implement implements",
        "hold": "hold holds",
        "defined": "defined implemented located found",
        "field": "field fields member members attribute attributes",
        "is": "is are was were be",
        "do": "do does did done",
        "can": "can could may might will would should",
        "have": "have has had",
        "which": "which what",
        "who": "who whom",
        "anything": "anything anyone anybody something someone anywhere things stuff",
        "nothing": "nothing nobody",
        "default": "default defaults",
    }.items()
    for word in words.split()
}
FILLERS: Final = frozenset(
    [
        "a",
        "an",
        "all",
        "any",
        "every",
        "exactly",
        "actually",
        "currently",
        "please",
        "me",
        "i",
        "we",
        "you",
        "also",
        "really",
        "ever",
        "else",
        "both",
        "kind",
        "kinds",
        "function",
        "functions",
        "method",
        "methods",
        "class",
        "classes",
        "struct",
        "structs",
        "macro",
        "macros",
        "variable",
        "variables",
        "project",
        "codebase",
        "repository",
        "repo",
        "code-base",
        "source",
        "program",
        "possible",
        "possibly",
        "other",
        "its",
        "own",
        "public",
        "name",
        "named",
        "constant",
        "some",
        "just",
        "certain",
    ]
)
_OPENINGS: Final = (
    "can you tell",
    "could you tell",
    "can you show",
    "tell",
    "show",
    "list",
    "give",
    "do you know",
    "find",
)
_WHOLE: Final = ("project", "codebase", "code", "repository", "repo", "source", "program")
_TAILS: Final = (
    ["here"],
    ["at", "all"],
    *(
        [before, which, whole]
        for before in ("in", "of", "inside", "across")
        for which in ("this", "the", "our", "whole")
        for whole in _WHOLE
    ),
)


def one_line(question: str) -> str:
    """As much of it as is read."""
    return " ".join(question[:LONGEST].split())


def whole(question: str) -> list[QuestionToken]:
    """Every word, those too that forms leave out."""
    return _owned(list(_tokens(question[:LONGEST])))


_SHORT: Final = {f"{word}{mark}s": word for word in ("what", "where", "who", "how") for mark in ("'", "")}


class QuestionToken(NamedTuple):
    """word: of its kind, "" for a name. raw: as written. code: it is written as names are, or stands in quotes."""

    word: str
    raw: str
    code: bool


def tokens(question: str) -> list[QuestionToken]:
    found = _setting(_made(_shorn(whole(question))))
    return [token for at, token in enumerate(found) if not _filler(found, at)]


def _setting(found: list[QuestionToken]) -> list[QuestionToken]:
    """`set` is what is done to something, and what was done: behind `do` and a name it is the former, and behind `which functions`."""
    many = found[:1] and found[0].word in ("which", "who") and len(found) > 2 and found[1].word in _PLURAL
    if many and found[2].word == "written" and found[2].raw.lower() == "set":
        found = [*found[:2], found[2]._replace(word="write"), *found[3:]]
    do = next((at for at, token in enumerate(found) if token.word in ("do", "can")), len(found))
    return [
        token._replace(word="write")
        if token.word == "written" and token.raw.lower() == "set" and at > do + 1 and found[at - 1].word != "is"
        else token
        for at, token in enumerate(found)
    ]


_PLURAL: Final = frozenset(["functions", "methods", "places", "classes", "files"])


def _owned(found: list[QuestionToken]) -> list[QuestionToken]:
    """`close() on a Database` is `Database.close`: a function that is said to be one of a type."""
    for at, token in enumerate(found[:-1]):
        behind = [one for one in found[at + 1 : at + 4] if one.word not in ("a", "an", "the")]
        if (
            token.raw.endswith("()")
            and token.raw[:-2].isidentifier()
            and len(behind) > 1
            and behind[0].word in ("on", "of")
            and behind[1].raw.isidentifier()
            and behind[1].raw[:1].isupper()
        ):
            made = QuestionToken("", f"{behind[1].raw}.{token.raw[:-2]}", code=True)
            return [*found[:at], made, *found[found.index(behind[1], at) + 1 :]]
    return found


_MADE: Final = {"constructor": "{0}", "destructor": "{0}::~{1}"}


def _made(found: list[QuestionToken]) -> list[QuestionToken]:
    """`the destructor of A` and `A's destructor` are its name."""
    kept: list[QuestionToken] = []
    at = 0
    while at < len(found):
        named = (
            found[at + 2] if found[at].word in _MADE and at + 2 < len(found) and found[at + 1].word == "of" else None
        )
        typed = at > 1 and (found[at - 1].code or found[at - 1].raw[:1].isupper())
        owner = found[at - 1] if typed and found[at].word in _MADE and not named else None
        if named or owner:
            name = (named or owner or found[at]).raw
            made = QuestionToken("", _MADE[found[at].word].format(name, name.rpartition("::")[2]), code=True)
            kept = kept[:-1] if owner or (kept and kept[-1].word == "the") else kept
            kept.append(made)
        else:
            kept.append(found[at])
        at += 3 if named else 1
    return kept


def _shorn(found: list[QuestionToken]) -> list[QuestionToken]:
    """Without the words of politeness before the question, and without the whole project after it."""
    raws = [token.raw.lower() for token in found]
    opening = max((words for words in map(str.split, _OPENINGS) if raws[: len(words)] == words), key=len, default=[])
    tail = next((words for words in _TAILS if raws[-len(words) :] == words), [])
    kept = found[len(opening) : len(found) - len(tail)]
    return kept if len(kept) > 1 else found


def _tokens(question: str) -> Iterator[QuestionToken]:
    for match in _TOKEN.finditer(question):
        if match[4] and match[4].lower() in _SHORT:
            yield from (QuestionToken(WORDS.get(word, word), word, False) for word in (_SHORT[match[4].lower()], "is"))
            continue
        quoted = match[1] or match[2] or match[3] or ""
        raw = quoted or match[4].rstrip(".:").removesuffix("'s").lstrip("(")
        raw = raw if quoted or "(" in raw else raw.rstrip(")")
        if raw:
            pointed = raw[:1] in "*&" and raw[1:].isidentifier()
            raw = raw[1:] if pointed else raw
            code = bool(quoted) or pointed or bool(_CODE.search(raw))
            yield QuestionToken("" if code else WORDS.get(raw.lower(), raw.lower()), raw.strip(), code)


def _filler(found: list[QuestionToken], at: int) -> bool:
    """`the` before what is no name and no word of a form makes a thing of it: `the session` is not `session`."""
    if found[at].word == "the":
        after = found[at + 1] if at + 1 < len(found) else None
        said = at + 2 < len(found) and found[at + 2].word in _NAMED and found[at + 1].raw.isidentifier()
        return after is None or after.code or after.word in FILLERS or after.word in _NOUNS or said
    if found[at].word in ("a", "an") and at and found[at - 1].word in ("if", "when") and at + 1 < len(found):
        named = found[at + 1]  # `if a hook raises`: any hook, not what is called `hook`
        return named.code or named.word in FILLERS or not named.raw.islower() or named.word in _NOUNS
    if found[at].word == "name" and found[-1] is found[at] and at > 1 and found[at - 1].word == "the":
        return False  # `does A free the name`
    return found[at].word in FILLERS and not (at and found[at].raw[:1].isupper() and len(found[at].raw) > 1)


_NAMED: Final = frozenset(["function", "method", "class", "struct", "macro"])  # `the hexdump function` says its name
_NOUNS: Final = frozenset(WORDS.values()) | frozenset(
    [
        "path",
        "way",
        "purpose",
        "effects",
        "effect",
        "side",
        "impact",
        "hotspots",
        "places",
        "callers",
        "files",
        "file",
        "most",
        "chain",
        "state",
        "definition",
        "entry",
        "signature",
        "contents",
        "disk",
        "network",
        "base",
        "parent",
        "default",
        "declaration",
        "mutex",
        "process",
        "difference",
        "type",
        "result",
    ]
)
