import type { Inbound } from '../../store/inbound.ts';
import type { LoadedSession } from '../session/session.ts';
import type { DispatchDeps } from './deps.ts';
import { say } from './say.ts';

/** Tells the thread of what waits for a session that its journal was damaged: once for each damage. */
export async function tellDamage(session: LoadedSession, deps: DispatchDeps): Promise<void> {
	const { damage, folder } = session;
	const id = folder.paths.session;
	if (damage === undefined) return;
	folder.log({ event: 'journal-mended', kept: damage });
	deps.log.error('Journal was damaged', { session: id, kept: damage });
	const first: Inbound | undefined = (await deps.store.inbox.waiting(id))[0];
	if (first) await say(id, first, { text: told, once: `damage-${damage}` }, deps);
}

const told =
	"A part of this session's record on the disk was damaged. What came before it is kept, and I go on from there; files and tools are untouched. Should something be missing, say it once more. Whoever runs Threadsmith finds the damaged record beside the new one.";
