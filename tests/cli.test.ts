import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../src/cli.ts';
import { tempDir } from './support/temp-dir.ts';
import { waitFor } from './support/wait-for.ts';

const root = join(import.meta.dirname, '..');

interface Ending {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** Runs the launcher as a person would, with a data folder of its own and no model. */
async function threadsmith(...args: readonly string[]): Promise<Ending> {
	await using home = await tempDir();
	const env = { PATH: process.env['PATH'], THREADSMITH_HOME: home.path };
	return await new Promise((resolve) => {
		const child = execFile(join(root, 'threadsmith'), args, { env }, (_, stdout, stderr) =>
			resolve({ code: child.exitCode, stdout, stderr }),
		);
		child.stdin?.end();
	});
}

it.each(['--help', '-h'])('%s lists every verb, and where settings are explained', async (argument) => {
	const { code, stdout, stderr } = await threadsmith(argument);
	expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
	for (const word of [
		'demo',
		'settings',
		'setup',
		'tools',
		'sessions',
		'keys',
		'credentials',
		'mcp',
		'doctor',
		'--load <id>',
		'deploy/example.env',
	])
		expect(stdout).toContain(word);
});

it('--version is the version of package.json', async () => {
	const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	expect(await threadsmith('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

it.each([
	[['frobnicate'], 'frobnicate'],
	[['improve'], ': /improve is said in a thread, which ./threadsmith --terminal opens'],
	[['repo', 'add', 'https://github.com/acme/app'], '"repo": /repo is said in a thread'],
	[['/agent', 'codex', 'mend it'], '"/agent": /agent is said in a thread'],
	[['repo', '--help'], '"repo": /repo is said in a thread'],
	[['image', 'agent', 'codex'], 'Did you mean agents?'],
	[['credential', 'add'], 'did you mean "credentials"?'],
	[['credentials', 'ad'], 'Did you mean add?'],
	[['keys', 'revoke'], 'it takes <id>, not nothing'],
	[['digest', 'week'], 'it takes [days], not "week"'],
	[['--loud'], '--loud'],
	[['--output', 'xml'], 'text, json'],
	[['demo', '--loud'], '--loud'],
	[['--load'], '--load <id>'],
	[['tools', 'frobnicate'], 'frobnicate'],
	[['tools', 'show'], 'it takes [where] <name> [version], not nothing'],
	[['tools', 'show', '7'], '"7"'],
	[['tools', 'export', 'local', 'math', 'add', 'numbers'], '"local math add numbers"'],
	[['tools', 'export', 'add_numbers', '--output'], '--output <file>'],
	[['sessions', 'delete'], 'it takes <id>, not nothing'],
	[['mcp'], 'it takes <where>, not nothing'],
	[['mcp', 'local', 'other'], '"local other"'],
	[['tools', 'list', 'local', 'other'], '"local other"'],
	[['demo', 'mars'], 'it takes [terminal|slack|discord|agent|code], not "mars"'],
	[['settings', 'all'], 'it takes no arguments, not "all"'],
])('%j is refused with a sentence that names it, and the way to help', async (args, named) => {
	const { code, stdout, stderr } = await threadsmith(...args);
	expect(code).toBe(1);
	expect(stdout).toBe('');
	expect(stderr).toMatch(/^error: /);
	expect(stderr).toContain(named);
	expect(stderr).toContain('--help');
	expect(stderr).not.toMatch(/^\s+at /m);
});

it.each([
	[['list'], { action: 'list', where: undefined }],
	[['list', 'local'], { action: 'list', where: 'local' }],
	[['show', 'sum'], { action: 'show', where: undefined, name: 'sum', version: undefined }],
	[['show', 'sum', '2'], { action: 'show', where: undefined, name: 'sum', version: 2 }],
	[['show', 'local-1', 'math/sum'], { action: 'show', where: 'local-1', name: 'math/sum', version: undefined }],
	[
		['export', 'catalog:local', 'sum', '2', '--output', '-', '--force'],
		{ action: 'export', where: 'catalog:local', name: 'sum', version: 2, output: '-', force: true },
	],
	[
		['export', 'sum'],
		{ action: 'export', where: undefined, name: 'sum', version: undefined, output: undefined, force: false },
	],
])('tools %j means the last word as the version where it is a number', async (args, expected) => {
	const asked: unknown[] = [];
	const unused = () => Promise.reject(new Error('Another verb was run'));
	const tools = async (request: unknown) => asked.push(request);
	await runCli(['tools', ...args], '1', {
		talk: unused,
		demo: unused,
		settings: unused,
		mcp: unused,
		sessions: unused,
		checkImage: unused,
		keys: unused,
		digest: unused,
		credentials: unused,
		tools,
	});
	expect(asked).toEqual([expected]);
});

it.each([
	[[], { terminal: false }],
	[['--terminal'], { terminal: true }],
	[['--load', 'local-1'], { terminal: true, load: 'local-1' }],
	[['--new'], { terminal: true, new: true }],
	[['--quiet', '--output', 'json'], { terminal: true, quiet: true, output: 'json' }],
])('%j talks in this terminal where it says so, or says how', async (args, expected) => {
	const asked: unknown[] = [];
	const unused = () => Promise.reject(new Error('Another verb was run'));
	const talk = async (options: unknown) => asked.push(options);
	const rest = {
		demo: unused,
		settings: unused,
		mcp: unused,
		tools: unused,
		sessions: unused,
		checkImage: unused,
		keys: unused,
		digest: unused,
		credentials: unused,
	};
	await runCli(args, '1', { talk, ...rest });
	expect(asked).toEqual([expected]);
});

it.each([
	[
		['image', 'check'],
		[undefined, {}],
	],
	[
		['image', 'check', 'localhost/mine:1', '--json'],
		['localhost/mine:1', { json: true }],
	],
])('%j checks that image, or our own', async (args, expected) => {
	const asked: unknown[] = [];
	const unused = () => Promise.reject(new Error('Another verb was run'));
	const rest = {
		talk: unused,
		demo: unused,
		settings: unused,
		mcp: unused,
		tools: unused,
		sessions: unused,
		keys: unused,
		digest: unused,
		credentials: unused,
	};
	const checkImage = async (...given: unknown[]) => asked.push(given) - 1;
	expect(await runCli(args, '1', { ...rest, checkImage })).toBe(0);
	expect(asked).toEqual([expected]);
});

it('without a model a pipe is told so on standard error, and gets no answer', async () => {
	const { code, stdout, stderr } = await threadsmith();
	expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
	expect(stderr).toContain('No model is configured yet');
});

it.each([
	['SIGINT', 130],
	['SIGTERM', 143],
] as const)('a pipe that %s ends says so by its code: there is no answer', async (signal, code) => {
	await using home = await tempDir();
	const env = { PATH: process.env['PATH'], THREADSMITH_HOME: home.path, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
	const child = spawn(join(root, 'threadsmith'), ['--quiet'], { env: { ...env, BRAIN_MODEL: 'a' } });
	const ended = once(child, 'exit');
	await waitFor(() => existsSync(join(home.path, 'lock.db')), 'the start');
	child.kill(signal);
	expect(await ended).toEqual([code, null]);
});

it('--load and --new contradict each other', async () => {
	const { code, stderr } = await threadsmith('--load', 'x', '--new');
	expect(code).toBe(1);
	expect(stderr).toContain('Leave one of them out');
});

it('the help of a verb lists its arguments, as those of a command are', async () => {
	const { code, stdout } = await threadsmith('tools', 'export', '--help');
	expect(code).toBe(0);
	expect(stdout).toContain('Usage: threadsmith tools export [options] [where] <name> [version]');
	for (const word of ['where', 'name', 'version', '--output <file>', '--force'])
		expect(stdout).toMatch(new RegExp(`^ {2}${word} {2,}\\S`, 'm'));
	expect((await threadsmith('help', 'credentials')).stdout).toMatch(/^Usage: threadsmith credentials \[options\]/);
	expect((await threadsmith('setup', '--help')).stdout).toMatch(/^Usage: threadsmith setup \[options\]\n/);
	expect((await threadsmith('demo', '--help')).stdout).toContain(
		'Usage: threadsmith demo [options] [terminal|slack|discord|agent|code]',
	);
});

it.each([
	['tools', 'list'],
	['mcp', 'local'],
])('%s %s says that there is nothing, on standard error', async (...args) => {
	const { code, stdout, stderr } = await threadsmith(...args);
	expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
	expect(stderr).toMatch(/^threadsmith: There is no session/);
});

it('doctor refuses what it does not know', async () => {
	const { code, stderr } = await threadsmith('doctor', '--loud');
	expect(code).toBe(2);
	expect(stderr).toContain("'--loud'");
	expect(stderr).toContain('Usage: threadsmith doctor [--json]');
});

it('wrong settings stop the start: one sentence each, no stack, exit code 1', async () => {
	await using home = await tempDir();
	const env = { PATH: process.env['PATH'], THREADSMITH_HOME: home.path, SANDBOX_CPU: '1', LOG_LEVEL: 'hunter2' };
	const ending = await new Promise<Ending>((resolve) => {
		const child = execFile(join(root, 'threadsmith'), { env }, (_, stdout, stderr) =>
			resolve({ code: child.exitCode, stdout, stderr }),
		);
	});
	expect(ending).toEqual({
		code: 1,
		stdout: '',
		stderr: `threadsmith: Settings are wrong:
  SANDBOX_CPU is not a setting; did you mean SANDBOX_CPUS?
  LOG_LEVEL must be debug, info, warn, error or silent
2 to correct. deploy/example.env explains every setting
`,
	});
});
