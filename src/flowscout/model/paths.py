"""Parts of a repository path; `pathlib` costs a hook more than reading a file."""

from __future__ import annotations


def name_of(path: str) -> str:
    """The last part."""
    return path.rstrip("/").rpartition("/")[2]


def suffix_of(path: str) -> str:
    """The ending of the last part in lower case, with its dot; "" without one, and where the only dot begins the name."""
    name = name_of(path)
    at = name.rfind(".")
    return name[at:].lower() if 0 < at < len(name) - 1 else ""
