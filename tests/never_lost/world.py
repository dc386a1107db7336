"""A repository with a life: sources that are edited, documents that a person wrote, charts that flowscout keeps.

`whole` is what must hold after anything went wrong and one more run was made: the person's files are byte for byte what they
were, git is content, no temporary file is left, and the documents and the kept rows are those of a clean run.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

from shell.repositories import Ran, Repo

REGION = re.compile(rb"<!-- flowscout:.*?<!-- /flowscout[^>]*-->", re.DOTALL)
DOCS = "docs/flowcharts"

ORDERS = """
import os


class Orders:
    def place(self, order, stock):
        if not order:
            raise ValueError("no order")
        for line in order:
            if stock.get(line) is None:
                raise KeyError(line)
        self.save(order)

    def save(self, order):
        with open("orders", "a") as file:
            file.write(str(order))


def handle_order(request):
    orders = Orders()
    orders.place(request, {})
"""
QUEUE = """
#include "queue.h"
#include <stdlib.h>

int queue_push(struct queue *q, int value) {
    if (q == NULL)
        return -1;
    if (q->count >= LIMIT) {
        queue_drop(q);
        return LIMIT;
    }
    q->items[q->count++] = value;
    return 0;
}

void queue_drop(struct queue *q) {
    while (q->count > 0)
        free(q->names[--q->count]);
}
"""
HEADER = """
#define LIMIT 16
struct queue { int count; int items[LIMIT]; char *names[LIMIT]; };
int queue_push(struct queue *q, int value);
void queue_drop(struct queue *q);
"""
CACHE = """
#include <map>
#include <stdexcept>
#include <string>

class Cache {
public:
    int find(const std::string &name) {
        if (name.empty()) throw std::invalid_argument("no name");
        auto at = known.find(name);
        return at == known.end() ? -1 : at->second;
    }
private:
    std::map<std::string, int> known;
};
"""
README = """# Shop

What a person wrote stays as it is.

<!-- flowscout: Orders.place -->
<!-- /flowscout -->

And this, too: ünïcode,\ttabs and no line end at last"""
NOTES = "# Notes\n\nA page of a person in the folder of the pages.\r\nWith a line end of its own.\r\n"


def made(path: Path) -> Repo:
    """Set up, in step and committed."""
    repo = Repo(path)
    repo.git("config", "gc.auto", "0")
    repo.commit({
        "orders.py": ORDERS, "queue.c": QUEUE, "queue.h": HEADER, "cache.cc": CACHE, "README.md": README,
        f"{DOCS}/notes.md": NOTES, "flowscout.toml": "", "left.bin": bytes(range(256)),
    })  # fmt: skip
    settle(repo)
    return repo


def settle(repo: Repo) -> None:
    """Draws, stages and commits: where every round begins."""
    done = repo.flowscout("refresh")
    assert done.code == 0, done
    repo.commit({}, "charts")


def edit(repo: Repo, chance: random.Random) -> None:
    """What a person does to sources and prose between two commits, staged or not; some page and a region change by it."""
    number = chance.randint(2, 1_000_000)
    added = sorted((repo.path / "more").glob("*.py"))
    repo.write({"orders.py": ORDERS.replace("no order", f"no order of {number}")})
    match chance.randint(0, 4):
        case 0:
            repo.write({"queue.h": HEADER.replace("LIMIT 16", f"LIMIT {number}")})
        case 1:
            repo.write({"queue.c": QUEUE.replace("return -1;", f"abort(); /* {number} */")})
        case 2:
            repo.write(
                {
                    "README.md": repo.text("README.md").replace("stays", f"stays {number}", 1),
                    "cache.cc": CACHE.replace("no name", f"no {number}"),
                }
            )
        case _ if added:
            chance.choice(added).unlink()
        case _:
            repo.write(
                {
                    f"more/step_{number}.py": f"def step_{number}(x):\n    if x > {number}:\n        raise ValueError(x)\n    return x\n"
                }
            )
    repo.git("add", "-A")
    if chance.random() < 0.3:
        repo.write({"README.md": repo.text("README.md") + f"\nnot staged {number}"})


def of_the_person(repo: Repo) -> dict[str, bytes]:
    """Every file's bytes that are not flowscout's: not its pages, not what stands between its markers, no `strays`."""
    found = {}
    for path in sorted(repo.path.rglob("*")):
        name = path.relative_to(repo.path).as_posix()
        if not path.is_file() or name.startswith(".git/") or path.name.startswith(".flowscout-"):
            continue
        data = path.read_bytes()
        if not (name.startswith(DOCS) and b"<!-- flowscout page; " in data):
            found[name] = REGION.sub(b"<region>", data)
    return found


def strays(repo: Repo) -> list[str]:
    """Files that a run makes on its way and must not leave."""
    return [path.name for path in repo.path.rglob(".flowscout-*")]


def sound(repo: Repo) -> None:
    """git finds nothing broken."""
    assert repo.git("fsck", "--no-dangling", "--no-progress").strip() == ""
    repo.git("status", "--porcelain")


def whole(repo: Repo, before: dict[str, bytes]) -> None:
    """After a next run: nothing of the person's is lost, and everything of ours is right."""
    assert of_the_person(repo) == before
    sound(repo)
    assert strays(repo) == []
    repo.git("add", "-A")
    proven(
        repo.flowscout("hook"),
        repo.flowscout("verify"),
        repo.flowscout("refresh", "--check", env={"FLOWSCOUT_MEMO": "off"}),
    )


def proven(*runs: Ran) -> None:
    for run in runs:
        assert run.code == 0, run
