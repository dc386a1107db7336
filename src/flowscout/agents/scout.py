"""EntityScout: the points of interest of any text file, in any language, by a model alone.

Each file is analysed on its own, without state; what is remembered is keyed by checksum, model and prompt. Lines go to the
model with their numbers. A reply counts only when every point holds: its lines lie in the file, its end is not before its
start, its name stands there, nothing is told twice. A file that is longer than the model's context is read in windows that
overlap; what two windows saw of one definition is joined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Annotated, Final, Literal, NamedTuple

from ..llm.ask import Asker, ModelAnswer, Question, ask
from ..llm.budget import BYTES_PER_TOKEN
from ..llm.prompts import load
from ..llm.wire import Field, Flaw, Line, Name, Share, Wire
from ..model import report
from ..model.report import FileAnalysisReport, PointOfInterest
from .outline import language_of

REPLY_TOKENS: Final = 4_000
SPARE_TOKENS: Final = 4_000  # for the schema, and for the invalid reply that a correction carries
OVERLAP: Final = 20  # lines
LINE: Final = 2_000  # characters of a line that are sent; more of it names nothing


class PoiWire(Wire):
    name: Name
    type: Literal[
        "FunctionDefinition", "ClassDefinition", "MethodDefinition", "ConstructorDefinition", "DestructorDefinition",
        "OperatorDefinition", "LambdaDefinition", "StructDefinition", "UnionDefinition", "EnumDefinition",
        "MacroDefinition", "SectionHeading", "ConfigurationBlock",
    ]  # fmt: skip
    startLine: Line  # noqa: N815 - the published field names
    endLine: Line  # noqa: N815
    confidence: Share


class PoisWire(Wire):
    pois: Annotated[list[PoiWire], Field(max_length=1_000)]


class EntityScoutConfig(NamedTuple):
    """fileExtensions: () scouts all text."""

    fileExtensions: tuple[str, ...] = ()  # noqa: N815
    llmModel: str = "deepseek-coder"  # noqa: N815
    maxFileSize: int = 1_000_000  # noqa: N815
    maxRetries: int = 2  # noqa: N815


class EntityScout:
    """context: tokens that prompt and reply may take together."""

    def __init__(self, config: EntityScoutConfig, asker: Asker, context: int = 16_384) -> None:
        self.config, self._asker, self._context = config, asker, context

    def run(self, path: str, data: bytes | None) -> FileAnalysisReport:
        """The report of one file, whatever happens. `data` None: the file could not be read."""
        if data is None:
            return FileAnalysisReport(
                path, "", "", (), report.FAILED_FILE_NOT_FOUND, "the file could not be read", scout="model"
            )
        skipped = self._skipped(path, data)
        empty = FileAnalysisReport(
            path, checksum(data), language_of(path), (), skipped[0], skipped[1] or None, scout="model"
        )
        return empty if skipped[0] != report.COMPLETED_SUCCESS else self._read(empty, decoded(data))

    def _skipped(self, path: str, data: bytes) -> tuple[str, str]:
        endings = tuple(ending.lower() for ending in self.config.fileExtensions)
        if endings and not path.lower().endswith(endings):
            return report.SKIPPED_UNSUPPORTED, f"the suffix is none of {', '.join(endings)}"
        if len(data) > self.config.maxFileSize:
            return report.SKIPPED_FILE_TOO_LARGE, f"{len(data):,} bytes; at most {self.config.maxFileSize:,} are read"
        return (report.SKIPPED_BINARY, "holds NUL bytes") if is_binary(data) else (report.COMPLETED_SUCCESS, "")

    def _read(self, empty: FileAnalysisReport, text: str) -> FileAnalysisReport:
        lines = text.split("\n")
        if not text.strip():
            return empty  # nothing is asked about nothing
        found: list[PointOfInterest] = []
        attempts, origin = 0, ""
        for first, last in windows(lines, self.room()):
            answer = self._ask(empty.filePath, lines, first, last)
            attempts += answer.attempts
            if answer.value is None:
                status = report.FAILED_LLM_API_ERROR if answer.failure else report.FAILED_VALIDATION_ERROR
                return empty._replace(status=status, error=answer.error, analysisAttempts=attempts)
            origin = answer.origin
            found += [PointOfInterest(p.name, p.type, p.startLine, p.endLine, p.confidence) for p in answer.value.pois]
        return empty._replace(pois=joined(found), analysisAttempts=attempts, origin=origin)

    def room(self) -> int:
        """Bytes of one window."""
        tokens = self._context - REPLY_TOKENS - SPARE_TOKENS - len(load("scout")) // BYTES_PER_TOKEN
        return max(2_000, tokens * BYTES_PER_TOKEN)

    def _ask(self, path: str, lines: Sequence[str], first: int, last: int) -> ModelAnswer[PoisWire]:
        return ask(self._asker, question(path, lines, first, last, self.config.maxRetries))


def question(path: str, lines: Sequence[str], first: int, last: int, retries: int = 2) -> Question[PoisWire]:
    """About the lines from `first` to `last`, counted from 1, both included."""
    shown = [f"{n}: {lines[n - 1][:LINE]}" for n in range(first, last + 1)]
    data = {"path": path.encode("utf-8", "replace").decode(), "lines": shown}
    return Question("scout", data, PoisWire, lambda value: flaws(value, lines, first, last), REPLY_TOKENS, "", retries)


def flaws(value: PoisWire, lines: Sequence[str], first: int, last: int) -> tuple[Flaw, ...]:
    """What does not hold of the points, each with a sentence for the model."""
    found, seen = [], set[tuple[str, str, int]]()
    for poi in value.pois:
        wrong = _wrong(poi, lines, first, last)
        key = (poi.name, poi.type, poi.startLine)
        wrong = wrong or (f"`{poi.name}` at line {poi.startLine} is reported twice" if key in seen else "")
        seen.add(key)
        if wrong:
            found.append(
                Flaw(
                    wrong,
                    f"Your last response was invalid. The error was: {wrong}. Correct it, or leave that point out.",
                )
            )
    return tuple(found[:8])


def _wrong(poi: PoiWire, lines: Sequence[str], first: int, last: int) -> str:
    name, start, end = poi.name, poi.startLine, poi.endLine
    if not name.isprintable() or name != name.strip():
        return f"the `name` {name!r} holds characters that no name has"
    if not first <= start <= last or not first <= end <= last:
        return f"the lines {start} to {end} of `{name}` are not all among the given lines {first} to {last}"
    if end < start:
        return f"the `endLine` {end} of `{name}` is before its `startLine` {start}"
    inside = "\n".join(lines[start - 1 : end])
    return "" if _occurs(name, inside, lines) else f"the name `{name}` does not occur in the lines {start} to {end}"


def _occurs(name: str, inside: str, lines: Sequence[str]) -> bool:
    """The name as written; of a qualified one the last part there, and the others somewhere in the file."""
    if name in inside:
        return True
    *outer, last = name.replace("::", ".").replace("#", ".").split(".")
    return (
        bool(outer and last) and last in inside and all(any(part in line for line in lines) for part in outer if part)
    )


def windows(lines: Sequence[str], room: int) -> Iterator[tuple[int, int]]:
    """First and last lines, from 1, of parts that fit into `room` bytes and overlap."""
    first = 1
    while True:
        last, size = first - 1, 0
        while last < len(lines) and (size <= room or last < first + OVERLAP):
            size += len(lines[last][:LINE].encode("utf-8", "replace")) + 12
            last += 1
        yield first, last
        if last >= len(lines):
            return
        first = last - OVERLAP + 1


def joined(found: Sequence[PointOfInterest]) -> tuple[PointOfInterest, ...]:
    """Sorted by line; two of one name and type whose lines overlap are one."""
    kept: list[PointOfInterest] = []
    for poi in sorted(found, key=lambda p: (p.name, p.type, p.startLine, -p.endLine)):
        before = kept[-1] if kept else None
        if before and (before.name, before.type) == (poi.name, poi.type) and poi.startLine <= before.endLine:
            kept[-1] = before._replace(
                endLine=max(before.endLine, poi.endLine), confidence=max(before.confidence, poi.confidence)
            )
        else:
            kept.append(poi)
    return tuple(sorted(kept, key=lambda p: (p.startLine, -p.endLine, p.type, p.name)))


def checksum(data: bytes) -> str:
    return sha256(data).hexdigest()


def is_binary(data: bytes) -> bool:
    return b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff"))


def decoded(data: bytes) -> str:
    """Text as lines that end in LF; what is no UTF-8 or UTF-16 shows replacement marks."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    return data.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")


def suffix_of(path: str) -> str:
    return PurePosixPath(path).suffix.lower()
