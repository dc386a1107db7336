"""With which status the program is left where something is so: `which exit code is returned when the input cannot be read`.

The ways out are calls that leave the program and the constants that C's `main` returns. Told are those whose conditions or lines say what is asked;
where none does, what is known of the kind is named beside the refusal, and no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....llm.stems import ADVERSE_STEMS, stem
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from ....pipeline import Project
from ...codes import NO_RESULTS, Failed
from ...conditions import told, under
from ...own import exiting, line_at, returned
from ..here import Found, Here, at
from ..question.sought import LITTLE, sought
from ..question.tokens import one_line
from ..scored import held_by

_WHEN: Final = (
    r"(?:when|if|on|upon|after|in case(?: of)?|where|once) (?:there (?:is|are|was|were) )?(?P<clause>\S.{2,200})"
)
_ASKS: Final = (
    regex(rf"(?i)(?:which|what|with (?:which|what)) (?:is the )?(?:exit|return|process exit) (?:codes?|status(?:es)?)\b(?P<rest>.{{0,120}}?) {_WHEN}$"),
    regex(rf"(?i)what (?:does|do|will|would|can) (?:it|we|one|the (?:program|process|tool|command|server|daemon)|(?P<who>[A-Za-z][A-Za-z0-9-]{{1,40}})) (?:exit|quit|terminate|end|leave|return) with (?P<rest>){_WHEN}$"),
)  # fmt: skip
_INSIDE: Final = regex(r"(?<!\w)\w{1,60}(?:\(\)|_\w{1,60})")  # a function is named: what it returns is another question
_CONSTANT: Final = regex(rb"\breturn\s{1,3}\(?(-?\d{1,4}|EXIT_\w{1,40}|EX_\w{1,40})\)?\s{0,3};")
_NONE: Final = regex(
    r"(?i)(?:no|neither|without|zero) "
)  # of what is not there, a condition that names it says the opposite
_SAYS_NONE: Final = regex(rb"(?i)(?<![a-z])(?:no|not|none|without|missing|empty)(?![a-z])|n't")
_SIMPLY: Final = ("only", "just", "merely")
KNOWN: Final = 3
ABOVE: Final = 2  # lines before a way out that tell of it: a message
DENYING: Final = ADVERSE_STEMS | {stem(one) for one in ("cannot", "unable", "without", "not")}
DENIED: Final = " Whether a condition says that it fails is for the reader."
NOTE: Final = "Ways out of the program whose conditions or lines say so; one through a library, or of what nobody catches, is not seen."


def exit_code(here: Here, question: str) -> Found | Failed | None:
    """None where nothing says when, or a function is named."""
    plain = one_line(question).rstrip("?!. ")
    asked = next((found for form in _ASKS if (found := form.match(plain))), None)
    said = [word for word in sought(asked["clause"]) if word.given.lower() not in _SIMPLY] if asked else []
    words = [word for word in said if stem(word.given.lower()) not in DENYING]  # those that say little, too
    if asked is None or not any(word.weight > LITTLE for word in words) or _INSIDE.search(question):
        return None
    if (who := asked.groupdict().get("who")) and any(one.facts.name == who for one in here.project.named(who).values()):
        return None
    rows = list(_ways_out(here))
    none = _NONE.match(asked["clause"]) is not None
    kept = [line for line, text in rows if len(held_by(words, text)) == len(words) and (not none or _SAYS_NONE.search(text))]  # fmt: skip
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
    mains = _giving(project)
    for id_, one in sorted(project.functions.items()):
        if is_aside(one.path) or not here.inside(one.path):
            continue
        lines = {line for line, _ in exiting(project, id_, "")}
        is_main = id_ in mains
        if not lines and not is_main:
            continue
        text = project.sources(one.path)[one.facts.start : one.facts.end]
        calls = [(call.start, call.end) for call in one.facts.calls if "exit" in call.name.lower()]
        ends = [(begin, end) for begin, end in calls if line_at(project, id_, begin) in lines]
        ends += [(found.start(), found.end()) for found in _CONSTANT.finditer(text)] if is_main else []
        ends += _held(text, [text[begin:end] for begin, end in ends], is_main=is_main)
        for begin, end in sorted(ends):
            conditions = under(project, id_, begin)
            when = told(conditions)
            so = " ".join(one.said for one in conditions if one.holds)  # what has to be false says the opposite
            code = " ".join(text[begin:end].decode("utf-8", "replace").split())[:80].rstrip(";")
            line = line_at(project, id_, begin)
            beside = b" ".join((code.encode(), so.encode(), _before(text, begin)))
            yield at(project, id_, f"{qualified_of(id_)}: `{code}`{when}", line), beside


def _giving(project: Project) -> frozenset[str]:
    """C's `main`, and what it gives back the value of: `return run(argc, argv)`."""
    found = {id_ for id_, one in project.named("main").items() if one.facts.name == "main" and one.language.resolver == "cfamily" and qualified_of(id_) == "main"}  # fmt: skip
    waiting = list(found)
    while waiting:
        id_ = waiting.pop()
        facts, text = project.functions[id_].facts, project.bound(id_).text
        given = {name for _, said in returned(project, id_, "") if (name := _GIVES.match(said))}
        names = {one[1] for one in given}
        for site in project.resolved(id_) if names else ():
            call = facts.calls[site.site]
            if call.name in names and len(site.targets) == 1 and text[: call.start].rstrip().endswith((b"return", b"return(")):  # fmt: skip
                waiting += [other for other in site.targets if other not in found]
                found |= set(site.targets)
    return frozenset(found)


def _held(text: bytes, ends: list[bytes], *, is_main: bool) -> list[tuple[int, int]]:
    """Where a variable is given the status that the program is left with later: `sys.exit(code)`, and `return code;` of `main`."""
    names = {found[1] for end in ends if (found := _LEFT_WITH.search(end))}
    names |= {found[1] for found in _RETURNED.finditer(text)} if is_main else set()
    rows = [found for name in names for found in re.finditer(rb"(?<![\w.>])%b\s{0,3}=\s{0,3}(?!=)[^\n;]{1,80}" % re.escape(name), text)]  # fmt: skip
    return [(found.start(), found.end()) for found in rows if _STATUS.search(found[0])]


_GIVES: Final = regex(r"return\s{1,3}\(?(\w{1,80})\(")
_LEFT_WITH: Final = regex(rb"exit\(\s{0,3}([A-Za-z_]\w{0,60})\s{0,3}\)$")
_RETURNED: Final = regex(rb"\breturn\s{1,3}\(?([a-z_]\w{0,60})\)?\s{0,3};")
_STATUS: Final = regex(rb"=[^=].{0,60}?(?<!\w)(?:-?\d{1,3}|EXIT_\w{1,40}|EX_\w{1,40})(?!\w)")


_APART: Final = (b"}", b"return", b"if", b"else", b"for", b"while", b"case", b"raise", b"goto", b"break", b"continue")


def _before(text: bytes, begin: int) -> bytes:
    """The lines before that stand as deep, and lead there alone."""
    rows = text[:begin].split(b"\n")
    deep, kept = len(rows[-1]) - len(rows[-1].lstrip()), list[bytes]()
    for row in reversed(rows[-ABOVE - 1 : -1]):
        if len(row) - len(row.lstrip()) < deep or row.strip().startswith(_APART):
            break
        kept.append(row)
    return b" ".join(kept)
