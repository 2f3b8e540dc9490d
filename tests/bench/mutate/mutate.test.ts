import { execFileSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutate } from '../../../bench/mutate/mutate.ts';
import { tempDir } from '../../support/temp-dir.ts';

const root = join(import.meta.dirname, '../../..');

const source = `const most = 5;
export function isShort(words: readonly string[]): boolean {
	return words.length <= most;
}
export function longest(words: readonly string[]): number {
	if (words.length === 0) return -1;
	return Math.max(...words.map((word) => word.length));
}
export async function rounds(left: number): Promise<number> {
	let done = 0;
	while (done < left) done += 1;
	return done;
}
export const unused = (word: string): boolean => word === 'x';
`;
const test = `import { expect, it } from 'vitest';
import { isShort, longest, rounds } from '../src/words.ts';
const five = ['a', 'b', 'c', 'd', 'e'];
it('tells what is short', () => expect([isShort(five), isShort([...five, 'f'])]).toEqual([true, false]));
it('finds the longest', () => expect(longest(['a', 'bcd'])).toBe(3));
it('goes its rounds', async () => expect(await rounds(3)).toBe(3));
`;

/** A checkout with one source, its tests, and what the tool needs of ours. */
async function writeCheckout(checkout: string): Promise<void> {
	for (const [path, text] of [
		['src/words.ts', source],
		['tests/words.test.ts', test],
	] as const) {
		await mkdir(dirname(join(checkout, path)), { recursive: true });
		await writeFile(join(checkout, path), text);
	}
	for (const path of ['bench/mutate', 'tests/support/one-seed.ts', 'tsconfig.json', 'package.json'])
		await cp(join(root, path), join(checkout, path), { recursive: true });
	await mkdir(join(checkout, 'build'));
	await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
	await writeFile(join(checkout, '.gitignore'), 'node_modules\nbuild\n');
	for (const words of [
		['init', '-q'],
		['add', '.'],
	])
		execFileSync('git', words, { cwd: checkout });
}

describe('the mutation of a folder', () => {
	it('tells what tests notice, what survives them, and what none comes by', async () => {
		await using dir = await tempDir();
		await writeCheckout(dir.path);
		const said: string[] = [];
		const wish = { folder: 'src', most: 100, seed: 1, limitMs: 300_000, patienceMs: 5000 };
		const context = {
			checkout: dir.path,
			signal: AbortSignal.timeout(170_000),
			say: (line: string) => said.push(line),
		};
		const results = await mutate(wish, context);
		const seen = results.map(({ mutant, outcome }) => `${mutant.line} ${mutant.before} -> ${mutant.after}: ${outcome}`);
		expect(said[0]).toBe(`${results.length} mutants in 1 files, and 1 test files that reach them`);
		const max = 'Math.max(...words.map((word) => word.length))';
		expect(seen).toEqual([
			'1 5 -> 6: noticed',
			'3 words.length <= most -> words.length < most: noticed',
			'6 words.length === 0 -> true: noticed',
			'6 words.length === 0 -> false: survived',
			'6 0 -> 1: survived',
			'6 1 -> 2: not reached',
			`7 ${max} -> ${max.replace('max', 'min')}: noticed`,
			'10 0 -> 1: survived',
			'11 done < left -> false: noticed',
			'11 done < left -> done <= left: noticed',
			'11 done += 1; -> : noticed',
			'11 1 -> 2: noticed',
			"14 word === 'x' -> word !== 'x': not reached",
		]);
	}, 180_000);

	it('is not begun for a folder without sources', async () => {
		await using dir = await tempDir();
		await writeCheckout(dir.path);
		const wish = { folder: 'src/none', most: 1, seed: 1, limitMs: 1000, patienceMs: 1000 };
		const context = { checkout: dir.path, signal: AbortSignal.timeout(55_000), say: () => {} };
		await expect(mutate(wish, context)).rejects.toThrow('There is no source in src/none');
	});
});
