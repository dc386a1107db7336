"""Worlds as source text."""

from __future__ import annotations

from incremental.worlds import Function, Module, World

PYTHON_ACTS = (
    "os.remove(path)", "raise ValueError(path)", "self_like.size = 1", "pass", "total = 1", "requests.post(path)", "return path",
    "for x in path: print(x)", "assert path", "with path.lock: os._exit(1)", "path.mutex.acquire()",
)  # fmt: skip
CPP_ACTS = (
    "unlink(path);", "throw std::runtime_error(path);", "total_ = 1;", ";", "int x = 1;", "abort();", "GUARD(path);", "return;",
    "for (;;) { GUARD(path); }", "Cache held(path); std::lock_guard<Node> l(path); free(path);", "delete path; mutex_lock(path);",
)  # fmt: skip
C_ACTS = (
    "unlink(path);",
    "exit(1);",
    "total = 1;",
    ";",
    "int x = 1;",
    "abort();",
    "GUARD(path);",
    "each(path, load);",
    "if (path) GUARD(path);",
    "pthread_mutex_lock(path); free(path); exit(2);",
    "GUARD(path); free((void *)path);",
)


def sources(world: World) -> dict[str, bytes]:
    render = {"python": _python, "cpp": _cpp, "c": _c}[world.language]
    return {path: render(module).encode() for path, module in world.modules.items()}


def _python(module: Module) -> str:
    lines = ["import os", "import requests", *[""] * module.blanks]
    for item in module.imports:
        source, name = item.split(":")
        dotted = source if name else source.lstrip(".")
        lines.append(f"from {dotted} import {name}" if name else f"import {dotted}")
    lines += [f"__all__ = {list(module.listed)}"] if module.listed else []
    owners = dict(module.bases)
    for function in (f for f in module.functions if not f.owner):
        lines += _python_function(function, "")
    for owner in sorted({*owners, *(f.owner for f in module.functions if f.owner)}):
        lines.append(f"class {owner}({owners.get(owner, '')}):")
        lines += [
            "    kind = 1",
            *(line for f in module.functions if f.owner == owner for line in _python_function(f, "    ")),
        ]
    return "\n".join(lines) + "\n"


def _python_function(f: Function, pad: str) -> list[str]:
    params = [
        *(["self"] if f.owner else []),
        "path",
        *(f"p{n}" for n in range(f.params - 1)),
        *([f"node: {f.typed}"] if f.typed else []),
    ]
    body = [f'"""{f.doc}"""'] if f.doc else []
    body += [f"# {f.comment}"] if f.comment else []
    body += [f"{call}(path)" for call in f.calls] + [PYTHON_ACTS[f.act % len(PYTHON_ACTS)]]
    return [f"{pad}def {f.name}({', '.join(params)}):", *(f"{pad}    {line}" for line in body)]


def _heading(module: Module) -> list[str]:
    lines = [f'#include "{item}"' for item in module.imports] + [""] * module.blanks
    return [*lines, f"#define GUARD(x) {module.macro}"] if module.macro else lines


def _cpp(module: Module) -> str:
    lines = _heading(module)
    owners = dict(module.bases)
    for owner in sorted({*owners, *(f.owner for f in module.functions if f.owner)}):
        base = f" : public {owners[owner]}" if owners.get(owner) else ""
        lines.append(f"class {owner}{base} {{\n public:\n  int total_;")
        lines += [f"  virtual {_cpp_head(f)};" for f in module.functions if f.owner == owner]
        lines.append("};")
    for f in module.functions:
        lines += _body(f, _cpp_head(f, f.owner + "::" if f.owner else ""), CPP_ACTS)
    return "\n".join(lines) + "\n"


def _body(f: Function, head: str, acts: tuple[str, ...]) -> list[str]:
    """Calls on the class's own functions have no receiver; those on a base are qualified by nothing we know, so they have none."""
    calls = (call.replace("self.", "").replace("super().", "").replace("node.", "node->") for call in f.calls)
    doc, comment = ([f"/// {f.doc}"] if f.doc else []), ([f"  // {f.comment}"] if f.comment else [])
    return [*doc, f"{head} {{", *comment, *(f"  {call}(path);" for call in calls), f"  {acts[f.act % len(acts)]}", "}"]


def _cpp_head(f: Function, owner: str = "") -> str:
    more = "".join(f", int p{n}" for n in range(f.params - 1)) + (f", {f.typed}* node" if f.typed else "")
    return f"void {owner}{f.name}(const char* path{more})"


def _c(module: Module) -> str:
    lines = _heading(module)
    lines += [f"{'_Noreturn ' if leaves else ''}void {name}(const char *path);" for name, leaves in module.prototypes]
    if module.table:
        lines.append(f"struct ops {{ void (*{module.table})(const char *path); }};")
        lines.append(f"static struct ops ops = {{ .{module.table} = {module.table} }};")
    for f in module.functions:
        more = "".join(f", int p{n}" for n in range(f.params - 1))
        lines += _body(f, f"{'static ' if f.static else ''}void {f.name}(const char *path{more})", C_ACTS)
    return "\n".join(lines) + "\n"
