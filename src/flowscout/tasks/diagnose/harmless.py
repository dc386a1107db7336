"""Changed functions of which the account of the change says that nothing they do is another: locals by other names, layout,
the same said otherwise. What no such answer covers is no matter of this file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from ...border import within
from ...model.account import NEUTRAL, Answer
from ...model.finding import Finding
from ...model.identity import path_of, qualified_of
from ...model.product import is_test
from ...pipeline import Project
from ...stages import account as stage
from ..account.answers import account
from ..pairing import pair
from .changes import ChangedFunction, checksum
from .docs import PYTHON, reads_docs

RUNS = frozenset((
    "test_failure", "runtime_error", "crash", "sanitizer", "import_error", "compile_error", "link_error",
))  # fmt: skip
_SPELT = frozenset(("layout", "quotes and commas"))  # of what stands outside of functions
_DOCS = "docstrings"


def harmless(
    before: Project,
    after: Project,
    renames: Mapping[str, str],
    changes: Iterable[ChangedFunction],
    first: Finding,
) -> frozenset[str]:
    """Ids, and paths of files' own texts. What looks at the text itself, as a linter does, may mind any change."""
    if first.kind not in RUNS:
        return frozenset()
    seen = [change for change in changes if change.how == "changed" and change.path in after.files]
    known = {change.id for change in seen if change.id}
    answers: dict[str, list[Answer]] = {}
    for one in within("account", partial(_account, before, after, renames), lambda: ()) if seen else ():
        unit = one.unit if one.unit in known else one.place.path if "::" not in one.unit else ""
        answers.setdefault(unit, []).append(one)
    same = {change.id or change.path for change in seen if _same(after, change, answers)}
    return frozenset(same | {change.id for change in changes if _comes_later(after, change, first)})


def _account(before: Project, after: Project, renames: Mapping[str, str]) -> tuple[Answer, ...]:
    every = before.files.keys() | after.files.keys()
    near = frozenset(path for path in every if checksum(before, path) != checksum(after, path))
    return account(before, after, pair(before, after, renames, near), renames, near)


def _same(after: Project, change: ChangedFunction, answers: Mapping[str, list[Answer]]) -> bool:
    own = answers.get(change.id or change.path, [])
    rules = {one.rule for one in own}
    if not own or any(one.how != NEUTRAL for one in own) or rules & stage.ALONG:
        return False
    if not change.id:
        return rules <= _SPELT
    return _DOCS not in rules or not reads_docs(after.sources(change.path).decode("utf-8", "replace"))


def _comes_later(after: Project, change: ChangedFunction, first: Finding) -> bool:
    """A plain test that is new behind the one that fails: it had not run."""
    if change.how != "added" or change.path != first.file or not change.path.endswith(PYTHON):
        return False
    facts, name = after.functions[change.id].facts, qualified_of(change.id)
    runs = name.startswith("test") and name.isidentifier() and is_test(path_of(change.id))
    return runs and not facts.decorators and 0 < first.file_line < facts.line
