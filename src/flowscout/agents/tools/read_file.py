"""Some lines of a file of the project."""

from __future__ import annotations

from typing import Final

from ..tool import AgentTool, CallWire, Looked, Subject, nothing

BEFORE, AFTER = 5, 40


def run(subject: Subject, call: CallWire) -> Looked:
    path = call.path.removeprefix("./")
    if path not in subject.project.files:
        near = [known for known in subject.project.files if known.endswith("/" + path)]
        if len(near) != 1:
            return nothing(f"there is no file {call.path[:120]!r}")
        path = near[0]
    lines = subject.project.sources(path).decode("utf-8", "replace").splitlines()
    first = max(1, call.line - BEFORE)
    shown = lines[first - 1 : first + BEFORE + AFTER]
    if not shown:
        return nothing(f"{path} has {len(lines)} lines")
    return Looked(
        tuple(f"{path}:{first + n} {text[:300]}" for n, text in enumerate(shown)),
        ((path, first, first + len(shown) - 1),),
    )


PLUGIN: Final = AgentTool("read_file", "lines of the file around the line", ("path", "line"), run)
