"""What resolving finds out about the functions of a file, as rows that processes hand to each other and a view keeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ... import shelf
from ...engine.digest import digest
from ...engine.index import Recorder
from ...engine.keys import key_of
from ...model.calls import encode_sites, named
from ...model.codec import dumps, dumps_ascii, loads
from ...model.counts import counts_of
from ...model.imported import imported_of
from ...model.language import Language
from ...model.summary import POSSIBLE
from ...pipeline import Project
from ...stages.bind.told_elsewhere import told_elsewhere
from ...stages.summarise import spoken, unset_of
from .direct import spots

COMPILED: Final = (
    '["compiled",',
    '["symbol",',
    '["overriding",',
    '["unit",',
)  # offers of a compiler's units, which are brought by themselves


def family_of(language: str) -> str:
    """The resolver that reads a language: names of one family mean nothing in another."""
    plugin: Language = shelf.load("flowscout.languages", language)
    return plugin.resolver


def answers(project: Project, paths: list[str], *, sparing: bool = False) -> Iterator[bytes]:
    """Of each file what it asked, of each function id, text digest, sentence digest and row, all sites, the names
    that it calls unsurely or outside, its counts, the lines of its functions, what it imports, what they unset and where
    they lock, free or exit; a unit of work.
    sparing: what was read of a file is let go."""
    for path in paths:
        language: Language = shelf.load("flowscout.languages", project.files[path].language)
        family = language.resolver
        asking = Recorder(project.lookups[family])
        rows = project.rows_of(path, asking)
        facts = project.files[path].functions
        speaking = [told_elsewhere(path, each, language, asking) for each in facts]
        direct = list(spots(project, path, language, asking))
        asked = sorted({key_of(f"{family}:{kind}", name) for kind, name in asking.asked})
        yield dumps(
            (
                asked,
                [
                    (
                        id_,
                        digest(f.digest, f.doc, f.flags, f.decorators, f.kind, f.scope, f.parent < 0, f.ignore),
                        digest(*spoken(it)),
                        dumps_ascii(rows[id_]),
                    )
                    for id_, f, it in zip(project.ids[path], facts, speaking, strict=True)
                ],
                encode_sites(project.sites_of(path)),
                list(named(facts, project.sites_of(path))),
                counts_of(project.files[path], project.sites_of(path)),
                [each.line for each in facts],
                dumps_ascii(imported_of(project.files[path])),
                [
                    (id_, gone)
                    for id_, each in zip(project.ids[path], facts, strict=True)
                    if (gone := unset_of(each, rows[id_]))
                ],
                direct,
            )
        ).encode("utf-8", "surrogatepass")
        if sparing:
            project.let_go(path)


def targets(row: str) -> dict[str, int]:
    """Target -> how it is known, by the surest of the flows."""
    found: dict[str, int] = {}
    for target, how, *_ in loads(row)[1]:
        found[target] = min(how, found.get(target, POSSIBLE))
    return found


def evaluated(row: str) -> list[object]:
    """What effects are made of: own atoms, and the flows they travel by."""
    own, flows = loads(row)
    return [own, [flow for flow in flows if flow[1] != POSSIBLE]]


def travelling(row: str) -> set[str]:
    return {target for target, how in targets(row).items() if how != POSSIBLE}
