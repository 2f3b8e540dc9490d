import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../src/base/log.ts';
import { createRuffLinter } from '../../src/lint/ruff-linter.ts';
import { waitFor } from '../support/wait-for.ts';

const log = silentLogger;
const program = new URL('lint-program.ts', import.meta.url);
const never = new AbortController().signal;

/** How many threads of linters this process has now. */
function threads(): number {
	return readdirSync('/proc/self/task').filter((task) => nameOf(task) === 'lint').length;
}

function nameOf(task: string): string {
	try {
		return readFileSync(`/proc/self/task/${task}/comm`, 'utf8').trim();
	} catch {
		return '';
	}
}

async function codesOf(source: string): Promise<string[]> {
	await using linter = createRuffLinter({ log });
	return (await linter.check(source, never)).map(({ code }) => code);
}

describe('createRuffLinter', () => {
	it('finds errors of each kind, in the order of the lines', async () => {
		await using linter = createRuffLinter({ log });
		const source = 'import os\n\ndef run(input, seen=[]):\n    eval("1")\n    return nowhere\n';
		expect(await linter.check(source, never)).toMatchObject([
			{ code: 'F401', line: 1 },
			{ code: 'B006', line: 3 },
			{ code: 'S307', line: 4 },
			{ code: 'F821', line: 5, message: 'Undefined name `nowhere`' },
		]);
	});

	it('names what does not parse, and takes the syntax of Python 3.13', async () => {
		expect(await codesOf('def run(input):\n    return {"a": (1}\n')).toContain('invalid-syntax');
		expect(
			await codesOf(
				'type A[T = int] = list[T]\n\n\ndef run(input: dict) -> dict:\n    return {"a": f"{input["b"]}"}\n',
			),
		).toEqual([]);
	});

	it('is not told to look away by the source', async () => {
		await using linter = createRuffLinter({ log });
		const comments = ['# noqa', '#NoQA: S307', '# ruff: ignore[S307]', '# x # noqa', '# nosec'];
		for (const comment of comments) {
			const found = await linter.check(`eval("1")  ${comment}\n`, never);
			expect(
				found.map(({ code }) => code),
				comment,
			).toContain('S307');
		}
		for (const head of ['# ruff: noqa', '# flake8: noqa', '# ruff: file-ignore[S307]', '# ruff: disable[S307]']) {
			const found = await linter.check(`${head}\neval("1")\n`, never);
			expect(
				found.map(({ code }) => code),
				head,
			).toContain('S307');
		}
	});

	it('starts its thread with the first check, ends it when idle, and starts it anew', async () => {
		await using linter = createRuffLinter({ log, idleMs: 1 });
		expect(threads()).toBe(0);
		const checking = linter.check('x = 1\n', never);
		await waitFor(() => threads() === 1, 'the thread');
		await checking;
		await waitFor(() => threads() === 0, 'the end of the idle thread');
		expect(await linter.check('eval("1")\n', never)).toHaveLength(1);
	});

	it('keeps a process alive for a check, and not afterwards', async () => {
		const child = new URL('one-check-child.ts', import.meta.url).pathname;
		const { stdout, stderr } = await promisify(execFile)(process.execPath, [child]);
		expect([stdout, stderr]).toEqual(['found S307\n', '']);
	});

	it('answers parallel checks each with its own findings, by one thread', async () => {
		await using linter = createRuffLinter({ log });
		const names = Array.from({ length: 20 }, (_, at) => `nowhere${at}`);
		const found = await Promise.all(names.map((name) => linter.check(`print(${name})\n`, never)));
		expect(found.map(([one]) => one?.message)).toEqual(names.map((name) => `Undefined name \`${name}\``));
		expect(threads()).toBe(1);
	});

	it('rejects a check that breaks ruff, and works on', async () => {
		await using linter = createRuffLinter({ log });
		const deep = `x = ${'('.repeat(50_000)}1${')'.repeat(50_000)}\n`;
		await expect(linter.check(deep, never)).rejects.toThrow('The linter failed');
		expect(await linter.check('eval("1")\n', never)).toHaveLength(1);
	});

	it('rejects a check that hangs, and replaces the thread', async () => {
		await using linter = createRuffLinter({ log, program, limitMs: 100 });
		expect(await linter.check('a', never)).toMatchObject([{ message: 'a' }]);
		await expect(linter.check('hang', never)).rejects.toThrow('no answer within 0.1 s');
		expect(await linter.check('b', never)).toMatchObject([{ message: 'b' }]);
		expect(threads()).toBe(1);
	});

	it('rejects a check whose thread leaves, or answers what are no findings', async () => {
		await using linter = createRuffLinter({ log, program });
		await expect(linter.check('leave', never)).rejects.toThrow('The linter has ended');
		await expect(linter.check('nonsense', never)).rejects.toThrow();
		expect(await linter.check('b', never)).toMatchObject([{ message: 'b' }]);
	});

	it('rejects with the reason of its signal, and keeps the thread in step', async () => {
		await using linter = createRuffLinter({ log });
		const stop = new AbortController();
		const stopped = [linter.check('print(one)\n', stop.signal), linter.check('print(two)\n', stop.signal)];
		const going = linter.check('print(three)\n', never);
		stop.abort(new Error('stopped by Ada'));
		for (const one of stopped) await expect(one).rejects.toThrow('stopped by Ada');
		expect(await going).toMatchObject([{ message: 'Undefined name `three`' }]);
		await expect(linter.check('x', stop.signal)).rejects.toThrow('stopped by Ada');
	});

	it('is ended at once by disposing, with what runs', async () => {
		const linter = createRuffLinter({ log, program });
		const hanging = linter.check('hang', never);
		const rejected = expect(hanging).rejects.toThrow('has been ended');
		await waitFor(() => threads() === 1, 'the thread');
		await linter[Symbol.asyncDispose]();
		await rejected;
		expect(threads()).toBe(0);
		await expect(linter.check('a', never)).rejects.toThrow('has been ended');
	});
});
