"""Charts of a view that are still true are not drawn again.

A function's record names the text of its chart; `update` empties that name when anything the drawing is made of may
differ. What drawing looked up (macros, functions that never return) is added to what its file asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from ... import __version__
from ...engine.digest import digest
from ...engine.index import Recorder
from ...engine.keys import key_of
from ...model.sfm import DEEP
from ...ports import DRAWING, Charted, Memo
from ..called import surely_called
from ..closures import all_in
from ..drawing import body, chart, sentence_of
from ..headings import HEADINGS_FORMAT, heading_of
from .inputs import inputs_of, told_of
from .rows import family_of
from .stored import StoredProject

_FORMAT: Final = 12  # of what is kept of a drawing at another level: raised when the same model gives another text
_WORDS: Final = 5  # of a record: inputs, what callees say, what the index says, the model, the chart's name


class Drawn:
    """Markdown lines of charts at the configured level. `keep` remembers those that had to be drawn."""

    def __init__(self, project: StoredProject, memo: Memo) -> None:
        self._project, self.memo = project, memo
        self._fresh: dict[str, str] = {}
        self._known: dict[str, bytes] = {}
        self._asked: dict[str, set[int]] = {}
        self._models: dict[str, str] = {}  # digests of what every level is drawn from
        self._undrawn: set[str] = set()  # for a defect of ours: not remembered
        self.beside: dict[str, bytes] = {}  # rows that others who draw want kept with the charts

    @property
    def fresh(self) -> tuple[str, ...]:
        """Ids of the functions that had to be drawn."""
        return tuple(sorted(self._fresh))

    def __call__(self, id_: str) -> list[str]:
        fresh = self._fresh.get(id_)
        if fresh is not None:
            return fresh.split("\n")
        charted = self._project.charted(id_)
        name = _row(charted)
        if name and name not in self._known:  # whoever asks for one asks for all of its file
            beside = [_row(other) for other in self._project.shown.values() if other.path == charted.path]
            self._known.update(self.memo.get({name, *beside} - {""} - self._known.keys()))
        known = self._known.get(name)
        if known is not None:
            return known.decode("utf-8", "surrogatepass").split("\n")
        text = self._fresh[id_] = "\n".join(self._draw(id_))
        return text.split("\n")

    def at(self, id_: str, level: str, style: str) -> list[str]:
        """At another level, or in another style: known as long as the chart of the configured level is, and drawn from
        the same model."""
        settings = self._project.settings
        if (level, style or settings.style) == (settings.detail, settings.style):
            return self(id_)
        words = self._project.charted(id_).chart.split()
        if level == DEEP or len(words) != _WORDS or id_ in self._fresh:
            self(id_)
            return body(chart(self._project, id_, level, style))
        key = f"region:{digest(__version__, _FORMAT, words[3:], level, style or settings.style)}"
        return self.kept(key, lambda: body(chart(self._project, id_, level, style)))

    def kept(self, key: str, made: Callable[[], list[str]]) -> list[str]:
        """Lines that are remembered by all that they are made of."""
        known = self.memo.get([key]).get(key)
        if known is None:
            known = self.beside[key] = "\n".join(made()).encode("utf-8", "surrogatepass")
        return known.decode("utf-8", "surrogatepass").split("\n") if known else []

    def headings(self, paths: Iterable[str]) -> dict[str, str]:
        """What the author says of each file; "" where that is nothing."""
        rows = {path: row for path in paths if (row := self._project.view.file(path))}
        keys = {
            path: f"heading:{digest(__version__, HEADINGS_FORMAT, row.language, row.blob)}"
            for path, row in rows.items()
        }
        known = self.memo.get({*keys.values()})
        fresh = {
            path: heading_of(path, rows[path].language, self._project.sources(path))
            for path, key in keys.items()
            if key not in known
        }
        self.beside.update({keys[path]: text.encode("utf-8", "surrogatepass") for path, text in fresh.items()})
        return {
            path: fresh[path] if path in fresh else known[key].decode("utf-8", "surrogatepass")
            for path, key in keys.items()
        }

    def name(self, id_: str) -> str:
        """Key of the text of a function's chart; "" where it has to be drawn."""
        fresh = self._fresh.get(id_)
        return _row(self._project.charted(id_)) if fresh is None else f"chart:{digest(fresh)}"

    def listed(self, id_: str) -> tuple[str, str]:
        """(digests of what the index says of a function and of whom it calls, what the docs rank it by); drawn where it
        is not known."""
        charted = self._project.charted(id_)
        words = charted.chart.split()
        known = words[2] if len(words) == _WORDS and id_ not in self._fresh else self._listed(id_, "\n".join(self(id_)))
        return known, charted.rank

    def _listed(self, id_: str, text: str) -> str:
        return f"{digest(sentence_of(text.split(chr(10), 1)))},{digest(surely_called(self._project, id_))}"

    def keep(self) -> None:
        self.memo.put(self.beside)
        if not self._fresh:
            return
        view = self._project.view
        with view.transaction():
            drawn = {id_: text for id_, text in self._fresh.items() if id_ not in self._undrawn}
            names = {id_: digest(text) for id_, text in drawn.items()}
            self.memo.put({f"chart:{names[id_]}": text.encode("utf-8", "surrogatepass") for id_, text in drawn.items()})
            view.put_functions(
                self._project.records[id_]._replace(
                    chart=" ".join(
                        (
                            inputs_of(self._project, id_),
                            told_of(self._project, id_),
                            self._listed(id_, drawn[id_]),
                            self._models[id_],
                            name,
                        )
                    )
                )
                for id_, name in sorted(names.items())
            )
            for path, keys in sorted(self._asked.items()):
                view.put_asks(path, keys, DRAWING, anew=False)

    def _draw(self, id_: str) -> list[str]:
        project = self._project
        where = project.functions[id_]
        family = family_of(where.language.name)
        asking = Recorder(project.lookups[family])
        own = [id_, *all_in(project, id_)]
        for drawing in own + [
            callee for each in own if project.settings.detail == DEEP for callee in project.callees(each)
        ]:
            project.forget(drawing)  # else what drawing looks up may have been looked up before
        before, project.lookups = project.lookups, {family: asking}
        try:
            shown = chart(project, id_, project.settings.detail)
            self._undrawn.update([id_] if shown.undrawn else ())
            self._models[id_] = digest(*map(project.scenario, own))
            return body(shown)
        finally:
            project.lookups = before
            self._asked.setdefault(where.path, set()).update(
                key_of(f"{family}:{kind}", name) for kind, name in asking.asked
            )


def _row(charted: Charted) -> str:
    """Key of the text of a function's chart; "" where it has to be drawn."""
    name = charted.chart.rpartition(" ")[2]
    return f"chart:{name}" if name else ""
