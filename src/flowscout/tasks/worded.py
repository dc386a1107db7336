"""Charts in the words that a repository keeps, and the filling of what is missing there.

Kept words are judged against the code each time a chart is drawn with them; what no longer holds shows the rule-made words.
A drawn chart is remembered by all that it and the judgement are made of.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..agents.wording import Wording, held, tried
from ..engine.digest import digest
from ..model.record import NamedTuple
from ..model.summary import SemanticSummary
from ..model.worded import WordedEntry, Words
from ..pipeline import Project
from ..ports import Memo
from .drawing import body, chart
from .view.drawn import Drawn
from .view.stored import StoredProject

if TYPE_CHECKING:  # nothing of a model is met where only its words are read
    from ..llm.session import Session

FORMAT = 16  # of the judgement: raised when a text that stood would no longer, or the other way round


class Worded:
    """Lines of charts at the configured level, worded where the repository keeps words that hold; satisfies what `pages` asks."""

    def __init__(self, project: StoredProject, drawn: Drawn, memo: Memo, entries: Mapping[str, WordedEntry]) -> None:
        self._project, self._drawn, self._memo, self._entries = project, drawn, memo, entries
        self._known: dict[str, Words | None] = {}

    def __call__(self, id_: str) -> list[str]:
        plain = self._drawn(id_)
        entry = self._entries.get(id_)
        if entry is None:
            return plain
        key = self._key(id_, entry)
        found = self._memo.get([key]).get(key) if id_ not in self._drawn.fresh else None
        if found is None:
            words = self.words(id_)
            lines = body(chart(self._project, id_, self._project.settings.detail, "", words)) if words else plain
            found = "\n".join(lines).encode("utf-8", "surrogatepass")
            if id_ not in self._drawn.fresh:  # a fresh chart's name is not yet known
                self._drawn.beside[key] = found
        return found.decode("utf-8", "surrogatepass").split("\n")

    def words(self, id_: str) -> Words | None:
        """What may be shown of the kept words of a function."""
        entry = self._entries.get(id_)
        if entry is not None and id_ not in self._known:
            made = tried(self._project, id_, self._project.settings.detail)
            self._known[id_] = held(made, entry) if made else None
        return self._known.get(id_)

    def _key(self, id_: str, entry: WordedEntry) -> str:
        """Chart, own effects, and what callees say and do: all that drawing and judging read."""
        project = self._project
        record = project.records[id_]
        below = [
            (callee, project.records[callee].said, project.records[callee].effects) for callee in project.callees(id_)
        ]
        kept = (
            entry.rule,
            entry.origin,
            entry.summary,
            json.dumps(dict(entry.labels), sort_keys=True),
            json.dumps(entry.claims),
        )
        return f"worded:{digest(FORMAT, record.chart, record.digest, record.effects, below, kept, project.settings.detail, project.settings.style)}"


class WordsFilled(NamedTuple):
    """entries: all that is to be kept. asked, kept, failed: functions whose words were asked for, still held, not to be had."""

    entries: Mapping[str, WordedEntry]
    asked: int
    kept: int
    failed: int


def lacking(project: StoredProject, entries: Mapping[str, WordedEntry], ids: Iterable[str]) -> list[Wording]:
    """What would have to be asked about these functions, leaves of the call graph first."""
    ordered = sorted(set(ids), key=lambda id_: (project.height(id_), id_))
    made = (tried(project, id_, project.settings.detail) for id_ in ordered)
    return [each for each in made if each and not _complete(each, entries.get(each.id))]


def _complete(made: Wording, entry: WordedEntry | None) -> bool:
    return (
        entry is not None
        and entry.rule == made.rule
        and all(id_ in entry.labels for each in made.labels for id_ in each.steps)
    )


def filled(
    project: StoredProject,
    entries: Mapping[str, WordedEntry],
    ids: Iterable[str],
    line: Session,
    told: Callable[[int, int, str], None],
) -> WordsFilled:
    """Words for these functions: those that hold stay whoever made them, the others are asked for, those of other functions go."""
    from ..agents.wording import tried_put

    wanted = set(ids)
    missing = lacking(project, entries, wanted)
    kept = {id_: entries[id_] for id_ in wanted & entries.keys()}
    failed = 0
    for done, (each, entry) in enumerate(
        zip(missing, line.each(lambda one: tried_put(line, one), missing), strict=True), 1
    ):
        kept.pop(each.id, None)
        failed += entry is None
        kept |= {each.id: entry} if entry else {}
        told(done, len(missing), each.id)
    return WordsFilled(dict(sorted(kept.items())), len(missing), len(wanted) - len(missing), failed)


def summaries(project: Project, ids: Iterable[str], line: Session) -> dict[str, tuple[Mapping[str, Any], str]]:
    """By id: the fields of a summary in the model's words where they hold, and whose they are. Ways that effects came stay ours."""
    from ..agents.summaries import accepted, telling
    from ..llm.ask import ask

    told = {id_: telling(project, id_) for id_ in ids}
    answers = line.each(lambda each: ask(line, each.question), told.values())
    found: dict[str, tuple[Mapping[str, Any], str]] = {}
    for (id_, each), answer in zip(told.items(), answers, strict=True):
        if answer.value is not None:
            said = accepted(answer.value, each)
            found[id_] = (_with_ways(said, each.rule, project.summary(id_)), answer.origin)
    return found


def _with_ways(said: Mapping[str, Any], rule: SemanticSummary, whole: SemanticSummary) -> dict[str, Any]:
    """Each item of the whole rule-made lists in the model's words for the same item without its way, the way behind it."""
    made: dict[str, Any] = {"summary": said["summary"]}
    for name in ("preconditions", "postconditions", "side_effects", "control_flow", "error_conditions"):
        words = dict(zip(getattr(rule, name), said[name], strict=True))
        made[name] = []
        for item in getattr(whole, name):
            plain, via, way = item.rpartition(" via ") if item not in words else (item, "", "")
            made[name].append(f"{words[plain]}{via}{way}" if plain in words else item)
    return made
