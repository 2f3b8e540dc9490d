import { join } from 'node:path';
import type { Inbound } from '../../src/chat/inbound.ts';
import type { Thread } from '../../src/chat/thread.ts';
import { openEmbeddedStore } from '../../src/store/embedded/embedded-store.ts';
import type { Lease, Store } from '../../src/store/store.ts';
import { tempDir } from '../support/temp-dir.ts';

/** A place where a store keeps its data, so that a test can open it again, in this process or in another. Disposing removes the data. */
export interface StoreHome extends AsyncDisposable {
	/** What `openAt` opens the same store by, in another process. */
	readonly address: string;
	open(now?: () => number): Promise<Store>;
}

/** Opens the store at an address: the path of an embedded store. */
export async function openAt(address: string): Promise<Store> {
	return openEmbeddedStore(address);
}

export async function embeddedHome(): Promise<StoreHome> {
	const dir = await tempDir();
	const address = join(dir.path, 'store.db');
	return {
		address,
		open: async (now) => openEmbeddedStore(address, now ? { now } : {}),
		[Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
	};
}

export const slackThread: Thread = { platform: 'slack', id: 'T1-C1-17.5' };
export const discordThread: Thread = { platform: 'discord', id: 'G1-9' };

export function message(key: string, text = key, thread = slackThread): Extract<Inbound, { type: 'message' }> {
	const person = { id: 'slack:T1/U1', name: 'Ada' };
	return { type: 'message', key, thread, person, at: '2025-01-01T00:00:00.000Z', text, files: [] };
}

/** The session's lease, which nobody else may hold; by default for longer than any test takes. */
export async function leaseOf(store: Store, session = 's', holder = 'me', ms = 3_600_000): Promise<Lease> {
	const taken = await store.leases.take(session, holder, ms);
	if (!taken) throw new Error(`Cannot go on: somebody else holds "${session}"`);
	return taken;
}
