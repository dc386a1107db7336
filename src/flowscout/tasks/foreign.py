"""Markdown that an untrusted run wrote -> Markdown we may post under our name.

Whatever our builder makes passes unchanged; whatever else Markdown can do is shown as text. HTML is that of folded
sections alone, links lead to files of the commit at hand, pictures and comments are gone, and a drawing holds no
directive and no click.
"""

from __future__ import annotations

import re

from ..model.pattern import regex
from .markdown import inert, visible

_TAG = regex(r"<(/?(?:details|summary|code|sub)|br)>")
_LINK = regex(r"\]\(([^()\s]*)\)")
_FENCE = regex(r"(`{3,})([^`]*)")
_DRAWN = regex(r"^\s*(?:click|link|links|callback|href|%%\{)|javascript:|%%\{", re.IGNORECASE)
_KINDS = frozenset({"mermaid", "text", "toml", "python", "c", "cpp", ""})
_ENTITY = regex(r"&(?!(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|amp|lt|gt|quot);)")


def cleaned(markdown: str, links_to: str) -> str:
    """links_to: what the address of every link must begin with."""
    lines, closing, block = [], "", list[str]()
    for raw in markdown.replace("\r\n", "\n").split("\n"):
        opened = _FENCE.fullmatch(raw)
        if closing:
            block.append(raw)
            if raw == closing:
                lines += _block(block)
                closing, block = "", []
        elif opened and opened[2].strip() in _KINDS:
            closing, block = opened[1], [raw]
        else:
            lines.append(_line(raw, links_to))
    if closing:
        lines += _block([*block, closing])
    return inert("\n".join(lines))


def _block(block: list[str]) -> list[str]:
    head, *body, end = block
    if head.strip("`").strip() == "mermaid" and any(_DRAWN.search(line) for line in body):
        return ["_A drawing that is not ours was left out._"]
    return [head, *(visible(line) for line in body), end]


def _line(raw: str, links_to: str) -> str:
    text = _LINK.sub(lambda found: found[0] if _allowed(found[1], links_to) else "](#)", _ENTITY.sub("&amp;", visible(raw)))
    pieces, at = [], 0
    for tag in _TAG.finditer(text):
        pieces += [_plain(text[at : tag.start()]), tag[0]]
        at = tag.end()
    return "".join([*pieces, _plain(text[at:])])


def _plain(text: str) -> str:
    return re.sub(r"(?<!\\)!\[", r"\\!\\[", text).replace("<", "&lt;").replace("\\&lt;", "&lt;")


def _allowed(address: str, links_to: str) -> bool:
    return address.startswith(links_to) and not re.search(r"[^\w./:#%~+@-]", address) and "/../" not in address
