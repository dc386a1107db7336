"""Configuration: one file for each root, checked to the last key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flowscout import config
from flowscout.errors import ConfigError
from flowscout.model.settings import Semantics, Settings
from shell.repositories import Repo

ROOT = Path(__file__).resolve().parents[2]


def load(**files: str) -> Settings | None:
    named = {"flowscout.toml" if name == "own" else "pyproject.toml": text.encode() for name, text in files.items()}
    return config.load(named.get)


def test_without_a_file_nothing_is_configured() -> None:
    assert load() is None
    assert load(shared="[tool.other]\nx = 1\n") is None


def test_a_file_of_its_own_and_a_section_say_the_same() -> None:
    own = load(
        own='detail = "high"\nmax-charts = 7\n[docs]\nfolder = "d/e/"\n[semantics]\nirreversible = ["*.publish"]\n'
    )
    shared = load(
        shared='[tool.flowscout]\ndetail = "high"\nmax-charts = 7\n[tool.flowscout.docs]\nfolder = "d/e/"\n'
        '[tool.flowscout.semantics]\nirreversible = ["*.publish"]\n'
    )
    assert (
        own
        == shared
        == Settings(detail="high", max_charts=7, docs="d/e", semantics=Semantics(irreversible=("*.publish",)))
    )


def test_both_is_an_error() -> None:
    with pytest.raises(ConfigError, match="both"):
        load(own="", shared="[tool.flowscout]\n")


def test_an_empty_file_is_a_configuration() -> None:
    assert load(own="") == Settings()


@pytest.mark.parametrize(("text", "said"), [
    ('detial = "high"', "did you mean `detail`?"),
    ('max_charts = 3', "did you mean `max-charts`?"),
    ('detail = "highest"', "'high', 'medium' or 'deep'"),
    ('include = "src"', "a list of strings"),
    ('max-charts = "3"', "`max-charts`"),
    ('max-charts = true', "`max-charts`"),
    ('max-charts = 0', "greater than or equal to 1"),
    ('docs = "docs"', "a table"),
    ('[docs]\nfolder = "../x"', "inside the root"),
    ('[docs]\nfolder = "/x"', "inside the root"),
    ('[docs]\nfolder = "C:/x"', "inside the root"),
    ('[docs]\nfolder = "."', "not the root itself"),
    ('[docs]\nfolder = ".github/x"', ".git or .github"),
    ('[docs]\nfolder = "a/.GIT/x"', ".git or .github"),
    ('[semantics]\nloging = ["a"]', "did you mean `logging`?"),
    ('project = "a b"', "`project`"),
    ('detail = ', "not valid TOML"),
])  # fmt: skip
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load(own=text)
    assert said in str(refused.value)
    assert refused.value.exit_code == 2


@pytest.mark.parametrize(
    "key", ["provider", "model", "base-url", "base_url", "keys", "executor", "memo", "plugins", "budget"]
)
def test_a_repository_cannot_choose_what_runs(key: str) -> None:
    with pytest.raises(ConfigError, match="cannot be set by a repository") as refused:
        load(own=f'{key} = "x"')
    assert "FLOWSCOUT_" in refused.value.hint or "own variable" in refused.value.hint


def test_every_setting_has_a_key_and_every_key_a_description() -> None:
    fields = set(config.ConfigTable.model_fields)
    assert fields == set(Settings._fields) - {"words", "database"}  # stand under `[docs]` and `[clang]`
    assert set(config.SemanticsTable.model_fields) == set(Semantics._fields)
    for table in (config.ConfigTable, config.DocsTable, config.ClangTable, config.RcaTable, config.SemanticsTable):
        assert all(field.description for field in table.model_fields.values())


def test_defaults_are_those_of_the_settings() -> None:
    assert config.settings({}, "x") == Settings()


def test_the_shipped_schema_and_the_reference_page_are_current() -> None:
    """`python -m flowscout.config` writes both."""
    assert (ROOT / "src/flowscout/schemas/config.json").read_text("utf-8") == config.schema()
    assert (ROOT / "docs/configuration.md").read_text("utf-8") == config.reference()


def test_the_schema_agrees_with_the_code() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    check = jsonschema.Draft202012Validator(json.loads(config.schema()))
    assert not list(
        check.iter_errors(
            {"detail": "deep", "charts": ["main"], "docs": {"folder": "d"}, "semantics": {"logging": ["log*"]}}
        )
    )
    for wrong in ({"detial": "x"}, {"detail": "x"}, {"max-charts": 0}, {"docs": {"foldr": "x"}}):
        assert list(check.iter_errors(wrong))


def test_configuration_is_read_from_the_same_snapshot_as_the_sources(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.commit({"flowscout.toml": 'detail = "high"\n', "a.py": "def f():\n    return 1\n"})
    repo.write({"flowscout.toml": "detial = 1\n"})
    assert repo.flowscout("doctor").code == 0
    repo.git("add", "-A")
    ran = repo.flowscout("doctor")
    assert (ran.code, "did you mean `detail`?" in ran.out) == (2, True)
