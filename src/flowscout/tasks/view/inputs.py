"""What the drawing of one function is made of, apart from the project around it, as a digest.

Its own bytes, its facts without its place in the file (no line stands on a page), and where its calls lead. The rest
(callees' sentences and effects, its own effects, macros and the like that drawing looked up) is followed by `update`.
"""

from __future__ import annotations

from hashlib import sha256

from ...engine.digest import digest
from ...model.codec import dumps
from ...pipeline import Project


def inputs_of(project: Project, id_: str) -> str:
    path, position = project.place(id_)
    facts = project.files[path].functions[position]
    text = project.sources(path)[facts.start:facts.end]
    detail = facts.detail if isinstance(facts.detail, str) else dumps(facts.detail)
    placeless = facts._replace(start=0, end=0, line=0, end_line=0, detail=detail)
    return digest(project.files[path].language, sha256(text).hexdigest(), placeless, project.sites_of(path)[position])


def told_of(project: Project, id_: str) -> str:
    """What its callees say of themselves, as a digest."""
    return digest(*[project.sentence(callee) for callee in project.callees(id_)])
