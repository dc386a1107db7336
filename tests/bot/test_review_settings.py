"""What a review tells of settings leaves the repository with a comment: secrets do not."""

from __future__ import annotations

from flowscout.model.account import NEUTRAL
from flowscout.tasks.account.settings import told_settings

PATH = "conf.yml"
KEY = "  -----BEGIN RSA PRIVATE KEY-----\n  {0}\n  {0}\n  {0}\n  -----END RSA PRIVATE KEY-----\n"


def told(before: str, after: str) -> list[str]:
    return [one.sentence for one in told_settings({PATH: before.encode()}, {PATH: after.encode()})]


def test_of_a_secret_only_that_it_is_another_one_is_told() -> None:
    lines = "db:\n  host: {}\n  password: {}\n"
    host, password = told(lines.format("one", "hunter2secret"), lines.format("two", "s3cr3tpassw0rd"))

    assert host == "`host` in `db` is `two`, no longer `one`."
    assert password.startswith("`password` in `db` is `<redacted:")
    assert "hunter2" not in password
    assert "s3cr3t" not in password


def test_the_same_secret_is_no_change() -> None:
    lines = "port: {}\npassword: hunter2secret\n"
    assert told(lines.format(1), lines.format(2)) == ["`port` is `2`, no longer `1`."]


def test_of_a_file_with_a_private_key_nothing_of_it_is_told() -> None:
    body = "MIIEpAIBAAKCAQEA7bq1tVnyq0Jq3Y6nO8r3Kx5v9ZbQ2wGm1cXy7dHfT0sLkPqR"
    before, after = (f"port: {at}\nkey: |\n{KEY.format(text)}" for at, text in ((1, body), (2, body[::-1])))
    assert all(body[:12] not in said and body[::-1][:12] not in said for said in told(before, after))


def test_a_comment_alone_is_an_edit_that_does_nothing() -> None:
    (one,) = told_settings({PATH: b"a: 1\nb: 2\n"}, {PATH: b"a: 1\n# why\nb: 2\n"})

    assert (one.how, one.rule, one.sentence, one.place.line) == (NEUTRAL, "comments", "", 2)


def test_what_is_only_in_another_order_is_told() -> None:
    assert told("a:\n- b: 1\n- c: 2\n", "a:\n- c: 2\n- b: 1\n") == ["`c: 2` now stands before `b: 1` in `a`."]
