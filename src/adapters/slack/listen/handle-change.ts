import { type ChangeEvent, decodeChange } from '../decode/decode-change.ts';
import { filesIn, type Self } from '../decode/decode-message.ts';
import { threadAt } from '../thread-keys.ts';
import { type Arrival, deliveryKey, type HandleDeps, takeIn, takeInChange } from './handle-message.ts';

/** Takes in what somebody did to a message in a thread of ours. Resolves when it is stored. */
export async function handleChange(event: ChangeEvent, arrival: Arrival, deps: HandleDeps): Promise<void> {
	noteRemoval(event, arrival.self, deps);
	const change = decodeChange(event, arrival.self);
	if (!change) return;
	const { addressed } = change;
	const thread = threadAt({ ...change.place, ts: change.root }).id;
	if (!addressed) {
		deps.dedupe.hurry(thread);
		return await deps.inOrder(thread, () => takeInChange(change, arrival, deps));
	}
	const key = deliveryKey(addressed);
	deps.dedupe.hurry(thread, key);
	const all = () => deps.inOrder(thread, () => takeIn(addressed, arrival, deps));
	const delivery = { key, thread, kind: 'message', files: filesIn(addressed) } as const;
	await deps.dedupe.handle(delivery, { all, filesAlone: all });
}

/** A thread's first message that nothing had answered is gone without a tombstone, whoever wrote and whoever removed it. */
function noteRemoval(event: ChangeEvent, { team }: Self, { roots }: HandleDeps): void {
	if (event.subtype !== 'message_deleted') return;
	const { ts, thread_ts: root = ts } = event.previous_message;
	if (root === ts) roots.removed(threadAt({ team, channel: event.channel, ts }));
}
