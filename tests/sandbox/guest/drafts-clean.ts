/** What a draft does that the policy must let pass. Each is a whole body. */
export type Clean = readonly [what: string, code: string];

const inRun = (line: string, before = '') => `${before}def run(input: dict) -> dict:\n    ${line}\n`;
const atTop = (lines: string) => `${lines}\ndef run(input: dict) -> dict:\n    return {}\n`;

export const clean: readonly Clean[] = [
	['the parameter named input', inRun('return {"n": input["n"] + 1, "keys": [k for k in input]}')],
	[
		'input in a closure and a lambda',
		inRun('f = lambda: input["a"]\n    def g(): return input\n    return {"a": f(), "g": g()}'),
	],
	['input in a comprehension', inRun('return {"x": [input[k] for k in input if k in input]}')],
	['a local named vars', inRun('vars = 1; return {"x": vars}')],
	['a loop variable named compile', inRun('return {"x": [compile for compile in (1, 2)]}')],
	['re.compile', atTop('import re\nWORD = re.compile(r"\\w+")')],
	[
		'DataFrame.eval and query',
		inRun(
			'df = pd.DataFrame(input); return {"x": len(df.eval("a+b")), "y": len(df.query("a>1"))}',
			'import pandas as pd\n',
		),
	],
	['getattr of a literal', inRun('return {"x": getattr(input, "pattern", None)}')],
	['getattr of a harmless dunder', inRun('return {"x": getattr(run, "__name__")}')],
	['hasattr', inRun('return {"x": hasattr(os, "getuid")}', 'import os\n')],
	['attrgetter of a literal', inRun('return {"x": attrgetter("a.b")}', 'from operator import attrgetter\n')],
	['import_module of a literal', inRun('import_module("json"); return {}', 'from importlib import import_module\n')],
	['importlib.metadata', inRun('return {"x": importlib.metadata.version("x")}', 'import importlib.metadata\n')],
	[
		'a dataclass',
		atTop(
			'from dataclasses import dataclass, field\n@dataclass(frozen=True)\nclass A:\n    x: int = 0\n    y: list[int] = field(default_factory=list)\nEMPTY = A()',
		),
	],
	[
		'a NamedTuple and an Enum',
		atTop(
			'from typing import NamedTuple\nfrom enum import Enum, auto\nclass P(NamedTuple):\n    x: int\nclass C(Enum):\n    RED = auto()\n    BLUE = auto()\nORIGIN = P(0)',
		),
	],
	[
		'TYPE_CHECKING',
		atTop('from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from collections.abc import Iterable'),
	],
	['matplotlib.use', atTop('import matplotlib\nmatplotlib.use("Agg")\nimport matplotlib.pyplot as plt')],
	['a logger', atTop('import logging\nlog = logging.getLogger(__name__)')],
	[
		'constants',
		atTop(
			'A = 1\nB = (A, "x", {"k": [1.5, None]})\nC = A * 60 + 1\nD = -A\nE: int = 3\nF = f"{A}x"\nG = B[0]\n__version__ = "1"\n__all__ = ["run"]',
		),
	],
	[
		'constants out of constants',
		atTop(
			'MONTHS = "jan feb mar".split()\nBY = {name.upper(): i for i, name in enumerate(MONTHS, 1)}\nALL = frozenset(MONTHS) | {"x"}\nTOP = max(1, 2)',
		),
	],
	[
		'decimals, dates, paths',
		atTop(
			'from decimal import Decimal\nfrom datetime import date, timedelta\nfrom pathlib import Path\nCENT = Decimal("0.01")\nDAY = timedelta(days=1)\nSTART = date(2020, 1, 1)\nOUT = Path("/outputs") / "x"',
		),
	],
	[
		'__future__ and annotations that are never read',
		atTop('from __future__ import annotations\ndef f(x: print(1)) -> g(2): pass'),
	],
	[
		'annotations of all kinds',
		atTop(
			'from typing import Any, Literal, Optional\nimport pandas as pd\ndef f(a: dict[str, Any] | None, b: Optional[int] = None, *c: "str", d: Literal["x"] = "x") -> pd.DataFrame: pass',
		),
	],
	[
		'lru_cache',
		atTop(
			'from functools import lru_cache, cache\n@lru_cache(maxsize=8)\ndef f(x): return x\n@cache\ndef g(x): return x',
		),
	],
	[
		'property, staticmethod, setter',
		atTop(
			'class A:\n    @property\n    def x(self): return 1\n    @x.setter\n    def x(self, v): pass\n    @staticmethod\n    def y(): pass\n    @classmethod\n    def z(cls): pass',
		),
	],
	[
		'contextmanager and abstractmethod',
		atTop(
			'from contextlib import contextmanager\nfrom abc import ABC, abstractmethod\n@contextmanager\ndef f():\n    yield\nclass A(ABC):\n    @abstractmethod\n    def g(self): ...',
		),
	],
	[
		'super().__init__',
		atTop(
			'class A(Exception):\n    def __init__(self, x):\n        super().__init__(x)\n        self.x = x\n    def __str__(self): return self.x\n    def __enter__(self): return self\n    def __exit__(self, *a): pass',
		),
	],
	['an import with a fallback', atTop('try:\n    import tomllib\nexcept ImportError:\n    tomllib = None')],
	[
		'a version branch',
		atTop('import sys\nif sys.version_info >= (3, 11):\n    import tomllib\nelse:\n    tomllib = None'),
	],
	[
		'a decorator of its own inside a function',
		inRun('def d(f): return f\n    @d\n    def g(): return 1\n    return {"x": g()}'),
	],
	['a docstring', `"""What it does."""\n${inRun('"""More."""; return {}')}`],
	[
		'a lambda that is kept',
		atTop(
			'from collections import defaultdict\nKEY = lambda x: x.lower()\nSEEN = defaultdict(lambda: 0)\nTABLE = {"a": KEY, "b": lambda x: x}',
		),
	],
	['own functions in a table', atTop('def f(x): return x\nOPS = {"f": f, "len": len}')],
	['braces that are no format', inRun('return {"x": "{__not a field", "y": "{name}".format(name=1), "z": "{0.name}"}')],
	[
		'os for paths and the environment',
		inRun('return {"x": os.path.join("a", "b"), "y": os.environ.get("HOME"), "z": os.listdir(".")}', 'import os\n'),
	],
	['platform.system', inRun('return {"x": platform.system()}', 'import platform\n')],
	[
		'urllib.parse and HTTPStatus',
		inRun(
			'return {"x": urllib.parse.quote("a"), "y": HTTPStatus.OK.value}',
			'import urllib.parse\nfrom http import HTTPStatus\n',
		),
	],
	['inspect.signature', inRun('return {"x": str(inspect.signature(run))}', 'import inspect\n')],
	['sys.exit and sys.stderr', inRun('print("x", file=sys.stderr); return {"x": sys.maxsize}', 'import sys\n')],
	[
		'threads and json',
		inRun('threading.Thread(target=json.dumps); return json.loads("{}")', 'import json, threading\n'),
	],
	[
		'a class made in a function',
		inRun('class A:\n        x = input["a"]\n    return {"x": A.x, "n": A.__name__, "d": run.__doc__}'),
	],
	['match', inRun('match input:\n        case {"a": int(x), **rest}: return {"x": x}\n        case _: return {}')],
	['numpy', inRun('return {"x": float(np.mean(input["n"]))}', 'import numpy as np\nGRID = np.linspace(0, 1, 5)\n')],
	['a property that is set on its own object', inRun('a.x = 1; return {}', 'class A: pass\na = A()\n')],
	[
		'plot settings in a function',
		inRun('plt.rcParams["font.size"] = 8; return {}', 'import matplotlib.pyplot as plt\n'),
	],
	['walrus in a function', inRun('return {"x": n} if (n := len(input)) else {}')],
];
