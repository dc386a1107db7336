"""Time grows with the text and no faster, whatever is pumped."""

from __future__ import annotations

import time

import pytest

from flowscout.redact import redact, without_addresses
from flowscout.redact.shapes import BUILT, PREFIXED

SIZE = 64_000
PUMPS = (
    "a", "-", "=", " ", "\t", "\n", "<", "@", ":", "/", "\\", '"', "'", "`", "A1b2", "0", "eyJ-", "eyJ", "eyJaaaaaaaa-", "eyJaaaaaaaa.aaaaaaaa-", "authorization:    ",
    "token_a", "token_", "_-", "token      ", "--token ", "---", "://", "://a:", "://a:b@", "-----BEGIN PRIVATE KEY-----", "-----BEGIN A", "a\n-----END PRIVATE KEY-----\n",
    "-----BEGIN PRIVATE KEY-----\nMIIB" + "Ab1" * 16 + "\n", "-----BEGIN ", "Private-Lines: 1\n", "SG.aaaaaaaaaaaaaaaaa-", "ghp_", "ghp_a\n", "\x1b]", "\x1b[", "\x9b", "bearer ",
    "cookie: bearer     ", "sig=", "SIG=", "session_", "Cookie:", "password=", "key: '", "password: \"", "token='x\"", "password=a&", "a_key=A1b2C3d4E5f6 ", "x-a-", "x-a-token", "curl -u a", "mysql -p", "echo a | ",
    "echo sudo | ", "docker login ", "htpasswd -b ", "sk-", "1/111111111111", "secret a1b2c3d4e5f6a7b8c9d0 ", "<token a", "<token>", "a@a.", "a.", "%3A%2F%2F", "\u200b", "a\u200b", "\ufdd0",
    "<redacted:named:0123abcd>", "token<redacted:named:0123abcd>", "$2b$", "name: token, ", "value=", "passphrase=a b ", "İtoken", "AAAA:APA91b", "1" * 9 + ":AA", "pat." + "a" * 22,
)  # fmt: skip


def _taken(text: str) -> float:
    start = time.process_time()
    redact(text)
    without_addresses(text)
    return time.process_time() - start


@pytest.mark.parametrize("pump", PUMPS)
def test_four_times_the_text_is_no_more_than_linear(pump: str) -> None:
    short, long = (pump * (size // len(pump) + 1) for size in (SIZE // 4, SIZE))
    redact(short[:1000])  # compiles
    for _ in range(3):  # a busy machine is slow at times
        few, many = _taken(short), _taken(long)
        if many < 0.4 and many < 0.05 + 8 * few:
            return
    pytest.fail(f"{few * 1000:.0f} ms, four times of it: {many * 1000:.0f} ms")


def test_no_literal_of_the_table_makes_it_slow() -> None:
    literals = sorted({row[1] for row in PREFIXED} | {gate for row in BUILT for gate in row[1]})
    for literal in literals:
        text = literal * (8_000 // len(literal))
        redact(text)
        assert min(_taken(text) for _ in range(3)) < 0.25, literal
