"""What was read of the tables, kept beside them as Python keeps what it compiles.

Reading hundreds of rows and deriving their literals takes ten times as long as reading the result. It is kept under the digest of all
it was read from, so that it never tells of other tables; a wheel brings it along (`hatch_build.py`).
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

FORMAT: Final = 2  # of what is kept: raise it when the same tables are read otherwise
NAME: Final = "tables.json"


def digest(files: Iterable[Path]) -> str:
    told = sha256(f"{FORMAT}\0".encode())
    for file in files:
        data = file.read_bytes()
        told.update(f"{file.name}\0{len(data)}\0".encode())
        told.update(data)
    return told.hexdigest()


def kept(folder: Path, digest_: str, read: Callable[[], Any]) -> Any:
    """What `read` gives, as JSON has it: from `folder` where that keeps it, else read, and kept there where that may be written."""
    file = folder / NAME
    with contextlib.suppress(OSError, ValueError, RecursionError):
        found = json.loads(file.read_bytes())
        if isinstance(found, dict) and found.get("digest") == digest_:
            return found["tables"]
    body = json.dumps({"digest": digest_, "tables": read()}, ensure_ascii=False, separators=(",", ":"))
    if not sys.dont_write_bytecode:
        with contextlib.suppress(OSError):
            _write(file, body.encode())
    return json.loads(body)["tables"]


def _write(file: Path, data: bytes) -> None:
    """At once, so that nobody reads half of it."""
    file.parent.mkdir(exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        os.chmod(name, 0o644)
        os.replace(name, file)
    except OSError:
        os.unlink(name)
        raise
