"""What runs in a worker: units come by standard input, rows go out by standard output, until the input ends or a limit
kills it.

The parser was never meant for hostile input: it runs where nothing can be written, with a limit on memory and, for each
unit, on processor time; the process that asks holds the clock.
"""

from __future__ import annotations

import json
import os
import sys
from typing import IO, Final

from ...model.compiled import encode_answer
from ...model.frames import frame, unframe
from .builtin import RESOURCES, headers
from .ground import Ground, under

MEMORY: Final = 4 << 30  # bytes of address space
PROCESSOR: Final = 60  # seconds for one unit
_LENGTH: Final = 8
_LARGEST: Final = 1 << 30  # bytes of a message


def main() -> None:
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    limited()
    from .walk import Library, unit

    library, resources, ground = Library(), headers(), Ground(os.getcwd())
    send(answers, library.version().encode())
    while (message := receive(asked)) is not None:
        head, *pieces = unframe(message)
        main_, arguments, builtin = json.loads(head)
        texts = dict(zip((name.decode("utf-8", "surrogatepass") for name in pieces[::2]), pieces[1::2], strict=True))
        _hurry()
        root = ground.root(texts)
        files = {f"{root}/{path}": data for path, data in texts.items()}
        found = unit(
            library,
            main_,
            [*under(root, arguments), "-resource-dir", builtin or RESOURCES],
            files if builtin else {**files, **resources},
            root,
        )
        send(answers, encode_answer(found) if found else b"")


def receive(stream: IO[bytes]) -> bytes | None:
    """None at the end."""
    length = stream.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    size = int.from_bytes(length, "big")
    data = stream.read(size) if size <= _LARGEST else b""
    return data if len(data) == size else None


def send(stream: IO[bytes], data: bytes) -> None:
    stream.write(len(data).to_bytes(_LENGTH, "big") + data)
    stream.flush()


def request(main_: str, arguments: list[str], builtin: str, files: list[tuple[str, bytes]]) -> bytes:
    pieces = [piece for path, data in files for piece in (path.encode("utf-8", "surrogatepass"), data)]
    return frame([json.dumps([main_, arguments, builtin]).encode(), *pieces])


def limited() -> None:
    """Where a system knows no such limits, there is the clock alone."""
    if os.name != "posix":
        return
    import resource

    for what, most in (
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 512),
        (resource.RLIMIT_AS, MEMORY),
    ):
        hard = resource.getrlimit(what)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(what, (least, least))
        except (ValueError, OSError):  # macOS refuses some
            continue


def _hurry() -> None:
    if os.name != "posix":
        return
    import resource

    spent = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    until = int(spent.ru_utime + spent.ru_stime) + PROCESSOR
    resource.setrlimit(resource.RLIMIT_CPU, (until if hard == resource.RLIM_INFINITY else min(until, hard), hard))
