"""What a compiler knows of a project, as offers: which files are units (`units`), what each can include (`reach`), and what their
answers bring to those who resolve calls (`offered`).

A unit's key is made of its arguments and of the names and contents of whatever it may include, so it is known before anything is
compiled, and is the same whatever was compiled before.
"""

from __future__ import annotations

from .units import Compilation, compilation, enriched

__all__ = ["Compilation", "compilation", "enriched"]
