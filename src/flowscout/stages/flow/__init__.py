"""flow: a bound function becomes its control-flow graph.

What an edge means is in `model/flow.py`. Beyond that:

- `if`, loops, `assert` and values are decided by ops `test` (one per operand, role: the statement's), `for … in` by
  `each`, `switch` and `match` by `switch`; an assertion that fails is an op of role
  `assert`, `raise` in Python, `call-noreturn` in C.
- `break`, `continue`, `goto` are ops `do` whose role is the keyword.
- A `return` whose way out runs a `finally` is evaluated first: its op stands before the copy, and the block that leaves is the
  copy's last. Likewise `raises` names the blocks an exception leaves the function from, with or without an op of their own.
- Exceptions are drawn only where something in the function receives them.

Laws: one entry; every block is reachable or marked dead; every path ends in `returns`, `raises` or `noreturn`, or goes
round for ever; building fails on no body.
"""

from __future__ import annotations

from ...model.bound import BoundFunction
from ...model.flow import FunctionCFG
from .builder import Builder
from .finish import finish
from .statements import write


def flow(bound: BoundFunction) -> FunctionCFG:
    builder = Builder(bound)
    write(builder, bound.statements)
    if builder.current is not None:
        builder.current.exit_kind = builder.current.exit_kind or "falls"
    return finish(builder)
