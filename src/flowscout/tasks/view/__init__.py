"""Incrementality: a view of a root is brought up to date with a snapshot, and a project is read from it.

`bring` does the work that follows the change, `StoredProject` answers what charts ask, `dump` is what must be the same
after any sequence of edits as after a clean run.
"""

from __future__ import annotations

from .bring import Means, bring, laid_over
from .stored import StoredProject
from .update import Work

__all__ = ["Means", "StoredProject", "Work", "bring", "laid_over"]
