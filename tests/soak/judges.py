"""Whether a statement matters, judged without anything of flowscout's: by what the compilers make of the code without it.

C and C++: gcc's assembly (`-O1`, labels numbered anew) of the file with and without the statement. A file that does not compile
by itself is not judged, nor is a statement that the rest does not compile without. Python: the byte code of the file (lines,
`NOP` and docstrings aside); a store to a local whose value is worked out without a call counts only if something may read it,
by liveness over the byte code.
"""

from __future__ import annotations

import ast
import dis
import functools
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Final

MATTERS: Final = "matters"
NOTHING: Final = "nothing"
UNJUDGED: Final = "unjudged"
_LABEL: Final = re.compile(r"\.L[A-Z]*\d+")
_SECONDS: Final = 60
_PURE: Final = (
    ast.Name,
    ast.Constant,
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Tuple,
    ast.List,
    ast.Dict,
    ast.Set,
    ast.Compare,
    ast.operator,
    ast.unaryop,
    ast.boolop,
    ast.cmpop,
    ast.expr_context,
    ast.IfExp,
    ast.Lambda,
    ast.arguments,
    ast.arg,
    ast.JoinedStr,
    ast.FormattedValue,
)


# -- C and C++


@functools.lru_cache(maxsize=64)
def includes(repository: Path) -> tuple[str, ...]:
    """Every folder that holds a header, and the one above it, as options."""
    folders = {p.parent for p in repository.rglob("*.h")} | {p.parent for p in repository.rglob("*.hpp")}
    above = {folder.parent for folder in folders if folder != repository}
    known = sorted({repository, *folders, *above}, key=lambda p: (len(p.parts), p))
    return tuple([f"-I{folder}" for folder in known if folder == repository or repository in folder.parents])


def assembly(repository: Path, path: Path, data: bytes) -> str | None:
    """None where it does not compile."""
    cpp = path.suffix != ".c"
    flags = ["-x", "c++" if cpp else "c", *(["-std=c++17"] if cpp else []), "-D_GNU_SOURCE", "-DLEVELDB_PLATFORM_POSIX"]
    command = ["gcc", "-S", "-O1", "-w", *flags, f"-iquote{path.parent}", *includes(repository), "-o", "-", "-"]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None
    return numbered(done.stdout.decode("utf-8", "replace")) if done.returncode == 0 else None


def numbered(text: str) -> str:
    """Labels numbered in the order in which they stand."""
    known: dict[str, str] = {}
    return _LABEL.sub(lambda found: known.setdefault(found[0], f".L{len(known)}"), text)


def compiled(repository: Path, path: Path, before: str, after: bytes) -> str:
    made = assembly(repository, path, after)
    return UNJUDGED if made is None else NOTHING if made == before else MATTERS


# -- Python


def interpreted(before: bytes, after: bytes, line: int) -> str:
    """`line`: where the statement begins."""
    try:
        was, now = compile(before, "f", "exec"), compile(after, "f", "exec")
    except (SyntaxError, ValueError):
        return UNJUDGED
    if sameness(was) == sameness(now) or _dead_store(was, ast.parse(before), line):
        return NOTHING
    return MATTERS


def sameness(code: CodeType) -> tuple[object, ...]:
    """What two pieces of code have in common that do the same."""
    kept = [i for i in dis.get_instructions(code) if i.opname not in ("NOP", "RESUME", "EXTENDED_ARG")]
    place = {i.offset: at for at, i in enumerate(kept)}
    inner = {const.co_name: sameness(const) for const in code.co_consts if isinstance(const, CodeType)}
    steps = [(i.opname, *_argument(i, place)) for i in kept]
    return tuple(steps), tuple(sorted(inner.items(), key=str))


def _argument(step: dis.Instruction, place: dict[int, int]) -> tuple[object, ...]:
    if isinstance(step.argval, CodeType):
        return (step.argval.co_name,)
    if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
        return (place.get(step.argval, -1),)
    return (repr(step.argval),)


def _dead_store(code: CodeType, tree: ast.Module, line: int) -> bool:
    """The statement sets plain locals, without a call, and nothing reads what it sets."""
    node = next((n for n in ast.walk(tree) if isinstance(n, ast.Assign | ast.AnnAssign) and n.lineno == line), None)
    if node is None or node.value is None or not all(isinstance(n, _PURE) for n in ast.walk(node.value)):
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if not all(isinstance(target, ast.Name) for target in targets):
        return False
    stores = [
        (each, at)
        for each in codes(code)
        for at, i in enumerate(dis.get_instructions(each))
        if i.opname == "STORE_FAST" and i.positions and i.positions.lineno == line
    ]
    return bool(stores) and not any(_live(each, at) for each, at in stores)


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from codes(const)


def _live(code: CodeType, store: int) -> bool:
    """Whether some way from a store reads its name before it is set again."""
    steps = list(dis.get_instructions(code))
    at_offset = {step.offset: at for at, step in enumerate(steps)}
    entries = dis.Bytecode(code).exception_entries  # type: ignore[attr-defined]
    name, waiting, seen = steps[store].argval, _after(steps, at_offset, entries, store), set[int]()
    while waiting:
        at = waiting.pop()
        if at in seen or at >= len(steps):
            continue
        seen.add(at)
        step = steps[at]
        if step.argval == name and step.opname.startswith(("LOAD_FAST", "DELETE_FAST")):
            return True
        if isinstance(step.argval, tuple) and name in step.argval:
            return True
        if not (step.argval == name and step.opname == "STORE_FAST"):
            waiting += _after(steps, at_offset, entries, at)
    return False


def _after(steps: list[dis.Instruction], at_offset: dict[int, int], entries: list[object], at: int) -> list[int]:
    step, found = steps[at], list[int]()
    if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
        found.append(at_offset[step.argval])
    if not step.opname.startswith(("RETURN", "RAISE", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD")):
        found.append(at + 1)
    found += [at_offset[e.target] for e in entries if e.start <= step.offset < e.end]  # type: ignore[attr-defined]
    return found
