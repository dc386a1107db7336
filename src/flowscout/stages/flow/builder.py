"""The graph while it grows: mutable blocks, the block we are writing to, the frames we are inside of.

`current` is the block that receives the next op; None after a jump, so whatever follows starts a block that nothing
leads to: dead code is kept, and found dead at the end. A block ends after an op that may raise where something
catches it, so that the exception leaves with exactly the ops before it done.
"""

from __future__ import annotations

from typing import Final

from ...model.bound import BoundFunction
from ...model.flow import Op
from ...model.syntax import Body, Range, Stmt, walk
from .block import Block, Copy
from .frames import Cleanup, Frame, Guarded, Way
from .hazards import Hazards
from .marks import Marks

COPIES: Final = 4
RAISED: Final[Way] = ("raise",)


class Builder:
    def __init__(self, bound: BoundFunction) -> None:
        self.bound, self.text = bound, bound.text
        self.c_family = bound.language in ("c", "cpp")
        self.numbers, self.statements = numbered(bound.statements)
        self.marks = Marks(bound.text, bound.marks)
        self.hazards = Hazards(bound)
        self.stops, self.throws = (
            sorted(bound.noreturn),
            frozenset(
                [start for start, how in bound.ends if how.startswith("raise")] + [start for start, _ in bound.quits]
            ),
        )
        self.swallows = dict(bound.swallows)
        self.frames: list[Frame] = []
        self.copy: Copy | None = None
        self.entry = Block(None)
        self.blocks = [self.entry]
        self.current: Block | None = self.entry
        self.labels: dict[str, Block] = {}
        self.found: set[str] = set()
        self.retest: Block | None = None
        self.notes: list[str] = []

    def block(self) -> Block:
        fresh = Block(self.copy)
        self.blocks.append(fresh)
        return fresh

    def here(self) -> Block:
        """The block to write to; a new one, reached by nothing, after a jump."""
        if self.current is None:
            self.current = self.block()
        return self.current

    def go(self, target: Block, kind: str = "next", label: str = "") -> None:
        """On to `target`, if control is anywhere."""
        if self.current is not None:
            self.current.to(target, kind, label)
        self.current = None

    def op(self, kind: str, start: int, end: int, statement: int, role: str) -> Block:
        block = self.here()
        if block.hazard:
            self.current = self.block()
            block.to(self.current)
            block = self.current
        block.retest = self.retest
        block.ops.append(Op(kind, start, end, statement, role))
        if self.frames and self.hazards.may_raise(kind, start, end, role):
            target = self.catcher()
            if target is not None:
                block.to(target, "raise")
                block.hazard = True
        return block

    def throw(self) -> None:
        """Leave the current block by an exception."""
        block = self.here()
        target = self.catcher()
        if target is None:
            block.exit_kind = "raise"
        elif not block.hazard:
            block.to(target, "raise")
        self.current = None

    def catcher(self) -> Block | None:
        """Where an exception raised here goes first; None: out of the function."""
        for depth in range(len(self.frames) - 1, -1, -1):
            frame = self.frames[depth]
            if isinstance(frame, Guarded):
                return frame.dispatch
            if isinstance(frame, Cleanup):
                return self.raised(frame, depth)
        return None

    def raised(self, frame: Cleanup, depth: int) -> Block:
        """The entry of the copy that runs when an exception passes; it goes on outward at the copy's end."""
        copy = frame.copies.get(RAISED)
        if copy is None:
            copy = self.shared(frame, RAISED) or self.lay(frame, RAISED, depth)
            copy.plain = True
            if copy.end is not None:
                self.rethrow(copy.end, depth, "raise" if frame.only_raised else "resume")
        return copy.entry

    def rethrow(self, end: Block, depth: int, kind: str) -> None:
        kept, self.frames = self.frames, self.frames[:depth]
        target = self.catcher()
        self.frames = kept
        if target is None:
            end.exit_kind = "raise"
        else:
            end.to(target, kind)

    def leave(self, way: Way, depth: int, kind: str = "next") -> str:
        """Run the cleanups between here and frame `depth`. The kind of the edge that goes on, "" when none is needed."""
        for inner in range(len(self.frames) - 1, depth - 1, -1):
            frame = self.frames[inner]
            if not isinstance(frame, Cleanup) or frame.only_raised:
                continue
            source, laid = self.here(), frame.copies.get(way)
            copy = laid or self.shared(frame, way) or self.lay(frame, way, inner)
            copy.leavers.append(source)
            source.to(copy.entry, "finally")
            self.current = None if laid else copy.end
            if self.current is None:
                return ""
            kind = "resume"
        return kind

    def shared(self, frame: Cleanup, way: Way) -> Copy | None:
        """The last copy, once there are enough of them; within copies within copies one is."""
        if len(frame.copies) < (COPIES if frame.inside is None or frame.inside.outer is None else 1):
            return None
        frame.copies[way] = list(frame.copies.values())[-1]
        return frame.copies[way]

    def lay(self, frame: Cleanup, way: Way, depth: int) -> Copy:
        """Write one copy of a cleanup, as seen from outside its frame."""
        kept = self.current, self.frames, self.copy, self.retest
        copy = frame.copies[way] = Copy(frame.inside)
        self.frames, self.copy, self.retest = self.frames[:depth], copy, None
        self.current = copy.entry = self.block()
        frame.write()
        copy.end = self.current
        self.current, self.frames, self.copy, self.retest = kept
        return copy

    def number(self, stmt: Stmt) -> int:
        return self.numbers.get(id(stmt), -1)

    def label(self, name: str) -> Block:
        if name not in self.labels:
            self.labels[name] = self.block()
        return self.labels[name]

    def read(self, span: Range) -> str:
        return " ".join(self.bound.read(span.start, span.end).split())


def numbered(body: Body) -> tuple[dict[int, int], tuple[tuple[int, int], ...]]:
    """Every statement's number, in source order, and the statements' ranges by number."""
    numbers: dict[int, int] = {}
    spans: list[tuple[int, int]] = []
    for stmt in walk(body):
        if id(stmt) not in numbers:
            numbers[id(stmt)] = len(spans)
            spans.append((stmt.start, stmt.end))
    return numbers, tuple(spans)
