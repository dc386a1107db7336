"""What a local that is given back was made of: its only value, or the few that it may have."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence, Set
from typing import Final

from ...model.facts import Call, FunctionFacts, is_written
from ...model.language import Language
from ...model.pattern import regex
from ...model.syntax import Body, Jump, Loop, Return, Simple, Stmt, walk
from ...words import english
from ...words.phrases import ticked
from ...words.remarks import noise
from ...words.series import series
from .callee import classifier, pure
from .effects import dotted
from .sets import Sets, uncommented

LONGEST_CONDITION: Final = 60
_PATH: Final = regex(r"[^\W\d]\w*+(?:(?:\.|->|::)\w++)*+")
_NAMED: Final = regex(r"[^\W\d]\w*+")
_LOOKED: Final = regex(r"(?<![\w.>:])([^\W\d]\w*+)\(")
_STEP: Final = regex(r"\.|->|::")
_ALLOCATES: Final = regex(
    r"^(?:\([\w *]{1,40}\) ?)?\w{0,40}(?:(?:[mcez_]|re|\b)alloc\w{0,10}|(?:[MCEZ_]|RE|\b)ALLOC) ?\("
)
_MOST_VALUES: Final = 3
_READ_AT_MOST: Final = 200  # letters that facts keep of a value


def without_noise(text: bytes, language: Language) -> str:
    """Code, its comments and texts gone."""
    return noise(language).sub(lambda found: '""' if found[1] else " ", text.decode("utf-8", "replace"))


def allocates(value: str) -> bool:
    """A call that gives memory, and nothing in it."""
    return _ALLOCATES.match(value) is not None


def _root(target: str) -> str:
    found = _NAMED.search(target)
    return found[0] if found and len(found[0]) < len(target.lstrip("*&(")) else ""


def _place(target: str) -> str:
    """`os.environ` of `os.environ["T"]`: where something is put."""
    found = _PATH.match(target.lstrip("*&("))
    return found[0] if found else ""


def _along(path: str) -> Iterator[str]:
    """`a.b` and `a` of `a.b.get`."""
    yield from (path[: found.start()] for found in _STEP.finditer(path))


class MadeLocals:
    """The locals of one function."""

    def __init__(
        self, facts: FunctionFacts, text: bytes, language: Language, body: Body, sets: Sets, noise_: re.Pattern[str]
    ) -> None:
        self._facts, self._text, self._language = facts, text, language
        self._body, self._sets, self._noise = body, sets, noise_
        self._given: dict[str, list[int]] | None = None
        self._loops = [(stmt.start, stmt.end) for stmt in walk(body) if isinstance(stmt, Loop)]

    def _written(self, start: int, end: int) -> str:
        return uncommented(self._text[start:end].decode("utf-8", "replace"), self._noise)

    def of(self, name: str, used: int = -1) -> str:
        """As code: its only value, or the few that it may have; "" where it is built in steps. used: where that is asked, if not where it
        is given back."""
        found = [each for each in self._facts.bindings if each.name == name]
        written = {each.start: uncommented(each.value, self._noise) for each in found if each.value} | self._assigned(
            name
        )
        whole = [stmt.start for stmt in self._body if stmt.start in written]
        before = [stmt for stmt in walk(self._body) if whole and stmt.start < whole[-1]]
        first = 0 if any(self._gives(stmt, name) for stmt in before) else max(whole, default=0)
        values = list(dict.fromkeys(written[at] for at in sorted(written) if at >= first))
        if any(start <= at < end for start, end in self._loops for at in written) and not self._in_one_round(
            name, list(written), used
        ):
            return ""  # more than one, one after another
        if (
            not values
            or any(each.how not in ("assign", "declare") for each in found)
            or any(each.how == "assign" and not each.value and each.start not in written for each in found)
            or max(map(len, values)) >= _READ_AT_MOST
            or self._built(name, len(written))
            or self._worked_on(name)
        ):
            return ""
        if self._stale(values, max(written), self._until(name, used)) or (allocates(values[0]) and self._filled(name)):
            return ""
        sure = (
            not self._language.spelling.casts
            or any(each.how == "declare" and each.value for each in found)
            or any(stmt.start in written for stmt in self._body)
        )
        if (
            not sure
            or len(values) > _MOST_VALUES
            or not any("(" in value or "." in value or "->" in value for value in values)
        ):
            return ""
        said = [english.expression(value, self._language) for value in values]
        if len(said) > 1 and sum(map(len, said)) > LONGEST_CONDITION:
            return ""
        return series([*map(ticked, said)], "or")

    def _filled(self, name: str) -> bool:
        """Made empty, it is given to something that can fill it: `buf = malloc(n); read(fd, buf, n)`."""
        for call in self._facts.calls:
            given = [self._written(*place) for place in call.args]
            if (
                "free" not in call.name
                and not pure(call, self._language)
                and any(each == name or each.startswith((f"{name} +", f"{name}+")) for each in given)
            ):
                return True
        return False

    def _gives(self, stmt: Stmt, name: str) -> bool:
        """It may be given back there, or where that jumps to."""
        if isinstance(stmt, Jump):
            return stmt.keyword == "goto"
        return isinstance(stmt, Return) and stmt.value is not None and name in self._written(*stmt.value)

    def _until(self, name: str, used: int) -> int:
        """Where it is asked for last, or the loop around that ends."""
        given = [stmt.end for stmt in walk(self._body) if used < 0 and self._gives(stmt, name)] or [used]
        last = max(given) if max(given) >= 0 else len(self._text)
        return max([last, *[end for start, end in self._loops if start <= last < end]])

    def _stale(self, values: Sequence[str], at: int, until: int) -> bool:
        """What they were made of is changed between that and there: `first = !rows_; rows_ = make(); return first`."""
        parts = {path for value in values for path in _PATH.findall(value)}
        roots = {path for path in parts if path.isidentifier()}
        if any(at < place < until for root in roots for place, _ in self._sets.of(root)):
            return True
        return self._set_within(parts, at, until) or self._done_to(values, at, until)

    def _set_within(self, parts: Set[str], start: int, end: int) -> bool:
        """From there to there one of these is set, what such a one is read from, or something in that: `os.environ["T"] = token`."""
        read = parts | {path for part in parts for path in _along(part)}
        later = [write for write in self._facts.writes if start < write.start < end]
        return any(write.target.lstrip("*&(") in parts or _place(write.target) in read for write in later)

    def _done_to(self, values: Sequence[str], start: int, end: int) -> bool:
        """What was but looked at for one of these is changed by a call from there to there: `n = len(rows); rows.append(row)`."""
        looked = {name for value in values for name in _LOOKED.findall(value)} - {""}
        made = [call for call in self._facts.calls if call.name in looked] if looked else []
        given = {self._written(*place) for call in made if pure(call, self._language) for place in call.args}
        return bool(given) and any(
            start < call.start < end and call.receiver in given and not pure(call, self._language)
            for call in self._facts.calls
        )

    def changed(self, name: str, value: str, start: int, end: int) -> bool:
        """Whether a name that was given that value holds another one there, or what was looked at for it is another one."""
        parts = set(_PATH.findall(value))
        return (
            self._set_within(parts, start, end)
            or self._done_to([value], start, end)
            or self._gone_through(name, start, end)
        )

    def _worked_on(self, name: str) -> bool:
        """Made before a loop, it is given to something in there, time and again: `for rule in rules: rule.apply(tags)`; or what it holds is."""
        if self._gone_through(name):
            return True
        given = self._handed().get(name, ())
        made = [at for at, _ in self._sets.of(name)] if given else []
        loops = (
            [(start, end) for start, end in self._loops if not any(start <= at < end for at in made)] if given else []
        )
        return any(start <= at < end for at in given for start, end in loops)

    def _gone_through(self, name: str, begin: int = 0, until: int = sys.maxsize) -> bool:
        """A loop from there to there goes through it, and something is done to each of what it holds: `for row in rows: row.done = True`."""
        held: list[tuple[set[str], int, int]] = []
        for stmt in walk(self._body):
            if isinstance(stmt, Loop) and stmt.target and stmt.iterable and begin <= stmt.start < until:
                through = set(_NAMED.findall(self._written(*stmt.iterable)))
                held += [(set(_NAMED.findall(self._written(*stmt.target))), stmt.start, stmt.end)] * (name in through)
        for each, start, end in held:
            if any(start <= write.start < end and _root(write.target) in each for write in self._facts.writes):
                return True
            if any(start <= call.start < end and self._does(call, each) for call in self._facts.calls):
                return True
        return False

    def _does(self, call: Call, each: Set[str]) -> bool:
        """It may change one of them. What a method of something else is given is kept, or told: `rows.append(row)`, `log.info(row)`."""
        if not is_written(call) or call.kind == "property" or pure(call, self._language):
            return False
        if call.receiver not in ("", "self", "this"):
            return call.receiver in each
        if classifier(self._language).call(dotted(call), f"builtins.{call.name}", (), call.argc):
            return False  # as a library's, it is told
        return any(self._written(*place) in each for place in call.args)

    def _handed(self) -> dict[str, list[int]]:
        """Name -> where it is given to a call in a loop that does more than give a value."""
        if self._given is None:
            self._given = {}
            for call in self._facts.calls if self._loops else ():
                if call.kind not in ("ref", "decorator", "property", "operator") and not pure(call, self._language):
                    for place in call.args:
                        self._given.setdefault(self._written(*place), []).append(call.start)
        return self._given

    def _in_one_round(self, name: str, at: Sequence[int], used: int) -> bool:
        """It is set once, in every round of a loop, and given back, or used, in the same round only."""
        around = [
            stmt
            for stmt in walk(self._body)
            if isinstance(stmt, Loop)
            and any(each.start <= at[0] < each.end and isinstance(each, Simple) for each in stmt.body)
        ]
        given = (
            [used]
            if used >= 0
            else [
                stmt.start
                for stmt in walk(self._body)
                if isinstance(stmt, Return) and stmt.value and self._written(*stmt.value) == name
            ]
        )
        return len(at) == 1 and len(around) == 1 and all(at[0] < place < around[0].end for place in given)

    def _assigned(self, name: str) -> dict[int, str]:
        """Where a statement gives it a value, and which."""
        plainly = re.compile(rf"{re.escape(name)} ?= ?([^=].*)", re.DOTALL)
        found = [
            (stmt.start, plainly.fullmatch(self._written(stmt.start, stmt.end).rstrip("; ")))
            for stmt in walk(self._body)
            if isinstance(stmt, Simple) and stmt.role == "assign"
        ]
        return {at: match[1] for at, match in found if match}

    def _built(self, name: str, times: int) -> bool:
        """It is changed otherwise than by being set so many times."""
        if len(self._sets.of(name)) != times:
            return True
        text = self._noise.sub(lambda found: found[1] or " ", self._text.decode("utf-8", "replace"))
        return any((
            re.search(rf"(?<![\w.>]){re.escape(name)}\s*+(?:(?:\.|->)\w++\s*+\(|\+\+|--|(?:[-+*/%&|^]|<<|>>)=|<<)", text),
            re.search(rf"(?<![\w.>]){re.escape(name)}\s*+(?:\[[^\]\n]{{0,80}}\]|(?:\.|->)\w++)++\s*+(?:[-+*/%&|^]|<<|>>)?=(?!=)", text),
            re.search(rf"(?<![\w.>]){re.escape(name)}\[[^\]\n]{{1,80}}\](?:\.|->)(?:append|add|push_back|emplace_back|insert|update|extend)\s?\(", text),
            re.search(rf"(?:&\s{{0,8}}|\+\+|--|>>\s?){re.escape(name)}\b", text),
        ))  # fmt: skip
