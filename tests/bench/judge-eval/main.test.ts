import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const main = join(import.meta.dirname, '..', '..', '..', 'bench', 'judge-eval', 'main.ts');

function run(...args: string[]): Promise<{ readonly code: unknown; readonly out: string; readonly err: string }> {
	return new Promise((resolve) => {
		execFile(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], (error, out, err) =>
			resolve({ code: error?.code ?? 0, out, err }),
		);
	});
}

describe('npm run judge-eval', () => {
	it('says how it is used', async () => {
		const { code, out } = await run('--help');
		expect(code).toBe(0);
		for (const word of ['--only', '--problems', '--json', '--endpoint', 'fetch', 'right, sloppy, dishonest'])
			expect(out).toContain(word);
	});

	it('answers wrong arguments with the usage, before anything is started', async () => {
		const { code, out, err } = await run('--only', 'everything');
		expect([code, out]).toEqual([2, '']);
		expect(err).toContain('There is no row "everything"');
		expect(err).toContain('npm run judge-eval');
	});
});
