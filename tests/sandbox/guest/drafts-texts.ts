import type { Clean } from './drafts-clean.ts';
import type { Flagged } from './drafts-flagged.ts';

const inRun = (line: string, before = '') => `${before}def run(input: dict) -> dict:\n    ${line}\n`;

/** Texts that something else would run, or that lead from value to value. */
export const flaggedTexts: readonly Flagged[] = [
	[
		'a configuration of logging that comes from input',
		inRun('logging.config.dictConfig(input)', 'import logging.config\n'),
		'dynamic-exec@1',
		'dynamic-exec@3',
	],
	[
		'a configuration file of logging',
		inRun('logging.config.fileConfig("x")', 'import logging\nimport logging.config\n'),
		'dynamic-exec@2',
		'dynamic-exec@4',
	],
	[
		'a factory that is named in a configuration',
		inRun('c.dictConfig({"f":{"()":"os.system"}})', 'from logging import config as c\n'),
		'dynamic-exec@1',
		'dynamic-exec@3',
	],
	['pandas.eval of a text', inRun('return pd.eval("1+1")', 'import pandas as pd\n'), 'dynamic-exec@3'],
	['pandas.eval of input', inRun('return pd.eval(input["x"])', 'import pandas as pd\n'), 'dynamic-exec@3'],
	['a query from input', inRun('return df.query(input["x"])', 'import pandas as pd\ndf=None\n'), 'dynamic-exec@4'],
	[
		'a query from input, by keyword',
		inRun('return df.query(expr=input["x"])', 'import pandas as pd\ndf=None\n'),
		'dynamic-exec@4',
	],
	[
		'an expression for columns that is made up when it runs',
		inRun('return df.eval(f"{input}")', 'import pandas as pd\ndf=None\n'),
		'dynamic-exec@4',
	],
	[
		'a query that leads through a module',
		inRun('return df.query("@pd.compat.os.system(1)")', 'import pandas as pd\ndf=None\n'),
		'subprocess@4',
	],
	[
		'a query that leads into the interpreter',
		inRun('return df.query("@run.__globals__")', 'import pandas as pd\ndf=None\n'),
		'dunder@4',
	],
	['a format text from input', inRun('return input["t"].format(run)'), 'dunder@2'],
	['a format text that is made up', inRun('t = "{0.%s}" % "__class__"; return t.format(run)'), 'dunder@2'],
	['a format text from input, under a name', inRun('t = input["t"]; return t.format(run)'), 'dunder@2'],
	['a format text that is joined', inRun('return "".join(["{0.__cl","ass__}"]).format(run)'), 'dunder@2'],
	['str.format of input', inRun('return str.format(input["t"], run)'), 'computed-name@2', 'dunder@2'],
	['str.format handed on', inRun('return list(map(str.format, input["t"], [run]))'), 'computed-name@2'],
	[
		'string.Formatter',
		inRun('return string.Formatter().format(input["t"], run)', 'import string\n'),
		'dunder@3',
		'dynamic-exec@3',
	],
	['format_map of input', inRun('return input["t"].format_map({"a": run})'), 'dunder@2'],
	[
		'annotations that are evaluated',
		inRun('return typing.get_type_hints(f)', 'import typing\ndef f(x: "print(1)"): pass\n'),
		'dynamic-exec@4',
	],
	[
		'an annotation as a text that would run something',
		inRun('return 1', 'def f(x: "__import__(\'os\').system(1)"): pass\n'),
		'dynamic-exec@1',
	],
	['an annotation as a text in a class', inRun('return 1', 'class A:\n    x: "list[eval(1)]"\n'), 'dynamic-exec@2'],
	[
		'annotations evaluated for a signature',
		inRun('return inspect.signature(f, eval_str=True)', 'import inspect\ndef f(): pass\n'),
		'dynamic-exec@4',
	],
	[
		'an array file with pickles',
		inRun('return np.load("x", allow_pickle=True)', 'import numpy as np\n'),
		'interpreter@3',
	],
	['sympy.sympify of input', inRun('return sympy.sympify(input["x"])', 'import sympy\n'), 'dynamic-exec@3'],
	['sympy.S of input', inRun('return S(input["x"])', 'from sympy import S\n'), 'dynamic-exec@3'],
	['a template from input', inRun('return jinja2.Template(input["x"]).render()', 'import jinja2\n'), 'dynamic-exec@3'],
	[
		'a template from input, by an environment',
		inRun('return jinja2.Environment().from_string(input["x"]).render()', 'import jinja2\n'),
		'dynamic-exec@3',
	],
	['a template text that leads into the interpreter', inRun('return "{{ x.__class__ }}"'), 'dunder@2'],
	['mocks, which find things by name', inRun('import unittest.mock'), 'dynamic-exec@2'],
	['extensions of SQLite', inRun('c.enable_load_extension(True)', 'import sqlite3\nc=None\n'), 'interpreter@4'],
	['annotations that are changed', inRun('f.__annotations__["x"]="y"; return 1', 'def f(): pass\n'), 'dunder@3'],
];

/** The same, where it can be read off what they say, or where they are no such texts. */
export const cleanTexts: readonly Clean[] = [
	['a query that is written out', inRun('return df.query("a > 1 and b == \'x\'")', 'import pandas as pd\ndf=None\n')],
	[
		'a query under a name that is only ever that text',
		inRun('q = "a > @limit"; limit = 3; return df.query(q)', 'import pandas as pd\ndf=None\n'),
	],
	[
		'an expression for columns that is written out',
		inRun('return df.eval("c = a + b")', 'import pandas as pd\ndf=None\n'),
	],
	[
		'another query than that of pandas',
		inRun(
			'return tree.query(input["points"], k=2)',
			'import pandas as pd\nfrom scipy.spatial import KDTree\ntree=None\n',
		),
	],
	['a format text that is written out', inRun('return "{:.2f} {name}".format(1, name=2)')],
	['a format text that is a constant', inRun('return T.format(x=1)', 'T = "a {x}"\n')],
	['one of two format texts', inRun('t = "a" if input else "b{0}"; return ("a" if input else "b").format(1)')],
	['the format of a styled table', inRun('return df.style.format("{:.1f}")', 'import pandas as pd\ndf=None\n')],
	['a format that is data', inRun('return {"f": image.format}', 'image=None\n')],
	['locale.format_string', inRun('return locale.format_string("%d", 1)', 'import locale\n')],
	[
		'the query of an address',
		inRun('return urllib.parse.urlparse("x").query', 'import urllib.parse\nimport pandas as pd\n'),
	],
	[
		'annotations that are no expressions',
		inRun(
			'return 1',
			'from typing import Literal, Annotated\ndef f(x: Literal["exec"], y: Annotated[int, "input"], z: "list[int] | None"): pass\n',
		),
	],
	['an array file without pickles', inRun('return np.load("x", allow_pickle=False)', 'import numpy as np\n')],
	['sympify of a text that is written out', inRun('return sympy.sympify("x+1")', 'import sympy\n')],
	['yaml with the safe loader', inRun('return yaml.load("x", Loader=yaml.SafeLoader)', 'import yaml\n')],
	['yaml.safe_load', inRun('return yaml.safe_load("x")', 'import yaml\n')],
	[
		'handlers of logging',
		inRun('log.info("x"); return {}', 'import logging, logging.handlers\nlog = logging.getLogger("x")\n'),
	],
	[
		'string.Template of input',
		inRun('return {"x": string.Template(input["t"]).safe_substitute(a=1)}', 'import string\n'),
	],
	['importlib.metadata.version', inRun('return importlib.metadata.version("x")', 'import importlib.metadata\n')],
	['a method named eval that is given nothing', inRun('model.eval(); return {}', 'import pandas\nmodel=None\n')],
];
