"""What a source holds of secrets, and a text that quotes it: whole, at a label's beginning, or cut."""

from __future__ import annotations

import pytest

from flowscout.redact.found import quoted, without

TOKEN = "gh" + "p_" + "aB3dE6fG9h" * 3 + "iJ5kL8"
MARK = "<redacted:github:"


@pytest.mark.parametrize(
    "source",
    [
        f'#if TILL_KEY == "{TOKEN}"\n',
        f'send("{TOKEN}")  # noqa: S105\n',
        f"coin = 1  # {TOKEN}\n",
        f"/* {TOKEN} */\n",
        f'static const char *keys[] = {{ "{TOKEN}", "b" }};\n',
    ],
)
def test_a_literal_and_a_comment_tell_their_secrets(source: str) -> None:
    assert list(quoted(source)) == [TOKEN]


@pytest.mark.parametrize(
    "source",
    [
        "password = form.cleaned_data\n",
        'key = row["name"]\n',
        'log("first pass: begin the walk")\n',
        'if (token == "(") stop();\n',
    ],
)
def test_code_and_phrases_are_none(source: str) -> None:
    assert not quoted(source)


@pytest.mark.parametrize(
    "text",
    [
        f'Now returns `send("{TOKEN}")`.',
        f"{TOKEN[0].upper()}{TOKEN[1:]}: fail(coin)",
        f"no longer `…{TOKEN[-14:]}`",
        f"`{TOKEN[:20]}…` is gone",
    ],
)
def test_no_part_of_one_is_left(text: str) -> None:
    clean = without(text, quoted(f'"{TOKEN}"'))
    assert MARK in clean
    assert all(TOKEN[at : at + 8] not in clean for at in range(len(TOKEN) - 8))


def test_a_password_that_is_a_word_leaves_the_word_alone() -> None:
    found = quoted('connect("user=shop password=masterkey")\n')
    assert without('`"password=masterkey"` and the masterkey of the till', found).endswith("the masterkey of the till")
    assert "=masterkey" not in without('`"password=masterkey"`', found)
