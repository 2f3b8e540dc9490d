"""Annotations: whoever asks for them has the texts among them evaluated."""

import _ast
from check_known import joined, text_runs
from check_names import MAKES_TEXT
from check_text import called_by, parsed
from check_tree import FUNCTIONS, children, walk

# Of these nothing, or only the first part, is an expression.
EVALUATED = {"Literal": False, "Annotated": True}
# Calls that evaluate the texts of a type that they are given as a value.
TYPE_CALLS = {"pydantic.TypeAdapter", "pydantic.type_adapter.TypeAdapter", "pydantic.RootModel"}


class Annotations:
    """Judges the annotations of a draft."""

    def __init__(self, nodes, texts):
        self.texts = texts
        self.told = set()
        self.params = {node.arg for node in nodes if isinstance(node, _ast.arg)}
        self.around = params_around(nodes[0])
        self.made_up = self.bound_where(nodes, self.is_made_up)
        self.said = set()
        self.said = self.bound_where(nodes, self.is_text)

    def bound_where(self, nodes, is_so):
        """The names that are bound to values of which something is so."""
        return {
            target.id
            for node in nodes
            if isinstance(node, _ast.Assign) and is_so(node.value, self.params_at(node))
            for target in node.targets
            if isinstance(target, _ast.Name)
        }

    def of(self, node):
        """The annotations of a node."""
        if isinstance(node, (_ast.AnnAssign, _ast.arg)):
            return [node.annotation] if node.annotation else []
        if isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef)):
            return [node.returns] if node.returns else []
        if isinstance(node, _ast.Call) and any(path in TYPE_CALLS for path in self.texts.names.paths(node.func)):
            return node.args[:1]
        return []

    def params_at(self, node):
        """The parameters that a name may mean there: in a text that is run, any."""
        return self.around.get(id(node), self.params)

    def parts(self, node, params):
        """(part, expression) of the annotations of a node: what a text among them says, or None where it is made up when it runs."""
        waiting = self.of(node)
        while waiting:
            part = waiting.pop()
            texts = self.said_by(part)
            if texts is not None:
                yield from ((part, one) for text in texts for one in parsed(text, part))
                continue
            if self.is_made_up(part, params) or (isinstance(part, _ast.Name) and part.id in self.made_up):
                yield part, None
            is_part = isinstance(part, _ast.Subscript) and called_by(part.value) in EVALUATED
            waiting.extend(evaluated_of(part) if is_part else children(part))

    def said_by(self, part):
        """The texts that a part is, those of a name once."""
        if not isinstance(part, _ast.Name):
            text = joined(part)
            return None if text is None else [text]
        if part.id in self.told:
            return []
        texts = self.texts.known.get(part.id)
        if texts is not None:
            self.told.add(part.id)
        return texts

    def is_made_up(self, node, params):
        if isinstance(node, _ast.BinOp):
            return not isinstance(node.op, _ast.BitOr) and joined(node) is None and has_text(node)
        if isinstance(node, _ast.Subscript):
            owner = node.value
            return isinstance(owner, _ast.Constant) or (isinstance(owner, _ast.Name) and owner.id in params)
        if isinstance(node, _ast.Call):
            return called_by(node.func) in MAKES_TEXT and not self.texts.names.paths(node.func)
        return isinstance(node, _ast.JoinedStr)

    def is_text(self, node, params):
        """Whether a value is, as far as can be read off, a text that is made up, or whatever the tool is given."""
        if isinstance(node, _ast.Name):
            return node.id in self.said
        if isinstance(node, _ast.BinOp):
            return any(text is not None for text in text_runs(node))
        if isinstance(node, _ast.Call) and called_by(node.func) == "get" and isinstance(node.func, _ast.Attribute):
            return isinstance(node.func.value, _ast.Name) and node.func.value.id in params
        return self.is_made_up(node, params)


def params_around(tree):
    """By the id of a node, the parameters of the functions in whose bodies it is: what else a function has is evaluated outside of it."""
    found, waiting = {}, [(tree, frozenset())]
    while waiting:
        node, params = waiting.pop()
        found[id(node)] = params
        body, inside = (body_of(node), params | params_of(node)) if isinstance(node, FUNCTIONS) else ((), params)
        waiting.extend((child, inside if id(child) in body else params) for child in children(node))
    return found


def body_of(function):
    return {id(one) for one in (function.body if isinstance(function.body, list) else [function.body])}


def params_of(function):
    return {one.arg for one in children(function.args) if isinstance(one, _ast.arg)}


def has_text(node):
    return any(isinstance(one, _ast.JoinedStr) or (isinstance(one, _ast.Constant) and isinstance(one.value, str)) for one in walk(node))


def evaluated_of(node):
    """Of Literal nothing is evaluated, of Annotated the first."""
    first = node.slice.elts[:1] if isinstance(node.slice, _ast.Tuple) else [node.slice]
    return first if EVALUATED[called_by(node.value)] else []
