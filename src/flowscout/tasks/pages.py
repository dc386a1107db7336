"""One Markdown page for each source file, and an index: text only, the same for the same project, whatever was there.

No commit, no line and no time stands on a page: a page cannot hold its own commit, and lines would rewrite it for an edit
elsewhere in the file.
"""

from __future__ import annotations

import hashlib
import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from ..model.identity import qualified_of
from ..model.pattern import regex
from ..pipeline import Project
from .drawing import body, chart
from .markdown import cell, code, escape
from .selection import Selection
from .stamp import page_line

INDEX = "README.md"
_PLAIN = regex(r"[A-Za-z0-9/._~-]*")  # a path that a link holds as it is
_FORBIDDEN = set('<>:"\\|?*')
_DEVICES = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}


def pages(
    project: Project, selection: Selection, drawn: Callable[[str], list[str]] | None = None
) -> dict[str, str]:
    """Text of every page by path, the index included. Empty when nothing is charted. `drawn` gives a chart's lines, where
    somebody remembers them."""
    lines = drawn or (lambda id_: body(chart(project, id_, project.settings.detail)))
    if not selection.chosen:
        return {}
    by_source: dict[str, list[str]] = defaultdict(list)
    for id_ in selection.chosen:
        by_source[project.place(id_)[0]].append(id_)
    folder = project.settings.docs
    names = page_names(by_source, folder)
    made = {names[source]: page(project, source, ids, names[source], selection, lines) for source, ids in by_source.items()}
    made[f"{folder}/{INDEX}"] = index(project, by_source, names, selection)
    return dict(sorted(made.items()))


def page(
    project: Project, source: str, ids: Iterable[str], path: str, selection: Selection, drawn: Callable[[str], list[str]]
) -> str:
    shown = sorted(ids, key=project.place)
    lines = [f"# {code(source)}", "", f"Source: {_link(source, path)}", ""]
    names = _headings(shown)
    for id_ in shown:
        lines += [f"## {code(names[id_])}", "", *drawn(id_), ""]
    if source in selection.over_page:
        lines += [f"_{selection.over_page[source]} more functions of this file are not shown: `charts-per-page` is reached._", ""]
    return _sealed(lines)


def index(
    project: Project, by_source: Mapping[str, list[str]], names: Mapping[str, str], selection: Selection
) -> str:
    here = f"{project.settings.docs}/{INDEX}"
    lines = ["# Flowcharts", "", "What the functions of this code do, drawn from the code by [flowscout](https://github.com/flowscout/flowscout).", ""]
    lines += ["| source | charts | functions |", "|---|---|---|"]
    for source in sorted(by_source):
        ids = sorted(by_source[source], key=project.place)
        shown = ", ".join(cell(code(qualified_of(id_))) for id_ in ids[:6])
        more = f" and {len(ids) - 6} more" if len(ids) > 6 else ""
        lines.append(f"| {cell(_link(source, here, names[source]))} | {len(ids)} | {shown}{more} |")
    notes = _left_out(selection)
    lines += ["", f"_{escape(notes)}_"] if notes else []
    return _sealed([*lines, ""])


def _left_out(selection: Selection) -> str:
    parts = []
    if selection.over_cap:
        parts.append(f"{selection.over_cap} more functions are not shown: `max-charts` is reached")
    over = sum(selection.over_page.values())
    if over:
        parts.append(f"{over} more functions are not shown: `charts-per-page` is reached")
    if selection.ignored:
        parts.append(f"{selection.ignored} functions carry `flowscout: ignore`")
    return "; ".join(parts).replace("`", "") + "." if parts else ""


def _sealed(lines: list[str]) -> str:
    body = "\n".join(lines).rstrip("\n") + "\n"
    return f"{page_line(body)}\n{body}"


def _headings(ids: list[str]) -> dict[str, str]:
    """Qualified names, with the signature where they are not unique."""
    plain = {id_: qualified_of(id_) for id_ in ids}
    counts: dict[str, int] = defaultdict(int)
    for name in plain.values():
        counts[name] += 1
    return {id_: name if counts[name] == 1 else id_.split("::", 1)[1] for id_, name in plain.items()}


def _link(source: str, page_path: str, target: str = "") -> str:
    away = posixpath.relpath(target or source, posixpath.dirname(page_path) or ".")
    return f"[{code(source)}]({away if _PLAIN.fullmatch(away) else _quoted(away)})"


def _quoted(path: str) -> str:
    from urllib.parse import quote

    return quote(path.encode("utf-8", "surrogateescape"), safe="/._-~")


def page_names(sources: Iterable[str], folder: str) -> dict[str, str]:
    """Path of each source's page. Names that some disk cannot hold, or cannot tell apart, get a hash."""
    sources = sorted(sources)
    alike: dict[str, int] = defaultdict(int)
    for source in sources:
        alike[_folded(_holdable(source))] += 1
    named = {}
    for source in sources:
        safe = _holdable(source)
        unique = safe == source and alike[_folded(safe)] == 1 and _folded(safe) != "readme"
        named[source] = f"{folder}/{safe}.md" if unique else f"{folder}/{safe}-{_tag(source)}.md"
    return named


def _tag(source: str) -> str:
    return hashlib.sha256(source.encode("utf-8", "surrogateescape")).hexdigest()[:8]


def _folded(path: str) -> str:
    if path.isascii():
        return path.lower()
    import unicodedata

    return unicodedata.normalize("NFC", path).casefold()


def _holdable(source: str) -> str:
    return "/".join(_part(part) for part in source.split("/"))


def _part(name: str) -> str:
    safe = name
    if not _PLAIN.fullmatch(name):
        safe = "".join("_" if c in _FORBIDDEN or ord(c) < 32 or 0xD800 <= ord(c) <= 0xDFFF else c for c in name)
    safe = safe.rstrip(" .") or "_"
    if safe.split(".")[0].lower() in _DEVICES:
        safe = "_" + safe
    while len(safe.encode()) > 200:
        safe = safe[:-10]
    return safe
