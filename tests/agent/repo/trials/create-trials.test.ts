import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { waitFor } from '../../../support/wait-for.ts';
import { openTrials, session } from './open-trials.ts';

const lock = { 'package-lock.json': '{"a":1}', '.gitignore': 'made\n' };
const makes = 'mkdir made && echo it > made/it && echo done';

describe('A set-up', () => {
	it('is kept by its lock files: another tip of a branch with the same ones has it at once', async () => {
		await using place = await openTrials({ setup: makes });
		const { trials, made, labs, watch } = place;
		const tipOf = async (files: Readonly<Record<string, string>>) =>
			({ ...(await made.commit(files)), tip: true }) as const;
		const first = await tipOf({ ...lock, 'a.txt': '1' });
		expect(await trials.setUp({ at: first, session }, watch)).toMatchObject({ kind: 'ready', fetched: [] });
		const second = await tipOf({ 'a.txt': '2' });
		expect(await trials.setUp({ at: second, session }, watch)).toMatchObject({ kind: 'ready', ms: 0 });
		expect(labs.made.length).toBe(1);
		const third = await tipOf({ 'package-lock.json': '{"a":2}' });
		await trials.setUp({ at: third, session }, watch);
		await trials.setUp({ at: third, base: first, session }, watch);
		expect([labs.made.length, labs.ended]).toEqual([2, labs.made]);
	});

	it.each([
		['a manifest without a lock file of its own', 'api/pyproject.toml'],
		['requirements in a folder', 'requirements/base.txt'],
	])('is made anew where %s has changed beside a lock file that has not', async (_, path) => {
		await using place = await openTrials({ setup: `mkdir -p made && cp ${path} made/it` });
		const { trials, made, labs, watch } = place;
		for (const text of ['flask==2', 'flask==3', 'flask==3'])
			await trials.setUp({ at: { ...(await made.commit({ ...lock, [path]: text })), tip: true }, session }, watch);
		expect(labs.made.length).toBe(2);
	});

	it('of a commit that is the tip of no branch is nobody else’s: it may be of anybody’s fork', async () => {
		await using place = await openTrials({ setup: makes });
		const { trials, made, labs, watch } = place;
		const strange = await made.commit({ ...lock, 'a.txt': 'evil' });
		await trials.setUp({ at: strange, session }, watch);
		const tip = { ...(await made.commit({ 'a.txt': 'good' })), tip: true } as const;
		expect(await trials.setUp({ at: tip, session }, watch)).toMatchObject({ kind: 'ready' });
		expect(labs.made.length).toBe(2);
	});

	it('without lock files is made for each commit, and none that is stated is none', async () => {
		await using place = await openTrials({ setup: makes });
		const { trials, made, labs, watch } = place;
		for (const text of ['1', '2']) await trials.setUp({ at: await made.commit({ 'a.txt': text }), session }, watch);
		expect(labs.made.length).toBe(2);
		await using none = await openTrials({ setup: ' \n' });
		expect(await none.trials.setUp({ at: await none.made.commit({}), session }, watch)).toEqual({ kind: 'none' });
	});

	it('that is asked for twice at once is run once, and both hear what it prints', async () => {
		await using place = await openTrials({ setup: makes });
		const { trials, made, labs, watch, heard } = place;
		const at = await made.commit(lock);
		const both = await Promise.all([trials.setUp({ at, session }, watch), trials.setUp({ at, session }, watch)]);
		expect(both.map(({ kind }) => kind)).toEqual(['ready', 'ready']);
		expect([labs.made.length, heard.join('')]).toEqual([1, 'done\ndone\n']);
	});

	it('goes on for whoever still waits, and ends with nothing left when nobody does', async () => {
		await using place = await openTrials({ setup: 'echo began; sleep 60' });
		const { trials, made, labs, layers, heard, watch } = place;
		const at = await made.commit(lock);
		const [one, other] = [new AbortController(), new AbortController()];
		const first = trials.setUp({ at, session }, { ...watch, signal: one.signal });
		const second = trials.setUp({ at, session }, { ...watch, signal: other.signal });
		await waitFor(() => heard.length >= 2, 'the beginning');
		one.abort(new Error('stopped by Ada'));
		await expect(first).rejects.toThrow('stopped by Ada');
		expect(labs.ended).toEqual([]);
		other.abort(new Error('stopped by Ben'));
		await expect(second).rejects.toThrow('stopped by Ben');
		await waitFor(() => labs.ended.length === 1, 'the end of the lab');
		expect(await readdir(layers)).toEqual([]);
	});

	it('that fails is not kept, and is not tried again at once', async () => {
		let now = 1_000;
		const clock = { now: () => now, after: () => () => undefined };
		await using place = await openTrials({ setup: 'echo no such thing >&2; exit 7', test: 'true' }, { clock });
		const { trials, made, labs, layers, watch } = place;
		const at = await made.commit(lock);
		const failed = { kind: 'failed', code: 7, tail: 'no such thing\n' };
		for (const _again of [1, 2]) expect(await trials.setUp({ at, session }, watch)).toEqual(failed);
		expect([labs.made.length, await readdir(layers)]).toEqual([1, []]);
		now += 11 * 60_000;
		await trials.setUp({ at, session }, watch);
		expect(labs.made.length).toBe(2);
	});

	it('that fails is tried again with each test, which says that it did, and why', async () => {
		const openIndexes = async () => ({
			...{ kind: 'open' as const, env: {}, homeFiles: [], fetched: () => [] },
			denials: () => ['x was not had', 'the index did not answer'],
			[Symbol.asyncDispose]: async () => undefined,
		});
		const wishes = { setup: 'exit 7', test: 'true', indexes: ['npm' as const] };
		await using place = await openTrials(wishes, { openIndexes });
		const { trials, made, labs, watch } = place;
		const at = await made.commit(lock);
		await trials.setUp({ at, session }, watch);
		for (const _again of [1, 2])
			expect(await trials.test({ at, session }, watch)).toEqual({
				kind: 'not-run',
				why: 'its set-up failed with exit code 7 (not had from the package indexes: the index did not answer); the next proposal tries it again',
			});
		expect(labs.made.length).toBe(3);
	});

	it('that takes too long is ended, and says so', async () => {
		await using place = await openTrials({ setup: 'echo began; sleep 60' }, { minutes: { setUp: 0.01, test: 1 } });
		const failed = await place.trials.setUp({ at: await place.made.commit(lock), session }, place.watch);
		expect(failed).toEqual({
			kind: 'failed',
			code: 124,
			tail: 'began\nIt took longer than 0.01 minutes, and was ended.',
		});
	});

	it('that makes too much is refused, and leaves nothing', async () => {
		await using place = await openTrials({ setup: 'head -c 3000000 /dev/zero > big' }, { most: 1e6 });
		const { trials, made, layers, watch } = place;
		expect(await trials.setUp({ at: await made.commit(lock), session }, watch)).toEqual({
			kind: 'refused',
			why: 'Cannot set acme/app up: it makes more than 977 KB',
		});
		expect(await readdir(layers)).toEqual([]);
	});

	it('whose output is a flood of hostile text is shown harmless, and its end alone is kept', async () => {
		const flood = `head -c 3000000 /dev/zero | tr '\\0' x; printf '\\033[31mred\\377'; exit 1`;
		await using place = await openTrials({ setup: flood });
		const failed = await place.trials.setUp({ at: await place.made.commit(lock), session }, place.watch);
		if (failed.kind !== 'failed') throw new Error('It did not fail');
		expect([failed.tail.length <= 4_000, failed.tail.endsWith('x\\x1b[31mred\ufffd')]).toEqual([true, true]);
		expect(place.heard.join('').length).toBeLessThan(600_000);
	});

	it('has its indexes open as long as it runs, and is told what they did not serve', async () => {
		const steps: string[] = [];
		const openIndexes = async () => ({
			...{ kind: 'open' as const, env: { MARK: 'here' }, homeFiles: [{ path: '.cargo/config.toml', content: 'x' }] },
			fetched: () => ['npm: x 1'],
			denials: () => ['y 2 is 1 day old; at least 7 are asked for'],
			[Symbol.asyncDispose]: async () => void steps.push('closed'),
		});
		await using place = await openTrials(
			{ setup: 'cat ~/.cargo/config.toml; echo $MARK; exit 1', indexes: ['crates'] },
			{ openIndexes },
		);
		const failed = await place.trials.setUp({ at: await place.made.commit(lock), session }, place.watch);
		expect(failed).toMatchObject({
			tail: 'xhere\n\nNot had from the package indexes:\n- y 2 is 1 day old; at least 7 are asked for',
		});
		expect(steps).toEqual(['closed']);
	});

	it('without its indexes is not run', async () => {
		await using place = await openTrials({ setup: 'touch /should/not', indexes: ['npm'] });
		expect(await place.trials.setUp({ at: await place.made.commit(lock), session }, place.watch)).toEqual({
			kind: 'refused',
			why: 'Cannot set acme/app up: no package index is set up here',
		});
	});

	it('is refused with the words of git where there is no bundle', async () => {
		const git = {
			// biome-ignore lint/correctness/useYield: it fails before there is anything
			async *bundle(): AsyncGenerator<Uint8Array> {
				throw new Error('the mirror has no such commit');
			},
		};
		await using place = await openTrials({ setup: 'true' }, { git });
		expect(await place.trials.setUp({ at: await place.made.commit(lock), session }, place.watch)).toEqual({
			kind: 'refused',
			why: 'Cannot open acme/app in a sandbox: the mirror has no such commit',
		});
	});
});

describe('A layer', () => {
	it('that is kept no longer cannot be laid, and where there is no set-up nothing needs to be', async () => {
		await using place = await openTrials({ setup: makes });
		const { trials, made, labs, watch } = place;
		const at = await made.commit(lock);
		const sandbox = await labs.sandboxes.acquire({ session: 's' } as never, watch.signal);
		const refused = await trials.lay({ at, sandbox, folder: '/workspace/app' }, watch.signal);
		expect(refused).toMatchObject({ kind: 'refused', why: expect.stringContaining('open the repository again') });
		await using none = await openTrials({});
		const laid = await none.trials.lay(
			{ at: await none.made.commit({}), sandbox, folder: '/workspace/app' },
			watch.signal,
		);
		expect(laid).toEqual({ kind: 'laid' });
	});
});
