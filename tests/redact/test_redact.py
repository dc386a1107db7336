"""Secrets never leave; what only looks like one stays readable."""

from __future__ import annotations

import base64
import json
import random
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowscout.redact import mark, redact, secrets_of, without_addresses

PIECES = (
    "password", "token", "secret=", ": ", "=", '"', "'", "\n", " ", "--", "a1B2c3D4e5F6g7H8", "ghp_" + "Zz9" * 12, "https://", "me:", "pass", "@", "/", "&", ",", "-----BEGIN RSA PRIVATE KEY-----",
    "-----END RSA PRIVATE KEY-----", "Qk9EWQ" * 9, "eyJhbGciOi", ".", "Authorization: ", "Bearer ", "<redacted:named:0123abcd>", "<", ">", "$", "x", "\x1b[0m", "curl -u ", "mysql -p", "(", ")", "value",
)  # fmt: skip

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
        ('password="""ohSo-quiet7x"""', "ohSo-quiet7x"),
        ("password = '''\n  ohSo-quiet7x\n'''", "ohSo-quiet7x"),
        ("secrets:\n  - ohSo-quiet7x\n  - name: x\n", "ohSo-quiet7x"),
        (f"secrets:\n  - {'Qx7' * 150}\n  - ohSo-quiet7x\n", "ohSo-quiet7x"),
        ("secrets:\n- first-one7\n- 'ohSo-quiet7x'\nname: x\n", "ohSo-quiet7x"),
        ("2026-05-07T20:38:28.97Z passwords:\n2026-05-07T20:38:28.97Z   - letmein\n", "letmein"),
        ('passwords: ["ohSo-quiet7x", "letmein"]', "letmein"),
        ("token: Abc<xyzw", "xyzw"),
        ('password = "CORRECT_HORSE_BATTERY"', "CORRECT_HORSE_BATTERY"),
        ('secret = "TOP_SECRET_WORD"', "TOP_SECRET_WORD"),
        ('config["password"] = "letmein"', "letmein"),
        ("config['db']['password'] = b'letmein'", "letmein"),
        ("define('DB_PASSWORD', 'letmein');", "letmein"),
        ('os.environ.setdefault("API_KEY", "letmein")', "letmein"),
    ],
)
def test_a_name_that_says_secret_gives_its_value_away(text: str, gone: str) -> None:
    assert gone not in redact(text)


def test_an_item_that_no_expression_sees_to_its_end_is_hidden_from_its_first_letter() -> None:
    item = "k7Q" * 400
    assert redact(f"passwords:\n  - {item}\n") == f"passwords:\n  - {mark('named', item)}\n"


def test_equal_secrets_leave_equal_marks_and_twice_is_once() -> None:
    text = "\n".join([*SECRETS.values(), "Authorization: Basic dXNlcjpwYXNzd29yZA==", "password=s3cr3t-Value9"])
    once = redact(text)
    assert redact(once) == once
    assert redact(SECRETS["npm"]) == redact(SECRETS["npm"]) == mark("npm", SECRETS["npm"])


def test_the_environments_own_secrets_are_removed_by_value() -> None:
    secrets = secrets_of(
        {
            "DEPLOY_TOKEN": "plain-words-here",
            "HOME": "/home/me",
            "SHORT_KEY": "abc",
            "KEYRING": "keychain",
            "SSH_KEY_PATH": "/etc/key.pem",
        }
    )
    assert secrets == ("plain-words-here",)
    assert "plain-words" not in redact("it said plain-words-here twice: plain-words-here", secrets)


@pytest.mark.parametrize("length", range(8, 17))
def test_a_short_value_of_the_environment_is_a_secret_too(length: int) -> None:
    value = "Zq7-Xk2_Wv9.Yt4!"[:length]
    for name in ("DB_PASS", "DB_PASSWORD", "API_KEY", "MYSQL_PWD", "GITHUB_PAT", "NPM_AUTH", "SENTRY_DSN"):
        assert secrets_of({name: value}) == (value,), name
    assert redact(f"the log says {value}.", (value,)) == f"the log says {mark('environment', value)}."


def test_a_value_below_that_is_none() -> None:
    assert secrets_of({"API_KEY": "Zq7-Xk2"}) == ()


def test_a_word_is_a_secret_where_it_is_a_password_and_no_other_variable_says_it() -> None:
    assert secrets_of({"DB_PASSWORD": "hunterseven"}) == ("hunterseven",)
    assert secrets_of({"POSTGRES_PASSWORD": "postgres", "POSTGRES_USER": "postgres"}) == ()
    assert secrets_of({"KEYRING": "keychain"}) == ()


def test_a_value_of_many_lines_is_hidden_line_by_line() -> None:
    lines = ["first line of it", "second-line-of-a-value", "third-line-of-a-value"]
    secrets = secrets_of({"DEPLOY_KEY": "\n".join(lines)})
    log = redact("".join(f"2026-01-01T00:00:00.0Z {line}\n" for line in lines[1:]), secrets)
    assert "second-line" not in log
    assert "third-line" not in log


def test_a_value_is_hidden_as_addresses_json_and_base64_write_it() -> None:
    value = 'p/w "of" 1+1 and more'
    for written in (
        quote(value, safe=""),
        json.dumps(value),
        base64.b64encode(value.encode()).decode(),
        base64.b64encode(b"me:" + value.encode()).decode(),
    ):
        out = redact(f"seen {written} there", (value,))
        assert mark("environment", value) in out or "<redacted:base64:" in out


def test_terminal_escapes_go_first_so_that_they_hide_nothing() -> None:
    hidden = "ghp_" + "A1b2\x1b[31m" * 9
    assert "A1b2A1b2" not in redact(hidden)
    assert redact("\x1b]0;title\x07text\x1b[0m") == "text"


def test_a_mark_stays_as_it_is_and_hides_nothing_beside_it() -> None:
    made = mark("private-key", "x")
    for text in (
        made,
        f"password={made}",
        f'"token": "{made}"',
        f"Authorization: Bearer {made}",
        f"https://a:{made}@h/x",
        f"{made}: {made}",
    ):
        assert redact(text) == text
    out = redact(f"password={made}Zq7Xk2Wv9Yt4")
    assert made in out
    assert "Zq7Xk2" not in out


def test_what_unicode_keeps_for_itself_forges_no_mark() -> None:
    assert redact("a\ufdd0\ufdd2\ufdd1b") == "a\ufffd\ufffd\ufffdb"


@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_redacting_twice_is_redacting_once(pieces: list[str]) -> None:
    once = redact("".join(pieces))
    assert redact(once) == once


@pytest.mark.parametrize("value", ["/run/secrets/token.txt", "~/.config/token.txt", "./deploy/token.txt"])
def test_where_a_secret_lies_is_none(value: str) -> None:
    assert secrets_of({"API_TOKEN": value}) == ()


def test_the_words_of_a_wallet_are_hidden_by_their_name() -> None:
    assert redact('mnemonic: "abandon9Zq7Xk2Wv9Yt4"') == f'mnemonic: "{mark("named", "abandon9Zq7Xk2Wv9Yt4")}"'


def test_one_key_leaves_one_mark_whatever_stands_around_its_lines() -> None:
    body = [base64.b64encode(random.Random(n).randbytes(48)).decode() for n in range(3)]
    lines = ["-----BEGIN RSA PRIVATE KEY-----", *body, "-----END RSA PRIVATE KEY-----"]
    ways = [
        "\n".join(lines),
        "".join(f"2026-01-01T00:00:00.0Z {line}\n" for line in lines),
        "\\n".join(lines),
        "\n".join(f"    {line}" for line in lines),
    ]
    marks = {word for way in ways for word in re.findall(r"<redacted:private-key:\w+>", redact(way))}
    assert len(marks) == 1


def test_addresses_of_people_go_where_strangers_read() -> None:
    someone = "jane.doe" + "@" + "corp.example.io"
    text = f"Author: Jane <{someone}>, 1+bot@users.noreply.github.com, git@github.com:octo/x.git, npm i left-pad@1.3.0, me@example.com"
    assert redact(text) == text
    assert without_addresses(text) == text.replace(someone, mark("email", someone))
    assert without_addresses(without_addresses(text)) == without_addresses(text)


PLANTED = (
    "connect failed: password={}", "passwd={}", "Server=db;User Id=sa;Password={};Encrypt=true", "sv=2020&sr=b\nsig={}", "https://x.blob.core.windows.net/c/b?sv=2020&sig={}&se=2030",
    "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={}", "+ curl -sSf -u deploy:{} https://x", "curl -udeploy:{} https://x", "curl --user=deploy:{} https://x",
    "mysql -u root -p{} shop", "mysqldump -p{} shop > shop.sql", "sshpass -p {} ssh host", "sshpass -p{} scp a host:", "PGPASSWORD={} psql shop", "docker login -u deploy -p {} registry.example",
)  # fmt: skip


@pytest.mark.parametrize("line", PLANTED)
def test_an_unquoted_secret_of_a_command_or_a_setting_goes(line: str) -> None:
    for seed in range(20):
        secret = "".join(random.Random(f"{line}{seed}").choices("abcdefghkmnpqrstuvwxyzABCDEFGHK23456789", k=20))
        assert secret not in redact(line.format(secret))
        assert secret not in redact(f"2026-05-07T20:38:28.9752649Z {line.format(secret)}")


COMMANDS = [row.split(" | ", 1) for row in (Path(__file__).parent / "commands.txt").read_text().splitlines()]
QUIET = "ohSo-quiet7x"  # nothing but its place says what it is


@pytest.mark.parametrize(("kind", "line"), COMMANDS, ids=[line for _, line in COMMANDS])
def test_what_stands_where_a_password_is_given_goes_and_nothing_else(kind: str, line: str) -> None:
    assert redact(line.format(QUIET)) == line.format(mark(kind, QUIET))
    assert redact(line.format("*****")) == line.format("*****"), "what is masked stays"


@pytest.mark.parametrize(
    "line",
    [
        "a pipe: echo ohSo-quiet7x | tee log",
        "see https://example.com:8080/a@b and https://example.com/a:b@c",
        "Authorization: header X-Request-77 expected",
        "the x-api-key: is missing-from-7 requests",
        "docker run -p 8080:80/tcp image",
        "mysql -u root shop",
        "<tokens>three of them</tokens>",
    ],
)
def test_what_only_looks_like_such_a_place_stays(line: str) -> None:
    assert redact(line) == line


def test_a_password_in_an_address_may_hold_what_ends_a_host() -> None:
    assert (
        redact("https://me:ohSo/quiet7@example.com/x") == f"https://me:{mark('password', 'ohSo/quiet7')}@example.com/x"
    )
    assert (
        redact("https://me:oh@So7quiet@example.com/x") == f"https://me:{mark('password', 'oh@So7quiet')}@example.com/x"
    )
    assert redact("git://example.com/x?me:ohSo@quiet7") == "git://example.com/x?me:ohSo@quiet7"


def test_the_longer_of_two_secrets_goes_first() -> None:
    assert secrets_of({"A_TOKEN": "abcdefgh7", "B_TOKEN": "abcdefgh7-and-more"}) == ("abcdefgh7-and-more", "abcdefgh7")


def test_a_secret_in_base64_is_found_at_each_of_its_three_places() -> None:
    token = b"ghp_" + b"abcd" * 5
    for before in (b"", b"m", b"me"):
        written = base64.b64encode(before + token + b" is it all").decode().rstrip("=")
        assert redact(f"config: {written}") == f"config: {mark('base64', written)}"
        assert redact(f"config: x{written}") == f"config: {mark('base64', 'x' + written)}", "and behind another letter"


def test_a_key_without_its_last_line_ends_where_its_lines_do() -> None:
    body = [base64.b64encode(random.Random(n).randbytes(48)).decode() for n in range(3)]
    log = "\n".join(["-----BEGIN PRIVATE KEY-----", *body, "", "the build goes on with this line"])
    assert redact(log) == f"{mark('private-key', ''.join(body))}\n\nthe build goes on with this line"
    assert redact("-----BEGIN PRIVATE KEY-----") == "-----BEGIN PRIVATE KEY-----", "no key in it"
