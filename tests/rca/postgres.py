"""A PostgreSQL server of one's own, on a socket in a temporary folder."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def tools() -> Path | None:
    """Where initdb is: Debian keeps it out of PATH."""
    found = shutil.which("initdb") or next(
        iter(sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), reverse=True)), ""
    )
    return Path(found).parent if found else None


@contextmanager
def server(bin_: Path) -> Iterator[str]:
    """The address of a fresh database."""
    folder = tempfile.mkdtemp(prefix="pg")
    root = os.name == "posix" and os.geteuid() == 0
    if root:
        shutil.chown(folder, "postgres", "postgres")
    as_user = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups") if root else ()

    def run(*command: str) -> None:
        subprocess.run([*as_user, *command], check=True, capture_output=True, cwd=folder)

    data = f"{folder}/data"
    try:
        run(
            str(bin_ / "initdb"),
            "-D",
            data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
            "--locale=C.UTF-8",
        )
        options = f"-c listen_addresses='' -k {folder} -c fsync=off"
        run(str(bin_ / "pg_ctl"), "-D", data, "-w", "-l", f"{folder}/log", "-o", options, "start")
        try:
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            run(str(bin_ / "pg_ctl"), "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
