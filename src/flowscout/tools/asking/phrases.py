"""What is asked of things that are no function: who makes one, who names one, and what goes by the words of a question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...llm.english import GLUE
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...words.names import has_word, lower
from ..codes import FUNCTION_NOT_FOUND, NO_RESULTS, Failed
from ..edges import callers as graph
from ..fitting import VERBS
from ..own import last_part
from . import bycall, callers, everywhere, places, shape
from .here import Found, Here, at, functions, is_promise, label, types
from .naming import naming
from .owners import owner_at
from .question.asked import Asked
from .question.tokens import FILLERS, tokens

BY_NAME: Final = "By the name alone: another thing of the same name is not told apart, and reading not from writing."
FEW: Final = 3  # letters of a word that says nothing by itself


def implementers(here: Here, asked: Asked) -> Found | Failed:
    """Of a type with types below it: these. Of a method that others override: those. Else where it is."""
    found = shape.subtypes(here, asked) if types(here.project, asked.names["A"].raw) else shape.overriders(here, asked)
    if (
        isinstance(found, Found)
        and not found.said[0].text.startswith(("No ", "nothing "))
        and "overrides it" not in found.said[0].text
    ):
        return found
    name = asked.names["A"].raw
    if _LOCK.search(name) and isinstance(functions(here, asked.names["A"]), Failed):  # to hold one is not to define it
        return everywhere.over("locks")(here, asked._replace(names={"T": asked.names["A"]}))
    return places.where(here, asked)


_LOCK: Final = regex(r"(?i)(?:lock|mutex|mtx)s?_?$")


def creators(here: Here, asked: Asked) -> Found | Failed:
    """Who calls what makes a type, and who returns one; in C, where nothing constructs, the latter alone."""
    project, name = here.project, asked.names["A"].raw
    known = types(project, name)
    if not known:
        set_ = everywhere.over("writes")(here, asked._replace(names={"T": asked.names["A"]}))
        return (
            set_
            if isinstance(set_, Found) and not set_.note.startswith("I find no")
            else Failed(NO_RESULTS, f"I know no class or struct `{name[:120]}`, so I cannot tell who makes one")
        )
    found = callers.callers(here, asked) if not isinstance(functions(here, asked.names["A"]), Failed) else None
    said = list(found.said) if isinstance(found, Found) and not found.said[0].text.startswith("No call of") else []
    last = known[0][1].name
    makers = [id_ for id_, one in project.functions.items() if has_word(one.facts.result, last) and "&" not in one.facts.result and here.inside(path_of(id_))
              and not is_promise(project, id_) and one.facts.kind not in ("lambda", "module")]  # fmt: skip
    said += [
        at(project, id_, f"{label(project, id_)} returns `{project.functions[id_].facts.result.strip()}`")
        for id_ in sorted(makers, key=lambda id_: (is_aside(path_of(id_)), id_))
    ]
    path, one = known[0]
    return Found(
        tuple(dict.fromkeys(said)) or (Cited(f"Nothing is found that makes a {one.name}", path, one.line),),
        (),
        found.note if isinstance(found, Found) else "",
    )


def users(here: Here, asked: Asked) -> Found | Failed:
    """Of a function its callers; of a field, variable, macro or type the functions that name it."""
    found = callers.callers(here, asked)
    if isinstance(found, Found) or found.code != FUNCTION_NOT_FOUND:
        return found
    rows = sorted(naming(here, asked.names["A"].raw), key=lambda line: (is_aside(line.path), line.path, line.line))
    return Found(tuple(rows), (), BY_NAME) if rows else found


def named_by(here: Here, asked: Asked) -> Found | Failed:
    """Of what is read: by its name."""
    name = asked.names["T"].raw
    for one in _spelt(here, name):
        if rows := sorted(naming(here, one), key=lambda line: (is_aside(line.path), line.path, line.line)):
            return Found(tuple(rows), (), BY_NAME)
    return Failed(NO_RESULTS, f"I find no function that names {name[:120]}")


def _spelt(here: Here, name: str) -> Iterator[str]:
    """As it stands; with the other sign for a member, as a pointer has it; of a field of a type that is named, the field."""
    owner, _, last = name.replace("->", ".").replace("::", ".").rpartition(".")
    yield name
    if owner:
        yield f"{owner}->{last}" if "->" not in name else f"{owner}.{last}"
    if any(last == field for _, one in (types(here.project, owner) if owner else ()) for field, _ in one.fields):
        yield last


def passers(here: Here, asked: Asked) -> Found | Failed:
    """`who passes A as a callback`: who names it but does not call it, and is not itself."""
    found, name = named_by(here, asked), last_part(asked.names["T"].raw)
    if isinstance(found, Failed):
        return found
    calling = {
        (path_of(id_), label(here.project, id_))
        for id_, one in here.project.functions.items()
        if any(call.name == name and call.kind == "call" for call in one.facts.calls)
    }
    rows = tuple(
        line
        for line in found.said
        if (owner := line.text.partition(" names ")[0]).rpartition(".")[2] != name and (line.path, owner) not in calling
    )
    none = f"I find no function that names {name[:120]} without a call of it"
    return Found(rows, (), "Those that name it and do not call it.") if rows else Failed(NO_RESULTS, none)


def names_the(here: Here, asked: Asked) -> Found | Failed:
    """`the logger`: only where a variable, a field, a macro or a function has that very name."""
    name, project = asked.names["T"].raw, here.project
    known = any(
        one == name
        for facts in project.files.values()
        for one in (
            *(known for known, _ in facts.globals),
            *(macro.name for macro in facts.macros),
            *(field for found in facts.types for field, _ in found.fields),
        )
    )
    if isinstance(functions(here, asked.names["T"]), Failed) and not known:
        return Failed(NO_RESULTS, f"I know nothing that is named `{name[:120]}`")
    return named_by(here, asked) if known else users(here, asked._replace(names={"A": asked.names["T"]}))


_PLACE: Final = regex(r"\s(?:on|from|off)\s(?:the\s)?(?:disk|disc|filesystem|file\ssystem)$")
ON_DISK: Final = ("file", "files", "directory", "directories", "folder", "folders")


def deletes_on_disk(here: Here, asked: Asked) -> Found | Failed:
    """`what deletes the temporary file`: all that deletes files; of other things, what deletes and names them all."""
    if _PLACE.sub("", asked.rest.lower()).split()[-1] in ON_DISK:
        return _of_that_name(here, asked, everywhere.deleters_of_files(here, asked))
    rows = tuple(bycall.doing_so(here, VERBS["deletes"], bycall.wanted_of(asked.rest)))
    return (
        Found(
            rows,
            (),
            f"Functions that delete and name `{asked.rest[:80]}`, by their words or calls, and no more.",
            weighed=True,
        )
        if rows
        else Failed(
            NO_RESULTS,
            f"I know nothing that is named `{asked.rest[:120]}`; ask by its name in the code, or what deletes files",
        )
    )


_WORD: Final = regex(r"[a-z]{2,40}")


def _of_that_name(here: Here, asked: Asked, found: Found | Failed) -> Found | Failed:
    """`the pid file`: of all that delete files, those whose name or line names it."""
    thing = _PLACE.sub("", asked.rest.lower())  # that a file lies on the disk goes without saying
    wanted = [word for word in _WORD.findall(thing) if word not in {*ON_DISK, *everywhere.ON_DISK, *GLUE}]
    if isinstance(found, Failed) or not wanted:
        return found
    kept = tuple(line for line in found.said if all(word in _shown(here, line) for word in wanted))
    named = " ".join(wanted)[:80]
    if kept:
        return found._replace(
            said=kept, total=len(kept), note=f"Those whose name or line names `{named}`. {everywhere.NOT}"
        )
    if called := _by_wrapper(here, found.said, wanted):
        note = f"Calls of what deletes files, those whose name or line names `{named}`."
        return found._replace(said=called, total=len(called), note=note)
    return found._replace(note=f"None of these names `{named}`. {found.note}")


def _by_wrapper(here: Here, said: tuple[Cited, ...], wanted: list[str]) -> tuple[Cited, ...]:
    """Of a function that deletes what it is given: who calls it, and is named so or gives it what is."""
    rows = list[Cited]()
    for id_ in dict.fromkeys(owner_at(here, line) for line in said):
        known = here.project.functions.get(id_) if id_ else None
        given = {param.name.strip("*& ") for param in known.facts.params} if known else set[str]()
        ends = [line for line in said if owner_at(here, line) == id_]
        if id_ and any(has_word(_shown(here, line), name.lower()) for line in ends for name in given):
            found = callers.callers_of(here, id_)
            rows += found.said if isinstance(found, Found) else ()
    return tuple(
        line for line in rows if not is_aside(line.path) and all(word in _shown(here, line) for word in wanted)
    )


def _shown(here: Here, line: Cited) -> str:
    lines = here.project.sources(line.path).split(b"\n")
    return (
        f"{line.text} {lines[line.line - 1].decode('utf-8', 'replace') if 0 < line.line <= len(lines) else ''}".lower()
    )


def worded(here: Here, asked: Asked) -> Found | Failed:
    """Functions whose name holds every word of a phrase: `raw mode enabled` is `enableRawMode`."""
    wanted = [stem for token in tokens(asked.rest) if (stem := _stem(token.raw)) and token.word not in FILLERS | _PLAIN]
    project = here.project
    able = [
        id_ for id_ in project.functions if len(wanted) > 1 and all(one in id_.lower() for one in wanted)
    ]  # no facts are read of what cannot be meant
    found = [id_ for id_ in able if (one := project.functions[id_]).facts.kind not in ("lambda", "module") and not is_aside(one.path)
             and here.inside(one.path) and not is_promise(project, id_) and _holds(one.facts.name, wanted)]  # fmt: skip
    if not found:
        return Failed(
            NO_RESULTS,
            "I understand no more of this than its words, and no function has all of them in its name; I can answer questions with names of functions, types and files in them",
        )
    known = graph(project)
    ranked = sorted(
        found, key=lambda id_: (len(lower(project.functions[id_].facts.name)), -len(known.get(id_, ())), id_)
    )
    return Found(
        tuple(at(project, id_, f"{qualified_of(id_)}: {project.sentence(id_)}") for id_ in ranked),
        (),
        "By the words of their names alone.",
    )


_PLAIN: Final = frozenset(
    {"is", "do", "can", "have", "in", "on", "at", "to", "of", "by", "for", "the", "with", "from", "it", "get", "gets"}
)


def _stem(word: str) -> str:
    plain = "".join(letter for letter in word.lower() if letter.isalnum())
    return plain[: max(FEW + 1, len(plain) - 3)] if len(plain) > FEW else plain


def _holds(name: str, wanted: list[str]) -> bool:
    own = lower(name)
    return all(any(word.startswith(one) if len(one) > FEW else word == one for word in own) for one in wanted)
