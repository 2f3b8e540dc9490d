import { raceClock } from '../../../base/clock.ts';
import { duration, goesOn } from '../../progress-line.ts';
import { createLiveMessage, type LiveMessage } from '../live/live-message.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** The live message that new things go into. */
export function liveOf(deps: ShowDeps, show: Show): LiveMessage {
	show.live ??= createLiveMessage(deps, { ...show, footer: () => footerOf(deps, show) });
	return show.live;
}

/** How long anything waits for the live message when Discord does not answer, ms. */
const patienceMs = 3000;
/** And for all last forms, which Discord may want to be asked for later, ms. */
const longPatienceMs = 30_000;

/**
 * Leaves the live message with its lines, time and tokens, while `post` shows something below it: what people wait for does not wait for
 * what they have seen. Resolves when that is there.
 */
export async function settleBeside(deps: ShowDeps, show: Show, post: () => Promise<unknown>): Promise<void> {
	const live = show.live ?? (show.parts.isLeft ? liveOf(deps, show) : undefined);
	show.live = undefined;
	if (!live) return void (await post());
	await raceClock(deps.clock, live.begun(), patienceMs);
	const after = post();
	const end = { footer: footerOf(deps, show), after };
	const done = live.settle(end).then((keys) => noteUnshown(deps, show, keys));
	done.catch(() => {});
	show.settling.push({ live, done });
	await after;
}

/**
 * Resolves when all live messages have their last form, or take too long: it comes later then. Rejects as the outbox does, and with
 * `PlatformAwayError` when Discord is away: whoever shows it again finishes them.
 */
export async function whenSettled({ clock }: ShowDeps, { settling }: Show): Promise<void> {
	const end = clock.now() + longPatienceMs;
	for (const { live, done } of settling) {
		let isDone = false;
		const noted = done.then(() => {
			isDone = true;
		});
		await raceClock(clock, noted, Math.max(0, end - clock.now()));
		const { away } = live.state();
		if (!isDone && away) throw away;
	}
}

/** A turn that could not be shown to its end is not left as if it ran: whoever shows it again goes on with the same message. */
export async function leaveBroken(deps: ShowDeps, show: Show): Promise<void> {
	const { live } = show;
	show.live = undefined;
	const settled = live?.settle({ footer: goesOn, after: Promise.resolve(), broken: true });
	settled?.catch(() => {});
	if (settled && !show.signal.aborted) await raceClock(deps.clock, settled, patienceMs).catch(() => {});
}

/** What nobody could be shown counts as shown by what was said instead. */
async function noteUnshown({ outbox }: ShowDeps, show: Show, keys: readonly string[]): Promise<void> {
	for (const key of keys) await outbox.sent(show.session, key, show.last ?? show.place.channel);
}

function footerOf({ clock }: ShowDeps, { tokens, startedAt }: Show): string {
	const spent = tokens === 0 ? '' : `, ${tokens.toLocaleString('en-US')} tokens`;
	return `${duration(clock.now() - startedAt)}${spent}`;
}
