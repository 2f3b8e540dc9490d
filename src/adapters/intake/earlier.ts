import type { Logger } from '../../base/log.ts';
import type { EarlierMessage } from '../../chat/inbound.ts';
import type { Person, Thread } from '../../chat/thread.ts';
import type { Intake } from '../adapter.ts';

/** What is called for in a thread that becomes ours. */
export interface EarlierQuery {
	readonly thread: Thread;
	/** The key of the message before which it was said. */
	readonly before: string;
	/** No more messages than this: the newest. */
	readonly most: number;
}

/** A message that was found, its words as people read them. */
export interface FoundMessage extends Omit<EarlierMessage, 'person'> {
	/** Asked for only where there are files; undefined for a bot. */
	readonly sharer: () => Promise<Person | undefined>;
}

export interface EarlierSource {
	/** Oldest first. */
	readonly find: (query: EarlierQuery, signal: AbortSignal) => Promise<readonly FoundMessage[]>;
	/** What the core is to know of a failure of `action`, with a sentence for people. */
	readonly troubleIn: (action: string, error: unknown) => unknown;
	readonly log: Logger;
}

/** What the bot itself is called among those who wrote. */
export const ownName = 'Threadsmith';

/** As many as `Intake.earlier` hands over. */
const most = 50;

/** `Intake.earlier` of a platform. */
export function createEarlier({ find, troubleIn, log }: EarlierSource): Intake['earlier'] {
	return async (thread, before, signal) => {
		try {
			const found = await find({ thread, before, most }, signal);
			return await Promise.all(found.map((message) => withPerson(message, log, signal)));
		} catch (error) {
			signal.throwIfAborted();
			throw troubleIn('read what was said before in this thread', error);
		}
	};
}

/** Without a person where nobody knows now who they are: then their files stay behind. */
async function withPerson(
	{ sharer, ...message }: FoundMessage,
	log: Logger,
	signal: AbortSignal,
): Promise<EarlierMessage> {
	if (message.files.length === 0) return message;
	try {
		const person = await sharer();
		return { ...message, ...(person && { person }) };
	} catch (error) {
		signal.throwIfAborted();
		log.warn('Who shared a file cannot be found out', { err: error });
		return message;
	}
}
