import type { InOrder } from '../../../base/in-order.ts';
import { type Accept, filesKey, type Inbound } from '../../../chat/inbound.ts';
import {
	acceptEdit,
	acceptRemoval,
	type Handled,
	handleMessage as handleDelivered,
	isOurs,
} from '../../intake/handle-message.ts';
import type { Recent } from '../../intake/recent.ts';
import { isStopWord, type Said } from '../../intake/said.ts';
import type { Change } from '../decode/decode-change.ts';
import {
	type DecodedMessage,
	decodeMessage,
	filesIn,
	type MessageEvent,
	type Self,
	saidIn,
	timeOf,
} from '../decode/decode-message.ts';
import { filesWithSharers, personMet, readableSoon } from '../decode/who-spoke.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import { hearMessage } from './hear-message.ts';
import type { ListenDeps } from './listen-deps.ts';
import type { MentionDedupe } from './mention-dedupe.ts';

export interface HandleDeps extends ListenDeps {
	readonly dedupe: MentionDedupe;
	/** By their thread: words that stop, said where nobody had asked us yet; what they are about may be on its way. */
	readonly lateStops: Recent<DecodedMessage>;
	/** By the thread: what was said first is taken in first. */
	readonly inOrder: InOrder;
}

/** More threads than these are not remembered for a late stop. */
export const mostLateStops = 500;

/** The rest of an event that brought a message. */
export interface Arrival {
	readonly self: Self;
	/** The channel is shared with other workspaces. */
	readonly external: boolean;
	/** A mention, whose message may be still to come. */
	readonly isAlone?: boolean;
}

/** Takes in what somebody said, where it is for us. Resolves when it is stored, through this delivery or the other one. */
export async function handleMessage(event: MessageEvent, arrival: Arrival, deps: HandleDeps): Promise<void> {
	const said = decodeMessage(event, arrival.self);
	if (!said) return;
	const thread = threadAt({ ...said.place, ts: said.root }).id;
	const key = deliveryKey(said);
	const { dedupe, inOrder } = deps;
	// Before anything is held back, asked for or waited for.
	using _hearing = hearMessage(said, arrival.external, deps);
	dedupe.hurry(thread, key);
	await dedupe.handle(
		{ key, thread, kind: event.type, files: filesIn(said) },
		{
			all: () => inOrder(thread, () => takeIn(said, { ...arrival, isAlone: event.type === 'app_mention' }, deps)),
			filesAlone: () => inOrder(thread, async () => void (await handleDecoded(said, arrival, deps, filesAlone))),
		},
	);
}

/** An edit that names us comes twice as well, as a mention and as a change: they are a pair of their own. */
export function deliveryKey({ place, edited }: DecodedMessage): string {
	return edited === undefined ? messageKey(place) : `${messageKey(place)}/edited/${edited}`;
}

/**
 * Takes in something said, perhaps by an edit: where its message had come to us before, it is an edit of that. Either delivery of the pair may
 * be the first, and the other one then brings nothing but files that the first had not; an earlier process may have taken that one in.
 */
export async function takeIn(said: DecodedMessage, arrival: Arrival, deps: HandleDeps): Promise<void> {
	const handled = await handleDecoded(said, arrival, deps, arrival.isAlone ? asMention : withFiles);
	if (handled.kind !== 'accepted' || handled.answer !== 'seen') return;
	if (filesIn(said) > 0) await handleDecoded(said, arrival, deps, filesAlone);
	if (said.edited !== undefined) await takeInChange({ ...said, at: said.edited }, arrival, deps);
}

/** Takes in what somebody did to a message in a thread of ours. Resolves when it is stored. */
export async function takeInChange(
	change: Pick<Change, 'place' | 'root' | 'user' | 'userTeam' | 'text' | 'at'>,
	{ external }: Arrival,
	deps: HandleDeps,
): Promise<void> {
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

/** Takes in what is new, where it is for us. Resolves when it is stored. */
async function handleDecoded(
	decoded: DecodedMessage,
	arrival: Arrival,
	deps: HandleDeps,
	change: (inbound: Inbound) => Inbound = withFiles,
): Promise<Handled> {
	const { place, root, address, text } = decoded;
	const thread = threadAt({ ...place, ts: root });
	const accept: Accept = async (inbound) => {
		deps.roots.saw(thread);
		if (deps.denialOf(inbound) === undefined) deps.recipients.remember(thread, inbound.person);
		const answer = await deps.accept(change(inbound));
		if (answer === 'stored' && inbound.type === 'message') deps.heard.stored(inbound.key);
		return answer;
	};
	const whole = () => wholeOf(decoded, arrival, deps);
	const handled = await handleDelivered({ thread, address, whole }, { ...deps, accept });
	const { kind } = handled;
	if (kind === 'not-for-us' && root !== place.ts && isStopWord(text)) deps.lateStops.remember(thread.id, decoded);
	const stop = kind === 'accepted' ? stopAfter(decoded, thread.id, deps) : undefined;
	if (stop) await handleDecoded(stop, arrival, deps);
	return handled;
}

/** Undefined for a bot. */
async function wholeOf(decoded: DecodedMessage, { external }: Arrival, deps: HandleDeps): Promise<Said | undefined> {
	const { place, user, userTeam, channelType, ...message } = decoded;
	const person = await personMet({ ...place, user, userTeam, external }, deps);
	if (!person) return undefined;
	const [audience, text, files] = await Promise.all([
		deps.audiences.of(place, { type: channelType }),
		readableSoon(message.text, place.team, deps),
		filesWithSharers(decoded, { ...place, user }, deps),
	]);
	return saidIn(decoded, { person, text, files, audience });
}

/** The stop that came in before what it stops; given out once. */
function stopAfter(
	{ place, edited = place.ts }: DecodedMessage,
	thread: string,
	{ lateStops }: HandleDeps,
): DecodedMessage | undefined {
	const stop = lateStops.of(thread);
	lateStops.forget(thread);
	return stop && Number(stop.edited ?? stop.place.ts) > Number(edited) ? stop : undefined;
}

/** A message as its mention tells of it: without its files at times. */
function asMention(inbound: Inbound): Inbound {
	const isBare = inbound.type === 'message' && inbound.files.length === 0;
	return isBare ? { ...inbound, filesMayCome: true } : withFiles(inbound);
}

/** A message that has its files: they come no more alone. */
function withFiles(inbound: Inbound): Inbound {
	if (inbound.type !== 'message' || inbound.files.length === 0) return inbound;
	return { ...inbound, parts: [filesKey(inbound.key)] };
}

/** The files of a message that was taken in without them: for the turn that it began. */
function filesAlone(inbound: Inbound): Inbound {
	if (inbound.type !== 'message') return inbound;
	const { withEarlier, filesMayCome, ...rest } = inbound;
	return { ...rest, key: filesKey(inbound.key), text: '', steers: true };
}
