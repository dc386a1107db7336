"""Small random programs and random edits of them, for proving that an incremental result is what a clean run gives.

A world is a value: files with functions, classes, imports, includes, prototypes, macros, and a configuration. It is rendered
to source (`rendering`), edited, rendered again. Edits are of every kind that has ever gone wrong somewhere: see `EDITS`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from flowscout.model.settings import Semantics, Settings

NAMES = ("load", "save", "send", "get", "put", "check", "close", "open_it", "run", "step")
CLASSES = ("Store", "Cache", "Node", "Pool")
SUFFIXES = {"python": (".py",), "cpp": (".cc", ".h"), "c": (".c", ".h")}
PLACES = {
    "python": ("e", "pkg/a", "pkg/__init__", "a/__init__", "b/__init__", "docs/e"), "cpp": ("e", "pkg/a", "include/e"),
    "c": ("e", "pkg/a", "pkg/b", "include/e"),
}  # fmt: skip
MACROS = ("", "do { if (!x) return; } while (0)", "check(x)", "exit(1)", "free(x)")
ACTS = 11  # statements that may end a body
SETTINGS = (
    Settings(detail="deep"), Settings(detail="deep", charts=("*",)), Settings(charts=("load", "get", "a*")), Settings(detail="high"),
    Settings(charts=("*",), style="compact"), Settings(charts=("*",), semantics=Semantics(irreversible=("save", "*.put"), noreturn=("close",))),
    Settings(charts=("*",), charts_per_page=2, max_charts=5), Settings(charts=("*",), exclude=("pkg/",)),
)  # fmt: skip


@dataclass(frozen=True)
class Function:
    """calls: names, with what stands before them: `self.`, `node.` (a parameter of the class `typed`), `super().`. act: which of the
    language's statements ends the body."""

    name: str
    calls: tuple[str, ...] = ()
    act: int = 3
    owner: str = ""
    params: int = 1
    comment: str = ""
    typed: str = ""
    static: bool = False
    doc: str = ""


@dataclass(frozen=True)
class Module:
    functions: tuple[Function, ...] = ()
    bases: tuple[tuple[str, str], ...] = ()  # class -> base ("" none)
    imports: tuple[str, ...] = ()  # "module:name" or a header's path
    macro: str = ""
    blanks: int = 0
    prototypes: tuple[tuple[str, bool], ...] = ()  # C: name, and whether it never returns
    table: str = ""  # C: the function that the table's field holds
    listed: tuple[str, ...] = ()  # Python: its `__all__`


@dataclass(frozen=True)
class World:
    language: str
    modules: dict[str, Module] = field(default_factory=dict)
    settings: Settings = SETTINGS[0]


def grow(rng: random.Random, language: str) -> World:
    paths = [f"{stem}{rng.choice(SUFFIXES[language])}" for stem in ("a", "b", "pkg/c", "pkg/d")[: rng.randrange(2, 5)]]
    world = World(language, {path: Module() for path in paths})
    for path in paths:
        functions = tuple(_function(rng, world) for _ in range(rng.randrange(1, 4)))
        world = _with(world, path, replace(_module(rng, world, path), functions=functions))
    return world


def _module(rng: random.Random, world: World, path: str) -> Module:
    others = [p for p in world.modules if p != path]
    imports = tuple(_import(rng, world, other) for other in others if rng.random() < 0.6)
    bases = tuple((c, rng.choice(("", *CLASSES))) for c in CLASSES if rng.random() < 0.3)
    macro = rng.choice(MACROS) if world.language != "python" else ""
    plain = world.language == "c"
    prototypes = tuple((name, rng.random() < 0.2) for name in NAMES if rng.random() < 0.2) if plain else ()
    table = rng.choice(("", *NAMES)) if plain and rng.random() < 0.4 else ""
    return Module(
        (), () if plain else tuple((c, b if b != c else "") for c, b in bases), imports, macro, 0, prototypes, table
    )


def _import(rng: random.Random, world: World, other: str) -> str:
    if world.language != "python":
        return other if rng.random() < 0.7 else other.rpartition("/")[2]
    module = other.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"{'.' if rng.random() < 0.3 else ''}{module}:{rng.choice((*NAMES[:5], *CLASSES[:2], '', '*'))}"


def _function(rng: random.Random, world: World) -> Function:
    plain = world.language == "c"
    owner = "" if plain else rng.choice(("", "", *CLASSES))
    typed = "" if plain else rng.choice(("", *CLASSES))
    act, params, static = rng.randrange(ACTS), rng.randrange(1, 3), plain and rng.random() < 0.3
    return Function(rng.choice(NAMES), _calls(rng, owner, typed, plain), act, owner, params, "", typed, static)


def _calls(rng: random.Random, owner: str, typed: str, plain: bool) -> tuple[str, ...]:
    ways = [
        "",
        "",
        *(["ops."] if plain else []),
        *(["self.", "super()."] if owner else []),
        *(["node.", "node."] if typed else []),
    ]
    made = rng.random() < 0.15 and not plain
    return tuple(rng.choice(CLASSES) if made else rng.choice(ways) + rng.choice(NAMES) for _ in range(rng.randrange(3)))


def _with(world: World, path: str, module: Module | None) -> World:
    modules = {p: m for p, m in world.modules.items() if p != path}
    if module is not None:
        modules[path] = module
    return replace(world, modules=dict(sorted(modules.items())))


def _any(rng: random.Random, world: World) -> tuple[str, Module]:
    path = rng.choice(sorted(world.modules))
    return path, world.modules[path]


def _change(rng: random.Random, world: World, **what: Callable[[random.Random, Function], object]) -> World:
    path, module = _any(rng, world)
    if not module.functions:
        return world
    place = rng.randrange(len(module.functions))
    old = module.functions[place]
    new = replace(old, **{key: make(rng, old) for key, make in what.items()})
    return _with(
        world, path, replace(module, functions=(*module.functions[:place], new, *module.functions[place + 1 :]))
    )


def edit_body(rng: random.Random, world: World) -> World:
    return _change(rng, world, act=lambda r, f: r.randrange(ACTS))


def edit_calls(rng: random.Random, world: World) -> World:
    return _change(rng, world, calls=lambda r, f: _calls(r, f.owner, f.typed, world.language == "c"))


def edit_comment(rng: random.Random, world: World) -> World:
    return _change(rng, world, comment=lambda r, f: f"note {r.randrange(ACTS)}")


def edit_doc(rng: random.Random, world: World) -> World:
    return _change(rng, world, doc=lambda r, f: r.choice(("", "Does one thing.", "Does another thing.")))


def edit_type(rng: random.Random, world: World) -> World:
    return _change(rng, world, typed=lambda r, f: "" if world.language == "c" else r.choice(("", *CLASSES)))


def edit_static(rng: random.Random, world: World) -> World:
    return _change(rng, world, static=lambda r, f: world.language == "c" and not f.static)


def edit_settings(rng: random.Random, world: World) -> World:
    return replace(world, settings=rng.choice(SETTINGS))


def insert_blank_lines(rng: random.Random, world: World) -> World:
    path, module = _any(rng, world)
    return _with(world, path, replace(module, blanks=rng.randrange(4)))


def rename_function(rng: random.Random, world: World) -> World:
    return _change(rng, world, name=lambda r, f: r.choice(NAMES))


def overload(rng: random.Random, world: World) -> World:
    return _change(rng, world, params=lambda r, f: r.randrange(1, 4))


def move_into_class(rng: random.Random, world: World) -> World:
    return _change(rng, world, owner=lambda r, f: "" if world.language == "c" else r.choice(("", *CLASSES)))


def add_function(rng: random.Random, world: World) -> World:
    path, module = _any(rng, world)
    return _with(world, path, replace(module, functions=(*module.functions, _function(rng, world))))


def delete_function(rng: random.Random, world: World) -> World:
    path, module = _any(rng, world)
    return _with(world, path, replace(module, functions=module.functions[1:]))


def rename_file(rng: random.Random, world: World) -> World:
    path, module = _any(rng, world)
    stem, dot, ending = path.rpartition(".")
    return _with(_with(world, path, None), f"{stem}x{dot}{ending}", module)


def delete_file(rng: random.Random, world: World) -> World:
    return _with(world, _any(rng, world)[0], None) if len(world.modules) > 1 else world


def add_file(rng: random.Random, world: World) -> World:
    path = rng.choice(("a", "b", "pkg/c", *PLACES[world.language])) + rng.choice(SUFFIXES[world.language])
    return _with(
        world, path, replace(_module(rng, world, path), functions=(_function(rng, world), _function(rng, world)))
    )


def swap_files(rng: random.Random, world: World) -> World:
    one, other = rng.choice(sorted(world.modules)), rng.choice(sorted(world.modules))
    return _with(_with(world, one, world.modules[other]), other, world.modules[one])


def move_function(rng: random.Random, world: World) -> World:
    path, module = _any(rng, world)
    target = rng.choice(sorted(world.modules))
    if not module.functions or target == path:
        return world
    world = _with(world, path, replace(module, functions=module.functions[1:]))
    there = world.modules[target]
    return _with(world, target, replace(there, functions=(*there.functions, module.functions[0])))


def edit_imports(rng: random.Random, world: World) -> World:
    path, module = _any(rng, world)
    return _with(world, path, replace(module, imports=_module(rng, world, path).imports))


def edit_bases(rng: random.Random, world: World) -> World:
    path, module = _any(rng, world)
    return _with(world, path, replace(module, bases=_module(rng, world, path).bases))


def edit_macro(rng: random.Random, world: World) -> World:
    path, module = _any(rng, world)
    return _with(world, path, replace(module, macro=_module(rng, world, path).macro))


def edit_prototypes(rng: random.Random, world: World) -> World:
    path, module = _any(rng, world)
    return _with(world, path, replace(module, prototypes=_module(rng, world, path).prototypes))


def edit_table(rng: random.Random, world: World) -> World:
    path, module = _any(rng, world)
    return _with(world, path, replace(module, table=_module(rng, world, path).table))


def edit_listed(rng: random.Random, world: World) -> World:
    path, module = _any(rng, world)
    listed = tuple(name for name in (*NAMES, *CLASSES) if rng.random() < 0.3)
    return _with(world, path, replace(module, listed=listed if rng.random() < 0.7 else ()))


def reexport(rng: random.Random, world: World) -> World:
    """Another module passes a name on, which others may already ask it for."""
    path, module = _any(rng, world)
    other = rng.choice(sorted(world.modules))
    return (
        _with(world, path, replace(module, imports=(*module.imports, _import(rng, world, other))))
        if other != path
        else world
    )


def cross_the_cap(rng: random.Random, world: World) -> World:
    """Nine more of one name: an answer becomes `many`, or (when they go again) stops being so."""
    name = rng.choice(NAMES)
    if world.language == "c":  # a name is there once a file
        there = [path for path in world.modules if path.startswith("many")]
        for n in range(0 if there else 9):
            world = _with(world, f"many{n}.c", Module((Function(name, (), n),)))
        for path in there:
            world = _with(world, path, None)
        return world
    many = "many.py" if world.language == "python" else "many.cc"
    if many in world.modules:
        return _with(world, many, None)
    bases = tuple((f"Many{n}", rng.choice(("", CLASSES[0]))) for n in range(9))
    return _with(world, many, Module(tuple(Function(name, (), n, f"Many{n}") for n in range(9)), bases))


EDITS: tuple[Callable[[random.Random, World], World], ...] = (
    edit_body, edit_calls, edit_comment, edit_doc, edit_type, edit_static, edit_settings, insert_blank_lines, rename_function, overload, move_into_class, add_function,
    delete_function, rename_file, delete_file, add_file, swap_files, move_function, edit_imports, edit_bases, edit_macro,
    edit_prototypes, edit_table, edit_listed, reexport, cross_the_cap,
)  # fmt: skip
