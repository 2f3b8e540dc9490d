import type { LoadedSession } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { ownWord, say, saySoon } from '../showing/say.ts';

/** Tells the thread of what waits for a session that its journal was damaged, or those in which it goes on: once for each damage. */
export async function tellDamage(session: LoadedSession, deps: DispatchDeps): Promise<void> {
	const { damage, folder } = session;
	const id = folder.id;
	if (damage === undefined) return;
	folder.log({ event: 'journal-mended', kept: damage });
	deps.log.error('Journal was damaged', { session: id, kept: damage });
	const [first] = await deps.store.inbox.waiting(id);
	const once = `damage-${damage}`;
	if (first) return await say(id, first, { text: told, once }, deps);
	for (const thread of await deps.store.bindings.threadsOf(id)) {
		const turn = `${once}-${thread.id}`;
		await saySoon(id, ownWord({ turn, thread, answers: turn, text: told }), deps);
	}
}

const told =
	"A part of this session's record on the disk was damaged. What came before it is kept, and I go on from there; files and tools are untouched. Should something be missing, say it once more. Whoever runs Threadsmith finds the damaged record beside the new one.";
