"""A pytest plugin for a new process: the mutated file is what it imports."""

from . import patch

patch.steady()
patch.overlay()
