"""Questions of which nobody sees the answer: whatever it is, there is only talk until the ways meet again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from ...model.flow import Op
from .scene import OpPlace, Scene

_FAR: Final = 12  # blocks of one way
_NESTED: Final = 3  # questions within questions


def vain(scene: Scene, silent: Collection[OpPlace], acts: Callable[[Op], bool]) -> set[OpPlace]:
    """silent: places of what is left out anyway. acts: whether asking does something."""
    asking = [(block.id, block.ops[-1]) for block in scene.cfg.blocks if block.ops and block.ops[-1].kind == "test"]
    met: dict[int, int] = {}
    for _ in range(_NESTED):
        known = len(met)
        for block, op in asking:
            if block not in met and not acts(op) and (meet := _meet(scene, block, silent, met)) is not None:
                met[block] = meet
        if len(met) == known:
            break
    return {OpPlace(block, len(scene.block(block).ops) - 1) for block in met}


def _meet(scene: Scene, block: int, silent: Collection[OpPlace], met: dict[int, int]) -> int | None:
    """Where all ways of a question lead that do nothing."""
    ways = [list(_along(scene, edge.target, silent, met)) for edge in scene.edges.get(block, ())]
    return next((at for at in ways[0] if all(at in way for way in ways)), None) if len(ways) > 1 else None


def _along(scene: Scene, start: int, silent: Collection[OpPlace], met: dict[int, int]) -> Iterator[int]:
    """The blocks of a way, the first that does something the last."""
    here = start
    for _ in range(_FAR):
        yield here
        ops = scene.block(here).ops[: -1 if here in met else None]
        onward = {edge.target for edge in scene.edges.get(here, ())}
        if not all(OpPlace(here, at) in silent for at in range(len(ops))) or (here not in met and len(onward) != 1):
            return
        here = met[here] if here in met else onward.pop()
