"""What a call of a decorated function gives back: what the function gives back that a decorator has put in its place.

That is read once for each decorated function: the decorator's parameter is that function, and the first parameter of what
is put in a method's place is the object. Without that, each would give back what all do that have the decorator.
"""

from __future__ import annotations

from .evaluation import Evaluation
from .expression import HELD, Expr, read
from .frames import Frame
from .values import RAW, Value


class Decorated:
    def __init__(self, evaluator: Evaluation) -> None:
        self._evaluator = evaluator

    def placed(self, callee: Value) -> tuple[Value, Frame] | None:
        """What stands in a function's place, and the namespace of one call of it."""
        if callee.frame == RAW:
            return None
        frames = self._evaluator.frames
        frame = frames.frame(callee.key)
        outer = frames.outer(frame) if frame.decorators else None
        maker = self._maker(frame, outer) if outer is not None else None
        if maker is None:
            return None
        found = [
            frames.frame(value.key)
            for text in maker.returns
            for value in self._evaluator.read(text, maker)
            if value.kind == "function"
        ]
        if len({inner.key for inner in found}) != 1 or len(found) != len(maker.returns):
            return None
        return self._bound(callee, found[0], maker) if found[0].outer == maker.key else None

    def _maker(self, frame: Frame, outer: Frame) -> Frame | None:
        """The one decorator that is a function of the project."""
        values = [v for text in frame.decorators for v in self._evaluator.values(read(text), outer)]
        makers = [self._evaluator.frames.frame(v.key) for v in values if v.kind == "function"]
        makers = [maker for maker in makers if maker.returns]
        if len(makers) != 1 or any(v.kind not in ("function", "external", "made", "apply") for v in values):
            return None
        first = makers[0].params[0][0] if makers[0].params else "*"
        return makers[0] if not makers[0].receiver and len(makers[0].names.get(first, ())) == 1 else None

    def _bound(self, callee: Value, inner: Frame, maker: Frame) -> tuple[Value, Frame]:
        frames, given = self._evaluator.frames, maker.params[0][0]
        outer = maker._replace(
            key=f"{maker.key}({callee.key})",
            names={**maker.names, given: [(HELD, "", callee.key, -1)]},
            position=-1,
        )
        first = inner.params[0][0] if inner.params else ""
        receiver = first if callee.owner and first[:1] not in ("", "*") else ""
        bound = inner._replace(
            key=f"{inner.key}({callee.key},{callee.owner if receiver else ''})",
            outer=outer.key,
            owner=callee.owner if receiver else inner.owner,
            receiver=receiver or inner.receiver,
            position=-1,
        )
        frames.made(outer)
        return Value("function", inner.key, callee.owner, frame=RAW), frames.made(bound)

    def gives_nothing(self, text: str, frame: Frame) -> bool:
        """Whether that is what the decorated function gives back, and it gives nothing back."""
        frames = self._evaluator.frames
        expr = read(text)
        sources = frame.names.get(expr.text, ()) if expr.kind == "name" else ()
        if len(sources) == 1 and sources[0][0] == "assign":
            expr = read(sources[0][2])
        outer = frames.outer(frame)
        held = outer.names.get(_called(expr), ()) if outer is not None else ()
        if len(held) != 1 or held[0][0] != HELD:
            return False
        decorated = frames.frame(held[0][2])
        return (
            not decorated.returns
            and not decorated.result.strip("\"'").replace("None", "")
            and not decorated.flags & {"generator"}
        )


def _called(expr: Expr) -> str:
    return expr.parts[0].text if expr.kind == "call" and expr.parts[0].kind == "name" else ""
