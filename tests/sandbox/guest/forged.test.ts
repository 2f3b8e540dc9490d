import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { describeGuest } from './describe-guest.ts';
import { alive } from './start-guest.ts';

describeGuest('run_tool', ({ guest, home }) => {
	const run = async (body: string, input: unknown = {}, more = {}) => {
		const name = `t${randomUUID().slice(0, 8)}`;
		mkdirSync(home().path('tools/test', name, '1'), { recursive: true });
		writeFileSync(home().path('tools/test', name, '1/tool.py'), body);
		return guest().call('run_tool', { tool: `test/${name}/1`, input, ...more });
	};

	it('gives the input to run() and its result back, whatever the tool prints', async () => {
		const body =
			'import os\nprint("{}")\ndef run(input):\n    print("noise"); os.system("echo more")\n    return {"twice": input["n"] * 2, "text": "ü"}';
		expect(await run(body, { n: 21 })).toEqual({
			isError: false,
			text: '{"twice":42,"text":"ü"}',
			data: { output: { twice: 42, text: 'ü' } },
		});
	});

	it.each([
		['raise ValueError("no \\x1b[31m")', /^The tool failed: Traceback[\s\S]*ValueError: no \\x1b\[31m$/],
		['return {"x": b"y"}', /JSON cannot hold: it holds bytes/],
		['return {"x": object()}', /JSON cannot hold: it holds object/],
		['return [1]', /run\(\) must return a dict, not list/],
		['import sys; sys.exit(0)', /SystemExit/],
		[
			'import os; print("last words", flush=True); os._exit(7)',
			/^The tool did not return: Exit code 7\nIt had printed:\nlast words$/,
		],
		['a = []; a.append(a); return {"a": a}', /JSON cannot hold/],
		['a = []\n    for i in range(49): a = [a]\n    return {"a": a}', /did not return: .*nested deeper than 50 levels$/],
		['return {"x": "y" * 2_000_000}', /returned more than 1 MiB/],
		['return {"x": {1: 2, "1": 3}}', /JSON cannot hold: two of its keys are "1"/],
		['return {"x": 10 ** 400}', /did not return/],
		['return {"x": 10 ** 5000}', /JSON cannot hold/],
		['import os, signal; os.kill(os.getpid(), signal.SIGSEGV)', /did not return: Killed by SIGSEGV/],
	])('answers %j with a sentence', async (line, expected) => {
		const answer = await run(`def run(input):\n    ${line}`);
		expect(answer.isError).toBe(true);
		expect(answer.text).toMatch(expected);
	});

	it('tells a failing tool as an object too', async () => {
		const { data } = await run('def run(input): raise KeyError("x")');
		expect(data).toMatchObject({ error: { type: 'KeyError', message: "'x'" } });
	});

	it('gives numbers, texts and lists as JSON has them', async () => {
		const input = { a: [1, -2.5, 1e300, true, null, 'ü\u0001"\\', {}], b: { c: [] }, '': 'é' };
		const { data } = await run('def run(input): return {"got": input, "t": (1, 2), "k": {1: 2, None: 3}}', input);
		expect(data).toEqual({ output: { got: input, t: [1, 2], k: { 1: 2, null: 3 } } });
	});

	it('makes half of a character visible instead of breaking on it', async () => {
		const { data } = await run('def run(input): return {"x\\ud800": "\\udfff"}');
		expect(data).toEqual({ output: { 'x\ufffd': '\ufffd' } });
	});

	it('ends a tool that takes too long, with all that it started', async () => {
		const mark = `mark${randomUUID().slice(0, 8)}`;
		const body = `import subprocess\ndef run(input): subprocess.run(["setsid", "bash", "-c", "trap '' TERM; sleep 600; : ${mark}"])`;
		const running = run(body, {}, { timeout: 5 });
		await waitFor(() => alive(mark).length > 0, 'the tool runs');
		expect((await running).text).toMatch(/Timed out after 5 s \(nothing it started is running any more\)/);
		expect(alive(mark)).toEqual([]);
	});

	it('cuts a long result and saves the whole; data has it all', async () => {
		const { text, data } = await run('def run(input): return {"x": "y" * 20000}');
		expect(text.length).toBeLessThan(5300);
		expect(text).toContain('characters left out; all of it is in /workspace/.threadsmith/');
		expect((data as { output: { x: string } }).output.x).toHaveLength(20_000);
	});

	it('finds what its environment holds behind what Python and the image have, and runs nothing of it by itself', async () => {
		const env = randomUUID().replaceAll('-', '');
		mkdirSync(home().path('disk/envs', env), { recursive: true });
		writeFileSync(home().path('disk/envs', env, 'extra.py'), 'version = "of the environment"');
		for (const name of ['json', 'encodings', 'sitecustomize', 'usercustomize', 'os'])
			writeFileSync(home().path('disk/envs', env, `${name}.py`), 'raise SystemExit("an impostor ran")');
		writeFileSync(home().path('disk/envs', env, 'x.pth'), 'import sys; sys.stderr.write("a .pth ran"); sys.exit(3)');
		const body = 'import encodings.idna, extra, json, os\ndef run(input): return {"version": extra.version}';
		expect(await run(body, {}, { env })).toMatchObject({ data: { output: { version: 'of the environment' } } });
		expect((await run(body)).isError).toBe(true);
	});

	it('says that its environment is not there', async () => {
		const answer = await run('def run(input): return {}', {}, { env: '0'.repeat(32) });
		expect(answer).toMatchObject({ isError: true, data: { missing: 'env' } });
	});

	it('finds the modules of Python, and where packages are', async () => {
		const body =
			'import csv, json, sys\ndef run(input):\n    return {"n": json.loads("[1]"), "folders": [at for at in sys.path if at.endswith("dist-packages")]}';
		expect(await run(body)).toMatchObject({
			data: { output: { n: [1], folders: expect.arrayContaining([expect.stringMatching(/^\/usr\/.*python3/)]) } },
		});
	});

	it('refuses a tool name that is a path', async () => {
		const answer = await guest().call('run_tool', { tool: '../../x', input: {} });
		expect(answer.text).toMatch(/^Wrong arguments for run_tool: "tool"/);
	});
});
