import type { InOrder } from '../../../base/in-order.ts';
import type { Inbound } from '../../../chat/inbound.ts';
import { inboundOf, isForUs, isStopWord } from '../decode/inbound-of.ts';
import { type MessageEvent, type Receiver, readMessage, type Said } from '../decode/read-message.ts';
import { personMet, readableWith } from '../decode/who-spoke.ts';
import { nameFiles } from '../files/name-files.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import type { LateStops } from './late-stops.ts';
import type { ListenDeps } from './listen-deps.ts';
import type { Twins } from './twins.ts';

export interface TakeMessageDeps extends ListenDeps {
	readonly twins: Twins;
	readonly lateStops: LateStops;
	/** By the thread: what was said first is taken in first. */
	readonly inOrder: InOrder;
}

/** What came with an event besides its message. */
export interface Arrival {
	readonly receiver: Receiver;
	/** The channel is shared with other workspaces. */
	readonly external: boolean;
}

/** Takes in what somebody said, where it is for us. Resolves when it is stored, through this delivery or its twin. */
export async function takeMessage(event: MessageEvent, arrival: Arrival, deps: TakeMessageDeps): Promise<void> {
	const said = readMessage(event, arrival.receiver);
	if (!said) return;
	const thread = threadAt({ ...said.place, ts: said.root });
	const key = messageKey(said.place);
	const delivery = { key, thread: thread.id, kind: event.type, files: said.files.length };
	deps.twins.hurry(thread.id, key);
	await deps.twins.handle(delivery, {
		take: () => deps.inOrder(thread.id, () => take(said, arrival, deps)),
		takeFiles: () => deps.inOrder(thread.id, () => take(said, arrival, deps, filesAlone)),
	});
}

async function take(
	said: Said,
	arrival: Arrival,
	deps: TakeMessageDeps,
	change: (inbound: Inbound) => Inbound = (inbound) => inbound,
): Promise<void> {
	const { place, root, user, userTeam } = said;
	const thread = threadAt({ ...place, ts: root });
	const ours = (await deps.bindings.sessionOf(thread)) !== undefined;
	if (!isForUs(said, ours)) {
		if (root !== place.ts && isStopWord(said.text)) deps.lateStops.keep(thread.id, said);
		return;
	}
	const person = await personMet({ ...place, user, userTeam, external: arrival.external }, deps);
	if (!person) return;
	const [audience, text, files] = await Promise.all([
		deps.audiences.of(place, { type: said.channelType }),
		readableWith(said.text, place.team, deps),
		nameFiles(said.files, deps, deps.signal),
	]);
	const inbound = change(inboundOf({ ...said, files }, { ours, person, text, commands: deps.commands, audience }));
	deps.roots.saw(thread);
	if (deps.denialOf(inbound) === undefined) deps.recipients.remember(thread, person);
	await deps.accept(inbound);
	const stop = deps.lateStops.takeAfter(thread.id, place.ts);
	if (stop) await take(stop, arrival, deps);
}

/** The files of a message that was taken in without them: for the turn that it began. */
function filesAlone(inbound: Inbound): Inbound {
	if (inbound.type !== 'message') return inbound;
	const { withEarlier, ...rest } = inbound;
	return { ...rest, key: `${inbound.key}/files`, text: '', steers: true };
}
