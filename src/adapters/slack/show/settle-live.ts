import { duration, goesOn } from '../../progress-line.ts';
import { finishEarlier } from './finish-earlier.ts';
import { rowOf } from './post.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/**
 * Leaves the live message with its lines, and how long the turn took. `broken`: it could not be shown to its end. Rejects as
 * `LiveMessage.settle` does.
 */
export async function settleLive({ clock }: ShowDeps, show: Show, broken = false): Promise<void> {
	const tokens = show.tokens === 0 ? '' : `, ${show.tokens.toLocaleString('en-US')} tokens`;
	const { live } = show;
	show.live = undefined;
	const spent = `${duration(clock.now() - show.startedAt)}${tokens}`;
	await live?.settle(broken ? goesOn : spent, broken);
}

/**
 * The same while `post` shows the thing `key` below it: what people wait for does not wait for what they have seen. Rejects when both have
 * ended.
 */
export async function settleBeside(
	deps: ShowDeps,
	show: Show,
	key: string,
	post: () => Promise<unknown>,
): Promise<void> {
	// It may put lines into the live message.
	if (!rowOf(show, key)) await finishEarlier(deps, show);
	const settled = settleLive(deps, show);
	for (const result of await Promise.allSettled([post(), settled])) {
		if (result.status === 'rejected') throw result.reason;
	}
}
