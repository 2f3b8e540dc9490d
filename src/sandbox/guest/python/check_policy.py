"""The policy that a draft is read by. It says what is better not in a tool; what keeps the machine safe is the sandbox."""

import _ast
from check_annotation import Annotations
from check_import import ImportTime
from check_known import is_sum, text_runs
from check_names import (
    BY_NAME, DYNAMIC, FORMATS, NAMING_CALLS, NOT_AS_VALUE, RUN_IF_TEXT, attribute_rules, is_dunder, is_harmful, matches, rule_of,
)  # fmt: skip
from check_text import Texts, called_by, fields_of
from check_tree import COMPREHENSIONS, FUNCTIONS, Names, bound_in, children, local_names, walk, written_out

# Of one rule no more are told: the first ones say it.
EACH = 10
TEXT_LIMIT = 200


class Policy:
    """Reads a draft; `findings` are (rule, line, message), in the order of the lines."""

    def __init__(self, source, tree):
        self.source, self.tree = source, written_out(tree)
        self.nodes = list(walk(tree))
        self.names = Names(self.nodes)
        self.texts = Texts(self.nodes, self.names)
        self.annotations = Annotations(self.nodes, self.texts)
        self.summands = {id(one) for node in self.nodes if is_sum(node) for one in (node.left, node.right)}
        self.called = {id(node.func) for node in self.nodes if isinstance(node, _ast.Call)}
        self.found = set()

    def findings(self):
        self.visit(self.tree, ())
        self.import_time()
        self.interface()
        self.reserved()
        told, counts = [], {}
        for line, rule, message in sorted(self.found):
            counts[rule] = counts.get(rule, 0) + 1
            if counts[rule] <= EACH:
                told.append({"rule": rule, "line": line, "message": message})
        return told

    def add(self, rule, node, message):
        self.found.add((getattr(node, "lineno", 1), rule, message[:TEXT_LIMIT]))

    def visit(self, node, scopes):
        self.look(node, scopes)
        if isinstance(node, FUNCTIONS + COMPREHENSIONS):
            scopes = (*scopes, local_names(node))
        for child in [*children(node), *self.annotations_in(node, self.annotations.params_at(node))]:
            self.visit(child, scopes)

    def annotations_in(self, node, params):
        for part, expression in self.annotations.parts(node, params):
            if expression is None:
                self.add("dynamic-exec", part, "an annotation that is made up when it runs: write it out")
            else:
                yield expression
                yield from self.annotations_in(_ast.arg(arg="text", annotation=expression.body), params)

    def look(self, node, scopes):
        for value in self.texts.handed_on(node):
            if self.texts.runs_if_called(value):
                self.add("computed-name", value, f"{called_by(value)} is used as a value: call it, with a text that is written out")
        if isinstance(node, _ast.Name):
            self.look_at_name(node, scopes)
        elif isinstance(node, _ast.Attribute):
            self.look_at_attribute(node)
        elif isinstance(node, _ast.Call):
            self.look_at_call(node)
        elif isinstance(node, (_ast.Import, _ast.ImportFrom)):
            self.look_at_import(node)
        elif isinstance(node, _ast.Constant):
            self.look_at_text(node, node.value)
        elif is_sum(node) and id(node) not in self.summands:
            for text in text_runs(node):
                self.look_at_text(node, text)
        elif isinstance(node, _ast.MatchClass):
            for name in node.kwd_attrs:
                self.look_at_dunder(node, name)

    def look_at_name(self, node, scopes):
        if any(node.id in scope for scope in scopes):
            return
        if node.id in DYNAMIC and isinstance(node.ctx, _ast.Load):
            self.add("dynamic-exec", node, f"{node.id}: text must not be run as code, nor namespaces be handed out")
        elif node.id in BY_NAME and id(node) not in self.called:
            self.add("computed-name", node, f"{node.id} is used as a value: call it, with a name that is a plain text")
        else:
            self.look_at_dunder(node, node.id)
        self.look_at_paths(node)

    def look_at_attribute(self, node):
        self.look_at_dunder(node, node.attr)
        self.look_at_attribute_name(node, node.attr)
        self.look_at_handed_on(node)
        self.look_at_paths(node)
        if isinstance(node.ctx, _ast.Store) and isinstance(node.value, _ast.Name) and self.names.paths(node.value):
            self.add("interpreter", node, f"{node.value.id}.{node.attr} is changed for everybody who uses it")

    def look_at_attribute_name(self, node, name):
        for rule in attribute_rules(name):
            self.add(rule, node, f"{name} is not for tools")

    def look_at_handed_on(self, node):
        """str.format or a frame's eval as a value: what it will be given cannot be read."""
        of_str = node.attr in FORMATS and isinstance(node.value, _ast.Name) and node.value.id == "str"
        if of_str or (node.attr == "eval" and id(node) not in self.called):
            self.add("computed-name", node, f"{node.attr} is used as a value: call it, with a text that is written out")

    def look_at_paths(self, node):
        for path in self.names.paths(node):
            self.look_at_path(node, path)
            if path in NAMING_CALLS and id(node) not in self.called:
                self.add("computed-name", node, f"{path} is used as a value: call it, with a name that is a plain text")

    def look_at_path(self, node, path):
        rule = rule_of(path)
        if rule:
            self.add(rule, node, f"{path} is not for tools")

    def look_at_dunder(self, node, name):
        if is_harmful(name):
            self.add("dunder", node, f"{name} leads into the interpreter")

    def look_at_call(self, node):
        naming = next((path for path in self.names.paths(node.func) if path in NAMING_CALLS), None)
        if naming:
            self.look_at_naming(node, naming, node.args[-1:] if naming == "inspect.getattr_static" else node.args[:1])
        elif isinstance(node.func, _ast.Name) and node.func.id in BY_NAME:
            self.look_at_naming(node, node.func.id, node.args[1:2])
        if any(matches(path, RUN_IF_TEXT) for path in self.names.paths(node.func)):
            self.look_at_expression(node)
        self.look_at_texts(node)

    def look_at_expression(self, call):
        if call.args and self.annotations.is_text(call.args[0], self.annotations.params_at(call)):
            self.add("dynamic-exec", call, f"{called_by(call.func)} runs the text that it is given: build the expression without text")

    def look_at_texts(self, call):
        problem = self.texts.problem_of(call)
        if problem:
            self.add(problem[0], call, problem[1])
        for expression in self.texts.run_by(call):
            for node in walk(expression):
                if hasattr(node, "lineno"):
                    node.lineno = call.lineno
            self.visit(expression, ())

    def look_at_naming(self, call, what, named):
        """getattr and its like: what they name must be there to be read, and is looked at as if it were written out."""
        text = literal(named[0]) if named and (what == "operator.methodcaller" or not call.keywords) else None
        if text is None or any(is_harmful(part) for part in text.split(".")):
            self.add("computed-name", call, f"{what} needs a name that is a plain text, and none with double underscores")
            return
        for part in text.split("."):
            self.look_at_attribute_name(call, part)
        if what == "operator.methodcaller" and text in FORMATS | self.texts.methods:
            self.add("computed-name", call, f"{what} of {text}: call it, with a text that is written out")
        if what == "importlib.import_module":
            self.look_at_path(call, text)
        elif what in BY_NAME:
            for path in self.names.paths(call.args[0]):
                self.look_at_path(call, f"{path}.{text}")

    def look_at_import(self, node):
        for alias in node.names:
            if alias.name == "*":
                self.add("computed-name", node, f"import the names of {node.module} one by one, not *")
            path = f"{node.module or ''}.{alias.name}" if isinstance(node, _ast.ImportFrom) else alias.name
            for part in path.split("."):
                self.look_at_dunder(node, part)
                self.look_at_attribute_name(node, part)
            self.look_at_path(node, path)

    def look_at_text(self, node, value):
        """A format text that asks for attributes: "{0.__class__}"."""
        if isinstance(value, str) and "{" in value and any(is_harmful(part) for part in fields_of(value)):
            self.add("dunder", node, "a format text that leads into the interpreter")

    def import_time(self):
        for node in ImportTime(self.tree, self.names).work_in(without_main(self.tree.body)):
            self.add("import-time-work", node, "this runs when the tool is loaded: do it in a function")
        for node in values_used(self.nodes):
            for path in self.names.paths(node):
                if path in NOT_AS_VALUE:
                    self.add("computed-name", node, f"the module {path} is used as a value: name what you need of it")

    def interface(self):
        runs = [node for node in self.tree.body if "run" in bound_in(node)]
        if len(runs) != 1 or not isinstance(runs[0], _ast.FunctionDef) or not takes_one(runs[0].args):
            self.add("no-run", runs[-1] if runs else None, "there must be one function run(input), with exactly one parameter")

    def reserved(self):
        for statement in self.tree.body:
            if "META" in bound_in(statement):
                self.add("reserved", statement, "META is added for you")
            if is_main(statement):
                self.add("reserved", statement, "the part for the command line is added for you")
            if isinstance(statement, (_ast.FunctionDef, _ast.AsyncFunctionDef)) and is_dunder(statement.name):
                self.add("dunder", statement, f"{statement.name} of a module leads into the interpreter")
        for number, line in enumerate(self.source.splitlines(), 1):
            if line.rstrip() == "# /// script":
                self.found.add((number, "reserved", "the header with the dependencies is added for you"))


def literal(node):
    return node.value if isinstance(node, _ast.Constant) and isinstance(node.value, str) else None


def values_used(nodes):
    """Names and attributes that are used as they are: not to get at an attribute, nor called."""
    others = {id(node.value) for node in nodes if isinstance(node, _ast.Attribute)}
    others |= {
        id(node.args[0])
        for node in nodes
        if isinstance(node, _ast.Call) and isinstance(node.func, _ast.Name) and node.func.id in (*BY_NAME, "hasattr") and node.args
    }
    for node in nodes:
        if isinstance(node, (_ast.Name, _ast.Attribute)) and isinstance(node.ctx, _ast.Load) and id(node) not in others:
            yield node


def takes_one(args):
    return len(args.posonlyargs) + len(args.args) == 1 and not (args.kwonlyargs or args.vararg or args.kwarg)


def is_main(node):
    return isinstance(node, _ast.If) and any(literal(one) == "__main__" for one in walk(node.test))


def without_main(statements):
    return [one for one in statements if not is_main(one)]
