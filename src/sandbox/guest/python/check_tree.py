"""Walks and scopes of a syntax tree. The C module _ast alone: importing ast would take as long as all of the check."""

import _ast
from check_names import ALIASES, WATCHED, is_harmful

LONGEST = 120
FUNCTIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda)
COMPREHENSIONS = (_ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp)
SCOPES = FUNCTIONS + COMPREHENSIONS + (_ast.ClassDef,)


class Refused(Exception):
    """The draft cannot be read; the text says why."""


def children(node):
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, _ast.AST):
            yield value
        elif isinstance(value, list):
            for one in value:
                if isinstance(one, _ast.AST):
                    yield one


def walk(node):
    """All nodes below, in no recursion: a draft must not be able to exhaust it here."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(children(node))


def written_out(tree):
    """The tree, with `getattr(a, "b")` as `a.b`."""
    for node in walk(tree):
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                value[:] = [attribute_for(one) for one in value]
            elif isinstance(value, _ast.AST):
                setattr(node, field, attribute_for(value))
    return tree


def attribute_for(node):
    if not isinstance(node, _ast.Call) or not isinstance(node.func, _ast.Name) or node.func.id != "getattr" or node.keywords:
        return node
    if len(node.args) not in (2, 3) or not all(isinstance(one, _ast.Constant) for one in node.args[1:]):
        return node
    owner, name = node.args[0], node.args[1].value
    if not isinstance(name, str) or not name.isidentifier() or is_harmful(name) or isinstance(owner, _ast.Starred):
        return node
    place = {field: getattr(node, field) for field in node._attributes}
    return _ast.Attribute(value=attribute_for(owner), attr=name, ctx=_ast.Load(), **place)


def local_names(function):
    """Names that are local to a function, lambda or comprehension: bound there, they can never mean a builtin."""
    if isinstance(function, COMPREHENSIONS):
        return {name for part in function.generators for name in bound_in(part.target)}
    args = function.args
    named = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    names = {arg.arg for arg in named if arg is not None}
    if isinstance(function, _ast.Lambda):
        return names
    elsewhere = set()
    for statement in function.body:
        names |= bound_in(statement)
        elsewhere |= declared_elsewhere(statement)
    return names - elsewhere


def own_nodes(node):
    """The node and what is below it in the same scope."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, SCOPES):
            waiting.extend(children(node))


def bound_in(node):
    return {name for one in own_nodes(node) for name in bound_by(one)}


def bound_by(node):
    """The names that one node binds by itself."""
    if isinstance(node, _ast.Name):
        return [node.id] if isinstance(node.ctx, _ast.Store) else []
    if isinstance(node, (_ast.Import, _ast.ImportFrom)):
        return [alias.asname or alias.name.split(".")[0] for alias in node.names]
    if isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef, _ast.ExceptHandler, _ast.MatchAs, _ast.MatchStar)):
        return [node.name] if node.name else []
    if isinstance(node, _ast.MatchMapping):
        return [node.rest] if node.rest else []
    return []


def declared_elsewhere(node):
    return {name for one in own_nodes(node) if isinstance(one, (_ast.Global, _ast.Nonlocal)) for name in one.names}


class Names:
    """The paths that the imported names of a draft stand for, wherever in it they were imported."""

    def __init__(self, nodes):
        self.known = {}
        self.seen = {}
        for node in nodes:
            for name, path in imported(node):
                self.known.setdefault(name, set()).add(path)

    def paths(self, node):
        """Dotted paths that a name or attribute may lead to: `p.join` after `import os.path as p` is "os.path.join"."""
        above = []
        while isinstance(node, _ast.Attribute) and id(node) not in self.seen:
            above.append(node)
            node = node.value
        if id(node) in self.seen:
            found = self.seen[id(node)][1]
        else:
            found = [canonical(start) for start in self.known.get(node.id, ())] if isinstance(node, _ast.Name) else []
        for one in reversed(above):
            found = [longer(path, one.attr) for path in found]
            self.seen[id(one)] = (one, found)  # with the node: while it is kept, no other has its id
        return found


def longer(path, attribute):
    """A path and one more attribute: from a watched module on it begins anew, and what is longer than any rule stays as it is."""
    module = ALIASES.get(attribute, attribute)
    if module in WATCHED:
        return module
    return path if len(path) > LONGEST else f"{path}.{attribute}"


def imported(node):
    """Pairs of a name that an import binds and the path that it stands for."""
    if isinstance(node, _ast.Import):
        for alias in node.names:
            top = alias.name.split(".")[0]
            yield (alias.asname, canonical(alias.name)) if alias.asname else (top, top)
    elif isinstance(node, _ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name, canonical(f"{node.module or ''}.{alias.name}")


def canonical(path):
    """From the last watched module on: "pathlib.os.system" is "os.system"."""
    parts = [ALIASES.get(part, part) for part in path.split(".")]
    starts = [index for index, part in enumerate(parts) if part in WATCHED]
    return ".".join(parts[starts[-1] :]) if starts else path
