import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
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

	it('runs as uid 1000 in /workspace', async () => {
		const { data } = await run('import os\ndef run(input): return {"uid": os.getuid(), "folder": os.getcwd()}');
		expect(data).toMatchObject({ output: { uid: 1000, folder: '/session/disk/workspace' } });
	});

	it.each([
		['raise ValueError("no \\x1b[31m")', /^The tool failed: Traceback[\s\S]*ValueError: no \\x1b\[31m$/],
		['return {"x": float("nan")}', /JSON cannot hold \(NaN/],
		['return {"x": {1, 2}}', /JSON cannot hold: Object of type set/],
		['return [1]', /run\(\) must return a dict, not list/],
		['import sys; sys.exit(0)', /SystemExit/],
		[
			'import os; print("last words", flush=True); os._exit(7)',
			/^The tool did not return: Exit code 7\nIt had printed:\nlast words$/,
		],
		['a = []; a.append(a); return {"a": a}', /JSON cannot hold/],
		['return {"x": "y" * 2_000_000}', /returned more than 1 MiB/],
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

	it('ends a tool that takes too long, with all that it started', async () => {
		const mark = `mark${randomUUID().slice(0, 8)}`;
		const body = `import subprocess\ndef run(input): subprocess.run(["setsid", "bash", "-c", "trap '' TERM; sleep 600; : ${mark}"])`;
		const running = run(body, {}, { timeout: 1 });
		await waitFor(() => alive(mark).length > 0, 'the tool runs', 5000);
		expect((await running).text).toMatch(/Timed out after 1 s \(nothing it started is running any more\)/);
		expect(alive(mark)).toEqual([]);
	});

	it('cuts a long result and saves the whole; data has it all', async () => {
		const { text, data } = await run('def run(input): return {"x": "y" * 20000}');
		expect(text.length).toBeLessThan(5300);
		expect(text).toContain('characters left out; all of it is in /workspace/.threadsmith/');
		expect((data as { output: { x: string } }).output.x).toHaveLength(20_000);
	});

	it('refuses a tool name that is a path', async () => {
		const answer = await guest().call('run_tool', { tool: '../../x', input: {} });
		expect(answer.text).toMatch(/^Wrong arguments for run_tool: "tool"/);
	});
});

describeGuest('try_tool', ({ guest }) => {
	const good = 'def run(input):\n    return {"sum": sum(input["n"])}';
	const attempt = async (code: string, tests: string, more = {}) =>
		(await guest().call('try_tool', { code, tests, ...more })).data;

	it('passes a draft whose tests pass, and counts them', async () => {
		const tests =
			'from tool import run\ndef test_a(): assert run({"n": [1]}) == {"sum": 1}\ndef test_b(): pass\ndef helper(): 1/0';
		expect(await attempt(good, tests)).toEqual({ stage: 'passed', tests: 2 });
	});

	it('shows a draft that does not compile where it fails', async () => {
		const answer = await attempt('def run(input)\n    return {}', 'def test_a(): pass');
		expect(answer).toMatchObject({
			stage: 'compile',
			error: expect.stringMatching(/tool\.py", line 1[\s\S]*SyntaxError/),
		});
		expect(await attempt(good, 'def test_a(:')).toMatchObject({
			stage: 'compile',
			error: expect.stringContaining('tests.py'),
		});
		expect(await attempt('x = "\0"', 'def test_a(): pass')).toMatchObject({ stage: 'compile' });
		expect(await attempt(`${'('.repeat(5000)}`, 'def test_a(): pass')).toMatchObject({ stage: 'compile' });
	});

	it('shows the line of a failing test, in at most 1,500 characters', async () => {
		const tests =
			'import tool\ndef test_a():\n    print("x" * 9999)\n    assert tool.run({"n": [2]}) == {"sum": 3}, "y" * 9999';
		const answer = (await attempt(good, tests)) as { stage: string; error: string };
		expect(answer.stage).toBe('test');
		expect(answer.error.length).toBeLessThanOrEqual(1500);
		const short = await attempt(good, tests.replace(', "y" * 9999', ''));
		expect(short).toMatchObject({ error: expect.stringContaining('assert tool.run({"n": [2]}) == {"sum": 3}') });
	});

	it.each([
		['leaves with success', 'import os\ndef test_a(): os._exit(0)'],
		['leaves politely', 'import sys\ndef test_a(): sys.exit(0)'],
		['leaves while it is loaded', 'import os\nos._exit(0)'],
		[
			'prints a verdict',
			'import os\ndef test_a():\n    print(\'{"stage": "passed", "tests": 1}\', flush=True); os._exit(0)',
		],
		[
			'reports a verdict without the nonce',
			'import os\ndef test_a():\n    os.write(19, b\'{"nonce":"","stage":"passed","tests":1}\\n\'); os._exit(0)',
		],
		['lets a child finish for it', 'import os\ndef test_a():\n    if os.fork(): os._exit(0)'],
		['becomes another program', 'import os\ndef test_a(): os.execv("/bin/true", ["true"])'],
		['kills itself', 'import os\ndef test_a(): os.kill(os.getpid(), 9)'],
		['has no test', 'def check(): pass'],
		['has only async tests', 'async def test_a(): assert False'],
		['has only a generator', 'def test_a():\n    yield'],
		['hangs', 'import time\ndef test_a(): time.sleep(600)'],
		['floods', 'def test_a():\n    while True: print("x" * 65536)'],
	])(
		'does not pass a draft whose test %s',
		async (_what, tests) => {
			const answer = await attempt(good, tests, { timeout: 2 });
			expect(answer).toMatchObject({ stage: 'test', error: expect.any(String) });
		},
		20_000,
	);

	it('does not pass a draft without run(), or one that fails while it is loaded', async () => {
		expect(await attempt('x = 1', 'def test_a(): pass')).toMatchObject({
			stage: 'test',
			error: expect.stringContaining('no function run'),
		});
		expect(await attempt('import nowhere_to_be_found\ndef run(i): return {}', 'def test_a(): pass')).toMatchObject({
			stage: 'test',
		});
	});

	it('runs as uid 1001, cannot write the session, and leaves neither process nor file', async () => {
		const mark = `mark${randomUUID().slice(0, 8)}`;
		const tests = `import os, subprocess
def test_uid(): assert os.getuid() == 1001 and os.getgroups() in ([], [1001])
def test_write():
    for path in ("/workspace/x", "/outputs/x", __file__):
        try: open(path, "w")
        except PermissionError: continue
        raise AssertionError(path)
def test_leave():
    os.makedirs("deep/er"); open("deep/er/x", "w").write("x"); os.chmod("deep", 0)
    open("/tmp/left-${mark}", "w"); open("/dev/shm/left", "w")
    subprocess.Popen(["setsid", "bash", "-c", "trap '' TERM; sleep 600; : ${mark}"])`;
		expect(await attempt(good, tests)).toEqual({ stage: 'passed', tests: 3 });
		expect(alive(mark)).toEqual([]);
		expect((await guest().bash('find /tmp /dev/shm -user 1001; ls -d /tmp/forge-*')).text).not.toMatch(
			/left|\/tmp\/forge-[a-zA-Z0-9]/,
		);
	});

	it('answers without data when it is stopped', async () => {
		const running = guest().call('try_tool', { code: good, tests: 'import time\ndef test_a(): time.sleep(601)' });
		await waitFor(() => alive('try_tool.py').length > 0, 'the test runs', 5000);
		await guest().call('sweep');
		expect(await running).toEqual({ isError: true, text: 'Stopped', data: undefined });
	});
});

it('forged tools have their harness beside the guest', () => {
	const names = readdirSync(new URL('../../../src/sandbox/guest', import.meta.url)).filter((name) =>
		name.endsWith('.py'),
	);
	expect(names.sort()).toEqual(['run_tool.py', 'try_tool.py']);
});
