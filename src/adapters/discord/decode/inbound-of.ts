import type { Command } from '../../../agent/commands/command.ts';
import { type GivenCommand, parseCommand } from '../../../agent/commands/syntax/parse-command.ts';
import type { Inbound } from '../../../chat/inbound.ts';
import type { Audience } from '../../../chat/place.ts';
import type { Person } from '../../../chat/thread.ts';
import { isThread, type KnownChannel, takesThreads } from '../connect/places.ts';
import { type DiscordPlace, messageKey, threadAt } from '../thread-keys.ts';
import type { AboutFor } from './file-owners.ts';
import type { Said } from './read-message.ts';

/** Where what was said in `channel` has its thread; undefined where none can be. Pure. */
export function threadPlace(channel: KnownChannel, message: string): DiscordPlace | undefined {
	const { id, guild, parent } = channel;
	if (guild === undefined) return { kind: 'dm', channel: id };
	if (isThread(channel)) return { kind: 'thread', guild, parent: parent ?? id, channel: id };
	return takesThreads(channel) ? { kind: 'thread', guild, parent: id, channel: message } : undefined;
}

/** Whether something said is for us: to us alone, with our name, or in a thread of ours and to nobody else. Pure. */
export function isForUs({ address }: Pick<Said, 'address'>, ours: boolean): boolean {
	switch (address) {
		case 'direct':
		case 'mention':
			return true;
		case 'nobody':
			return ours;
		case 'to-other':
			return false;
	}
}

/** What is known of something that is for us. */
export interface Scene {
	readonly place: DiscordPlace;
	/** The thread is a session's. */
	readonly ours: boolean;
	readonly person: Person;
	readonly commands: readonly Command[];
	readonly audience?: Audience | undefined;
}

/** Something said, with what it replies to as that comes along. */
export type Heard = Omit<Said, 'about'> & { readonly about: AboutFor | undefined };

/** Words and files of something said, and of what it replies to. Pure. */
export function wholeOf({ text, files, about }: Pick<Heard, 'text' | 'files' | 'about'>) {
	return { text: [text, about?.text].filter(Boolean).join('\n\n'), files: [...files, ...(about?.files ?? [])] };
}

/** What something that was said to us is: the word that stops, a command, or a message. Pure. */
export function inboundOf(said: Heard, { place, ours, person, commands, audience }: Scene): Inbound {
	const common = {
		key: messageKey(said.place),
		thread: threadAt(place),
		person,
		at: said.at,
		...(audience && { audience }),
	};
	const bare = said.files.length === 0;
	if (bare && ours && isStopWord(said.text)) return { ...common, type: 'stop', timed: true };
	const isInside = said.place.channel === place.channel;
	const command = bare ? commandIn(said, isInside, commands) : undefined;
	if (command) return { ...common, type: 'command', ...command };
	const isFirst = said.place.message === place.channel;
	const withEarlier = place.kind === 'thread' && isInside && !ours && !isFirst;
	return {
		...common,
		type: 'message',
		...wholeOf(ours ? { ...said, about: undefined } : said),
		...(withEarlier && { withEarlier }),
	};
}

/** "stop the deploy" is a request, "Stop" is none. Pure. */
export function isStopWord(text: string): boolean {
	return /^\s*(stop|cancel)\s*$/i.test(text);
}

/** In a thread's later messages, which need not name us, a command begins with `!`. Our name alone at the beginning asks what we can do. */
function commandIn(
	{ address, text, about }: Heard,
	isInside: boolean,
	commands: readonly Command[],
): GivenCommand | undefined {
	if (address === 'nobody' && !/^\s*!/.test(text)) return undefined;
	const asksForHelp = text.trim() === '' && !isInside && !about;
	return parseCommand(asksForHelp ? 'help' : text, commands);
}
