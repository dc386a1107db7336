"""Questions of maintainers in plain words that were refused, or answered by something else."""

from __future__ import annotations

import pytest

from flowscout.tools.asking.answer import by_rules
from flowscout.tools.desk import Desk
from tools.shop import desk

MILL = b"""#include <stdlib.h>

static int max_stones = 2;

int fd_of(const char *name) {
    char *said = getenv(name);
    return said ? atoi(said) : -1;
}

int leave_mill(const char *link_path) {
    if (link_path != NULL && unlink(link_path) == -1 && errno != ENOENT)
        die("Failed to remove symlink for the miller's socket folder");
    return 0;
}

struct grain take_grain(int sock) {
    struct grain one = {0};
    one.sack = malloc(80);
    int got = recvmsg(sock, &one, 0);
    if (got < 0) {
        fprintf(stderr, "take_grain: recvmsg failed\\n");
        goto err;
    }
    return one;
err:
    free(one.sack);
    return one;
}

int grind(int stones, int largest) {
    while (stones >= 2 * largest)
        stones -= largest;
    if (opt_miller_name == NULL) {
        fprintf(stderr, "Miller name not provided. Use --miller\\n");
        exit(1);
    }
    return stones;
}

int main(void) {
    int grain_fd = fd_of("MILL_GRAIN_FD");
    return grind(grain_fd, fd_of("MILL_FLOUR_FD"));
}
"""
TOOL = b"""import click


class Sieve:
    def shake(self):
        self.net.close()


class Drum:
    def shake(self):
        pass


@click.option(
    "--keep",
    "answer_keep",
    default=None,
    flag_value=True,
    help="Ask nothing, and keep"
    " the chaff.",
)
def build(answer_keep):
    if answer_keep and answer_yes:
        click.echo("You can not choose both --yes and --keep at the same time")
    # Fail if any sacks are torn only if the sieve is set.
    shake_all(torn=answer_keep)
"""
OTHER = b"""def build():
    weigh_all()


def weigh_all():
    pass
"""
SHOP = b'''def deliver(sacks, event_fd):
    while True:
        if event_fd != -1:
            said = read(event_fd)
        other = read(signal_fd)
        if other:
            return said


def post(request, name):
    if not is_good(name):
        raise HTTPError(400, f"Bad sack name: {name}")
    if request.old:
        raise HTTPError(410, "That mill is closed")
    return write_sack(name)


def weigh(sacks):
    if not sacks:
        return 0
    said = check_output(["scale", "--sum"] + sacks)
    print("scale said", said)
    return int(said)


def write_sack(name):
    """Write a sack in chunks. Chunks keep the memory small."""
    chunk_size = 2**20
    with open(name, "wb") as out:
        out.write(chunk_size)
'''
FILES = {"tool/shop.py": SHOP, "src/mill.c": MILL, "tool/build.py": TOOL, "tool/other.py": OTHER}
SAID = {
    "which environment variables are read?": ["`MILL_FLOUR_FD`, read by main", "`MILL_GRAIN_FD`, read by main"],
    "which function removes the miller's socket folder symlink?": [
        "leave_mill: `unlink(link_path)`; where that fails it tells `\"Failed to remove symlink for the miller's socket folder\"`"
    ],
    "what does it do when the miller name is not provided?": [
        'grind: `fprintf(stderr, "Miller name not provided. Use --miller\\n")`, when `opt_miller_name == NULL`',
        "grind: `exit(1)`, when `opt_miller_name == NULL`",
    ],
    "does shake close the net in Sieve?": ["Sieve.shake calls self.net.close"],
    "what does the --keep option of build do?": ["`--keep`: `Ask nothing, and keep the chaff.`"],
    "is the event fd read before the signal fd in deliver?": [
        "Yes: `read event fd` comes first, then `read signal fd` (in deliver, where both are done)",
        "deliver: `said = read(event_fd)`, when `event_fd != -1`",
        "deliver: `other = read(signal_fd)`",
    ],
    "which status code is sent for a bad sack name?": [
        'post: `raise HTTPError(400, f"Bad sack name: {name}")`, when `not is_good(name)`'
    ],
    "which functions run scale commands?": [
        'weigh: `check_output(["scale", "--sum"] + sacks)`, unless `not sacks`'
    ],
    "when does weigh stop early?": ["weigh returns 0, when `not sacks`"],
    "what is the chunk size when a sack is written?": ["write_sack: `chunk_size = 2**20`"],
    "what breaks if I add a parameter to write_sack?": ["post calls write_sack"],
    "which functions does build in other.py call?": ["tool/other.py::build calls weigh_all"],
}  # fmt: skip


@pytest.fixture(scope="module")
def mill() -> Desk:
    return desk(FILES)


@pytest.mark.parametrize("question", SAID)
def test_it_is_answered(question: str, mill: Desk) -> None:
    reply = by_rules(mill, question)
    assert sorted(line.text for line in reply.said) == sorted(SAID[question]), reply.note


@pytest.mark.parametrize(
    "question",
    [
        "how many stones can there be at most?",  # `2 * largest` is no bound of 2
        "when are sacks considered torn?",  # what is done if they are is no answer
        "what happens when the grain is missing?",  # that `recvmsg` failed says not so
    ],
)
def test_what_only_shares_words_is_no_answer(question: str, mill: Desk) -> None:
    said = " ".join(line.text for line in by_rules(mill, question).said)
    assert not any(one in said for one in ("2 * largest", "Fail if any", "recvmsg"))
