"""The imports of a draft, and where they come from."""

import _ast
import os
import sys

from _frozen_importlib_external import PathFinder

from check_policy import literal
from check_tree import Names, Refused, walk

# A draft with more modules is none that a tool needs; the report must not grow without end.
MOST = 100


def packages():
    """Where the image keeps what is installed. This Python was started without its site module: it is not on the path."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return [f"/usr/local/lib/{version}/dist-packages", "/usr/lib/python3/dist-packages"]


def imports_of(tree):
    first = {}
    for line, module in sorted(modules_of(tree)):
        first.setdefault(module, line)
    if len(first) > MOST:
        raise Refused(f"tool.py imports {len(first)} modules")
    return [entry(module, line) for module, line in first.items()]


def modules_of(tree):
    nodes = list(walk(tree))
    names = Names(nodes)
    for node in nodes:
        if isinstance(node, _ast.Import):
            for alias in node.names:
                yield node.lineno, top(alias.name)
        elif isinstance(node, _ast.ImportFrom):
            yield node.lineno, "." if node.level else top(node.module)
        elif isinstance(node, _ast.Call) and "importlib.import_module" in names.paths(node.func):
            text = literal(node.args[0]) if node.args else None
            if text:
                yield node.lineno, top(text)


def top(name):
    return name.split(".")[0][:100]


def entry(module, line):
    if module in sys.stdlib_module_names:
        return {"module": module, "line": line, "from": "stdlib"}
    if module == "." or PathFinder.find_spec(module, packages()) is None:
        return {"module": module, "line": line, "from": "missing"}
    distribution = distribution_of(module)
    return {"module": module, "line": line, "from": "installed", **({"distribution": distribution} if distribution else {})}


def distribution_of(module):
    """By the lists of files that installers leave: importlib.metadata would take ten times as long to say the same."""
    for folder in packages():
        for name in sorted(os.listdir(folder) if os.path.isdir(folder) else []):
            if name.endswith(".dist-info") and holds(os.path.join(folder, name, "RECORD"), module):
                return normalized(name.split("-")[0])
    return None


def holds(record, module):
    try:
        with open(record, encoding="utf-8", errors="replace") as file:
            return any(line.startswith((f"{module}/", f"{module}.py,", f"{module}.cpython", f"{module}.abi3")) for line in file)
    except OSError:
        return False


def normalized(name):
    """PEP 503."""
    return "-".join(part for part in name.lower().replace("_", "-").replace(".", "-").split("-") if part)
