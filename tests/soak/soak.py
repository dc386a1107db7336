"""What takes longer than a test run may: sources are mutated, and every law must still hold.

Round N is seeded by N alone, so any failure is repeated with `SOAK_SEED=N SOAK_ROUNDS=1 make soak`. The last round done
is remembered in build/soak, and the next run goes on there. Environment: SOAK_MINUTES (10), SOAK_ROUNDS (no limit),
SOAK_SEED (go on), SOAK_REPOS (folders whose files are mutated too, blank-separated).
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]

from corpus import notation  # noqa: E402
from corpus.driver import Source, cases  # noqa: E402
from corpus.laws import everything, graph_problems  # noqa: E402
from flowscout.model.sfm import LEVELS, problems  # noqa: E402

STATE = ROOT / "build" / "soak"
LIMIT = 60  # seconds a round may take
SUFFIXES = {".py": "python", ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".hpp": "cpp"}
SNIPPETS = (
    b"(",
    b")",
    b"{",
    b"}",
    b"[",
    b'"',
    b"'",
    b'"""',
    b"/*",
    b"*/",
    b"#if 0\n",
    b"#endif\n",
    b"#else\n",
    b"\\\n",
    b"\n",
    b"\t",
    b"\x00",
    b"\xff",
    b"\r\n",
    b" if ",
    b" else ",
    b" return ",
    b" goto x;",
    b" case 1:",
    b"try:",
    b"finally:",
    b"lambda x: ",
    b" && ",
    b" or ",
    b"?",
    b":",
    b";",
    b" async ",
    b" yield ",
    b" throw ",
    b"template<",
    b"operator",
    b"=default;",
    b"\xe2\x80\xae",
)


class Failed(NamedTuple):
    seed: int
    source: Source
    why: str


def material() -> list[Source]:
    found = [source for case in cases() for source in case.sources]
    for folder in os.environ.get("SOAK_REPOS", "").split():
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file() and path.stat().st_size < 60_000:
                found.append(Source(path.name, SUFFIXES[path.suffix], path.read_bytes()))  # noqa: PERF401
    return found


def mutated(data: bytes, chance: random.Random) -> bytes:
    """A few edits: cut, repeat, swap, insert, delete."""
    for _ in range(chance.randint(1, 6)):
        a, b = sorted((chance.randint(0, len(data)), chance.randint(0, len(data))))
        match chance.randint(0, 5):
            case 0:
                data = data[:b]
            case 1:
                data = data[:a] + data[b:] if b - a < 200 else data
            case 2:
                data = data[:b] + data[a:b][:2000] * chance.randint(1, 3) + data[b:]
            case 3:
                data = data[:a] + chance.choice(SNIPPETS) * chance.choice((1, 1, 1, 2, 40)) + data[a:]
            case 4:
                data = data[:a] + bytes([chance.randrange(256)]) + data[a + 1 :]
            case _:
                rows = data.split(b"\n")
                first = chance.randrange(len(rows))
                rows[first], rows[-1] = rows[-1], rows[first]
                data = b"\n".join(rows)
    return data


def check(sources: tuple[Source, ...]) -> None:
    built = notation.project(sources)
    for _ in everything(built):
        pass
    for function in built.functions:
        assert graph_problems(built.cfg(function)) == [], function
        for level in LEVELS:
            assert problems(built.chart(function, level)) == [], f"{function} at {level}"


def _late(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"more than {LIMIT} s")


def one_round(seed: int, sources: list[Source]) -> Failed | None:
    chance = random.Random(seed)
    source = chance.choice(sources)
    source = source._replace(data=mutated(source.data, chance))
    signal.alarm(LIMIT)
    try:
        check((source,))
    except Exception:  # noqa: BLE001 - any failure is what this looks for
        return Failed(seed, source, traceback.format_exc())
    finally:
        signal.alarm(0)
    return None


def _seeds() -> Iterator[int]:
    last = STATE / "last"
    first = int(os.environ.get("SOAK_SEED") or (int(last.read_text()) + 1 if last.exists() else 1))
    rounds = int(os.environ.get("SOAK_ROUNDS", "0"))
    end = time.monotonic() + 60 * float(os.environ.get("SOAK_MINUTES", "10"))
    seed = first
    while (not rounds or seed < first + rounds) and time.monotonic() < end:
        yield seed
        if "SOAK_SEED" not in os.environ:
            last.write_text(str(seed))
        seed += 1


def main() -> int:
    STATE.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGALRM, _late)
    sources = material()
    failures = done = 0
    for seed in _seeds():
        if not done:
            print(f"soak: from seed {seed}, {len(sources)} sources", flush=True)
        failed = one_round(seed, sources)
        done += 1
        if failed:
            failures += 1
            kept = STATE / f"{seed}-{Path(failed.source.path).name}"
            kept.write_bytes(failed.source.data)
            print(f"seed {seed} ({failed.source.language}), source kept in {kept}\n{failed.why}", flush=True)
        if done % 500 == 0:
            print(f"soak: {done} rounds, {failures} failed, at seed {seed}", flush=True)
    print(f"soak: {done} rounds, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
