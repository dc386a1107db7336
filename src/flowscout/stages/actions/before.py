"""What has surely happened right before a place: the steps of the only way to it, and the test that led there."""

from __future__ import annotations

from typing import TypeAlias

from ...model.record import NamedTuple
from .scene import OpPlace, Scene

_NEAR = 12  # blocks
Asked: TypeAlias = tuple[OpPlace, str]


class Before(NamedTuple):
    """ops: the nearest first. asked: the test that they stand behind, with the kind of the edge that led here."""

    ops: tuple[OpPlace, ...]
    asked: tuple[Asked, ...]


def before(scene: Scene, place: OpPlace) -> Before:
    ops: list[OpPlace] = []
    here, done = place.block, place.op
    for _ in range(_NEAR):
        ops += [OpPlace(here, at) for at in reversed(range(done))]
        sources = scene.sources.get(here, set())
        if len(sources) != 1:
            break
        came, here = here, next(iter(sources))
        block = scene.block(here)
        done = len(block.ops)
        if done and block.ops[-1].kind == "test":
            edges = [edge.kind for edge in scene.edges.get(here, ()) if edge.target == came]
            return Before(tuple(ops), tuple([(OpPlace(here, done - 1), kind) for kind in edges if kind]))
        if done and block.ops[-1].kind in ("each", "switch", "catch"):
            break
    return Before(tuple(ops), ())


def jumped_to(scene: Scene, block: int) -> bool:
    """Only a `goto` or an exception leads there: what stands before does not run on into it."""
    seen, waiting = {block}, [block]
    while waiting and len(seen) < _NEAR:
        here = waiting.pop()
        came = scene.sources.get(here, set())
        straight = {
            one for one in came if any(edge.target == here and edge.kind != "goto" for edge in scene.edges.get(one, ()))
        }
        if not came or any(len(scene.edges.get(one, ())) != 1 for one in straight):
            return False
        waiting += straight - seen
        seen |= straight
    return not waiting
