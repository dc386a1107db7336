"""One Markdown page for each source file, and an index: text only, the same for the same project, whatever was there.

No commit, no line and no time stands on a page: a page cannot hold its own commit, and lines would rewrite it for an edit
elsewhere in the file. Charts stand in the order of the source: by rank, an `if` more would move whole charts about; the index
tells of the best first.

Most pages stand already as they should, and to know that takes no more than the digest of their text. It is remembered under a
digest of what the page is made of (which charts, by the names of their texts), so that a page is put together only where
it has to be written.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from typing import Final

from .. import __version__
from ..border import within
from ..engine.digest import digest
from ..model.identity import qualified_of
from ..model.pattern import regex
from ..model.undrawn import WHY
from ..pipeline import Project
from .drawing import body, chart
from .headings import heading_of, own, stated
from .markdown import code
from .selection import Selection
from .stamp import page_line
from .view.drawn import Drawn

PAGES_FORMAT: Final = 14  # of what is put around charts: raised when the same charts give another page
INDEX = "README.md"
_PLAIN = regex(r"[A-Za-z0-9/._~-]*")  # a path that a link holds as it is
_FORBIDDEN = set('<>:"\\|?*')
_DEVICES = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}


class DocsPage:
    """The text of a page, put together when it is asked for. digest: of that text, where it is known already."""

    def __init__(self, path: str, made: Callable[[], str], known: str = "") -> None:
        self._path, self._made, self._known = path, made, known

    @cached_property
    def text(self) -> str:
        return within(self._path, self._made, lambda: _sealed([f"# {code(self._path)}", "", f"_{WHY}._"]))

    @property
    def digest(self) -> str:
        return self._known or text_digest(self.text.encode("utf-8", "surrogateescape"))


def text_digest(data: bytes) -> str:
    """Of a document, whatever its line ends."""
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def pages(
    project: Project, selection: Selection, drawn: Callable[[str], list[str]] | None = None
) -> dict[str, DocsPage]:
    """Every page by path, the index included. Empty when nothing is charted. `drawn` gives a chart's lines, where
    somebody remembers them."""
    lines = drawn or (lambda id_: body(chart(project, id_, project.settings.detail)))
    if not selection.chosen:
        return {}
    by_source: dict[str, list[str]] = defaultdict(list)
    for id_ in selection.chosen:
        by_source[project.place(id_)[0]].append(id_)
    folder = project.settings.docs
    names = page_names(by_source, folder)
    shown = dict(by_source)
    told = own(drawn.headings(shown) if isinstance(drawn, Drawn) else _headed(project, shown))
    standing = {source: sorted(ids, key=lambda id_: project.place(id_)[1]) for source, ids in shown.items()}
    makers = {
        names[source]: partial(page, project, source, ids, names[source], selection, lines, told.get(source, ""))
        for source, ids in standing.items()
    }
    makers[f"{folder}/{INDEX}"] = partial(_index, project, shown, standing, names, selection, lines, told)
    if not isinstance(drawn, Drawn):
        return {path: DocsPage(path, made) for path, made in sorted(makers.items())}
    keys = {f"{folder}/{INDEX}": partial(_index_key, folder, shown, standing, names, selection, drawn, told)}
    keys |= {
        names[source]: partial(_page_key, source, ids, names[source], selection, drawn, told.get(source, ""))
        for source, ids in standing.items()
    }
    return _recalled(makers, keys, drawn)


def _headed(project: Project, sources: Iterable[str]) -> dict[str, str]:
    return {source: heading_of(source, project.files[source].language, project.sources(source)) for source in sources}


def _recalled(
    makers: Mapping[str, Callable[[], str]], keys: Mapping[str, Callable[[], str]], drawn: Drawn
) -> dict[str, DocsPage]:
    asked = {path: key() for path, key in keys.items()}
    known = drawn.memo.get({*asked.values()})

    def made(path: str) -> str:
        text, key = makers[path](), asked[path]
        if key not in known:
            drawn.beside[key] = text_digest(text.encode("utf-8", "surrogateescape")).encode()
        return text

    return {
        path: DocsPage(path, partial(made, path), known.get(asked[path], b"").decode("ascii", "replace"))
        for path in sorted(makers)
    }


def _page_key(source: str, ids: Iterable[str], path: str, selection: Selection, drawn: Drawn, told: str) -> str:
    charts = [(id_, drawn.name(id_)) for id_ in ids]
    return f"page:{digest(__version__, PAGES_FORMAT, source, path, charts, source in selection.over_page, told)}"


def _index_key(
    folder: str,
    shown: Mapping[str, list[str]],
    standing: Mapping[str, list[str]],
    names: Mapping[str, str],
    selection: Selection,
    drawn: Drawn,
    told: Mapping[str, str],
) -> str:
    """Asked first: every chart that is not known is drawn for it, as its page would have it."""
    rows = [(source, names[source], [(id_, *drawn.listed(id_)) for id_ in ids]) for source, ids in shown.items()]
    order = [ids for _, ids in sorted(standing.items())]  # by which anchors of the same name are told apart
    return f"page:{digest(__version__, PAGES_FORMAT, folder, rows, order, _left_out(selection), sorted(told.items()))}"


def page(
    project: Project,
    source: str,
    shown: list[str],
    path: str,
    selection: Selection,
    drawn: Callable[[str], list[str]],
    told: str = "",
) -> str:
    """told: what the author says of the file."""
    lines = [
        f"# {code(source)}",
        "",
        *([f"{stated(told)}", ""] if told else []),
        f"Source: [{code(source)}]({_link(source, path)})",
        "",
    ]
    names = _headings(shown)
    for id_ in shown:
        lines += [f"## {code(names[id_])}", "", *drawn(id_), ""]
    if source in selection.over_page:
        lines += ["_More functions of this file are not shown: `charts-per-page` is reached._", ""]
    return _sealed(lines)


def _index(
    project: Project,
    shown: Mapping[str, list[str]],
    standing: Mapping[str, list[str]],
    names: Mapping[str, str],
    selection: Selection,
    drawn: Callable[[str], list[str]],
    told: Mapping[str, str],
) -> str:
    from .index import index, mapped  # most often the index stands as it should
    from .standing import entered_first
    from .standing import standing as standing_of
    from .story import told_first

    here = f"{project.settings.docs}/{INDEX}"
    links = {source: _link(names[source], here) for source in shown}
    headings = {source: _headings(ids) for source, ids in standing.items()}
    place = {id_: at for at, id_ in enumerate(selection.chosen)}

    def made() -> list[str]:
        order = {source: shown[source] for source in told_first(project, shown, place)}
        listed = {source: entered_first(ids, {id_: ranked(id_) for id_ in ids}) for source, ids in order.items()}
        return [json.dumps(listed), *mapped(project, order)]

    def ranked(id_: str) -> str:
        return drawn.listed(id_)[1] if isinstance(drawn, Drawn) else standing_of(project, id_)

    order, *lines = drawn.kept(_map_key(shown, drawn), made) if isinstance(drawn, Drawn) else made()
    return _sealed([*index(json.loads(order), links, headings, drawn, _left_out(selection), lines, told), ""])


def _map_key(shown: Mapping[str, list[str]], drawn: Drawn) -> str:
    """Of a function the map knows whom it calls and what it is ranked by, which tells where somebody enters."""
    listed = [(source, [(id_, drawn.listed(id_)) for id_ in ids]) for source, ids in shown.items()]
    rows = [(source, [(id_, known.partition(",")[2], rank) for id_, (known, rank) in each]) for source, each in listed]
    return f"map:{digest(__version__, PAGES_FORMAT, rows)}"


def _left_out(selection: Selection) -> str:
    parts = []
    reached = [
        name for name, over in (("max-charts", selection.over_cap), ("charts-per-page", selection.over_page)) if over
    ]
    if reached:  # no counts: each function that comes or goes would rewrite this page
        parts.append(f"More functions are not shown: {' and '.join(reached)} {'are' if reached[1:] else 'is'} reached")
    if selection.ignored:
        parts.append(f"{selection.ignored} functions carry flowscout: ignore")
    return "; ".join(parts) + "." if parts else ""


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


def _link(target: str, page_path: str) -> str:
    away = posixpath.relpath(target, posixpath.dirname(page_path) or ".")
    return away if _PLAIN.fullmatch(away) else _quoted(away)


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
