"""Amounts in words that no name holds whole: `how large is the buffer for raw logging`, `after how many bytes is the file flushed`, `how many frames are kept`.

The answer is a line that has a number: a constant, the size of an array, what something is held against, what a call is given. The words have to be said by the
line or the comment beside it, the rest by its function, its file, or where the constant is used; a time is told only where the line is about time. Which number is
meant is not claimed: the line is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ....agents.said import Cited
from ....llm.stems import stem
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from ....words.names import lower
from ...conditions import told, under
from ..here import Found, Here, label
from ..limits import ONE
from ..question.sought import LITTLE, SoughtWord, form, sought
from ..question.tokens import LONGEST as QUESTION
from ..scored import held_by

_ASKS: Final = regex(
    r"(?i)(?:(?:after|for|within|in|at|up to) )?how (?P<how>many|much|long|large|big|often|deep|wide|far|soon|frequently) (?P<rest>\S.{3,200})$"
    r"|(?:what|which)(?:'s| is| are) (?:the |our )?(?P<bound>(?:[\w-]{1,30} ){0,4}(?:size|length|limit|capacity|timeout|interval|depth|delay|period|maximum|minimum|threshold|ttl|lifetime|number|count)) (?P<link>of|for|between|before|after|when|in|on|that) (?P<of>\S.{2,200})$"
)
_TRIED: Final = regex(r"^times (?P<who>.{2,80}) (?:try|tries|retry|retries|attempt|attempts)(?: to)?(?= |$)")
NUMBERS: Final = ("many", "much")
LASTING: Final = ("long", "often", "soon", "frequently")
LINE, REMARK, NAMED, USED, PLACED, NEAR, BODY, FILE = (
    1.0,
    0.95,
    0.8,
    0.75,
    0.7,
    0.65,
    0.45,
    0.3,
)  # what a word counts, by where it is said
AROUND: Final = 2
DEED: Final = 0.7  # what is done so many times the line, its comment or its function says
SAID: Final = 0.5  # what is only somewhere in a long function is not said of the number
HALF: Final = 0.45  # of what there is so much of, by the line itself
BESIDE: Final = 0.5  # how surely each word of a thing is said whose size is asked
UNIT: Final = 0.2  # what a word weighs that only says in what it is measured
LEAST: Final = 0.6  # of all that is asked
OWN: Final = 0.08  # of it, by the line and what stands beside it
ITSELF: Final = 0.4  # what the line itself says counts more
CLOSE: Final = 0.97
FEW: Final = 3
ABOVE: Final = 4  # lines of a comment
WIDE: Final = 110
FILES: Final = 40
USES: Final = 6
_NUMBER: Final = regex(
    r"(?<![\w.\"'])-?(?:0[xX][0-9a-fA-F]{1,16}|\d[\d_']{0,15}(?:\.\d{1,6})?)(?:[uUlLfFhs]{1,3}|ms|us|ns|min)?(?![\w\"'])"
)
_FLAG: Final = regex(r"#\s{0,3}define\s{1,9}\w{2,60}\s{1,20}\(?0[xX][0-9a-fA-F]{1,16}")
_LITTLE: Final = regex(r"-?[01][uUlL]{0,2}")
_TEXT: Final = regex(r"\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'")
_REMARK: Final = regex(r"(?://|/\*|(?:^|(?<=\s))#(?!\s{0,3}(?:define|if|el|en|inc|pra|und)))(?P<said>[^\n]{0,200})")
_ABOVE: Final = regex(r"\s{0,60}(?://|#(?!\s{0,3}(?:define|if|el|en|inc|pra|und))|\*(?!\w)|/\*)(?P<said>[^\n]{0,200})")
_NUM: Final = r"-?(?:0[xX][0-9a-fA-F]{1,16}|\d[\d_']{0,15}(?:\.\d{1,6})?)"
_NO_FACTOR: Final = r"(?![\d.]|\s?[*/%]\s?[A-Za-z_(])"  # what is held against `2 * largest` is not held against 2
_CAST: Final = r"(?:[\w:.]{0,40}(?:seconds|minutes|hours|days|delta|[Dd]uration|ms)|(?:std::)?(?:u?int\w{0,6}|size_t|long|float|double|static_cast<[\w: ]{1,30}>))"
_ROLES: Final = tuple(
    regex(form)
    for form in (
        rf"(?P<type>[\w>*&])[\s*&]{{1,4}}(?P<name>[A-Za-z_]\w{{0,60}})\s?\[\s?(?P<value>{_NUM}[^\]]{{0,40}})\]",
        rf"#\s{{0,3}}define\s{{1,9}}(?P<name>\w{{2,60}})\s{{1,20}}(?P<value>\(?{_NUM}[^\n]{{0,60}})",
        rf"(?<![\w.>])(?P<name>(?:\w{{1,40}}(?:\.|->)){{0,3}}+[A-Za-z_]\w{{0,60}}+)(?:\[\])?(?:\s{{0,3}}:\s{{0,3}}[\w\[\]., |]{{1,40}})?\s{{0,9}}=\s{{0,3}}(?P<value>(?:{_CAST}\(|[({{])?\s{{0,3}}{_NUM}[^;\n]{{0,60}})",
        rf"(?<![\w.>])(?P<name>(?:\w{{1,40}}(?:\.|->)){{0,3}}+[A-Za-z_]\w{{0,60}}+)\s?=\s?(?:\w{{1,40}}(?:\.|::)){{0,3}}+\w{{1,40}}+\([\w&]{{0,20}}\)\s?[+-]\s?(?P<value>{_NUM})",
        rf"(?P<name>(?:\w{{1,40}}(?:\.|->)){{0,3}}+[A-Za-z_]\w{{0,60}}+)(?:\(\w{{0,40}}\))?\s?(?:[<>]=?|[=!]=)\s?(?P<value>{_NUM}){_NO_FACTOR}",
        rf"(?<![\w.])(?P<value>{_NUM})\s?[<>]=?\s?(?P<name>(?:\w{{1,40}}(?:\.|->)){{0,3}}+[A-Za-z_]\w{{0,60}}+)",
        rf"[\w>]\s{{1,3}}(?P<name>[A-Za-z_]\w{{0,60}})\{{\s?(?P<value>{_NUM})\s?\}}",
        rf"[\"'](?P<name>[\w.-]{{2,60}})[\"']\s{{0,3}}:\s{{0,3}}(?P<value>{_NUM})",
    )
)
"""What a number is of: the size of an array, a macro, what is set or given by a keyword, what is counted from now on, what is compared, a member, an entry."""
_CONSTANT: Final = regex(r"[A-Z][A-Z0-9_]{2,60}|k[A-Z]\w{1,60}")
_CALLED: Final = regex(rf"(?<!\w)(?P<name>[A-Za-z_]\w{{0,60}}+)\((?P<value>[^()\n]{{0,60}}?{_NUM}[^()\n]{{0,40}})\)")
_COUNTED: Final = regex(r"(?i)count|num(?:ber)?(?![a-z])")
_BYTES: Final = regex(r"(?<!\w)(?:char|u?int8_t|uint8|byte|wchar_t|uchar|u8)\s{1,3}\*?\s?\w{1,60}\s?\[")
_OF_BYTES: Final = frozenset(["byte", "bytes", "character", "characters", "char", "chars", "letters"])
_LASTS: Final = frozenset(["time", "timeout", "timeouts", "timer", "timed", "interval", "seconds", "second", "secs", "sec", "ms", "msec", "msecs", "usec", "millis", "milliseconds", "microseconds", "nanoseconds", "us", "ns", "delay", "duration", "period", "wait", "waits", "sleep", "sleeps", "usleep", "nanosleep", "ttl", "expire", "expires", "expiry", "expiration", "age", "lifetime", "timeval", "timespec", "tv", "poll", "select", "alarm", "linger", "minutes", "minute", "hours", "hour", "days", "day", "weeks", "chrono", "deadline", "tick", "ticks", "keepalive", "grace", "cooldown", "backoff", "timedelta", "fps", "hz", "frequency", "rate"])  # fmt: skip
_LINKS: Final = frozenset(["before", "after", "until", "within", "between"])
_MEASURES: Final = frozenset(ONE) | _LASTS | {"bytes", "byte", "kb", "mb", "items", "entries"}
_AUX: Final = regex(
    r"(?i)(?:^| )(?:does|do|did|is|are|was|were|can|could|will|would|may|might|must|should|has|have|gets?|for|of|in)(?: |$)"
)
_DEFAULT: Final = regex(r"(?i)\bdefaults?\b")  # another question: what is so where nothing is said
_AT_MOST: Final = regex(r"(?i)\b(?:at (?:the )?most|maximum|maximally|up to)\b")
_AT_LEAST: Final = regex(r"(?i)\b(?:at (?:the )?least|minimum|minimally)\b")
_FLOORS: Final = regex(r"(?i)min|least|lower|floor|[<>]")
_BOUNDS: Final = regex(r"(?i)max|limit|most|upper|cap(?:acity|ped)?\b|[<>]")
NOTE: Final = "Lines with a number that say it by their words and what stands around them, quoted; more than the words is not understood."


class _Asks(NamedTuple):
    """lasting: a time is asked for. counts: so many of something, and no bytes. sized: how large one thing is, which then has to be said beside the number. head: the words of what there are so many of."""

    lasting: bool
    counts: bool
    sized: bool
    head: frozenset[str]


class _Line(NamedTuple):
    much: float
    said: Cited
    missed: tuple[str, ...]


def asks(question: str) -> bool:
    return _ASKS.match(_plain(question)) is not None


def _plain(question: str) -> str:
    return " ".join(question[:QUESTION].split()).rstrip("?!. ")


def amount(here: Here, question: str) -> Found | None:
    """None where no amount is asked for, or no line with a number says enough of it."""
    plain = _plain(question).removesuffix(" by default")  # a number is so by default anyway
    asked = _ASKS.match(plain)
    if asked is None or _DEFAULT.search(plain):
        return None
    rest = _TRIED.sub(r"tries \g<who>", asked["rest"] or "")
    words = tuple(_weighed(word) for word in sought(rest or f"{asked['bound']} {asked['of']}") if word.given.lower() not in _LINKS)  # fmt: skip
    if rest.startswith("tries "):
        words = (SoughtWord("tries", 1.0, tuple(form(stem(one), 1.0) for one in ("try", "retry", "attempt"))), *words)
    small = frozenset(word.given.lower() for word in words)
    needed = [word for word in words if word.given.lower() not in _MEASURES] or list(words)
    lasting = (asked["how"] or "").lower() in LASTING or bool(small & _LASTS)
    asks = _Asks(
        lasting,
        (asked["how"] or "").lower() == "many" and not small & _OF_BYTES,
        not lasting and (asked["how"] or "").lower() not in NUMBERS,
        frozenset(next((part for part in _AUX.split(rest or _whose(asked)) if part.strip()), "").lower().split())
        - (_MEASURES - {"tries"}),
    )
    if not needed:
        return None
    rows = sorted(
        {row for path in _files(here, needed) for row in _of(here, path, words, asks)},
        key=lambda row: (-row.much, row.said),
    )
    rows = [row for row in rows if _BOUNDS.search(row.said.text) or not _AT_MOST.search(plain)]
    rows = [row for row in rows if _FLOORS.search(row.said.text) or not _AT_LEAST.search(plain)]
    best = [row for row in rows if row.much >= CLOSE * rows[0].much]
    if not best or len({row.said.text for row in best}) > FEW:
        return None
    missed = sorted(set(best[0].missed))
    less = f" Nothing near says {', '.join(f'`{word}`' for word in missed)}." if missed else ""
    return Found(tuple(row.said for row in best), (), f"{NOTE}{less}", weighed=True)


def _whose(asked: re.Match[str]) -> str:
    """Of what it is: `the size of a chunk` as `the chunk size when files are written`."""
    plain = " ".join(word for word in asked["bound"].split() if word.lower() not in _MEASURES)
    return plain if plain and asked["link"].lower() in ("when", "in", "on", "before", "after") else asked["of"]


def _weighed(word: SoughtWord) -> SoughtWord:
    return word._replace(weight=UNIT) if word.given.lower() in _MEASURES else word


def _files(here: Here, words: Sequence[SoughtWord]) -> list[str]:
    """Of the product those that hold each word that says much, by their text or their path; those that hold the most first."""
    found = []
    for path in here.project.files:
        if is_aside(path) or not here.inside(path):
            continue
        held = held_by(words, here.project.sources(path) + path.encode("utf-8", "surrogateescape"))
        strong = [n for n, word in enumerate(words) if word.weight > LITTLE]
        less = len(strong) > FEW - 1  # one of several may stand where a constant is used
        if held and sum(n not in held for n in strong) <= less:
            found.append((-len(held), path))
    return [path for _, path in sorted(found)[:FILES]]


def _of(here: Here, path: str, words: Sequence[SoughtWord], asks: _Asks) -> Iterator[_Line]:
    project = here.project
    source = project.sources(path)
    rows, starts = source.decode("utf-8", "replace").split("\n"), _starts(source)
    spans = sorted((facts.start, facts.end, id_) for id_ in project.ids.get(path, ()) if (facts := project.functions[id_].facts).kind != "module")  # fmt: skip
    plain = sum(word.weight for word in words if word.weight != UNIT)
    placed = {n: PLACED * much for n, much in held_by(words, path.encode("utf-8", "surrogateescape")).items()}
    whole, bodies = held_by(words, source), dict[str, dict[int, float]]()
    for number, row in enumerate(rows, 1):
        roles = list(_roles(_code(row), row, asks)) if any(letter.isdigit() for letter in row) else []
        if not roles:
            continue
        remark, names = _remark(rows, number), " ".join(roles)
        own = {n: LINE * much for n, much in held_by(words, names.encode()).items()}
        if asks.counts and _COUNTED.search(names) and _head(words, asks).isdisjoint(own):
            continue  # by its name it counts something else, whatever the comment beside it speaks of
        _add(own, held_by(words, remark.encode()), REMARK)
        lasts = not _LASTS.isdisjoint(_parts(f"{_code(row)} {remark}"))
        if asks.lasting and not lasts:
            continue
        own |= {n: LINE for n, word in enumerate(words) if lasts and word.given.lower() in _LASTS}
        if not own or not _of_it(words, own, asks):
            continue
        inside = [span for span in spans if span[0] <= starts[number - 1] + len(row) - len(row.lstrip()) < span[1]]
        id_ = inside[-1][2] if inside else ""
        held = dict(own)
        _add(held, held_by(words, "\n".join(rows[max(0, number - 1 - AROUND) : number + AROUND]).encode()), NEAR)
        _add(held, placed, 1.0)
        _add(held, bodies.setdefault(id_, _function(here, id_, words)) if id_ else {}, 1.0)
        for other in () if id_ else _using(here, path, roles[0], words, held):
            for much, text in _uses(here, other, roles[0], number if other == path else 0):
                _add(held, held_by(words, text.encode()), much)
        missed = tuple(word.given for n, word in enumerate(words) if n not in held and word.weight > LITTLE)
        _add(held, whole, FILE)
        total = plain + sum(words[n].weight for n in held if words[n].weight == UNIT)
        much = sum(words[n].weight * share for n, share in held.items()) / total
        said_own = sum(words[n].weight * share for n, share in own.items()) / total
        known = all(
            held.get(n, 0.0) >= (DEED if word.given.endswith(("ed", "ing")) else SAID) or word.weight <= LITTLE
            for n, word in enumerate(words)
        )
        close = not asks.sized or all(held.get(n, 0.0) >= BESIDE for n in _head(words, asks))
        if much >= LEAST and said_own >= OWN and known and close:
            said = _said(here, path, row, number, starts[number - 1], id_)
            yield _Line(round(much + ITSELF * said_own, 3), said, missed)


def _function(here: Here, id_: str, words: Sequence[SoughtWord]) -> dict[int, float]:
    """What a function says of it by its name, its description, and somewhere in it."""
    facts, source = here.project.functions[id_].facts, here.project.sources(here.project.functions[id_].path)
    held = {n: NAMED * much for n, much in held_by(words, f"{qualified_of(id_)} {facts.doc}".encode()).items()}
    _add(held, held_by(words, source[facts.start : facts.end]), BODY)
    return held


def _using(here: Here, path: str, name: str, words: Sequence[SoughtWord], held: dict[int, float]) -> Iterator[str]:
    """The file itself; others where a constant is used, as long as a word of weight is said nowhere."""
    yield path
    if not _CONSTANT.fullmatch(name) or all(n in held or word.weight <= LITTLE for n, word in enumerate(words)):
        return
    yield from [other for other in here.holding(name) if other != path and not is_aside(other)][:USES]


def _head(words: Sequence[SoughtWord], asks: _Asks) -> set[int]:
    return {n for n, word in enumerate(words) if word.given.lower() in asks.head and word.weight > UNIT}


def _of_it(words: Sequence[SoughtWord], own: dict[int, float], asks: _Asks) -> bool:
    """Whether the number is of what there are so many of; of a time, or where that is only a unit, of anything that is asked."""
    head = _head(words, asks)
    said = sum(words[n].weight * share for n, share in own.items() if n in head)
    whole = sum(words[n].weight for n in head)
    return said >= HALF * whole > 0 or (bool(own) and (asks.lasting or not head))


def _starts(source: bytes) -> list[int]:
    found = [0]
    for row in source.split(b"\n"):
        found.append(found[-1] + len(row) + 1)
    return found


def _add(held: dict[int, float], more: dict[int, float], much: float) -> None:
    for n, share in more.items():
        held[n] = max(held.get(n, 0.0), much * share)


def _parts(text: str) -> frozenset[str]:
    return frozenset(part for raw in re.findall(r"[A-Za-z]{1,40}", text) for part in lower(raw))


def _roles(code: str, row: str, asks: _Asks) -> Iterator[str]:
    """What the numbers of a line are of."""
    if not code or (asks.counts and _BYTES.search(code)):
        return  # so many bytes, not so many of these
    if (asks.lasting or asks.counts) and _FLAG.search(code):
        return  # written as bits are
    for role in _ROLES:
        for found in role.finditer(row[:400] if role is _ROLES[-1] else code):
            if (
                any(not _LITTLE.fullmatch(one[0]) for one in _NUMBER.finditer(found["value"]))
                and found.groupdict().get("type") not in _NO_TYPE
            ):
                yield found["name"]
    for found in _CALLED.finditer(code):
        about = _LASTS if asks.lasting else _SIDES
        if not (about | _SIDES).isdisjoint(_parts(found["name"])) and any(
            not _LITTLE.fullmatch(one[0]) for one in _NUMBER.finditer(found["value"])
        ):
            yield found["name"]


_SIDES: Final = frozenset(["min", "max", "minimum", "maximum", "limit"])  # `Min(50)`
_NO_TYPE: Final = frozenset(["return", "case", "else"])


def _code(row: str) -> str:
    """Without its comment and its texts."""
    plain = row[:400]
    bare = _TEXT.sub('""', plain)
    found = _REMARK.search(bare)
    code = bare[: found.start()] if found else bare
    return "" if code.lstrip().startswith(("*", "#include", "# ", "#if", "#el", "#pragma")) else code


def _remark(rows: Sequence[str], number: int) -> str:
    """The comment behind a line, and the one right above it."""
    found = _REMARK.search(_TEXT.sub('""', rows[number - 1][:400]))
    said = [found["said"]] if found else []
    for above in range(number - 1, max(0, number - 1 - ABOVE), -1):
        match = _ABOVE.match(rows[above - 1][:400])
        if match is None:
            break
        said.insert(0, match["said"])
    return " ".join(said)


def _uses(here: Here, path: str, name: str, without: int) -> Iterator[tuple[float, str]]:
    """Where a constant is used."""
    rows = here.project.sources(path).decode("utf-8", "replace").split("\n")
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    uses = [at for at, row in enumerate(rows, 1) if at != without and name in row and word.search(row)][:USES]
    spans = [(facts.line, facts.end_line, one) for one in here.project.ids.get(path, ()) if (facts := here.project.functions[one].facts).kind != "module"]  # fmt: skip
    for at in uses:
        users = [span for span in spans if span[0] <= at <= span[1]]
        near = rows[max(0, at - 1 - AROUND) : at + AROUND]
        yield USED, "\n".join([*near, *(qualified_of(span[2]) for span in users)])
        yield BODY, "\n".join(row for first, last, _ in users for row in rows[first - 1 : last])


def _said(here: Here, path: str, row: str, number: int, start: int, id_: str) -> Cited:
    text = " ".join(row.split())
    short = text if len(text) <= WIDE else f"{text[:WIDE]}…"
    if not id_:
        return Cited(f"`{short}`", path, number)
    offset = start + len(row) - len(row.lstrip()) - here.project.functions[id_].facts.start
    decided = "" if re.match(r"\s*(?:if|while|for|elif)\b", row) else told(under(here.project, id_, offset))
    return Cited(f"{label(here.project, id_)}: `{short}`{decided}", path, number)
