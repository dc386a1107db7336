"""What stands in a table: `which transports are registered`, `what log levels are there` are the entries of the one list, array or dictionary at the top of a
file that is named so. The answer says which table was taken: what else is added to it while the program runs is not seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ....agents.said import Cited
from ....llm.english import GLUE
from ....llm.stems import stem
from ....model.pattern import regex
from ....model.product import is_aside
from ....words.names import lower
from ...own import last_part
from ..here import Found, Here
from ..question.tokens import one_line

_LISTED: Final = r"(?:registered|supported|known|available|defined|recogni[sz]ed|allowed|accepted|built[ -]?in|there|listed|declared|enabled by default|possible|provided|offered|valid|permitted|included)"
_ASKS: Final = regex(
    rf"(?i)(?:which|what) (?:are )?(?:all )?(?:the )?(?P<thing>[A-Za-z_][\w -]{{2,60}}?) (?:(?:are|is|do(?:es)? (?:it|we|this|the project)) )?(?:all )?{_LISTED}(?: by default)?$"
    rf"|(?:which|what) are (?:all )?(?:the |our )?(?:{_LISTED} )?(?P<are>[A-Za-z_][\w -]{{2,60}})$"
    rf"|(?:list|show) (?:me )?(?:all )?(?:the )?(?:{_LISTED} )?(?P<list>[A-Za-z_][\w -]{{2,60}})$"
    r"|(?:what is|what's|which entries are|what (?:stands|entries are)) (?:listed |kept )?in (?:the )?(?P<in>\w{2,60})(?: (?:table|list|array|map|dict|dictionary))?$"
)
_OPENED: Final = regex(
    rb"(?m)^[ \t]{0,8}(?:[A-Za-z_][\w:<>,.*& \t]{0,80}?[\s*&])?(?P<name>[A-Za-z_]\w{1,60})\s{0,4}(?:(?:\[[^\]\n]{0,40}\]\s{0,4}){1,2}=\s{0,8}(?=\{)|(?::[^=\n]{1,60})?=\s{0,8}(?:(?:frozenset|set|dict|tuple|list|OrderedDict)\(\s{0,8})?)[\[{(]"
)
MOST: Final = 40  # entries that are read
LEAST: Final = 2
OTHERS: Final = 1  # words that the name may have beside those that are asked for
SHOWN: Final = 90
TEXT: Final = 20_000  # bytes of a table
NOTE: Final = "The entries of `{}` as they are written there; what is added while the program runs is not seen."


class TableFound(NamedTuple):
    """others: words of its name that were not asked for."""

    others: int
    name: str
    path: str
    start: int


def listed(here: Here, question: str) -> Found | None:
    """None where it is no such question, or no one table is named so."""
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    thing = next((one for one in asked.groups() if one), "") if asked else ""
    words = [word for word in thing.replace("-", " ").split() if word.lower() not in GLUE]
    plural = bool(words) and (words[-1].lower().endswith("s") or "_" in words[-1])
    if not plural:
        return None
    found = sorted(_tables(here, words))
    best = [one for one in found if one.others == found[0].others]
    if len({one.name for one in best}) != 1 or len(best) > LEAST:
        return None
    said = [line for one in best for line in _entries(here, one)]
    return Found(tuple(said), (), NOTE.format(best[0].name), len(said), weighed=True) if len(said) >= LEAST else None


def _tables(here: Here, words: list[str]) -> Iterator[TableFound]:
    wanted = frozenset(stem(part) for word in words for part in lower(word))
    for path, facts in here.project.files.items():
        source = here.project.sources(path)
        small = source.lower()
        if is_aside(path) or not here.inside(path) or not all(one[:4].encode() in small for one in wanted):
            continue
        bodies = [(one.start, one.end) for one in facts.functions if one.kind != "module"]
        for found in _OPENED.finditer(source):
            name = found["name"].decode()
            own = [stem(word) for word in lower(last_part(name))]
            inside = any(start <= found.start("name") < end for start, end in bodies)
            if wanted <= set(own) and not inside and len(own) - len(wanted) <= OTHERS:
                yield TableFound(len(own) - len(wanted), name, path, found.end() - 1)


def _entries(here: Here, table: TableFound) -> Iterator[Cited]:
    """Each at its own line, as far as its brackets go; nothing of what ends the table."""
    source = here.project.sources(table.path)[table.start : table.start + TEXT]
    for start, text in list(parts(source))[:MOST]:
        if _ENDS.fullmatch(text) is None:
            short = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
            yield Cited(f"{table.name}: `{short}`", table.path, here.project.line(table.path, table.start + start))


_ENDS: Final = regex(
    r"(?:NULL|nullptr|0|None|\{\s{0,3}(?:NULL|nullptr|0)?(?:\s{0,3},\s{0,3}(?:NULL|nullptr|0|-1|\{0?\})){0,12},?\s{0,3}\})?"
)
_PIECE: Final = regex(
    rb"\"(?:[^\"\\\n]|\\.){0,200}+\"|'(?:[^'\\\n]|\\.){0,200}+'|/\*(?:[^*]|\*(?!/)){0,300}+\*/|//[^\n]{0,200}+|#[^\n]{0,200}+|[\[{(]|[\]})]|,"
)


def parts(source: bytes) -> Iterator[tuple[int, str]]:
    """(offset, text) of what stands between the commas of the bracket that a text begins with; remarks and lines of the preprocessor are left out."""
    depth, begun, said = 0, 1, b""
    for found in _PIECE.finditer(source):
        piece = found[0]
        if piece[:1] in (b"/", b"#"):
            said, begun = said + source[begun : found.start()], found.end()
        elif piece in (b"[", b"{", b"("):
            depth += 1
            begun = found.end() if depth == 1 else begun
        elif piece in (b"]", b"}", b")") or (piece == b"," and depth == 1):
            depth -= piece != b","
            if depth > 1 or (depth == 1 and piece != b","):
                continue
            text = said + source[begun : found.start()]
            plain = " ".join(text.decode("utf-8", "replace").split())
            if plain:
                yield found.start() - len(text.lstrip()) if not said else found.start(), plain
            if depth == 0:
                return
            said, begun = b"", found.end()
