"""Of a compiler's arguments, those that only say how sources are read; every path in them under one root, the
same on every machine.

A compilation database lies in a work tree that others filled: its arguments could write files (`-MF`), load code
(`-fplugin`), or read what is none of the project's (`-include /etc/passwd`). So nothing is taken out of them; what is
known to be harmless is taken over.
"""

from __future__ import annotations

import os.path
import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import Final

from ...model.pattern import regex

TREE: Final = "/flowscout/tree"  # where the project's files stand for the compiler, in memory
SYSTEM: Final = (
    "/usr",
    "/opt",
    "/nix/store",
    "/Library",
    "/Applications",
)  # what a toolchain brings, outside the project
MOST: Final = 4096  # flags of one file, and characters of one flag

FOLDERS: Final = ("-isystem", "-iquote", "-idirafter", "-I")
FILES: Final = ("-include", "-imacros")
_MACROS: Final = ("-D", "-U")
_SDK: Final = "-isysroot"
_SDKS: Final = ("/Library/", "/Applications/")  # of the machine's own system: another one's headers need its target too
_VALUED: Final = frozenset({  # of what is dropped, those whose value stands by itself
    "-o", "-MF", "-MT", "-MQ", "-MJ", "-Xclang", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-mllvm", "-arch", "-x", "-L", "-l", "-T",
    "-u", "-z", "-e", "-B", "-F", "-iframework", "-include-pch", "-iprefix", "-iwithprefix", "-iwithprefixbefore", "-isysroot", "--sysroot",
    "--config", "-target", "-working-directory", "-dependency-file", "--serialize-diagnostics", "-serialize-diagnostics", "-index-store-path",
    "-iapinotes-modules", "-ivfsoverlay", "-fmodule-file", "-load", "-plugin", "--param", "-gcc-toolchain", "-Xarch_host", "-Xarch_device",
})  # fmt: skip
_HARMLESS = regex(
    r"-(?:std=[\w+:]+|stdlib=lib(?:std)?c\+\+|ansi|pthread|undef|trigraphs|nostdinc(?:\+\+)?|nostdlibinc|O[0-3sgz]?|m(?:32|64|x32)"
    r"|m(?:no-)?(?:sse|avx|aes|bmi|fma|popcnt|pclmul|sha|neon|lzcnt|f16c|rdrnd|crc)[\w.\-]*|march=(?!native\Z)[\w.+\-]+"
    r"|f(?:no-)?(?:exceptions|cxx-exceptions|rtti|signed-char|unsigned-char|short-enums|short-wchar|ms-extensions|ms-compatibility|builtin"
    r"|char8_t|coroutines|coroutines-ts|concepts|aligned-allocation|sized-deallocation|blocks|gnu89-inline|PIC|pic|PIE|pie|openmp"
    r"|strict-aliasing|threadsafe-statics|wrapv|delayed-template-parsing|declspec|math-errno|finite-math-only|fast-math)"
    r"|ffreestanding|fhosted|fvisibility=\w+)\Z"
)


def reading_flags(arguments: Sequence[str], folder: str, root: str) -> tuple[str, ...]:
    """arguments: as the compiler was given them, without its own name, in `folder`. folder, root: absolute."""
    return tuple(flag for _, kept in parted(arguments, folder, root) for flag in kept)


def parted(arguments: Sequence[str], folder: str, root: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Each flag with its value, and what is taken over of it: () for nothing."""
    at = 0
    while at < len(arguments) and at < MOST:
        argument = arguments[at]
        at += 1
        option = "" if argument.startswith("-include-pch") else option_of(argument)
        if len(argument) > MOST or "\0" in argument:
            yield (argument,), ()
        elif _HARMLESS.match(argument):
            yield (argument,), (argument,)
        elif argument in _VALUED or argument == option:
            value = arguments[at] if at < len(arguments) else ""
            at += 1
            yield (argument, value), _kept(option, value, folder, root)
        else:
            yield (argument,), _kept(option, argument[len(option) :], folder, root)


def option_of(argument: str) -> str:
    """Of one whose value may be taken over; "" of any other."""
    return next((option for option in (*FOLDERS, *FILES, *_MACROS, _SDK) if argument.startswith(option)), "")


def _kept(option: str, value: str, folder: str, root: str) -> tuple[str, ...]:
    if option in _MACROS:
        return (option + value,) if re.match(r"[A-Za-z_]\w*(?:[(=]|\Z)", value) and "\n" not in value else ()
    if not option or not 0 < len(value) <= MOST or "\0" in value:
        return ()
    place = placed(value, folder, root)
    inside = place == TREE or place.startswith(TREE + "/")
    if option in FILES:
        return (option, place) if inside and place != TREE else ()
    if option == _SDK:
        return (option, place) if place.startswith(_SDKS) else ()
    return (option, place) if place else ()


def placed(path: str, folder: str, root: str) -> str:
    """Where the compiler finds a path that it was given in `folder`: in the project, as if that stood in TREE, or of
    the system; "" anywhere else."""
    full = os.path.normpath(os.path.join(folder, path)).replace(os.sep, "/")
    inside = relative(full, root)
    if inside is not None:
        return posixpath.join(TREE, inside) if inside else TREE
    return full if any(full == top or full.startswith(top + "/") for top in SYSTEM) else ""


def relative(full: str, root: str) -> str | None:
    """A path of the project relative to its root; None outside."""
    if full == root:
        return ""
    top = root.rstrip("/") + "/"
    return full[len(top) :] if full.startswith(top) else None
