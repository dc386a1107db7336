"""Small random programs and random edits of them, for proving that an incremental result is what a clean run gives.

A world is a value: files with functions, classes, imports, includes, macros. It is rendered to source, edited, rendered
again. Edits are of every kind that has ever gone wrong somewhere: see `EDITS`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

NAMES = ("load", "save", "send", "get", "put", "check", "close", "open_it", "run", "step")
CLASSES = ("Store", "Cache", "Node", "Pool")
PYTHON_ACTS = ("os.remove(path)", "raise ValueError(path)", "self_like.size = 1", "pass", "total = 1", "requests.post(path)")
CPP_ACTS = ("unlink(path);", "throw std::runtime_error(path);", "total_ = 1;", ";", "int x = 1;", "abort();", "GUARD(path);")


@dataclass(frozen=True)
class Function:
    name: str
    calls: tuple[str, ...] = ()
    act: int = 3
    owner: str = ""
    params: int = 1
    comment: str = ""


@dataclass(frozen=True)
class Module:
    functions: tuple[Function, ...] = ()
    bases: tuple[tuple[str, str], ...] = ()  # class -> base ("" none)
    imports: tuple[str, ...] = ()  # "module:name" or a header's path
    macro: str = ""
    blanks: int = 0


@dataclass(frozen=True)
class World:
    language: str
    modules: dict[str, Module] = field(default_factory=dict)

    def sources(self) -> dict[str, bytes]:
        render = _python if self.language == "python" else _cpp
        return {path: render(path, module).encode() for path, module in self.modules.items()}


def _python(path: str, module: Module) -> str:
    lines = ["import os", "import requests", *[""] * module.blanks]
    for item in module.imports:
        source, name = item.split(":")
        lines.append(f"from {source} import {name}" if name else f"import {source}")
    owners = dict(module.bases)
    for function in (f for f in module.functions if not f.owner):
        lines += _python_function(function, "")
    for owner in sorted({*owners, *(f.owner for f in module.functions if f.owner)}):
        lines.append(f"class {owner}({owners.get(owner, '')}):")
        lines += ["    kind = 1", *(line for f in module.functions if f.owner == owner for line in _python_function(f, "    "))]
    return "\n".join(lines) + "\n"


def _python_function(f: Function, pad: str) -> list[str]:
    params = [*(["self"] if f.owner else []), "path", *(f"p{n}" for n in range(f.params - 1))]
    body = [f"# {f.comment}"] if f.comment else []
    body += [f"{call}(path)" for call in f.calls] + [PYTHON_ACTS[f.act % len(PYTHON_ACTS)]]
    return [f"{pad}def {f.name}({', '.join(params)}):", *(f"{pad}    {line}" for line in body)]


def _cpp(path: str, module: Module) -> str:
    lines = [f'#include "{item}"' for item in module.imports] + [""] * module.blanks
    if module.macro:
        lines.append(f"#define GUARD(x) {module.macro}")
    owners = dict(module.bases)
    for owner in sorted({*owners, *(f.owner for f in module.functions if f.owner)}):
        base = f" : public {owners[owner]}" if owners.get(owner) else ""
        lines.append(f"class {owner}{base} {{\n public:\n  int total_;")
        lines += [f"  virtual {_cpp_head(f)};" for f in module.functions if f.owner == owner]
        lines.append("};")
    for f in module.functions:
        lines += [f"{_cpp_head(f, f.owner + '::' if f.owner else '')} {{", *([f"  // {f.comment}"] if f.comment else [])]
        lines += [f"  {call.replace('self.', '')}(path);" for call in f.calls]
        lines += [f"  {CPP_ACTS[f.act % len(CPP_ACTS)]}", "}"]
    return "\n".join(lines) + "\n"


def _cpp_head(f: Function, owner: str = "") -> str:
    more = "".join(f", int p{n}" for n in range(f.params - 1))
    return f"void {owner}{f.name}(const char* path{more})"


def grow(rng: random.Random, language: str) -> World:
    suffixes = (".py",) if language == "python" else (".cc", ".h")
    paths = [f"{stem}{rng.choice(suffixes)}" for stem in ("a", "b", "pkg/c", "pkg/d")[: rng.randrange(2, 5)]]
    world = World(language, {path: Module() for path in paths})
    for path in paths:
        functions = tuple(_function(rng, world) for _ in range(rng.randrange(1, 4)))
        world = _with(world, path, replace(_module(rng, world, path), functions=functions))
    return world


def _module(rng: random.Random, world: World, path: str) -> Module:
    others = [p for p in world.modules if p != path]
    imports = tuple(_import(rng, world, other) for other in others if rng.random() < 0.6)
    bases = tuple((c, rng.choice(("", *CLASSES))) for c in CLASSES if rng.random() < 0.3)
    macro = rng.choice(("", "do { if (!x) return; } while (0)", "check(x)")) if world.language != "python" else ""
    return Module((), tuple((c, b if b != c else "") for c, b in bases), imports, macro)


def _import(rng: random.Random, world: World, other: str) -> str:
    if world.language != "python":
        return other
    return f"{other.removesuffix('.py').replace('/', '.')}:{rng.choice((*NAMES[:5], *CLASSES[:2], ''))}"


def _function(rng: random.Random, world: World) -> Function:
    calls = tuple(rng.choice(("", "", "self.")) + rng.choice(NAMES) for _ in range(rng.randrange(3)))
    owner = rng.choice(("", "", *CLASSES))
    return Function(rng.choice(NAMES), tuple(c if owner else c.removeprefix("self.") for c in calls), rng.randrange(7), owner, rng.randrange(1, 3))


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
    return _with(world, path, replace(module, functions=(*module.functions[:place], new, *module.functions[place + 1 :])))


def edit_body(rng: random.Random, world: World) -> World:
    return _change(rng, world, act=lambda r, f: r.randrange(7))


def edit_calls(rng: random.Random, world: World) -> World:
    return _change(rng, world, calls=lambda r, f: tuple(r.choice(NAMES) for _ in range(r.randrange(3))))


def edit_comment(rng: random.Random, world: World) -> World:
    return _change(rng, world, comment=lambda r, f: f"note {r.randrange(9)}")


def insert_blank_lines(rng: random.Random, world: World) -> World:
    path, module = _any(rng, world)
    return _with(world, path, replace(module, blanks=rng.randrange(4)))


def rename_function(rng: random.Random, world: World) -> World:
    return _change(rng, world, name=lambda r, f: r.choice(NAMES))


def overload(rng: random.Random, world: World) -> World:
    return _change(rng, world, params=lambda r, f: r.randrange(1, 4))


def move_into_class(rng: random.Random, world: World) -> World:
    return _change(rng, world, owner=lambda r, f: r.choice(("", *CLASSES)))


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
    path = rng.choice(("a", "b", "pkg/c", "e", "pkg/a")) + rng.choice((".py",) if world.language == "python" else (".cc", ".h"))
    return _with(world, path, replace(_module(rng, world, path), functions=(_function(rng, world), _function(rng, world))))


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


def cross_the_cap(rng: random.Random, world: World) -> World:
    """Nine more of one name: an answer becomes `many`, or (when they go again) stops being so."""
    name = rng.choice(NAMES)
    many = "many.py" if world.language == "python" else "many.cc"
    if many in world.modules:
        return _with(world, many, None)
    functions = tuple(Function(name, (), n, f"Many{n}") for n in range(9))
    return _with(world, many, Module(functions))


EDITS: tuple[Callable[[random.Random, World], World], ...] = (
    edit_body, edit_calls, edit_comment, insert_blank_lines, rename_function, overload, move_into_class, add_function,
    delete_function, rename_file, delete_file, add_file, swap_files, move_function, edit_imports, edit_bases, edit_macro,
    cross_the_cap,
)  # fmt: skip
