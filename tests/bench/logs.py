"""Speed and memory of `flowscout rca` on one long log beside `grep -c error` and drain3, in one run.

    logs.py PEERS     PEERS: the folder of the peers' programs

The log is made of the lines of the labelled logs, with numbers that go on, as a build's are; a compiler's error stands in the
middle and the verdict at the end. Environment: BENCH_LOG_MB, its size (default 10; drain3 reads half a megabyte a second).
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from itertools import cycle
from pathlib import Path

from measure import measured, ratio, row

ROOT = Path(__file__).parent.parent.parent
SIZE = int(os.environ.get("BENCH_LOG_MB", "10")) * 1_000_000
DRAIN = """
import sys
from drain3 import TemplateMiner
miner = TemplateMiner()
with open(sys.argv[1], errors="replace") as log:
    for line in log:
        miner.add_log_message(line.rstrip())
"""
CAUSE = "src/store.c:41:9: error: 'struct store' has no member named 'quota'\n"
VERDICT = "make: *** [Makefile:12: store.o] Error 1\n"
_NUMBER = re.compile(r"\d{2,}")


def written(path: Path) -> None:
    green = [
        line
        for log in sorted((ROOT / "tests/logs").rglob("*green*.log"))
        for line in log.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    ]
    lines = [line for line in green if not re.search(r"error|fail|fatal|exception|traceback", line, re.IGNORECASE)]
    with path.open("w", encoding="utf-8") as log:
        size, told = 0, False
        for number, line in enumerate(cycle(lines)):
            if size > SIZE:
                break
            if size > SIZE // 2 and not told:
                log.write(CAUSE)
                told = True
            size += log.write(_NUMBER.sub(lambda found, n=number: str(int(found[0][:9]) + n), line))  # type: ignore[misc]
        log.write(VERDICT)


def main(peers: Path) -> None:
    os.environ["FLOWSCOUT_RCA_TTL"] = "0"  # each run reads the log
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "work"
        folder.mkdir()
        log, script = folder / "build.log", folder / "drain.py"
        written(log)
        script.write_text(DRAIN, encoding="utf-8")
        commands = {
            "flowscout rca": (Path(sys.executable).parent / "flowscout", "rca", log),
            "grep -c error": ("grep", "-c", "error", log),
            "drain3": (peers / "python", script, log),
        }
        runs = {name: [measured(command, folder) for _ in range(2)] for name, command in commands.items()}
    print(
        f"\nlog of {SIZE / 1e6:.0f} MB                          wall ms: least / median     CPU ms: least / median      MB"
    )
    print(*(row(name, made) for name, made in runs.items()), sep="\n")
    print(
        f"    {SIZE / 1e6 / min(run.cpu for run in runs['flowscout rca']):.1f} MB a CPU second;",
        *(
            f"cpu of flowscout rca / {name}: {ratio(runs['flowscout rca'], runs[name], 'cpu'):.2f}"
            for name in ("grep -c error", "drain3")
        ),
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
