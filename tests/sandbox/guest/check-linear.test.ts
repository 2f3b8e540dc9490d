import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cannotRun } from './start-guest.ts';

/** As isLinear has it, for the processor's time of a Python: the best of some tries, and 10 ms of noise. */
const script = `
import json, sys, time
sys.path.insert(0, sys.argv[1])
from check_policy import Policy

def cost(code):
    tree = compile(code, "tool.py", "exec", 0x400)
    start = time.process_time()
    Policy(code, tree).findings()
    return time.process_time() - start

small, large = json.load(sys.stdin)
print(any(cost(large) <= 2.5 * cost(small) + 0.01 for _ in range(8)))
`;

/** So many characters of draft, of lines that may have numbers. */
const lines = (line: (at: number) => string) => (characters: number) =>
	Array.from({ length: characters / line(100).length }, (_, at) => `${line(at)}\n`).join('');
const inRun = (line: string) => (characters: number) => `def run(input):\n${lines(() => `    ${line}`)(characters)}`;

describe.skipIf(cannotRun !== undefined)('Reading twice the draft takes twice the time', () => {
	it.each<readonly [string, (characters: number) => string]>([
		['names that are used as they are', inRun('print(a, b, getattr(x, "y"), hasattr(x, "z"))')],
		['names for texts', lines((at) => `T${at} = "{a}"\ndef f${at}(x: T${at}): return T${at}.format(a=1)`)],
		['a table of texts', (size) => `T = [${'"{a}", '.repeat(size / 12)}]\n${inRun('T[0].format(a=1)')(size / 2)}`],
		[
			'imports and queries',
			(size) => lines((at) => `from pandas import a${at}`)(size / 2) + inRun('df.query(S)')(size / 2),
		],
		['a text that is run again', (size) => `S = "${'a,'.repeat(size / 4)}b"\n${inRun('df.query(S)')(size / 2)}`],
	])(
		'for %s',
		(_what, draft) => {
			const input = JSON.stringify([15_000, 30_000].map((size) => `import pandas as pd\n${draft(size)}`));
			const guest = resolve(import.meta.dirname, '../../../src/sandbox/guest/python');
			const options = { input, encoding: 'utf8', timeout: 50_000 } as const;
			const { stdout, stderr } = spawnSync('python3', ['-B', '-c', script, guest], options);
			expect([stdout, stderr]).toEqual(['True\n', '']);
		},
		60_000,
	);
});
