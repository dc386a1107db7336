"""Pages and tables made from the code are what the code makes; `pytest --update` renews them."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from corpus.driver import Updates
from flowscout import __version__, cli, shelf
from flowscout.entrypoints.action.inputs import INPUTS, OUTPUTS
from flowscout.entrypoints.action.question import SHELF
from flowscout.frontends.treesitter import parse
from flowscout.llm.provider import Provider
from flowscout.model.language import Language
from flowscout.model.settings import Settings
from flowscout.pipeline import Project, assemble
from flowscout.stages.compare import compare, merge
from flowscout.stages.mermaid import mermaid
from flowscout.tasks import workflows
from hub.stage import BASE, CHANGED
from hub.test_rca_event import LOG, STAMP, stamped
from shell.repositories import Repo
from tools.page import tools_page

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "demo"))

sys.path.insert(0, str(ROOT / "tests/gallery"))

import demo  # noqa: E402
import pictures  # noqa: E402

LANGUAGES = "flowscout.languages"
PROVIDERS = "flowscout.llm.providers"
SUFFIXES = {".py": "python", ".c": "c", ".h": "cpp", ".cc": "cpp"}


def _parser(verb: str) -> argparse.ArgumentParser:
    module = importlib.import_module(f"flowscout.cli.{verb}")
    parser = argparse.ArgumentParser(f"flowscout {verb}", description=module.__doc__, add_help=False)
    module.arguments(parser)
    return parser


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _spelled(action: argparse.Action) -> str:
    names = ", ".join(action.option_strings) or str(action.metavar or action.dest)
    takes = action.option_strings and action.nargs != 0
    value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest.upper())
    return f"{names} {value}" if takes else names


def commands_page() -> str:
    """Every verb with its help; what stands in each parser, independent of how a version of Python lays it out."""
    rows = ["# Commands", "", "Made from the code: `pytest --update` renews this page.", "", verbs_table(), ""]
    for verb, purpose in cli.VERBS.items():
        parser = _parser(verb)
        rows += [f"## flowscout {verb}", "", f"{purpose[0].upper()}{purpose[1:]}.", "", "```text"]
        rows += [*(parser.description or "").strip().split("\n"), "```", ""]
        shown = [a for a in parser._actions if a.help is not argparse.SUPPRESS]
        if shown:
            rows += ["| option | meaning |", "|---|---|"]
            rows += [f"| `{_cell(_spelled(a))}` | {_cell((a.help or '').replace('%%', '%'))} |" for a in shown]
            rows += [""]
    rows += ["## Everywhere", "", "| option | meaning |", "|---|---|"]
    common = argparse.ArgumentParser(add_help=False)
    cli.common(common)
    rows += [f"| `{_cell(_spelled(a))}` | {_cell(a.help or '')} |" for a in common._actions]
    return "\n".join(rows) + "\n"


def verbs_table() -> str:
    rows = (f"| [`{verb}`](#flowscout-{verb}) | {what} |" for verb, what in cli.VERBS.items())
    return "\n".join(["| verb | what it does |", "|---|---|", *rows])


def languages_table() -> str:
    rows = ["| language | files | read with |", "|---|---|---|"]
    for name in shelf.names(LANGUAGES):
        language: Language = shelf.load(LANGUAGES, name)
        suffixes = " ".join(f"`{suffix}`" for suffix in shelf.module(LANGUAGES, name).SUFFIXES)
        rows.append(f"| {name} | {suffixes} | `{language.grammar.split(':')[0]}` |")
    return "\n".join(rows)


def inputs_table() -> str:
    rows = ["| input | default | what it says |", "|---|---|---|"]
    for one in INPUTS:
        choices = f" One of {', '.join(f'`{c}`' for c in one.choices if c)}." if one.choices else ""
        rows.append(f"| `{one.name}` | {f'`{one.default}`' if one.default else ''} | {_cell(one.text)}{choices} |")
    return "\n".join(rows)


def outputs_table() -> str:
    return "\n".join(
        ["| output | what it holds |", "|---|---|", *(f"| `{name}` | {text} |" for name, text in OUTPUTS.items())]
    )


def bot_table() -> str:
    known = [shelf.load(SHELF, name) for name in shelf.names(SHELF)]
    return "\n".join(
        ["| command | what it does |", "|---|---|", *(f"| `{_cell(c.usage)}` | {c.text} |" for c in known)]
    )


def workflow(write: Callable[[workflows.Wanted], str]) -> str:
    """As the page shows it to be copied: with the action by the tag of a release."""
    return f"```yaml\n{write(workflows.Wanted(f'flowscout/flowscout@v{__version__}', runs=('ci',))).rstrip()}\n```"


def providers_table() -> str:
    rows = ["| provider | model unless you name one | key in | install |", "|---|---|---|---|"]
    for name in shelf.names(PROVIDERS):
        provider: Provider = shelf.load(PROVIDERS, name)
        model = f"`{provider.model}`" if provider.model else ("–" if name == "none" else "name one")
        keys = ", ".join(f"`{key}`" for key in provider.keys) or "–"
        rows.append(f"| `{name}` | {model} | {keys} | {f'`flowscout[{provider.extra}]`' if provider.extra else '–'} |")
    return "\n".join(rows)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo.unpack(tmp_path_factory.mktemp("sample") / "volume-service")


def _project(folder: Path, edit: demo.Edit | None = None) -> Project:
    paths = [p for p in sorted(folder.rglob("*")) if p.suffix in SUFFIXES and ".git" not in p.parts]
    data = {p.relative_to(folder).as_posix(): p.read_bytes() for p in paths}
    if edit:
        data[edit.path] = data[edit.path].replace(edit.before.encode(), edit.after.encode())
    files = {name: parse(text, SUFFIXES[Path(name).suffix]) for name, text in data.items()}
    return assemble(files, data.__getitem__, Settings())


def _named(project: Project, name: str) -> str:
    return next(f for f in project.functions if name in f)


def _fence(chart: str) -> str:
    return f"```mermaid\n{chart.rstrip()}\n```"


def demo_chart(folder: Path) -> str:
    project = _project(folder)
    return _fence(project.mermaid(_named(project, "HandleVolumeCreate"), "medium"))


def demo_diff(folder: Path) -> str:
    before, after = (
        p.steps(_named(p, "HandleVolumeDelete"), "medium")
        for p in (_project(folder), _project(folder, demo.SAMPLE_EDIT))
    )
    return _fence(mermaid(merge(compare(before, after))))


def cause(folder: Path) -> str:
    """What `flowscout rca` says of a log, where the change that broke it is the last commit."""
    repo = Repo(folder)
    repo.commit(BASE)
    repo.commit({"store.py": CHANGED})
    (folder.parent / "ci.log").write_bytes(stamped(LOG))
    ran = repo.flowscout(
        "rca", "../ci.log", "--range", "HEAD~1", "--format", "text", "--no-memory", env={"FLOWSCOUT_MEMORY": "off"}
    )
    return f"```text\n{ran.out.replace(STAMP, '').rstrip()}\n```"


CHARTS: Final[dict[str, Callable[[Path], str]]] = {"chart": demo_chart, "diff": demo_diff}
TABLES: Final[dict[str, Callable[[], str]]] = {
    "languages": languages_table,
}
WORKFLOWS: Final = {"flowscout.yml": workflows.events, "flowscout-after.yml": workflows.after}
AT_HAND: Final = workflows.Wanted(
    "./ # zizmor: ignore[self-repository] the project uses the action at hand", runs=("ci",)
)
ACTION_TABLES: Final[dict[str, Callable[[], str]]] = {
    "inputs": inputs_table,
    "outputs": outputs_table,
    "bot": bot_table,
    **{name: partial(workflow, write) for name, write in WORKFLOWS.items()},
}


def _expect(file: Path, name: str, expected: str, updates: Updates, config: pytest.Config) -> None:
    lines = file.read_text(encoding="utf-8").split("\n") if file.exists() else []
    if name:
        first = lines.index(f"<!-- generated: {name} -->") + 1
        last = next(n for n in range(first, len(lines)) if lines[n] == "<!-- /generated -->")
    else:
        first, last = 0, len(lines)
    actual = "\n".join(lines[first:last])
    if actual != expected and config.getoption("--update"):
        updates.found[file, first, last] = expected
    else:
        assert actual == expected


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_the_readme(name: str, updates: Updates, pytestconfig: pytest.Config) -> None:
    _expect(ROOT / "README.md", name, TABLES[name](), updates, pytestconfig)


def test_the_table_of_the_models_page(updates: Updates, pytestconfig: pytest.Config) -> None:
    _expect(ROOT / "docs/models.md", "providers", providers_table(), updates, pytestconfig)


@pytest.mark.parametrize("name", ACTION_TABLES)
def test_a_table_of_the_actions_page(name: str, updates: Updates, pytestconfig: pytest.Config) -> None:
    _expect(ROOT / "docs/action.md", name, ACTION_TABLES[name](), updates, pytestconfig)


@pytest.mark.parametrize("name", CHARTS)
def test_a_picture_of_the_readme_stands_in_the_gallery_as_text(
    name: str, sample: Path, updates: Updates, pytestconfig: pytest.Config
) -> None:
    _expect(ROOT / "docs/gallery.md", name, CHARTS[name](sample), updates, pytestconfig)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_our_own_workflows_are_those_that_init_writes(name: str, updates: Updates, pytestconfig: pytest.Config) -> None:
    _expect(ROOT / ".github/workflows" / name, "", WORKFLOWS[name](AT_HAND), updates, pytestconfig)


def test_the_root_cause_of_the_readme(tmp_path: Path, updates: Updates, pytestconfig: pytest.Config) -> None:
    _expect(ROOT / "README.md", "cause", cause(tmp_path / "repo"), updates, pytestconfig)


@pytest.mark.parametrize("name", CHARTS)
def test_a_picture_of_the_readme_shows_its_drawing(
    name: str, sample: Path, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    chart = CHARTS[name](sample).removeprefix("```mermaid\n").removesuffix("\n```") + "\n"
    if pictures.shown(name) != pictures.of(chart) and pytestconfig.getoption("--update"):
        pictures.picture(name, chart, tmp_path)
        pytest.fail(f"docs/pictures/{name}.svg is drawn anew: look at it")
    assert pictures.shown(name) == pictures.of(chart), "pytest --update draws it anew"


def test_the_commands_page(updates: Updates, pytestconfig: pytest.Config) -> None:
    page = ROOT / "docs/commands.md"
    if not page.exists() and pytestconfig.getoption("--update"):
        page.write_text("\n", encoding="utf-8")
    _expect(page, "", commands_page(), updates, pytestconfig)


def test_the_tools_page(tmp_path: Path, updates: Updates, pytestconfig: pytest.Config) -> None:
    page = ROOT / "docs/tools.md"
    if not page.exists() and pytestconfig.getoption("--update"):
        page.write_text("\n", encoding="utf-8")
    _expect(page, "", tools_page(tmp_path / "memory.sqlite3"), updates, pytestconfig)
