"""A published text as GitHub shows it, as far as that can be known here: its Markdown by GitHub's own parser, its drawings by Mermaid's."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser

from mermaid import harness

EXTENSIONS = ("table", "strikethrough", "autolink", "tagfilter", "tasklist")
PLAIN = frozenset({
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "pre", "code", "strong", "em", "blockquote",
    "details", "summary", "sub", "a", "br", "hr"})  # fmt: skip


class Page(HTMLParser):
    """tags: (name, attributes) of everything. prose: text outside of code. codes: text of code. comments: HTML comments.
    drawings: Mermaid's texts."""

    def __init__(self, markdown: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.prose, self.codes = "", ""
        self.comments: list[str] = []
        self.drawings: list[str] = []
        self._code = 0
        self._drawing = False
        self.feed(html(markdown))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._code += tag == "code"
        if tag == "code" and dict(attrs).get("class") == "language-mermaid":
            self._drawing = True
            self.drawings.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "code":
            self._code -= 1
            self._drawing = False

    def handle_data(self, data: str) -> None:
        if self._drawing:
            self.drawings[-1] += data
        elif self._code:
            self.codes += data
        else:
            self.prose += data

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def active(self) -> list[str]:
        """Whatever does more than show: foreign tags, attributes, links that are not to files of the repository, mentions, references."""
        found = [tag for tag, _ in self.tags if tag not in PLAIN]
        for tag, attributes in self.tags:
            kept = {
                "a": {"href"},
                "code": {"class"},
                "details": {"open"},
                "ol": {"start"},
                "td": {"align"},
                "th": {"align"},
            }.get(tag, set())
            found += [f"{tag} {name}={value}" for name, value in attributes.items() if name not in kept]
        ours = r"https://(?:github\.com|ghe\.example)/octo/demo/(?:blob/[0-9a-f]{40}/[^?\s]*|actions/runs/\d+)"
        found += [
            f"link {a['href']}" for tag, a in self.tags if tag == "a" and not re.fullmatch(ours, a.get("href") or "")
        ]
        found += [f"mention {m}" for m in re.findall(r"(?<![\w`])@[\w-]+", self.prose)]
        return found + [f"reference {m}" for m in re.findall(r"(?<![\w&])(?:[\w-]+/[\w.-]+)?#\d+|\bGH-\d+", self.prose)]


def html(markdown: str) -> str:
    program = shutil.which("cmark-gfm")
    if program is None:
        harness.missing("cmark-gfm is not installed")
    chosen = [word for name in EXTENSIONS for word in ("-e", name)]
    return subprocess.run(
        [program, *chosen, "--unsafe"], input=markdown.encode(), capture_output=True, check=True
    ).stdout.decode()


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
