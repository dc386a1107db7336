"""What an answer stands on: the desk, the tools by name, and what a name in a question means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ... import shelf
from ...agents.said import Cited
from ...model.declared import TypeFacts
from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...pipeline import Located, Project
from ...tasks.names import candidates, given_to, in_file, near, place
from ..codes import AMBIGUOUS_NAME, FUNCTION_NOT_FOUND, NO_RESULTS, Failed
from ..desk import Desk
from .question.tokens import QuestionToken

MOST: Final = 8  # lines of an answer
STUB: Final = ".pyi"
SECONDS: Final = 60.0  # a person waits for what an assistant does not
MEANT: Final = 4  # functions that one name may be asked for
FAMILY: Final = 8  # and methods of types
FEW: Final = 4  # names that are told
ALL: Final = 200  # rows that a tool is asked for
SURE: Final = {
    "exact": "",
    "may": " (may: one of several targets)",
    "possible": " (possible: guessed by name, or passed on)",
}


class Found(NamedTuple):
    """said: the lines of an answer, all of them; few of these are shown. total: how many there are, of which `said` may be the first. weighed: the words that no form
    holds chose among them."""

    said: tuple[Cited, ...]
    about: tuple[str, ...] = ()
    note: str = ""
    total: int = 0
    weighed: bool = False


class Here(NamedTuple):
    desk: Desk
    place: str = ""

    @property
    def project(self) -> Project:
        return self.desk.project

    def ask(self, tool: str, **arguments: Any) -> dict[str, Any] | Failed:
        from ..answering import SHELF, answer  # what arguments are checked with takes long to import

        made = answer(shelf.load(SHELF, tool), arguments, self.desk, SECONDS)
        return dict(made["data"]) if made["success"] else Failed(**made["error"])

    def holding(self, word: str) -> Iterator[str]:
        """Paths of the files whose text holds a word."""
        wanted = word.encode("utf-8", "surrogatepass")
        return (path for path in self.project.files if self.inside(path) and wanted in self.project.sources(path))

    def holders(self, word: str) -> Iterator[tuple[str, Located]]:
        """Functions of these files, by id."""
        project = self.project
        return (
            (id_, project.functions[id_]) for path in self.holding(word) for id_ in sorted(project.ids.get(path, ()))
        )

    def inside(self, path: str) -> bool:
        return not self.place or path.startswith(self.place.rstrip("/") + "/") or in_file(path, self.place)


def functions(here: Here, token: QuestionToken) -> list[str] | Failed:
    """Ids of what a name means; the product's before those beside it. A class means what makes one."""
    kept, name = meant(here, token), token.raw.removesuffix("()").replace("->", ".")
    if not kept:
        return missing(here, token)
    most = FAMILY if all(here.project.functions[id_].facts.scope for id_ in kept[: FAMILY + 1]) else MEANT
    if len(kept) <= most or len({(path_of(id_), qualified_of(id_)) for id_ in kept}) == 1:
        return sorted(kept)
    told = ", ".join(f"`{id_}`" for id_ in kept[:MOST])
    return Failed(
        AMBIGUOUS_NAME,
        f"{name} is the name of {len(kept)} functions; which one? {told}"
        + (f", and {len(kept) - MOST} more" if len(kept) > MOST else ""),
    )


def meant(here: Here, token: QuestionToken) -> list[str]:
    """All of them, however many."""
    project = here.project
    name = token.raw.removesuffix("()").replace("->", ".")
    found = (
        [f.id for f in candidates(project.named(name), name)] or list(makers(project, name)) or inherited(project, name)
        or _of_module(project, name)
    )  # fmt: skip
    kept = [id_ for id_ in found if not is_aside(path_of(id_))] or (found and _of_product(project, name)) or found
    return [id_ for id_ in kept if not is_promise(project, id_)] or kept


def _of_product(project: Project, name: str) -> list[str]:
    """Where only a test or an example has a plain name of its own: the product's methods of that name, and what makes a type of it."""
    last = name.rpartition(".")[2].rpartition("::")[2]
    every = [id_ for id_, one in project.named(name).items() if one.facts.name == last] if last == name else []
    return [id_ for id_ in (*makers(project, name), *every) if not is_aside(path_of(id_))]


def _of_module(project: Project, name: str) -> list[str]:
    """`module.function`: the function of that name in the file of that name."""
    owner, dot, last = name.replace("::", ".").rpartition(".")
    ends = tuple(
        f"/{owner.replace('.', '/')}{end}" for end in (".py", "/__init__.py", ".c", ".cc", ".cpp", ".h", ".hpp")
    )
    return (
        [id_ for id_, one in project.named(last).items() if qualified_of(id_) == last and f"/{one.path}".endswith(ends)]
        if dot
        else []
    )


def is_promise(project: Project, id_: str) -> bool:
    """Whether a definition only states the types of another: of one that follows it, or in a stub of one that the package has."""
    if path_of(id_).endswith(STUB) and _made_beside(project, id_):
        return True
    return any(one.rpartition(".")[2] == "overload" for one in project.functions[id_].facts.decorators)


def _made_beside(project: Project, id_: str) -> bool:
    name, folder = qualified_of(id_), path_of(id_).rpartition("/")[0]
    others = (other for other in project.named(name.rpartition(".")[2]) if qualified_of(other) == name)
    return any(path_of(other).startswith(folder) and not path_of(other).endswith(STUB) for other in others)


def makers(project: Project, name: str) -> Iterator[str]:
    for constructor in (f"{name}.__init__", f"{name}::{name.rpartition('::')[2]}"):
        yield from (f.id for f in candidates(project.named(constructor), constructor))


def inherited(project: Project, name: str, depth: int = 5) -> list[str]:
    """Of `Type.method` where a type above has the method: that one."""
    own, dot, method = name.replace("::", ".").rpartition(".")
    bases = (
        [base.partition("<")[0].replace("::", ".") for _, found in types(project, own) for base in found.bases]
        if dot and depth
        else []
    )
    for base in dict.fromkeys(bases):
        found = [f.id for f in candidates(project.functions, f"{base.rpartition('.')[2]}.{method}")] or [
            f.id for f in candidates(project.functions, f"{base.rpartition('.')[2]}::{method}")
        ]
        if found or (found := inherited(project, f"{base.rpartition('.')[2]}.{method}", depth - 1)):
            return found
    return []


def missing(here: Here, token: QuestionToken) -> Failed:
    alike = near(here.project.functions, token.raw)
    return Failed(
        FUNCTION_NOT_FOUND, f"I know no function `{token.raw[:120]}`" + (f"; near: {', '.join(alike)}" if alike else "")
    )


def types(project: Project, name: str) -> list[tuple[str, TypeFacts]]:
    """(path, type) of each type of that name, or of what a `typedef` ends with it."""
    asked = name.replace("::", ".").split(".")
    found = [(path, one) for path in project.typing(asked[-1]) for one in project.files[path].types
             if one.name == asked[-1] and [*one.scope, one.name][-len(asked) :] == asked]  # fmt: skip
    made = {path for path, _ in found}
    found = [(path, one) for path, one in found if not (path.endswith(STUB) and path[:-1] in made)]
    return found or (list(_typedefs(project, name)) if name.isidentifier() else _in_module(project, asked))


def own_types(here: Here, id_: str) -> list[str]:
    """The type of a method and what that derives from: `self.start()` of a `Thread` starts one."""
    scope = here.project.functions[id_].facts.scope
    return [scope[-1], *(base for _, found in types(here.project, scope[-1]) for base in found.bases)] if scope else []


def _in_module(project: Project, asked: list[str]) -> list[tuple[str, TypeFacts]]:
    """`package.module.Type`: types of that name in files whose path ends with what stands before it."""
    ends = tuple(f"/{'/'.join(asked[:-1])}{end}" for end in (".py", "/__init__.py"))
    return [(path, one) for path in project.typing(asked[-1]) if f"/{path}".endswith(ends)
            for one in project.files[path].types if one.name == asked[-1] and not one.scope]  # fmt: skip


def _typedefs(project: Project, name: str) -> Iterator[tuple[str, TypeFacts]]:
    """`typedef struct table { … } table_t;`"""
    ends = re.compile(rb"\}\s*" + re.escape(name.encode()) + rb"\s*;")
    for path in project.files:
        source = project.sources(path)
        if name.encode() in source and ends.search(source) and (facts := project.files[path]).types:
            lines = {source.count(b"\n", 0, match.start()) + 1 for match in ends.finditer(source)}
            yield from ((path, one) for one in facts.types if one.end_line in lines)


def files(project: Project, name: str) -> list[str]:
    found = [path for path in project.files if in_file(path, name)]
    return found or [path for path in project.files if "." in name and in_file(path, name.replace(".", "/") + ".py")]


@lru_cache(maxsize=4096)
def label(project: Project, id_: str) -> str:
    """Its name, with its file where others have the name too. Told by the ids: no facts are read of functions that are not meant."""
    name = qualified_of(id_)
    if id_.endswith(")") and (given := given_to(project.functions[id_])):
        return f"{name}({given})"  # of those that a macro makes, which
    if len({other for other in _named_so(project, name) if not is_aside(path_of(other))}) < 2:
        return name
    same = [f for f in candidates(project.named(name), name) if not is_aside(f.path) and not is_promise(project, f.id)]
    return name if len(same) < 2 else f"{path_of(id_)}::{name}"


@lru_cache(maxsize=4096)
def _named_so(project: Project, name: str) -> tuple[str, ...]:
    held = f"::{name}"
    return tuple(id_ for id_ in _every(project) if held in id_ and qualified_of(id_) == name)


@lru_cache(maxsize=1)
def _every(project: Project) -> tuple[str, ...]:
    return tuple(project.functions)


def at(project: Project, id_: str, text: str, line: int = 0) -> Cited:
    return Cited(text, path_of(id_), line or project.begins(id_))


def methods(here: Here, token: QuestionToken, *, made: bool = False) -> list[str]:
    """Ids of the methods of a type that is named so, where no function is; made: even where what makes one has its name."""
    name = token.raw.removesuffix("()").replace("::", ".")
    project = here.project
    if (not made and candidates(project.named(token.raw), token.raw)) or not types(project, name):
        return []
    owners = ((id_, qualified_of(id_).replace("::", ".").rpartition(".")[0]) for id_ in project.functions)
    return [id_ for id_, owner in owners if owner == name or owner.endswith(f".{name}")]


def each_method(here: Here, token: QuestionToken, tell: Callable[[str], Found | Failed]) -> Found | Failed:
    """As `each`; of a type, what those of its methods do that do it."""
    ids = methods(here, token)
    if not ids:
        return each(here, token, tell)
    made = [(id_, tell(id_)) for id_ in ids]
    good = [
        (id_, found._replace(said=said))
        for id_, found in made
        if isinstance(found, Found)
        and (said := tuple(line for line in found.said if not _NOT.search(_CODE.sub("``", line.text))))
    ]
    if not good:
        return Failed(
            NO_RESULTS,
            f"{token.raw[:120]} is a type; none of its {len(ids)} methods does so, as far as it can be followed",
        )
    return joined([found for _, found in good], [id_ for id_, _ in good])


def _of_several(parts: Sequence[Found], whole: Found) -> Found:
    """What is so of one function is not so of another of its name."""
    words = {found[1][:1] for part in parts if part.said and (found := _VERDICT.match(part.said[0].text))}
    if len(words) < 2:
        return whole
    said = tuple(line._replace(text=_VERDICT.sub("", line.text)) for line in whole.said)
    note = f"I say neither yes nor no: it is the name of {len(parts)} functions. {whole.note}".strip()
    return whole._replace(said=said, note=note)


_VERDICT: Final = regex(r"(Yes|No|Not)\b[^:`]{0,60}: ")
_DENIES: Final = regex(
    r" (?:(?:raises|returns|deletes|writes|sends|locks|frees) [^()]{1,80} nowhere, as far|(?:has a|names \S{1,80} in a) handler nowhere;)"
)
_NOT: Final = regex(r"^(?:No|Not|I cannot)(?=[:, ])| nowhere\b| nothing\b")
_CODE: Final = regex(r"`[^`]*`")  # the project's words deny nothing; `Not.parse` is a method


def each(here: Here, token: QuestionToken, tell: Callable[[str], Found | Failed]) -> Found | Failed:
    """The answers for each function of a name, as one."""
    ids = functions(here, token)
    if isinstance(ids, Failed):
        return ids
    made = [tell(id_) for id_ in ids]
    good = [found for found in made if isinstance(found, Found)]
    if not good:
        return next(found for found in made if isinstance(found, Failed))
    whole = joined(good, ids)
    does = tuple(line for line in whole.said if not _DENIES.search(_CODE.sub("``", line.text)))
    if not does or len(does) == len(whole.said) or len(ids) < 2:
        return _of_several(good, whole)
    others = len(whole.said) - len(does)
    return whole._replace(
        said=does,
        total=len(does),
        note=f"{others} other{'s' if others > 1 else ''} of that name {'do' if others > 1 else 'does'} not, as far as it can be followed. {whole.note}".strip(),
    )


def joined(parts: Iterable[Found], about: Iterable[str]) -> Found:
    found = list(parts)
    said = tuple(dict.fromkeys(line for part in found for line in part.said))
    notes = " ".join(dict.fromkeys(part.note for part in found if part.note))
    return Found(
        said,
        tuple(dict.fromkeys(about)),
        notes,
        len(said) + sum(max(0, part.total - len(part.said)) for part in found),
        any(part.weighed for part in found),
    )


def unanswered(project: Project, id_: str) -> str:
    """A sentence on the calls of a function whose target is not known; "" where all are."""
    met = {site.site for site in project.resolved(id_) if site.how not in ("unresolved", "many")}
    names = [
        call.name
        for number, call in enumerate(project.functions[id_].facts.calls)
        if number not in met and call.kind == "call" and not types(project, call.name)
    ]
    shown = ", ".join(f"`{name}`" for name in list(dict.fromkeys(names))[:FEW])
    return (
        f"{len(names)} of its calls could not be resolved ({shown}{' and others' if len(set(names)) > FEW else ''})."
        if names
        else ""
    )


def where(id_: str, project: Project) -> str:
    return place(project.functions[id_])
