"""What is used where a variable of the environment is not set, in C: `which editor is started if LAMP_EDITOR is not set`.

The variable that is given what is read is given something else in the same function, each under its conditions. Which of them holds then is for the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....model.product import is_aside
from ...conditions import told, under
from ...own import line_at
from ..here import Found, Here, at, label
from ..keys import environment_reads
from ..question.reasked import UNSET
from ..question.tokens import LONGEST

_GIVEN: Final = (
    r"(?<![\w.>])(?P<name>[A-Za-z_]\w{0,60})\s{0,3}=\s{0,3}(?:\([\w *]{1,30}\)\s?)?[\w:]{1,40}\s?\(\s?[\"']%s[\"']\s?\)"
)
_AGAIN: Final = r"(?<![\w.>])%s\s{0,3}=(?!=)\s{0,3}([^;\n]{1,120});"
NOTE: Final = "What it is given besides, in the same function; under which conditions, I quote, and weigh none."


def instead(here: Here, question: str) -> Found | None:
    """None where it is no such question, or nothing else is given."""
    asked = UNSET.match(question[:LONGEST])
    rows = list(_others(here, asked[1])) if asked else []
    return Found(tuple(dict.fromkeys(rows)), (), NOTE, weighed=True) if rows else None


def _others(here: Here, name: str) -> Iterator[Cited]:
    project = here.project
    for path in here.holding(name):
        if is_aside(path) or not here.inside(path):
            continue
        for _, read, id_ in environment_reads(here, path):
            if read != name or not id_:
                continue
            one = project.functions[id_]
            text = project.sources(path)[one.facts.start : one.facts.end].decode("latin-1")
            given = re.search(_GIVEN % re.escape(name), text)
            if given is None:
                continue
            for found in re.finditer(_AGAIN % re.escape(given["name"]), text):
                if found.start() > given.start():
                    code = " ".join(found[0].rstrip(";").encode("latin-1").decode("utf-8", "replace").split())
                    when = told(under(project, id_, found.start()))
                    yield at(project, id_, f"{label(project, id_)}: `{code}`{when}", line_at(project, id_, found.start()))  # fmt: skip
