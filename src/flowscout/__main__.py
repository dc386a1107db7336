"""The door of the command line, and the one place that catches what flies.

Only the standard library is imported here, and a verb's own file only when that verb is asked for.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # `python -m` looks for every module in the folder we stand in first


from . import __version__
from .children import settle
from .errors import FlowscoutError
from .terminal import Shown
from .unchanged import in_step, listed


def main(argv: list[str] | None = None) -> int:
    """Runs one verb; returns the exit code: 0 fine, 1 stale, 2 yours, 3 ours, 130 interrupted."""
    arguments = sys.argv[1:] if argv is None else argv
    if argv is None:
        settle(
            os.environ, os.environ.get("GITHUB_WORKSPACE", "") if arguments[:1] in (["action"], ["listen"]) else None
        )
    _streams()
    if arguments in (["--version"], ["-V"]):
        print(f"flowscout {__version__}")  # noqa: T201
        return 0
    try:
        if arguments in (["hook"], ["hook", "--check"]):
            return _over(_ended(arguments, _hook(check=len(arguments) > 1)), ended=argv is None)
        from .cli import run

        code = _ended(arguments, run(arguments))
        sys.stdout.flush()
        return code
    except FlowscoutError as error:
        return _told(str(error), error.hint, error.exit_code)
    except KeyboardInterrupt:
        return _told("interrupted", "", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on; closing must not complain
        return 0
    except OSError as error:
        from .defects import outside

        said = "" if "-v" in arguments else outside(error)
        return _told(said, "", 2) if said else _report(arguments, error)
    except Exception as error:  # noqa: BLE001 - the one outer handler
        return _report(arguments, error)


def _hook(*, check: bool) -> int:
    """The hook as git and pre-commit start it. What the command line is made of costs more than all git is asked for."""
    seen = listed()
    if seen is not None and in_step(__version__, seen):
        return 0
    import gc

    from .module_finder import install

    install()
    gc.disable()  # a commit's run is over before its garbage would be worth collecting
    from .entrypoints.hook import HookOptions, hook

    return hook(HookOptions("", check, False, _say), seen)


def _say(text: str) -> None:
    if not sys.stderr.isatty():
        sys.stderr.write(f"{text}\n")
        return
    from .cli.shared.console import Talk  # colours

    Talk().warn(text)


def _over(code: int, *, ended: bool) -> int:
    """Everything is closed. To take apart what was imported, as the interpreter would, takes as long as reading a file."""
    sys.stdout.flush()
    sys.stderr.flush()
    if ended:
        os._exit(code)
    return code


def _ended(arguments: list[str], code: int) -> int:
    """Tells what a defect of ours cost; the rest of the result stands, unless it is to be whole (`--strict`)."""
    if not (border := sys.modules.get(f"{__package__}.border")) or not border.met():
        return code
    from .defects import told

    sys.stderr.write(told(" ".join(arguments[:1])))
    return code or int("--strict" in arguments)


def _streams() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
        if not isinstance(stream, Shown):
            setattr(sys, name, Shown(stream))


def _told(message: str, hint: str, code: int) -> int:
    sys.stderr.write(f"flowscout: {message}\n" + (f"  {hint}\n" if hint else ""))
    return code


def _report(arguments: list[str], error: BaseException) -> int:
    from .defects import broken

    sys.stderr.write(broken(" ".join(arguments[:1]), error))
    return 3


if __name__ == "__main__":
    raise SystemExit(main())
