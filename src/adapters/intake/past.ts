import type { Logger } from '../../base/log.ts';
import type { EarlierMessage } from '../../chat/inbound.ts';
import type { LeftOut, Past, ThreadPage } from '../../chat/past.ts';
import type { Person, Thread } from '../../chat/thread.ts';

/** Asked of a thread. */
export interface EarlierQuery {
	readonly thread: Thread;
	/** The key of the message before which it was said; undefined: all counts. */
	readonly before: string | undefined;
	/** No more messages than this. */
	readonly most: number;
}

/** A message that was found, its words as people read them. */
export interface FoundMessage extends Omit<EarlierMessage, 'person'> {
	/** The platform's own: messages after it are asked for by this. */
	readonly id: string;
	/** Asked for only where there are files; undefined for a bot. */
	readonly sharer: () => Promise<Person | undefined>;
}

/** See `Earlier`. */
export interface FoundEarlier {
	readonly first: readonly FoundMessage[];
	readonly leftOut: LeftOut;
	readonly newest: readonly FoundMessage[];
}

/** See `ThreadPage`. */
export interface FoundPage extends Omit<ThreadPage, 'messages'> {
	readonly messages: readonly FoundMessage[];
}

export interface PastSource {
	readonly findEarlier: (query: EarlierQuery, signal: AbortSignal) => Promise<FoundEarlier>;
	readonly findPage: (thread: Thread, after: string | undefined, signal: AbortSignal) => Promise<FoundPage>;
	/** A failure of `action` as the core is to know it, with a sentence for people. */
	readonly troubleIn: (action: string, error: unknown) => unknown;
	readonly log: Logger;
}

/** The bot's own name among those who wrote. */
export const ownName = 'Threadsmith';

/** As many as `Past.earlier` hands over. */
const most = 50;

/** `Past` of a platform. */
export function createPast({ findEarlier, findPage, troubleIn, log }: PastSource): Past {
	const withPeople = (found: readonly FoundMessage[], signal: AbortSignal) =>
		Promise.all(found.map((message) => withPerson(message, log, signal)));
	const failing = async <T>(action: string, signal: AbortSignal, work: () => Promise<T>) => {
		try {
			return await work();
		} catch (error) {
			signal.throwIfAborted();
			throw troubleIn(action, error);
		}
	};
	return {
		earlier: (thread, before, signal) =>
			failing('read what was said before in this thread', signal, async () => {
				const { leftOut, ...found } = await findEarlier({ thread, before, most }, signal);
				const [first, newest] = await Promise.all([withPeople(found.first, signal), withPeople(found.newest, signal)]);
				return { first: first.map(withoutId), leftOut, newest: newest.map(withoutId) };
			}),
		page: (thread, after, signal) =>
			failing('read what was said in this thread', signal, async () => {
				const { messages, ...page } = await findPage(thread, after, signal);
				return { ...page, messages: messages.map(({ sharer: _sharer, ...message }) => message) };
			}),
	};
}

function withoutId<Message extends { readonly id: string }>({ id: _id, ...message }: Message): Omit<Message, 'id'> {
	return message;
}

/** Without a person where nobody knows now who they are: then their files stay behind. */
async function withPerson(
	{ sharer, ...message }: FoundMessage,
	log: Logger,
	signal: AbortSignal,
): Promise<EarlierMessage & Pick<FoundMessage, 'id'>> {
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
