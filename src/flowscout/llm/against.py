"""What speaks against a clause of a sentence though a deed of its kind is there: the deeds are of the opposite kind, what is returned
is another thing, it is counted the other way, or nothing is raised."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .clauses import Clause
from .deeds import Done, stepped, wide
from .english import GLUE, words
from .phrases import head_of
from .stems import KINDS, stem, stems

_OPPOSITES: Final = tuple((frozenset(map(stem, words(one))), frozenset(map(stem, words(other)))) for one, other in (
    ("read load fetch receive recv scan scanf sscanf fscanf fread fgets fgetc getc getline pread", "write save dump fwrite fprintf fputs fputc pwrite"),
    ("open fopen", "close fclose shut shutdown"),
    ("lock acquire", "unlock release"),
    ("enable start", "disable stop"),
    ("encode serialize", "decode deserialize"),
    ("append", "prepend"),
    ("push", "pop"),
    ("compress", "decompress uncompress inflate"),
    ("connect", "disconnect"),
    ("show", "hide"),
))  # fmt: skip
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_FILLED: Final = re.compile(r"&(\w+)")
_CALLEE: Final = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]*+)\s*+(?=\()")
_COUNTS: Final = frozenset({"number", "count"})
_AIM: Final = frozenset(stem(word) for word in words("value result nothing what it self number length size count index name true false"))


def opposed(verb: str, own: Sequence[Done], every: Sequence[Done]) -> bool:
    """`reads` of a function that writes and reads nothing: its calls and its words have the other of a pair alone."""
    for pair in _OPPOSITES:
        for mine, others in (pair, pair[::-1]):
            if stem(verb) in mine and any(_does(d) & others for d in own) and not any(_does(d) & mine for d in every):
                return True
    return False


def _does(one: Done) -> frozenset[str]:
    """The verbs of a deed: of each call the first word where that is a verb, `set` of `SetCloseOnExec`, else all."""
    if not one.deed.code:
        return one.verbs
    found = set(map(stem, re.findall(r"[a-z]+", one.deed.said.partition(" ")[0].lower())))
    for callee in _CALLEE.findall(one.deed.code):
        parts = [stem(word.lower()) for word in _WORD.findall(callee)]
        found |= set(parts[:1]) if parts and parts[0] in KINDS else set(parts)
    return frozenset(found)


def returned_else(clause: Clause, at: int, own: Sequence[Done]) -> str:
    """`returns the number of rows` of `return cols`: what is named is a thing of the function, and in no return of it."""
    returns = [d for d in own if d.deed.said.startswith("Return")]
    if not returns or stem(clause.words[at].text) != stem("returns"):
        return ""
    named = [stem(w.text) for w in clause.words[at + 1 :] if w.kind in ("word", "code")]
    head = head_of(clause.words, at)
    last = named[-1] if head in _COUNTS and "of" in [w.small for w in clause.words[at + 1 :]] and named else ""
    given = wide(frozenset(s for d in returns for s in (*stems(d.raw), *stems(d.deed.also))))
    called = any("(" in d.deed.code for d in returns)
    if head in _COUNTS and returns and all(_PLAIN_RETURN.fullmatch(d.deed.code.strip()) for d in returns) and not any(_counts(d, own) for d in returns):
        return "nothing in the data says that a number is what it returns"
    smalls = [w.small for w in clause.words]
    part = [s for w in clause.words[len(smalls) - smalls[::-1].index("of") :] if w.kind == "word" for s in (stem(w.text),)] if "of" in smalls else []
    asked = wide(frozenset(s for d in own if d not in returns for u in d.deed.under if not u.loop for s in stems(u.code)))
    near = given | wide(frozenset(s for d in returns for u in d.deed.under if not u.loop for s in stems(f"{u.code} {u.also}")))
    if beside := next((one for one in part if one in asked and one not in near and one not in _AIM), ""):
        return f"nothing in the data says that it returns so of {beside}"
    for one in filter(None, dict.fromkeys((head, last))):
        holders = [d for d in own if d not in returns and one in stems(_left(d))]
        if one not in given and one not in _AIM and holders and not called:
            return f"nothing in the data says that {one} is what it returns"
        raised = [d for d in own if d.deed.said.startswith(("Raise", "Throw")) and one in wide(stems(f"{d.raw} {d.deed.also}"))]
        if raised and one == head and one not in given and one not in _AIM:
            return f"nothing in the data says that {one} is returned: it is raised"
    return ""


def named_else(clause: Clause, at: int, own: Sequence[Done]) -> str:
    """`returns a pointer to the end` of `return s;`: every return is of a plain name, and the clause names another one of the function."""
    if stem(clause.words[at].text) != stem("returns"):
        return ""
    returned = [found[1] for d in own if (found := _PLAIN_RETURN.fullmatch(d.deed.code.strip()))]
    if not returned or len(returned) != sum(d.deed.said.startswith("Return") for d in own):
        return ""
    codes = (_LITERAL.sub(" ", f"{d.deed.code} {' '.join(u.code for u in d.deed.under)}") for d in own)
    known = {name for code in codes for name in _NAME.findall(code)} - GLUE
    meant = wide(frozenset(s for d in own if d.deed.said.startswith("Return") for s in (*stems(d.raw), *stems(d.deed.also))))
    for word in clause.words[at + 1 :]:
        if word.text in known and word.text not in returned and stem(word.text) not in meant and stem(word.text) not in _AIM:
            return f"nothing in the data says that {word.text} is what it returns"
    return ""


_PLAIN_RETURN: Final = re.compile(r"return\s+\(?([A-Za-z_]\w*)\)?\s*;?")
_NAME: Final = re.compile(r"(?<![\w.>])[A-Za-z_]\w*(?![\w.(]|->|::)")
_LITERAL: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
_OPENING: Final = frozenset({"writing": "wax+", "reading": "r+", "appending": "a"}.items())
_MODE: Final = re.compile(r"[\"']([rwax]b?t?\+?b?)[\"']")


def let_go_so(verb: str, deeds: Sequence[Done]) -> list[Done]:
    """Of those that let go of something, those that do it so: `closes` is not said of `unlock`."""
    family = next((one for one in _LETTING if stem(verb) in one), frozenset[str]())
    return [d for d in deeds if d.verbs & (family | _ANYHOW) or not d.verbs or not d.verbs & _ALL_LETTING] if family else list(deeds)


_LETTING: Final = tuple(frozenset(map(stem, words(row))) for row in ("close fclose shut disconnect", "unlock", "free deallocate", "stop terminate kill cancel"))
_ALL_LETTING: Final = frozenset(one for family in _LETTING for one in family)
_ANYHOW: Final = frozenset(map(stem, words("release dispose delete destroy leave exit cleanup teardown shutdown")))


def constant_else(clause: Clause, at: int, own: Sequence[Done], every: Sequence[Done]) -> str:
    """`returns None` of a function whose returns all give something else."""
    after = clause.words[at + 1] if at + 1 < len(clause.words) else None
    returns = [d for d in own if d.deed.said.startswith("Return")]
    if stem(clause.words[at].text) != stem("returns") or after is None or after.text not in _CONSTANTS or not returns or any(d.deed.said == "Return" for d in returns):
        return ""
    told = " ".join(d.raw for d in (*returns, *(d for d in every if not d.deed.place))) + " ".join(d.deed.code.partition("=")[2] for d in own if d.deed.local)
    return "" if set(_CONSTANTS[after.text]) & set(_WORDS.findall(told)) or any("(" in d.deed.code for d in returns) else f"nothing in the data says that it returns {after.text}"


_WORDS: Final = re.compile(r"\w+")
_CONSTANTS: Final = {"None": ("None",), "NULL": ("NULL", "null", "nullptr", "0"), "null": ("NULL", "null", "nullptr", "0"), "nullptr": ("NULL", "null", "nullptr", "0"),
                     "True": ("True",), "False": ("False",), "true": ("true", "1"), "false": ("false", "0")}  # fmt: skip


def opened_else(clause: Clause, own: Sequence[Done]) -> str:
    """`opens the file for writing` of `fopen(name, "r")`."""
    smalls = [w.small for w in clause.words]
    if not any(small.startswith("open") for small in smalls):
        return ""
    modes = [mode for d in own if "open" in d.deed.code for mode in _MODE.findall(d.deed.code)]
    wrong = next((word for word, letters in sorted(_OPENING) if word in smalls and modes and not any(set(mode) & set(letters) for mode in modes)), "")
    return f"nothing in the data says that it is opened for {wrong}" if wrong else ""


def refused_else(clause: Clause, at: int, own: Sequence[Done]) -> str:
    """`rejects keys` of a function that raises over values: what is refused is named where it is raised, or asked before."""
    if stem(clause.words[at].text) not in _REFUSING:
        return ""
    head = head_of(clause.words, at)
    fails = [d for d in own if d.deed.said.startswith(("Raise", "Throw", "Return"))]
    about = wide(frozenset(s for d in fails for text in (d.raw, *(f"{u.code} {u.also}" for u in d.deed.under)) for s in stems(text)))
    failing = [d for d in fails if d.deed.said.startswith(("Raise", "Throw"))]
    near = wide(frozenset(s for d in failing or fails for text in (d.raw, *(u.code for u in d.deed.under)) for s in stems(text)))
    return f"nothing in the data says that {head} is refused" if head and head in about | {head} and head not in near else ""


_REFUSING: Final = frozenset(map(stem, words("reject rejects refuse refuses deny denies")))


def yielded_else(clause: Clause, at: int, own: Sequence[Done], told: frozenset[str]) -> str:
    """`yields each file` of `yield current_dir`."""
    if stem(clause.words[at].text) != stem("yields"):
        return ""
    head, given = head_of(clause.words, at), wide(frozenset(s for d in own if d.deed.said.startswith("Yield") for s in (*stems(d.raw), *stems(d.deed.also))))
    return f"nothing in the data says that {head} is what it yields" if head and given and head not in given | told | _AIM else ""


def set_to_what(clause: Clause, at: int, own: Sequence[Done]) -> list[Done]:
    """Of `value = default` before `return value`: what `returns the default` says is done where the variable is set."""
    head = head_of(clause.words, at)
    returned = {found[1] for d in own if (found := _PLAIN_RETURN.fullmatch(d.deed.code.strip()))}
    if not head or head in {s for name in returned for s in stems(name)}:
        return []
    sides = [(d, d.deed.code.partition("=")) for d in own if d.deed.local]
    sets = [(d, right) for d, (left, equals, right) in sides if equals and (left.split() or [""])[-1].lstrip("*&") in returned]
    return [d for d, right in sets if head in wide(stems(right))] if len(sets) > 1 else []


def _counts(one: Done, own: Sequence[Done]) -> bool:
    """Whether what is returned by its plain name counts: it is named so, counted up or down, or set to a length."""
    found = _PLAIN_RETURN.fullmatch(one.deed.code.strip())
    name = found[1] if found else ""
    about = [d for d in own if name in _NAME.findall(d.deed.code) and d is not one]
    return bool(_COUNTING & stems(f"{name} {one.deed.also}")) or (name.isupper() and name not in _NOTHING) or any(any(stepped(d.deed)) or _COUNTING & stems(d.deed.code.partition("=")[2]) for d in about)


_NOTHING: Final = words("NULL None nullptr")
_COUNTING: Final = frozenset(map(stem, words("n num nums number cnt count counter len length size total sum int long unsigned read written width height rows cols")))


def let_go_else(objects: frozenset[str], candidate: Done) -> bool:
    """`frees the item` of `free(item->string)`: what is let go is the last of the way there."""
    found = _WAY.search(candidate.raw)
    return found is not None and not objects & wide(stems(found[2])) and bool(objects & wide(stems(found[1])))


_WAY: Final = re.compile(r"\(\s*[&*]?((?:\w{1,80}(?:->|\.)){1,8})(\w{1,80})\s*\)")


def _left(one: Done) -> str:
    """What a deed sets, or fills through a pointer."""
    left, equals, _ = one.deed.code.partition("=")
    return " ".join([left if equals else "", *_FILLED.findall(one.deed.code)])


def counted_else(objects: frozenset[str], up: bool, own: Sequence[Done]) -> bool:
    """`increments the number of rows` of `numrows--; dirty++`: what holds most of the words, `rows` in `numrows`, is counted the other way."""
    found = [(sum(one in d.deed.code.lower() for one in objects if len(one) > 2), stepped(d.deed)) for d in own if any(stepped(d.deed))]
    best = max((count for count, _ in found), default=0)
    return bool(found) and not (best == 0 and all(ways[0 if up else 1] for _, ways in found)) and (best == 0 or not any(ways[0 if up else 1] for count, ways in found if count == best))


def unraised(verb: str, every: Sequence[Done]) -> bool:
    """`raises` of a function of which nothing says that it raises: `forces the result to fail` does not."""
    return stem(verb) in _RAISING and not any(d.deed.said.startswith(("Raise", "Throw", "raises", "Assert")) or " raises " in f" {d.raw.lower()} " or _RAISING & d.verbs for d in every)


_RAISING: Final = frozenset(map(stem, words("raise raises throw throws")))
