import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tryToolResult } from '../../../../src/sandbox/built-ins.ts';
import { toCallResult } from '../../../../src/sandbox/podman/guest-link/call-result.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { describeGuest } from '../describe-guest.ts';
import { alive } from '../start-guest.ts';

describeGuest('try_tool', ({ guest, home }) => {
	const sum = 'def run(input):\n    return {"sum": sum(input["n"])}\n';
	const one = { input: {}, files: {}, times: 1 };
	const attempt = async (code: string, runs: readonly object[], more = {}) =>
		tryToolResult.parse((await guest().call('try_tool', { code, runs, ...more })).data);
	const endsOf = async (code: string, run: object = {}, more = {}) =>
		(await attempt(code, [{ ...one, ...run }], more)).runs[0];

	it('says what came of each run, and of each time', async () => {
		const code = `${sum}import sys\nif "--describe" in sys.argv: print('{"name": "sum"}')`;
		const runs = [
			{ ...one, input: { n: [1, 2] }, times: 2 },
			{ ...one, input: {} },
		];
		const output = { ended: 'output', output: { sum: 3 }, files: [] };
		expect(await attempt(code, runs)).toEqual({
			described: { meta: { name: 'sum' } },
			runs: [[output, output], [{ ended: 'error', error: expect.objectContaining({ type: 'KeyError' }) }]],
		});
	});

	it('shows where a draft failed by its line, and not where it lay', async () => {
		const ends = await endsOf('\n\ndef run(input):\n    raise ValueError("no such column")\n');
		expect(ends).toEqual([
			{
				ended: 'error',
				error: {
					type: 'ValueError',
					message: 'no such column',
					traceback: expect.stringMatching(/^Traceback.*\n {2}File "tool\.py", line 4, in run\n/),
					wrong: 'input',
				},
			},
		]);
	});

	it('names files by whole paths in each second run, and as the test does in what comes of it', async () => {
		const code = `import os
def run(input):
    given = [input["one"], input["folder"], *input["more"]]
    return {"whole": sum(map(os.path.isabs, given)), "there": [open(input["one"]).read(), os.listdir(input["folder"])], "given": given}`;
		const input = { one: 'a.txt', folder: 'deep/er', more: ['deep/er/b.txt', 'none.txt', 'a.txt b', 'deep'] };
		const ends = await endsOf(code, { input, files: { 'a.txt': 'a', 'deep/er/b.txt': 'b' }, times: 2 });
		const given = ['a.txt', 'deep/er', ...input.more];
		const there = ['a', ['b.txt']];
		expect(ends).toMatchObject([0, 3].map((whole) => ({ ended: 'output', output: { whole, there, given } })));
	});

	it('runs in a folder that holds the files of the test, and tells those that were made or changed', async () => {
		const code = `import os
def run(input):
    os.makedirs("out/deep")
    open("out/deep/new.txt", "w").write("abc")
    open("same.csv", "a").write("")
    open("in/changed.csv", "a").write("x")
    os.remove("gone.txt")
    return {"here": sorted(os.listdir(".")), "home": os.environ["HOME"] == os.getcwd() == os.path.dirname(os.environ["TMPDIR"]) + "/work"}
`;
		const files = { 'in/changed.csv': 'a', 'same.csv': 'ü', 'gone.txt': '' };
		expect(await endsOf(code, { files })).toEqual([
			{
				ended: 'output',
				output: { here: ['in', 'out', 'same.csv'], home: true },
				files: [
					{ name: 'in/changed.csv', size: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
					{
						name: 'out/deep/new.txt',
						size: 3,
						sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
					},
				],
			},
		]);
	});

	it('runs what makes further files before, apart from the tool', async () => {
		const prepare = 'import os, sys\nopen("made.bin", "wb").write(b"\\0")\nprint("making")\nos.environ["LEFT"] = "x"';
		const code =
			'import os\ndef run(input): return {"size": os.path.getsize("made.bin"), "left": "LEFT" in os.environ}';
		const output = { size: 1, left: false };
		expect(await endsOf(code, { prepare, times: 2 })).toEqual([
			{ ended: 'output', output, files: [] },
			{ ended: 'output', output, files: [] },
		]);
	});

	it.each([
		[
			'what makes its files fails',
			{ prepare: 'print("before")\nraise OSError("no paper")' },
			/Exit code 1[\s\S]*no paper/,
		],
		['what makes its files hangs', { prepare: 'import time; time.sleep(600)' }, /Timed out after 2 s/],
		['a path leads out', { files: { '../x': '' } }, /Not a path.*"\.\.\/x"/],
		['a path is absolute', { files: { '/tmp/x': '' } }, /Not a path/],
		['a path holds a NUL', { files: { 'a\0b': '' } }, /Not a path.*a\\x00b/],
		['a path is empty', { files: { '': '' } }, /Not a path/],
		['a file stands where a folder is to be', { files: { a: '', 'a/b': '' } }, /cannot be placed/],
		[
			'it brings too many files',
			{ files: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i, ''])) },
			/at most 20/,
		],
		['its files are too large', { files: { a: 'ü'.repeat(600_000) } }, /1 MiB/],
	])('says that a test is wrong when %s', async (_what, run, says) => {
		expect(await endsOf(sum, run, { timeout: 2 })).toEqual([{ ended: 'unprepared', how: expect.stringMatching(says) }]);
	});

	it.each([
		['prints something else', `${sum}print("hello")`, /not a JSON object/],
		['prints a list', `${sum}print("[1]")`, /not a JSON object/],
		['prints nothing', sum, /not a JSON object/],
		['fails', `${sum}raise OSError("broken")`, /Exit code 1[\s\S]*OSError: broken/],
		['hangs', `${sum}import time\ntime.sleep(600)`, /Timed out after 1 s/],
		['prints too much', `${sum}print('{"x": "' + "y" * 70000 + '"}')`, /not a JSON object/],
	])('says so when --describe %s', async (_what, code, says) => {
		const { described } = await attempt(code, [one], { timeout: 1 });
		expect(described).toEqual({ problem: expect.stringMatching(says) });
	});

	it('finds the packages of its environment, also for --describe and what makes files', async () => {
		const env = randomUUID().replaceAll('-', '');
		mkdirSync(home().path('disk/envs', env), { recursive: true });
		writeFileSync(home().path('disk/envs', env, 'in_env.py'), 'x = 7');
		const code =
			'import in_env, json, sys\ndef run(input): return {"x": in_env.x}\nif "--describe" in sys.argv: print("{}")';
		expect(await attempt(code, [{ ...one, prepare: 'import in_env' }], { env })).toEqual({
			described: { meta: {} },
			runs: [[{ ended: 'output', output: { x: 7 }, files: [] }]],
		});
		const missing = await guest().call('try_tool', { code, runs: [one], env: '1'.repeat(32) });
		expect(missing).toMatchObject({ isError: true, data: undefined });
	});

	it('runs as a user of tools, in their group and without the groups of anybody', async () => {
		const code = 'import os\ndef run(input): return {"ids": [os.getuid(), os.getgid(), *os.getgroups()]}';
		expect(await endsOf(code)).toMatchObject([{ output: { ids: [expect.toBeOneOf([1003, 1005, 1006, 1007]), 1003] } }]);
	});

	it('answers below 3 MiB, whatever 40 runs return', async () => {
		const code = `def run(input):
    for i in range(40): open("f" * 190 + str(i), "w").write("x")
    return {"x": "\\u00fc" * 10900}`;
		const runs = Array.from({ length: 20 }, () => ({ ...one, times: 2 }));
		const answer = await guest().call('try_tool', { code, runs });
		const { runs: ends } = tryToolResult.parse(answer.data);
		expect(ends.flat().every(({ ended }) => ended === 'output')).toBe(true);
		expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(3 * 1024 * 1024);
	}, 60_000);

	it('takes the deepest results that reach the host', async () => {
		const code = 'def run(input):\n    a = 1\n    for i in range(49): a = [a]\n    return {"a": a}';
		const { data } = await guest().call('try_tool', { code, runs: [one] });
		expect(tryToolResult.parse(data).runs[0]).toMatchObject([{ ended: 'output' }]);
		expect(toCallResult({ content: [], structuredContent: data as never })).toMatchObject({ ok: true, data });
	});

	it('is stopped by a sweep, and leaves nothing', async () => {
		const mark = `mark${randomUUID().slice(0, 8)}`;
		const code = `import subprocess\ndef run(input): subprocess.run(["bash", "-c", "trap '' TERM; sleep 600; : ${mark}"])`;
		const running = guest().call('try_tool', { code, runs: [{ ...one, times: 2 }, one] });
		await waitFor(() => alive(mark).length > 0, 'the run');
		await guest().call('sweep');
		expect(await running).toEqual({ isError: true, text: 'Stopped', data: undefined });
		expect(alive(mark)).toEqual([]);
		expect((await guest().bash('ls -d /tmp/forge-*')).text).toContain('No such file');
	});
});
