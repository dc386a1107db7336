"""What differs in a file of settings, by its lines."""

from __future__ import annotations

import pytest

from flowscout.stages.account import settings, settings_alike
from flowscout.tasks.account.settings import told_settings


def told(was: str, now: str, kind: str) -> list[str]:
    return [one.said for one in settings(was, now, kind) or ()]


def test_a_key_has_another_value() -> None:
    was = '[project]\nname = "a"\nrequires-python = ">=3.8"  # old\n'

    assert told(was, was.replace("3.8", "3.9"), "toml") == [
        '`requires-python` in `[project]` is `">=3.9"`, no longer `">=3.8"`'
    ]


def test_items_of_a_list_differ() -> None:
    was = '[project]\ndependencies = [\n  "attrs",\n  "click>=7",\n]\n'

    assert told(was, was.replace("click>=7", "click>=8"), "toml") == [
        '`dependencies` in `[project]` now has `"click>=8"`, no longer `"click>=7"`'
    ]


def test_a_section_is_new_with_its_keys() -> None:
    was = "[flake8]\nignore = E1\n"

    assert told(was, f"{was}\n[isort]\nprofile = black\nskip =\n    build\n    dist\n", "cfg") == [
        "`[isort]` is new, with `profile: black`, `build` and `dist`"
    ]


def test_a_step_of_a_workflow_is_told_where_it_stands() -> None:
    was = "jobs:\n  test:\n    steps:\n    - uses: checkout@v3\n    - run: |\n        make: all\n        make test\n"
    now = was.replace("v3", "v4").replace("make test", "make check")

    assert told(was, now, "yml") == [
        "`uses` in `jobs.test.steps` is `checkout@v4`, no longer `checkout@v3`",
        "`run` in `jobs.test.steps` now has `make check`, no longer `make test`",
    ]


def test_members_of_an_object_of_json() -> None:
    was = '{\n  "limits": {\n    "size": 3,\n    "rate": 5\n  }\n}\n'

    assert told(was, was.replace('"rate": 5', '"rate": 5,\n    "wait": 1'), "json") == [
        "`wait` in `limits` is new: `1`",
    ]


def test_of_comments_nothing_is_told_and_of_keys_that_stand_otherwise_that_they_do() -> None:
    assert told("[a]\nx = 1\ny = 2\n", "[a]\n# why\ny = 2\nx = 1\n", "ini") == ["`y` now stands before `x` in `[a]`"]
    assert settings("[a]\nx = 1\n", "[a]\n# why\nx = 1\n", "ini") == []


STEPS = """jobs:
  test:
    steps:
    - name: Lint
      run: |
        make it
        make lint
    - name: Test
      run: make test
    - run: make docs
"""


def test_two_steps_of_a_workflow_are_swapped() -> None:
    now = STEPS[: STEPS.index("    - name: Lint")] + "    - name: Test\n      run: make test\n"
    now += STEPS[STEPS.index("    - name: Lint") : STEPS.index("    - name: Test")] + "    - run: make docs\n"

    assert told(STEPS, now, "yml") == ["`name: Test` now stands before `name: Lint` in `jobs.test.steps`"]


def test_lines_of_a_text_are_swapped() -> None:
    now = STEPS.replace("        make it\n        make lint\n", "        make lint\n        make it\n")

    assert told(STEPS, now, "yml") == [
        "`make lint` now stands before `make it` in `jobs.test.steps.run` of `name: Lint`"
    ]


def test_of_many_that_stand_otherwise_none_is_named() -> None:
    assert told("a:\n- b\n- c\n- d\n", "a:\n- d\n- c\n- b\n", "yaml") == ["What stands in `a` has another order"]


@pytest.mark.parametrize(
    ("was", "now", "kind", "rule"),
    [
        ("a: 1\n", "# why\na: 1  # so\n", "yaml", "comments"),
        ("a:\n  - 'b'\n", 'a:\n  - "b"\n', "yaml", "quotes and commas"),
        ("[a]\nb = 1\n", "; why\n[a]\n\nb = 1\n", "ini", "comments"),
        ("[a]\nb = [1, 2]\n", "[a]\n# why\nb = [1, 2]\n", "toml", "comments"),
        ("[a]\nb = [1, 2]\n", "[a]\nb = [\n  1,\n  2,\n]\n", "toml", "layout"),
        (
            "a:\n  - - 'b' # why\n\n  - c: |\n      # d\n  # so\ne: &f [g, 'h']\n",
            "a:\n  - - \"b\"\n  - c: |\n      # d\ne: &f [g, 'h']\n",
            "yaml",
            "quotes and commas",
        ),
        ('{"a": 1e400, "b": [2]}', '{"a": 1e400,\n"b": [2]}', "json", "layout"),
        ('{"a": 1, "b": [2]}', '{\n  "a": 1,\n  "b": [\n    2\n  ]\n}\n', "json", "layout"),
    ],
)
def test_what_says_the_same(was: str, now: str, kind: str, rule: str) -> None:
    assert settings_alike(was, now, kind) == rule


@pytest.mark.parametrize(
    ("was", "now", "kind"),
    [
        ("a: |\n  # b\n  c\n", "a: |\n  # d\n  c\n", "yaml"),
        ("a: |\n  b\n\n  c\n", "a: |\n  b\n  c\n", "yaml"),
        ('a: "b\n  # c\n  d"\n', 'a: "b\n  # e\n  d"\n', "yaml"),
        ("a: b\n  c\n", "a: b\n\n  c\n", "yaml"),
        ("a: echo 'b'\n", 'a: echo "b"\n', "yaml"),
        ("a: 1\n", "a: '1'\n", "yaml"),
        ("#cloud-config\na: 1\n", "# cloud-config\na: 1\n", "yaml"),
        ("[a]\nb = 1 # c\n", "[a]\nb = 1 # d\n", "ini"),
        ("[a]\nb =\n  1\n  2\n", "[a]\nb =\n  1\n\n  2\n", "cfg"),
        ("[a]\nb = 1\nc = 2\n", "[a]\nc = 2\nb = 1\n", "toml"),
        ("[a]\nb = 1\n", "[a]\nb = '1'\n", "toml"),
        ('{"a": 1}', '{"a": 1.0}', "json"),
        ('{"a": 1}', '{"a": 1,}', "json"),
        ('{"a": 1e400}', '{"a": 1e999}', "json"),
        ('{"a": 0}', '{"a": -0}', "json"),
        ('{"a": 0.1}', '{"a": 0.10000000000000000001}', "json"),
        ("a = 1e400\n", "a = 1e999\n", "toml"),
        ("a = 1.5\n", 'a = "1.5"\n', "toml"),
        ("a = 1  # noqa\n", "a = 1\n", "toml"),
        ("if: a ==\n  'b'\n", 'if: a ==\n  "b"\n', "yaml"),
        ("- --name\n  'x'\n", '- --name\n  "x"\n', "yaml"),
        ("- 'a\n  b'\n", '- "a\n  b"\n', "yaml"),
        ("a: 'x\\n'\n", 'a: "x\\n"\n', "yaml"),
        ("a: one\n  - 'two'\n", 'a: one\n  - "two"\n', "yaml"),
        ("a: one\n\n  - two\n", "a: one\n  - two\n", "yaml"),
        ("a: one # b\n  two\n", "a: one\n  two\n", "yaml"),
        ("a:\n  |\n  # b\n  c\n", "a:\n  |\n  # d\n  c\n", "yaml"),
        ("--- |\n# b\nc\n", "--- |\n# d\nc\n", "yaml"),
        ('"a # b": |\n  # c\n', '"a # b": |\n  # d\n', "yaml"),
        ("a: |2\n  # b\n", "a: |2\n# c\n  # b\n", "yaml"),
        ("a: x\u00a0# b\n", "a: x\u00a0# c\n", "yaml"),
        ("## template: jinja\na: 1\n", "## template: basic\na: 1\n", "yaml"),
        ("a: 1\n# {{- b }}\nc: 1\n", "a: 1\n# {{- d }}\nc: 1\n", "yaml"),
        ("# yaml-language-server: $schema=a\nb: 1\n", "b: 1\n", "yaml"),
        ("a: 1  # noqa\nb: 1\n", "a: 1\nb: 1  # noqa\n", "yaml"),
        ("[a]\nb =\n  c\n  ;d\n", "[a]\nb =\n  c\n  ;e\n", "ini"),
        ("[a]\nb = c \\\n# d\n e\n", "[a]\nb = c \\\n# f\n e\n", "ini"),
        ("[a]\n#*# b = 1\n", "[a]\n#*# b = -1\n", "cfg"),
        ('#include "a.cfg"\nb = 1\n', '#include "c.cfg"\nb = 1\n', "cfg"),
        ("a:\n  x\n", "a:\nx\n", "yaml"),
        ("b: &b 1\nk: *b\n", "b: &b 1\nk: *b#c\n", "yaml"),
        ("[a]\n# note\nk = 1\n", "[a]\n# note\rdanger = 1\nk = 1\n", "ini"),
        ("a.b = 1\n", f"{'a.' * 20_000}b = 1\n", "toml"),
    ],
)
def test_what_may_say_something_else(was: str, now: str, kind: str) -> None:
    assert settings_alike(was, now, kind) == ""


def test_a_comment_that_somebody_may_read_is_listed() -> None:
    assert told("## template: jinja\na: 1\n", "## template: basic\na: 1\n", "yaml") == [
        "It now has `## template: basic`, no longer `## template: jinja`"
    ]
    assert told("[a]\nb =\n  c\n  ;d\n", "[a]\nb =\n  c\n  ;e\n", "ini") == [
        "`b` in `[a]` now has `;e`, no longer `;d`"
    ]


def test_what_is_no_text_is_not_told() -> None:
    sides = [{"a.ini": f"[a]\nb = {name}\n".encode("latin-1")} for name in ("caf\u00e9", "caf\u00e8")]

    assert told_settings(*sides) == []


def test_tables_of_an_array_that_stand_otherwise_are_told_in_words() -> None:
    rows = "[[a]]\nn = {}\n[[a]]\nn = {}\n[[a]]\nn = {}\n"

    assert told(rows.format(1, 2, 1), rows.format(1, 1, 2), "toml") == ["What stands in `[[a]]` has another order"]


def test_a_large_difference_is_not_told() -> None:
    rows = [f"k{at} = {at}" for at in range(40)]

    assert settings("\n".join(rows), "\n".join(f"{row}0" for row in rows), "ini") is None


def test_a_table_of_an_array_is_known_by_what_it_holds() -> None:
    """Their name is one: a key that is gone from the second is none of the first, nor of the table above, however they are indented."""
    head = '[tool.mypy]\nplugins = "zope"\n'
    first = '    [[tool.mypy.overrides]]\n    module = [\n      "lz4.*",\n    ]\n    missing = true\n'
    second = (
        '\n    [[tool.mypy.overrides]]\n    module = [\n      "app.db",\n      "app.web",\n    ]\n    errors = true\n'
    )
    added = '\n    [[tool.mypy.overrides]]\n    module = "app.bot"\n'
    lines = settings(head + first + second, head + added + first + second.replace('      "app.db",\n', ""), "toml")
    assert [(one.said, one.was, one.now) for one in lines or ()] == [
        ('`[[tool.mypy.overrides]]` is new, with `module: "app.bot"`', 0, 4),
        ('`module` in `[[tool.mypy.overrides]]` no longer has `"app.db"`', 11, 13),
    ]


def test_of_very_many_tables_those_are_held_against_each_other_that_share_what_few_hold() -> None:
    def row(at: int, version: int = 1) -> str:
        return f'[[package]]\nname = "p{at}"\nversion = "{version}"\n'

    was = "".join(map(row, range(600)))
    now = row(600) + "".join(row(at, 2 if at == 300 else 1) for at in range(600))

    assert [one.said for one in settings(was, now, "toml") or ()] == [
        '`[[package]]` is new, with `name: "p600"` and `version: "1"`',
        '`version` in `[[package]]` is `"2"`, no longer `"1"`',
    ]


HOOKS = """repos:
-   repo: https://a.example/flake
    rev: "6.0"
    hooks:
    -   id: flake
        language_version: python3
-   repo: https://a.example/black
    rev: "23.1"
    hooks:
    -   id: black
        language_version: python3
"""


def test_a_map_of_a_list_is_told_by_what_it_begins_with() -> None:
    """What others keep is not told as gone."""
    now = f"repos:\n{HOOKS[HOOKS.index('-   repo: https://a.example/black') :]}"

    assert [(one.said, one.was, one.now) for one in settings(HOOKS, now, "yaml") or ()] == [
        (
            '`repo: https://a.example/flake` in `repos` is gone, with `rev: "6.0"`, `id: flake` and `language_version: python3`',
            2,
            0,
        )
    ]


def test_a_key_of_a_map_of_a_list_is_told_with_whose_it_is() -> None:
    """Values that change places within the list differ, though each stands in it as before."""
    assert told(HOOKS, HOOKS.replace('"23.1"', '"24.2"'), "yaml") == [
        '`rev` of `repo: https://a.example/black` in `repos` is `"24.2"`, no longer `"23.1"`'
    ]
    assert told(HOOKS, HOOKS.replace("python3", "python4"), "yaml") == [
        "`language_version` in `repos.hooks` is `python4`, no longer `python3`, in 2 entries"
    ]
    rows = "- name: a\n  size: {}\n- name: b\n  size: {}\n"
    assert told(rows.format(1, 2), rows.format(2, 1), "yaml") == [
        "`size` of `name: a` is `2`, no longer `1`",
        "`size` of `name: b` is `1`, no longer `2`",
    ]
    assert told(rows.format(1, 1), rows.format(2, 2), "yaml") == ["`size` is `2`, no longer `1`, in 2 entries"]


def test_an_object_of_a_list_of_json() -> None:
    rows = '{\n\t"rows": [\n\t\t{\n\t\t\t"id": "a",\n\t\t\t"size": 1\n\t\t},\n\t\t{\n\t\t\t"id": "b",\n\t\t\t"size": 1\n\t\t}\n\t]\n}\n'

    assert told(rows, rows.replace('"b",\n\t\t\t"size": 1', '"b",\n\t\t\t"size": 2'), "json") == [
        '`size` of `id: "b"` in `rows` is `2`, no longer `1`'
    ]


def test_a_comment_behind_a_key_is_no_value() -> None:
    was = "sources: # where from\n  - one # the first\nrun: a ; b\n"

    assert told(was, was.replace("where from", "whence").replace("the first", "first"), "yaml") == []
    assert told(was, was.replace("; b", "; c"), "yaml") == ["`run` is `a ; c`, no longer `a ; b`"]
    assert told(was, was.replace("# where from\n  - one # the first", "two # one"), "yaml") == [
        "`sources` now has `two`, no longer `one`"
    ]


def test_how_the_lines_of_a_text_are_joined() -> None:
    """`>` makes one line of several, `-` takes the last break away."""
    was = "steps:\n  - name: a\n    run: |\n      make\n      make test\n"

    assert told(was, was.replace("|", ">"), "yaml") == [
        "`run` of `name: a` in `steps` is a text of the kind `>`, no longer `|`"
    ]
    assert told(was, was.replace("|", "|-").replace("make test", "make all"), "yaml") == [
        "`run` of `name: a` in `steps` is a text of the kind `|-`, no longer `|`",
        "`run` of `name: a` in `steps` now has `make all`, no longer `make test`",
    ]
    assert told("a: b c\n", "a: |\n  b c\n", "yaml") == ["`a` is a text of the kind `|`, no longer on one line"]


def test_where_the_lines_of_a_text_stand() -> None:
    """A blank line parts two paragraphs of `>`; in `|` each blank line and each indent is a part of the text."""
    folded = "text: >\n  make all\n  now\nnext: 1\n"
    steps = "steps:\n  - run: |\n      if x:\n        a\n        b\n"

    assert told(folded, folded.replace("  now", "\n  now"), "yaml") == ["`text` has a blank line more"]
    assert told(folded.replace("  now", "\n\n  now"), folded, "yaml") == ["`text` has 2 blank lines fewer"]
    assert told(steps, steps.replace("  b", "b"), "yaml") == ["`run` in `steps` has `b` indented otherwise"]
    assert told(folded, folded.replace("  ", "    ") + "\n", "yaml") == []


def test_a_key_is_no_longer_commented_out() -> None:
    was = "[egg_info]\n#tag_build = dev\n;date = 1\n#twice = 1\n#twice = 2\n"
    now = "[egg_info]\ntag_build = dev\ndate = 0\ntwice = 1\n"

    assert told(was, now, "cfg") == [
        "`[egg_info]` no longer has `#twice = 1` and `#twice = 2`",
        "`tag_build` in `[egg_info]` is no longer commented out: `dev`",
        "`date` in `[egg_info]` is no longer commented out: `0`, where the comment had `1`",
        "`twice` in `[egg_info]` is new: `1`",
    ]


def test_a_key_is_commented_out_now() -> None:
    was, now = "[a]\nx = 1\ny = 2\n", "[a]\n#x = 1\n;y = 3\n"

    assert told(was, now, "ini") == [
        "`x` in `[a]` is commented out now: it was `1`",
        "`y` in `[a]` is commented out now: it was `2`, and the comment has `3`",
    ]


def test_of_several_values_between_commas_those_are_told_that_are_others() -> None:
    was = "[flake8]\nignore =\n    E115,E116,E122,\n    E201,E202\nselect = A,B,C\nsaid = one, two words, three\n"
    now = "[flake8]\nignore =\n    E116,E122,\n    E201,E202\nselect = A,B,D,E\nsaid = one, two words, four\n"

    assert told(was, now, "cfg") == [
        "`ignore` in `[flake8]` no longer has `E115`",
        "`select` in `[flake8]` now has `D` and `E`, no longer `C`",
        "`said` in `[flake8]` is `one, two words, four`, no longer `one, two words, three`",
    ]
    assert told("[a]\nx = A,B,C\n", "[a]\nx = A,C,B\n", "cfg") == ["`x` in `[a]` is `A,C,B`, no longer `A,B,C`"]
    assert told("[a]\nx = A,B,C\n", "[a]\nx = A,B,D\n", "cfg") == ["`x` in `[a]` now has `D`, no longer `C`"]


def test_values_between_commas_whose_places_count_are_told_whole() -> None:
    """Numbers are read by their places, and what stands before others may be meant first."""
    assert told("[a]\nx = 255,10,20\n", "[a]\nx = 9,255,10,20\n", "cfg") == [
        "`x` in `[a]` is `9,255,10,20`, no longer `255,10,20`"
    ]
    assert told("[a]\nx = one,two\n", "[a]\nx = zero,one,two\n", "cfg") == [
        "`x` in `[a]` is `zero,one,two`, no longer `one,two`"
    ]
    assert told("[a]\nx = E1,E3\n", "[a]\nx = E1,E2,E3\n", "cfg") == ["`x` in `[a]` now has `E2`"]
