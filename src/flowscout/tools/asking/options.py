"""Which option, flag, setting or parameter does something, in words: `which option turns directory listings off`, `how do I disable colours`.

An option is a text that begins with dashes, a text by which settings are looked up, or a parameter with a default; what it is for is said by its name, by the text
or comment beside it, and by the description of the function that takes it. All things that are asked for have to be said there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...llm.stems import stem
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ..codes import NO_RESULTS, Failed
from .entries import entries
from .here import STUB, Found, Here, is_promise
from .keys import READS, owner_of
from .question.sought import LITTLE, SoughtWord, sought
from .question.tokens import one_line
from .readers.environment import STEERS
from .scored import held_by

_WHAT: Final = r"(?:which|what|is there an?|do you have an?|with (?:which|what)|by (?:which|what)) (?:[\w-]{2,20} ){0,2}?(?:options?|flags?|switch(?:es)?|settings?|parameters?|arguments?|knobs?|keywords?|keys?)"
_ASKS: Final = regex(
    rf"(?i)(?:{_WHAT} (?P<rest>\S.{{3,200}})|(?:how|where) (?:do|can|could|would|should|does one|can one) (?:i |we |you |one |users? )?(?:(?:turn|switch) (?:on|off)|disable|enable|configure|customi[sz]e|suppress|prevent|avoid|change the|set the|limit the|override the) (?P<thing>\S.{{3,200}})|is (?:there a way|it possible) to (?P<way>\S.{{3,200}}))$"
)
_CALLER: Final = regex(
    r"(?i)^(?:can |could |may |should |must |do |does )?(?:(?:i|we|you|one|users?) )?(?:have to |need to |can )?(?:use |pass |give |set )?(?:to |so that )?(?:(?:makes?|causes?|lets?|forces?|tells?) (?:the |an? |our )?\w{2,30} (?:to )?)?"
)
_DASHED: Final = regex(rb"(?:[\"'(|\s,\[]|\\[tn])-{1,2}(?P<name>[A-Za-z][\w-]{1,40})(?![\w-])")
_NEXT: Final = regex(rb"[\"'](?:\\[nt]|[ \t]){0,20}-{1,2}[A-Za-z]")
_CLOSED: Final = regex(rb"[\"'],?\s{0,40}\)")
_LINE: Final = 3  # lines behind an option in which its help stands
AROUND: Final = 2  # words of the question that are looked for in the name first
MOST: Final = 4
WIDE: Final = 130
NOTE: Final = "Options and parameters by what their names, help and comments say; that it does so is not followed."


class Option(NamedTuple):
    """beside: what is said of it."""

    name: str
    beside: str
    said: Cited


def option(here: Here, question: str) -> Found | Failed | None:
    """None where it is no such question; where no option says all of it, what does so otherwise is no option."""
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    if asked is None:
        return None
    rest = _CALLER.sub("", asked["rest"] or asked["thing"] or asked["way"])
    words = [word for word in sought(rest) if stem(word.given.lower()) not in STEERS]
    if not any(word.weight > LITTLE for word in words):
        return None
    rows = sorted({one for path in here.project.files if not is_aside(path) and here.inside(path) for one in every_option(here, path, words)}, key=lambda one: (-_named(one, words), one.said))  # fmt: skip
    rows = [one for one in rows if len(held_in(f"{one.name} {one.beside}", words)) == len(words)]
    best = [one for one in rows if _named(one, words) == _named(rows[0], words)]
    told = {_key(one): max((other for other in best if _key(other) == _key(one)), key=lambda other: (len(held_in(other.beside, words)), " " in _plain(other.beside))) for one in best}  # fmt: skip
    said = tuple(one.said for one in told.values())
    if 0 < len(said) <= MOST:
        return Found(said, (), NOTE, len(said), weighed=True)
    found = "more than one option says" if said else "I find no option of which name, help or comments say"
    return Failed(NO_RESULTS, f"{found} all of `{rest[:100]}`") if asked["rest"] and _PLAINLY.match(question) else None


_PLAINLY: Final = regex(
    r"(?i)\s{0,9}(?:which|what) (?:[\w-]{2,20} ){0,2}?(?:options?|flags?|switch(?:es)?|settings?)\b"
)


def _key(one: Option) -> tuple[str, str]:
    """A text is one option wherever it stands; a parameter is one of its function."""
    return one.name, "" if one.said.text.startswith("`-") else one.said.text


def _named(one: Option, words: Sequence[SoughtWord]) -> int:
    return len(held_in(one.name, words))


def held_in(text: str, words: Sequence[SoughtWord]) -> set[int]:
    """`ignore_sighup` has SIGHUP."""
    small = text.lower()
    return {
        *held_by(words, text.encode()),
        *(n for n, word in enumerate(words) if word.given.isupper() and word.given.lower() in small),
    }


def every_option(here: Here, path: str, words: Sequence[SoughtWord]) -> Iterator[Option]:
    project = here.project
    source = project.sources(path)
    small = source.lower()
    if not all(any(form.literal in small for form in word.forms) for word in words):
        return

    def named(name: str) -> bool:
        return bool(held_in(name, words))

    yield from dashed(here, path, source, named)
    yield from _cases(here, path, source)
    for entry in entries(here, path, named):
        if entry.default() or (
            not any(key for key, _ in entry.args) and any(_VALUE.fullmatch(text) for _, text in entry.args)
        ):
            yield Option(entry.name, entry.said.text, entry.said)
    for found in READS.finditer(source):
        if not named(found[2].decode()):
            continue
        owner = owner_of(here, path, found.start())
        row = _row(source, found.start())
        who = f"{qualified_of(owner)}: " if owner else ""
        yield Option(found[2].decode(), row, Cited(f"`{found[2].decode()}`, read by {who}`{row[:WIDE]}`", path, project.line(path, found.start())))  # fmt: skip
    if not path.endswith(STUB):
        yield from _parameters(here, path, named)


_VALUE: Final = regex(r"-?\d[\w.]{0,20}|[Tt]rue|[Ff]alse|TRUE|FALSE")


def dashed(here: Here, path: str, source: bytes, named: Callable[[str], bool]) -> Iterator[Option]:
    """Each with the text up to the next one, a few lines at most."""
    hits = list(_DASHED.finditer(source))
    for at, found in enumerate(hits):
        if not named(found["name"].decode()):
            continue
        end = source.find(b"\n", found.end())
        for _ in range(_LINE):
            end = source.find(b"\n", end + 1) if end >= 0 else end
        end = min(end if end >= 0 else len(source), hits[at + 1].start() if at + 1 < len(hits) else len(source))
        if (closed := _CLOSED.search(source, found.end(), end)) and b"help" in source[found.end() : closed.start()]:
            end = closed.start() + 1
        end = next_.start() if (next_ := _NEXT.search(source, found.end(), end)) else end
        line = _row(source, found.start("name"))
        if not _QUOTED.search(line):
            continue
        beside = " ".join(source[found.start() : max(end, found.end())].decode("utf-8", "replace").split())
        dashes = "-" * source[found.start() : found.start("name")].count(b"-")
        shown = f"`{dashes}{found['name'].decode()}`: `{_plain(beside)[:WIDE]}`"
        yield Option(found["name"].decode(), f"{line} {beside}", Cited(shown, path, here.project.line(path, found.start("name"))))  # fmt: skip


def _cases(here: Here, path: str, source: bytes) -> Iterator[Option]:
    """`case 'c':` where `getopt` is called: what is done then says what it is for."""
    if b"getopt" not in source:
        return
    for found in _CASE.finditer(source):
        owner = owner_of(here, path, found.start())
        facts = here.project.functions[owner].facts if owner else None
        if facts and any("getopt" in call.name for call in facts.calls):
            done = " ".join(found["done"].decode("utf-8", "replace").split())
            name = found["name"].decode()
            yield Option(name, done, Cited(f"`-{name}`: `{done[:WIDE]}`", path, here.project.line(path, found.start())))


_CASE: Final = regex(
    rb"case\s{1,4}'(?P<name>\w)'\s{0,3}:(?P<done>[^'\n]{0,200}(?:\n(?!\s{0,40}(?:case\b|break\b|default\b))[^\n]{0,200}){0,6})"
)


def _plain(text: str) -> str:
    """A help text without what lays it out."""
    return " ".join(_LAID_OUT.sub(" ", text).split()).strip("'\", \\")


_LAID_OUT: Final = regex(r"\\[tn]|\"\s{1,40}\"")
_QUOTED: Final = regex(r"[\"']")


def _parameters(here: Here, path: str, named: Callable[[str], bool]) -> Iterator[Option]:
    project = here.project
    for id_ in project.ids.get(path, ()):
        facts = project.functions[id_].facts
        given = [param for param in facts.params if param.default and named(param.name)]
        if not given or is_promise(project, id_):
            continue
        for param in given:
            told = [one for one in _SENTENCE.split(facts.doc) if param.name in one]
            said = Cited(f"`{param.name}` of {qualified_of(id_)}, `{param.default[:60]}` by default", path, facts.line)
            yield Option(param.name, " ".join(told), said)


_SENTENCE: Final = regex(r"(?<=[.!?])\s+|\n\s*\n|\n\s*(?=[-:*])")


def _row(source: bytes, at: int) -> str:
    begin = source.rfind(b"\n", 0, at) + 1
    end = source.find(b"\n", at)
    return " ".join(source[begin : end if end >= 0 else len(source)].decode("utf-8", "replace").split())
