import { type Met, personMet } from '../../decode/who-spoke.ts';
import { type DiscordPlace, threadAt } from '../../thread-keys.ts';
import type { HandleDeps } from '../listen-deps.ts';

/** Whether somebody may ask for work at a place: nothing is said there for others to see before that is known. Rejects as `personMet` does. */
export async function mayAsk(met: Met, place: DiscordPlace, deps: HandleDeps): Promise<boolean> {
	const person = await personMet(met, deps);
	return deps.denialOf({ type: 'message', person, thread: threadAt(place) }) === undefined;
}
