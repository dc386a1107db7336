"""The deletion test: of the statements that matter, how many change the chart when they are deleted?

    python tests/soak/deletion.py STATEMENTS SEED REPOSITORY…

Statements are drawn by the seed, of one repository after the other, and each is deleted in turn. `judges` says whether it
matters, by the compilers' word alone. The chart of its function is drawn at medium with and without it, among all files of the
repository. Talk (logging, metrics, what is printed to standard error) and assertions are counted apart: talk is left out of
charts on purpose, and an assertion stands at deep.

Prints what was missed, by kind, and exits with 1 when less than 99 % of what matters changed its chart.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import judges
import tree_sitter
from stability import LANGUAGES, parser, sources, walk

from flowscout.frontends.treesitter import parse
from flowscout.model.facts import FileFacts
from flowscout.model.settings import Settings
from flowscout.pipeline import FileIndex, Project, assemble, index_file

GOAL: Final = 0.99
STATEMENTS: Final = frozenset(
    [
        "expression_statement",
        "return_statement",
        "raise_statement",
        "delete_statement",
        "import_statement",
        "import_from_statement",
        "break_statement",
        "continue_statement",
        "assert_statement",
        "if_statement",
        "for_statement",
        "while_statement",
        "with_statement",
        "try_statement",
        "match_statement",
        "declaration",
        "goto_statement",
        "do_statement",
        "switch_statement",
        "for_range_loop",
        "throw_statement",
        "field_initializer",
        "function_definition",
        "decorated_definition",
    ]
)
COMPOUND: Final = frozenset(
    {"if_statement", "for_statement", "while_statement", "do_statement", "for_range_loop", "switch_statement"}
)
PLACES: Final = frozenset(
    ["block", "compound_statement", "case_statement", "else_clause", "labeled_statement", "field_initializer_list"]
)
TALK: Final = re.compile(
    r"\s*(?:[\w.:>()-]*?\b_?(?:log|logger|logging|warnings|statsd|metrics?_?)(?:\.|->|\()|[A-Za-z_:]*(?:LOG|[Ll]og(?:Print)?|[Ww]arn|DEBUG|[Dd]ebug|TRACE|[Tt]race)\w*\s*\(|"
    r"(?:std::)?(?:cerr|clog)\b|(?:std::)?v?f(?:printf|puts)\s*\(\s*stderr|perror|(?:std::)?fputs\s*\([^;]*,\s*stderr\s*\)|latency\w*\(|[\w.]*_logger\.|[\w.]*logger_?\b)"
)
ASSERTION: Final = re.compile(r"\s*(?:assert|static_assert|\w*[Aa]ssert\w*|\w*ASSERT\w*|D?CHECK\w*)\b")


class Deleted(NamedTuple):
    """kind: of the statement, as the grammar has it. verdict: the judge's. changed: the chart; None where the function is gone.
    says: it is talk, or holds nothing but talk."""

    path: str
    line: int
    kind: str
    text: str
    verdict: str
    changed: bool | None
    says: bool = False

    @property
    def talk(self) -> str:
        return "talk" if self.says else "assertion" if ASSERTION.match(self.text) else ""


class Repository(NamedTuple):
    root: Path
    files: list[Path]
    facts: dict[str, FileFacts]
    known: dict[str, FileIndex]
    data: dict[str, bytes]
    assembled: dict[str, str | None]
    drawn: dict[str, str]


def repository(root: Path) -> Repository:
    every = {
        p.relative_to(root).as_posix(): p
        for p in sorted(root.rglob("*"))
        if p.suffix in {*LANGUAGES, ".h", ".hpp"} and p.is_file()
    }
    data = {name: p.read_bytes().replace(b"\r\n", b"\n") for name, p in every.items()}
    cpp = any(name.endswith((".cc", ".cpp")) for name in data)
    facts = {name: parse(each, language(name, cpp)) for name, each in data.items()}
    known = {name: index_file(name, each) for name, each in facts.items()}
    return Repository(root, sources(root), facts, known, data, {}, {})


def language(name: str, cpp: bool) -> str:
    return LANGUAGES.get(Path(name).suffix, "cpp" if cpp else "c")


def statements(data: bytes, language: str) -> list[tree_sitter.Node]:
    """Those of functions, in source order; neither docstrings nor what is broken."""
    found = [
        n
        for n in walk(parser(language).parse(data).root_node)
        if n.type in STATEMENTS and _stands(n) and not _docstring(n)
    ]
    return sorted(found, key=lambda n: n.start_byte)


def _stands(node: tree_sitter.Node) -> bool:
    parent = node.parent
    if parent is None or node.has_error:
        return False
    held = parent.type in PLACES or (
        parent.type in ("if_statement", "for_statement", "while_statement")
        and node == parent.child_by_field_name("body")
    )
    return held and _inside(parent)


def _inside(node: tree_sitter.Node | None) -> bool:
    while node is not None and node.type not in (
        "function_definition",
        "class_definition",
        "class_specifier",
        "struct_specifier",
    ):
        node = node.parent
    return node is not None and node.type == "function_definition" and not node.has_error


def _docstring(node: tree_sitter.Node) -> bool:
    return node.type == "expression_statement" and bool(node.named_children) and node.named_children[0].type == "string"


def without(data: bytes, node: tree_sitter.Node, language: str) -> bytes:
    """What is deleted leaves its lines, so that nothing else moves."""
    start, end = node.start_byte, node.end_byte
    if node.type == "field_initializer":
        start, end, filled = *_with_comma(node), b""
    else:
        filled = b"pass" if language == "python" else b";"
    return data[:start] + filled + b"\n" * data.count(b"\n", start, end) + data[end:]


def _with_comma(node: tree_sitter.Node) -> tuple[int, int]:
    siblings = [n for n in (node.parent.children if node.parent else []) if n.type != "comment"]
    at = siblings.index(node)
    if at + 1 < len(siblings):
        return node.start_byte, siblings[at + 1].end_byte
    return siblings[at - 1].start_byte, node.end_byte  # the comma before, or the colon


def project(held: Repository, name: str, data: bytes, language: str) -> Project:
    facts = parse(data, language)
    files: Mapping[str, FileFacts] = {**held.facts, name: facts}
    return assemble(
        files,
        lambda path: data if path == name else held.data[path],
        Settings(),
        {**held.known, name: index_file(name, facts)},
    )


def one(held: Repository, path: Path, chance: random.Random) -> Deleted | None:
    """A random statement of a file deleted; None where there is nothing to judge."""
    name, language = path.relative_to(held.root).as_posix(), LANGUAGES[path.suffix]
    data = held.data[name]
    nodes = statements(data, language)
    if not nodes:
        return None
    if language != "python" and name not in held.assembled:
        held.assembled[name] = judges.assembly(held.root, path, data)
    before = held.assembled.get(name)
    if language != "python" and before is None:
        return None
    node = chance.choice(nodes)
    line, after = node.start_point[0] + 1, without(data, node, language)
    verdict = (
        judges.interpreted(data, after, line) if before is None else judges.compiled(held.root, path, before, after)
    )
    changed = _changed(held, name, data, after, language, line) if verdict == judges.MATTERS else None
    return Deleted(name, line, node.type, (node.text or b"").decode("utf-8", "replace"), verdict, changed, _says(node))


def _says(node: tree_sitter.Node) -> bool:
    """`if (verbose) fprintf(stderr, …)`"""
    simple = [n for n in walk(node) if n.type in STATEMENTS and n.type not in COMPOUND]
    texts = [(n.text or b"").decode("utf-8", "replace") for n in simple if n.type == "expression_statement"]
    return bool(simple) and len(texts) == len(simple) and all(TALK.match(text) for text in texts)


def _changed(held: Repository, name: str, data: bytes, after: bytes, language: str, line: int) -> bool | None:
    was, now = project(held, name, data, language), project(held, name, after, language)
    holding = [
        f
        for f in map(was.functions.__getitem__, was.ids[name])
        if f.facts.line <= line <= f.facts.end_line and f.facts.name != "<module>"
    ]
    within = [f for f in holding if f.facts.line < line] or holding
    function = max(within, key=lambda f: f.facts.line, default=None)
    if function is None or function.id not in now.functions:
        return None
    return was.mermaid(function.id, "medium") != now.mermaid(function.id, "medium")


def deletions(roots: list[Path], count: int, seed: int) -> Iterator[Deleted]:
    """So many judged deletions; a repository of which nothing can be judged is passed over."""
    chance = random.Random(seed)
    for at, root in enumerate(roots):
        held, share = repository(root), count // len(roots) + (at < count % len(roots))
        done = tried = 0
        while done < share and tried < 20 * share and held.files:
            tried += 1
            found = one(held, chance.choice(held.files), chance)
            if found is not None and (found.verdict != judges.MATTERS or found.changed is not None):
                done += 1
                yield found
        print(f"{root.name}: {done} judged of {tried} drawn", flush=True)


def main(count: int, seed: int, roots: list[Path]) -> int:
    found = []
    for each in deletions(roots, count, seed):
        found.append(each)
        if each.changed is False and not each.talk:
            print(f"  missed {each.kind} {each.path}:{each.line}: {' '.join(each.text.split())[:110]}", flush=True)
    print(
        f"seed {seed}: {len(found)} statements of {len(roots)} repositories; {dict(Counter(each.verdict for each in found))}"
    )
    matter = [each for each in found if each.verdict == judges.MATTERS]
    for apart in ("talk", "assertion"):
        those = [each for each in matter if each.talk == apart]
        print(
            f"{apart}, counted apart: {len(those)}, of which {sum(each.changed is True for each in those)} changed the chart"
        )
    plain = [each for each in matter if not each.talk]
    missed = [each for each in plain if not each.changed]
    for kind, many in Counter(each.kind for each in missed).most_common():
        print(f"\nmissed {kind}: {many}")
        print(
            "\n".join(
                f"  {each.path}:{each.line}: {' '.join(each.text.split())[:110]}"
                for each in missed
                if each.kind == kind
            )
        )
    share = 1 - len(missed) / len(plain) if plain else 1.0
    print(f"\n{len(plain) - len(missed)} of {len(plain)} that matter change the chart: {share:.1%}")
    return 0 if share >= GOAL else 1


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), [Path(each).resolve() for each in sys.argv[3:]]))
