import { afterAll, describe, expect, it } from 'vitest';
import { lintVerdict } from '../../../../src/agent/forge/static/lint-verdict.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { createRuffLinter } from '../../../../src/lint/ruff-linter.ts';

const linter = createRuffLinter({ log: silentLogger });
afterAll(() => linter[Symbol.asyncDispose]());

async function verdictOf(source: string, capabilities: readonly ('files' | 'subprocess')[] = []) {
	return lintVerdict(await linter.check(source, new AbortController().signal), capabilities);
}

describe('lintVerdict', () => {
	it.each([
		['syntax', 'def run(input) -> dict\n    return {}\n'],
		['syntax', 'return 1\n'],
		['syntax', 'def run(input):\n    break\n'],
		['syntax', 'from __future__ import nothing\n'],
		['lint', 'def run(input):\n    return {"a": nowhere}\n'],
		['lint', '__all__ = ["nowhere"]\n'],
		['lint', 'a = 1\ndef run(input):\n    print(a)\n    a = 2\n'],
		['lint', 'from os import *\n'],
		['lint', 'print("%(a)s" % (1,))\n'],
		['lint', 'print("{} {}".format(1))\n'],
		['lint', 'raise NotImplemented\n'],
		['lint', 'assert (1, "always")\n'],
		['lint', 'eval("1")\n'],
		['lint', 'exec("1")\n'],
		['lint', 'import pickle\npickle.loads(b"")\n'],
		['lint', 'import yaml\nyaml.load("a")\n'],
		['lint', 'import os\nos.system("ls")\n'],
		['lint', 'import subprocess\nsubprocess.run("ls", shell=True)\n'],
		['lint', 'import subprocess\nsubprocess.run(["ls"])\n'],
		['lint', 'import requests\nrequests.get("x", verify=False)\n'],
		['lint', 'class A:\n    def __init__(self):\n        return 1\n'],
		['lint', 'x = "a\u202eb"\n'],
	])('refuses as %s: %j', async (expected, source) => {
		const { problems } = await verdictOf(source);
		expect(problems.map((problem) => problem.class)).toContain(expected);
	});

	it.each([
		['S105', 'PASSWORD = "hunter2"\n'],
		['S101', 'def run(input):\n    assert input\n'],
		['F401', 'import os\n'],
		['F841', 'def run(input):\n    a = 1\n'],
		['F541', 'print(f"a")\n'],
		['B006', 'def run(input, seen=[]):\n    return seen\n'],
		['S311', 'import random\nprint(random.random())\n'],
		['S314', 'import xml.etree.ElementTree as ET\nET.parse("a")\n'],
	])('only says %s of %j', async (code, source) => {
		const { problems, warnings } = await verdictOf(source);
		expect(problems).toEqual([]);
		expect(warnings).toEqual([expect.stringMatching(new RegExp(`^line \\d: ${code} `))]);
	});

	it('lets programs run where they are declared, and never a shell', async () => {
		const source = 'import subprocess\nsubprocess.run(["ls"], check=True)\nsubprocess.run("ls", shell=True)\n';
		const { problems, warnings } = await verdictOf(source, ['subprocess']);
		expect(problems).toEqual([{ class: 'lint', line: 3, text: expect.stringContaining('S602') }]);
		expect(warnings).toEqual([]);
	});
});
