"""With which status the program is left where something is so: `which exit code is returned when the input cannot be read`.

The ways out are calls that leave the program and the constants that C's `main` returns. Told are those whose conditions or lines say what is asked;
where none does, what is known of the kind is named beside the refusal, and no answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....llm.stems import ADVERSE_STEMS, stem
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from ...codes import NO_RESULTS, Failed
from ...conditions import told, under
from ...own import exiting, line_at
from ..here import Found, Here, at
from ..question.sought import LITTLE, sought
from ..question.tokens import LONGEST
from ..scored import held_by

_ASKS: Final = regex(
    r"(?i)(?:which|what|with (?:which|what)) (?:is the )?(?:exit|return|process exit) (?:codes?|status(?:es)?)\b(?P<rest>.{0,120}?) (?:when|if|on|upon|after|in case(?: of)?|where|once) (?P<clause>\S.{2,200})$"
)
_INSIDE: Final = regex(r"(?<!\w)\w{1,60}(?:\(\)|_\w{1,60})")  # a function is named: what it returns is another question
_CONSTANT: Final = regex(rb"\breturn\s{1,3}\(?(-?\d{1,4}|EXIT_\w{1,40}|EX_\w{1,40})\)?\s{0,3};")
KNOWN: Final = 3
ABOVE: Final = 2  # lines before a way out that tell of it: a message
DENYING: Final = ADVERSE_STEMS | {stem(one) for one in ("cannot", "unable", "without", "not")}
DENIED: Final = " Whether a condition says that it fails is for the reader."
NOTE: Final = "Ways out of the program whose conditions or lines say so; one through a library, or of what nobody catches, is not seen."


def exit_code(here: Here, question: str) -> Found | Failed | None:
    """None where nothing says when, or a function is named."""
    asked = _ASKS.match(" ".join(question[:LONGEST].split()).rstrip("?!. "))
    said = sought(asked["clause"]) if asked else []
    words = [word for word in said if stem(word.given.lower()) not in DENYING]  # those that say little, too
    if asked is None or not any(word.weight > LITTLE for word in words) or _INSIDE.search(question):
        return None
    rows = list(_ways_out(here))
    kept = [line for line, text in rows if len(held_by(words, text)) == len(words)]
    if kept:
        denied = "" if len(words) == len(said) else DENIED
        return Found(tuple(dict.fromkeys(kept)), (), f"{NOTE}{denied}", weighed=True)
    known = "; ".join(f"{line.text[:110]} ({line.path}:{line.line})" for line, _ in rows[:KNOWN])
    more = f", and {len(rows) - KNOWN} more" if len(rows) > KNOWN else ""
    told_ = f". Ways out that I know: {known}{more}" if known else ""
    return Failed(NO_RESULTS, f"I find no way out of the program whose conditions say `{asked['clause'][:80]}`{told_}")


def _ways_out(here: Here) -> Iterator[tuple[Cited, bytes]]:
    """Each with all that says when it is taken."""
    project = here.project
    for id_, one in sorted(project.functions.items()):
        if is_aside(one.path) or not here.inside(one.path):
            continue
        lines = {line for line, _ in exiting(project, id_, "")}
        is_main = one.facts.name == "main" and one.language.resolver == "cfamily"
        if not lines and not is_main:
            continue
        text = project.sources(one.path)[one.facts.start : one.facts.end]
        calls = [(call.start, call.end) for call in one.facts.calls if "exit" in call.name.lower()]
        ends = [(begin, end) for begin, end in calls if line_at(project, id_, begin) in lines]
        ends += [(found.start(), found.end()) for found in _CONSTANT.finditer(text)] if is_main else []
        for begin, end in sorted(ends):
            conditions = under(project, id_, begin)
            when = told(conditions)
            so = " ".join(one.said for one in conditions if one.holds)  # what has to be false says the opposite
            code = " ".join(text[begin:end].decode("utf-8", "replace").split())[:80].rstrip(";")
            line = line_at(project, id_, begin)
            beside = b" ".join((code.encode(), so.encode(), _before(text, begin)))
            yield at(project, id_, f"{qualified_of(id_)}: `{code}`{when}", line), beside


def _before(text: bytes, begin: int) -> bytes:
    """The lines before that stand as deep, and lead there alone."""
    rows = text[:begin].split(b"\n")
    deep, kept = len(rows[-1]) - len(rows[-1].lstrip()), list[bytes]()
    for row in reversed(rows[-ABOVE - 1 : -1]):
        if len(row) - len(row.lstrip()) < deep or row.strip().startswith(b"}"):
            break
        kept.append(row)
    return b" ".join(kept)
