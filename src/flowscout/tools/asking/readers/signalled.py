"""Who sends a signal: `which functions send SIGTERM`. The calls that send one by their name and are given it."""

from __future__ import annotations

from typing import Final

from ....model.pattern import regex
from ....model.product import is_aside
from ....words.names import has_word
from ...conditions import told, under
from ...own import line_at
from ..here import Found, Here, at, label
from ..question.tokens import one_line

_ASKS: Final = regex(
    r"(?i)(?:(?:who|what|which (?:functions?|code|methods?)|where (?:does it|do we|does the \w{2,20})) sends? (?:an? |the )?`?(?P<signal>SIG[A-Z0-9]{2,9})`?(?: signals?)?|where (?:is|are) (?:an? |the )?`?(?P<sent>SIG[A-Z0-9]{2,9})`?(?: signals?)? sent)(?: to (?:the |a |its )?[\w ]{2,40})?$"
)
_SENDS: Final = regex(
    r"(?i)(?:^|_)(?:(?:pthread_|tg|t)?kill(?:pg|_process)?|raise|sigqueue|send_?signal|signal_send|process_kill)$"
)
NOTE: Final = (
    "By the names of calls that are given it; whether it arrives, and what is sent by another name, is not told."
)


def signalled(here: Here, question: str) -> Found | None:
    """None where it is no such question, or no such call is given the signal."""
    asked = _ASKS.match(one_line(question).rstrip("?!. "))
    if asked is None:
        return None
    name, project, rows = (asked["signal"] or asked["sent"]).upper(), here.project, []
    for id_, one in sorted(here.holders(name)):
        text = project.bound(id_).text if not is_aside(one.path) and one.facts.kind != "module" else b""
        for call in one.facts.calls if text else ():
            code = " ".join(text[call.start : call.end].decode("utf-8", "replace").split())
            if _SENDS.search(call.name) and has_word(code, name):
                when = told(under(project, id_, call.start))
                rows.append(at(project, id_, f"{label(project, id_)}: `{code[:100]}`{when}", line_at(project, id_, call.start)))  # fmt: skip
    return Found(tuple(dict.fromkeys(rows)), (), NOTE, weighed=True) if rows else None
