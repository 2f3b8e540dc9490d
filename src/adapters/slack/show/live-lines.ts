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
	if (mayBeShown(show, key)) return await shownEarlier(deps, show, key, line);
	if (endsEarlier(show, line)) {
		remember(show, key, line);
		return void (await shownOnce(deps, show, key, async () => show.last ?? show.place.ts));
	}
	await finishEarlier(deps, show);
	await shownOnce(deps, show, key, () => liveOf(deps, show).put(line, key));
	const ts = show.live?.ts();
	if (ts !== undefined) show.running.add(messageKey({ ...show.place, ts }));
}

/** Whether an earlier process has shown the line, or may have: in a live message that it left. */
function mayBeShown({ alreadyShown, session, earlier }: Show, key: string): boolean {
	const row = alreadyShown.find((one) => one.session === session && one.key === key);
	return row !== undefined && (row.id !== undefined || earlier.left.length > 0);
}

/** It stands in the message that is finished when all that was shown is known. */
async function shownEarlier({ outbox }: ShowDeps, show: Show, key: string, line: ProgressLine): Promise<void> {
	remember(show, key, line);
	const known = show.alreadyShown.find((row) => row.key === key && row.session === show.session)?.id;
	show.last = known ?? show.last ?? show.place.ts;
	if (known === undefined) await outbox.sent(show.session, key, show.last);
}

/** A call that was under way when the earlier process ended is told as ended where it was told as begun. */
function endsEarlier({ earlier, earlierLines }: Show, line: ProgressLine): boolean {
	return earlier.left.length > 0 && earlierLines.some((one) => isSameCall(one, line));
}

function remember({ earlierLines, earlierKeys }: Show, key: string, line: ProgressLine): void {
	const at = earlierLines.findIndex((one) => isSameCall(one, line));
	earlierKeys.push(key);
	if (at === -1) earlierLines.push(line);
	else earlierLines[at] = line;
}

function isSameCall(one: ProgressLine, other: ProgressLine): boolean {
	return one.type === 'tool' && other.type === 'tool' && one.callId === other.callId;
}

/** The live message that new things go into. */
export function liveOf(deps: ShowDeps, show: Show): LiveMessage {
	show.live ??= createLiveMessage(deps, show, show.earlier.next);
	return show.live;
}

/** Gives what an earlier process left its last form. To be done before anything new is shown for good. */
export async function finishEarlier(deps: ShowDeps, show: Show): Promise<void> {
	const { earlier, earlierLines, earlierKeys, kept } = show;
	if (earlier.left.length === 0) return;
	const lines = { lines: [...earlierLines], keys: [...earlierKeys] };
	await settleEarlier(deps, show, earlier, { ...lines, keep: kept, after: show.after ?? show.place.ts });
	show.earlier = { ...earlier, left: [] };
}
