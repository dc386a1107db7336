"""What a checkout can hold, what an earlier step can have left in an environment or in git's configuration, to have its code run
by whatever stands in that checkout with a token. Each attack writes its name into a file when it works."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
from pathlib import Path

STANDARD = (
    "argparse", "ast", "asyncio", "base64", "bisect", "calendar", "concurrent", "configparser", "contextlib", "copy", "csv", "ctypes", "dataclasses",
    "datetime", "decimal", "difflib", "email", "ensurepip", "enum", "fnmatch", "getpass", "hashlib", "heapq", "hmac", "html", "http", "inspect",
    "ipaddress", "json", "logging", "mimetypes", "multiprocessing", "netrc", "optparse", "pathlib", "pickle", "pkgutil", "platform", "queue",
    "random", "secrets", "shelve", "shlex", "shutil", "signal", "socket", "sqlite3", "ssl", "statistics", "string", "struct", "subprocess",
    "sysconfig", "tempfile", "textwrap", "threading", "tokenize", "tomllib", "traceback", "types", "typing", "unittest", "urllib", "uuid", "venv",
    "xml", "zipfile", "zlib",
)  # fmt: skip
VENDORS = (
    "annotated_types", "certifi", "cryptography", "diskcache", "flowscout", "git", "gitdb", "github", "jwt", "pip", "pydantic", "pydantic_core",
    "requests", "setuptools", "smmap", "tree_sitter", "tree_sitter_c", "tree_sitter_cpp", "tree_sitter_python", "typing_extensions", "urllib3",
)  # fmt: skip
STARTING = ("sitecustomize", "usercustomize")
PROGRAMS = (
    "git",
    "python3",
    "python",
    "uv",
    "pip",
    "pip3",
    "sh",
    "env",
    "git-remote-https",
    "git-upload-pack",
    "ssh",
    "uname",
)
SETTINGS = {  # of git, each naming a program
    "core.fsmonitor": "{}", "core.sshCommand": "{}", "core.gitProxy": "{}", "core.askPass": "{}", "core.pager": "{}", "core.editor": "{}",
    "core.alternateRefsCommand": "{}", "diff.external": "{}", "diff.evil.textconv": "{}", "diff.evil.command": "{}", "filter.evil.clean": "{}",
    "filter.evil.smudge": "{}", "merge.evil.driver": "{}", "credential.helper": "!{}", "credential.https://github.com.helper": "!{}",
    "gpg.program": "{}", "sequence.editor": "{}", "interactive.diffFilter": "{}", "pager.ls-files": "{}", "pager.cat-file": "{}", "alias.fetch": "!{}",
    "alias.ls-files": "!{}", "alias.evil": "!{}", "uploadpack.packObjectsHook": "{}", "submodule.evil.update": "!{}", "trailer.evil.cmd": "{}",
    "browser.evil.cmd": "{}", "hook.evil.command": "{}", "sendemail.smtpServer": "{}", "man.evil.cmd": "{}", "instaweb.httpd": "{}", "web.browser": "{}",
}  # fmt: skip
GIT_HOOKS = (
    "post-checkout",
    "post-index-change",
    "pre-auto-gc",
    "reference-transaction",
    "pre-commit",
    "post-merge",
    "post-rewrite",
    "fsmonitor-watchman",
)
TRANSPORTS = {  # of git, each naming a program that objects would be fetched with
    "url.ext::{} .insteadOf": "{remote}", "remote.{remote}.uploadpack": "{}", "remote.{remote}.vcs": "evil", "protocol.ext.allow": "always",
    "protocol.evil.allow": "always", "extensions.partialClone": "evil", "remote.evil.promisor": "true", "remote.evil.url": "ext::{}",
}  # fmt: skip


class Attacks:
    """mark: where the names are written. place: the checkout."""

    def __init__(self, mark: Path, place: Path) -> None:
        self.mark, self.place = mark, place

    @property
    def fired(self) -> set[str]:
        return set(self.mark.read_text().split("\n")) - {""} if self.mark.exists() else set()

    def module(self, name: str) -> str:
        return f"open({str(self.mark)!r}, 'a').write({name!r} + '\\n')\n"

    def program(self, name: str) -> str:
        return f"#!/bin/sh\necho '{name}' >> '{self.mark}'\nexit 1\n"

    def files(self) -> dict[str, str]:
        """As a pull request adds them: modules by turns as a file and as a package, beside configuration of every tool on the way."""
        modules = {
            (f"{name}.py" if at % 2 else f"{name}/__init__.py"): self.module(f"module {name}")
            for at, name in enumerate((*STANDARD, *VENDORS, *STARTING))
        }
        user = f".local/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
        pip = f"[global]\nindex-url = file:///nowhere\nno-index = true\nlog = {self.place}/pip.log\ntarget = {self.place}/stolen\npython = {self.place}/bin/python3\n"
        uv = f'index-url = "file:///nowhere"\nno-index = true\nfind-links = ["{self.place}/wheels"]\n'
        return {
            **modules,
            "flowscout/adapters/github.py": self.module("namespace flowscout.adapters"), f"{user}/usercustomize.py": self.module("usercustomize of PYTHONUSERBASE"),
            f"{user}/evil.pth": f"import os; {self.module('pth of PYTHONUSERBASE')}", "evil.pth": f"import os; {self.module('pth')}", "startup.py": self.module("PYTHONSTARTUP"),
            "evil_warning.py": self.module("PYTHONWARNINGS"), "evil_breakpoint.py": self.module("PYTHONBREAKPOINT"), "hidden.py": self.module("a module that is compiled"),
            "pyvenv.cfg": f"home = {self.place}/bin\ninclude-system-site-packages = true\n", "python._pth": ".\nimport site\n", ".python-version": "../../evil\n",
            "pip.conf": pip, "pip.ini": pip, ".pip/pip.conf": pip, ".config/pip/pip.conf": pip, "setup.cfg": f"[install]\nprefix={self.place}/stolen\n[easy_install]\nindex_url=file:///nowhere\n",
            ".pydistutils.cfg": f"[install]\nprefix={self.place}/stolen\n", "uv.toml": uv, ".config/uv/uv.toml": uv, "pyproject.toml": "[tool.uv]\n" + uv,
            ".netrc": "machine 127.0.0.1 login evil password evil\n", ".env": f"PYTHONPATH={self.place}\nPIP_INDEX_URL=file:///nowhere\n",
            ".gitattributes": "*.py diff=evil filter=evil merge=evil\n*.md diff=evil filter=evil\n",
            ".gitmodules": '[submodule "evil"]\npath = evil\nurl = ext::evil\nupdate = !evil\n', ".gitconfig": self._configured("of HOME"), ".config/git/config": self._configured("of XDG"),
            **{f"bin/{name}": self.program(f"program {name}") for name in PROGRAMS}, **{f"exec/{name}": self.program(f"GIT_EXEC_PATH {name}") for name in PROGRAMS},
            **{name: self.program(f"program {name} of where we stand") for name in ("git-ls-files", "run-git")},
            **{f"node_modules/.bin/{name}": self.program(f"program {name} of a package") for name in PROGRAMS},
            **{f"evil/{self._file(key)}": self.program(f"setting {key}") for key in SETTINGS}, **{f"hooks/{name}": self.program(f"hook {name}") for name in GIT_HOOKS},
            **{f"evil/{name}": self.program(name) for name in VARIABLES}, "evil/transport": self.program("transport"), "bin/git-remote-evil": self.program("remote helper"),
            **self._repository("evil.git"), **self._repository("embedded"), "embedded/flowscout.toml": "",
        }  # fmt: skip

    def _configured(self, where: str) -> str:
        return f"[core]\n\tfsmonitor = \"echo 'fsmonitor {where}' >> '{self.mark}'; false\"\n[filter \"evil\"]\n\tclean = \"echo 'filter {where}' >> '{self.mark}'\"\n"

    def _repository(self, folder: str) -> dict[str, str]:
        return {
            f"{folder}/HEAD": "ref: refs/heads/main\n",
            f"{folder}/config": self._configured(f"of {folder}") + "\tbare = true\n",
            f"{folder}/objects/kept": "",
            f"{folder}/refs/kept": "",
        }

    @staticmethod
    def _file(key: str) -> str:
        return key.replace("/", "-").replace(":", "-")

    def prepare(self) -> None:
        """What an earlier step does: makes programs run, compiles, writes git's configuration."""
        for path in self.place.rglob("*"):
            if path.is_file() and path.read_bytes()[:2] == b"#!":
                path.chmod(0o755)
        py_compile.compile(str(self.place / "hidden.py"), cfile=str(self.place / "pyclbr.pyc"))
        py_compile.compile(
            str(self.place / "hidden.py"),
            cfile=str(self.place / f"__pycache__/pstats.{sys.implementation.cache_tag}.pyc"),
        )
        for name in ("_sqlite3", "_ssl", "_json", "_hashlib"):
            (self.place / f"{name}.abi3.so").write_bytes(b"no library")
        for key, value in SETTINGS.items():
            git(self.place, "config", key, value.format(self.place / "evil" / self._file(key)))
        git(self.place, "config", "core.hooksPath", str(self.place / "hooks"))
        git(self.place, "config", "include.path", str(self.place / ".gitconfig"))
        git(self.place, "config", "gc.auto", "1")
        git(self.place, "config", "hook.evil.event", "reference-transaction")

    def environment(self) -> dict[str, str]:
        """What an earlier step can have written into the job's environment, say by loading `.env`."""
        place = self.place
        return {
            "PATH": os.pathsep.join((str(place / "bin"), str(place / "node_modules/.bin"), ".", "", os.environ["PATH"])), "HOME": str(place),
            "XDG_CONFIG_HOME": str(place / ".config"), "PYTHONPATH": str(place), "PYTHONHOME": str(place), "PYTHONSTARTUP": str(place / "startup.py"),
            "PYTHONUSERBASE": str(place / ".local"), "PYTHONPYCACHEPREFIX": str(place / "cache"), "PYTHONWARNINGS": "ignore::evil_warning.W",
            "PYTHONBREAKPOINT": "evil_breakpoint.run", "PYTHONINSPECT": "1", "PYTHONPLATLIBDIR": str(place), "PYTHONEXECUTABLE": str(place / "bin/python3"),
            "PIP_CONFIG_FILE": str(place / "pip.conf"), "PIP_TARGET": str(place / "stolen"), "PIP_PREFIX": str(place / "stolen"), "PIP_NO_INDEX": "1",
            "PIP_PYTHON": str(place / "bin/python3"), "PIP_LOG": str(place / "pip.log"), "PIP_REQUIREMENT": str(place / "requirements.txt"), "PIP_USER": "1",
            "PIP_CONSTRAINT": str(place / "constraints.txt"), "PIP_REQUIRE_VIRTUALENV": "1", "UV_CONFIG_FILE": str(place / "uv.toml"), "UV_PYTHON": str(place / "bin/python3"),
            "UV_NO_INDEX": "1", "UV_TARGET": str(place / "stolen"), "UV_PROJECT_ENVIRONMENT": str(place), "VIRTUAL_ENV": str(place), "CONDA_PREFIX": str(place), "NETRC": str(place / ".netrc"),
            **{name: str(place / "evil" / name) for name in VARIABLES}, "GIT_DIR": str(place / "evil.git"), "GIT_INDEX_FILE": str(place / "index"), "GIT_OBJECT_DIRECTORY": str(place / "evil.git/objects"),
            "GIT_CONFIG_GLOBAL": str(place / ".gitconfig"), "GIT_CONFIG_SYSTEM": str(place / ".gitconfig"), "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": str(place / "evil/GIT_SSH"),
            "GIT_CONFIG_PARAMETERS": f"'core.fsmonitor={place / 'evil/GIT_SSH'}'", "GIT_EXEC_PATH": str(place / "exec"), "GIT_TEMPLATE_DIR": str(place / "hooks"), "GIT_TRACE": str(place / "trace"),
            "GIT_TRACE2_EVENT": str(place / "trace"), "GIT_PYTHON_GIT_EXECUTABLE": str(place / "run-git"), "GIT_PYTHON_TRACE": "full", "GIT_ALLOW_PROTOCOL": "ext:file",
        }  # fmt: skip


VARIABLES = (
    "GIT_EXTERNAL_DIFF",
    "GIT_SSH_COMMAND",
    "GIT_SSH",
    "GIT_ASKPASS",
    "SSH_ASKPASS",
    "GIT_PAGER",
    "GIT_EDITOR",
    "GIT_PROXY_COMMAND",
    "GIT_SEQUENCE_EDITOR",
    "PAGER",
    "EDITOR",
)


def names() -> list[str]:
    """Of the attacks on a job, as they sign."""
    user = [
        f"{what} of {where}" for where in ("HOME", "XDG", "evil.git", "embedded") for what in ("fsmonitor", "filter")
    ]
    return [
        *(f"module {name}" for name in (*STANDARD, *VENDORS, *STARTING)), "namespace flowscout.adapters", "usercustomize of PYTHONUSERBASE", "pth of PYTHONUSERBASE", "pth",
        "PYTHONSTARTUP", "PYTHONWARNINGS", "PYTHONBREAKPOINT", "a module that is compiled", *(f"program {name}" for name in PROGRAMS), *(f"GIT_EXEC_PATH {name}" for name in PROGRAMS),
        *(f"program {name} of where we stand" for name in ("git-ls-files", "run-git")), *(f"program {name} of a package" for name in PROGRAMS),
        *(f"setting {key}" for key in SETTINGS), *(f"hook {name}" for name in GIT_HOOKS), *VARIABLES, *user]  # fmt: skip


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout
