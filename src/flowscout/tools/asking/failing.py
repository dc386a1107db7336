"""How a function ends: what it raises and returns, and under what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...model.facts import Raised
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...pipeline import Project
from ...words.names import has_word, lower, matches
from ..codes import NO_RESULTS, Failed
from ..conditions import AskedCondition, jumps, told, under
from ..own import line_at, returned
from .choosing import chosen, so_where
from .doing import FEW, PLAIN, Answer, row_of, rows_of, through, told_of, unresolved_of
from .elsewhere import is_constant, value_of
from .here import ALL, Found, Here, at, each, each_method, label
from .question.asked import Asked
from .thrown_for import thrown

_SHORT: Final = 80


def fails(here: Here, asked: Asked) -> Found | Failed:
    """What it raises; in the C family, the error values that it returns too."""
    return each_method(here, asked.names["A"], lambda id_: _fails(here, id_))


def _fails(here: Here, id_: str) -> Found | Failed:
    project = here.project
    raised = here.ask("where_effect", kind="raises", name=id_, tests=True, limit=ALL)
    returned = here.ask("where_effect", kind="returns", name=id_, tests=True, limit=ALL)
    wrong = [made for made in (raised, returned) if isinstance(made, Failed) and made.code != NO_RESULTS]
    if wrong:
        return wrong[0]
    said = () if isinstance(raised, Failed) else rows_of(here, raised, label(project, id_))
    said += tuple(_again(here, id_, {line.line for line in said}))
    said += tuple(thrown(here, id_))
    errors = (
        ()
        if isinstance(returned, Failed)
        else tuple(
            row_of(row, "returns", label(project, id_))
            for row in returned["places"]
            if is_error(here, id_, row["target"])
        )
    )
    ends = here.ask("where_effect", kind="ends", name=id_, tests=True, limit=ALL)
    left = (
        ()
        if isinstance(ends, Failed)
        else tuple(
            Cited(f"{label(project, id_)} ends the program ({row['target']})", row["file"], row["line"])
            for row in ends["places"]
            if not row["target"].startswith(_RAISES)  # which is told as that
        )
    )
    left += (
        through(here, id_, "exits")[:FEW] if not left and project.functions[id_].language.resolver == "cfamily" else ()
    )
    left = left or tuple(_never_back(here, id_))
    none = at(
        project,
        id_,
        f"{label(project, id_)} raises nothing and returns no error that I know as one, as far as it can be followed",
    )
    sure = sorted((*said, *errors, *left), key=lambda line: "(may:" in line.text)
    return Found(tuple(sure) or (none,), (id_,), unresolved_of(here, id_))


_RAISES: Final = ("raise", "throw")


def _never_back(here: Here, id_: str) -> Iterator[Cited]:
    """Where a macro of the project is used that ends the program."""
    project, where = here.project, here.project.functions[id_]
    ends = where.language.lexicon.noreturn
    names = {call.name for call in where.facts.calls if call.name.isupper()} if where.language.resolver == "cfamily" else set[str]()  # fmt: skip
    by = {one.name: each.name for path in (here.project.files if names else ()) for one in project.files[path].macros
          if one.name in names for each in one.calls if each.name in ends}  # fmt: skip
    text = project.bound(id_).text
    for call in where.facts.calls:
        if call.name in by:
            said = " ".join(text[call.start : call.end].decode("utf-8", "replace").split())[:100]
            decided = told(under(project, id_, call.start))
            yield at(project, id_, f"{label(project, id_)}: `{said}` ends the program, a macro with `{by[call.name]}`{decided}", line_at(project, id_, call.start))  # fmt: skip


def _again(here: Here, id_: str, lines: set[int]) -> Iterator[Cited]:
    """Where an error of the same type is raised again."""
    facts = here.project.functions[id_].facts
    for one in facts.raises:
        line = line_at(here.project, id_, one.start)
        if one.type and line not in lines and not any(held.start <= one.start < held.end for held in facts.shields):
            yield at(here.project, id_, f"{label(here.project, id_)} raises {one.type.replace(', ', ' or ')}", line)


def _unnamed(project: Project, id_: str, raised: Raised) -> str:
    """Of one whose class is not known: what is made there, or that it is what was caught."""
    code = project.bound(id_).text[raised.start : raised.end].decode("utf-8", "replace")
    made = " ".join(code.split()).partition(" ")[2].rstrip(";")
    return f"raises what `{made}` gives" if "(" in made and len(made) < _SHORT else "raises again what it caught"


def when_fails(here: Here, asked: Asked) -> Found | Failed:
    """Each of its own failures with what decides over it, then those through calls."""
    return each_method(here, asked.names["A"], lambda id_: _when_fails(here, id_))


def _when_fails(here: Here, id_: str) -> Found | Failed:
    found, project, name = _fails(here, id_), here.project, label(here.project, id_)
    if isinstance(found, Failed):
        return found
    if NEVER in found.said[0].text and _may_say(here, id_):
        return Failed(NO_RESULTS, f"{found.said[0].text.partition(', as far')[0]}, {UNKNOWN}")
    raised = [
        (one.start, f"raises {one.type.replace(', ', ' or ')}" if one.type else _unnamed(project, id_, one))
        for one in project.functions[id_].facts.raises
        if not any(
            held.start <= one.start < held.end and {"*", one.type} & {*held.types}
            for held in project.functions[id_].facts.shields
        )
    ]
    given = [
        (offset, f"returns {value_of(value)}")
        for offset, value in returned(project, id_, "")
        if is_error(here, id_, value)
    ]
    own = [
        at(project, id_, f"{name} {said}{told(under(project, id_, offset))}", line_at(project, id_, offset))
        for offset, said in sorted(raised + given)
    ]
    lines = {line.line for line in own}
    said = tuple(dict.fromkeys((*own, *(line for line in found.said if line.line not in lines))))
    throws = project.functions[id_].language.name != "c" and any(" raises " in line.text for line in own)
    return found._replace(said=said if throws else tuple(sorted(said, key=lambda line: " raises " not in line.text)))


def returns_if(here: Here, asked: Asked) -> Found | Failed:
    """All that it returns, with what decides over each."""
    return each(here, asked.names["A"], lambda id_: _returns_if(here, id_))


def _returns_if(here: Here, id_: str) -> Found | Failed:
    project, name = here.project, label(here.project, id_)
    rows = [row for one in chosen(project, id_) for row in _ways_to(here, id_, f"{name} returns {one.value}", one.offset, one.under)]  # fmt: skip
    return Found(tuple(dict.fromkeys(rows)), (id_,)) if rows else told_of(here, id_, "returns", "", "")


def _ways_to(here: Here, id_: str, said: str, offset: int, decided: tuple[AskedCondition, ...]) -> Iterator[Cited]:
    """A way out; where it stands behind a label, each jump there with what decides over that."""
    project = here.project
    spots, straight = jumps(project, id_, offset)
    if straight or not spots:
        way = ", from the step before" if straight else ""
        yield at(project, id_, f"{said}{way}{told(decided)}", line_at(project, id_, offset))
    text = project.bound(id_).text
    for spot in spots:
        leap = " ".join(text[spot:].partition(b";")[0].decode("utf-8", "replace").split())
        way = f"{said}, by `{leap[:80]}`{told(under(project, id_, spot))}"
        yield at(project, id_, way, line_at(project, id_, spot))


def _returns_early(here: Here, id_: str) -> Found | Failed:
    """Without the return with which it ends."""
    found = _returns_if(here, id_)
    last = max((one.offset for one in chosen(here.project, id_)), default=-1)
    if isinstance(found, Failed) or len(found.said) < 2 or last < 0:
        return found
    line = line_at(here.project, id_, last)
    facts = here.project.functions[id_].facts
    kept = tuple(row for row in found.said if row.line != line)
    return found._replace(said=kept, total=len(kept)) if kept and facts.end_line - line <= BRACE else found


BRACE: Final = 1  # lines behind the last step


def is_error(here: Here, id_: str, returned: str) -> bool:
    """`return -1`, `return NULL`, `return Status::IOError(…)`."""
    value = returned.removeprefix("return").strip().rstrip(";").strip("() ")
    lexicon = here.project.functions[id_].language.lexicon
    if here.project.functions[id_].language.resolver != "cfamily":
        return False
    words = value.partition("(")[0].replace("::", ".").split(".")
    negative = value.startswith("-") and value[1:].strip().replace("_", "").isalnum()
    status = len(words) > 1 and words[-2].lower() == "status" and words[-1].lower() != "ok"
    status |= value.isidentifier() and bool({"error", "err"} & set(lower(value)))
    return negative or status or value in ("NULL", "nullptr", "false") or matches(words[-1], lexicon.errors)


def can_raise(here: Here, asked: Asked) -> Found | Failed:
    """As `can_fail`; where errors can be raised, one that is returned is not."""
    found = can_fail(here, asked)
    if isinstance(found, Failed) or not found.about or any(" raises " in line.text for line in found.said):
        return found
    if any(here.project.functions[id_].language.name == "c" for id_ in found.about) or NEVER in found.said[0].text:
        return found
    first = found.said[0]
    text = f"Not that I can see, by raising: {first.text.removeprefix('Yes: ').removeprefix('It may: ')}"
    return found._replace(said=(first._replace(text=text), *found.said[1:]))


def can_fail(here: Here, asked: Asked) -> Found | Failed:
    def told(id_: str) -> Found | Failed:
        found = _fails(here, id_)
        if isinstance(found, Failed):
            return found
        first = found.said[0].text
        if NEVER in first and _may_say(here, id_):
            return Failed(NO_RESULTS, f"{first.partition(', as far')[0]}, {UNKNOWN}")  # fmt: skip
        word = (
            ("Not that I can see" if found.note else "No")
            if NEVER in first
            else "It may"
            if "(may:" in first or (" → " in first and PLAIN["exits"] in first)
            else "Yes"
        )
        return found._replace(said=(found.said[0]._replace(text=f"{word}: {first}"), *found.said[1:]))

    return each_method(here, asked.names["A"], told)


NEVER: Final = " raises nothing and returns no error"
UNKNOWN: Final = "and what the values mean that it returns I do not know; ask when it returns one"


def _may_say(here: Here, id_: str) -> bool:
    """Whether a number or a truth that it returns may say that it failed."""
    facts = here.project.functions[id_].facts
    told = [value_of(value) for _, value in returned(here.project, id_, "")]
    return (
        here.project.functions[id_].language.resolver == "cfamily"
        and len(set(told)) > 1
        and "void" not in facts.result.split()
    )


def when(kind: str) -> Answer:
    """Where one function does it, and what has to hold for that, in the words of its summary."""

    def told(here: Here, asked: Asked) -> Found | Failed:
        return each_method(here, asked.names["A"], lambda id_: _when(here, id_, kind, asked.names["T"].raw))

    return told


def _given_so(project: Project, id_: str, offset: int, target: str) -> bool:
    """Whether what is returned is what a function gives that itself returns so."""
    calls = project.functions[id_].facts.calls
    line = line_at(project, id_, offset)
    given = [
        other
        for site in project.resolved(id_)
        if calls[site.site].kind == "call" and line_at(project, id_, calls[site.site].start) == line
        for other in site.targets
    ]
    return any(next(iter(returned(project, other, target)), None) for other in given if other != id_)


def _because(here: Here, id_: str, offset: int, target: str) -> Iterator[Cited]:
    """Where nothing is returned because another gave nothing: when that one does. Only of the last question, and of what surely is called there."""
    project, last = here.project, under(here.project, id_, offset)[-1:]
    facts = project.functions[id_].facts
    if not last or last[0].loop or bool(_NOTHING.search(last[0].said)) is not last[0].holds:
        return
    names = set(_NAMES.findall(last[0].said))
    codes = [last[0].said, *(f"{one.value}(" if one.value.isidentifier() else one.value for one in facts.bindings if one.name in names)]  # fmt: skip
    called = {name for code in codes for name in _CALLED.findall(code)}
    for site in project.resolved(id_):
        surely = (
            site.targets and len({qualified_of(other) for other in site.targets}) == 1
        )  # in several builds, it may be
        for other in (
            site.targets if facts.calls[site.site].name in called and surely and id_ not in site.targets else ()
        ):
            for at_, value in returned(project, other, target, expanded=True):
                said = f"{label(project, other)} returns {value_of(value)}{told(under(project, other, at_))}"
                yield at(project, other, said, line_at(project, other, at_))


_NOTHING: Final = regex(r"==\s{0,3}(?:NULL|nullptr|None)\b|\bis None\b|^\(?(?:!|not\s)")
_NAMES: Final = regex(r"[A-Za-z_]\w{0,80}")
_CALLED: Final = regex(r"(\w{1,80})\s?\(")
EMPTY: Final = ('""', "[]", "{}")


def _so_where(here: Here, id_: str, target: str) -> Iterator[Cited]:
    """Of a function that returns what it asks: where the answer is the one that is asked for; nothing where some return is not followed."""
    project, every = here.project, [one for one in chosen(here.project, id_) if one.value != target]
    if all(so_where(project, id_, one.value, target) or is_constant(one.value) for one in every):
        for one in every:
            if so := so_where(project, id_, one.value, target):
                yield at(project, id_, f"{label(project, id_)} returns {one.value}{so}{told(one.under)}", line_at(project, id_, one.offset))  # fmt: skip


def _when(here: Here, id_: str, kind: str, target: str) -> Found | Failed:
    """Each place with what decides over it; where it is done through a call, that call."""
    project, name = here.project, label(here.project, id_)
    if kind == "returns" and target.lower() == "early":
        return _returns_early(here, id_)
    spots = (
        [(one.offset, f"{kind} {one.value}", one.under) for one in chosen(project, id_, target, expanded=True)]
        if kind == "returns"
        else [
            (raised.start, f"{kind} {raised.type.replace(', ', ' or ')}", under(project, id_, raised.start))
            for raised in project.functions[id_].facts.raises
            if raised.type and has_word(raised.type, target)
        ]
    )
    if (
        not spots
        and kind == "returns"
        and target.isalpha()
        and target.islower()
        and not has_word(project.sources(path_of(id_)).decode("utf-8", "replace"), target)
    ):
        found = _returns_if(here, id_)
        return (
            found
            if isinstance(found, Failed)
            else found._replace(note=f"I know no value `{target}`: this is all that it returns.")
        )
    if not spots and kind == "returns" and (so := list(_so_where(here, id_, target))):
        return Found(tuple(dict.fromkeys(so)), (id_,))
    if not spots:
        found = told_of(here, id_, kind, target, "")
        return (
            found
            if isinstance(found, Failed) or kind == "returns"
            else found._replace(
                note=f"Under which conditions these calls are made: ask when {name} calls them. {found.note}".strip()
            )
        )
    rows = [row for offset, said, decided in spots for row in _ways_to(here, id_, f"{name} {said}", offset, decided)]
    if kind == "returns" and target.lower() in ("true", "false", "none", "null", "nullptr", *EMPTY):
        known = {(start, said) for start, said, _ in spots}
        rows += [
            at(
                project,
                id_,
                f"{name} returns {one.value}{so_where(project, id_, one.value, target) or ', which may be so'}{told(one.under)}",
                line_at(project, id_, one.offset),
            )
            for one in chosen(project, id_, expanded=True)
            if not is_constant(one.value)
            and (one.offset, f"{kind} {one.value}") not in known
            and (target.lower() in ("true", "false") or _given_so(project, id_, one.offset, target))
        ]
    if kind == "returns" and target.lower() in ("none", "null", "nullptr"):
        rows += [line for offset, *_ in spots for line in _because(here, id_, offset, target)]
    return Found(tuple(dict.fromkeys(rows)), (id_,))
