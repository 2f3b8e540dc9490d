import { createLiveMessage, type LiveMessage } from '../live/live-message.ts';
import { settleEarlier } from '../live/settle-earlier.ts';
import type { ProgressLine } from '../render/progress.ts';
import { messageKey } from '../thread-keys.ts';
import { shownOnce } from './post.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** Whether no earlier process has begun to show this. */
export function isNew({ alreadyShown, session }: Show, key: string): boolean {
	return !alreadyShown.some((row) => row.session === session && row.key === key);
}

/** Shows a keyed line of the live message once. What an earlier process has shown is remembered, for its own live message. */
export async function putLine(deps: ShowDeps, show: Show, key: string, line: ProgressLine): Promise<void> {
	if (isNew(show, key)) {
		await shownOnce(deps, show, key, async () => (await liveOf(deps, show)).put(line));
		const ts = show.live?.ts();
		if (ts !== undefined) show.running.add(messageKey({ ...show.place, ts }));
		return;
	}
	remember(show, line);
	const known = show.alreadyShown.find((row) => row.key === key && row.session === show.session)?.id;
	show.last = known ?? show.last ?? show.place.ts;
	// It stands in the message that is finished when all that was shown is known.
	if (known === undefined) await deps.outbox.sent(show.session, key, show.last);
}

function remember({ earlierLines }: Show, line: ProgressLine): void {
	const at = earlierLines.findIndex((one) => one.type === 'tool' && line.type === 'tool' && one.callId === line.callId);
	if (at === -1) earlierLines.push(line);
	else earlierLines[at] = line;
}

/** The live message that new things go into; those of an earlier process are finished first. */
export async function liveOf(deps: ShowDeps, show: Show): Promise<LiveMessage> {
	const next = await finishEarlier(deps, show);
	show.live ??= createLiveMessage(deps, show, next);
	return show.live;
}

/** Gives what an earlier process left its last form; resolves with the number that the next live message takes. */
export async function finishEarlier(deps: ShowDeps, show: Show): Promise<number> {
	const { earlier, earlierLines, kept } = show;
	if (earlier.left.length > 0) {
		const interrupted = { lines: [...earlierLines], keep: kept, after: show.after ?? show.place.ts };
		await settleEarlier(deps, show, earlier, interrupted);
		show.earlier = { ...earlier, left: [] };
	}
	return show.earlier.next;
}
