"""All we ask of the outside, on one page. Ports are synchronous."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import accumulate
from typing import TYPE_CHECKING

from .model.codec import Refused, dumps
from .model.direct import Direct
from .model.facts import FileFacts
from .model.protocol import Protocol
from .model.record import NamedTuple

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .model.compiled import CompilationUnit, CompilerAnswer, Dropped
    from .model.summary import Effect


class Offer(NamedTuple):
    """A definition a file brings to the project, by the name others ask for.

    Nothing positional: an offer is equal before and after an edit elsewhere in its file. kind and value are the
    resolvers' own vocabulary; value starts with a function or type id where there is one.
    """

    kind: str
    name: str
    path: str
    value: tuple[str, ...]


def encode_offers(offers: Iterable[Offer]) -> bytes:
    """A line for each kind (a word) and name, `"kind name"[value,…]`, after one that says how long they are. Without
    the path, which the reader knows."""
    gathered: dict[str, list[tuple[str, ...]]] = {}
    for offer in offers:
        gathered.setdefault(f"{offer.kind} {offer.name}", []).append(offer.value)
    lines = [(dumps(key) + dumps(values)).encode("utf-8", "surrogatepass") for key, values in gathered.items()]
    return b"\n".join([dumps([len(line) for line in lines]).encode(), *lines])


NO_OFFERS = encode_offers(())
_read = json.JSONDecoder().raw_decode


def decode_offers(path: str, data: bytes) -> tuple[Offer, ...]:
    """Raises Refused when the bytes are not encoded offers."""
    found: list[Offer] = []
    try:
        keys, starts = offer_lines(data)
        for key, start in zip(keys, starts, strict=True):
            kind, _, name = key.partition(" ")
            answer = decode_answer(kind, name, path, data, start)
            if not answer or not all(isinstance(text, str) for offer in answer for text in offer.value):
                raise Refused(f"no offer: {key}")
            found += answer
    except (ValueError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise Refused(str(error)) from None
    return tuple(found)


def offer_lines(data: bytes) -> tuple[list[str], list[int]]:
    """`kind name` of each line of encoded offers, and where it begins."""
    head, *lines = data.decode("utf-8", "surrogatepass").split("\n")
    starts = accumulate((length + 1 for length in json.loads(head)), initial=len(head) + 1)
    return [_read(line, 0)[0] for line in lines], list(starts)[:-1]


def decode_answer(kind: str, name: str, path: str, data: bytes, start: int) -> list[Offer]:
    """The offers of the line that begins there; none when it is of another name."""
    end = data.find(b"\n", start)
    text = (data[start:end] if end >= 0 else data[start:]).decode("utf-8", "surrogatepass")
    key, here = _read(text, 0)
    values, last = _read(text, here)
    if last != len(text):
        raise ValueError(text)
    return [Offer(kind, name, path, tuple(value)) for value in values] if key == f"{kind} {name}" else []


class Lookup(Protocol):
    """The only way a resolver or `bind` reads the project. Every call is recorded with its answer, misses included."""

    def __call__(self, kind: str, name: str, /) -> tuple[Offer, ...]:
        """All offers of that kind and name, sorted."""


class Entry(NamedTuple):
    """One regular file of a snapshot. path is repo-relative POSIX (undecodable bytes as surrogates); blob identifies
    content."""

    path: str
    blob: str
    mode: str = "100644"


class Snapshot(Protocol):
    """A tree of files at one moment: index, commit, work tree, or a plain folder."""

    @property
    def label(self) -> str:
        """`index`, `worktree`, a commit id, or `folder`."""

    def paths(self) -> Collection[str]:
        """Of the regular files, sorted. Symlinks and submodules are left out (see `skipped`)."""

    def entries(self, paths: Iterable[str] | None = None, /) -> tuple[Entry, ...]:
        """Those of these files that are here, or all; sorted by path."""

    def skipped(self) -> tuple[tuple[str, str], ...]:
        """(path, why) of what is not a regular file."""

    def read(self, entries: Iterable[Entry]) -> Mapping[str, bytes]:
        """Bytes by path. A file that vanished or cannot be read is missing from the answer."""


class Parse(Protocol):
    """bytes -> facts. Never raises: what goes wrong is in status, error and notes."""

    def __call__(self, data: bytes, language: str, /) -> FileFacts: ...


class Compiler(Protocol):
    """A compiler that reads units as the project's builds do. made_by: what its answers hang on, apart from their
    units."""

    @property
    def made_by(self) -> str: ...

    def arguments(self, path: str, language: str, /) -> tuple[str, ...] | None:
        """None for a file that no build is known of. language: "" of a header that may be of several."""

    def dropped(self, path: str, /) -> tuple[Dropped, ...]:
        """Flags that a unit's build was given and its arguments are without, where that has to be told."""

    def included(self, data: bytes, /) -> tuple[str, ...]:
        """What a file includes, as written."""

    def forced(self, arguments: tuple[str, ...], /) -> tuple[str, ...]:
        """What arguments include before the file begins: paths in the project."""

    def built(self, includer: str, name: str, /) -> tuple[str, bytes] | None:
        """Path and bytes of a file that a build put where the file `name` is looked for, which no snapshot holds."""

    def __call__(self, units: Iterable[CompilationUnit], /) -> Iterator[CompilerAnswer]: ...


class Memo(Protocol):
    """Remembered results: bytes of our own codec by the digest of what they were made from. Losing one costs time only."""

    def get(self, keys: Iterable[str], /) -> Mapping[str, bytes]: ...

    def put(self, rows: Mapping[str, bytes], /) -> None: ...


class Damaged(Exception):  # noqa: N818 - what the row is
    """A stored row is not what it should be. No defect of ours: it flies past every border, and all is computed anew."""


class FileRow(NamedTuple):
    path: str
    blob: str
    language: str


class FunctionRecord(NamedTuple):
    """digest: of the function's own text. said: digest of its sentence. row: own atoms and flows. effects: what reaches
    it. height: levels of calls below. cycle: ids of its component, "" alone. rank: sort key for the docs, "" when they
    do not show it. chart: digests of what its drawing is made of, of what the index says of it, and of its text; ""
    unknown. entry: the rank of the evidence that the program is entered there, then the evidence, "" where it is not."""

    id: str
    path: str
    position: int
    digest: str
    said: str
    row: str
    effects: tuple[Effect, ...]
    height: int
    cycle: str
    rank: str
    chart: str
    entry: str


class Charted(NamedTuple):
    """What the docs want to know of a function that they may show; rank and chart as above."""

    id: str
    path: str
    position: int
    rank: str
    chart: str


RESOLVING, DRAWING, RANKING = 0, 1, 2  # what a file asks for


class View(Protocol):
    """What the last run knew of one root in one state. All writing happens inside `transaction`."""

    def transaction(self) -> AbstractContextManager[None]: ...
    def reading(self) -> AbstractContextManager[None]: ...
    def stands(self, state: str, blobs: Mapping[str, str], /) -> bool: ...
    def state(self) -> str: ...
    def set_state(self, state: str, /) -> None: ...
    def clear(self) -> None: ...
    def files(self) -> Mapping[str, FileRow]: ...
    def file(self, path: str, /) -> FileRow | None: ...
    def blobs(self) -> Mapping[str, str]: ...
    def offers(self, key: int, /) -> list[tuple[str, str]]: ...
    def every_offer(self) -> Iterator[tuple[str, str]]: ...
    def offers_of(self, path: str, /) -> list[tuple[int, str]]: ...
    def askers(self, keys: Iterable[int], /, purpose: int = RESOLVING) -> set[str]: ...
    def function(self, id_: str, /) -> FunctionRecord | None: ...
    def row(self, id_: str, /) -> str | None:
        """What a record holds of the same name, without the rest."""

    def effects(self, id_: str, /) -> tuple[Effect, ...] | None:
        """The same of a function's effects."""

    def place(self, id_: str, /) -> tuple[str, int] | None: ...
    def held(self, ids: Iterable[str], /) -> set[str]: ...
    def functions_of(self, path: str, /) -> list[FunctionRecord]: ...
    def sites(self, path: str, /) -> str | None: ...
    def named(self, name: str, /) -> list[tuple[str, int]]: ...
    def lines(self, path: str, /) -> Sequence[int]:
        """Of each function of a file, in order, where its definition begins."""

    def imports(self) -> Mapping[str, str]:
        """What files import, encoded, by path."""

    def unset(self) -> Mapping[str, Sequence[str]]:
        """The state that functions delete or take out, by id; those that do not are missing."""

    def direct(self) -> Mapping[str, Sequence[Direct]]:
        """What functions do by calls of their own, by id, what is known so of a file's macros by its path."""

    def counts(self) -> Mapping[str, Sequence[int]]:
        """What is counted of each file, by path."""

    def cycles(self) -> list[int]:
        """How many functions each cycle has."""

    def ids(self, part: str = "", /) -> list[str]: ...
    def count(self) -> int: ...
    def holds_more(self, than: int, /) -> bool: ...
    def entries(self) -> Mapping[str, str]:
        """Functions where the program is entered, tests and examples too, with the evidence as in a record; by id."""

    def entry(self, id_: str, /) -> str:
        """As `entries`, of one function; "" where the program is not entered there."""

    def enters(self, wanted: Callable[[str], bool], /) -> bool:
        """Whether one of the ids of `entries` is wanted; the others are not read then."""

    def leaves(self) -> list[str]:
        """Ids of the functions that call none of the view; sorted."""

    def sure(self) -> Mapping[str, Sequence[str]]:
        """Of each function the ids of those that it calls over edges which effects travel, in no order."""

    def doing(self, kinds: Collection[str], wanted: Callable[[Effect], bool], /) -> list[str]:
        """Ids; all functions are among them that have such an effect of their own. kinds: of which it may be."""

    def reaching(self, kinds: Collection[str], wanted: Callable[[Effect], bool], /) -> Mapping[str, tuple[Effect, ...]]:
        """The functions that such effects reach, with these, in canonical order."""

    def holds_rank(self, below: str, /) -> bool: ...
    def ranked(self, below: str, /) -> Iterator[Charted]: ...
    def ranks(self, below: str, but: str, most: int, /) -> tuple[int, dict[str, int], int]: ...
    def callers(self, id_: str, /, travelling: bool = False) -> tuple[str, ...]: ...
    def calling(self, id_: str, /) -> Mapping[str, int]:
        """Who calls a function, by id, and how it is known by the surest of the ways."""

    def called(self) -> list[str]:
        """Ids of the functions that are called over any edge; sorted."""

    def callees(self, id_: str, /, travelling: bool = False) -> tuple[str, ...]: ...
    def put_files(self, rows: Iterable[FileRow], /) -> None: ...
    def drop_file(self, path: str, /) -> None: ...
    def put_offers(self, path: str, rows: Iterable[tuple[int, str]], /) -> None: ...
    def put_asks(self, path: str, keys: Iterable[int], /, purpose: int = RESOLVING, anew: bool = True) -> None: ...
    def put_functions(self, records: Iterable[FunctionRecord], /) -> None: ...
    def put_sites(self, path: str, sites: str, /) -> None: ...
    def put_named(self, path: str, rows: Iterable[tuple[str, int]], /) -> None: ...
    def put_counts(self, path: str, counts: Sequence[int], /) -> None: ...
    def put_lines(self, path: str, lines: Sequence[int], /) -> None: ...
    def put_imports(self, path: str, imports: str, /) -> None: ...
    def put_unset(self, path: str, rows: Iterable[tuple[str, Sequence[str]]], /) -> None: ...
    def put_direct(self, path: str, rows: Iterable[tuple[str, Sequence[Direct]]], /) -> None: ...
    def drop_functions(self, ids: Iterable[str], /) -> None: ...
    def put_edges(self, callees: Mapping[str, Mapping[str, int]], /) -> None: ...


class LanguageOf(Protocol):
    """The language of a file by its path and, where the path does not tell, its bytes and the languages that include
    it."""

    def __call__(self, path: str, data: bytes, includers: frozenset[str], /) -> str:
        """ "" when no language on the shelf reads it; `c?` (a name and a question mark) when path and bytes leave it
        open and no includers are given. With includers the answer is a name."""


class Workers(Protocol):
    """Makes what units of work run on. A unit is a function that is found by its name, with bytes of our own codec
    there and back, so that it may run in any process on any machine, twice, or here after all."""

    def __call__(self) -> Executor: ...


class Spread(Protocol):
    """Runs work(0) … work(count - 1), each in a process that sees this one's memory; answers as they come, in order."""

    def __call__(self, work: Callable[[int], bytes], count: int, /) -> Iterator[bytes]: ...


class Progress(Protocol):
    """Told of long work. Silent where nobody looks."""

    def __call__(self, done: int, total: int, what: str, /) -> None: ...
