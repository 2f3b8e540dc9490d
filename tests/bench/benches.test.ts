import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { benches } from '../../bench/benches.ts';
import { describeWithPodman } from '../sandbox/podman/podman-home.ts';
import { contextOf } from './context.ts';

const bench = join(import.meta.dirname, '..', '..', 'bench');

/** The shape that all suites share. */
const rowSchema = z.strictObject({
	suite: z.literal('bench'),
	name: z.string().regex(/^[a-z-]+$/),
	value: z.number(),
	unit: z.enum(['ms', 'MB', 'bytes']),
	control: z.number().optional(),
	ratio: z.number().optional(),
	goal: z
		.string()
		.regex(/^(value|ratio) <= [\d.]+$/)
		.optional(),
	met: z.boolean().optional(),
});

async function namesOf(name: string): Promise<string[]> {
	const rows = await benches.find((one) => one.name === name)?.run(contextOf(1));
	return z
		.array(rowSchema)
		.parse(rows)
		.map((row) => row.name);
}

function runMain(...args: string[]): Promise<{ readonly code: unknown; readonly out: string; readonly err: string }> {
	const words = ['--disable-warning=ExperimentalWarning', join(bench, 'main.ts'), ...args];
	return new Promise((resolve) => {
		execFile(process.execPath, words, (error, out, err) => resolve({ code: error?.code ?? 0, out, err }));
	});
}

describe('the benchmarks', () => {
	it('are one a file, each under the name of its file', async () => {
		const files = await readdir(join(bench, 'rows'));
		expect(benches.map(({ name }) => `${name}.ts`).toSorted()).toEqual(files.toSorted());
	});

	it('measure the journal', async () => {
		expect(await namesOf('journal-append')).toEqual(['journal-append']);
	});

	it('print rows alone with --json, and exit with 0', async () => {
		const { code, out, err } = await runMain('--json', '--only', 'journal-append', '--runs', '2');
		expect(code).toBe(0);
		expect(out.split('\n').map((line) => line && rowSchema.parse(JSON.parse(line)).name)).toEqual([
			'journal-append',
			'',
		]);
		expect(err).toContain('journal-append');
	});

	it('print a table for people', async () => {
		const { out } = await runMain('--only', 'journal-append', '--runs', '2');
		expect(out).toMatch(/\nwhat .*value.*control.*ratio +goal\njournal-append .* ms /);
	});

	it('name what there is when asked for something else', async () => {
		const { code, out, err } = await runMain('--only', 'everything');
		expect([code, out]).toEqual([2, '']);
		expect(err).toContain('There is no benchmark "everything"');
		expect(err).toContain('guest-true');
	});
});

describeWithPodman('The benchmarks on real sandboxes', () => {
	it.each([
		['guest-true', ['guest-true']],
		['tool-run', ['tool-run']],
		['forge', ['forge', 'forge-check']],
		['use-tool', ['use-tool']],
		['stop-tree', ['stop-tree']],
		['turn-overhead', ['turn-overhead', 'message-to-request', 'answer-to-screen']],
		['first-request', ['first-request']],
		['bot-start', ['bot-start']],
	])(
		'measure %s',
		async (name, rows) => {
			expect(await namesOf(name)).toEqual(rows);
		},
		180_000,
	);
});
