import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OwnMirror } from '../../../../src/git/host/mirror/mirrors.ts';
import { createReaders, MirrorGoneError } from '../../../../src/git/host/mirror/readers.ts';
import { createTidy } from '../../../../src/git/host/mirror/tidy.ts';
import type { GitOrder } from '../../../../src/git/host/order.ts';
import { fetchedOf, type GitGround, gitGround, watch, whyOf } from '../../../support/git-server/git-ground.ts';
import { staged } from '../../../support/git-server/staged.ts';
import { waitFor } from '../../../support/wait-for.ts';

const never = new AbortController().signal;

describe('createReaders()', () => {
	it('lets nobody take anything out while somebody reads, and nobody read meanwhile', async () => {
		const readers = createReaders();
		const done: string[] = [];
		{
			using _one = await readers.enter('a', never);
			using _two = await readers.enter('a', never);
			expect(await readers.ifNone('a', async () => void done.push('never'))).toBe(false);
			expect(await readers.ifNone('b', async () => void done.push('another'))).toBe(true);
		}
		const held = Promise.withResolvers<void>();
		const taking = readers.ifNone('a', () => held.promise);
		expect(await readers.ifNone('a', async () => void done.push('never'))).toBe(false);
		const entering = readers.enter('a', never).then((reading) => {
			done.push('entered');
			return reading;
		});
		const impatient = new AbortController();
		const left = readers.enter('a', impatient.signal);
		impatient.abort(new Error('enough'));
		await expect(left).rejects.toThrow('enough');
		expect(done).toEqual(['another']);
		held.resolve();
		expect(await taking).toBe(true);
		using _reading = await entering;
		expect(done).toEqual(['another', 'entered']);
	});

	it('ends who reads before all of it is taken away, and lets others in when that has failed', async () => {
		const readers = createReaders();
		const reading = await readers.enter('a', never);
		const order: string[] = [];
		const gone = readers.without('a', async () => {
			order.push('taken');
			throw new Error('no room');
		});
		await waitFor(() => reading.signal.aborted, 'the reader to hear');
		expect(reading.signal.reason).toBeInstanceOf(MirrorGoneError);
		order.push('left');
		reading[Symbol.dispose]();
		await expect(gone).rejects.toThrow('no room');
		expect(order).toEqual(['left', 'taken']);
		using again = await readers.enter('a', never);
		expect(again.signal.aborted).toBe(false);
	});
});

describe('createTidy()', () => {
	it('does later what it could not do while somebody read', async () => {
		const orders: GitOrder[] = [];
		const tidy = createTidy(async (order) => {
			orders.push(order);
			return { kind: 'ok', stdout: Buffer.alloc(0), stderr: '' };
		});
		const readers = createReaders();
		const mirror: Pick<OwnMirror, 'id' | 'dir' | 'unread'> = {
			...{ id: 'a', dir: '/nonexistent' },
			unread: (work) => readers.ifNone('a', work),
		};
		const reading = await readers.enter('a', never);
		await tidy(mirror, never, 'now');
		expect(orders).toEqual([]);
		reading[Symbol.dispose]();
		await tidy(mirror, never);
		expect(orders.map(({ args }) => args[0])).toEqual(['repack', 'prune']);
		await tidy(mirror, never);
		expect(orders).toHaveLength(2);
	});
});

describe('beside a bundle or a push', () => {
	let ground: GitGround;
	let commit: string;
	beforeEach(async () => {
		const big = Object.fromEntries(
			Array.from({ length: 40 }, (_, at) => [`${at}.bin`, randomBytes(10_000).toString('hex')]),
		);
		ground = await gitGround({ branches: { main: [big] } });
		commit = fetchedOf(await ground.git.fetch(ground.access, undefined, watch())).commit;
	});
	afterEach(() => ground[Symbol.asyncDispose]());

	const { signal } = watch();
	const bundle = () =>
		ground.git.bundle({ repository: ground.access.repository, commit }, signal)[Symbol.asyncIterator]();

	it('what a refused fetch has left is taken out only afterwards', async () => {
		await using git = ground.other({ bounds: { files: 40 } });
		const { access } = ground;
		const packs = () => readdir(join(ground.folders.mirrors, `${access.repository.id}.git`, 'objects', 'pack'));
		const count = async () => (await packs()).filter((name) => name.endsWith('.pack')).length;
		const iterator = git.bundle({ repository: access.repository, commit }, signal)[Symbol.asyncIterator]();
		await iterator.next();
		await ground.served.commit('side', Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`${at}.txt`, 'x'])));
		expect(whyOf(await git.fetch(access, 'side', watch()))).toContain('more than 40 files');
		expect(await count()).toBe(2);
		let size = 0;
		for (let next = await iterator.next(); !next.done; next = await iterator.next()) size += next.value.length;
		expect(size).toBeGreaterThan(300_000);
		await git.drop(access.repository, 'none');
		expect(await count()).toBe(1);
	});

	it('removing the mirror ends a bundle with a sentence', async () => {
		const iterator = bundle();
		await iterator.next();
		await iterator.next();
		const dropped = ground.git.drop(ground.access.repository);
		// Who takes all of it at once may have it before the removal has begun.
		const rest = async () => {
			for (let next = await iterator.next(); !next.done; next = await iterator.next())
				await Promise.race([dropped, delay(100)]);
		};
		await expect(rest()).rejects.toThrow('It was closed here meanwhile.');
		await dropped;
	});

	it('removing the mirror waits for nobody who takes no more of a bundle', async () => {
		const iterator = bundle();
		await iterator.next();
		await iterator.next();
		await ground.git.drop(ground.access.repository);
		const rest = async () => {
			for (let next = await iterator.next(); !next.done; next = await iterator.next());
		};
		await expect(rest()).rejects.toThrow('It was closed here meanwhile.');
		await expect(bundle().next()).rejects.toThrow('is not here: fetch it again');
	});

	it('removing the mirror ends a push with a sentence, and the server has the branch or has not', async () => {
		const at = { repository: ground.access.repository, commit };
		const made = await ground.git.commit({ at, name: 's/1', tree: staged({ a: 'a\n' }), message: 'x\n' }, watch());
		if (made.kind !== 'committed') throw new Error(made.why);
		const order = { commit: made.commit, branch: 'threadsmith/late' };
		const before = ground.server.seen.length;
		const pushed = ground.git.push(ground.access, order, watch());
		await waitFor(() => ground.server.seen.length > before, 'the push to begin');
		await ground.git.drop(ground.access.repository);
		const answer = await pushed;
		if (answer.kind === 'refused') expect(answer.why).toContain('acme/app was closed here while it was pushed');
		else expect(await ground.served.git('rev-parse', order.branch)).toBe(made.commit);
	});

	it('that was left before it began, the mirror can be removed', async () => {
		const iterator = bundle();
		await iterator.next();
		await iterator.return?.();
		await ground.git.drop(ground.access.repository);
		await expect(bundle().next()).rejects.toThrow('is not here: fetch it again');
	});
});
