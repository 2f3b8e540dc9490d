import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOf, testsIn } from '../../scripts/check-in-sandbox/tell-end.mjs';
import { leftOut, long, testFiles } from '../../scripts/check-in-sandbox/test-files.mjs';
import { tempDir } from '../support/temp-dir.ts';

const root = join(import.meta.dirname, '../..');

function run(...args: string[]): Promise<{ readonly code: unknown; readonly out: string; readonly err: string }> {
	const script = join(root, 'scripts/check-in-sandbox.mjs');
	return new Promise((resolve) => {
		execFile(process.execPath, [script, ...args], (error, out, err) => resolve({ code: error?.code ?? 0, out, err }));
	});
}

describe('the tests that run in a sandbox', () => {
	it('are all but those that a glob names, each of which has files', () => {
		const globs = [...leftOut, ...long].map(([glob = '']) => glob);
		expect(globs.filter((glob) => globSync(glob, { cwd: root }).length === 0)).toEqual([]);
		const files = testFiles(false);
		expect([...files.keys()].toSorted()).toEqual(globSync('tests/**/*.test.ts', { cwd: root }).toSorted());
		expect(files.get('tests/architecture.test.ts')).toBeUndefined();
		expect(files.get('tests/sandbox/podman/isolation.test.ts')).toBe('need Podman');
	});

	it('are more where those that take long are run, too', () => {
		const file = 'tests/agent/rights/repo-table.test.ts';
		expect(testFiles(false).get(file)).toMatch(/^take long/);
		expect(testFiles(true).get(file)).toBeUndefined();
		expect(testFiles(true).get('tests/sandbox/podman/isolation.test.ts')).toBe('need Podman');
	});
});

describe('check-in-sandbox', () => {
	it('runs nothing for its usage, its list and words that it does not know', async () => {
		expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--all') });
		const wrong = await run('--al');
		expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--list') });
		const { code, out } = await run('--list');
		expect(code).toBe(0);
		expect(out).toContain('\ntests/architecture.test.ts: run\n');
		expect(out).toContain('\ntests/sandbox/podman/isolation.test.ts: need Podman\n');
	});
});

describe('the end of check-in-sandbox', () => {
	const whys = new Map([
		['tests/a.test.ts', undefined],
		['tests/b.test.ts', 'need Podman'],
	]);
	const test = (fullName: string, status: string) => ({ fullName, status });

	/** Of a report as vitest writes it. */
	async function endAfter(testResults: readonly object[]): Promise<readonly string[]> {
		await using dir = await tempDir();
		const report = join(dir.path, 'tests.json');
		await writeFile(report, JSON.stringify({ testResults }));
		return endOf(whys, testsIn(report));
	}

	it('names what is not run, what was skipped, what failed, and files that broke', async () => {
		const passed = { name: `${root}/tests/a.test.ts`, status: 'passed' };
		const lines = await endAfter([
			{ ...passed, assertionResults: [test('x', 'passed'), test('y', 'skipped')] },
			{ name: `${root}/tests/c.test.ts`, status: 'failed', assertionResults: [test('z', 'failed')] },
			{ name: `${root}/tests/d.test.ts`, status: 'failed', assertionResults: [] },
		]);
		expect(lines.slice(1)).toEqual([
			'- need Podman: 1',
			'Tests that were skipped, as their means are missing here: 1 in tests/a.test.ts',
			'Failed: 2',
			'- tests/c.test.ts: z',
			'- tests/d.test.ts: the file could not be run',
		]);
	});

	it('leaves some of 4,000 characters to what was said before', async () => {
		const many = Array.from({ length: 500 }, (_, at) => ({
			name: `${root}/tests/some/folder/of/tests/file-${at}.test.ts`,
			...{ status: 'failed', assertionResults: [test('x'.repeat(500), 'failed'), test('y', 'skipped')] },
		}));
		expect((await endAfter(many)).join('\n').length).toBeLessThan(3_500);
	});

	it('says so where no report was written', () => {
		expect(endOf(whys, testsIn('/nonexistent/tests.json')).at(-1)).toBe('How the tests have ended is not known.');
	});
});
