"""From what is asked to one function or one file of the snapshot, else what to say."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from ..model.identity import path_of, qualified_of
from ..pipeline import Located, Project
from ..tasks.names import candidates, display, near, place
from .contract import (
    AMBIGUOUS_NAME,
    BINARY_FILE,
    FILE_NOT_FOUND,
    FUNCTION_NOT_FOUND,
    PERMISSION_DENIED,
    TOO_LARGE,
    Data,
    Failed,
    Field,
)
from .desk import LARGEST, Desk
from .own import name_of as name_of

STUB: Final = ".pyi"
NAMED: Final = 8  # candidates that an answer names
Row = TypeVar("Row")


class Function(Data):
    """A function and where it is defined."""

    id: str
    name: str
    file: str
    line: int = Field(description="Of its definition")


def shown(project: Project, id_: str) -> Function:
    return Function(id=id_, name=name_of(project, id_), file=path_of(id_), line=project.begins(id_))


def function(desk: Desk, name: str, file: str = "") -> Located | Failed:
    project, functions = desk.project, desk.project.functions
    if name in functions:
        return functions[name]
    bare = name.strip().strip("`").removesuffix("()").replace("->", ".")
    found = candidates(project.named(name), name, file)
    found = found or (candidates(project.named(bare), bare, file) if bare not in ("", name) else [])
    found = _defined(found) if len(found) > 1 else found
    if len(found) == 1:
        return found[0]
    if not found:
        alike = near(functions, bare, file) or near(functions, bare)
        return Failed(
            FUNCTION_NOT_FOUND,
            f"there is no function {name[:120]!r}"
            + (f" in {file[:200]}" if file else "")
            + (f"; near: {', '.join(alike)}" if alike else ""),
        )
    told = ", ".join(f"{f.id} ({place(f)})" for f in found[:NAMED])
    more = f", and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return Failed(
        AMBIGUOUS_NAME, f"{display(found[0])} is the name of {len(found)} functions; name one by its id: {told}{more}"
    )


def _defined(found: list[Located]) -> list[Located]:
    """Without those that a stub only promises of another that is found, in its folder or below."""
    made = [one for one in found if not one.path.endswith(STUB)]
    kept = [one for one in found if one in made or not any(_promises(one, other) for other in made)]
    return kept or found


def _promises(stub: Located, other: Located) -> bool:
    folder = stub.path.rpartition("/")[0]
    return qualified_of(stub.id) == qualified_of(other.id) and other.path.startswith(folder)


def content(desk: Desk, asked: str) -> tuple[str, bytes] | Failed:
    """(path in the root, bytes) of a file of the snapshot. What leads out of the root, or into git's own folder, is refused."""
    path = posixpath.normpath(asked.replace("\\", "/"))
    if (
        asked.startswith(("/", "\\", "~"))
        or path.split("/")[0] == ".."
        or ".git" in path.lower().split("/")
        or "\0" in asked
        or ":" in path.split("/")[0]
    ):
        return Failed(PERMISSION_DENIED, f"{asked[:200]!r} is not a path in this root")
    entries = desk.snapshot.entries([path])
    if not entries:
        return Failed(*_missing(desk, asked, path))
    data = desk.snapshot.read(entries).get(path)
    if data is None:
        return Failed(FILE_NOT_FOUND, f"{path} cannot be read")
    if len(data) > LARGEST:
        return Failed(TOO_LARGE, f"{path} has {len(data):,} bytes, and {LARGEST:,} are read at most")
    return path, data


def _missing(desk: Desk, asked: str, path: str) -> tuple[str, str]:
    why = dict(desk.snapshot.skipped()).get(path)
    if why:
        return PERMISSION_DENIED, f"{path} is {why}, which is not followed"
    ends = [known for known in desk.snapshot.paths() if known.rpartition("/")[2] == path.rpartition("/")[2]]
    hint = f"; there is {', '.join(ends[:NAMED])}" if ends else ""
    return FILE_NOT_FOUND, f"{asked[:200]!r} is no file of this snapshot{hint}"


def text(path: str, data: bytes, encoding: str = "utf-8") -> str | Failed:
    """A NUL is what no text holds, but for UTF-16."""
    if encoding != "utf-16" and b"\0" in data[:8000]:
        return Failed(BINARY_FILE, f"{path} is no text")
    return data.decode(encoding, "replace")


def page(rows: Sequence[Row], cursor: int, limit: int) -> tuple[list[Row], dict[str, Any]]:
    """The rows from the cursor on, and what a Page says of them."""
    end = min(len(rows), cursor + limit)
    more = end < len(rows)
    return list(rows[cursor:end]), {"total": len(rows), "truncated": more, "cursor": end if more else None}
