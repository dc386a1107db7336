"""Is an edit of real code told where it does not come alone?

    python tests/mutants/composed.py SEED COUNT REPOSITORY…

So many edits are drawn by the seed, each by an operator that changes what the code does. Onto each that a review tells rightly comes, one
at a time: a second one in its function, which must be told as well; a new layout of the whole function; a new name of the function; a
move of the function to another file. Prints each of which something is no longer told by a sentence of its kind, and a table.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from tree_sitter import Node, Tree  # noqa: E402

from flowscout.frontends.treesitter import parse  # noqa: E402
from flowscout.model.settings import Settings  # noqa: E402
from flowscout.pipeline import Project, assemble  # noqa: E402
from flowscout.tasks.review.review import review  # noqa: E402
from mutants.drawing import Mutant, broken, drawn, files, parser  # noqa: E402
from mutants.operators import EVERY, Operator  # noqa: E402
from mutants.operators.neutral import renamed, wrap  # noqa: E402
from mutants.operators.refactorings import _name  # noqa: E402
from mutants.syntax import Change, applied, python, text, walk  # noqa: E402
from mutants.told import Told, told  # noqa: E402

TRIED, APART, LONGEST = 12, 3, 150  # operators for a second edit; lines between two; lines of what is moved
ELSEWHERE = {"python": "elsewhere.py", "c": "elsewhere.c", "cpp": "elsewhere.cc"}
Files = Mapping[str, bytes]


class Composed(NamedTuple):
    """way: what came beside. wanted: patterns of the sentences that must stand. lost: those that do not."""

    way: str
    mutant: Mutant
    before: Files
    after: Files
    wanted: tuple[str, ...]
    lost: tuple[str, ...]


def composed(seed: int, count: int, roots: Sequence[Path]) -> Iterator[Composed]:
    repositories, telling = files(roots), [each for each in EVERY if not each.neutral]
    for number in range(count):
        mutant = drawn(number, seed, repositories, roots, telling)
        if mutant is not None and _said(
            mutant.operator, _review(_one(mutant, mutant.before), _one(mutant, mutant.after))
        ):
            yield from _ways(mutant, telling, Random(f"{seed} {number} composed"))


def _ways(mutant: Mutant, telling: Sequence[Operator], chance: Random) -> Iterator[Composed]:
    before, name = _one(mutant, mutant.before), mutant.path.rsplit("/", 1)[-1]
    if second := _second(mutant, telling, chance):
        operator, after = second
        yield _held("two in one function", mutant, before, _one(mutant, after), (mutant.operator, operator))
    for way, after in (("in another layout", _layout(mutant)), ("under another name", _named(mutant))):
        if after:
            yield _held(way, mutant, before, _one(mutant, after), (mutant.operator,))
    if parts := _moved(mutant):
        rest, there, moved = parts
        other = ELSEWHERE[mutant.language]
        yield _held("in another file", mutant, {**before, other: there}, {name: rest, other: moved}, (mutant.operator,))


def _held(way: str, mutant: Mutant, before: Files, after: Files, operators: Sequence[Operator]) -> Composed:
    found = _review(before, after)
    lost = tuple(each.name for each in operators if not _said(each, found))
    return Composed(way, mutant, before, after, tuple(each.name for each in operators), lost)


def _one(mutant: Mutant, data: bytes) -> Files:
    return {mutant.path.rsplit("/", 1)[-1]: data}


def _review(before: Files, after: Files) -> list[Told]:
    return told(review(_project(before), _project(after), ("before", "after")))


def _project(data: Files) -> Project:
    language = {".py": "python", ".c": "c"}
    parsed = {name: parse(each, language.get(Path(name).suffix, "cpp")) for name, each in data.items()}
    return assemble(parsed, lambda path: data[path], Settings())


def _said(operator: Operator, found: Sequence[Told]) -> int:
    """How many edits are told by a sentence of its kind."""
    return sum(any(re.search(operator.right, sentence) for sentence in each.sentences) for each in found)


def _around(tree: Tree, line: int) -> Node | None:
    found = [
        each
        for each in walk(tree.root_node)
        if each.type == "function_definition" and each.start_point[0] < line <= each.end_point[0] + 1
    ]
    return found[0] if found else None


def _second(mutant: Mutant, telling: Sequence[Operator], chance: Random) -> tuple[Operator, bytes] | None:
    """Another edit in the same function, some lines away, that is told rightly by itself."""
    tree = parser(mutant.language).parse(mutant.before)
    held, at = _around(tree, mutant.old[0]), mutant.old
    fits = [each for each in telling if mutant.language in each.languages.split() and each.name != mutant.operator.name]
    for operator in chance.sample(fits, min(TRIED, len(fits))) if held is not None else ():
        kinds = frozenset(operator.nodes.split())
        sites = [each for each in walk(held) if each.type in kinds and not each.has_error]  # type: ignore[arg-type]
        for site in chance.sample(sites, min(4, len(sites))):
            changes = operator.change(site, chance)
            alone = applied(mutant.before, changes) if changes else mutant.before
            if (
                not changes
                or not _apart(mutant, changes, at)
                or broken(parser(mutant.language).parse(alone)) > broken(tree)
            ):
                continue
            both = _both(mutant, changes)
            found = _review(_one(mutant, mutant.before), _one(mutant, alone))
            if both and _said(operator, found):
                return operator, both
    return None


def _apart(mutant: Mutant, changes: Sequence[Change], at: tuple[int, int]) -> bool:
    lines = [mutant.before.count(b"\n", 0, place) + 1 for each in changes for place in (each.start, each.end)]
    return max(lines) + APART < at[0] or min(lines) > at[1] + APART


def _both(mutant: Mutant, changes: Sequence[Change]) -> bytes:
    """The second edit put onto the first: places behind the first one have moved."""
    most = min(len(mutant.before), len(mutant.after))
    head = next((i for i in range(most) if mutant.before[i] != mutant.after[i]), most)
    by = len(mutant.after) - len(mutant.before)
    moved = tuple(each if each.start < head else Change(each.start + by, each.end + by, each.text) for each in changes)
    both = applied(mutant.after, moved)
    parsed = parser(mutant.language).parse
    return both if broken(parsed(both)) <= broken(parsed(mutant.after)) else b""


def _layout(mutant: Mutant) -> bytes:
    """Arguments one a line, in the whole function."""
    held = _around(parser(mutant.language).parse(mutant.after), mutant.new[0])
    if held is None:
        return b""
    lists = [each for each in walk(held) if each.type == "argument_list"]
    outer = [each for each in lists if not any(_inside(each, other) for other in lists)]
    changes = tuple(change for each in outer for change in wrap(each, Random(1)))
    after = applied(mutant.after, changes) if changes else b""
    parsed = parser(mutant.language).parse
    return after if after and broken(parsed(after)) <= broken(parsed(mutant.after)) else b""


def _inside(one: Node, other: Node) -> bool:
    return one.id != other.id and other.start_byte <= one.start_byte and one.end_byte <= other.end_byte


def _named(mutant: Mutant) -> bytes:
    tree = parser(mutant.language).parse(mutant.after)
    held = _around(tree, mutant.new[0])
    name = _name(held) if held is not None else None
    return applied(mutant.after, renamed(tree.root_node, text(name))) if name is not None else b""


def _moved(mutant: Mutant) -> tuple[bytes, bytes, bytes] | None:
    """What is left, the other file before, and after: it begins with the imports of the first."""
    old, new = (parser(mutant.language).parse(data) for data in (mutant.before, mutant.after))
    one, other = _top(old, mutant.old[0]), _top(new, mutant.new[0])
    if one is None or other is None or text(one).split("\n")[0] != text(other).split("\n")[0]:
        return None
    heads = ("import_statement", "import_from_statement", "future_import_statement", "preproc_include")
    head = "\n".join([text(each).rstrip("\n") for each in old.root_node.children if each.type in heads])
    stays = "def kept(a):\n    return a\n" if python(one) else "int kept(int a)\n{\n    return a;\n}\n"
    there = f"{head}\n\n\n{stays}".encode()
    rest = mutant.after[: other.start_byte] + mutant.after[other.end_byte :]
    return rest, there, there + b"\n\n" + (other.text or b"") + b"\n"


def _top(tree: Tree, line: int) -> Node | None:
    """A function, or a class that is no long one."""
    return next(
        (
            each
            for each in tree.root_node.children
            if each.type in ("function_definition", "class_definition", "decorated_definition")
            and each.start_point[0] < line <= each.end_point[0] + 1 < each.start_point[0] + LONGEST
        ),
        None,
    )


def shown(one: Composed) -> str:
    said = [f"  {each.how}: {', '.join(each.sentences) or each.rule}" for each in _review(one.before, one.after)]
    mutant = one.mutant
    return "\n".join(
        (f"{one.way}: {', '.join(one.wanted)}; lost: {', '.join(one.lost)} ({mutant.path}:{mutant.new[0]})", *said, "")
    )


def main(seed: int, count: int, roots: Sequence[Path]) -> int:
    tried, lost = Counter[str](), Counter[str]()
    for each in composed(seed, count, roots):
        tried[each.way] += 1
        lost[each.way] += bool(each.lost)
        if each.lost:
            print(shown(each), flush=True)
    for way, many in sorted(tried.items()):
        print(f"{way}: {many}, not all told {lost[way]}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), [Path(each).resolve() for each in sys.argv[3:]]))
