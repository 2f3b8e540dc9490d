"""Facts about the texts of a draft that can be read off it."""

import _ast
from check_tree import bound_by

TABLES = (_ast.Dict, _ast.List, _ast.Tuple, _ast.Set)
# Entries of a table of texts, and bindings of one name: each use looks at all.
LARGEST = 200


def texts_of(node, known):
    """All texts that an expression may be, or the values of a table; None where that is made up only when it runs."""
    text = joined(node)
    if text is not None:
        return [text]
    if isinstance(node, _ast.Name):
        return known.get(node.id)
    if isinstance(node, _ast.IfExp):
        return all_of([node.body, node.orelse], known)
    table = entries_of(node)
    if table is not None:
        return all_of(table, known)
    if isinstance(node, _ast.Subscript) and isinstance(node.value, (_ast.Name, _ast.Dict, _ast.List, _ast.Tuple)):
        return None if isinstance(node.slice, _ast.Slice) else texts_of(node.value, known)
    return of_call(node, known) if isinstance(node, _ast.Call) and isinstance(node.func, _ast.Attribute) else None


def entries_of(node):
    """The entries of a table that is written out, if it is not larger than tables of texts are, and flat: inner ones can be changed."""
    entries = node.values if isinstance(node, _ast.Dict) else node.elts if isinstance(node, (_ast.List, _ast.Tuple, _ast.Set)) else None
    if entries is None or len(entries) > LARGEST or any(isinstance(one, TABLES) for one in entries):
        return None
    return entries


def all_of(nodes, known):
    found = []
    for node in nodes:
        texts = texts_of(node, known)
        if texts is None:
            return None
        found += texts
    return found


def of_call(call, known):
    """`TABLE.get(key, "text")`, and `", ".join(["a", "b"])`."""
    owner = call.func.value
    if call.keywords or not call.args:
        return None
    if call.func.attr == "get" and isinstance(owner, (_ast.Name, _ast.Dict)):
        return all_of([owner, *call.args[1:]], known)
    if call.func.attr != "join" or not isinstance(call.args[0], (_ast.List, _ast.Tuple)):
        return None
    parts = [joined(one) for one in (owner, *call.args[0].elts)]
    return None if None in parts else [parts[0].join(parts[1:])]


def joined(node):
    """The text that a text, or a sum of texts, is, or None."""
    runs = text_runs(node)
    return runs[0] if len(runs) == 1 else None


def text_runs(node):
    """The texts of a sum, those beside each other as one; None stands for all else."""
    runs, parts, waiting = [], [], [node]
    while waiting:
        node = waiting.pop()
        if is_sum(node):
            waiting += [node.right, node.left]
        elif isinstance(node, _ast.Constant) and isinstance(node.value, str):
            parts.append(node.value)
        else:
            runs += ["".join(parts), None] if parts else [None]
            parts = []
    return [*runs, "".join(parts)] if parts else runs


def is_sum(node):
    return isinstance(node, _ast.BinOp) and isinstance(node.op, _ast.Add)


def constants_of(nodes):
    """Names that are only ever bound to texts that are written out, or to tables of them, and those texts."""
    texts, others, seen = {}, changed_in(nodes), set()
    for node in nodes:
        if isinstance(node, (_ast.Assign, _ast.AnnAssign)) and node.value is not None:
            found = texts_of(node.value, {})
            for target in node.targets if isinstance(node, _ast.Assign) else [node.target]:
                if found is not None and isinstance(target, _ast.Name):
                    texts.setdefault(target.id, []).extend(found)
                    seen.add(id(target))
    for node in nodes:
        if isinstance(node, _ast.arg):
            others.add(node.arg)
        elif id(node) not in seen:
            others.update(bound_by(node))
    return {name: found for name, found in texts.items() if name not in others and len(found) <= LARGEST}


def changed_in(nodes):
    """Names of tables that something is put into, or that may be changed under another name."""
    owners = {id(node.value) for node in nodes if isinstance(node, _ast.Subscript) and isinstance(node.ctx, _ast.Load)}
    owners |= {id(one) for node in nodes if isinstance(node, _ast.Compare) for one in node.comparators}
    reads = {"get", "items", "keys", "values"}
    owners |= {id(node.value) for node in nodes if isinstance(node, _ast.Attribute) and node.attr in reads}
    tables = {
        target.id
        for node in nodes
        if isinstance(node, (_ast.Assign, _ast.AnnAssign)) and isinstance(node.value, TABLES)
        for target in (node.targets if isinstance(node, _ast.Assign) else [node.target])
        if isinstance(target, _ast.Name)
    }
    return {
        node.id
        for node in nodes
        if isinstance(node, _ast.Name) and node.id in tables and isinstance(node.ctx, _ast.Load) and id(node) not in owners
    }


def styled_in(nodes):
    """The ids of the expressions that are a styled table: `df.style`, what is asked of it, and names that are bound to nothing else."""
    if not any(isinstance(node, _ast.Attribute) and node.attr == "style" for node in nodes) or any(map(is_own_style, nodes)):
        return set()
    names = names_bound_to(nodes, styled_by(nodes, set()))[0]
    for _ in range(4):
        styled = styled_by(nodes, names)
        found, others = names_bound_to(nodes, styled)
        if names <= found - others:
            return styled
        names &= found - others
    return styled_by(nodes, set())


def names_bound_to(nodes, values):
    """The names that are bound to one of these, and those that are bound to something else."""
    assigned = [node for node in nodes if isinstance(node, _ast.Assign) and id(node.value) in values]
    targets = {id(target): target.id for node in assigned for target in node.targets if isinstance(target, _ast.Name)}
    others = {name for node in nodes if id(node) not in targets for name in bound_by(node)}
    return set(targets.values()), others | {node.arg for node in nodes if isinstance(node, _ast.arg)}


def styled_by(nodes, names):
    styled = set()
    for node in reversed(nodes):  # what is inner comes first
        if isinstance(node, _ast.Attribute):
            is_so = node.attr == "style" or id(node.value) in styled
        elif isinstance(node, _ast.Call):
            is_so = id(node.func) in styled
        else:
            is_so = isinstance(node, _ast.Name) and node.id in names
        if is_so:
            styled.add(id(node))
    return styled


def is_own_style(node):
    """A draft that names something of its own `style` is not believed."""
    return "style" in bound_by(node) or (isinstance(node, _ast.Attribute) and node.attr == "style" and isinstance(node.ctx, _ast.Store))


def dict_keys(node):
    """The keys of a dictionary that is written out, or None."""
    if not isinstance(node, _ast.Dict) or not all(isinstance(key, _ast.Constant) for key in node.keys):
        return None
    return [key.value for key in node.keys]
