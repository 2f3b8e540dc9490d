import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recoverLost } from '../../../../src/agent/dispatch/inbox/recover-lost.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { places } from '../../../../src/platforms.ts';
import { openEmbeddedStore } from '../../../../src/store/embedded/embedded-store.ts';
import { openSessions } from '../../../../src/store/session/session-folder.ts';
import type { Store } from '../../../../src/store/store.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { sessionId, thread } from '../../../support/workbench.ts';

const full = Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });

/** A new store beside the folder of one session. */
async function besideOne(home: string) {
	const sessions = openSessions(home);
	await sessions.open(sessionId);
	const store = openEmbeddedStore(join(home, 'store.db'));
	return {
		store,
		sessions,
		recover: (seen: Store) => recoverLost({ store: seen, sessions, places, log: silentLogger }, 7),
		[Symbol.asyncDispose]: async () => {
			await store[Symbol.asyncDispose]();
			await sessions[Symbol.asyncDispose]();
		},
	};
}

const due = { session: sessionId, what: 'work', at: 7 };

describe('the only session that the store does not know', () => {
	it('is due, and its thread goes on in it', async () => {
		await using dir = await tempDir();
		await using one = await besideOne(dir.path);
		await one.recover(one.store);
		expect(await one.store.due.earliest(sessionId)).toEqual(due);
		expect(await one.store.bindings.sessionOf(thread)).toBe(sessionId);
	});

	it('is unknown still where its look could not be kept, and the next start takes it up', async () => {
		await using dir = await tempDir();
		await using one = await besideOne(dir.path);
		const failing = { ...one.store.due, by: () => Promise.reject(full) };
		await expect(one.recover({ ...one.store, due: failing })).rejects.toThrow(full);
		expect(await one.store.bindings.sessionOf(thread)).toBeUndefined();
		await one.recover(one.store);
		expect(await one.store.due.earliest(sessionId)).toEqual(due);
	});

	it('keeps Threadsmith from starting where its thread cannot be kept, and is due all the same', async () => {
		await using dir = await tempDir();
		await using one = await besideOne(dir.path);
		const failing = { ...one.store.bindings, bind: () => Promise.reject(full) };
		await expect(one.recover({ ...one.store, bindings: failing })).rejects.toThrow(full);
		expect(await one.store.due.earliest(sessionId)).toEqual(due);
	});

	it('is looked at beside a folder that is of no thread', async () => {
		await using dir = await tempDir();
		await using one = await besideOne(dir.path);
		await one.sessions.open('nowhere-at-all');
		await one.recover(one.store);
		expect(await one.store.due.earliest('nowhere-at-all')).toBeUndefined();
		expect(await one.store.bindings.sessionOf(thread)).toBe(sessionId);
	});
});
