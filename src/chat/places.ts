import { splitRule } from './place.ts';
import type { Conversation, PlatformFacts } from './platform.ts';
import { readableOf, sessionIdPattern, threadIdOf } from './session-id.ts';
import type { Thread } from './thread.ts';

/** Reads ids by the facts of the platforms that there are. All of it is pure. */
export interface Places {
	/** A thread of a platform that is not there is nobody else's: it has no place, and no room but its own. */
	conversationOf(thread: Thread): Conversation;
	/** Whether the ids of two people are one person's. */
	isSamePerson(one: string, other: string): boolean;
	/** The id of a thread's first session. Throws for a platform that is not there. */
	sessionIdOf(thread: Thread): string;
	/** The thread that a session's id was made of; undefined for one that was made otherwise. */
	threadOfSession(id: string): Thread | undefined;
	/** The platform of a place, of a person, or of a rule; undefined for an id that begins like none. */
	platformOf(id: string): PlatformFacts | undefined;
}

export function createPlaces(platforms: readonly PlatformFacts[]): Places {
	const known = new Map(platforms.map((facts) => [facts.name, facts]));
	const prefixed = new Map(platforms.map((facts) => [facts.prefix, facts]));
	const platformOf = (id: string) => prefixed.get(id.split(/[:/]/, 1)[0] ?? '');

	return {
		platformOf,
		conversationOf({ platform, id }) {
			const conversation = known.get(platform)?.conversationOf(id) ?? nobodyElses(id);
			const { room, channel } = conversation;
			const named = channel !== undefined && { channel: `${platform}-${channel}` };
			return { ...conversation, room: `${platform}/${room}`, ...named };
		},
		isSamePerson(one, other) {
			if (one === other) return true;
			const facts = platformOf(one);
			const isEverywhere = facts?.people === 'everywhere' && facts === platformOf(other);
			return isEverywhere && splitRule(one).subject === splitRule(other).subject;
		},
		sessionIdOf({ platform, id }) {
			const facts = known.get(platform);
			if (!facts) throw new Error(`Cannot name a session of "${platform}": there is no such platform`);
			return `${facts.prefix}-${readableOf(id)}`;
		},
		threadOfSession(id) {
			const [, prefix = '', readable = ''] = sessionIdPattern.exec(id) ?? [];
			const facts = prefixed.get(prefix);
			return facts && { platform: facts.name, id: threadIdOf(readable) };
		},
	};
}

function nobodyElses(room: string): Conversation {
	return { place: undefined, kind: 'direct', room, words: { called: 'this conversation', instead: 'another one' } };
}
