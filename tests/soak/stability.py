"""How many lines of a chart one inserted action changes: random single edits of random real functions.

    python tests/soak/stability.py EDITS REPOSITORY…

An action is a statement of another file of the repository (a call, or an assignment to something that outlives it) put before
a random statement of a random function. The chart is drawn at medium before and after, and the lines of Mermaid text added
plus removed are counted. A new step brings a node, the edge to it and the edge from it, and takes away the edge it stands
on: 4 lines, more where its label wraps. Edits that show nothing (logging, and what stands in dead code) are left out.

Prints the distribution, and the worst edits with their differences. Exit 1 when the median is above 6.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import random
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tree_sitter

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "src")]

from flowscout import shelf  # noqa: E402
from flowscout.frontends.treesitter import parse  # noqa: E402
from flowscout.model.settings import Settings  # noqa: E402
from flowscout.pipeline import Project, assemble  # noqa: E402
from flowscout.tasks.drawing import chart, mermaid  # noqa: E402

LANGUAGES = {".py": "python", ".c": "c", ".cc": "cpp", ".cpp": "cpp"}
FUNCTIONS = ("function_definition",)
BLOCKS = ("block", "compound_statement")
NO_PLACE = (
    "case_statement",
    "comment",
    "{",
    "}",
    "labeled_statement",
    "ERROR",
    "function_definition",
    "class_definition",
)
LASTING = (
    "attribute",
    "subscript",
    "field_expression",
    "subscript_expression",
)  # targets of assignments that others see
BOUND = 6


class Edit(NamedTuple):
    """before, after: Mermaid text. A function of a file, and what was put where."""

    path: str
    function: str
    line: int
    action: str
    before: str
    after: str

    @property
    def lines(self) -> list[str]:
        found = difflib.unified_diff(self.before.split("\n"), self.after.split("\n"), lineterm="", n=0)
        return [line for line in found if not line.startswith(("---", "+++", "@@"))]


@functools.cache
def parser(language: str) -> tree_sitter.Parser:
    module, _, name = shelf.load("flowscout.languages", language).grammar.partition(":")
    return tree_sitter.Parser(tree_sitter.Language(getattr(importlib.import_module(module), name or "language")()))


def walk(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    stack = [node]
    while stack:
        yield (node := stack.pop())
        stack += node.children


def sources(repository: Path) -> list[Path]:
    """Files of some size that are no tests, in a fixed order."""
    found = (p for suffix in LANGUAGES for p in sorted(repository.rglob(f"*{suffix}")))
    inside = ((p, {part.lower() for part in p.relative_to(repository).parts[:-1]}) for p in found)
    return [
        p
        for p, parts in inside
        if not parts & {"tests", "test", "deps", "third_party"} and 2_000 < p.stat().st_size < 300_000
    ]


def actions(data: bytes, language: str) -> list[str]:
    """Statements of one line that call something, or set what outlives them."""
    found = []
    for node in walk(parser(language).parse(data).root_node):
        if node.type != "expression_statement" or not node.named_children or b"\n" in (node.text or b"\n"):
            continue
        inner = node.named_children[0]
        left = inner.child_by_field_name("left") if inner.type in ("assignment", "assignment_expression") else None
        if inner.type in ("call", "call_expression") or (left and left.type in LASTING):
            found.append((node.text or b"").decode("utf-8", "replace"))
    return found


def places(data: bytes, language: str) -> list[tuple[int, int]]:
    """(offset of the line of a statement in a block of a function, its indentation), where a statement may be put."""
    found = []
    for node in walk(parser(language).parse(data).root_node):
        block = node.parent
        if block is None or block.type not in BLOCKS or node.type in NO_PLACE or not node.is_named:
            continue
        if block.parent and block.parent.type in ("switch_statement", "class_definition"):
            continue
        docstring = (
            node.type == "expression_statement" and node.named_children[:1] and node.named_children[0].type == "string"
        )
        line = data.rfind(b"\n", 0, node.start_byte) + 1
        if not docstring and not data[line : node.start_byte].strip() and _in_function(node):
            found.append((line, node.start_byte - line))
    return found


def _in_function(node: tree_sitter.Node | None) -> bool:
    while node is not None and node.type not in FUNCTIONS:
        node = node.parent
    return node is not None and not node.has_error


def one(path: Path, files: list[Path], repository: Path, chance: random.Random) -> Edit | None:
    """A random edit of a file; None when there is no place for it, or when it shows nothing."""
    language = LANGUAGES[path.suffix]
    data = path.read_bytes().replace(b"\r\n", b"\n")
    spots = places(data, language)
    if not spots:
        return None
    other = chance.choice([p for p in files if p != path and LANGUAGES[p.suffix] == language] or files)
    said = actions(other.read_bytes(), language)
    if not said:
        return None
    at, indent = chance.choice(spots)
    action = chance.choice(said)
    edited = data[:at] + data[at : at + indent] + action.encode() + b"\n" + data[at:]
    name = path.relative_to(repository).as_posix()
    was, now = project(name, data, language), project(name, edited, language)
    number = data.count(b"\n", 0, at) + 1
    holding = [
        f for f in was.functions.values() if f.facts.line <= number <= f.facts.end_line and f.facts.name != "<module>"
    ]
    function = max(holding, key=lambda f: f.facts.line, default=None)
    if function is None or function.id not in now.functions:
        return None
    edit = Edit(name, function.id, number, action, *(mermaid(chart(p, function.id, "medium")) for p in (was, now)))
    return edit if edit.before != edit.after else None


def project(path: str, data: bytes, language: str) -> Project:
    return assemble({path: parse(data, language)}, lambda _: data, Settings())


def edits(repositories: list[Path], count: int, seed: int = 1) -> Iterator[Edit]:
    """So many edits that show something, of one repository after the other."""
    chance = random.Random(seed)
    files = {repository: sources(repository) for repository in repositories}
    done = 0
    while done < count:
        repository = repositories[done % len(repositories)]
        edit = one(chance.choice(files[repository]), files[repository], repository, chance)
        if edit:
            done += 1
            yield edit


def main(count: int, repositories: list[Path]) -> int:
    found = sorted(edits(repositories, count), key=lambda edit: len(edit.lines))
    sizes = [len(edit.lines) for edit in found]
    print("lines  edits")
    for size, many in sorted(Counter(sizes).items()):
        print(f"{size:5}  {many:4} {'#' * round(60 * many / count)}")
    median = statistics.median(sizes)
    for edit in found[-6:]:
        print(f"\n{edit.path}:{edit.line} {edit.function}: `{edit.action}` changes {len(edit.lines)} lines")
        print("\n".join(f"  {line}" for line in edit.lines[:40]))
    within = sum(size <= BOUND for size in sizes)
    print(
        f"\nmedian {median:g}, mean {statistics.mean(sizes):.1f}, {within} of {count} at most {BOUND}, most {sizes[-1]}"
    )
    return 1 if median > BOUND else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(int(sys.argv[1]), [Path(each).resolve() for each in sys.argv[2:]]))
