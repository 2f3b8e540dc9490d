import type { Command } from '../../../agent/commands/command.ts';
import { type GivenCommand, parseCommand } from '../../../agent/commands/syntax/parse-command.ts';
import type { Inbound } from '../../../chat/inbound.ts';
import type { Audience } from '../../../chat/place.ts';
import type { Person } from '../../../chat/thread.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import { type Said, timeOf } from './read-message.ts';

/** What is known of where something was said. */
export interface Surroundings {
	/** The thread is a session's. */
	readonly ours: boolean;
	readonly person: Person;
	/** The words as a person reads them. */
	readonly text: string;
	readonly commands: readonly Command[];
	readonly audience?: Audience | undefined;
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

/** What something that was said to us is: the word that stops, a command, or a message. Pure. */
export function inboundOf(said: Said, { ours, person, text, commands, audience }: Surroundings): Inbound {
	const thread = threadAt({ ...said.place, ts: said.root });
	const common = {
		key: messageKey(said.place),
		thread,
		person,
		at: timeOf(said.place.ts),
		...(audience && { audience }),
	};
	const bare = said.files.length === 0;
	if (bare && ours && isStopWord(text)) return { ...common, type: 'stop', timed: true };
	const isReply = said.root !== said.place.ts;
	const command = bare ? commandIn(text, said.address, isReply, commands) : undefined;
	if (command) return { ...common, type: 'command', ...command };
	const withEarlier = isReply && !ours;
	return { ...common, type: 'message', text, files: [...said.files], ...(withEarlier && { withEarlier }) };
}

/** "stop the deploy" is a request, "Stop" is none. Pure. */
export function isStopWord(text: string): boolean {
	return /^\s*(stop|cancel)\s*$/i.test(text);
}

/** In a thread's later messages, which need not name us, a command begins with `!`. Our name alone at the beginning asks what we can do. */
function commandIn(
	text: string,
	address: Said['address'],
	isReply: boolean,
	commands: readonly Command[],
): GivenCommand | undefined {
	if (address === 'nobody' && !/^\s*!/.test(text)) return undefined;
	return parseCommand(text.trim() === '' && !isReply ? 'help' : text, commands);
}
