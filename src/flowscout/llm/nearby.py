"""The words that a step or a condition may be told with: its own, what its names stand for, and how its notation is read aloud.

`rows += len(part)` may be told with *add*, *number* and *length* though none of them is written there: an operator or an index
has a name in English. Nothing here knows a library; what a call does is told by its own words or by its callee's sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ..model.pattern import regex
from .deeds import Deed, Under, implied, wide
from .stems import kinds_of, stem, stems

_LITERAL: Final = regex(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_NAME: Final = regex(r"(?<![.\w>$])[A-Za-z_]\w*")
_SET: Final = regex(
    r"(?P<type>(?:[\w:<>,]{1,60}[\s*&]+){0,4})\b(?P<name>[A-Za-z_]\w*)(?::[^=]{1,80})?\s*=(?!=)\s*(?P<value>.+)",
    re.DOTALL,
)
_ITEM: Final = regex(r"(?<!\w)(?:for ?\(? ?)?(?:[\w:&*]{1,40} ){0,3}[&*]?(\w{1,60}) ?(?:in |:) ?([^:{)]{1,120})")
_ROWS: Final = (
    (r"\+\+|\+=|(?<![\w(]e)\+(?!\+)", "add increase increment sum total up accumulate append plus advance skip grow concatenate join combine count"),
    (r"--(?!>)|-=|(?<=[\w)\]]) ?-(?![->=])", "subtract decrease decrement minus difference less reduce count down"),
    (r"(?<=[\w)\]]) \* (?=[\w(])|(?<=[\w)\]])\*(?=[\w(])|\*=", "multiply tim product doubl twic scal"),
    (r"(?<=[\w)\]]) ?//?(?![*/]) ?(?=[\w(])|/=", "divid half quotient"),
    (r"(?<=[\w)\]]) ?%(?![\w]*[\"']) ?(?=[\w(])", "modulo remaind"),
    (r"\bmax\w{0,8}\(", "largest greatest maximum highest longest biggest larger"), (r"\bmin\w{0,8}\(", "smallest least minimum lowest shortest smaller"),
    (r"\[-1\]|\bback\(|\brbegin\(", "last final end"), (r"\[0\]|\bfront\(|\bbegin\(|, 1\)", "first start beginn head"),
    (r"\[[^\[\]:]{0,80}:[^\[\]]{0,80}\]", "slic part prefix suffix rest"),
    (r"<=? ?-?[01]\b", "negative"), (r"(?<!-)> ?0\b", "positive"),
    (r"==|\bis\b|cmp\w{0,10}\(", "equal same match compar ident"), (r"!=|\bis not\b", "differ different match compar equal same"),
    (r"\bmem(?:set|cpy|move|cmp|chr)\(", "byte memory"), (r"\bmemset\([^;]{0,200}, ?0,|\bcalloc\(", "zero clear wipe reset"), (r"\+ ?[\w.>-]{0,60}(?:used|len|size|count|num)\w*", "end append behind"), (r"\bmemmove\(", "move"), (r"\bstr\w?cat\(", "append"), (r"\\0|\\x00", "null terminat zero end character"), (r"%\.?\d*[gfe]", "digit format decimal"), (r"\bnext\(iter\(", "first start"), (r"\binsert\(0|\b\w*left\(|\blstrip\(|removeprefix\(|pop_front\(", "front beginning start head"), (r"\brstrip\(|removesuffix\(|pop_back\(|push_back\(", "end last"), (r"\[\]|\blist\(\)", "empty list"), (r"\{\}|\bdict\(\)", "empty dict dictionary map"), (r"\"\"|''", "empty str text"),
    (r"\bNone\b|\bNULL\b|\bnullptr\b|\bnull\b", "non null noth absent miss"), (r"(?<![=!<>])=\s*(?:0|None|NULL|nullptr|false|False|\"\"|''|\[\]|\{\})\s*;?$|&=\s*~", "clear reset unset zero"),
    (r"[\w\])]\[[^\]]", "index item element entry slot at position look up"), (r"->|\.\w+\b(?!\()", "field member"),
    (r"[\"'][rwax]\+?b\+?[\"']", "binary byte raw"), (r"[\"'][rwax]\+?t?\+?[\"']\s*,\s*encoding", "text"), (r"\bnew\b", "new creat instanc object mak build construct"), (r"\bf\"|\bf'|\.format\(|%[-\d]*[sdiufx]", "str format text"),
    (r"\b(?:True|False|true|false|bool)\b", "boolean flag"), (r"\b(?:len|strlen|size|length|count)\w{0,4}\(", "length siz numb count long"), (r"\b(?:int|float|str|bytes|bool|list|tuple|set|dict)\(", "convert turn"),
    (r"(?i)starts_?with\w{0,2}\(", "begin start prefix lead"), (r"(?i)ends_?with\w{0,2}\(", "end suffix trail"), (r"(?<![a-z])(?:replace|rename|renames|copy\w{0,8}|move|link)\(", "target destin sourc"),
    (r"\bnot \b|!(?!=)", "not"), (r"\|=?|<<=?", "set flag bit combin shift"), (r"&(?!&)", "mask bit flag test address point"), (r"\bawait\b", "wait"),
    (r"\bsuper\b", "parent super superclass base inherit delegate forward"),
    (r"\braise\b.{1,200}\bfrom\b", "chain cause original"),
    (r"(?:return|=) ?\(\)", "empty tuple"), (r"(?<!\w)sorted\(|\.sort\(", "sort order"), (r"\bin\b", "contain stand among find found list"), (r"\bisinstance\(", "instanc typ kind"), (r"[\[{][^\[\]{}]{0,80} for ", "collect each build list every filter"),
    (r"\b\w{0,3}(?:printf|puts|putc|putchar)\(", "write print output format"), (r"(?i)(?:rm|mk|scan|iter|list|open)dirs?\(|makedirs\(|rmtree\(", "directory folder"), (r"\bgetenv\(|\benviron\b", "environment variable"), (r"\bmk[a-z]{3,7}\(", "make create"),
    (r"\b_?(?:exit|errx?|abort)\(", "exit stop end"), (r"\b(?:ato[ifl]{1,2}|strto\w{1,4})\(", "convert parse number"), (r"\b[mc]?(?:re)?alloc\w{0,4}\(", "allocat reserv memory"), (r"\*\w", "point dereferenc character"), (r"^return\b[^;]{0,200}(?:[<>=!]=| [<>] )", "whether"), (r"\?[^?:]{1,200}:|\bif\b.{1,200}\belse\b", "depend either choos"),
)  # fmt: skip
_READ: Final = tuple((regex(pattern), frozenset(map(stem, row.split()))) for pattern, row in _ROWS)


class NearText(NamedTuple):
    """own: stems of its own text and notation. far: of what its names stand for. raw: the text that holds its literals.
    away: of all that what it returns was made of, and of what it goes through: `for each record`, `the text of the response`."""

    own: frozenset[str]
    far: frozenset[str]
    raw: str
    away: frozenset[str] = frozenset()

    @property
    def both(self) -> frozenset[str]:
        return self.own | self.far


def read_aloud(code: str) -> frozenset[str]:
    """Stems of how the notation of a line is said."""
    bare = _LITERAL.sub(lambda found: '""' if len(found[0]) == 2 else '"x"', code)
    making = any(not kinds_of(one or other) for one, other in _MAKING.findall(bare))
    return (
        frozenset(word for pattern, row in _READ if pattern.search(bare) for word in row)
        | (_MADE if making else frozenset())
        | (_OPENING if "open" in code else frozenset())
        | marks_in(code)
    )


def marks_in(code: str) -> frozenset[str]:
    """Stems of what is not to be seen in print: the ends of lines, blanks."""
    return frozenset(word for pattern, row in _MARKED if pattern.search(code) for word in row)


_MARKED: Final = tuple(
    (regex(pattern), frozenset(map(stem, row.split())))
    for pattern, row in (
        (r"[\"'](?:\\r)?\\n[\"']|[\"']\\r[\"']", "newline newlines"),
        (r"\bis(?:space|blank)\(|' '|\" \"|\.[lr]?strip\(\)|\.split\(\)", "whitespace space spaces blank blanks"),
        (r"'\\t'|\"\\t\"", "tab tabs"),
        (r"\b(?:FLT_MAX|DBL_MAX|INFINITY|HUGE_VAL|math\.inf|np\.inf)\b|float\([\"']inf", "infinite infinity"),
    )
)


_MAKING: Final = regex(
    r"(?:[=,(]\s*|\b(?:new|raise|throw|return|yield)\s++)([A-Z][a-z]++)\w*+\(|(?<=\.)([A-Z][a-z]++)\w*+\("
)
_OPENING: Final = frozenset(
    map(stem, ("reading", "writing", "appending"))
)  # whether it is so, `against.opened_else` looks up
_MADE: Final = frozenset(map(stem, ("new", "create", "make", "build", "construct", "instance", "object")))


def meant(deeds: Sequence[Deed], given: Sequence[tuple[str, str]]) -> dict[str, str]:
    """What a name stands for: all that it is set to here, and what it is one of."""
    found = {name: type_.replace("*", " ") for name, type_ in given if name}
    for deed in deeds:
        if set_to := _SET.match(deed.code):
            found[set_to["name"]] = f"{found.get(set_to['name'], '')} {set_to['type']} {_given_by(set_to['value'])}"[
                :400
            ]
            found[f" {set_to['name']}"] = set_to["value"][:200]
        for under in deed.under:
            for name, whole in _ITEM.findall(f"{under.code} {under.text}" if under.loop else ""):
                found.setdefault(name, whole)
    return found


_GIVEN_TO: Final = regex(r"^\s{0,8}[A-Za-z_]\w{0,80}\s{0,4}=(?!=)")
_CAST: Final = regex(r"\b\w{1,20}_cast<[^<>]{1,80}>\s*\(([^()]{1,80})\)|\((?:const )?[\w ]{1,40}\*?\)(?=\w)")


def _given_by(value: str) -> str:
    """What a name that is set so stands for: what the call is called, what the last member is; not what the call is given."""
    value = _CAST.sub(r"\1", value)
    called = re.match(r"\s*(?:await\s+)?([\w.:>-]+)\(", value)
    if called:
        return re.split(r"::|\.|->", called[1])[-1]
    member = re.fullmatch(r"[&*]?[\w.:>-]{1,80};?", value.strip())
    return re.split(r"::|\.|->", value.strip(" ;&*"))[-1] if member else ""


def of_step(deed: Deed, told: Sequence[str], names: Mapping[str, str]) -> NearText:
    raw = f"{deed.said}\n{deed.code}\n{deed.also}"
    used = _GIVEN_TO.sub("", _LITERAL.sub(" ", deed.code))  # what it is set to elsewhere is not what it is set to here
    far = " ".join(names[name] for name in dict.fromkeys(_NAME.findall(used)) if name in names)
    far += f" {names.get('return', '')}" if deed.code.startswith("return") else ""
    below = frozenset(one for line in told for one in stems(line))
    own = spelt(raw) | below | read_aloud(deed.code) | frozenset(implied(deed.code))
    looped = " ".join(f"{under.code} {under.text}" for under in deed.under if under.loop)
    made = (
        " ".join(names.get(f" {name}", "") for name in _NAME.findall(deed.code))
        if deed.code.startswith("return")
        else ""
    )
    return NearText(
        wide(own), wide(spelt(far) | read_aloud(far)), "\n".join((raw, far, *told)), wide(spelt(f"{looped} {made}"))
    )


def of_condition(under: Under, names: Mapping[str, str]) -> NearText:
    raw = f"{under.text}\n{under.code}"
    far = " ".join(
        (
            under.also,
            *(names[name] for name in dict.fromkeys(_NAME.findall(_LITERAL.sub(" ", under.code))) if name in names),
        )
    )
    own = spelt(raw) | read_aloud(under.code) | frozenset(implied(f"{under.code} {under.also}"))
    return NearText(wide(own), wide(spelt(far) | read_aloud(far)), f"{raw}\n{far}")


def spelt(text: str) -> frozenset[str]:
    """Stems of all words; of one in the plural also what its singular is short for."""
    singular = " ".join(
        part[:-1]
        for token in re.findall(r"[A-Za-z]+", text)
        for part in re.findall(r"[A-Z]?[a-z]+", token)
        if part.endswith("s") and len(part) > 3
    )
    return stems(text) | stems(singular) | frozenset(stem(part) for part in re.findall(r"[A-Z]?[a-z]{3,}", text))


def implied_of(text: str) -> frozenset[str]:
    return frozenset(implied(text))
