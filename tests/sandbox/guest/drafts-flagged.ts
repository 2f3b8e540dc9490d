/** What a draft says of itself, the code, and what the policy finds in it: `rule@line`, or several. */
export type Flagged = readonly [what: string, code: string, ...found: string[]];

const inRun = (line: string, before = '') => `${before}def run(input: dict) -> dict:\n    ${line}\n`;
const atTop = (lines: string) => `${lines}\ndef run(input: dict) -> dict:\n    return {}\n`;

const dynamic: readonly Flagged[] = [
	['eval', inRun('return eval(input["code"])'), 'dynamic-exec@2'],
	['exec under another name', inRun('e = exec; e("1")'), 'dynamic-exec@2'],
	['exec from builtins', atTop('from builtins import exec as q'), 'dynamic-exec@1'],
	['builtins as a module', inRun('return builtins.eval("1")', 'import builtins\n'), 'dynamic-exec@1', 'dynamic-exec@3'],
	['__builtins__ by subscript', inRun('return __builtins__["eval"]("1")'), 'dynamic-exec@2'],
	['__import__ of a sum', inRun('return __import__("so" + "cket")'), 'dynamic-exec@2'],
	['compile, the builtin', inRun('compile("1", "x", "eval")'), 'dynamic-exec@2'],
	['globals, vars and locals', inRun('globals(); vars(); locals()'), 'dynamic-exec@2'],
	['breakpoint', inRun('breakpoint()'), 'dynamic-exec@2'],
	[
		'input, the builtin, in another function',
		`def ask():\n    return input()\n${inRun('return {}')}`,
		'dynamic-exec@2',
	],
	['eval handed on', inRun('return list(map(eval, input["codes"]))'), 'dynamic-exec@2'],
	[
		'eval that is bound only where nothing runs',
		atTop('if 0:\n    eval = 1\nX = 1\ndef f(): return eval("1")'),
		'dynamic-exec@4',
	],
	['eval by a global declaration', inRun('global eval; eval = 1; eval("1")'), 'dynamic-exec@2'],
	['eval in a lambda', atTop('f = lambda x: eval(x)'), 'dynamic-exec@1'],
	[
		'eval in a class body that binds it',
		inRun('return {}', 'class A:\n    if 0: eval = 1\n    x = lambda: eval("1")\n'),
		'dynamic-exec@3',
	],
	['eval in full-width letters', inRun('return ｅｖａｌ("1")'), 'dynamic-exec@2'],
	['eval in an f-string', inRun('return {"x": f"{eval(input[\'c\'])}"}'), 'dynamic-exec@2'],
	['eval as a decorator', inRun('return {}', '@eval\ndef f(): pass\n'), 'dynamic-exec@1', 'import-time-work@1'],
	['eval as a default', atTop('def f(x=eval("1")): pass'), 'dynamic-exec@1', 'import-time-work@1'],
	['timeit, which runs text', inRun('timeit.timeit("1")', 'import timeit\n'), 'dynamic-exec@1', 'dynamic-exec@3'],
];

const named: readonly Flagged[] = [
	['getattr of a sum', inRun('return getattr(os, "sys" + "tem")("x")', 'import os\n'), 'computed-name@3'],
	['getattr under another name', inRun('f = getattr; return f(input, "keys")'), 'computed-name@2'],
	['getattr by a variable', inRun('return getattr(input, input["name"])'), 'computed-name@2'],
	['getattr of a dunder', inRun('return getattr(input, "__class__")'), 'computed-name@2'],
	['setattr by a variable', inRun('setattr(run, input["a"], 1)'), 'computed-name@2'],
	['getattr of something forbidden', inRun('getattr(os, "system")("x")', 'import os\n'), 'subprocess@3'],
	[
		'attrgetter of a dunder',
		inRun('return attrgetter("a.__class__")(input)', 'from operator import attrgetter\n'),
		'computed-name@3',
	],
	[
		'methodcaller by a variable',
		inRun('return operator.methodcaller(input["m"])', 'import operator\n'),
		'computed-name@3',
	],
	[
		'import_module of a sum',
		inRun('import_module("so" + "cket")', 'from importlib import import_module\n'),
		'computed-name@3',
	],
	[
		'import_module of something forbidden',
		inRun('importlib.import_module("socket")', 'import importlib\n'),
		'network@3',
	],
	['a star import', atTop('from os import *'), 'computed-name@1'],
	['a module under another name', inRun('o = os; o.system("x")', 'import os\n'), 'computed-name@3'],
	['a module in a list', inRun('return [os][0]', 'import os\n'), 'computed-name@3'],
];

const dunders: readonly Flagged[] = [
	['__class__ by attribute', inRun('return {"x": input.__class__.__mro__}'), 'dunder@2'],
	['__subclasses__', inRun('return object.__subclasses__()'), 'dunder@2'],
	['__globals__ of a function', inRun('return run.__globals__'), 'dunder@2'],
	['__dict__', inRun('return input.__dict__'), 'dunder@2'],
	['a dunder in an f-string', inRun('return {"x": f"{input.__class__}"}'), 'dunder@2'],
	['a dunder in a format text', inRun('return {"x": "{0.__class__}".format(input)}'), 'dunder@2'],
	['a dunder in a sum of format texts', inRun('return {"x": ("{0.__cla" + "ss__}").format(input)}'), 'dunder@2'],
	['a dunder in a class pattern', inRun('match input:\n        case dict(__class__=c): return c'), 'dunder@3'],
	['a dunder by import', atTop('from os import __builtins__'), 'dunder@1'],
	['__loader__', inRun('return __loader__'), 'dunder@2'],
	['a module that answers for names it lacks', atTop('def __getattr__(name): return 1'), 'dunder@1'],
];

const work: readonly Flagged[] = [
	['a call', atTop('print("hello")'), 'import-time-work@1'],
	['a file that is read', atTop('DATA = open("/inputs/x").read()'), 'import-time-work@1'],
	['a loop', atTop('for i in range(3): pass'), 'import-time-work@1'],
	['a with', atTop('import os\nwith os.scandir("/") as d: pass'), 'import-time-work@2'],
	['a try with more than imports', atTop('try:\n    print(1)\nexcept Exception:\n    pass'), 'import-time-work@2'],
	['a default', atTop('def f(x=print(1)): pass'), 'import-time-work@1'],
	['an annotation', atTop('def f(x: print(1)): pass'), 'import-time-work@1'],
	['an annotation of a constant', atTop('X: print(1) = 2'), 'import-time-work@1'],
	['a class body', atTop('class A:\n    print(1)'), 'import-time-work@2'],
	['a base that is computed', atTop('def f(): return object\nclass A(f()): pass'), 'import-time-work@2'],
	['a decorator of its own', atTop('def d(f): return f\n@d\ndef g(): pass'), 'import-time-work@2'],
	['a walrus', atTop('(x := print(1))'), 'import-time-work@1'],
	['an own function in a comprehension', atTop('def f(x): return x\nX = [f(i) for i in (1, 2)]'), 'import-time-work@2'],
	['an own function by sorted', atTop('def f(x): return x\nX = sorted((1, 2), key=f)'), 'import-time-work@2'],
	['a lambda that is called', atTop('X = (lambda: 1)()'), 'import-time-work@1'],
	[
		'an own class whose making runs code',
		atTop('class A:\n    def __init__(self): print(1)\nX = A()'),
		'import-time-work@3',
	],
	['a branch that works', atTop('import sys\nif sys.platform == "linux":\n    print(1)'), 'import-time-work@3'],
	['a library that is changed', atTop('import json\njson.loads = None'), 'import-time-work@2', 'interpreter@2'],
	['an assert', atTop('assert 1'), 'import-time-work@1'],
];

const reach: readonly Flagged[] = [
	['subprocess', atTop('import subprocess'), 'subprocess@1'],
	['os.system', inRun('os.system("x")', 'import os\n'), 'subprocess@3'],
	['os.system by name', inRun('s("x")', 'from os import system as s\n'), 'subprocess@1', 'subprocess@3'],
	['os.execv, os.fork', inRun('o.execv("x", []); o.fork()', 'import os as o\n'), 'subprocess@3'],
	['os through pathlib', inRun('pathlib.os.system("x")', 'import pathlib\n'), 'subprocess@3'],
	['os out of shutil', inRun('os.popen("x")', 'from shutil import os\n'), 'subprocess@3'],
	['multiprocessing', atTop('from multiprocessing import Pool'), 'subprocess@1'],
	['a process pool', atTop('from concurrent.futures import ProcessPoolExecutor'), 'subprocess@1'],
	['socket', inRun('import socket'), 'network@2'],
	['urllib.request', inRun('urllib.request.urlopen("x")', 'import urllib.request\n'), 'network@1', 'network@3'],
	['http.client', atTop('from http import client'), 'network@1'],
	['requests, which is not installed', atTop('import requests'), 'network@1'],
	['asyncio connections', inRun('asyncio.open_connection("x")', 'import asyncio\n'), 'network@3'],
	['ctypes', atTop('import ctypes'), 'interpreter@1'],
	['sys.modules', inRun('sys.modules["os"]', 'import sys\n'), 'interpreter@3'],
	['a frame', inRun('sys._getframe()', 'import sys\n'), 'interpreter@3'],
	[
		'a frame of a traceback',
		inRun('try: 1/0\n    except Exception as e: e.__traceback__.tb_frame'),
		'dunder@3',
		'interpreter@3',
	],
	['pickle.loads', inRun('pickle.loads(b"")', 'import pickle\n'), 'interpreter@3'],
	['pickles by pandas', inRun('pd.read_pickle("x")', 'import pandas as pd\n'), 'interpreter@3'],
	['the machinery of imports', atTop('import importlib.util'), 'interpreter@1'],
	['one name for two modules', inRun('x.system("x")', 'import json as x\nimport os as x\n'), 'subprocess@4'],
	[
		'one name for two modules, the other way round',
		inRun('x.system("x")', 'import os as x\nimport json as x\n'),
		'subprocess@4',
	],
];

const shape: readonly Flagged[] = [
	['no run', 'def go(input): return {}\n', 'no-run@1'],
	['run with two parameters', 'def run(input, more): return {}\n', 'no-run@1'],
	['run with any number', 'def run(*inputs): return {}\n', 'no-run@1'],
	['run that is async', 'async def run(input): return {}\n', 'no-run@1'],
	['run that is bound again', 'def run(input): return {}\nrun = 1\n', 'no-run@2'],
	['META', atTop('META = {}'), 'reserved@1'],
	['a main block', atTop('if "__main__" == __name__:\n    print(run({}))'), 'reserved@1'],
	['a header of its own', atTop('# /// script\n# dependencies = []\n# ///'), 'reserved@1'],
];

export const flagged: readonly Flagged[] = [...dynamic, ...named, ...dunders, ...work, ...reach, ...shape];
