import type { Thread } from '../../../chat/thread.ts';
import type { DispatchDeps } from '../deps.ts';
import { troubleOf } from '../trouble/trouble-of.ts';

/** Whose files and words are taken. */
export interface TakingAt {
	readonly thread: Thread;
	readonly session: string;
	readonly signal: AbortSignal;
}

/** So often is asked for what a platform that answers does not give. */
const mostTries = 5;

/**
 * When what could not be had is to be asked for again. `later`: when the platform is back, or the machine has what it lacks. `now`: it has been
 * asked for often enough, but its platform answers only since it failed. `never`: its platform answered before it failed the second time and
 * answers still, or it is refused.
 */
export async function whenToBeHad(
	error: unknown,
	{ thread, session, signal, isSecond }: TakingAt & { readonly isSecond: boolean },
	{ troubles, platforms }: Pick<DispatchDeps, 'troubles' | 'platforms'>,
): Promise<'now' | 'later' | 'never'> {
	const { kind } = troubleOf(error);
	if (kind !== 'away') return kind === 'machine' ? 'later' : 'never';
	if ((troubles.of(session)?.tries ?? 0) < mostTries) return 'later';
	return await platforms.reach.probe(thread, signal).then(
		() => (isSecond ? 'never' : 'now'),
		() => 'later',
	);
}
