"""What a tool of the agent is: a name, arguments of three plain kinds, and a text with the places it shows.

A tool reads the snapshot that is being looked at, or the log that was given; it writes nothing, runs nothing, fetches nothing.
What it cannot find it says, so that the model can ask for something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Final, NamedTuple

from ..llm.wire import Field, Name, Wire
from ..model.identity import path_of, qualified_of
from ..pipeline import Located, Project

MOST: Final = 12  # rows of one result
LONGEST: Final = 4_000  # characters of one result

Place = tuple[str, int, int]  # path, first line, last line


class CallWire(Wire):
    """name: a function, or words to look for. path, line: of a file; "" and 0 where a tool takes none."""

    tool: Name
    name: Annotated[str, Field(max_length=300)]
    path: Annotated[str, Field(max_length=300)]
    line: Annotated[int, Field(ge=0, le=10_000_000)]


_GIVEN: Final = ("parameters", "params", "arguments", "args", "input")
_NAMES: Final = ("name", "function", "functionName", "function_name", "query", "pattern", "command", "description")
_PATHS: Final = ("path", "file_path", "filePath", "file")


def calls_of(given: Any) -> Any:
    """Calls as we know them, of either published form: a `type` beside its fields, or a `tool` with `parameters`.

    What is no call becomes one of a tool that does not exist: it fails alone, and the round goes on."""
    return [_call_of(each) for each in given] if isinstance(given, list) else given


def _call_of(given: Any) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        return {"tool": str(given)[:40] or "?", "name": "", "path": "", "line": 0}
    inner: Mapping[str, Any] = next((given[key] for key in _GIVEN if isinstance(given.get(key), Mapping)), {})
    tool = given.get("tool") or given.get("type")
    flat = {**given, **inner}
    if not tool:
        tool, flat = given.get("name"), {**given, "name": "", **inner}
    line = flat.get("line", 0)
    line = int(line) if isinstance(line, str) and line.isascii() and line.isdigit() and len(line) < 9 else line
    return {
        "tool": str(tool or "?")[:300],
        "name": next((flat[key] for key in _NAMES if isinstance(flat.get(key), str) and flat[key]), "")[:300],
        "path": next((flat[key] for key in _PATHS if isinstance(flat.get(key), str) and flat[key]), "")[:300],
        "line": line if type(line) is int and 0 <= line <= 10_000_000 else 0,
    }


class Subject(NamedTuple):
    """What is looked at. log: its lines, where there is one."""

    project: Project
    log: tuple[str, ...] = ()


class Looked(NamedTuple):
    """lines: what was found, one thing a line. places: what of the code they show. found: False when there was nothing."""

    lines: tuple[str, ...]
    places: tuple[Place, ...] = ()
    found: bool = True


class AgentTool(NamedTuple):
    """A plug-in. text: one line that tells the model what it gives. takes: of name, path and line, what it reads."""

    name: str
    text: str
    takes: tuple[str, ...]
    run: Callable[[Subject, CallWire], Looked]
    log: bool = False  # it needs a log


def nothing(why: str) -> Looked:
    return Looked((why,), (), False)


def named(project: Project, name: str) -> list[str]:
    """Ids of the functions that a name can mean: the id itself, else the qualified name or its end, else the last name in any case."""
    if name in project.functions:
        return [name]
    bare = name.strip().removesuffix("()").replace("->", ".")
    path, colons, inner = bare.partition("::")
    wanted = inner if colons and path in project.files else bare
    ids = [id_ for id_ in project.functions if wanted is bare or path_of(id_) == path]
    whole = [id_ for id_ in ids if qualified_of(id_) == wanted]
    ended = [id_ for id_ in ids if qualified_of(id_).endswith((f".{wanted}", f"::{wanted}"))]
    return whole or ended or [id_ for id_ in ids if last_of(id_).lower() == wanted.lower()]


def last_of(id_: str) -> str:
    return qualified_of(id_).replace("::", ".").rsplit(".", 1)[-1]


def one(project: Project, name: str) -> Located | Looked:
    """The function of a name; else what to say."""
    found = named(project, name)
    if len(found) == 1:
        return project.functions[found[0]]
    if not found:
        return nothing(f"there is no function {name[:80]!r}")
    return nothing(f"{len(found)} functions have that name: " + ", ".join(found[:MOST]))


def placed(project: Project, ids: list[str]) -> Iterator[tuple[str, Place]]:
    """Each function with its place, as text and as a place."""
    for id_ in ids[:MOST]:
        facts = project.functions[id_].facts
        yield f"{qualified_of(id_)} ({path_of(id_)}:{facts.line})", (path_of(id_), facts.line, facts.end_line)
