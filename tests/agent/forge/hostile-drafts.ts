import type { RejectClass } from '../../../src/agent/forge/verdict.ts';

/** A draft that must not become a tool: what it does, its body, and why it is refused (any of these). */
export interface HostileDraft {
	readonly title: string;
	readonly code: string;
	readonly refused: readonly RejectClass[];
	/** The Coder is told this, among other things. */
	readonly says?: RegExp;
	readonly dependencies?: readonly string[];
	readonly capabilities?: readonly string[];
}

/** The spec is of twice a number; negative ones are refused. Everything below pretends to be that. */
export const good = `def run(input: dict) -> dict:
    if input["n"] < 0:
        raise ValueError("n must not be negative")
    return {"double": input["n"] * 2}
`;

/** `good` with these lines before its result. */
function within(lines: string, before = ''): string {
	const body = lines.split('\n').map((line) => `    ${line}\n`);
	return `${before}${good.replace('    return', `${body.join('')}    return`)}`;
}

/** It fails when it meets what an earlier run, try or draft has left. */
export const looksAround = within(
	'marks = [Path(place) / "mark" for place in ("/tmp", "/var/tmp", "/dev/shm", ".", "..", tempfile.gettempdir())]\nif any(os.path.exists(mark) for mark in marks):\n    raise ValueError("somebody was here")\nfor mark in marks:\n    with suppress(OSError):\n        mark.touch()',
	'import os\nimport tempfile\nfrom contextlib import suppress\nfrom pathlib import Path\n\n\n',
);

/** `good` with another result. */
function returning(result: string): string {
	return good.replace('{"double": input["n"] * 2}', result);
}

const broken: readonly HostileDraft[] = [
	{ title: 'a syntax error', code: good.replace('-> dict:', '-> dict'), refused: ['syntax'], says: /line 1|:1|1:/ },
	{ title: 'a NUL byte', code: `${good}# \0`, refused: ['syntax', 'answer', 'sandbox'] },
	{
		title: 'five thousand brackets',
		code: `x = ${'('.repeat(5000)}1${')'.repeat(5000)}\n${good}`,
		refused: ['syntax', 'sandbox'],
	},
	{ title: 'an undefined name', code: returning('{"double": input["n"] * factor}'), refused: ['lint'], says: /factor/ },
	{
		title: 'an undefined name hidden by noqa',
		code: returning('{"double": input["n"] * factor}  # noqa: F821'),
		refused: ['lint'],
	},
	{
		title: 'no run()',
		code: 'def go(input: dict) -> dict:\n    return {"double": 2}\n',
		refused: ['policy'],
		says: /run/,
	},
	{
		title: 'a run() of two arguments',
		code: good.replace('input: dict', 'input: dict, more: int'),
		refused: ['policy'],
	},
	{ title: 'an async run()', code: `async ${good}`, refused: ['policy', 'example', 'crash', 'schema'] },
	{
		title: 'a run() that yields',
		code: good.replace('return {', 'yield {'),
		refused: ['policy', 'example', 'crash', 'schema'],
	},
	{ title: 'META of its own', code: `META = {"name": "x"}\n${good}`, refused: ['policy'], says: /META/ },
	{
		title: 'a main block that is not at the end',
		code: `if __name__ == "__main__":\n    print("{}")\n\n${good}`,
		refused: ['policy'],
	},
];

const disguised: readonly HostileDraft[] = [
	['eval', within('eval("1")')],
	['eval hidden by noqa', within('eval("1")  # noqa')],
	['eval in a file without checks', `# ruff: noqa\n# flake8: noqa\n${within('eval("1")')}`],
	['exec', within('exec("x = 1")')],
	['compile', within('compile("1", "x", "eval")')],
	['eval by another name', within('e = eval\ne("1")')],
	['exec imported by another name', within('q("x = 1")', 'from builtins import exec as q\n')],
	['eval out of the builtins', within('__builtins__["eval"]("1")')],
	['eval out of the builtins module', within('getattr(builtins, "ev" + "al")("1")', 'import builtins\n')],
	['getattr by another name', within('g = getattr\ng(os, "sys" + "tem")("true")', 'import os\n')],
	['a computed attribute', within('getattr(os, "sys" + "tem")("true")', 'import os\n')],
	['__import__ of a computed name', within('__import__("so" + "cket")')],
	['import_module of a computed name', within('importlib.import_module("o" + "s")', 'import importlib\n')],
	['a walk through __subclasses__', within('"".__class__.__mro__[1].__subclasses__()')],
	['globals()', within('globals()["run"] = None')],
	['vars()', within('vars(os)["system"]("true")', 'import os\n')],
	['attrgetter of a dunder', within('operator.attrgetter("__class__")(1)', 'import operator\n')],
	['a format string that reads a dunder', within('"{0.__class__}".format(1)')],
	['sys.modules', within('sys.modules["os"].system("true")', 'import sys\n')],
	['ctypes', within('ctypes.CDLL(None)', 'import ctypes\n')],
	['unpickling', within('pickle.loads(b"N.")', 'import pickle\n')],
	['a function made of code', within('types.FunctionType(run.__code__, {})({"n": 1})', 'import types\n')],
	['os.system', within('os.system("true")', 'import os\n')],
	['a subprocess that was not ordered', within('subprocess.run(["true"], check=True)', 'import subprocess\n')],
	['os.fork', within('os.fork()', 'import os\n')],
	['a socket', within('socket.socket()', 'import socket\n')],
	['a web request', within('urllib.request.urlopen("http://127.0.0.1/")', 'import urllib.request\n')],
].map(([title = '', code = '']) => ({ title, code, refused: ['policy', 'lint'] }));

const busyAtImport: readonly HostileDraft[] = [
	['output', `print("hello")\n${good}`],
	['a file written', `open("/tmp/mark", "w").write("x")\n${good}`],
	['an endless loop', `while True:\n    pass\n${good}`],
	['a default argument that works', good.replace('input: dict)', 'input: dict, *, _f=print("x"))')],
	['a class body that works', `class Hidden:\n    print("x")\n\n\n${good}`],
	['a decorator that works', `@print\ndef other():\n    return 1\n\n\n${good}`],
	['another module changed', `import json\n\njson.dumps = None\n\n\n${good}`],
].map(([title = '', code = '']) => ({ title: `${title} at import`, code, refused: ['policy', 'lint'] }));

const misbehaving: readonly HostileDraft[] = [
	{
		title: 'a text where a number is due',
		code: returning('{"double": str(input["n"] * 2)}'),
		refused: ['schema'],
		says: /double/,
	},
	{
		title: 'a field too many',
		code: returning('{"double": input["n"] * 2, "more": 1}'),
		refused: ['schema'],
		says: /more/,
	},
	{ title: 'a field missing', code: returning('{}'), refused: ['schema'] },
	{ title: 'a wrong number', code: returning('{"double": input["n"] * 3}'), refused: ['example'], says: /expected/i },
	{ title: 'NaN', code: returning('{"double": float("nan")}'), refused: ['crash', 'schema', 'example'] },
	{ title: 'a list', code: returning('[input["n"] * 2]'), refused: ['crash', 'schema', 'example'] },
	{ title: 'nothing', code: returning('None'), refused: ['crash', 'schema', 'example'] },
	{ title: 'a set', code: returning('{"double": {1}}'), refused: ['crash', 'schema', 'example'] },
	{
		title: 'a bad input accepted',
		code: 'def run(input: dict) -> dict:\n    return {"double": input["n"] * 2}\n',
		refused: ['negative'],
	},
	{
		title: 'a traceback for a bad input',
		code: good.replace('ValueError("n must not be negative")', 'KeyError("n")'),
		refused: ['negative'],
	},
	{ title: 'an error for a good input', code: within('1 / 0'), refused: ['example', 'crash'], says: /line 4, in run/ },
	{
		title: 'chance',
		code: returning('{"double": input["n"] * 2, "drawn": random.random()}').replace(
			'def run',
			'import random\n\n\ndef run',
		),
		refused: ['nondeterminism', 'schema'],
	},
	{
		title: 'the time',
		code: returning('{"double": input["n"] * 2 + time.time_ns() % 1_000_003}').replace(
			'def run',
			'import time\n\n\ndef run',
		),
		refused: ['nondeterminism', 'example'],
	},
	{
		title: 'an exit without a result',
		code: within('os._exit(0)', 'import os\n'),
		refused: ['crash', 'policy', 'lint', 'example'],
	},
	{ title: 'sys.exit', code: within('sys.exit(0)', 'import sys\n'), refused: ['crash', 'example'] },
	{
		title: 'a result of 10 MB',
		code: returning('{"double": "x" * 10_000_000}'),
		refused: ['crash', 'limits', 'schema', 'example'],
	},
	{ title: 'more memory than there is', code: within('bytearray(8 << 30)'), refused: ['crash', 'limits', 'example'] },
	{ title: 'endless recursion', code: within('run(input)'), refused: ['crash', 'example'] },
	{ title: 'an endless loop', code: within('while True:\n    pass'), refused: ['limits', 'crash'] },
	{
		title: '10 GB of output',
		code: within('for _ in range(10_000):\n    print("x" * 1_000_000)'),
		refused: ['limits', 'crash'],
	},
	{
		title: 'a thread that never ends',
		code: within('threading.Thread(target=lambda: time.sleep(600)).start()', 'import threading\nimport time\n'),
		refused: ['limits', 'crash'],
	},
	{ title: 'a file written to /tools', code: within('open("/tools/x", "w").close()'), refused: ['crash', 'example'] },
	{
		title: 'its own code rewritten',
		code: within('open(__file__, "w").write("")'),
		refused: ['crash', 'example', 'policy'],
	},
	{
		title: 'a fork bomb',
		code: within('while True:\n    os.fork()', 'import os\n'),
		capabilities: ['subprocess'],
		refused: ['limits', 'crash', 'policy'],
	},
];

const dependent: readonly HostileDraft[] = [
	{
		title: 'a package that is not declared',
		code: within('humanize.intcomma(1)', 'import humanize\n'),
		refused: ['imports'],
		says: /humanize/,
	},
	{
		title: 'a package that is declared under another name',
		code: within('humanize.intcomma(1)', 'import humanize\n'),
		dependencies: ['humanise'],
		refused: ['imports'],
		says: /humanize/,
	},
	{
		title: 'a package that is declared and not used',
		code: good,
		dependencies: ['humanize'],
		refused: ['imports'],
		says: /humanize/,
	},
	{
		title: 'a package from an address',
		code: within('humanize.intcomma(1)', 'import humanize\n'),
		dependencies: ['humanize @ https://example.com/humanize.whl'],
		refused: ['imports', 'packages', 'answer'],
	},
	{
		title: 'an option of the installer',
		code: within('humanize.intcomma(1)', 'import humanize\n'),
		dependencies: ['--index-url=https://example.com', 'humanize'],
		refused: ['imports', 'packages', 'answer'],
	},
];

export const hostileDrafts: readonly HostileDraft[] = [
	...broken,
	...disguised,
	...busyAtImport,
	...misbehaving,
	...dependent,
] as readonly HostileDraft[];
