"""Secrets never leave; what only looks like one stays readable."""

from __future__ import annotations

import time

import pytest

from flowscout.redact import mark, redact, secrets_of

SECRETS = {
    "anthropic": "sk-ant-api03-" + "a1B2" * 8,
    "openai": "sk-proj-" + "Zx9_" * 6,
    "github": "ghp_" + "A1b2" * 9,
    "github fine-grained": "github_pat_" + "11AB" * 8,
    "gitlab": "glpat-" + "x1Y2" * 5,
    "slack": "xoxb-123456789012-abcdefABCDEF",
    "aws": "AKIA" + "ABCDEFGH12345678",
    "google": "AIza" + "Sy0_" * 9,
    "npm": "npm_" + "abcd" * 9,
    "pypi": "pypi-AgEIcHlwaS5vcmc" + "x" * 20,
    "huggingface": "hf_" + "QwEr" * 8,
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    "stripe": "sk_live_" + "4eC3" * 6,
    "key": "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq+\nabc/def==\n-----END RSA PRIVATE KEY-----",
}


@pytest.mark.parametrize("kind", SECRETS)
def test_a_credential_is_removed_wherever_it_stands(kind: str) -> None:
    secret = SECRETS[kind]
    for text in (
        secret,
        f"x = {secret}",
        f'{{"a": "{secret}"}}',
        f"curl -H 'X: {secret}' https://example.com",
        f"({secret})",
    ):
        assert secret not in redact(text)
        assert "<redacted:" in redact(text)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("git clone https://me:hunter22@example.com/x.git", "hunter22"),
        ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNzd29yZA=="),
        ("authorization: Bearer abcdefgh.ijkl-mnop", "abcdefgh.ijkl-mnop"),
        ("Cookie: session=abc123; theme=dark", "abc123"),
        ('password: "correct horse"', "correct horse"),
        ("DB_PASSWORD=s3cr3t-Value9", "s3cr3t-Value9"),
        ("storePassword 'android1'".replace(" ", " = ", 1), "android1"),
        ("mysql --password=Tr0ub4dor&3 -u root", "Tr0ub4dor&3"),
        ('api_key = "9f8e7d6c5b4a"', "9f8e7d6c5b4a"),
        ("AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6==;", "Eby8vdM02"),
    ],
)
def test_a_name_that_says_secret_gives_its_value_away(text: str, gone: str) -> None:
    assert gone not in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "token: ***",
        "def login(password: str, token: Optional) -> bool:",
        "if token == self.token:",
        "password = request.form.password",
        "secret = None",
        "the token of a lexer: identifier",
        "for key, value in items:",
        "https://example.com/a?b=c",
        "Task :app:compileDebugKotlin FAILED",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert redact(text) == text


def test_equal_secrets_leave_equal_marks_and_twice_is_once() -> None:
    text = "\n".join([*SECRETS.values(), "Authorization: Basic dXNlcjpwYXNzd29yZA==", "password=s3cr3t-Value9"])
    once = redact(text)
    assert redact(once) == once
    assert redact(SECRETS["npm"]) == redact(SECRETS["npm"]) == mark("npm", SECRETS["npm"])


def test_the_environments_own_secrets_are_removed_by_value() -> None:
    secrets = secrets_of(
        {"DEPLOY_TOKEN": "plain-words-here", "HOME": "/home/me", "SHORT_KEY": "abc", "KEYRING": "keychain", "SSH_KEY_PATH": "/etc/key.pem"}
    )
    assert secrets == ("plain-words-here",)
    assert "plain-words" not in redact("it said plain-words-here twice: plain-words-here", secrets)


def test_terminal_escapes_go_first_so_that_they_hide_nothing() -> None:
    hidden = "ghp_" + "A1b2\x1b[31m" * 9
    assert "A1b2A1b2" not in redact(hidden)
    assert redact("\x1b]0;title\x07text\x1b[0m") == "text"


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "-----BEGIN PRIVATE KEY-----",
        "password=",
        "token_",
        "eyJ",
        "://a:",
        "\x1b]",
        "Cookie:",
        "sk-",
        "--token ",
        "_-",
        "key: '",
    ],
)
def test_no_text_makes_it_slow(piece: str) -> None:
    text = piece * (300_000 // len(piece))
    start = time.process_time()
    redact(text)
    assert time.process_time() - start < 3
