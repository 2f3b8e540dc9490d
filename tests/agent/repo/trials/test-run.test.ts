import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openTrials, session } from './open-trials.ts';

const lock = { 'package-lock.json': '{"a":1}', '.gitignore': 'made\n' };
const makes = 'mkdir made && echo it > made/it && echo done';

describe('A test', () => {
	it('runs on exactly its commit, with what the set-up of the base has made', async () => {
		await using place = await openTrials({ setup: makes, test: 'cat made/it a.txt' });
		const { trials, made, watch } = place;
		const base = await made.commit({ ...lock, 'a.txt': 'old\n' });
		const at = await made.commit({ 'package-lock.json': '{"b":1}', 'a.txt': 'new\n' });
		expect(await trials.test({ at, base, session }, watch)).toMatchObject({
			kind: 'passed',
			tail: 'it\nnew\n',
			otherPackages: ['package-lock.json'],
		});
		expect(await trials.test({ at: base, base, session }, watch)).not.toHaveProperty('otherPackages');
	});

	it('has every file of its commit, whatever the layer holds', async () => {
		await using place = await openTrials({ setup: 'mkdir -p made; echo layer > made/it', test: 'cat made/it' });
		const { trials, made, watch } = place;
		const base = await made.commit({ 'package-lock.json': '{}' });
		const at = await made.commit({ 'made/it': 'commit\n' });
		expect(await trials.test({ at, base, session }, watch)).toMatchObject({ kind: 'passed', tail: 'commit\n' });
	});

	it.each([
		['exit 3', { kind: 'failed', code: 3 }],
		['kill -9 $$', { kind: 'failed', code: 137, tail: 'It was ended by SIGKILL.' }],
		['read -r line; echo "<$line>"', { kind: 'passed', tail: '<>\n' }],
	])('that runs `%s` ends so', async (test, end) => {
		await using place = await openTrials({ test });
		expect(await place.trials.test({ at: await place.made.commit(lock), session }, place.watch)).toMatchObject(end);
	});

	it('that is not stated is not run, and one that takes too long has failed', async () => {
		await using none = await openTrials({});
		expect(await none.trials.test({ at: await none.made.commit({}), session }, none.watch)).toEqual({
			kind: 'not-run',
			why: 'no test command is stated for it',
		});
		await using slow = await openTrials({ test: 'sleep 60' }, { minutes: { setUp: 1, test: 0.01 } });
		expect(await slow.trials.test({ at: await slow.made.commit({}), session }, slow.watch)).toMatchObject({
			kind: 'failed',
			code: 124,
		});
	});

	describe('whose sandbox is lost', () => {
		/** The first `losses` tests lose theirs, each in one of these ways. */
		const losing = (losses: number, how: 'dies' | 'is gone') => {
			let left = losses;
			return {
				open: ({ argv }: { readonly argv: readonly string[] }) => {
					if (!argv.includes('true') || left === 0) return undefined;
					left -= 1;
					if (how === 'is gone') throw new Error('out of memory');
					return {
						stream: new PassThrough(),
						lastWords: () => '',
						ended: Promise.resolve({ kind: 'lost', why: 'out of memory' } as const),
						lastActive: () => 0,
						[Symbol.asyncDispose]: async () => undefined,
					};
				},
			};
		};

		it.each(['dies', 'is gone'] as const)('is run once more in a fresh one where it %s', async (how) => {
			await using place = await openTrials({ test: 'true' }, losing(1, how));
			const { trials, made, labs, watch } = place;
			expect(await trials.test({ at: await made.commit({}), session }, watch)).toMatchObject({ kind: 'passed' });
			expect([labs.made.length, labs.ended]).toEqual([2, labs.made]);
		});

		it.each(['dies', 'is gone'] as const)('was not run where it %s twice, and has not failed', async (how) => {
			await using place = await openTrials({ test: 'true' }, losing(5, how));
			const { trials, made, labs, watch } = place;
			expect(await trials.test({ at: await made.commit({}), session }, watch)).toEqual({
				kind: 'not-run',
				why: 'the sandbox of the tests ended before they did, twice (out of memory)',
			});
			expect(labs.made.length).toBe(2);
		});

		it('has no set-up that counts as failed', async () => {
			await using place = await openTrials({ setup: 'true', test: 'true' }, losing(1, 'dies'));
			const { trials, made, watch } = place;
			const at = await made.commit(lock);
			expect(await trials.setUp({ at, session }, watch)).toEqual({
				kind: 'refused',
				why: 'Cannot set acme/app up: its sandbox ended: out of memory',
			});
			expect(await trials.setUp({ at, session }, watch)).toMatchObject({ kind: 'ready' });
		});
	});
});
