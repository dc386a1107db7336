"""Which lines of an answer are meant by a word before its noun or behind its verb, and what is said of their number and their name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from ...llm.english import GLUE
from ...llm.stems import stems
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...pipeline import Project
from ..codes import Failed
from . import bycall
from .here import Found, Here, is_promise, types
from .on_disk import FILES, FOLDERS, on_disk
from .question.asked import Asked

FEW: Final = 5  # names that are told


def chosen(found: Found, asked: Asked) -> Found:
    """`which runner classes override A`: those whose line names a runner, where there are any."""
    wanted = bycall.wanted_of(asked.chosen, "") if asked.chosen else frozenset()
    if not wanted:
        return found
    kept = tuple(line for line in found.said if wanted <= stems(line.text))
    if kept:
        less = f"Those that name `{asked.chosen[:80]}`, of {len(found.said)}." if len(kept) < len(found.said) else ""
        return found._replace(said=kept, total=len(kept), note=f"{less} {found.note}".strip())
    return found._replace(note=f"I do not weigh `{asked.chosen[:80]}`. {found.note}".strip())


def of_another(asked: Asked, question: str) -> bool:
    """`which functions kill a process`: not the program itself, which `exit` leaves; `which lock is held there`: not who takes one."""
    return (asked.kind == "exiters" and _ANOTHER.search(question) is not None) or (
        asked.kind == "lockers" and HELD.search(question) is not None
    )


HELD: Final = regex(r"(?i)\bheld\b")  # by whoever calls it

_ANOTHER: Final = regex(
    r"(?i)\b(?:an?|another|any|its|their|each|every|all|child|the \w{2,30}) process\b|\bprocesses\b"
)


def of_kind(project: Project, question: str) -> str:
    """`is GateError a ValueError` asks whether it derives from that, where both are types: `is Yard a Singleton` does not."""
    found = _IS_A.match(question)
    both = found and types(project, found[1]) and (types(project, found[2]) or _RAISED.search(found[2]))
    return f"does {found[1]} derive from {found[2]}?" if found and both else question


_RAISED: Final = regex(r"(?:Error|Exception|Warning|Interrupt|Exit)$")
_IS_A: Final = regex(
    r"\s{0,9}[Ii]s (?:the |an? )?`?([A-Z]\w{2,80})`? (?:also |really |itself )?an? (?:kind of |sort of |type of )?(?:an? )?`?([A-Z]\w{1,80})`?\??\s{0,9}$"
)


def stem_of(path: str) -> str:
    """`cli` of `tool/cli.py`."""
    return path.rpartition("/")[2].partition(".")[0].lower()


class FileAsked(NamedTuple):
    question: str
    path: str


def file_at_end(paths: Iterable[str], question: str) -> FileAsked | None:
    """`which functions kill processes in watch.c`: the question without its file, where the project has the one."""
    if not (asked := _IN_FILE.search(question)):
        return None
    end = f"/{asked[1].lstrip('./')}"
    named = [path for path in paths if f"/{path}".endswith(end)]
    return FileAsked(question[: asked.start()], named[0]) if len(named) == 1 else None


def within(found: Found | Failed | None, path: str) -> Found | Failed | None:
    """The lines of one file; None where there are none."""
    if not isinstance(found, Found):
        return found
    kept = tuple(line for line in found.said if line.path == path)
    less: dict[str, Any] = {} if len(kept) == len(found.said) else {"said": kept, "total": len(kept)}
    return found._replace(**less) if kept else None


_IN_FILE: Final = regex(r"(?i) (?:in|inside|within|of) `?([\w./+-]{1,200}\.\w{1,5})`?[?!. ]{0,9}$")


def folders_named(paths: Iterable[str], name: str) -> list[str]:
    """The folders that end so, of the product: `src/shop/till` of `till`."""
    end = f"/{name.strip('/')}/"
    ways = (f"/{path}" for path in paths if end in f"/{path}" and not is_aside(path))
    return sorted({way[1 : way.index(end) + len(end) - 1] for way in ways})


def named_in_rest(found: Found, asked: Asked, *, asks: bool = False) -> Found:
    """`what locks the log mutex`: of all that lock, those whose line names all of it, where there are any; `does A free the name`: yes."""
    if asked.kind in OF_ONE and asks and found.said and not bycall.CONDITION.search(f" {asked.rest}"):
        return _surely(found, asked)
    wanted = bycall.wanted_of(asked.rest, "lock") if asked.kind in OVER_ALL else frozenset()
    kept = tuple(line for line in found.said if wanted and wanted <= stems(line.text))
    if not kept or len(kept) == len(found.said) or found.total > len(found.said):
        return found
    return Found(kept, found.about, f"Those that name `{asked.rest[:80]}`, of {len(found.said)}.", weighed=True)


def _surely(found: Found, asked: Asked) -> Found:
    words = {word for word in _WORD.findall(asked.rest.lower()) if word not in GLUE}
    wanted = stems(" ".join(words))
    kept = [line for line in found.said if wanted and wanted <= stems(_DECIDED.split(line.text, maxsplit=1)[0])]
    if not kept and asked.kind == "deletes_if" and words and words <= FILES | FOLDERS:
        kept = on_disk(found, words)
    if not kept:
        return found
    yes = kept[0]._replace(text=f"Yes: {kept[0].text.removeprefix('Yes: ')}")
    return found._replace(said=(yes, *kept[1:]), total=len(kept), weighed=True)


OF_ONE: Final = ("frees_if", "deletes_if", "locks_if", "sends_if")
_DECIDED: Final = regex(r", (?:when|unless) `")
_WORD: Final = regex(r"[a-z_]\w{1,60}")
OVER_ALL: Final = ("lockers", "freers", "exiters")  # whose lines show the whole call


def counted(found: Found) -> str:
    """How many lines there are, as far as these say that something is there."""
    if found.said[0].text.startswith(("No ", "nothing ")) or found.total > len(found.said):
        return ""
    aside = sum(is_aside(line.path) for line in found.said)
    return f"There are {len(found.said)}{f', {aside} of them in tests or beside the product' if aside else ''}."


def namesakes(here: Here, asked: Asked, found: Found) -> list[str]:
    """Ids of the product's functions that have the plain name, too, and which the answer is not about."""
    name = asked.names["A"].raw.removesuffix("()") if "A" in asked.names else ""
    if not found.about or not name.isidentifier():
        return []
    return [
        id_
        for id_, one in here.project.named(name).items()
        if one.facts.name == name
        and id_ not in found.about
        and not is_aside(one.path)
        and not is_promise(here.project, id_)
    ]


def others(here: Here, asked: Asked, found: Found) -> list[str]:
    """A plain name may be that of methods too, which were not asked for."""
    kept = namesakes(here, asked, found)
    shown = ", ".join(dict.fromkeys(qualified_of(id_) for id_ in kept))
    return [f"Not about {shown if len(kept) < FEW else f'{len(kept)} other functions of that name'}."] if kept else []


def is_nowhere(here: Here, asked: Asked) -> bool:
    """Whether a place is named that is none: no file and no folder, nor a type where one may be asked about so."""
    if not asked.place or (asked.kind == "unused" and types(here.project, asked.place)):
        return False
    return not any(map(here.inside, here.project.files))
