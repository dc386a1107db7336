"""The archive of a run's logs -> the log of one job's failed steps: the only place where steps have logs of their own.

Source: how GitHub's own command line reads it. A job's folder is its name without `/` and `:`, cut to 90 UTF-16 units,
and holds `<number>_<step>.txt`; the whole job is `<number>_<job>.txt` at the top, the number negative at times. Nothing
is extracted: members are looked for by name and read up to a limit, so no name leads anywhere and no packing fills the
disk.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO, Final

from ...model import limits

BLOCK: Final = 1 << 16
MOST_RATIO: Final = 500  # of a member above FREE bytes; logs pack well, but not as well as a trap
FREE: Final = 10_000_000
MOST_MEMBERS: Final = 20_000
PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # as GitHub packs


def of_job(archive: Path, job: str, steps: Sequence[int], into: Path, most: int) -> bool:
    """Whether the failed steps' logs, else the whole job's, are in the archive and were written, at most `most` bytes
    of them."""
    try:
        with zipfile.ZipFile(archive) as opened:
            chosen = _chosen(opened.infolist(), folder_of(job), steps)
            if not chosen or any(_trap(one) for one in chosen):
                return False
            with into.open("wb") as out:
                left = most
                for one in chosen:
                    left = _copied(opened, one, out, left)
    except (zipfile.BadZipFile, zlib.error, OSError, NotImplementedError, RuntimeError, ValueError, EOFError):
        return False
    return True


def folder_of(job: str) -> str:
    """The name of a job as the archive has it."""
    plain = job.replace("/", "").replace(":", "").encode("utf-16-le", "surrogatepass")
    return plain[: 2 * limits.LOG_JOB_NAME_LIMIT].decode("utf-16-le", "ignore")


def _chosen(members: Sequence[zipfile.ZipInfo], folder: str, steps: Iterable[int]) -> list[zipfile.ZipInfo]:
    """In the order of the steps; none where two jobs have one name, because whose they are is not known then."""
    if len(members) > MOST_MEMBERS:
        return []
    found = []
    for step in sorted(set(steps)):
        same = [one for one in members if re.match(rf"{re.escape(folder)}/{step}_", one.filename)]
        if len(same) != 1:
            break
        found += same
    else:
        if found:
            return found
    whole = [one for one in members if re.fullmatch(rf"-?\d+_{re.escape(folder)}\.txt", one.filename)]
    return whole if len(whole) == 1 else []


def _trap(one: zipfile.ZipInfo) -> bool:
    return one.compress_type not in PACKED or (
        one.file_size > FREE and one.file_size > MOST_RATIO * max(1, one.compress_size)
    )


def _copied(opened: zipfile.ZipFile, one: zipfile.ZipInfo, out: BinaryIO, left: int) -> int:
    with opened.open(one) as member:
        while left > 0 and (block := member.read(min(BLOCK, left))):
            out.write(block)
            left -= len(block)
    return left
