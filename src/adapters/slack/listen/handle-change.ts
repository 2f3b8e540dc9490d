import { acceptEdit, acceptRemoval, isOurs } from '../../intake/handle-message.ts';
import { type ChangeEvent, decodeChange } from '../decode/decode-change.ts';
import { type Self, timeOf } from '../decode/decode-message.ts';
import { personMet, readableSoon } from '../decode/who-spoke.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import type { Arrival, HandleDeps } from './handle-message.ts';

/** Takes in what somebody did to a message in a thread of ours. Resolves when it is stored. */
export async function handleChange(event: ChangeEvent, { self, external }: Arrival, deps: HandleDeps): Promise<void> {
	noteRemoval(event, self, deps);
	const change = decodeChange(event, self);
	if (!change) return;
	const { place, root, user, userTeam, text, at: version } = change;
	const thread = threadAt({ ...place, ts: root });
	deps.dedupe.hurry(thread.id);
	await deps.inOrder(thread.id, async () => {
		if (!(await isOurs(thread, deps))) return;
		const person = await personMet({ ...place, user, userTeam, external }, deps);
		if (!person) return;
		const changed = { of: messageKey(place), thread, person, at: timeOf(version) };
		if (text === undefined) return await acceptRemoval(changed, deps.accept);
		const words = await readableSoon(text, place.team, deps);
		await acceptEdit(changed, { text: words, version }, deps.accept);
	});
}

/** A thread's first message that nothing had answered is gone without a tombstone, whoever wrote and whoever removed it. */
function noteRemoval(event: ChangeEvent, { team }: Self, { roots }: HandleDeps): void {
	if (event.subtype !== 'message_deleted') return;
	const { ts, thread_ts: root = ts } = event.previous_message;
	if (root === ts) roots.removed(threadAt({ team, channel: event.channel, ts }));
}
