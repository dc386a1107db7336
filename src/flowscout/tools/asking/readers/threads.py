"""Which threads are started: `which threads does Pool start`, `where are threads created`. By calls that make one by their name, and calls of functions of the project that do no
more than that with what they are given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ....agents.said import Cited
from ....model.facts import Call
from ....model.identity import path_of
from ....model.pattern import regex
from ....model.product import is_aside
from ...codes import Failed
from ...conditions import told, under
from ...own import last_part, line_at
from ..here import Found, Here, at, functions, label, methods, types
from ..question.tokens import QuestionToken, one_line

_STARTS: Final = r"(?:start|starts|spawn|spawns|create|creates|launch|launches|run|runs|make|makes)"
_NAME: Final = r"`?(?P<name>[A-Za-z_~][\w.:>~-]{1,119})(?:\(\))?`?"
_FORMS: Final = tuple(
    regex(rf"(?i){form}$")
    for form in (
        rf"(?:which|what|how many) (?:\w{{2,20}} )?threads? (?:does|do|will|can) {_NAME} {_STARTS}",
        rf"(?:does|do|will|can) {_NAME} {_STARTS} (?:any |an? |its own |new |another |several )*(?:background |worker )?threads?",
        r"(?:where|who|which functions?|what)(?: are| is|) ?(?:the |new |any )?(?:worker |background )?threads? (?:are |is |get )?(?:started|spawned|created|launched|made)(?: here| in this project)?",
        r"(?:where|who|which functions?|what|which code) (?:does it |do we )?(?:starts?|spawns?|creates?|launches) (?:the |an? |new |any )*(?:worker |background )?threads?",
    )
)
MAKES: Final = regex(
    r"(?i)^(?:threading_|_?begin|create|start_?new_?|g_|uv_|os|sdl_)?(?:pthread_create|thread|jthread|thread_?(?:create|new|start)|threadex?|thrd_create|start_new_thread|createthread)$"
)
_NAMED: Final = regex(r"([A-Za-z_][\w.]{0,80})=(?:\w{1,40}\.)?(?:Thread|Timer)\(")
NONE: Final = "By the names of what makes a thread; what a library starts itself is not seen."
MOST_CALLS: Final = 6  # of a function that does no more than start one


def threads(here: Here, question: str) -> Found | None:
    """None where it is no such question, or nothing is found that makes one."""
    plain = one_line(question).rstrip("?!. ")
    asked = next((found for form in _FORMS if (found := form.match(plain))), None)
    name = asked.groupdict().get("name") if asked else None
    if asked is None or not (ids := _ids(here, name)):
        return None
    ids = list(ids)
    rows = list(dict.fromkeys(row for id_ in ids for row in _made(here, id_))) if _run(here, ids) else []
    if rows and plain.lower().startswith(("does ", "do ", "will ", "can ")):
        rows[0] = rows[0]._replace(text=f"Yes: {rows[0].text}")
    return Found(tuple(rows), tuple(sorted(set(ids)))[:8] if name else (), NONE, weighed=True) if rows else None


def _ids(here: Here, name: str | None) -> Iterable[str]:
    """Of a type all its methods."""
    project = here.project
    if name is None:
        return [id_ for id_, one in sorted(project.functions.items()) if not is_aside(one.path) and here.inside(one.path)]  # fmt: skip
    token = QuestionToken("", name, code=True)
    if own := methods(here, token, made=True):
        return sorted(own)
    found = functions(here, token)
    return [] if isinstance(found, Failed) else found


def _run(here: Here, ids: Iterable[str]) -> bool:
    """Whether a thread that is made runs: in C by itself, in Python once its `start` is called, where it has a name by that name."""
    every = {id_: here.project.functions[id_] for id_ in ids}
    if any(one.language.spelling.casts for one in every.values()):
        return True
    started = {id_ for id_, one in every.items() if any(last_part(call.name) == "start" for call in one.facts.calls)}
    if not started:
        return False
    read = [id_ for id_, one in every.items() if id_ in started or any(map(is_made, one.facts.calls))]
    code = "".join("".join(here.project.bound(id_).text.decode("utf-8", "replace").split()) for id_ in read)
    names = [found[1] for found in _NAMED.finditer(code)]
    return not names or ").start(" in code or any(f"{name}.start(" in code for name in names)


def _made(here: Here, id_: str) -> Iterator[Cited]:
    project, name = here.project, label(here.project, id_)
    facts = project.functions[id_].facts
    text = project.bound(id_).text if facts.calls else b""
    through = {site.site for site in project.resolved(id_) if len(site.targets) == 1 and _starts(here, site.targets[0])}
    for number, call in enumerate(facts.calls):
        own = (
            types(project, call.name) if is_made(call) else []
        )  # of the project: a thread of a forum may be one of mails
        if own and not any("thread" in base.lower() for _, one in own for base in one.bases):
            continue
        if (is_made(call) and not _only_that(here, id_)) or number in through:
            code = " ".join(text[call.start : call.end].decode("utf-8", "replace").split())[:100]
            yield at(project, id_, f"{name}: `{code}`{told(under(project, id_, call.start))}", line_at(project, id_, call.start))  # fmt: skip


def is_made(call: Call) -> bool:
    return call.kind in ("call", "new", "construct") and MAKES.match(call.name) is not None


def _starts(here: Here, id_: str) -> bool:
    return _only_that(here, id_) and not is_aside(path_of(id_))


def _only_that(here: Here, id_: str) -> bool:
    """Whether it is a function that starts one for whoever calls it: short, with what it is given."""
    facts = here.project.functions[id_].facts
    plain = [call for call in facts.calls if call.kind in ("call", "new", "construct")]
    return bool(facts.params) and len(plain) <= MOST_CALLS and not facts.scope and any(map(is_made, plain))
