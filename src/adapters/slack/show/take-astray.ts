import { astrayIn, removeAstray } from '../api/problems/astray.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** Takes away what an earlier process has left in the channel, its thread being gone: nothing more is posted there. Rejects as `Calls` do. */
export async function takeEarlierAstray(
	deps: ShowDeps,
	{ thread, session, alreadyShown }: Pick<Show, 'thread' | 'session' | 'alreadyShown'>,
): Promise<void> {
	const left = astrayIn(alreadyShown.filter((row) => row.session === session));
	if (left.length > 0) deps.roots.removed(thread);
	for (const astray of left) await removeAstray(deps, astray, deps.signal);
}

/** The same for what this show has left there; while that cannot be done, the show has not come to its end. */
export async function takeOwnAstray(deps: ShowDeps, { session, turn }: Show): Promise<void> {
	const rows = await deps.outbox.rows(session, turn);
	for (const astray of astrayIn(rows)) await removeAstray(deps, astray, deps.signal);
}
