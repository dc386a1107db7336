"""Pictures of the README's drawings, for whoever reads it where Mermaid is not drawn. `pytest --update` makes them anew.

Labels are text of the SVG itself, so that whatever shows a picture shows them. A picture names the drawing it is of.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

from mermaid import harness

FOLDER = Path(__file__).parent.parent.parent / "docs/pictures"
PLAIN = '%%{init: {"htmlLabels": false, "flowchart": {"htmlLabels": false}}}%%\n'


def of(chart: str) -> str:
    return sha256(chart.encode()).hexdigest()[:16]


def shown(name: str) -> str:
    """Which drawing the picture that is there shows."""
    path = FOLDER / f"{name}.svg"
    found = re.match(r"<!-- of ([0-9a-f]{16}) -->\n", path.read_text(encoding="utf-8")) if path.exists() else None
    return found[1] if found else ""


def picture(name: str, chart: str, into: Path) -> None:
    into.mkdir(parents=True, exist_ok=True)
    seen = harness.render({name: PLAIN + chart}, into)[name]
    assert seen.ok, seen.error
    assert seen.picture is not None
    svg = seen.picture.with_suffix(".svg").read_text(encoding="utf-8")
    svg = re.sub(r'width="100%"', f'width="{seen.width}"', svg, count=1).replace(
        'style="max-width', 'style="background:#fff;max-width', 1
    )
    svg = re.sub(r"&amp;(#\d+;)", r"&\1", svg)  # entities of a label, which only HTML labels resolve
    svg = _small(svg)
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.svg").write_text(f"<!-- of {of(chart)} -->\n{svg}\n", encoding="utf-8", newline="\n")


def _small(svg: str) -> str:
    """Without what draws nothing: attributes for scripts, markers that no line names, digits below a tenth."""
    svg = re.sub(
        r' (?:data-[\w-]+|aria-[\w-]+|font-(?:style|weight))="[^"]*"| class="text-(?:inner|outer)-tspan[^"]*"', "", svg
    )
    named = set(re.findall(r"url\(#([^)]+)\)", svg))
    svg = re.sub(
        r'<marker id="([^"]+)".*?</marker>',
        lambda marker: marker[0] if marker[1] in named else "",
        svg,
        flags=re.DOTALL,
    )
    return re.sub(r"-?\d+\.\d{2,}", lambda number: f"{float(number[0]):.1f}", svg)
