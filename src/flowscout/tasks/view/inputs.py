"""What the drawing of one function is made of, apart from the project around it, as a digest.

Its own bytes, its facts without its place in the file (no line stands on a page), and where its calls lead, and those of what it
makes on the way. The rest
(callees' sentences and effects, its own effects, macros and the like that drawing looked up) is followed by `update`.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from ...engine.digest import digest
from ...model.codec import dumps
from ...pipeline import Project
from ..called import heard
from ..closures import all_in

_SHORT: Final = 16


def inputs_of(project: Project, id_: str) -> str:
    path, position = project.place(id_)
    facts = project.files[path].functions[position]
    text = project.sources(path)[facts.start : facts.end]
    detail = facts.detail if isinstance(facts.detail, str) else dumps(facts.detail)
    placeless = facts._replace(start=0, end=0, line=0, end_line=0, detail=detail)
    sites = project.sites_of(path)
    inner = [sites[project.place(each)[1]] for each in all_in(project, id_)]
    return digest(project.files[path].language, sha256(text).hexdigest(), placeless, sites[position], *inner)


def told_of(project: Project, id_: str) -> str:
    """What its callees say of themselves on its page: a word of short digests."""
    return ",".join([f"{_short(callee)}{says_of(project, callee)}" for callee in heard(project, id_)]) or "-"


def says_of(project: Project, callee: str) -> str:
    return _short(project.sentence(callee))


def heard_of(told: str, callee: str) -> str:
    """What a callee said on a page, of all that the page was `told`; "" where it does not stand there."""
    return {each[:_SHORT]: each[_SHORT:] for each in told.split(",")}.get(_short(callee), "")


def _short(text: str) -> str:
    return digest(text)[:_SHORT]
