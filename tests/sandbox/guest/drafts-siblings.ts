import type { Clean } from './drafts-clean.ts';
import type { Flagged } from './drafts-flagged.ts';

const inRun = (line: string, before = '') => `${before}def run(input: dict) -> dict:\n    ${line}\n`;
const frame = 'import pandas as pd\ndf=None\n';
const array = 'import numpy as np\n';

/** Roundabout ways to have a text run, or a value handed to what does. */
export const flaggedSiblings: readonly Flagged[] = [
	['an annotation that is a sum', inRun('return 1', 'def f(x: "__imp" + "ort__(1)"): pass\n'), 'dynamic-exec@1'],
	['an annotation that is made up', inRun('return 1', 'class A:\n    x: f"{1}"\n'), 'dynamic-exec@2'],
	['an annotation that is joined', inRun('return 1', 'class A:\n    x: "".join(["a"])\n'), 'dynamic-exec@2'],
	['an annotation under a name', inRun('return 1', 'T = "eval(1)"\ndef f(x: T): pass\n'), 'dynamic-exec@2'],
	[
		'an annotation that was made up',
		inRun('return 1', 'T = "".join(["ev", "al"])\ndef f(x: T): pass\n'),
		'dynamic-exec@2',
	],
	['an annotation out of input', inRun('def f(x: input["t"]): pass'), 'dynamic-exec@2'],
	['an annotation out of input, in a class', inRun('class A: x: input["t"]'), 'dynamic-exec@2'],
	['an annotation out of input, in a text', inRun('class A: x: "input[0]"'), 'dynamic-exec@2'],
	[
		'an annotation out of the input of a function further out',
		inRun('def g(y):\n        def f(x) -> input["t"]: pass'),
		'dynamic-exec@3',
	],
	['an annotation out of input, under a name', inRun('T = input["t"]\n    def f(x: T): pass'), 'dynamic-exec@3'],
	[
		'a type adapter of what a lambda is given',
		inRun('return lambda t: TypeAdapter(t[0])', 'from pydantic import TypeAdapter\n'),
		'dynamic-exec@3',
	],
	['a text in the text of an annotation', inRun('return 1', 'def f(x: "list[\'eval(1)\']"): pass\n'), 'dynamic-exec@1'],
	['a type adapter', inRun('TypeAdapter("eval(1)")', 'from pydantic import TypeAdapter\n'), 'dynamic-exec@3'],
	['a type that is a name', inRun('return pydantic.ImportString', 'import pydantic\n'), 'dynamic-exec@3'],
	['a query under a name', inRun('f = df.query; return f(input["x"])', frame), 'computed-name@4'],
	['a query handed on', inRun('return list(map(df.query, input["x"]))', frame), 'computed-name@4'],
	['a query by stars', inRun('return df.query(**{"expr": input["x"]})', frame), 'dynamic-exec@4'],
	['a format under a name', inRun('f = input["t"].format; return f(run)'), 'computed-name@2'],
	['a format handed on', inRun('return list(map(input["t"].format, [run]))'), 'computed-name@2'],
	['sympify handed on', inRun('return list(map(sympy.sympify, input["x"]))', 'import sympy\n'), 'computed-name@3'],
	['sympify under a name', inRun('f = sympy.sympify; return f(input["x"])', 'import sympy\n'), 'computed-name@3'],
	['getattr of a query', inRun('return getattr(df, "query")(input["x"])', frame), 'dynamic-exec@4'],
	['getattr of a format', inRun('return getattr(input["t"], "format")(run)'), 'dunder@2'],
	['getattr of a reader of pickles', inRun('return getattr(pd, "read_pickle")("x")', frame), 'interpreter@4'],
	['getattr of a frame', inRun('return getattr(input, "tb_frame", len(input))'), 'interpreter@2'],
	['a harmful text in a table', inRun('return T[0].format(run)', 'T = ["{0.__class__}"]\n'), 'dunder@1', 'dunder@3'],
	['a table that is changed', inRun('T["x"] = input["t"]; return T["x"].format(run)', 'T = {"x": "a"}\n'), 'dunder@3'],
	['a sum in another expression', inRun('return ("{0.__cla" + "ss__}%s") % 1'), 'dunder@2'],
	[
		'methodcaller of a format',
		inRun('return operator.methodcaller("format", run)(input["t"])', 'import operator\n'),
		'computed-name@3',
	],
	[
		'methodcaller of a query',
		inRun('return operator.methodcaller("query", "a")(df)', `import operator\n${frame}`),
		'computed-name@5',
	],
	[
		'attrgetter of a frame',
		inRun('return operator.attrgetter("a.tb_frame")(input)', 'import operator\n'),
		'interpreter@3',
	],
	['a style of logging', inRun('logging.Formatter(input["t"], style="{")', 'import logging\n'), 'dunder@3'],
	[
		'labels by a format',
		inRun('StrMethodFormatter(input["t"])', 'from matplotlib.ticker import StrMethodFormatter\n'),
		'dunder@3',
	],
	[
		'an own thing named style',
		inRun('return A.style.format(run)', 'class A:\n    style = "".join(["a"])\n'),
		'dunder@4',
	],
	['a text beside a style', inRun('return pick(df.style, input["t"]).format(run)', frame), 'dunder@4'],
	['pickles by place', inRun('return np.load("x", None, True)', array), 'interpreter@3'],
	['pickles by stars', inRun('return np.load("x", **input)', array), 'interpreter@3'],
	['pickles by a dictionary', inRun('return np.load("x", **{"allow_pickle": True})', array), 'interpreter@3'],
	['pickles by arguments', inRun('return np.load(*input["a"])', array), 'interpreter@3'],
	['pickles by another name', inRun('return np.lib.format.read_array(f, True)', array), 'interpreter@3'],
	['a reader of pickles by import', inRun('return r("x")', 'from pandas import read_pickle as r\n'), 'interpreter@1'],
	['a store of pickles', inRun('return pd.HDFStore("x")', 'import pandas as pd\n'), 'interpreter@3'],
	['a template by keyword', inRun('jinja2.Template(source=input["x"])', 'import jinja2\n'), 'dynamic-exec@3'],
	[
		'a template of an environment',
		inRun('e.from_string(source=input["x"])', 'import jinja2\ne=None\n'),
		'dynamic-exec@4',
	],
	['a loader of templates', inRun('jinja2.DictLoader(input)', 'import jinja2\n'), 'dynamic-exec@3'],
	['a formula', inRun('smf.ols(input["f"], df)', 'import statsmodels.formula.api as smf\n'), 'dynamic-exec@3'],
	[
		'a formula that runs code',
		inRun('smf.ols("y ~ eval(1)", df)', 'import statsmodels.formula.api as smf\n'),
		'dynamic-exec@3',
	],
	['an expression of input', inRun('return sympy.simplify(input["x"])', 'import sympy\n'), 'dynamic-exec@3'],
	[
		'an expression of input, asked for',
		inRun('return solve(input.get("x"))', 'from sympy import solve\n'),
		'dynamic-exec@3',
	],
	[
		'an expression of input, under a name',
		inRun('e = str(input["x"]); return sympy.expand(e)', 'import sympy\n'),
		'dynamic-exec@3',
	],
	['a sum of pictures', inRun('ImageMath.unsafe_eval(input["x"])', 'from PIL import ImageMath\n'), 'dynamic-exec@3'],
	[
		'an expression of a template',
		inRun('e.compile_expression(input["x"])', 'import jinja2\ne=None\n'),
		'dynamic-exec@4',
	],
	['an expression of a grid', inRun('return ds.eval(input["x"])', 'import xarray\nds=None\n'), 'dynamic-exec@4'],
	['a query of places', inRun('return g.query(input["x"])', 'import geopandas\ng=None\n'), 'dynamic-exec@4'],
	['another name of os', inRun('random._os.system("x")', 'import random\n'), 'subprocess@3'],
	['another name of sys', inRun('return collections._sys.modules', 'import collections\n'), 'interpreter@3'],
	['another name of builtins', inRun('return b.eval("1")', 'from enum import bltns as b\n'), 'dynamic-exec@3'],
	['code by six', inRun('six.exec_("1")', 'import six\n'), 'dynamic-exec@3'],
	[
		'the network by six',
		inRun('return r.urlopen("x")', 'from six.moves.urllib import request as r\n'),
		'network@1',
		'network@3',
	],
	['a model that is a pickle', inRun('return sm.load("x")', 'import statsmodels.api as sm\n'), 'interpreter@3'],
	['mail by the shell', inRun('mailcap.findmatch({}, "x")', 'import mailcap\n'), 'subprocess@1', 'subprocess@3'],
];

/** What looks like it, and is right. */
export const cleanSiblings: readonly Clean[] = [
	['a styled table under a name', inRun('s = df.style; s = s.hide(); return s.format("{:.1f}").to_html()', frame)],
	[
		'a tree of points, by its module',
		inRun('t = scipy.spatial.KDTree(p); return t.query(p)', `import scipy.spatial\n${frame}`),
	],
	['the query of something else', inRun('return tree.query(points, k=2)', frame)],
	['one of a table of texts', inRun('return T[input["l"]].format(n=1)', 'T = {"de": "{n} Tage", "en": "{n} days"}\n')],
	['one of a table, or another', inRun('return T.get(input["l"], "{n}").format(n=1)', 'T = {"de": "{n} Tage"}\n')],
	['one of two texts under a name', inRun('t = "a{0}" if input else "b{0}"; return t.format(1)')],
	['lines that are joined', inRun('return "\\n".join(["a {x}", "b"]).format(x=1)')],
	['a written out format handed on', inRun('return list(map("{:.2f}".format, input["n"]))')],
	['methodcaller with keywords', inRun('return operator.methodcaller("sort", reverse=True)', 'import operator\n')],
	[
		'a format of an image, handed on',
		inRun('image.save("x", image.format); f = getattr(image, "format", None)', 'image=None\n'),
	],
	['an array file, its arguments named', inRun('return np.load("x", **{"mmap_mode": "r"})', array)],
	['a formula that is written out', inRun('smf.ols("y ~ C(x) + z", df)', 'import statsmodels.formula.api as smf\n')],
	['a template that is asked for', inRun('return isinstance(x, jinja2.Template)', 'import jinja2\nx=None\n')],
	[
		'expressions that are built',
		inRun(
			'x = sympy.Symbol("x"); e = x**2 - input["n"]; return sympy.diff(sympy.solve(e)[0], x, input["n"])',
			'import sympy\n',
		),
	],
	['an expression of a table that is written out', inRun('return df.eval("a + b")', 'import geopandas\ndf=None\n')],
	['addresses by six', inRun('return p.quote(input["x"])', 'from six.moves.urllib import parse as p\n')],
	['a part of sympy', inRun('return sympy.S.Half', 'import sympy\n')],
	[
		'unions and aliases',
		inRun('return 1', 'T = list[int] | None\ndef f(x: T, y: "int" | None, z: "dict[str, T]"): pass\n'),
	],
	[
		'parameters that are called as types are, beside types',
		'def f(type: str, list: list[int], tuple: "tuple[int]") -> list[int]: return list\ndef g(dict): return dict\ndef run(input: dict[str, int]) -> dict[str, list[int]]:\n    seen: dict[str, int] = {}\n    return seen\n',
	],
	['a style of logging that is written out', inRun('logging.Formatter("{message}", style="{")', 'import logging\n')],
];
