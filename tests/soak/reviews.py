"""Reviews the last commits of a repository one by one, from kept rows and in memory, and holds the two against each other.

    python tests/soak/reviews.py REPOSITORY [COMMITS]

A clone is made; its store is built by the first review. Each commit is reviewed against its first parent. Exit 1 at the first
review that is not the same, byte for byte, as that of a run without a store.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "src")]

from flowscout.entrypoints.reviewing import reviewed  # noqa: E402
from flowscout.tasks.records import to_line  # noqa: E402
from flowscout.tasks.review.text import record  # noqa: E402
from flowscout.wiring import place  # noqa: E402


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=True).stdout.decode()


def told(folder: Path, commit: str, memo: str) -> tuple[str, float]:
    """The review as JSON, and seconds of processor time."""
    os.environ["FLOWSCOUT_MEMO"] = memo
    start = time.process_time()
    found, *_ = reviewed(place(str(folder)), f"{commit}~1", commit)
    return to_line(record(found)), time.process_time() - start


def main(repository: Path, commits: int) -> int:
    spent: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "clone"
        subprocess.run(["git", "clone", "--quiet", "--shared", str(repository), str(folder)], check=True)
        some = git(folder, "rev-list", "--first-parent", f"--max-count={commits + 1}", "HEAD").split()[:-1]
        first = told(folder, some[0], "on")[1]
        for number, commit in enumerate(some, 1):
            (kept, cost), (clean, clean_cost) = told(folder, commit, "on"), told(folder, commit, "off")
            spent.append((cost, clean_cost))
            print(f"{number:3} {commit[:10]} {len(kept):,} bytes; {cost:.2f} s for {clean_cost:.2f} s", flush=True)
            if kept != clean:
                print("  the review from kept rows differs from that of a clean run")
                return 1
    kept_costs, clean_costs = zip(*spent, strict=True)
    print(f"the same for every commit; median {statistics.median(kept_costs):.2f} s for {statistics.median(clean_costs):.2f} s,"
          f" most {max(kept_costs):.2f} s; the first {first:.1f} s")  # fmt: skip
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) == 3 else 50))
