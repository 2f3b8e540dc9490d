import { nextSessionId } from '../../../chat/session-id.ts';
import { readRecord } from '../../session/session-record.ts';
import { action, type Command } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';

export function newCommand({
	store,
	sessions,
	sandboxes,
	places,
}: Pick<CommandDeps, 'store' | 'sessions' | 'sandboxes' | 'places'>): Command {
	return action({
		name: 'new',
		help: 'Begin a new session in this thread; the old one is kept',
		arguments: [],
		again: true,
		right: 'owner',
		when: 'in-order',
		run: async (_values, { spell, id: session, goOnIn }) => {
			const id = await firstFree(nextSessionId(session), { store, sessions, places });
			await sessions.open(id);
			await sandboxes.end(session);
			goOnIn(id);
			return `New session ${id}. The old one is kept: ${spell(`load ${session}`)}`;
		},
	});
}

type Parts = Pick<CommandDeps, 'store' | 'sessions' | 'places'>;

/** The first that nobody has spoken in and no thread goes on in: done again after a crash, `/new` comes to the same. */
async function firstFree(id: string, parts: Parts): Promise<string> {
	const taken = await parts.sessions.list();
	return taken.includes(id) && (await isUsed(id, parts)) ? await firstFree(nextSessionId(id), parts) : id;
}

async function isUsed(id: string, { store, sessions, places }: Parts): Promise<boolean> {
	if ((await store.bindings.threadsOf(id)).length > 0) return true;
	try {
		return (await readRecord(await sessions.open(id), places)) !== undefined;
	} catch {
		return true;
	}
}
