"""Who runs another program: `which functions run git` is each call that is given `["git", …]`, or a text that begins so, to start it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....llm.stems import stem
from ....model.pattern import regex
from ....model.product import is_aside
from ....words.names import lower
from ...conditions import told, under
from ...own import line_at
from ..here import Found, Here, at, label
from ..question.tokens import one_line
from ..verbs import same_as

_ASKS: Final = regex(
    r"(?i)(?:who|what|where|which (?:functions?|methods?|code|places?)) (?:(?:do|does|is|are|we) ){0,2}(?:runs?|executes?|starts?|invokes?|spawns?|launch(?:es)?|calls?) (?:the |an? |external )?`?(?P<name>[a-z][\w.+-]{1,40})`?(?: (?:commands?|programs?|binary|executables?|process(?:es)?|tool|subprocess(?:es)?))(?: (?:run|executed|started|called|invoked))?$"
)
_STARTS: Final = ("system", "popen", "subprocess", "output", "call", "exec")
WIDE: Final = 110
NOTE: Final = "By calls that start a program or a command of that name; one that is put together elsewhere is not seen."


def programs_run(here: Here, question: str) -> Found | None:
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    if asked is None:
        return None
    paths = [path for path in here.holding(asked["name"]) if not is_aside(path) and here.inside(path)]
    said = tuple(dict.fromkeys(line for path in paths for line in _in(here, path, asked["name"])))
    return Found(said, (), NOTE, len(said), weighed=True) if said else None


def _in(here: Here, path: str, name: str) -> Iterator[Cited]:
    project, source = here.project, here.project.sources(path)
    one = re.escape(name.encode())
    listed = re.compile(rb"\(\s{0,40}[\[{(]\s{0,40}b?[\"']%b[\"']\s{0,9}[,\])}]" % one)
    first = re.compile(rb"\(\s{0,40}[fb]?[\"']%b(?:[\"']| )" % one)
    for id_ in project.ids.get(path, ()):
        facts = project.functions[id_].facts
        if facts.kind == "module" or name.encode() not in source[facts.start : facts.end]:
            continue
        for call in facts.calls:
            text = source[facts.start + call.start : facts.start + call.end]
            opened = text[text.find(b"(") :]
            starts = any(stem(word) in same_as("run") or word.startswith(_STARTS) for word in lower(call.name))
            if call.kind == "call" and starts and (listed.match(opened) or first.match(opened)):
                code = " ".join(text.decode("utf-8", "replace").split()).replace("`", "'")
                shown = code if len(code) <= WIDE else f"{code[: WIDE - 2]} …"
                yield at(project, id_, f"{label(project, id_)}: `{shown}`{told(under(project, id_, call.start))}", line_at(project, id_, call.start))  # fmt: skip
