"""What differs in a file of settings, by its lines."""

from __future__ import annotations

from flowscout.stages.account import settings


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


def test_of_order_and_comments_nothing_is_told() -> None:
    assert settings("[a]\nx = 1\ny = 2\n", "[a]\n# why\ny = 2\nx = 1\n", "ini") == []


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
