import { acceptEdit, acceptRemoval, isOurs } from '../../intake/handle-message.ts';
import { type Change, type ChangeEvent, decodeChange } from '../decode/decode-change.ts';
import { type DecodedMessage, type Self, timeOf } from '../decode/decode-message.ts';
import { personMet, readableSoon } from '../decode/who-spoke.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import { type Arrival, deliveryKey, filesIn, type HandleDeps, handleDecoded } from './handle-message.ts';

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
	const all = () => deps.inOrder(thread, () => takeInAddressed(addressed, change, arrival, deps));
	const delivery = { key, thread, kind: 'message', files: filesIn(addressed) } as const;
	await deps.dedupe.handle(delivery, { all, filesAlone: all });
}

/** It begins what a mention begins; where its message had come to us all the same, it is an edit of that. */
async function takeInAddressed(
	addressed: DecodedMessage,
	change: Change,
	arrival: Arrival,
	deps: HandleDeps,
): Promise<void> {
	const handled = await handleDecoded(addressed, arrival, deps);
	if (handled.kind === 'accepted' && handled.answer === 'seen') await takeInChange(change, arrival, deps);
}

async function takeInChange(change: Change, { external }: Arrival, deps: HandleDeps): Promise<void> {
	const { place, root, user, userTeam, text, at: version } = change;
	const thread = threadAt({ ...place, ts: root });
	if (!(await isOurs(thread, deps))) return;
	const person = await personMet({ ...place, user, userTeam, external }, deps);
	if (!person) return;
	const changed = { of: messageKey(place), thread, person, at: timeOf(version) };
	if (text === undefined) return await acceptRemoval(changed, deps.accept);
	const words = await readableSoon(text, place.team, deps);
	await acceptEdit(changed, { text: words, version }, deps.accept);
}

/** A thread's first message that nothing had answered is gone without a tombstone, whoever wrote and whoever removed it. */
function noteRemoval(event: ChangeEvent, { team }: Self, { roots }: HandleDeps): void {
	if (event.subtype !== 'message_deleted') return;
	const { ts, thread_ts: root = ts } = event.previous_message;
	if (root === ts) roots.removed(threadAt({ team, channel: event.channel, ts }));
}
