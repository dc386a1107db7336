"""Texts that were written to harm, by kind: what a stranger may put into a name, a comment of the code, a log or an artifact.

Each was tried against a gate that cleaned Markdown with expressions; those of `PAGES` came through it.
"""

from __future__ import annotations

from typing import Final

AT: Final = "https://github.com/octo/demo/blob/"
CLICK: Final = 'flowchart TD\nA-->B\nclick A "//evil.example/x"'

TEXTS: Final[dict[str, tuple[str, ...]]] = {
    "mention": (
        "@octocat @octo/team", "<@octocat>", "@\u200boctocat", "@\u2060octocat", "a`@octocat", "*@octocat*", "_@octocat_", "~@octocat~", '"@octocat"',
        "(@octocat)", "e.g.@octocat", "@octocat's", "\\@octocat", "\\\\@octocat", "\\`@octocat\\`", "``@octocat`", "`` ` @octocat", "`a`` @victim `b``",
        "@octo/team please approve https://evil.example", "[@octocat]", "|@octocat|", "@octocat\u00ad", "\u202e@octocat", "@octo-cat @o", "@@octocat",
        "@octocat:", "\n@octocat", "\r@octocat", "\t@octocat", "\u2028@octocat", "\x00@octocat", "$@octocat$", "$`@octocat`$", "!@octocat", "#@octocat",
        "``\nx `` @victim `y`", "`\\`@octocat`", "<b @octocat #1>", "@`octocat`", "@*octocat*",
    ),
    "reference": (
        "#1", "octo/demo#2", "GH-3", "gh-3", "closes #1", "fixes octo/demo#1", "\\#1", "(#1)", "*#1*", "`#1", "#\u200b1", "#1 GH-2 octo/demo#2", "_GH-1_",
        "octo/demo#\u0661", "resolve: #1", "[#1]", "~#1~", "|#1|", "\n#1", "#٣",
    ),
    "entity": (
        "&#64;octocat", "&#x40;octocat", "&commat;octocat", "&#35;1", "&num;1", "&amp;commat;octocat", "&#64octocat", "&#0;@octocat", "h&#116;tps://evil.example",
        "&lt;img src=x&gt;", "&#60;img src=https://evil.example/x&#62;", "&NewLine;@octocat", "&Tab;@octocat", "&lbrack;x&rbrack;&lpar;//evil.example&rpar;",
        "&#x60;@octocat&#x60;", "&colon;//evil.example", "&#8203;@octocat", "&zwnj;@octocat",
    ),
    "link": (
        "[click](https://evil.example)", "[x]( //evil.example/x )", "[x]( h&#116;tps://evil.example/x )", '[x](//evil.example/x "t")', "[x](//evil.example/x(y))",
        "[x][z]", "[r]: //evil.example", "[x][]", "[x]\n\n[x]: //evil.example", "[^1]\n\n[^1]: https://evil.example", "[x](<//evil.example>)", "[x](\\//evil.example)",
        f"[x]({AT}../../../../evil/repo)", f"[x]({AT}abc/%2e%2e/%2e%2e/evil)", f"[x]({AT}..)", "[x](javascript:alert(1))", "[x](data:text/html,x)", "[a](b)[c](//evil.example)",
        "](//evil.example)", "[x\\](//evil.example)", "\\[x](//evil.example)", "[`x`](//evil.example)", "[x](//evil.example\n)", "[[x]](//evil.example)",
    ),
    "autolink": (
        "https://evil.example/x", "www.evil.example", "http://evil.example", "ftp://evil.example", "mailto:a@evil.example", "xmpp:a@evil.example/x", "a@evil.example", "<https://evil.example/y>",
        "<a@evil.example>", "(https://evil.example)", "*https://evil.example*", "_https://evil.example_", "~www.evil.example~", "HTTPS://EVIL.example", "htt\u00adps://evil.example", "h\x00ttps://evil.example",
        "\\https://evil.example", "[https://evil.example", "xhttps://evil.example", "x_https://evil.example", "1https://evil.example", "éhttps://evil.example", "https\u200b://evil.example", "WWW.EVIL.EXAMPLE", "\nwww.evil.example",
        "a.b+c@evil.example", "a_b@evil.example", "-a@evil.example", "https://@octocat", "https://evil.example/@octocat#1", "https:&#47;/evil.example",
    ),
    "image": (
        "![x](https://evil.example/p.png)", "![x]( //evil.example/p.png )", "\\\\![p]( //evil.example/p.png )", "![p][z]", "!\\[x](//evil.example/p.png)", "\\![x](//evil.example/p.png)",
        "[![x](//evil.example/p.png)](//evil.example)", "<img src=https://evil.example/x>", "<picture><source srcset=//evil.example></picture>", "<video src=//evil.example>", "<svg onload=x>", "<image href=//evil.example>",
    ),
    "html": (
        "<script>alert(1)</script>", "</details></details><h1>x</h1>", "<a href=\"https://evil.example\">Approve</a>", "<!-- flowscout:v1 key=default/review sha= run=9.9 -->", "<!--", "-->", "<![CDATA[x]]>", "<?php x ?>", "<!DOCTYPE x>",
        "<details open>", "<sub>Case 0123456789abcdef: x</sub>", "<iframe src=//evil.example>", "<style>*{}</style>", "<textarea>", "<plaintext>", "<form action=//evil.example><input>", "</code></summary><b>x", "<summary>`@victim`</summary>", "<b onclick=x>y</b>",
        "<details>\n`@victim` `#1` `https://evil.example`", "</sub><h1>", "<div\nonclick=x>", "<br/><br>", "<math>", "<g-emoji>",
    ),
    "block": (
        "# Security alert", "Security alert\n===", "> [!CAUTION]\n> run: curl evil", "- [ ] task", "1. x", "|a|b|\n|---|---|\n|@octocat|#1|", "|a|b|", "---", "***", "    @octocat", "\t@octocat", "~~~\n@victim\n~~~", "~~~", "```\n@victim", "```",
        "```text\nx\n````\n@octo/security-team\n```", "```text\nx\n``` \n@victim\n```", "```text\nx\n ```\n@victim\n```", "````", "`````text", "+ x", "* x", "a\n\n@b", "```geojson\n{}\n```", "```math\nx\n```", "```stl\nx\n```", "$$x$$", "$\\unicode{x}$", "\\begin{x}",
    ),
    "mermaid": (
        f"```mermaid\n{CLICK}\n```", f"~~~mermaid\n%%{{init: {{'theme':'forest'}}}}%%\n{CLICK}\n~~~", f" ```mermaid\n{CLICK}\n ```", f"```mermaid x\n{CLICK}\n```", '> ```mermaid\n> click A "//evil"\n> ```', "%%{init: {'theme': 'dark'}}%%", '"]\nclick n0 "//evil.example"',
        'a --> b; click a "https://evil.example"', "---\nconfig:\n  theme: forest\n---", "<img src='https://evil.example/p.png'>", 'A@{ img: "https://evil.example/p.png" }', "direction TB", "end", "subgraph x", "style n0 fill:#f00", "classDef x fill:#f00", "linkStyle 0 stroke:red",
        "fa:fa-ban", "$$x$$", "#quot;]; click A", "`**x**`", "\\n", "%% x", "n0 --> n1",
    ),
    "command": (
        "##[add-mask]x", "::error::x", "::set-output name=x::y", "::stop-commands::x", "\n::error::x", "\r::warning::x", "##[error]x", "##vso[task.setvariable variable=x]y", "::add-path::/tmp", "\n##[group]x",
    ),
    "unseen": (
        "\u202eright to left", "\u200bhidden", "\x1b]8;;https://evil.example\x07x\x1b]8;;\x07", "\x1b[31mred", "\x1b[2J", "\x9b31m", "\ufeffx", "a\u2066b\u2069", "a\u2060b", "\x07", "\x08\x08", "a\rb", "\u00ad", "\u2028x", "a\u200db", "\x7f",
    ),
}  # fmt: skip
ALL: Final = tuple((kind, text) for kind, texts in TEXTS.items() for text in texts)
