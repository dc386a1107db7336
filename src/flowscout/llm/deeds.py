"""What a function does, as a sentence about it is checked: deeds, the conditions under which they are done, and their order.

A deed is one thing done: its rule-made words and its code, so its verbs and what they are done to. It holds the conditions
that decide over it, each as it was tested and whether the test held. Whether a condition and a clause of English say the
same is judged by the words that both name, and by their sign: every `not`, every word of absence or failure (`empty`,
`null`, `missing`, `fails`, `below`) turns it round. So `when the file is missing` is the arm where `os.path.exists(path)`
does not hold.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from ..model.pattern import regex
from .english import words
from .stems import ADVERSE_STEMS, KINDS, SAME, negates, plain, stem, stems


class Under(NamedTuple):
    """A condition of a deed. text: the test, in words and in code. holds: the arm. loop: it goes through something. also:
    what the names in it were set to."""

    text: str
    code: str
    holds: bool
    loop: bool = False
    also: str = ""


class Deed(NamedTuple):
    """said: rule-made words, the verb first. place: where it comes in the function, 0 where that is not known. may: it is
    done sometimes, by something below. local: it only sets a variable. also: what short names in it stand for.
    note: what its author wrote above it or behind it. always: under no condition whatever. loosely: of its conditions, those without which it is done as well, `a` of `if a or b`."""

    said: str
    code: str = ""
    under: tuple[Under, ...] = ()
    place: int = 0
    may: bool = False
    local: bool = False
    also: str = ""
    always: bool = False
    loosely: tuple[Under, ...] = ()
    note: str = ""


_THERE: Final = regex(
    r"\(?(?P<what>[\w.>-]{1,80}(?:\[[^\[\]]{1,40}\])?) ?(?P<how>!=|==|is not|is) ?(?:NULL|nullptr|None)\)?$"
)


def only_there(under: Under) -> bool:
    """Whether it is only asked that there is something which no step has set: `if self.callback is not None`."""
    found = _THERE.match(under.code)
    return found is not None and (found["how"] in ("!=", "is not")) is under.holds and not under.also


def is_there(under: Under, code: str) -> bool:
    """Whether it is only asked that there is one of the very thing that a step is done to: `if (rows[i] != NULL) free(rows[i]);`."""
    found = _THERE.match(under.code)
    if found is None or found["what"] not in code:
        return False
    return (found["how"] in ("!=", "is not")) is under.holds


class Done(NamedTuple):
    """A deed as it is looked up. kinds, verbs: of all its verbs, and their stems; slot: stems of what they are done to; raw:
    all its text."""

    deed: Deed
    kinds: frozenset[str]
    slot: frozenset[str]
    raw: str
    verbs: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()  # of the slot, without what it is done on, from or through


_ASKS: Final = regex(r"_*(?:should|is|has|can|may|needs|must|was|are|will)(?=[_A-Z])")
_STOPS: Final = ("Return", "Leave the loop", "Go on with the next")
_BESIDE: Final = regex(r" (?:from|on|through|in|into) ")
_RECEIVER: Final = regex(r"(?<![\w$])[\w$]++(?:\.|->|::)(?=[\w$.:>-]{0,200}\()")
_RELEASED: Final = regex(r"\s*delete\b")  # C++'s word for it
_MOVED: Final = regex(
    r"\s*(?:\*[\w>.-]{1,80}\+\+|[\w>.-]{1,80}\[[^\]]{1,80}\])\s*=\s*(?:\*?[A-Za-z_]\w*)"
)  # one after the other
_PLACED: Final = regex(r"\]\s*=(?!=)")
_LEFT: Final = regex(r"^[^=(]*=(?!=)")
_ON: Final = regex(r"(?<=[a-z])[A-Z][a-z]+On(?=[A-Z])|_[a-z]+_on(?=_)")  # `SetCloseOnExec` closes nothing
_CALLEE: Final = regex(r"(?!(?<![.\w>])(?:set|list|dict)\b)(?<![\w$])([A-Za-z_$][\w$]*+)\s*+(?=\()")
# What calls of standard libraries are about, where their names do not say so.
_IMPLIED: Final = {
    "os.remove(": ("fil", "path"), "unlink(": ("fil", "path"), "os.replace(": ("fil", "path"),
    "rename(": ("fil", "path"), "open(": ("fil", "path"), "rmtree(": ("directory",), "mkdir(": ("directory",), "makedirs(": ("directory",),
    "malloc(": ("memory",), "calloc(": ("memory",), "realloc(": ("memory",), "strdup(": ("memory", "copy"), "tcsetattr(": ("terminal", "set"), "tcgetattr(": ("terminal", "set"), "isatty(": ("terminal",),
    "memcpy(": ("copy",), "strcpy(": ("copy",), "connect(": ("server",), "strerror(": ("messag", "text", "system"), "rmdir(": ("directory",), "exists(": ("fil", "path"), "isfile(": ("fil", "path"), "fsync(": ("fil", "disk"), "write(": ("fil",),
}  # fmt: skip
_FLAG: Final = regex(r"\b\w{1,80}?_if_\w{1,80}")
_FLAGGED: Final = regex(r"_if_\w{1,80}")  # `raise_error_if_not_found` says what is asked for, not that it is so
_FAILING_WORDS: Final = regex(r"\bnot\b|!(?!=)")
UNLIKE: Final = regex(r"!=|\bis not\b|\bnot in\b|!==|~=")
_NOTHING: Final = regex(
    r"(?:==|!=|\bis\b(?: not)?)\s*(?:None|NULL|nullptr|null|nil|undefined|false|False|0|-1|\"\"|''|\w*_ERR\b|\w*ERROR\w*)(?![\w.])"
    r"|[<]=?\s*0(?![\w.])"
)
_COMPARED: Final = regex(r"(?i)(?:cmp|compare)\w{0,80}+\s*+\(.{0,400}==\s*+0(?![\w.])")  # 0 is equal there, not nothing
_PLACED_NEW: Final = regex(r"\.second\b")
_PLACING: Final = regex(r"(?:emplace|insert)\w{0,20}\s*\(")
_ABSENT: Final = regex(r"(?:\b|_|\.)(?:empty|isEmpty|is_empty|IsEmpty|is_none|isNull)\s*\(")
_BELOW: Final = regex(r"(?<![<=-])<(?![<])")


def implied(code: str) -> tuple[str, ...]:
    """Stems of what the calls of a line are about."""
    return tuple(word for known, words_ in _IMPLIED.items() if known in code for word in words_)


def named(name: str, line: str) -> Done:
    """What the name of a function says that it does: `RemoveFile`, `dbDelete`; `should_remove` says nothing."""
    own = re.split(r"::|\.", name)[-1]
    acting = frozenset() if _ASKS.match(own) else stems(own)
    kinds = frozenset(kind for word in acting for kind in KINDS.get(word, ()))
    return Done(Deed(line), kinds, wide(stems(own)), name, acting, wide(stems(own)))


@lru_cache(maxsize=4096)
def done(deed: Deed) -> Done:
    if deed.said.startswith("Define "):  # what a function within does is not done here
        return Done(deed, frozenset(), wide(stems(deed.said)), deed.said)
    head, _, rest = deed.said.partition(" ")
    acting: set[str] = set()
    slot = set(stems(rest)) | set(stems(deed.code)) | set(stems(deed.also))
    said = () if deed.local or rest.startswith("= ") else plain(head)[:1]
    acting |= set(map(stem, said))
    called = _CALLEE.findall(deed.code)
    slot |= {word for known, words_ in _IMPLIED.items() if known in deed.code for word in words_}
    for callee in called:
        acting |= set() if _ASKS.match(callee) else set(stems(_ON.sub("", callee)))
    kinds = {k for word in acting for k in KINDS.get(word, ())}
    kinds |= {"call"} if called else set()
    kinds |= {"map"} if _PLACED.search(deed.code) else set()
    kinds |= {"stop"} if deed.said in _STOPS else set()
    kinds |= (
        {"move"}
        if "copy" in slot and any("copy" in words_ and known in deed.code for known, words_ in _IMPLIED.items())
        else set()
    )
    kinds |= {"release"} if _RELEASED.match(deed.code) else set()
    kinds |= {"move", "copy"} if _MOVED.match(deed.code) else set()
    only = (
        stems(_BESIDE.split(rest)[0])
        | stems(_RECEIVER.sub("", _LEFT.sub("", deed.code)) if "delete" in kinds else _LEFT.sub("", deed.code))
        | stems(deed.also)
        | (slot & {"fil", "path", "directory"})
        if deed.place
        else frozenset(slot)
    )
    return Done(
        deed, frozenset(kinds), wide(frozenset(slot)), f"{deed.said}\n{deed.code}", frozenset(acting), wide(only)
    )


def apart(one: Deed, other: Deed) -> bool:
    """Whether they stand on two arms of one condition, or the first one ends the function."""
    return any(
        u.code == v.code and u.text == v.text and u.holds != v.holds and not u.loop and u.code
        for u in one.under
        for v in other.under
    ) or (one.said.startswith(("Return", "Throw")) and not any(u.loop for u in one.under))


_UP: Final = regex(r"\+\+|\+=|=\s*\S{1,80}\s*\+\s*1\b|\w \+ 1\b")
_DOWN: Final = regex(r"--(?!>)|-=|=\s*\S{1,80}\s*-\s*1\b|\w - 1\b")


def stepped(deed: Deed) -> tuple[bool, bool]:
    """Whether it counts up, and whether it counts down, by its own code."""
    return bool(_UP.search(deed.code)), bool(_DOWN.search(deed.code))


def given(deed: Deed) -> str:
    """The value that a plain assignment gives, as written; "" of everything else."""
    found = _GIVEN.match(deed.code)
    return found[1].strip() if found else ""


_GIVEN: Final = regex(r"[^=(!<>]{1,200}(?<![+*/%&|^-])=(?!=)\s*([^=;]{1,80}?);?\s*$")


@lru_cache(maxsize=8192)
def wide(found: frozenset[str]) -> frozenset[str]:
    """With the words that name the same thing."""
    return found | {other for one in found for other in SAME.get(one, ())}


@lru_cache(maxsize=4096)
def sign(condition: Under) -> bool:
    """Whether the deed is done when what is tested is there, holds, succeeds: False when it is missing, not so, failing."""
    if condition.loop:
        return condition.holds
    code = re.sub(
        r"\"[^\"]*\"|'[^']*'", lambda m: m[0] if m[0] in ('""', "''") else " x ", _FLAG.sub(" x ", condition.code)
    )
    turns = len(_FAILING_WORDS.findall(UNLIKE.sub(" ", code))) + len(UNLIKE.findall(code))
    code = _COMPARED.sub("", code)
    turns += (
        len(_NOTHING.findall(code))
        + len(_ABSENT.findall(code))
        + (len(_BELOW.findall(code)) if not _NOTHING.search(code) else 0)
    )
    turns += bool(_PLACED_NEW.search(code) and _PLACING.search(condition.also))  # not `second`: it was there before
    if ".ok()" not in code:
        turns += sum(word in ADVERSE_NAMES for word in plain(re.sub(r"[_.]", " ", code)))
    return (turns % 2 == 0) == condition.holds


ADVERSE_NAMES: Final = words("fails failed missing error err invalid")


def turned(clause: tuple[str, ...]) -> bool:
    """Whether a clause of English says that something is not so, missing or failing."""
    said = [word for word in clause if word != "nor"]
    return sum(negates(word) or stem(word) in ADVERSE_STEMS or word in ("0", "zero") for word in said) % 2 == 1


def shared(content: frozenset[str], condition: Under, *, widely: bool = True) -> int:
    """How many words of a clause a condition names; 0 unless they are more than half. widely: or what its names were set to."""
    whole = condition.code or condition.text
    said = whole if any(stem(flag) in content for flag in _FLAG.findall(whole)) else _FLAGGED.sub("", whole)
    implied = frozenset(
        word
        for known, words_ in _IMPLIED.items()
        if known in said or (widely and known in condition.also)
        for word in words_
    )
    common = content & wide(stems(f"{said} {condition.also if widely else ''}") | implied)
    return len(common) if 2 * len(common) > len(content) and not condition.loop else 0
