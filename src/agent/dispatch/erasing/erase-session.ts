import { forgetBeyond, sweepNotes } from '../../memory/forget.ts';
import { stubOf } from '../../session/past/stubs.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { forgetTold, type ToldDeps } from './forget-memories.ts';

interface EraseDeps extends Pick<DispatchDeps, 'eraser' | 'notes' | 'repos'>, ToldDeps {
	readonly store: Pick<DispatchDeps['store'], 'rows' | 'inbox'>;
	readonly sandboxes: Pick<DispatchDeps['sandboxes'], 'end'>;
}

/**
 * Erases all that a session keeps, for good, and what was remembered out of it elsewhere: its journal holds stubs, its folder nothing else, the store no words. The order `key` goes last, so
 * that after a crash in the middle all of it is done again, and comes to the same.
 */
export async function eraseSession(session: Session, key: string, deps: EraseDeps): Promise<void> {
	const { store, eraser, sandboxes } = deps;
	const { id, lease, folder } = session;
	await sandboxes.end(id);
	// By what its folder says, which goes next.
	await deps.repos?.forget(id);
	await sweepNotes(id, deps);
	await forgetBeyond(
		id,
		(entry) => entry.session === id,
		(ids) => forgetTold(ids, id, deps),
		deps,
	);
	await eraser.contents(id);
	await folder.journal.rewrite(lease, stubOf);
	const { messages, open } = session.history();
	// The Brain is told nothing of stubs, and no turn of them goes on.
	if (messages.length > 0 || open) await session.record({ type: 'cleared', backup: '' });
	await store.rows.erase(lease, key);
}
