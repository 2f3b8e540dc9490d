"""Texts that something else would run, or that lead from value to value: they must be there to be read."""

import _ast
from check_names import (
    CALLERS, FORMAT_CALLS, FORMATS, KEYWORDS_OF_OTHERS, RUN_AS_TEXT, RUNS_AT, RUNS_WITH, TEXT_KEYWORDS, TEXT_METHODS, is_harmful, matches,
)  # fmt: skip
from check_known import constants_of, dict_keys, joined, styled_in, texts_of
from check_tree import walk

ONLY_AST = 0x400
UNREAD = "needs a text that is written out, as fields can lead into the interpreter: use string.Template"


class Texts:
    """The values that the texts of a draft can have, where that can be read off."""

    def __init__(self, nodes, names):
        self.names = names
        self.known = constants_of(nodes)
        self.styled = styled_in(nodes)
        self.run = set()
        self.harmful = {}
        paths = {path for found in names.known.values() for path in found}
        paths.update(path for node in nodes if isinstance(node, _ast.Attribute) for path in names.paths(node))
        modules = {path.split(".")[0] for path in paths}
        self.methods = {
            method
            for method, (of, unless) in TEXT_METHODS.items()
            if modules.intersection(of) and not any(matches(path, unless) for path in paths)
        }
        self.called = {node.func.id for node in nodes if isinstance(node, _ast.Call) and isinstance(node.func, _ast.Name)}

    def of(self, node):
        """All texts that an expression may be, or None where that is made up only when it runs."""
        return texts_of(node, self.known)

    def problem_of(self, call):
        """(rule, message) of what a call hands to something that would run it, or None."""
        func = call.func
        if isinstance(func, _ast.Attribute) and func.attr in FORMATS and self.is_unread_format(func):
            return "dunder", f"{func.attr} {UNREAD}"
        if any(self.is_unread_style(path, call) for path in self.names.paths(func)):
            return "dunder", f"{called_by(func)} {UNREAD}"
        if self.is_run(call) and self.of(self.text_of(call)) is None:
            return "dynamic-exec", f"{called_by(func)} runs the text that it is given: write it out, or do without"
        return self.problem_of_keywords(call)

    def problem_of_keywords(self, call):
        for name, value in keywords_of(call):
            rule = RUNS_WITH.get(name)
            if rule and not is_off(value):
                return rule, f"{name} has what is read run as code"
        for path in self.names.paths(call.func):
            if path in RUNS_AT and not is_off_at(call, RUNS_AT[path]):
                return "interpreter", f"{path} is given what cannot be read, and may run what it reads as code: name its arguments"
        return None

    def run_by(self, call):
        """The expressions that a call runs, as they are written out. Each text is looked at once."""
        for text in (self.of(self.text_of(call)) or []) if self.is_run(call) else []:
            if text not in self.run:
                self.run.add(text)
                yield from parsed(text.replace("@", "").lstrip(" ~").replace("~", ","))

    def runs_if_called(self, node):
        """Whether a value that is handed on runs the text that it is called with, or with."""
        if any(matches(path, RUN_AS_TEXT) for path in self.names.paths(node)):
            return True
        if not isinstance(node, _ast.Attribute):
            return False
        return node.attr in self.methods or (node.attr in FORMATS and self.is_unread_format(node))

    def handed_on(self, node):
        """The values that a node hands on to be called: as an argument, or under a name that is called."""
        if isinstance(node, _ast.Call):
            values = [*node.args, *(keyword.value for keyword in node.keywords)]
            if called_by(node.func) in CALLERS:
                return values
            own = called_by(node.func) in ("isinstance", "issubclass")
            return [] if own else [one for one in values if any(matches(path, RUN_AS_TEXT) for path in self.names.paths(one))]
        if isinstance(node, (_ast.Assign, _ast.AnnAssign, _ast.NamedExpr)) and node.value:
            targets = node.targets if isinstance(node, _ast.Assign) else [node.target]
            return [node.value] if any(isinstance(one, _ast.Name) and one.id in self.called for one in targets) else []
        return []

    def is_unread_format(self, func):
        if self.names.paths(func) or id(func.value) in self.styled:
            return False
        return self.is_unread(func.value)

    def is_unread(self, node):
        texts = self.of(node)
        return texts is None or any(self.is_harmful_text(text) for text in texts)

    def is_harmful_text(self, text):
        if text not in self.harmful:
            self.harmful[text] = "{" in text and any(is_harmful(part) for part in fields_of(text))
        return self.harmful[text]

    def is_unread_style(self, path, call):
        if path not in FORMAT_CALLS:
            return False
        given = dict(keywords_of(call))
        style = given.get("style", call.args[2] if len(call.args) > 2 else None)
        if FORMAT_CALLS[path] and (style is None or isinstance(style, _ast.Constant) and style.value in ("%", "$")):
            return False
        text = call.args[0] if call.args else given.get("fmt", given.get("format"))
        return text is not None and self.is_unread(text)

    def text_of(self, call):
        """The text that a call runs, if it is one that runs any."""
        if any(path.endswith(".lambdify") for path in self.names.paths(call.func)) and len(call.args) > 1:
            return call.args[1]
        if call.args:
            return call.args[0]
        return next((keyword.value for keyword in call.keywords if keyword.arg is None or keyword.arg in TEXT_KEYWORDS), None)

    def is_run(self, call):
        if self.text_of(call) is None:
            return False
        paths = self.names.paths(call.func)
        if any(matches(path, RUN_AS_TEXT) for path in paths):
            return True
        if not isinstance(call.func, _ast.Attribute) or call.func.attr not in self.methods:
            return False
        return not any(keyword.arg in KEYWORDS_OF_OTHERS for keyword in call.keywords)


def keywords_of(call):
    """(name, value) of the keywords of a call, those of `**{"name": value}` too."""
    for keyword in call.keywords:
        if keyword.arg is not None:
            yield keyword.arg, keyword.value
        elif dict_keys(keyword.value) is not None:
            yield from zip(dict_keys(keyword.value), keyword.value.values)


def is_off_at(call, index):
    """Whether a call can be seen not to have something on: neither at a place nor in what it is given by a star."""
    if any(keyword.arg is None and dict_keys(keyword.value) is None for keyword in call.keywords):
        return False
    if index is None:
        return True
    if any(isinstance(one, _ast.Starred) for one in call.args[: index + 1]):
        return False
    return len(call.args) <= index or is_off(call.args[index])


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


def fields_of(text):
    """The names that stand in the braces of a format text."""
    for part in text.split("{")[1:]:
        field = part.split("}")[0].split("!")[0].split(":")[0]
        yield from (part.strip() for part in field.replace("[", ".").replace("]", ".").split("."))


def called_by(func):
    return func.attr if isinstance(func, _ast.Attribute) else getattr(func, "id", "this")


def is_off(node):
    return isinstance(node, _ast.Constant) and not node.value
