"""Settings that one call or macro registers, with all that is said of them: `"timeout": Setting("In seconds", 15, env="APP_TIMEOUT")`,
`DEFINE_int(linger, 30, "…")`. What an argument is for, the called one's own parameters, fields or macro parameters say; where these say nothing the entry is quoted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from ...agents.said import Cited
from ...model.facts import FileFacts
from ...model.pattern import regex
from ...model.product import is_aside
from ...words.names import lower
from .here import Here

_KEYED: Final = regex(
    r"[\"'](?P<name>[A-Za-z][\w.-]{1,60})[\"']\s{0,3}[:=,]\s{0,3}(?:[\w.:]{0,80}(?:\.|::))?(?P<made>[A-Za-z_]\w{1,60})\s?[({]"
)
_CALLED: Final = regex(
    r"(?m)^[ \t]{0,16}(?:[\w.:]{0,80}(?:\.|::|->))?(?P<made>[A-Za-z_]\w{1,60})\s?\(\s{0,40}(?:[\w.>&-]{1,40},\s{0,9}(?=[\"']))?(?:[\"'](?P<text>[A-Za-z][\w.-]{1,60})[\"']|(?P<name>[A-Za-z]\w{1,60}))\s{0,40},"
)
_ASSIGNED: Final = regex(
    r"(?m)^[ \t]{0,16}(?P<name>[A-Za-z]\w{1,60})(?:\s{0,3}:\s{0,3}[\w.\[\], |]{1,60})?\s{0,3}=\s{0,3}(?:[\w.:]{0,80}(?:\.|::))?(?P<made>[A-Za-z_]\w{1,60})\s?\("
)
_KEYWORD: Final = regex(r"(?P<key>[A-Za-z_]\w{0,40})\s{0,3}=(?!=)\s{0,3}(?P<value>\S.{0,200})")
DEFAULT: Final = frozenset(["default", "defval", "dflt", "def", "initial"])
VALUE: Final = frozenset(["value", "val", "init"])
ENVIRONMENT: Final = frozenset(["env", "envvar", "environ", "environment", "envvars"])
_INNER: Final = regex(r"(?:[\w.:]{0,80}(?:\.|::))?(?P<made>[A-Za-z_]\w{1,60})\s{0,40}\(")  # `Bounded(0, 100, 75)`
LONGEST: Final = 1200  # characters of an entry
MOST: Final = 12  # arguments
_PAIRS: Final = {"(": ")", "[": "]", "{": "}"}


class RowEntry(NamedTuple):
    """args: (the parameter that each is for, "" where that is not known, its text)."""

    name: str
    made: str
    args: tuple[tuple[str, str], ...]
    said: Cited

    def of(self, words: frozenset[str]) -> str:
        """The first argument whose parameter is named so."""
        return next((text for key, text in self.args if words & set(lower(key))), "")

    def default(self) -> str:
        value = self.of(DEFAULT) or self.of(VALUE)
        return "" if value.startswith("&") else value  # where it stands, not what it is


def entries(here: Here, path: str, wanted: Callable[[str], bool] = lambda _: True) -> Iterator[RowEntry]:
    """Those outside of functions, or given by a name that is a text; each once, where its name is wanted."""
    if is_aside(path) or not here.inside(path):
        return
    text = here.project.sources(path).decode("utf-8", "replace")
    met = set[int]()
    for form in (_KEYED, _CALLED, _ASSIGNED):
        for found in form.finditer(text):
            parts = found.groupdict()
            opened = found.end() - 1 if form is not _CALLED else text.index("(", found.start("made"))
            name = parts.get("text") or parts["name"]
            if (
                opened in met
                or not wanted(name)
                or (form is not _KEYED and not _outside(here, path, text, found.start("made"), bool(parts.get("text"))))
            ):
                continue
            given = _arguments(text, opened)
            if len(given) < 2:
                continue
            met.add(opened)
            args = tuple(_named(here, parts["made"], given))
            args += tuple(one for text_ in given if (inner := _INNER.match(text_)) for one in _named(here, inner["made"], _arguments(text_, inner.end() - 1)))  # fmt: skip
            whole = " ".join(text[found.start("made") : opened + 1].split()) + ", ".join(
                " ".join(one.split()) for one in given
            )
            yield RowEntry(
                name,
                parts["made"],
                args,
                Cited(
                    f"`{whole[:WIDE]}{'…' if len(whole) > WIDE else ')'}`",
                    path,
                    text.count("\n", 0, found.start("made")) + 1,
                ),
            )


WIDE: Final = 140


def _outside(here: Here, path: str, text: str, offset: int, texted: bool) -> bool:
    """Whether it stands in no function; what is named by a text may stand in one."""
    at = len(text[:offset].encode())
    inside = any(
        facts.start <= at < facts.end
        for id_ in here.project.ids.get(path, ())
        if (facts := here.project.functions[id_].facts).kind != "module"
    )
    return not inside or texted


def _arguments(text: str, opened: int) -> list[str]:
    """What stands between the brackets, cut at the commas that are in no other."""
    found, depth, start, at, quote = list[str](), 0, opened + 1, opened, ""
    end = min(len(text), opened + LONGEST)
    while at < end:
        letter = text[at]
        if quote:
            if letter == "\\":
                at += 1
            elif letter == quote:
                quote = ""
        elif letter in "\"'":
            quote = letter
        elif letter in _PAIRS:
            depth += 1
        elif letter in ")]}":
            depth -= 1
            if depth == 0:
                found.append(text[start:at])
                return [_bare(one) for one in found[:MOST] if _bare(one)]
        elif letter == "," and depth == 1:
            found.append(text[start:at])
            start = at + 1
        at += 1
    return []


def _bare(text: str) -> str:
    return " ".join(_REMARK.sub("", text).split())


_REMARK: Final = regex(r"(?m)(?://|(?<=\s)#\s)[^\n\"]{0,200}$|/\*[^*]{0,200}\*/")


def _named(here: Here, made: str, given: list[str]) -> Iterator[tuple[str, str]]:
    names = _parameters(here, made)
    for number, one in enumerate(given):
        keyed = _KEYWORD.fullmatch(one)
        if keyed:
            yield keyed["key"], keyed["value"].rstrip()
        else:
            yield names[number] if number < len(names) else "", one


def _parameters(here: Here, made: str) -> tuple[str, ...]:
    """Of a macro, a function or a type of that name, where the project has just one."""
    known = {names for path in here.holding(made) for names in _in(here.project.files[path], made) if names}
    return known.pop() if len(known) == 1 else ()


def _in(facts: FileFacts, made: str) -> Iterator[tuple[str, ...]]:
    yield from (tuple(macro.params) for macro in facts.macros if macro.name == made and macro.params)
    for one in facts.types:
        if one.name == made:
            inits = [
                tuple(param.name for param in each.params if param.name not in ("self", "cls"))
                for each in facts.functions
                if each.kind == "constructor" and each.scope[-1:] == (made,)
            ]
            yield inits[0] if inits else tuple(name for name, _ in one.fields if not name.startswith("_"))
    yield from (tuple(param.name for param in each.params if param.name not in ("self", "cls")) for each in facts.functions if each.name == made and each.kind in ("function", "method"))  # fmt: skip
