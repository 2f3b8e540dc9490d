import type { Thread } from '../../../chat/thread.ts';
import { isOurs } from '../../intake/handle-message.ts';
import type { Sign } from '../../intake/heard.ts';
import { inboundOf, isForUs, mayShow } from '../../intake/said.ts';
import { channelOf } from '../connect/places.ts';
import { threadPlace } from '../decode/channel.ts';
import { decodeMessage, type IncomingMessage, isSpoken, saidIn } from '../decode/decode-message.ts';
import { personMet } from '../decode/who-spoke.ts';
import { beginTyping } from '../show/typing.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import type { HandleDeps } from './listen-deps.ts';

/** A turn that has not begun by then is shown by something else, or not soon, ms. */
const longestMs = 10 * 60_000;

/**
 * Types where a message was said which is for us and may begin a turn, while it is stored, and until its turn shows itself. Disposing ends
 * that where it was not stored; Discord shows typing for ten seconds more at most.
 */
export function hearMessage(message: IncomingMessage, deps: HandleDeps): Disposable {
	const key = messageKey({ channel: message.channel_id, message: message.id });
	return deps.heard.begin(key, (isOpen) => show(message, isOpen, deps));
}

async function show(message: IncomingMessage, isOpen: () => boolean, deps: HandleDeps): Promise<Sign | undefined> {
	const thread = await beginsIn(message, deps);
	return thread && isOpen() ? typeIn(message.channel_id, thread, deps) : undefined;
}

/** The thread that it is for; undefined where it is not for us, a stop or a command, or of somebody who may not ask there. */
async function beginsIn(message: IncomingMessage, deps: HandleDeps): Promise<Thread | undefined> {
	const channel = isSpoken(message) ? await channelOf(message.channel_id, deps) : undefined;
	const place = channel && threadPlace(channel, message.id);
	if (!place) return undefined;
	const guild = channel.guild === undefined ? undefined : deps.places.guilds.get(channel.guild);
	const decoded = decodeMessage(message, { self: deps.self, guild, places: deps.places });
	const thread = threadAt(place);
	const ours = await isOurs(thread, deps);
	// A mark says that it waits.
	if (deps.running.at(place.channel)) return undefined;
	if (!decoded || !isForUs(decoded.address, ours)) return undefined;
	if (!(await mayShow(decoded.address, thread, deps.listeningOf))) return undefined;
	const person = await personMet({ user: decoded.author, member: decoded.member, channel }, deps);
	if (deps.denialOf({ type: 'message', person, thread }) !== undefined) return undefined;
	const isEmpty = decoded.text.trim() === '' && decoded.files.length === 0 && !decoded.about;
	const said = saidIn(decoded, place, { person, about: undefined, audience: undefined });
	const isMessage = inboundOf(said, { ours, commands: deps.commands }).type === 'message';
	return isMessage && !isEmpty ? thread : undefined;
}

function typeIn(channel: string, { id: thread }: Thread, deps: HandleDeps): Sign {
	const typing = beginTyping(deps, {
		channel,
		ready: async () => {},
		shownAt: () => Number.NEGATIVE_INFINITY,
	});
	const end = () => {
		callOff();
		deps.signal.removeEventListener('abort', end);
		typing[Symbol.dispose]();
	};
	const callOff = deps.clock.after(longestMs, end);
	deps.signal.addEventListener('abort', end, { once: true });
	return { thread, stored: () => {}, end };
}
