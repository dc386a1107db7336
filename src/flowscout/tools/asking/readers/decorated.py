"""What stands above a function: `is the result of load_table cached`, `is Store.open a context manager`, `which functions are cached`.

A decorator that holds the words of the question says yes. That none does says little: a function may keep its results by itself, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....llm.stems import stem
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from ..here import MEANT, Found, Here, at, label, meant, types
from ..question.tokens import QuestionToken, one_line

_NAME: Final = r"`?(?P<name>[A-Za-z_][\w.:]{1,120}+)(?:\(\))?`?"
_KIND: Final = r"(?P<kind>[a-z]{4,20}(?: [a-z]{4,20}){0,2})"
_ASKS: Final = regex(rf"(?i)(?:is|are) (?:the )?(?:results? |value )?(?:of )?{_NAME} (?:an? )?{_KIND}$")
_WHICH: Final = regex(rf"(?i)(?:what|which) decorators? (?:does|do|is|are) {_NAME} (?:have|use|carry|decorated (?:with|by)|wrapped (?:with|by|in))$|(?:how|what) is {_NAME.replace('name', 'other')} decorated(?: with| by)?$|what decorates {_NAME.replace('name', 'one')}$")  # fmt: skip
_ALL: Final = regex(
    rf"(?i)(?:what|which) (?:functions|methods|calls|results)(?: and methods)? (?:are|is) (?:all )?{_KIND}$"
    r"|(?:what|which|who) (?:functions |methods |code )?(?:uses?|carry|carries|has|have|(?:are|is) decorated (?:with|by)) (?:the )?`?@?(?P<by>[A-Za-z_][\w.]{1,80}+)`?(?: decorator)$"
)
USUAL: Final = frozenset(["cached", "memoized", "memoised", "deprecated", "decorated", "property", "static method", "class method", "abstract", "abstract method", "context manager"])  # fmt: skip
SAME: Final = {"memoized": ("memo", "cach"), "memoised": ("memo", "cach"), "cached": ("cach", "memo")}
MANAGES: Final = frozenset(["__enter__", "__aenter__"])
NOTE: Final = "By its decorators alone; what it does to that end itself is not seen."


def decorated(here: Here, question: str) -> Found | None:
    """None where nothing of the kind is asked, or neither yes nor no can be told."""
    plain = one_line(question).rstrip("?!. ")
    if found := _ASKS.match(plain):
        return _whether(here, found["name"], found["kind"].lower())
    if found := _WHICH.match(plain):
        return _which(here, found["name"] or found["other"] or found["one"])
    if found := _ALL.match(plain):
        rows = tuple(_all(here, found["by"] or found["kind"].lower(), exactly=bool(found["by"])))
        return Found(rows, (), "By decorators alone; what a function does to that end itself is not seen.", weighed=True) if rows else None  # fmt: skip
    return None


def _whether(here: Here, name: str, kind: str) -> Found | None:
    """A class is one by its methods too."""
    ids = [id_ for id_ in sorted(meant(here, QuestionToken("", name, code=True))) if _has_decorators(here, id_)]
    managed = _managing(here, name) if kind == "context manager" else []
    if not managed and not 0 < len(ids) <= MEANT:
        return None
    yes = [line for line in (_stands(here, id_, kind) for id_ in ids) if line]
    if yes or managed:
        first, *others = yes or managed
        return Found((first._replace(text=f"Yes: {first.text}"), *others), tuple(ids), weighed=True)
    if kind not in USUAL:
        return None
    rows = tuple(at(here.project, id_, f"No decorator of {label(here.project, id_)} says so: it has {_listed(here, id_)}") for id_ in ids)  # fmt: skip
    return Found(rows, tuple(ids), NOTE, weighed=True)


def _has_decorators(here: Here, id_: str) -> bool:
    return here.project.functions[id_].language.name == "python"


def _stands(here: Here, id_: str, kind: str) -> Cited | None:
    """The decorator that says so."""
    one = next((each for each in here.project.functions[id_].facts.decorators if _says(each, kind)), "")
    return _row(here, id_, one) if one else None


def _row(here: Here, id_: str, decorator: str) -> Cited:
    return at(here.project, id_, f"{label(here.project, id_)} is decorated with `@{decorator}`", _line(here, id_, decorator))  # fmt: skip


def _says(decorator: str, kind: str) -> bool:
    if kind == "decorated":
        return True
    flat = "".join(letter for letter in decorator.partition("(")[0].lower() if letter.isalpha())
    return any(all(word in flat for word in words) for words in _forms(kind))


def _forms(kind: str) -> Iterator[tuple[str, ...]]:
    yield from ((one,) for one in SAME[kind]) if kind in SAME else (tuple(map(stem, kind.split())),)


def _line(here: Here, id_: str, decorator: str) -> int:
    """Where it stands, above the function."""
    where = here.project.functions[id_]
    rows = here.project.sources(where.path).split(b"\n")
    name = f"@{decorator.partition('(')[0]}".encode()
    above = range(where.facts.line, max(0, where.facts.line - HIGH), -1)
    return next((number for number in above if rows[number - 1].strip().startswith(name)), where.facts.line)


HIGH: Final = 40  # lines of decorators


def _listed(here: Here, id_: str) -> str:
    return ", ".join(f"`@{one}`" for one in here.project.functions[id_].facts.decorators) or "none"


def _managing(here: Here, name: str) -> list[Cited]:
    """A type that is entered and left."""
    found = types(here.project, name)
    own = {
        id_
        for path, one in found
        for id_ in here.project.ids.get(path, ())
        if here.project.functions[id_].facts.name in MANAGES and qualified_of(id_).split(".")[-2:-1] == [one.name]
    }
    return [at(here.project, id_, f"{name} has {qualified_of(id_).rpartition('.')[2]}") for id_ in sorted(own)]


def _which(here: Here, name: str) -> Found | None:
    ids = [id_ for id_ in sorted(meant(here, QuestionToken("", name, code=True))) if _has_decorators(here, id_)]
    if not 0 < len(ids) <= MEANT:
        return None
    rows = [_row(here, id_, one) for id_ in ids for one in here.project.functions[id_].facts.decorators]
    none = [at(here.project, id_, f"{label(here.project, id_)} has no decorator") for id_ in ids]
    return Found(tuple(rows or none), tuple(ids), weighed=True)


def _all(here: Here, kind: str, *, exactly: bool) -> Iterator[Cited]:
    """In the product, those whose decorator says so; by its last name where one is named."""
    for id_, one in sorted(here.project.functions.items()):
        for each in one.facts.decorators if not is_aside(one.path) and here.inside(one.path) else ():
            name = each.partition("(")[0]
            if (name == kind or name.rpartition(".")[2] == kind) if exactly else _says(each, kind):
                yield _row(here, id_, each)
