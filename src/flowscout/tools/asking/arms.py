"""What is done where a call has failed: in the arm of the test of what it gave, or in the handler around it.

Which answer to a test is the failing one is told by its form: `== NULL`, `< 0`, `!x`, `!= OK`. Where the form may be either (`if (close(fd))`), it is the arm that
ends in an error, and nothing is told where both do or none.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ...llm.stems import stem
from ...model.action import EXIT, SemanticAction
from ...model.facts import Call
from ...model.flow import FlowEdge, FunctionCFG, Op
from ...model.pattern import regex
from ...pipeline import Project
from ...words.names import lower
from ..own import line_at, returned
from .pointers import of_pointer

TESTS: Final = 3  # that are read of one result
UNWIND: Final = "unwind"  # how a manager is left by an error
FAR: Final = 40  # lines behind the call in which it is tested
_KEPT: Final = regex(r"(?P<name>[A-Za-z_][\w.>\[\]-]{0,60}+)\s{0,3}=(?!=)")
_COMPARED: Final = regex(r"^(?P<left>[^=!<>]{1,60}) ?(?P<how>==|!=|<=|>=|<|>) ?(?P<right>[^=!<>]{1,60})$")
_GIVEN: Final = regex(r"\w\(@\s?,|,\s?@\s?[,)]")  # `0 != fcntl(fd, F_SETFL)`
_TURNED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NONE: Final = frozenset(["NULL", "nullptr", "None", "-1", "- 1", "false", "False", "FALSE"])
_PLAIN: Final = regex(r"^(?P<not>!|not )?\(?@(?:(?:\.|->)(?P<asks>\w{1,40})(?:\(\))?)?\)?$")
_IS: Final = regex(r" is (not )?")
_BAD: Final = frozenset(map(stem, ("fail", "failed", "error", "err", "bad", "null", "invalid", "npos")))
_GOOD: Final = frozenset(map(stem, ("ok", "good", "valid", "open", "opened", "success", "succeeded")))


class AskedArm(NamedTuple):
    """steps: what is done there, in the order of the source. how: the test, or the handler, as it is written."""

    how: str
    steps: tuple[SemanticAction, ...]
    caught: bool = False


def arms(project: Project, id_: str, call: Call) -> list[AskedArm]:
    """None where nothing looks at whether it failed, as far as that can be seen in this function."""
    cfg, text = project.cfg(id_), project.bound(id_).text
    held = [
        (block.id, op) for block in cfg.blocks for op in block.ops if op.start <= call.start < op.end and not block.dead
    ]
    if not held:
        return []
    block, op = min(held, key=lambda one: one[1].end - one[1].start)
    tests = _plainly(list(_tests(cfg, text, op, call)))
    found = [arm for test in tests if (arm := _failing(project, id_, call, *test))]
    found += [AskedArm(how, _one_case(project, id_, case)) for how, case in _cases(cfg, text, op, call)]
    return found + [_handled(project, id_, text, caught) for caught in _caught(cfg, block)]


def _plainly(tests: list[tuple[Op, str]]) -> list[tuple[Op, str]]:
    """Where a test says by its form that it failed, another one of the same result asks for something else: `pid == 0` beside `pid == -1`."""
    sure = [test for test in tests if fails_on(test[1]) is not None] or tests
    strictly = any(fails_on(said) for _, said in sure)
    return [
        test for test in sure if not (strictly and _ABOVE.search(test[1]))
    ]  # 0 is no failure where `< 0` is asked too


_ABOVE: Final = regex(r"@ ?> ?0(?!\w)|(?<!\w)0 ?< ?@")


def ways_on(project: Project, id_: str, call: Call) -> list[tuple[str, int]]:
    """(how, block) of each place where control goes on once a call has failed: behind the failing answer to a test, at a handler, or out."""
    cfg, text = project.cfg(id_), project.bound(id_).text
    found = []
    held = [
        (block.id, op) for block in cfg.blocks for op in block.ops if op.start <= call.start < op.end and not block.dead
    ]
    op = min(held, key=lambda one: one[1].end - one[1].start)[1] if held else None
    for test, said in _plainly(list(_tests(cfg, text, op, call))) if op else ():
        fails, both = _answers(project, id_, call, test, said)
        surely = any(each.error for each in both[False]) and not any(each.type == EXIT for each in both[True])
        if fails is False and said.strip("() ") == "@" and not surely and not _is_truth(project, id_, call):
            continue  # a number, of which 0 may be success
        asked = next((block.id for block in cfg.blocks if test in block.ops and not block.dead), -1)
        kind = "true" if fails else "false"
        found += [
            (_how(_squeezed(text[test.start : test.end]), fails), edge.target)
            for edge in cfg.edges
            if fails is not None and edge.source == asked and edge.kind == kind
        ]
    found += [(how, case.target) for _, op in held for how, case in _cases(cfg, text, op, call)]
    blocks = {block for block, _ in held}
    return found + [("", edge.target) for edge in cfg.edges if edge.source in blocks and edge.kind == "raise"]


def _is_truth(project: Project, id_: str, call: Call) -> bool:
    """Whether it gives a truth, or an object: by the types of the functions that may be meant; of what is not known, a method is taken to."""
    known = {site.site: site.targets for site in project.resolved(id_)}
    number = project.functions[id_].facts.calls.index(call)
    results = {project.functions[one].facts.result for one in known.get(number, ())}
    if not results:
        return bool(call.sep) or project.functions[id_].language.resolver != "cfamily"
    return all("bool" in one.lower() or "*" in one or not one for one in results)


def looked_at(project: Project, id_: str, call: Call) -> bool:
    """Whether what a call gives is asked about in its function, whichever answer is the failing one."""
    cfg, text = project.cfg(id_), project.bound(id_).text
    held = [op for block in cfg.blocks for op in block.ops if op.start <= call.start < op.end]
    return any(True for op in held for kind in ("test", "switch") for _ in _tests(cfg, text, op, call, kind))


def _cases(cfg: FunctionCFG, text: bytes, op: Op, call: Call) -> Iterator[tuple[str, FlowEdge]]:
    """`case -1:` of `switch (pid = fork())`: how it is told, and the way there."""
    for switch, said in _tests(cfg, text, op, call, "switch"):
        asked = next((block.id for block in cfg.blocks if switch in block.ops and not block.dead), -1)
        for edge in cfg.edges if _WHOLE.fullmatch(said) else ():
            if edge.source == asked and edge.kind == "case" and fails_on(f"@ == {edge.label}"):
                yield f"{_squeezed(text[switch.start : switch.end])} is {edge.label}", edge


_WHOLE: Final = regex(r"\(?(?:[\w.>\[\]-]{1,60}\s?=\s?)?@\)?")


def _one_case(project: Project, id_: str, case: FlowEdge) -> tuple[SemanticAction, ...]:
    """The steps that are done only in that case."""
    cfg, leads = project.cfg(id_), _leads(project, id_)
    others = [edge.target for edge in cfg.edges if edge.source == case.source and edge.target != case.target]
    own = _reached(leads, case.target, case.source).difference(*(_reached(leads, one, case.source) for one in others))
    return _steps(project, id_, own, 0)


def _tests(cfg: FunctionCFG, text: bytes, op: Op, call: Call, kind: str = "test") -> Iterator[tuple[Op, str]]:
    """Each test of what the call gives, with `@` for that."""
    code = _squeezed(text[call.start : call.end])
    own = _squeezed(text[op.start : op.end])
    name = next((found["name"] for found in _KEPT.finditer(own.partition(code)[0])), "")
    if op.kind == kind and code:
        yield op, re.sub(r"\([\w.>\[\]-]{1,60}\s?=\s?@\)", "@", own.replace(code, "@"))
        return
    if not name or op.kind not in ("do", "enter"):
        return
    word = re.compile(rf"(?<![\w.>]){re.escape(name)}(?![\w(\[])")
    again = re.compile(rf"(?<![\w.>]){re.escape(name)}\s{{0,3}}=(?!=)")
    behind = sorted({one for block in cfg.blocks if not block.dead for one in block.ops if one.start >= op.end})
    met = 0
    for one in sorted(behind, key=lambda other: other.start):
        said = _squeezed(text[one.start : one.end])
        if one.kind == kind and word.search(said):
            met += 1
            yield one, of_pointer(text, name, word.sub("@", said))
        if met == TESTS or again.search(said):
            return


def _failing(project: Project, id_: str, call: Call, test: Op, said: str) -> AskedArm | None:
    if abs(line_at(project, id_, test.start) - line_at(project, id_, call.start)) > FAR:
        return None
    fails, both = _answers(project, id_, call, test, said)
    if fails is None or not both[fails]:
        return None
    return AskedArm(_how(_squeezed(project.bound(id_).text[test.start : test.end]), fails), both[fails])


def _answers(
    project: Project, id_: str, call: Call, test: Op, said: str
) -> tuple[bool | None, dict[bool, tuple[SemanticAction, ...]]]:
    """The answer that says that it failed, None where it may be either, and what is done with each."""
    if _GIVEN.search(said):
        return None, {True: (), False: ()}  # what is tested is what another call gives
    fails = fails_on(said)
    plain = said.strip("() ")
    known = plain in ("@", "!@") and (_gives_zero(project, id_, call) or _says_failure(project, id_, call))
    fails = plain == "@" if known else fails  # 0 says that it went well
    both = {holds: _only(project, id_, test, holds) for holds in (True, False)}
    if not known and plain in ("@", "!@") and _tells_truth(project, id_, call):
        return plain != "@", both
    wrong = [holds for holds, steps in both.items() if any(each.error for each in steps)]
    if not known and (fails is None or plain == "@"):
        fails = wrong[0] if len(wrong) == 1 else fails if plain == "@" and not wrong else None
    return fails, both


def _tells_truth(project: Project, id_: str, call: Call) -> bool:
    """Whether the called one does something and gives a truth, of which `return false` says that it could not."""
    facts = project.functions[id_].facts
    targets = next((site.targets for site in project.resolved(id_) if facts.calls[site.site] == call), ())
    asks = lower(call.name)[:1]
    if not targets or (asks and asks[0] in project.functions[id_].language.lexicon.predicates):
        return False
    values = {said.removeprefix("return").strip("; ()") for one in targets for _, said in returned(project, one, "")}
    truths = all("bool" in project.functions[one].facts.result.lower().split() for one in targets)
    return truths and {"true", "false"} <= values


def _says_failure(project: Project, id_: str, call: Call) -> bool:
    """Whether the called one gives the answer to whether it failed: `return fp == NULL`."""
    number = project.functions[id_].facts.calls.index(call)
    targets = next((site.targets for site in project.resolved(id_) if site.site == number), ())
    given = [said for one in targets for _, said in returned(project, one, "")]
    return bool(given) and any(_FAILED.search(said.rstrip("; ")) for said in given)


_FAILED: Final = regex(r"(?:==\s?(?:nullptr|NULL|-1)|<\s?0)\)?$")


def _gives_zero(project: Project, id_: str, call: Call) -> bool:
    """A function of C's own library that gives 0 where it went well, and not one of the project of that name."""
    if call.name not in _ZERO or call.sep or project.functions[id_].language.resolver != "cfamily":
        return False
    return not any(one.facts.name == call.name for one in project.named(call.name).values())


_ZERO: Final = frozenset(
    [
        "access",
        "faccessat",
        "stat",
        "lstat",
        "fstat",
        "unlink",
        "remove",
        "rename",
        "mkdir",
        "rmdir",
        "chdir",
        "fchdir",
        "chroot",
        "chmod",
        "fchmod",
        "chown",
        "truncate",
        "ftruncate",
        "link",
        "symlink",
        "bind",
        "listen",
        "connect",
        "setsockopt",
        "getsockopt",
        "getsockname",
        "getpeername",
        "close",
        "fclose",
        "fflush",
        "fseek",
        "setuid",
        "setgid",
        "seteuid",
        "setegid",
        "sigaction",
        "pipe",
        "socketpair",
        "tcsetattr",
        "tcgetattr",
        "gettimeofday",
        "clock_gettime",
        "flock",
        "fsync",
        "utime",
        "utimes",
        "setenv",
        "daemon",
    ]
)


def _how(said: str, holds: bool) -> str:
    return said if holds else f"not {said}" if said.replace("_", "").isalnum() else f"not ({said})"


def fails_on(said: str) -> bool | None:
    """The answer to a test that says that what stands as `@` has failed; None where it may be either."""
    plain = said.strip()
    while (
        plain.startswith("(")
        and plain.endswith(")")
        and plain.count("(") == plain.count(")")
        and ")" not in plain[1:-1].partition("(")[0]
    ):
        plain = plain[1:-1].strip()
    if compared := _COMPARED.match(_IS.sub(lambda one: "!=" if one[1] else "==", plain)):
        left, how, right = (compared[part].strip() for part in ("left", "how", "right"))
        return _compared(how, right) if left == "@" else _compared(_TURNED.get(how, how), left) if right == "@" else None  # fmt: skip
    found = _PLAIN.match(plain)
    if found is None:
        return None
    asks = {stem(word) for word in lower(found["asks"] or "")}
    if found["asks"] and not asks & (_BAD | _GOOD):
        return None
    return (bool(found["not"]) is not bool(asks & _BAD)) if found["asks"] else bool(found["not"])


def _compared(how: str, other: str) -> bool | None:
    if how in _TURNED:
        return how.startswith("<") if other == "0" else None
    if other == "0":
        return True if how == "!=" else None  # a status; that it is 0 may be either
    words = {stem(word) for word in lower(other)}
    if other in _NONE or words & _BAD:
        return how == "=="
    return how == "!=" if words & _GOOD else None


def _only(project: Project, id_: str, test: Op, holds: bool) -> tuple[SemanticAction, ...]:
    """The steps that are done only with that answer to a test, which may be one of several operands."""
    cfg = project.cfg(id_)
    asked = next((block.id for block in cfg.blocks if test in block.ops and not block.dead), -1)
    ways = {edge.kind: edge.target for edge in cfg.edges if edge.source == asked}
    if not {"true", "false"} <= ways.keys():
        return ()
    owner = cfg.blocks[asked].owner  # in a loop the other operands of the question lead to both arms again
    whole = {asked, *(block.id for block in cfg.blocks if owner >= 0 and block.owner == owner)}
    arms_ = (ways[kind] for kind in (("true", "false") if holds else ("false", "true")))
    leads = {block: targets for block, targets in _leads(project, id_).items() if block == asked or block not in whole}
    own, other = (_reached(leads, way, asked) for way in arms_)
    return _steps(project, id_, own - other, test.end)


@lru_cache(maxsize=64)
def _leads(project: Project, id_: str) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for edge in project.cfg(id_).edges:
        found.setdefault(edge.source, []).append(edge.target)
    return found


def _reached(leads: dict[int, list[int]], start: int, without: int) -> set[int]:
    waiting, seen = [start], {start} - {without}
    while waiting:
        for target in leads.get(waiting.pop(), ()):
            if target not in seen and target != without:
                seen.add(target)
                waiting.append(target)
    return seen


def _steps(
    project: Project, id_: str, blocks: set[int], start: int, end: float = math.inf
) -> tuple[SemanticAction, ...]:
    found = {
        each.start: each
        for each in project.actions(id_)
        if each.block in blocks and start <= each.start < end and _acts(project, id_, each)
    }
    return tuple(found[at] for at in sorted(found))


def _acts(project: Project, id_: str, each: SemanticAction) -> bool:
    op = project.cfg(id_).blocks[each.block].ops[each.op].kind
    return bool(each.text.strip()) and op not in ("test", "switch", "each", "variant", "catch", "leave")


def _caught(cfg: FunctionCFG, block: int) -> Iterator[Op]:
    """The handlers that an error of a block is held against."""
    waiting, seen = [block], {block}
    while waiting:
        here = waiting.pop()
        for edge in cfg.edges:
            if edge.source != here or edge.kind != "raise" or edge.target in seen:
                continue
            seen.add(edge.target)
            ops = cfg.blocks[edge.target].ops
            if ops and (
                ops[0].kind == "catch"
                or (ops[0].role == UNWIND and any(other.label for other in cfg.edges if other.source == edge.target))
            ):
                yield ops[0]
            if not ops or ops[0].kind in ("catch", "leave"):
                waiting.append(edge.target)


def _handled(project: Project, id_: str, text: bytes, caught: Op) -> AskedArm:
    cfg = project.cfg(id_)
    if caught.role == UNWIND:  # a manager that keeps the error
        return AskedArm(f"with {_squeezed(text[caught.start : caught.end])}", (), caught=True)
    head = _squeezed(text[caught.start : caught.end].partition(b"\n")[0].partition(b"#")[0]).rstrip(": {")
    every = {
        op.start for block in cfg.blocks for op in block.ops if op.kind == "catch" and op.statement == caught.statement
    }
    end = min((start for start in every if start > caught.start), default=cfg.statements[caught.statement][1])
    block = next(block.id for block in cfg.blocks if caught in block.ops)
    return AskedArm(head, _steps(project, id_, _reached(_leads(project, id_), block, -1), caught.end, end), caught=True)


def _squeezed(text: bytes) -> str:
    return " ".join(text.decode("utf-8", "replace").split())
