"""What something is where nothing else is said, asked in plain words: `what is the default community string?` is `"public"` where
`if (!community) community = "public";` stands; a parameter's default, the second argument of `get("timeout", 60)`, a value at the top of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...llm.english import SHORT
from ...llm.stems import stem
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...words.names import has_word, lower
from ..conditions import AskedCondition, told, under
from . import values
from .declared import declared_defaults
from .entries import entries
from .here import MOST, Found, Here, at, is_promise
from .limits import ONE, SAME
from .lines import lines_with
from .question.asked import Asked
from .question.tokens import QuestionToken, one_line
from .whose import BESIDE, SAYS_LITTLE, WhoseName, of_owner, used_as

_THING: Final = r"[\w.'-]{1,40}+(?: [\w.'-]{1,40}+){0,7}"
_ASKS: Final = regex(
    rf"(?i)(?:what|which)(?:'s| is| are)? (?:the |our )?defaults? (?:values? )?(?:of |for )?(?:the |an? )?(?P<thing>{_THING})$"
    rf"|(?:is|are) (?:the )?(?P<on>{_THING}?) (?:on|off|enabled|disabled|true|false|active|set) by default$"
    rf"|how (?:many|much|long|large|big|often) (?:times )?(?:is|are|does|do|can|may|will)? ?(?:the |an? )?(?P<much>{_THING}?),? by default$"
    rf"|what do(?:es)? (?:the )?(?P<to>{_THING}?) default to$|what(?:'s| is) (?:the )?(?P<by>{_THING}?) by default$"
)
_SMALL: Final = regex(r"(?i)(?:^|(?<= ))(?:is|are|be|does|do|the|an?|times)(?= |$)")
_COUNTS: Final = regex(r"(?i)\s{0,9}how many\b")
_SPANS: Final = frozenset(SAME["time"]) - {"time", "wait"}
_SO_MANY: Final = regex(
    r"(?i)(?<=\w) (?:is|are) (?:\w{1,20}ed|kept|held|run|made|sent|there)$"
)  # `connections are used`
_WHEN: Final = regex(
    r"(?i)(?<=[\w'] )(?:before|after|when|if|until|while|for which|that) .{3,120}$"
)  # where it is used
_OF: Final = regex(r" (?:of|for|in) | (?=[^ ]{1,40}$)")  # `the timeout of a request`, `the request timeout`
_LINKED: Final = regex(r"(?i) (?:of|for|in) ")
_OWNER: Final = regex(r" of (?:the |an? )?[A-Z_]\w{1,80}$")  # of a type
_LETTERS: Final = regex(r"[A-Za-z]+")
PLAIN: Final = (
    r"(?:\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'|-?\.?\d[\w.]{0,20}(?:\s{0,3}(?:\*\*|<<|[*+/-])\s{0,3}[\w.]{1,20}){0,4}"
    r"|(?:\w{1,40}(?:\.|::)){0,3}(?:[A-Z][A-Z0-9_]{1,40}|k[A-Z]\w{1,60})|[Tt]rue|[Ff]alse|None|NULL|nullptr)"
)
_VALUE: Final = rf"(?:{PLAIN}|[\w:]{{1,40}}\({PLAIN}?\))"
_BEHIND: Final = r"\s{0,3}(?=[,;)}\]#/]|$)"
_SET: Final = regex(
    rf"(?<![\w.>:-])(?P<name>[\w.>:-]{{0,60}}\w)(?:\s{{0,3}}:\s{{0,3}}[\w\[\]., |]{{1,40}}?)?\s{{0,20}}=\s{{0,3}}(?:[^=\n]{{1,80}}?(?:\sor|\selse|\?:|\s:)\s{{1,3}})?(?P<value>{_VALUE}){_BEHIND}"
)
_BRACED: Final = regex(rf"(?<=[\w>*&] )(?P<name>\w{{2,60}}+)\{{\s{{0,3}}(?P<value>{_VALUE})\s{{0,3}}\}}\s{{0,9}}(?=;)")
_MADE: Final = regex(
    rf"(?:^|[:,])\s{{0,40}}(?P<name>\w{{2,60}}+)[({{](?P<value>{_VALUE})[)}}]\s{{0,9}}(?=[,{{/]|$)"
)  # what makes an object begins so
_ENTRY: Final = regex(rf"[\"'](?P<name>[\w.-]{{2,60}})[\"']\s{{0,3}}:\s{{0,3}}(?P<value>{_VALUE}){_BEHIND}")
_ASKED_FOR: Final = regex(
    rf"\b\w{{0,20}}(?:get|pop|default)\w{{0,20}}\(\s{{0,3}}(?:[\w.]{{1,40}},\s{{0,3}})?[\"'](?P<name>[\w.:/-]{{2,60}})[\"']\s{{0,3}},\s{{0,3}}(?:default\w{{0,9}}\s?=\s?)?(?P<value>{_VALUE}){_BEHIND}"
)
_OPTION: Final = regex(r"[\"']-{1,2}(?P<name>[\w-]{2,60}+)[\"',/]")
_DEFAULT: Final = regex(rf"\bdefault(?:_value)?\s{{0,3}}[=(]\s{{0,3}}(?P<value>{_VALUE}){_BEHIND}")
_ENVIRONED: Final = regex(
    rf"\bdefault\s{{0,3}}=\s{{0,3}}(?P<value>(?:\w{{1,20}}\()?(?:os\.)?(?:getenv|environ\.get)\([\"'][\w-]{{1,60}}[\"'],\s{{0,3}}{PLAIN}\)\)?)"
)  # what the environment says, and then what that is without
_MACRO: Final = regex(rf"#\s{{0,3}}define\s{{1,9}}(?P<name>\w{{2,60}})\s{{1,20}}(?P<value>\(?{_VALUE}\)?)\s{{0,9}}(?:/|$)")  # fmt: skip
_EMPTY: Final = regex(r"^\(?(?:!|not\s)|\bis None\b|==\s{0,3}(?:NULL|nullptr|None|0|-1|\"\"|'')|\bempty\(\)|<=?\s{0,3}0$")  # fmt: skip
_NONE: Final = regex(r"\bis None\b|==\s{0,3}(?:NULL|nullptr|None)\b")
_CASE: Final = regex(r" is (?!not\b|None\b)")  # one of several values, which is not that there is none
FIRST: Final = 5  # fields that a function sets whose work it is to give first values
LINES: Final = 12  # of an option
ONLY: Final = 9  # the rank of what is set to nothing else plain
OTHERS: Final = 2  # words that a name may have beside those that are asked for


class DefaultWanted(NamedTuple):
    """flat: the words in a row, as `baudrate` has them of a baud rate. little: those that a name need not have: `number` of the number of rows."""

    stems: frozenset[str]
    flat: str
    little: frozenset[str] = frozenset()


def thing_of(question: str) -> str:
    """Of what the default is asked for; "" where none is."""
    asked = _ASKS.match(_WHEN.sub("", one_line(question).rstrip("?. ")).rstrip())
    if asked is None:
        return ""
    much = _SO_MANY.sub("", asked["much"] or "")
    return asked["thing"] or asked["to"] or asked["by"] or asked["on"] or _SMALL.sub(" ", much).strip()


def default(here: Here, question: str, *, loosely: bool = False) -> Found | None:
    """None where it is no such question, or nothing is found. loosely: what it is of need not stand in its name."""
    thing = thing_of(question)
    thing, _, owner = thing.rpartition(" of ") if _OWNER.search(thing) else (thing, "", "")
    owner = owner.rpartition(" ")[2]
    wanted, whole = _wanted(thing), thing
    if len(cases := _macro(here, thing)) > 1:
        return Found(tuple(cases), (), "Which of these it is the preprocessor decides.", weighed=True)
    rows, lacks = _rows(here, wanted), ""
    rows = [one for one in rows if owner in f"{one.said.text} {one.said.path}"] if owner else rows
    if loosely and not rows and not owner and (apart := _OF.search(thing)):
        thing, whose = (thing[: apart.start()], thing[apart.end() :]) if apart[0].strip() else (thing[apart.end() :], thing[: apart.start()])  # fmt: skip
        surely = not apart[0].strip()
        able = [one for one in _rows(here, _wanted(thing)) if not surely or one.others == 0 or "default" in one.said.text.lower()]  # fmt: skip
        rows, lacks = of_owner(here, able, whose, surely=surely)
    if loosely and not rows and not owner and " " in whole and not _LINKED.search(whole):
        thing, _, last = whole.rpartition(" ")
        rows = [one for one in _rows(here, _wanted(thing)) if one.others == 0 and used_as(here, one.said, last)]
        lacks = f" `{last}` is said where it is used."
    rows = [one for one in rows if one.others <= max(1, len(wanted.stems))]  # most of its name was asked for
    rows = [one for one in rows if not _UNSET.search(one.said.text)] or rows
    if _COUNTS.match(question):  # no time that something lasts
        rows = [one for one in rows if _SPANS.isdisjoint(lower(one.said.text.partition("` ")[0]))] or rows
    set_up = [one for one in rows if one.said.text.startswith("`.") and one.others == rows[0].others]
    kept = [one.said for one in set_up or rows if one.others == rows[0].others]
    note = f"What is given to names that hold `{thing}` where nothing else is; by the text, and no more.{lacks}"
    return Found(tuple(dict.fromkeys(kept))[:MOST], (), note, len(kept), weighed=True) if kept else None


def _rows(here: Here, wanted: DefaultWanted) -> list[WhoseName]:
    found = sorted(
        {one for path in here.project.files if wanted.stems and not is_aside(path) for one in _in(here, path, wanted)},
        key=lambda one: (one.others, one.rank, one.said),
    )
    only = [one for one in found if one.rank == ONLY]
    kept = [one for one in found if one.rank != ONLY]
    return kept or (only if len({one.said.text.partition(" is `")[2].partition("`")[0] for one in only}) == 1 else [])


def _macro(here: Here, thing: str) -> list[Cited]:
    """Each value that a macro of that very name is given."""
    known = (
        values.value_of(here, Asked("value_of", {"A": QuestionToken("", thing, code=True)}))
        if thing.isidentifier()
        else None
    )
    return [line for line in known.said if line.text.startswith("macro ")] if isinstance(known, Found) else []


def _wanted(thing: str) -> DefaultWanted:
    words = [word for raw in _LETTERS.findall(thing) for word in lower(raw)]
    told = [word for word in words if word not in SAYS_LITTLE]
    return DefaultWanted(frozenset(map(_word, told)), "".join(told), frozenset(words) & SAYS_LITTLE)


def _in(here: Here, path: str, wanted: DefaultWanted) -> Iterator[WhoseName]:
    source = here.project.sources(path)
    small = source.lower()
    if not all(one[:4].encode() in small for one in wanted.stems):
        return
    yield from _parameters(here, path, wanted)
    spans: list[tuple[int, int, str]] | None = None
    rows = source.split(b"\n")
    for number, offset, line in lines_with(path, source, small, [one[:4] for one in wanted.stems]):
        raw = rows[number - 1]
        begins = offset + len(raw) - len(raw.lstrip())
        spans = _spans(here, path) if spans is None else spans
        owner = max((span for span in spans if span[0] <= begins < span[1]), default=None)
        yield from _of_line(here, line, (path, number, offset), owner, wanted)
        yield from _answered(line, rows[number - 1 : number + BESIDE], (path, number), owner, wanted)
        yield from _option(here, line, rows[number : number + LINES], (path, number), owner, wanted)
    for entry in entries(here, path, lambda name: 0 <= _others(name, wanted) <= OTHERS):
        others, value = _others(entry.name, wanted), entry.default()
        if 0 <= others <= OTHERS and value:
            text = f"`{entry.name}` is `{value[:80]}` where nothing else is given, as `{entry.made}` is told"
            yield WhoseName(others, 1, Cited(text, path, entry.said.line))


def _spans(here: Here, path: str) -> list[tuple[int, int, str]]:
    """Where functions that have a body stand."""
    known = zip(here.project.ids.get(path, ()), here.project.files[path].functions, strict=True)
    return [
        (facts.start, facts.end, id_)
        for id_, facts in known
        if facts.kind != "module" and not is_promise(here.project, id_)
    ]


def _parameters(here: Here, path: str, wanted: DefaultWanted) -> Iterator[WhoseName]:
    for id_, facts in zip(here.project.ids.get(path, ()), here.project.files[path].functions, strict=True):
        for param in facts.params:
            others = _others(param.name, wanted)
            if param.default and 0 <= others <= OTHERS:
                value = f"`{param.default[:80]}` by default{_stands_for(here, param.default)}"
                text = f"`{param.name}` of {qualified_of(id_)} is {value}"
                yield WhoseName(others, 2, at(here.project, id_, text))
    for one in declared_defaults(here, path):
        others = _others(one.name, wanted)
        if 0 <= others <= OTHERS:
            yield WhoseName(
                others, 2, Cited(f"`{one.name}` of {one.owner} is `{one.value[:80]}` by default", path, one.line)
            )


def _of_line(
    here: Here, line: str, place: tuple[str, int, int], owner: tuple[int, int, str] | None, wanted: DefaultWanted
) -> Iterator[WhoseName]:
    path, number, offset = place
    for rank, pattern in enumerate((_ASKED_FOR, _SET, _ENTRY, _MACRO, _MADE, _BRACED)):
        for found in pattern.finditer(line):
            name, others = found["name"], _others(found["name"], wanted)
            if not 0 <= others <= OTHERS or line.lstrip().startswith(("//", "*", "/*")):
                continue
            if pattern is _MACRO and others and not {"default", "dflt", "def"} & set(lower(name)):
                continue  # a number that names it, and no value of it
            if pattern is _SET and not _FIELD.match(line) and _inside_brackets(line, found):
                continue
            text = f"`{name}` is `{found['value'].strip()}`"
            if owner is None and pattern is not _MADE:
                yield WhoseName(
                    others, 3 if pattern is _ENTRY else 0 if _FIELD.match(line) else 2, Cited(text, path, number)
                )
            elif owner is None:
                continue
            elif pattern is _ASKED_FOR:
                stands = _stands_for(here, found["value"])
                said = Cited(f"{qualified_of(owner[2])}: {text} where nothing is given{stands}", path, number)
                yield WhoseName(others, rank, said)
            elif pattern is _MADE and here.project.functions[owner[2]].facts.kind == "constructor":
                yield WhoseName(others, 1, Cited(f"{qualified_of(owner[2])}: {text}{_stands_for(here, found['value'])}", path, number))  # fmt: skip
            elif pattern is _SET and _begins(here, owner, name):
                yield WhoseName(others, 0, Cited(f"{qualified_of(owner[2])}: {text}{_stands_for(here, found['value'])}", path, number))  # fmt: skip
            elif pattern is _SET and (decided := _unset(here, owner, offset + found.start("name"), name)) is not None:
                asks = any(has_word(each.said, name.replace("->", ".").rpartition(".")[2]) for each in decided)
                said = Cited(f"{qualified_of(owner[2])}: {text}{told(decided)}", path, number)
                yield WhoseName(others, 1 if asks else 3, said)
            elif (
                pattern is _SET
                and others == 0
                and ("." in name or "->" in name)
                and not _EMPTY.search(f"== {found['value'].strip()}")
            ):
                decided = under(here.project, owner[2], offset + found.start("name") - owner[0])
                if not any(each.holds for each in decided):
                    yield WhoseName(0, ONLY, Cited(f"{qualified_of(owner[2])}: {text}{told(decided)}", path, number))
            elif (
                pattern is _SET
                and others == 0
                and name.isidentifier()
                and _given_later(here, owner, offset + len(line), name)
            ):
                yield WhoseName(0, ONLY, Cited(f"{qualified_of(owner[2])}: {text}, until something else is given", path, number))  # fmt: skip
            elif (pattern is _ENTRY and _FOR_DEFAULTS.search(qualified_of(owner[2]))) or (
                pattern is _SET and "default" in lower(name)
            ):
                decided = under(here.project, owner[2], offset + found.start("name") - owner[0])
                yield WhoseName(others, 3, Cited(f"{qualified_of(owner[2])}: {text}{told(decided)}", path, number))


def _given_later(here: Here, owner: tuple[int, int, str], offset: int, name: str) -> bool:
    """Whether the same function sets it behind to what comes from the command line or the environment."""
    body = here.project.sources(path_of(owner[2]))[offset : owner[1]].decode("utf-8", "replace")
    return re.search(rf"(?<![\w.>]){re.escape(name)}\s{{0,9}}=(?!=)[^;\n]{{0,120}}\b(?:optarg|argv|getenv|environ)\b", body) is not None  # fmt: skip


def _answered(
    line: str, below: list[bytes], place: tuple[str, int], owner: tuple[int, int, str] | None, wanted: DefaultWanted
) -> Iterator[WhoseName]:
    """What a function that is named for defaults returns where it is asked for that very text."""
    if owner is None or "default" not in qualified_of(owner[2]).lower() or not _COMPARES.search(line):
        return
    texts = {text.replace("_", "").replace("-", "").lower(): text for text in _TEXT.findall(line)}
    name = texts.get(wanted.flat) or texts.get(f"default{wanted.flat}")
    for number, raw in enumerate(below if name else (), place[1]):
        if given := _RETURNS.search(raw.decode("utf-8", "replace")[:400]):
            text = f"{qualified_of(owner[2])} returns `{given['value']}` for `{name}`"
            yield WhoseName(0, 0, Cited(text, place[0], number))
            return


_COMPARES: Final = regex(r"==|\bcase\b|cmp|compare|equals")
_TEXT: Final = regex(r"\"([^\"\n]{1,60})\"")
_RETURNS: Final = regex(rf"\breturn\s{{1,3}}(?P<value>{_VALUE})\s{{0,3}};?\s{{0,3}}$")


def _option(
    here: Here,
    line: str,
    below: list[bytes],
    place: tuple[str, int],
    owner: tuple[int, int, str] | None,
    wanted: DefaultWanted,
) -> Iterator[WhoseName]:
    """An option of the command line, whose default may stand some lines below it, in the same brackets."""
    for found in _OPTION.finditer(line):
        others = _others(found["name"], wanted)
        whole = line[found.end() :]
        for raw in below:
            if raw.strip().startswith(b")") or whole.rstrip().endswith((")", ");")):
                break
            whole += "\n" + raw.decode("utf-8", "replace")[:400]
        given = _DEFAULT.search(whole) or _ENVIRONED.search(whole)
        if 0 <= others <= OTHERS and given:
            of = f"{qualified_of(owner[2])}: " if owner else ""
            text = f"{of}`{found['name']}` is `{given['value'].strip()}` where nothing is given"
            yield WhoseName(others, 1, Cited(text, place[0], place[1]))


def _stands_for(here: Here, value: str) -> str:
    """What a constant is that is given."""
    known = (
        values.value_of(here, Asked("value_of", {"A": QuestionToken("", value, code=True)}))
        if value.isidentifier()
        else None
    )
    return f"; {known.said[0].text}" if isinstance(known, Found) and len(known.said) == 1 else ""


_FIELD: Final = regex(r"\s{0,40}\.\w")  # of what is set up as a whole: `.port = 80,`


def _inside_brackets(line: str, found: re.Match[str]) -> bool:
    """What a call is given, or a parameter: not what the name is here."""
    before, behind = line[: found.start()], line[found.end() :].lstrip()
    return before.count("(") > before.count(")") or behind[:1] in (",", ")") or found["name"][-1:] in ".:"


def _begins(here: Here, owner: tuple[int, int, str], name: str) -> bool:
    """Whether a function gives what holds it its first values: most of what it does in a row, under no condition, is to set fields of the
    one object to plain values."""
    start, end, id_ = owner
    holder = name.replace("->", ".").rpartition(".")[0]
    if not holder:
        return False
    body = here.project.sources(path_of(id_))[start:end].decode("utf-8", "replace")
    given = [found for found in _SET.finditer(body) if found["name"].replace("->", ".").startswith(f"{holder}.")]
    plain = [found for found in given if not under(here.project, id_, _bytes(body, found.start("name")))]
    if len(plain) < FIRST:
        return False
    row = body[plain[0].start() : plain[-1].end()]  # a row of them; what is read from elsewhere stands behind it
    return 2 * len(plain) >= row.count(";")


def _bytes(text: str, at: int) -> int:
    return len(text[:at].encode())


def _unset(here: Here, owner: tuple[int, int, str], offset: int, name: str) -> tuple[AskedCondition, ...] | None:
    """What decides over it, where that is that nothing is there yet; in what makes an object, nothing has to decide."""
    start, _, id_ = owner
    decided = under(here.project, id_, offset - start)
    last = name.replace("->", ".").rpartition(".")[2]
    asks = [each for each in decided if has_word(each.said, last)]
    if any(not each.holds and _NONE.search(each.said) for each in asks):
        return None  # there is something
    if any(each.holds is bool(_EMPTY.search(each.said)) and not _CASE.search(each.said) for each in asks):
        return decided
    facts = here.project.functions[id_].facts
    return decided if facts.kind == "constructor" and facts.end > offset and not asks else None


_FOR_DEFAULTS: Final = regex(r"(?i)default")
_UNSET: Final = regex(r" is `(?:NULL|nullptr)`")  # nothing yet, where something is known
_PARTS: Final = regex(r"->|::|[:/]")
_LINKS: Final = frozenset(["for", "of", "to", "from", "by", "in", "on", "with", "at", "per"])


def _word(word: str) -> str:
    """`maximum` is `max` in a name."""
    return {"maximum": "max", "minimum": "min"}.get(word) or stem(word)


def _before(words: Sequence[str]) -> list[str]:
    """What stands before the first word that links; nothing where none does."""
    at = next((at for at, word in enumerate(words) if word in _LINKS), 0)
    return list(words[:at])


_UNSAID: Final = ("default", "opt", "ms", "secs", "sec", "us", "ns")  # and in what it is measured


def _others(name: str, wanted: DefaultWanted) -> int:
    """How many words it has beside those that are asked for; -1 where it has not all of them, or is a bound that was not asked for."""
    whole = _PARTS.sub(".", name).replace("-", "_")
    if whole.rpartition(".")[2].replace("_", "").lower() == wanted.flat:
        return 0
    for part in (whole.rpartition(".")[2], whole.replace(".", "_")):
        own = [_word(word) for word in lower(part) if len(word) > 1 and word not in _UNSAID]
        if (before := _before(lower(part))) and not wanted.stems & set(map(_word, before)):
            continue  # `length_for_encoding` is a length
        bounds = {_word(word) for word in lower(part) if ONE.get(word) in ("max", "min")} - wanted.stems
        if wanted.stems <= set(own) and (not bounds or "default" in part.lower()):
            said = sum(bool(wanted.little & set(SHORT.get(word, word).split())) for word in lower(part))
            return len(own) - len(wanted.stems) - said
    return -1
