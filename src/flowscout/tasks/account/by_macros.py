"""What a macro of the project does to whoever uses it: of `CHECK(s != NULL)` that it leaves by `return -1` unless `s != NULL`.

In text it is a call like any other; written out it is a way out, with a question of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from ...border import within
from ...model.account import FLOW, Answer
from ...model.bound import BoundFunction
from ...model.facts import Call
from ...model.pattern import regex
from ...model.record import NamedTuple
from ...model.syntax import Body, If, Jump, Label, Loop, Raise, Return, Stmt, Switch, parts
from ...pipeline import Project
from ...stages import account as stage
from ...words.ticks import inside

CHECK: Final = "check"
_CALLS: Final = regex(r"(?:^|: )(?:Now|No longer) calls (?P<now>`(?P<call>[A-Za-z_]\w{0,80} ?\([^`]{0,400})`)")
_LONGEST: Final = 200  # characters of a statement, and of a question
_MOST: Final = 3  # ways out of one use that are told
_CAME, _GONE = 2, 0  # ranks


class _WayOut(NamedTuple):
    """site: the use, as an offset in the function. asked: the question, with `when` or `unless`; None where several decide.
    stays: a jump that goes on within what the macro stands for."""

    site: int
    stmt: Return | Raise | Jump
    asked: str | None
    stays: bool = False


def by_macros(before: Project, after: Project, told: Sequence[Answer]) -> list[Answer]:
    """Of a call that came, or is gone, how it leaves whoever makes it."""
    known: dict[tuple[bool, str], dict[str, list[tuple[_WayOut, str]]]] = {}
    return [within(one.unit, partial(_told, before, after, one, known), partial(_same, one)) for one in told]


def _same(one: Answer) -> Answer:
    return one


def _told(
    before: Project, after: Project, one: Answer, known: dict[tuple[bool, str], dict[str, list[tuple[_WayOut, str]]]]
) -> Answer:
    found = _CALLS.search(one.sentence) if one.how == FLOW and bool(one.before.line) != bool(one.after.line) else None
    new = bool(one.after.line)
    project = after if new else before
    if not found or one.unit not in project.functions:
        return one
    if (new, one.unit) not in known:
        known[new, one.unit] = _by_use(project.bound(one.unit))
    ways = known[new, one.unit].get(_flat(found["call"]), [])
    if not ways:
        return one
    how = " or ".join(dict.fromkeys([f"by {deed}" for _, deed in ways[:_MOST]]))
    sure = all(each.asked is not None for each, _ in ways)
    leaves = ("leaves" if sure else "can leave") if new else "left" if sure else "could leave"
    how = f"which {leaves} {how}"
    said, core = (each.replace(found["now"], f"{found['now']}, {how}", 1) for each in (one.sentence, one.core))
    return one._replace(rule=CHECK, sentence=said, core=core, rank=min(one.rank, _CAME if new else _GONE))


def _by_use(bound: BoundFunction) -> dict[str, list[tuple[_WayOut, str]]]:
    """The ways out by the call that is the use, each with what is done."""
    ways = _ways(bound)
    uses = _uses(bound) if ways else {}
    found: dict[str, list[tuple[_WayOut, str]]] = {}
    for each in ways:
        if each.site in uses:
            found.setdefault(_flat(uses[each.site]), []).append((each, _deed(bound, each)))
    return found


def ways_by_macros(project: Project, state: stage.State, id_: str) -> list[str]:
    """Of a function that is new: `returns `-1` by `CHECK` unless `n > 3``, with what governs it."""
    bound = project.bound(id_)
    ways = _ways(bound)
    uses = _uses(bound) if ways else {}
    around: dict[str, str] = {}
    for said in stage.placed(state, id_, [uses[each.site] for each in ways if each.site in uses]):
        _, call, under = said.split("`", 2)
        around.setdefault(call, under.strip())
    found: dict[str, list[str]] = {}
    for each in ways:
        use = uses.get(each.site, "")
        if name := use.partition("(")[0].strip():
            asked = ", ".join(filter(None, (each.asked or "", around.get(_flat(use), ""))))
            found.setdefault(f"{_doing(bound, each.stmt)} by `{name}`", []).append(asked)
    return [f"{deed} {' or '.join(dict.fromkeys(filter(None, those)))}".rstrip() for deed, those in found.items()]


def _uses(bound: BoundFunction) -> dict[int, str]:
    """Calls of the function's own text by where they begin, as written."""
    sites = {site for _, _, site in bound.origins}
    calls = {call.start: call.end for call in sorted(bound.facts.calls, key=_end) if call.start in sites}
    return {start: bound.read(start, end) for start, end in calls.items() if end - start <= _LONGEST}


def _end(call: Call) -> int:
    return call.end


def _shown(text: str) -> str:
    """As it can be quoted."""
    text = inside(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _flat(text: str) -> str:
    return " ".join(text.split())


def _deed(bound: BoundFunction, way: _WayOut) -> str:
    text = _shown(_flat(bound.read(way.stmt.start, way.stmt.end)).rstrip("; "))
    return " ".join(filter(None, (f"`{text}`", way.asked or "")))


def _doing(bound: BoundFunction, stmt: Return | Raise | Jump) -> str:
    text = _flat(bound.read(stmt.start, stmt.end)).rstrip("; ")
    word, _, value = _shown(text).partition(" ")
    if isinstance(stmt, Jump):
        return f"goes to `{stmt.label}`" if stmt.keyword == "goto" else f"leaves by `{text}`"
    verb = "returns" if word.endswith("return") else "raises"
    return f"{verb} `{value}`" if value else verb


def _ways(bound: BoundFunction) -> list[_WayOut]:
    """In the order of the uses."""
    own = min((first for first, _, _ in bound.origins), default=0)
    found = sorted(_left(bound, own), key=lambda each: (each.site, each.stmt.start)) if own else []
    sites = [each.site for each in found]
    # behind another way, or a jump within the macro, it is not known to be come to
    ways = [each._replace(asked=None) if at and sites[at - 1] == each.site else each for at, each in enumerate(found)]
    return [each for each in ways if not each.stays]


def _left(bound: BoundFunction, own: int) -> Iterator[_WayOut]:
    """own: where the function's own text ends."""
    labels = {stmt.name for stmt in _under(bound.statements) if isinstance(stmt, Label) and stmt.start >= own}
    waiting: list[tuple[Body, tuple[str, ...], bool, bool]] = [(bound.statements, (), False, False)]
    while waiting:
        body, asked, loop, switch = waiting.pop()
        for stmt in body:
            made = stmt.start >= own
            if isinstance(stmt, Return | Raise | Jump):
                stays = isinstance(stmt, Jump) and (
                    stmt.label in labels if stmt.keyword == "goto" else loop or (switch and stmt.keyword == "break")
                )
                if made:
                    question = "" if not asked else asked[0] if len(asked) == 1 and asked[0] else None
                    yield _WayOut(bound.site(stmt.start), stmt, question, stays)
            elif made and isinstance(stmt, If):
                test = bound.read(stmt.test.start, stmt.test.end)
                waiting.append((stmt.then, (*asked, _question(test, True)), loop, switch))
                waiting.append((stmt.orelse, (*asked, _question(test, False)), loop, switch))
            else:
                once = isinstance(stmt, Loop) and stmt.style == "do" and _once(bound, stmt)
                inner = (*asked, "") if made and not once else asked
                again = made and isinstance(stmt, Loop)
                waiting += [
                    (each, inner, loop or again, switch or (made and isinstance(stmt, Switch))) for each in parts(stmt)
                ]


def _once(bound: BoundFunction, loop: Loop) -> bool:
    """`do { … } while (0)`."""
    return loop.test is not None and bound.read(loop.test.start, loop.test.end).strip("() ") in ("0", "false", "NULL")


def _under(body: Body) -> Iterator[Stmt]:
    waiting = [body]
    while waiting:
        for stmt in waiting.pop():
            yield stmt
            waiting += parts(stmt)


def _question(test: str, holds: bool) -> str:
    """`unless `a`` of `!(a)`, "" of what is too long."""
    if len(test) > 4 * _LONGEST:
        return ""
    text = _bare(_flat(test))
    while text.startswith("!") and _bare(text[1:].strip()) != text[1:].strip():
        text, holds = _bare(text[1:].strip()), not holds
    if text.startswith("!") and text[1:].replace("_", "").replace("->", "").replace(".", "").isalnum():
        text, holds = text[1:], not holds
    if not text or len(text) > _LONGEST or "`" in text:
        return ""
    return f"{'when' if holds else 'unless'} `{text}`"


def _bare(text: str) -> str:
    """Without brackets round all of it."""
    while text.startswith("(") and text.endswith(")") and _closed(text):
        text = text[1:-1].strip()
    return text


def _closed(text: str) -> bool:
    """Whether the first bracket is closed by the last one."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return at == len(text) - 1
    return False
