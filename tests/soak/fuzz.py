"""Inputs that are almost real go the whole way, with no border around a unit: whatever we fall over comes to light.

Round N is seeded by N alone, so any failure is repeated with `FUZZ_SEED=N FUZZ_ROUNDS=1 python tests/soak/fuzz.py`. The last round
done is remembered in build/fuzz, and the next run goes on there. Environment: FUZZ_MINUTES (10), FUZZ_ROUNDS (no limit),
FUZZ_SEED (go on), FUZZ_TARGETS (all), SOAK_REPOS (folders whose sources are spliced too).
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src"), str(Path(__file__).parent)]

import targets  # noqa: E402

from flowscout import border  # noqa: E402

STATE = ROOT / "build" / "fuzz"
LIMIT = 20  # seconds of processor time that a round may take


class Failed(NamedTuple):
    seed: int
    target: str
    parts: dict[str, bytes]
    why: str

    @property
    def where(self) -> str:
        """The place that tells failures apart."""
        frames = [row.strip() for row in self.why.splitlines() if row.lstrip().startswith("File ")]
        return f"{self.why.strip().splitlines()[-1][:100]} {frames[-1] if frames else ''}"


def _late(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"more than {LIMIT} s")


def one_round(seed: int, only: tuple[str, ...] = ()) -> tuple[str, float, Failed | None]:
    """What was tried, how long it took (of the processor), and what went wrong."""
    chance = random.Random(f"fuzz {seed}")
    name = chance.choice([turn for turn in targets.turns() if not only or turn in only])
    given = targets.TARGETS[name][0](name, chance)
    signal.signal(signal.SIGPROF, _late)
    begun = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    why = ""
    try:
        given.run()
    except Exception:  # noqa: BLE001 - any failure is what this looks for
        why = traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return name, time.process_time() - begun, Failed(seed, name, given.parts, why) if why else None


def _seeds() -> Iterator[int]:
    last = STATE / "last"
    first = int(os.environ.get("FUZZ_SEED") or (int(last.read_text()) + 1 if last.exists() else 1))
    rounds = int(os.environ.get("FUZZ_ROUNDS", "0"))
    end = time.monotonic() + 60 * float(os.environ.get("FUZZ_MINUTES", "10"))
    seed = first
    while (not rounds or seed < first + rounds) and time.monotonic() < end:
        yield seed
        if "FUZZ_SEED" not in os.environ:
            last.write_text(str(seed))
        seed += 1


def _kept(failed: Failed) -> Path:
    folder = STATE / f"{failed.seed}-{failed.target}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in failed.parts.items():
        (folder / name.replace("/", "_")).write_bytes(data)
    (folder / "traceback").write_text(failed.why)
    return folder


def main() -> int:
    border.DEFECTS = ()  # no border: whatever we fall over comes to light
    STATE.mkdir(parents=True, exist_ok=True)
    only = tuple(os.environ.get("FUZZ_TARGETS", "").split())
    counts: Counter[str] = Counter()
    places: Counter[str] = Counter()
    begun, longest = time.monotonic(), 0.0
    for seed in _seeds():
        if not counts:
            print(f"fuzz: from seed {seed}", flush=True)
        name, took, failed = one_round(seed, only)
        counts[name] += 1
        longest = max(longest, took)
        if failed:
            places[failed.where] += 1
            if places[failed.where] == 1:
                print(f"seed {seed} ({name}), kept in {_kept(failed)}\n{failed.why}", flush=True)
        if counts.total() % 500 == 0:
            _told(counts, places, longest, begun)
    _told(counts, places, longest, begun)
    return 1 if places else 0


def _told(counts: Counter[str], places: Counter[str], longest: float, begun: float) -> None:
    each = ", ".join(f"{name} {count:,}" for name, count in sorted(counts.items()))
    minutes = (time.monotonic() - begun) / 60
    print(
        f"fuzz: {minutes:.1f} min, {counts.total():,} rounds ({each}), longest {longest:.1f} s, failed {places.total()} at {len(places)} places",
        flush=True,
    )
    for place, count in places.most_common(20):
        print(f"  {count:>5} {place}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
