"""The repository's configuration: `flowscout.toml`, or `[tool.flowscout]` in `pyproject.toml`, as a frozen `Settings`.

A repository may say what is drawn and how. It may not name an endpoint, a provider, an executor, a plug-in or a budget:
those belong to the person or the runner, never to code that somebody proposes.
"""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from .errors import ConfigError
from .model.settings import Semantics, Settings

OWN = "flowscout.toml"
SHARED = "pyproject.toml"
NOT_FOR_REPOSITORIES = {
    "provider": "FLOWSCOUT_PROVIDER", "model": "FLOWSCOUT_MODEL", "base-url": "FLOWSCOUT_BASE_URL",
    "base-urls": "FLOWSCOUT_BASE_URL", "api-key": "the provider's own variable", "key": "the provider's own variable",
    "keys": "the provider's own variable", "executor": "FLOWSCOUT_EXECUTOR", "memo": "FLOWSCOUT_MEMO",
    "memory": "FLOWSCOUT_MEMORY", "memory-database": "FLOWSCOUT_MEMORY", "search-endpoint": "FLOWSCOUT_SEARCH_ENDPOINT",
    "plugins": "FLOWSCOUT_PLUGINS", "plug-ins": "FLOWSCOUT_PLUGINS", "budget": "FLOWSCOUT_BUDGET", "budgets": "FLOWSCOUT_BUDGET",
}  # fmt: skip


def _inside(folder: str) -> str:
    parts = folder.replace("\\", "/").strip("/").split("/")
    if folder.startswith(("/", "\\")) or ":" in folder or ".." in parts:
        raise ValueError("must be a folder inside the root, given relative to it")
    if any(part.lower() in (".git", ".github") for part in parts):
        raise ValueError("must not be inside .git or .github")
    clean = "/".join(part for part in parts if part not in ("", "."))
    if not clean:
        raise ValueError("must be a folder below the root, not the root itself")
    return clean


def _file(path: str) -> str:
    parts = path.replace("\\", "/").split("/")
    if (
        not path.endswith((".toml", ".json"))
        or path.startswith(("/", "\\"))
        or ":" in path
        or ".." in parts
        or "\0" in path
    ):
        raise ValueError("must be a .toml or .json file inside the root, given relative to it")
    return "/".join(part for part in parts if part not in ("", "."))


def _glob(pattern: str) -> str:
    if not pattern.strip() or "\n" in pattern or "\0" in pattern:
        raise ValueError("must be a literal or a glob")
    return pattern


def _below(path: str) -> str:
    return _inside(path) if path else ""


Glob = Annotated[str, AfterValidator(_glob), Field(min_length=1, max_length=300)]
Globs = Annotated[tuple[Glob, ...], Field(max_length=1000)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=lambda name: name.replace("_", "-"))


class SemanticsTable(_Table):
    """Your own words, added to the built-in lexicons: literals or globs on dotted names (`Db.commit`, `*.publish`)."""

    validation: Globs = Field(default=(), description="Calls that validate an input.")
    permission: Globs = Field(default=(), description="Calls that check a permission.")
    mutation: Globs = Field(default=(), description="Calls that change state which outlives them.")
    irreversible: Globs = Field(
        default=(), description="Calls that cannot be taken back: commits, deletions, sends, payments."
    )
    logging: Globs = Field(
        default=(), description="Calls that only log; drawn where they are all that an arm does, or say why it is left."
    )
    metrics: Globs = Field(
        default=(), description="Calls that only count or time; drawn where they are all that an arm does."
    )
    utility: Globs = Field(default=(), description="Helpers that say nothing about the scenario; never drawn.")
    errors: Globs = Field(default=(), description="Values and types that mean failure when they are returned.")
    noreturn: Globs = Field(default=(), description="Calls that never return.")


class DocsTable(_Table):
    """Where the committed pages live."""

    folder: Annotated[str, AfterValidator(_inside)] = Field(
        default="docs/flowcharts", description="Folder of the generated pages, relative to the root."
    )
    words: Literal["rule", "model"] = Field(
        default="rule",
        description="`model`: pages show the words that `words.json` in that folder keeps, where they still hold. `refresh` fills it "
        "with the model of whoever runs it; the hook and checks only read it.",
    )


class ClangTable(_Table):
    """libclang for C and C++, where the extra `flowscout[clang]` and a compilation database are there."""

    use: Literal["auto", "pages", "off"] = Field(
        default="auto",
        description="`auto`: questions, reviews and charts in the terminal; the committed pages are drawn by syntax, so that every machine draws "
        "the same. `pages`: these too, and who refreshes or checks them needs both.",
    )
    database: Annotated[str, AfterValidator(_below)] = Field(
        default="",
        description="The compilation database or its folder, relative to the root. Empty: it is looked for where builds put it.",
    )


class RcaTable(_Table):
    """What `flowscout rca` reads besides the formats it knows."""

    formats: Annotated[tuple[Annotated[str, AfterValidator(_file)], ...], Field(max_length=50)] = Field(
        default=(),
        description="Files of your own log formats, relative to the root: rows in TOML as flowscout's own (`docs/root-cause.md`), and problem matchers of "
        "VS Code or GitHub in JSON. Their expressions are searched in linear time.",
    )


class ConfigTable(_Table):
    """flowscout's configuration of one root."""

    project: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$|^$")] = Field(
        default="",
        description="A short id that keeps several roots of one repository apart in comments, checks and caches.",
    )
    include: Globs = Field(
        default=(),
        description="Analyse only paths that match one of these (gitignore patterns); empty: all of C, C++ and Python by their "
        "suffixes, and scripts without one that can be run and whose first line names Python.",
    )
    exclude: Globs = Field(default=(), description="Leave out paths that match one of these (gitignore patterns).")
    charts: Globs = Field(
        default=(),
        description="Functions to chart in the docs, as `name`, `path::name` or globs of these; `!` in front leaves out. "
        "Empty: what a maintainer would explain: entry points, what the project gives away, and what carries its main ways.",
    )
    detail: Literal["high", "medium", "deep"] = Field(
        default="medium", description="Detail level of charts that name none."
    )
    style: Literal["default", "compact"] = Field(
        default="default", description="`compact` draws errors as red stadiums."
    )
    source_roots: Globs = Field(
        default=(), description="Folders that imports start from, besides what the code shows (`src`, `lib`)."
    )
    max_file_size: Annotated[int, Field(ge=1, le=64_000_000)] = Field(
        default=1_000_000, description="Larger files are skipped (bytes)."
    )
    max_charts: Annotated[int, Field(ge=1, le=5000)] = Field(
        default=200, description="Most charts in the docs; the rest is said."
    )
    charts_per_page: Annotated[int, Field(ge=0, le=200)] = Field(
        default=0,
        description="Most charts on one page. 0: the best twenty of each file, and more where `max-charts` has room.",
    )
    docs: DocsTable = Field(default=DocsTable(), description="Where the committed pages live.")
    clang: ClangTable = Field(default=ClangTable(), description="libclang for C and C++.")
    rca: RcaTable = Field(default=RcaTable(), description="Root causes of red builds.")
    semantics: SemanticsTable = Field(default=SemanticsTable(), description="Your own words for calls and values.")


def load(read: Callable[[str], bytes | None]) -> Settings | None:
    """The settings of a root whose files `read` gives; None where there is no configuration."""
    own, shared = read(OWN), read(SHARED)
    table = _parse(own, OWN) if own is not None else None
    section = _parse(shared, SHARED).get("tool", {}).get("flowscout") if shared and b"flowscout" in shared else None
    if table is not None and section is not None:
        raise ConfigError(f"both {OWN} and [tool.flowscout] in {SHARED} configure this folder", "keep one of the two")
    if table is not None:
        return settings(table, OWN)
    return settings(section, f"{SHARED} [tool.flowscout]") if section is not None else None


def _parse(data: bytes, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{name}: not valid TOML: {error}") from None


def settings(table: Mapping[str, Any], where: str) -> Settings:
    """Checked values. Every problem is told with its key, a misspelt key with the near one."""
    if not isinstance(table, Mapping):
        raise ConfigError(f"{where}: must be a table")
    for key in table:
        if key.replace("_", "-").lower() in NOT_FOR_REPOSITORIES:
            place = NOT_FOR_REPOSITORIES[key.replace("_", "-").lower()]
            raise ConfigError(
                f"{where}: `{key}` cannot be set by a repository",
                f"set it in the environment or your own configuration ({place}); code under review must not choose it",
            )
    try:
        read = ConfigTable.model_validate_json(json.dumps(table, default=str), strict=True)
    except ValidationError as refusal:
        problems = "\n".join(f"{where}: {_problem(error)}" for error in refusal.errors())
        raise ConfigError(problems, "docs/configuration.md lists every key") from None
    values = {
        name: getattr(read, name)
        for name in Settings._fields
        if name not in ("docs", "words", "clang", "database", "rca", "semantics")
    }
    docs, clang = read.docs, read.clang
    return Settings(
        **values,
        docs=docs.folder,
        words=docs.words,
        clang=clang.use,
        database=clang.database,
        rca=read.rca.formats,
        semantics=Semantics(**read.semantics.model_dump()),
    )


def _problem(error: Any) -> str:
    where = ".".join(str(part) for part in error["loc"])
    if error["type"] != "extra_forbidden":
        message = error["msg"].removeprefix("Value error, ").removeprefix("Input ")
        return f"`{where}` {_SIMPLER.get(message, message)}"
    *outer, key = [str(part) for part in error["loc"]]
    tables: dict[str, type[_Table]] = {
        "docs": DocsTable,
        "clang": ClangTable,
        "rca": RcaTable,
        "semantics": SemanticsTable,
    }
    table = tables.get(outer[0] if outer else "", ConfigTable)
    known = [str(field.alias) for field in table.model_fields.values()]
    near = difflib.get_close_matches(key.replace("_", "-"), known, 1)
    return f"unknown key `{where}`" + (f"; did you mean `{near[0]}`?" if near else f"; known keys: {', '.join(known)}")


_SIMPLER = {
    "should be a valid array": "should be a list of strings",
    "should be an object": "should be a table with keys of its own",
}


def schema() -> str:
    """The JSON Schema of flowscout.toml, as it ships."""
    described = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **ConfigTable.model_json_schema(by_alias=True),
    }
    return json.dumps(described, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def reference() -> str:
    """The reference page, as it stands in the docs."""
    lines = [
        "# Configuration", "",
        "One file for each root: `flowscout.toml`, or `[tool.flowscout]` in `pyproject.toml`; both in one folder is an error.",
        "The nearest root upward from where you stand rules; `--root` names another. Unknown keys are errors.",
        "", "This page is made from the code by `python -m flowscout.config`.", "",
    ]  # fmt: skip
    tables: tuple[tuple[str, type[_Table]], ...] = (
        ("", ConfigTable),
        ("docs", DocsTable),
        ("clang", ClangTable),
        ("rca", RcaTable),
        ("semantics", SemanticsTable),
    )
    for title, table in tables:
        if title:
            lines += ["", f"## `[{title}]`", "", table.__doc__ or "", ""]
        lines += ["| key | default | meaning |", "|---|---|---|"]
        plain = {n: f for n, f in table.model_fields.items() if not isinstance(f.default, _Table)}
        lines += [
            f"| `{f.alias}` | `{_shown(f.default)}` | {f.description}{_choices(f.annotation)} |" for f in plain.values()
        ]
    lines += [
        "", "## What a repository cannot set", "",
        "Provider, model, base URLs, keys, executor, memo, memory database, search endpoint, plug-ins and budgets come from the",
        "environment or from your own configuration. In a repository's file they are an error.", "",
        "## Leaving things out", "",
        "`.flowscoutignore` (gitignore syntax), `exclude`, files that `.gitattributes` marks `linguist-generated` or",
        "`linguist-vendored`, and a comment `flowscout: ignore` on a function leave things out; the output says how many.", "",
    ]  # fmt: skip
    return "\n".join(lines)


def _shown(value: Any) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def _choices(annotation: Any) -> str:
    options = getattr(annotation, "__args__", ())
    return (
        " One of " + ", ".join(f"`{o}`" for o in options) + "."
        if options and all(isinstance(o, str) for o in options)
        else ""
    )


if __name__ == "__main__":
    import pathlib

    here = pathlib.Path(__file__).resolve()
    (here.parent / "schemas" / "config.json").write_text(schema(), encoding="utf-8", newline="\n")
    (here.parents[2] / "docs" / "configuration.md").write_text(reference(), encoding="utf-8", newline="\n")
