"""Python: what is edited, edits that a review must tell, and edits that count for nothing or are told by themselves."""

from __future__ import annotations

from .edits import Edit, called, moved, put

SOURCE = '''"""Things."""
import os
import sys
from tools import parse, send

LIMIT = 10
NAMES = ["a", "b", "c"]
TABLE = {"x": 1, "y": 2}


class Base:
    size = 4

    def open(self):
        return self.size


class Conn(Base):
    """A connection."""

    retries = 3

    def __init__(self, name, count=5):
        self.name = name
        self.count = count
        self.lock = make_lock()

    def grow(self, n):
        self.count += n
        return resize(self, n)

    def reset(self):
        self.count = 0
        self.drop()

    @checked
    def handle(self, path, flag=False):
        data = parse(path)
        if data is None:
            return -1
        if not flag:
            raise ValueError("no flag")
        with self.lock:
            self.grow(LIMIT)
            send(data, self.name)
        for item in data:
            self.use(item)
            self.note(item)
        try:
            self.start(path)
            self.check()
        except OSError as error:
            self.log(error)
            raise
        finally:
            self.stop()
        result = {"n": self.count, "names": NAMES}
        self.reset()
        return result


async def fetch(url, retries=2):
    page = await get(url)
    while retries > 0 and not page.ok:
        retries -= 1
        page = await get(url)
    return page.text
'''

TELLING: dict[str, Edit] = {
    "swap grow/send": put(
        (
            "            self.grow(LIMIT)\n            send(data, self.name)\n",
            "            send(data, self.name)\n            self.grow(LIMIT)\n",
        )
    ),
    "drop grow": put(("            self.grow(LIMIT)\n", "")),
    "out of lock": put(("            send(data, self.name)\n", "        send(data, self.name)\n")),
    "drop with": put(
        (
            "        with self.lock:\n            self.grow(LIMIT)\n            send(data, self.name)\n",
            "        self.grow(LIMIT)\n        send(data, self.name)\n",
        )
    ),
    "negate flag": put(("not flag", "flag")),
    "is not None": put(("data is None", "data is not None")),
    "drop check": put(("        if data is None:\n            return -1\n", "")),
    "swap checks": put(
        (
            '        if data is None:\n            return -1\n        if not flag:\n            raise ValueError("no flag")\n',
            '        if not flag:\n            raise ValueError("no flag")\n        if data is None:\n            return -1\n',
        )
    ),
    "note out of loop": put(("            self.note(item)\n", "        self.note(item)\n")),
    "swap use/note": put(
        (
            "            self.use(item)\n            self.note(item)\n",
            "            self.note(item)\n            self.use(item)\n",
        )
    ),
    "check out of try": put(
        ("            self.check()\n", ""), ("        try:\n", "        self.check()\n        try:\n")
    ),
    "wider except": put(("except OSError", "except Exception")),
    "swallow": put(("            self.log(error)\n            raise\n", "            self.log(error)\n")),
    "drop finally": put(("        finally:\n            self.stop()\n", "")),
    "stop only on success": put(("        finally:\n            self.stop()\n", "        self.stop()\n")),
    "value": put(('"n": self.count', '"n": self.count + 1')),
    "drop row": put((', "names": NAMES', "")),
    "reset after": put(
        ("        result = {", "        self.reset()\n        result = {"),
        ("        self.reset()\n        return result", "        return result"),
    ),
    "default": put(("count=5", "count=6")),
    "default flag": put(("flag=False", "flag=True")),
    "limit": put(("LIMIT = 10", "LIMIT = 11")),
    "table": put(('"y": 2', '"y": 3')),
    "names order": put(('"a", "b"', '"b", "a"')),
    "drop name": put(('"b", ', "")),
    "decorator": put(("    @checked\n", "")),
    "base": put(("Conn(Base)", "Conn")),
    "class value": put(("retries = 3", "retries = 4")),
    "base value": put(("size = 4", "size = 5")),
    "drop await": put(("page = await get(url)\n    while", "page = get(url)\n    while")),
    "and/or": put(("> 0 and not", "> 0 or not")),
    ">=": put(("retries > 0", "retries >= 0")),
    "step": put(("retries -= 1", "retries -= 2")),
    "not async": put(("async def", "def")),
    "raise other": put(("ValueError", "TypeError")),
    "text": put(("no flag", "no sign")),
    "return": put(("return page.text", "return page")),
    "grow's order": put(
        (
            "        self.count += n\n        return resize(self, n)\n",
            "        done = resize(self, n)\n        self.count += n\n        return done\n",
        )
    ),
    "reset's order": put(
        ("        self.count = 0\n        self.drop()\n", "        self.drop()\n        self.count = 0\n")
    ),
    "given": put(("parse(path)", "parse(self.name)")),
    "drop attribute": put(("        self.count = count\n", "")),
    "grow under if": put(
        ("            self.grow(LIMIT)\n", "            if flag:\n                self.grow(LIMIT)\n")
    ),
}
"""Each changes what the code does, or what it is."""

QUIET: dict[str, Edit] = {
    "rename grow": called("grow", "enlarge"),
    "rename reset": called("reset", "clear"),
    "rename LIMIT": called("LIMIT", "MOST"),
    "rename NAMES": called("NAMES", "LABELS"),
    "rename TABLE": called("TABLE", "ROWS"),
    "rename data": called("data", "found"),
    "rename item": called("item", "one"),
    "rename path": called("path", "place"),
    "rename error": called("error", "e"),
    "rename result": called("result", "answer"),
    "rename page": called("page", "got"),
    "rename Conn": called("Conn", "Link"),
    "rename Base": called("Base", "Root"),
    "rename handle": called("handle", "process"),
    "rename count": called("count", "amount"),
    "rename name": called("name", "title"),
    "rename fetch": called("fetch", "bring"),
    "quotes": put(('"', "'"), ("'''", '"""')),
    "tabs": put(("    ", "  ")),
    "comments": put(
        ("        with self.lock", "        # now\n        with self.lock"),
        ("            self.use(item)", "            self.use(item)  # it"),
    ),
    "docstring": put(('"""A connection."""', '"""A link."""')),
    "no docstring": put(('    """A connection."""\n\n', "")),
    "annotations": put(
        ("def grow(self, n)", "def grow(self, n: int) -> int"),
        ("def handle(self, path, flag", "def handle(self, path: str, flag"),
    ),
    "imports": put(("import os\nimport sys\n", "import sys\nimport os\n")),
    "imports wrapped": put(("from tools import parse, send", "from tools import (\n    parse,\n    send,\n)")),
    "import module": put(
        ("from tools import parse, send", "import tools"), ("= parse(", "= tools.parse("), (" send(", " tools.send(")
    ),
    "trailing commas": put(
        ("send(data, self.name)", "send(\n                data,\n                self.name,\n            )")
    ),
    "brackets": put(
        ("if not flag:", "if (not flag):"), ("if flag:", "if (flag):"), ("return result", "return (result)")
    ),
    "None == ": put(("data is None", "None is data"), ("data is not None", "None is not data")),
    "methods order": moved("    def reset(", "    @checked", "    def grow("),
    "classes order": moved("class Base", "class Conn", "async def fetch"),
    "constant out": put(
        ("    retries = 3\n\n", ""), ("    retries = 4\n\n", ""), ("class Base", "retries = 3\n\n\nclass Base")
    ),
    "keyword": put(("make_lock()", "make_lock(kind=None)")),
    "new param": put(("def grow(self, n)", "def grow(self, n, force=False)")),
    "threaded": put(("def grow(self, n)", "def grow(self, n, flag)"), ("self.grow(LIMIT)", "self.grow(LIMIT, flag)")),
    "log": put(("        data = parse", "        logger.debug('parse')\n        data = parse")),
    "f-string": put(('"no flag"', "f'no flag'")),
    "helper": put(
        ("            self.use(item)\n", "            self.take(item)\n"),
        ("    @checked\n", "    def take(self, item):\n        self.use(item)\n\n    @checked\n"),
    ),
    "inline": put(("        result = {", "        return {"), ("        return result\n", "")),
    "else": put(("        if not flag:\n", "        elif not flag:\n")),
    "walrus": put(
        ("        data = parse(path)\n        if data is None:", "        if (data := parse(path)) is None:")
    ),
    "type hint local": put(("        result = {", "        result: dict = {")),
    "dict()": put(('TABLE = {"x": 1, "y": 2}', "TABLE = dict(x=1, y=2)")),
    "tuple": put(('["a", "b", "c"]', '("a", "b", "c")')),
    "static": put(("    def reset(self):", "    def reset(self) -> None:")),
    "nested with": put(("        with self.lock:", "        with self.lock as held:")),
    "super": put(("        self.name = name\n", "        super().__init__()\n        self.name = name\n")),
    "main": put(("async def fetch", "def main():\n    return Conn('a')\n\n\nasync def fetch")),
    "module const in function": put(("self.grow(LIMIT)", "self.grow(10)")),
    "alias": put(("from tools import parse, send", "from tools import parse as read, send"), ("= parse(", "= read(")),
    "pass": put(("        self.drop()\n", "        self.drop()\n        pass\n")),
    "wrapped": put(("        if data is None:", "        if (\n            data is None\n        ):")),
}
"""Each stands beside every one of those; what is said of it alone does not count for the other."""
