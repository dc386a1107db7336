"""What is told of our own defects: a report that can be pasted into an issue, without what must not leave the machine."""

from __future__ import annotations

import errno
import os
import platform
import traceback
from collections.abc import Mapping

from . import __version__
from .border import forget, met
from .redact import redact, secrets_of

ISSUES = "https://github.com/flowscout/flowscout/issues"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
SHOWN = 3  # tracebacks of one run
NAMED = 10  # units


def report(command: str, errors: Mapping[str, BaseException]) -> str:
    """errors: by what they cost, "" for the whole run."""
    by_place: dict[tuple[str, str, int], BaseException] = {}
    for error in errors.values():
        by_place.setdefault(_place(error), error)
    shown = [_shown(error) for error in list(by_place.values())[:SHOWN]]
    more = f"and {len(by_place) - SHOWN} more\n\n" if len(by_place) > SHOWN else ""
    where = f"### flowscout {__version__}, Python {platform.python_version()}, {platform.system()}\n\n`flowscout {command} …`\n\n"
    return redact(where + "\n".join(f"```\n{text}```\n" for text in shown) + more, secrets_of(os.environ))


def told(command: str) -> str:
    """What was met since this was asked last; "" where nothing was."""
    found = met()
    if not found:
        return ""
    forget()
    units = "".join(f"  {unit}\n" for unit in list(found)[:NAMED]) + (
        f"  … and {len(found) - NAMED} more\n" if len(found) > NAMED else ""
    )
    what = f"a defect of flowscout stands in the way of {len(found)} thing{'s' if len(found) > 1 else ''}; the rest is whole"
    return f"flowscout: {what}\n{units}  please paste what follows into {ISSUES}\n\n{report(command, found)}"


def broken(command: str, error: BaseException) -> str:
    return (
        f"flowscout: this is a bug of ours; please paste what follows into {ISSUES}\n\n{report(command, {'': error})}"
    )


def outside(error: OSError) -> str:
    """What to say of an error that the outside made; "" where it may be ours."""
    if error.filename is None and error.errno not in NO_ROOM:
        return ""
    return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror)


def _place(error: BaseException) -> tuple[str, str, int]:
    frames = traceback.extract_tb(error.__traceback__)
    return (
        (type(error).__name__, frames[-1].filename, frames[-1].lineno or 0) if frames else (type(error).__name__, "", 0)
    )


def _shown(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)).replace(os.path.expanduser("~"), "~")
