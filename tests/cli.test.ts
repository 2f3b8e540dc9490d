import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from './support/temp-dir.ts';

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
	return new Promise((resolve) => {
		const child = execFile(join(root, 'threadsmith'), args, { env }, (_, stdout, stderr) =>
			resolve({ code: child.exitCode, stdout, stderr }),
		);
		child.stdin?.end();
	});
}

it.each(['--help', '-h'])('%s lists every verb, and where settings are explained', async (argument) => {
	const { code, stdout, stderr } = await threadsmith(argument);
	expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
	for (const word of ['demo', 'settings', 'doctor', '--load <id>', 'deploy/example.env'])
		expect(stdout).toContain(word);
});

it('--version is the version of package.json', async () => {
	const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	expect(await threadsmith('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

it.each([
	[['frobnicate'], 'frobnicate'],
	[['--loud'], '--loud'],
	[['demo', '--loud'], '--loud'],
	[['--load'], '--load <id>'],
])('%j is refused with a sentence that names it, and the way to help', async (args, named) => {
	const { code, stdout, stderr } = await threadsmith(...args);
	expect(code).toBe(1);
	expect(stdout).toBe('');
	expect(stderr).toMatch(/^error: /);
	expect(stderr).toContain(named);
	expect(stderr).toContain('--help');
	expect(stderr).not.toMatch(/^\s+at /m);
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
  SANDBOX_CPU is no setting; did you mean SANDBOX_CPUS?
  LOG_LEVEL must be debug, info, warn, error or silent
2 to correct. deploy/example.env explains every setting
`,
	});
});
