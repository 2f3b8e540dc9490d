"""Texts that something else would run, or that lead from value to value: they must be there to be read."""

import _ast
from check_names import EVALUATED, FORMATS, RUN_AS_TEXT, RUNS_WITH, TEXT_METHODS, matches
from check_tree import bound_by, children, walk

ONLY_AST = 0x400


class Texts:
    """What the texts of a draft can be, where that can be read off."""

    def __init__(self, tree, names):
        self.names = names
        self.modules = {path.split(".")[0] for paths in names.known.values() for path in paths}
        self.known = constants_of(tree)

    def of(self, node):
        """All texts that an expression may be, or None where that is made up only when it runs."""
        text = joined(node)
        if text is not None:
            return [text]
        if isinstance(node, _ast.Name):
            return self.known.get(node.id)
        if isinstance(node, _ast.IfExp):
            either = [self.of(node.body), self.of(node.orelse)]
            return None if None in either else [text for texts in either for text in texts]
        return None

    def problem_of(self, call):
        """(rule, message) of what a call hands to something that would run it, or None."""
        func = call.func
        if isinstance(func, _ast.Attribute) and func.attr in FORMATS and self.is_unread_format(func):
            return "dunder", f"{func.attr} needs a text that is written out, as fields can lead into the interpreter: use string.Template"
        if self.is_run(call) and self.of(first_of(call)) is None:
            return "dynamic-exec", f"{called_by(func)} runs the text that it is given: write it out, or do without"
        for keyword in call.keywords:
            rule = RUNS_WITH.get(keyword.arg)
            if rule and not is_off(keyword.value):
                return rule, f"{keyword.arg} has what is read run as code"
        return None

    def run_by(self, call):
        """The expressions that a call runs, as they are written out."""
        for text in (self.of(first_of(call)) or []) if self.is_run(call) else []:
            yield from parsed(text.replace("@", ""))

    def is_unread_format(self, func):
        owner = func.value
        if self.names.paths(func) or any(isinstance(one, _ast.Attribute) and one.attr == "style" for one in walk(owner)):
            return False
        return self.of(owner) is None

    def is_run(self, call):
        if first_of(call) is None:
            return False
        if any(matches(path, RUN_AS_TEXT) for path in self.names.paths(call.func)):
            return True
        if not isinstance(call.func, _ast.Attribute) or call.func.attr not in TEXT_METHODS:
            return False
        of, unless = TEXT_METHODS[call.func.attr]
        return of in self.modules and not any(
            matches(path, unless) for paths in self.names.known.values() for path in paths
        )


def constants_of(tree):
    """Names that are only ever bound to texts that are written out, and those texts."""
    texts, others, seen = {}, set(), set()
    for node in walk(tree):
        if isinstance(node, (_ast.Assign, _ast.AnnAssign)) and node.value is not None:
            text = joined(node.value)
            for target in node.targets if isinstance(node, _ast.Assign) else [node.target]:
                if text is not None and isinstance(target, _ast.Name):
                    texts.setdefault(target.id, []).append(text)
                    seen.add(id(target))
    for node in walk(tree):
        if isinstance(node, _ast.arg):
            others.add(node.arg)
        elif id(node) not in seen:
            others.update(bound_by(node))
    return {name: found for name, found in texts.items() if name not in others}


def annotations_in(node):
    """What the texts among a node's annotations say, as expressions: they are evaluated by whoever asks for them."""
    if isinstance(node, _ast.AnnAssign):
        yield from expressions_in(node.annotation)
    elif isinstance(node, _ast.arg) and node.annotation:
        yield from expressions_in(node.annotation)
    elif isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef)) and node.returns:
        yield from expressions_in(node.returns)


def expressions_in(annotation):
    waiting = [annotation]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _ast.Constant) and isinstance(node.value, str):
            yield from parsed(node.value, node)
        elif isinstance(node, _ast.Subscript) and last_name(node.value) in EVALUATED:
            waiting.extend(evaluated_of(node))
        else:
            waiting.extend(children(node))


def evaluated_of(node):
    """Of Literal nothing is evaluated, of Annotated the first."""
    first = node.slice.elts[:1] if isinstance(node.slice, _ast.Tuple) else [node.slice]
    return first if EVALUATED[last_name(node.value)] else []


def last_name(node):
    return node.attr if isinstance(node, _ast.Attribute) else getattr(node, "id", None)


def parsed(text, at=None):
    """The expression that a text is, each of its nodes where the text stands; nothing for what is none."""
    try:
        tree = compile(text.strip(), "text", "eval", ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError):
        return
    for node in walk(tree):
        if at is not None and hasattr(node, "lineno"):
            node.lineno = at.lineno
    yield tree


def first_of(call):
    return call.args[0] if call.args else next((one.value for one in call.keywords if one.arg in ("expr", "a", "ex")), None)


def called_by(func):
    return last_name(func) or "this"


def is_off(node):
    return isinstance(node, _ast.Constant) and not node.value


def joined(node):
    """The text that a text, or a sum of texts, is, or None."""
    if isinstance(node, _ast.BinOp) and isinstance(node.op, _ast.Add):
        left, right = joined(node.left), joined(node.right)
        return None if left is None or right is None else left + right
    return node.value if isinstance(node, _ast.Constant) and isinstance(node.value, str) else None
