"""A file that is not there, or holds what cannot be read: `what happens when the config file is missing`, `… contains invalid JSON`.

A missing file is met by a call that asks whether it is there, or by one that opens it; what is spoiled by one that takes it apart. The answer is what is done in
the arm of the test that says so, or in the handler of such an error: a handler of another error, and a name that is merely empty, are no missing file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...llm.english import words
from ...llm.stems import stem
from ...model.pattern import regex
from ...model.product import is_aside
from ...words.names import lower
from ..own import line_at
from .failed_step import CLOSE, FailedSite, named_functions, of_deed, together, told_site
from .here import MOST, Found, Here, label
from .question.mishap import Mishap
from .question.sought import LITTLE, sought
from .question.tokens import one_line
from .scored import above, held_by

_FILES: Final = words("file files directory directories folder folders path lockfile pidfile logfile makefile config configuration archive database certificate socket symlink")  # fmt: skip
_GONE: Final = r"(?:is|are|was|were|goes|went) (?:missing|absent|gone|not there|not present|not found|non-?existent|nowhere)|(?:is|are)n't (?:there|found|present)|(?:does|do|did) ?(?:not|n't) exist|(?:cannot|can't|can not|could not|couldn't) be found"
_SPOILED: Final = r"(?:contains?|has|have|holds?|with) (?:an? )?(?:invalid|malformed|broken|corrupt(?:ed)?|bad|illegal) (?P<what>\S.{1,60})|(?:is|are|was|gets?) (?:not valid(?: (?P<valid>\S.{1,40}))?|invalid(?: (?P<plain>\S.{1,40}))?|malformed|corrupt(?:ed)?|broken|garbled|damaged)|(?:cannot|can't|could not|couldn't) be (?:parsed|decoded)"
_ASKS: Final = regex(
    rf"(?i)(?:so )?(?:what (?:happens?|is done|occurs?)(?: (?:in|inside|with|to) (?P<where>\S.{{1,80}}?))?|what (?:does|do|will|would) (?P<who>\S{{2,120}}?)(?:\(\))? (?P<asks>do|return|raise|throw)|(?:which|what) (?:exceptions?|errors?) (?:is|are|gets?|will be) (?:thrown|raised)|how (?:does|do|is|are) (?P<how>\S.{{1,80}}?) (?:handled?|react|deal with it))"
    rf",? (?:when|if|once|in case) (?:(?P<thing>\S.{{1,100}}?) (?:(?P<gone>{_GONE})|(?P<spoiled>{_SPOILED}))|there is no (?P<none>\S.{{1,80}}?)|no (?P<found>\S.{{1,80}}?) (?:exists?|is found|is there))$"
)
_THERE: Final = frozenset(map(stem, words("exist exists access stat lstat isfile isdir")))
_ERRORS: Final = {
    False: regex(r"(?i)not_?found|no_?such|missing|ENOENT|\bOSError|\bIOError|EnvironmentError|filesystem_error|\bexcept(?: Exception)?$|\bexcept \(?Exception|\.\.\.|std::exception|ifstream|failure"),
    True: regex(r"(?i)decode|parse|syntax|value_?error|format|invalid|corrupt|\bJSON|toml|yaml|xml|Unicode|bad_?zip|\bexcept(?: Exception)?$|\bexcept \(?Exception|\.\.\.|std::exception|unpickl|configparser"),
}  # fmt: skip
_DEEDS: Final = {
    False: ("exist", "isfile", "open", "stat", "access", "read", "load"),
    True: ("parse", "load", "decode", "read"),
}
_NOUNS: Final = ("stat", "access")  # which a name may hold for other reasons
_EITHER: Final = ("read", "load")  # what may fail for other reasons, too
_PLAIN_FILE: Final = words("file files path")  # which what is opened need not be named
_PLAINLY: Final = words("the a an our this that its required given")
ABSENT: Final = (
    "Where it is asked whether it is there, or it is opened in vain; what finds out in other words is not seen."
)
SPOILED: Final = "Where what is taken apart cannot be; what finds out in other words is not seen."


class Lack(NamedTuple):
    """thing: what is missing, or spoiled. where: the function in which, "" where none is named."""

    thing: str
    spoiled: bool
    where: str
    asks: str


def lack(question: str) -> Lack | None:
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    if asked is None:
        return None
    thing = asked["thing"] or asked["none"] or asked["found"]
    more = asked["what"] or asked["valid"] or asked["plain"] or ""
    kept = [word for word in thing.split() if word.lower() not in _PLAINLY]
    if not kept or not (_is_file(kept[-1]) or more):
        return None
    where = (asked["where"] or asked["who"] or "").strip("`").removesuffix("()")
    return Lack(" ".join([*kept, more]).strip(), bool(asked["spoiled"]), where, (asked["asks"] or "do").lower())


def _is_file(word: str) -> bool:
    small = word.lower().strip("`\"'")
    return small in _FILES or small.endswith(("file", "dir")) or "." in small.strip(".")


def absent(here: Here, question: str) -> Found | None:
    """None where nothing of the kind is asked for, or no place finds out."""
    asked = lack(question)
    if asked is None:
        return None
    only = named_functions(here, asked.where)
    if asked.where and not only:
        return None
    plain = " ".join(word for word in asked.thing.split() if word.lower() not in _PLAIN_FILE)
    if named := next((word for word in asked.thing.split() if _NAMED.fullmatch(word)), ""):
        only = only or [
            id_ for id_, one in here.holders(named) if one.facts.kind != "module" and not is_aside(one.path)
        ]
        rest = " ".join(word for word in plain.split() if word != named)
        rows = _sites(here, asked, rest, only) if only else []
    else:
        rows = _sites(here, asked, asked.thing, only) or _sites(here, asked, plain, only)
    best = [one for one in rows if _much(one, spoiled=asked.spoiled) >= CLOSE * _much(rows[0], spoiled=asked.spoiled)]
    said = together([list(_told(here, one)) for one in best])
    if not said:
        return None
    cut = f"{MOST} of {len(said)} lines are shown. " if len(said) > MOST else ""
    return Found(
        tuple(said),
        tuple(dict.fromkeys(one.id for one in best)),
        f"{cut}{SPOILED if asked.spoiled else ABSENT}",
        weighed=True,
    )


def _sites(here: Here, asked: Lack, thing: str, only: Sequence[str]) -> list[FailedSite]:
    """The surest first."""
    sites = dict[tuple[str, str], FailedSite]()
    for verb in _DEEDS[asked.spoiled]:
        for site in of_deed(here, Mishap("", verb, thing, asked.where, asked.asks), only):
            if verb in _NOUNS and not _asks_there(site):
                continue
            kept = _finding_out(site, spoiled=asked.spoiled, either=not asked.spoiled and verb in _EITHER)
            if kept and _is_of(here, kept, asked.thing):
                how = (
                    " ".join(arm.how for arm in kept.arms)
                    if all(arm.caught for arm in kept.arms)
                    else str(kept.call.start)
                )
                sites.setdefault((site.id, how), kept)  # of one handler the first call is enough
    return sorted(sites.values(), key=lambda one: _rank(here, one, asked))


def _much(site: FailedSite, *, spoiled: bool) -> float:
    """What asks whether it is there, or catches that very error, before what opens it."""
    surely = _asks_there(site) or any(_VERY[spoiled].search(arm.how) for arm in site.arms)
    return site.much + (SURELY if surely else 0.0)


SURELY: Final = 0.15
_VERY: Final = {False: regex(r"(?i)not_?found|no_?such|ENOENT|not_?exist"), True: regex(r"(?i)decode|parse|syntax")}


def _asks_there(site: FailedSite) -> bool:
    """`os.path.exists`, `lstat`; not `find_header_from_stat`."""
    own = lower(site.call.name)
    return len(own) <= SHORT and bool(_THERE & {stem(word) for word in own})


SHORT: Final = 3


def _rank(here: Here, site: FailedSite, asked: Lack) -> tuple[float, int, int, str, int]:
    """Of two that are as sure, the one whose function is named for it, and that more functions call."""
    named = held_by(sought(asked.thing), label(here.project, site.id).encode())
    return (
        -round(_much(site, spoiled=asked.spoiled), 2),
        -len(named),
        -len(here.project.callers.get(site.id, ())),
        site.id,
        site.call.start,
    )


def _finding_out(site: FailedSite, *, spoiled: bool, either: bool) -> FailedSite | None:
    arms = [
        arm
        for arm in site.arms
        if (_VERY[spoiled] if either else _ERRORS[spoiled] if arm.caught else _ANY).search(arm.how)
    ]
    very = [arm for arm in arms if arm.caught and _VERY[spoiled].search(arm.how)]
    kept = tuple(arm for arm in arms if not arm.caught or not very or arm in very)
    return site._replace(arms=kept) if kept else None


_ANY: Final = regex(r"")


def _is_of(here: Here, site: FailedSite, thing: str) -> bool:
    """Whether the call itself, a message of the arm, or the function says what it is: not some name that is used there, too."""
    text = here.project.bound(site.id).text
    start = max(text.rfind(b"\n", 0, site.call.start), text.rfind(b";", 0, site.call.start)) + 1
    messages = " ".join(
        said for arm in site.arms for each in arm.steps for found in _MESSAGE.findall(each.text) for said in found
    )
    around = f"{label(here.project, site.id)} {above(here, site.id, line_at(here.project, site.id, site.call.start), ())} {messages}"
    told = text[start : site.call.end] + b" " + around.encode()
    told += b" ".join(_given(text, name) for name in set(_NAME.findall(text[site.call.start : site.call.end])))
    if any(part.encode() not in told for part in thing.split() if _NAMED.fullmatch(part)):
        return False
    plain = " ".join(part for part in thing.split() if not _NAMED.fullmatch(part))
    strong = [word for word in sought(plain) if word.weight > LITTLE and word.given.lower() not in _PLAIN_FILE]
    return len(held_by(strong, told)) == len(strong)


def _given(text: bytes, name: bytes) -> bytes:
    """What a name was set to in the function, the first time."""
    found = re.search(rb"(?<![\w.])" + re.escape(name) + rb"\s{0,3}=(?!=)([^\n]{1,200})", text)
    return found[1] if found else b""


_NAME: Final = regex(rb"(?<![\w.\"'])[A-Za-z_]\w{1,60}(?![\w(\"'])")
_NAMED: Final = regex(r"[\w-]{0,60}+\.[A-Za-z]\w{0,10}")  # a file by its name
_MESSAGE: Final = regex(r"\"([^\"\n]{4,200})\"|'([^'\n]{4,200})'")


def _told(here: Here, site: FailedSite) -> Iterator[Cited]:
    """Of what asks whether it is there, the answer that says no; else the call, and what fails."""
    rows = list(told_site(here, site, EACH - 1))
    if not _asks_there(site):
        yield from rows
        return
    for line in rows:
        yield line._replace(text=_FAILS.sub(" says that it is not there where ", line.text))


_FAILS: Final = regex(r"(?<=`) fails where (?=`)")
EACH: Final = 4
