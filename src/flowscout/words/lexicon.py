"""What a call's name says it does, by the lexicon of its language and the user's additions.

A call is known by up to two dotted names: the resolved external one (`shutil.rmtree`) and the one written
(`shutil.rmtree`, `self.db.commit`). Rules in order: the user's globs, literals on either name, globs on either name,
then the words of the callee's own name. Never a substring: `information` is not `format`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache

from ..model import action
from ..model.language import Lexicon
from ..model.record import NamedTuple
from ..model.settings import Semantics
from .names import matches


class Meaning(NamedTuple):
    """type: an action type. reason: the rule that decided, `lexicon:os.remove` or `verb:delete`."""

    type: str
    reason: str


_USER = (
    (action.IRREVERSIBLE, "irreversible"),
    (action.PERMISSION, "permission"),
    (action.VALIDATION, "validation"),
    (action.MUTATION, "mutation"),
    (action.LOGGING, "logging"),
    (action.METRICS, "metrics"),
    (action.UTILITY, "utility"),
)


class CallClassifier:
    """The lexicon of one language with one user's additions, made once; `call` remembers its answers."""

    def __init__(self, lexicon: Lexicon, semantics: Semantics = Semantics()) -> None:
        self._user = tuple((kind, tuple(getattr(semantics, field))) for kind, field in _USER)
        self._literals = {k: v for k, v in lexicon.calls.items() if not _is_glob(k)}
        self._globs = _by_tail((k, v) for k, v in lexicon.calls.items() if _is_glob(k))
        self._loose = frozenset([glob for glob, _ in self._globs.get("", ())])
        self._verbs = lexicon.verbs
        self._pure = lexicon.pure
        self.call = lru_cache(maxsize=65536)(self._call)

    def pure(self, written: str, external: str) -> bool:
        """Whether a function of a library does nothing but give a value."""
        return any(matches(name, self._pure) for name in (external, written) if name)

    def _call(self, written: str, external: str, words: tuple[str, ...], argc: int = -1) -> Meaning | None:
        """written, external: dotted names ("" unknown); words: the callee's own name split, lower-case. argc: of a name that means
        something else with other arguments (`remove/1`)."""
        names = [n for n in (external, written) if n]
        return self._by_user(names) or self._by_name(names, argc) or self._by_verb(words, bool(external))

    def _by_user(self, names: list[str]) -> Meaning | None:
        for kind, globs in self._user:
            for glob in globs:
                if any(fnmatchcase(name, glob) or name.endswith("." + glob) for name in names):
                    return Meaning(kind, f"settings:{glob}")
        return None

    def _by_name(self, names: list[str], argc: int) -> Meaning | None:
        for name in names:
            if kind := self._literals.get(name) or self._literals.get(f"{name}/{argc}"):
                return Meaning(kind, f"lexicon:{name}")
        for name in names:
            loose = self._globs[""] if matches(name, self._loose) else ()  # most names match none
            for glob, kind in (*self._globs.get(_tail(name), ()), *loose):
                if matches(name, frozenset((glob,))):
                    return Meaning(kind, f"lexicon:{glob}")
        return None

    def _by_verb(self, words: tuple[str, ...], external: bool) -> Meaning | None:
        if words and not external and words[0] in self._verbs:
            return Meaning(self._verbs[words[0]], f"verb:{words[0]}")
        return None


def _is_glob(text: str) -> bool:
    return "*" in text or "?" in text or "[" in text


def _tail(name: str) -> str:
    return name.rsplit(".", 1)[-1].rsplit("::", 1)[-1]


def _by_tail(globs: Iterable[tuple[str, str]]) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Globs by their literal last name ("" when that is itself a glob), so that a call tries a handful."""
    table: dict[str, list[tuple[str, str]]] = {}
    for glob, kind in globs:
        tail = _tail(glob)
        table.setdefault("" if _is_glob(tail) else tail, []).append((glob, kind))
    return {tail: tuple(rows) for tail, rows in table.items()}
