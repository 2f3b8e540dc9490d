"""The policy's rule that a tool does no work while it is loaded: only definitions, imports and constants."""

import _ast
from check_names import KEEPERS, KEEPING_BUILTINS, PURE_BUILTINS, PURE_CALLS, PURE_DECORATORS, PURE_METHODS, is_dunder, matches
from check_tree import COMPREHENSIONS, FUNCTIONS, bound_by, bound_in, children, walk

PLAIN = (
    _ast.Constant, _ast.Name, _ast.Attribute, _ast.Tuple, _ast.List, _ast.Set, _ast.Dict, _ast.UnaryOp, _ast.BinOp, _ast.BoolOp,
    _ast.Compare, _ast.IfExp, _ast.Subscript, _ast.Slice, _ast.Starred, _ast.JoinedStr, _ast.FormattedValue, _ast.NamedExpr,
)  # fmt: skip

# Methods of a class that run when one is made of it, or when the class itself is.
RUNS_WHEN_MADE = frozenset("__init__ __new__ __post_init__ __call__ __set_name__ __init_subclass__ __class_getitem__".split())


class ImportTime:
    """Finds the statements of a module that do work while it is loaded."""

    def __init__(self, tree, names):
        self.names = names
        self.bound = {name for statement in tree.body for name in bound_in(statement)}
        self.functions = {node.name for node in tree.body if isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef))}
        self.plain_classes = {node.name for node in tree.body if isinstance(node, _ast.ClassDef) and is_plain(node)}
        self.annotated_late = any(
            isinstance(node, _ast.ImportFrom) and node.module == "__future__" and any(one.name == "annotations" for one in node.names)
            for node in tree.body
        )

    def work_in(self, statements):
        """The nodes that do work."""
        for statement in statements:
            yield from self.work_of(statement)

    def work_of(self, node):
        if isinstance(node, (_ast.Import, _ast.ImportFrom, _ast.Pass)):
            return
        if isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef)):
            yield from self.work_of_function(node)
        elif isinstance(node, _ast.ClassDef):
            yield from self.work_of_class(node)
        elif isinstance(node, _ast.If):
            yield from self.impure(node.test)
            yield from self.work_in(node.body + node.orelse)
        elif isinstance(node, _ast.Try):
            yield from self.work_of_try(node)
        elif isinstance(node, (_ast.Assign, _ast.AnnAssign, _ast.AugAssign, _ast.Expr)):
            yield from self.work_of_value(node)
        elif type(node).__name__ != "TypeAlias":
            yield node

    def work_of_function(self, node):
        yield from self.work_of_decorators(node)
        yield from self.impure_defaults(node.args)
        if not self.annotated_late:
            for arg in walk(node.args):
                if isinstance(arg, _ast.arg) and arg.annotation:
                    yield from self.impure(arg.annotation)
            if node.returns:
                yield from self.impure(node.returns)

    def work_of_class(self, node):
        yield from self.work_of_decorators(node)
        for value in [*node.bases, *(keyword.value for keyword in node.keywords)]:
            yield from self.impure(value)
        yield from self.work_in(node.body)

    def work_of_decorators(self, node):
        for decorator in node.decorator_list:
            called = decorator.func if isinstance(decorator, _ast.Call) else decorator
            belongs = isinstance(called, _ast.Attribute) and called.attr in PURE_DECORATORS and isinstance(called.value, _ast.Name)
            if not belongs and not self.is_pure_call(called):
                yield decorator
            elif isinstance(decorator, _ast.Call):
                yield from self.impure_arguments(decorator)

    def work_of_try(self, node):
        """A try around imports, and constants where one is missing."""
        for handler in node.handlers:
            if handler.type:
                yield from self.impure(handler.type)
        bodies = [*node.body, *(one for handler in node.handlers for one in handler.body), *node.orelse, *node.finalbody]
        for statement in bodies:
            if isinstance(statement, (_ast.Import, _ast.ImportFrom, _ast.Pass, _ast.Assign, _ast.AnnAssign)):
                yield from self.work_of(statement)
            elif isinstance(statement, _ast.Raise) and statement.exc is None:
                continue
            else:
                yield statement

    def work_of_value(self, node):
        targets = node.targets if isinstance(node, _ast.Assign) else [node.target] if hasattr(node, "target") else []
        for target in targets:
            if any(self.is_of_a_module(one) for one in walk(target)):
                yield node
            yield from self.impure(target)
        if isinstance(node, _ast.AnnAssign) and not self.annotated_late:
            yield from self.impure(node.annotation)
        if node.value:
            yield from self.impure(node.value)

    def is_of_a_module(self, target):
        """Whether a target belongs to a module of others, and would be changed for all who use it."""
        owner = target.value if isinstance(target, _ast.Subscript) else target
        return isinstance(target, (_ast.Attribute, _ast.Subscript)) and bool(self.names.paths(owner))

    def impure(self, node):
        """The parts of an expression that do work when it is evaluated."""
        if isinstance(node, _ast.Lambda):
            yield from self.impure_defaults(node.args)
        elif isinstance(node, _ast.Call):
            if self.is_pure_call(node.func):
                yield from self.impure_arguments(node)
            else:
                yield node
        elif isinstance(node, COMPREHENSIONS) or isinstance(node, PLAIN):
            for child in children(node):
                yield from self.impure(child)
        elif isinstance(node, _ast.comprehension):
            for child in [node.target, node.iter, *node.ifs]:
                yield from self.impure(child)
        elif isinstance(node, _ast.expr):
            yield node

    def impure_defaults(self, args):
        for default in [*args.defaults, *args.kw_defaults]:
            if default is not None:
                yield from self.impure(default)

    def impure_arguments(self, call):
        keeps = self.is_keeper(call.func)
        for value in [*call.args, *(keyword.value for keyword in call.keywords)]:
            yield from self.impure(value)
            for one in walk(value):
                own = isinstance(one, _ast.Name) and one.id in self.functions
                if not keeps and (own or isinstance(one, FUNCTIONS)):
                    yield one

    def is_pure_call(self, func):
        if isinstance(func, _ast.Name) and func.id not in self.names.known:
            return func.id in self.plain_classes or (func.id in PURE_BUILTINS and func.id not in self.bound)
        paths = self.names.paths(func)
        if paths:
            return all(matches(path, PURE_CALLS) for path in paths)
        return isinstance(func, _ast.Attribute) and func.attr in PURE_METHODS and not any(self.impure(func.value))

    def is_keeper(self, func):
        if isinstance(func, _ast.Name) and func.id in KEEPING_BUILTINS:
            return True
        paths = self.names.paths(func)
        return bool(paths) and all(matches(path, KEEPERS) for path in paths)


def is_plain(node):
    """A class of whose making nothing of its own runs."""
    own = {name for statement in node.body for name in bound_by(statement)}
    return not node.keywords and not own & RUNS_WHEN_MADE
