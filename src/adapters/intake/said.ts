import type { Command } from '../../agent/commands/command.ts';
import { type GivenCommand, parseCommand } from '../../agent/commands/syntax/parse-command.ts';
import type { FileRef, Inbound } from '../../chat/inbound.ts';
import type { ListeningOf } from '../../chat/listening.ts';
import type { Audience } from '../../chat/place.ts';
import type { Person, Thread } from '../../chat/thread.ts';

/** To whom something was said. `direct`: to us alone; `mention`: it names us; `reply`: it answers us and names nobody; `to-other`: it begins with somebody else's name. */
export type Address = 'direct' | 'mention' | 'reply' | 'to-other' | 'nobody';

/** Words and files that somebody shared. */
export interface Shared {
	readonly text: string;
	readonly files: readonly FileRef[];
}

/** Something that a person said, as a platform has decoded it. */
export interface Said extends Shared {
	/** The platform's own key: equal for every delivery. */
	readonly key: string;
	readonly thread: Thread;
	readonly person: Person;
	/** ISO 8601. */
	readonly at: string;
	readonly address: Address;
	/** As a person reads it, without the mention of us. */
	readonly text: string;
	/** Which part of its thread comes before it: none, for it begins one; nothing that would have to be fetched; or what people have said there. */
	readonly before: 'no-thread' | 'nothing' | 'talk';
	/** The message that it answers comes along. */
	readonly about?: Shared | undefined;
	readonly audience?: Audience | undefined;
}

/** Whether something said is for us: to us alone, with our name, or in a thread of ours and to nobody else. Pure. */
export function isForUs(address: Address, ours: boolean): boolean {
	switch (address) {
		case 'direct':
		case 'mention':
			return true;
		case 'reply':
		case 'nobody':
			return ours;
		case 'to-other':
			return false;
	}
}

/** Whether that something was heard may show at once: what may be meant for others gets no sign. Rejects as the look-up does. */
export async function mayShow(
	address: Address,
	thread: Thread,
	listeningOf: ListeningOf | undefined,
): Promise<boolean> {
	return address !== 'nobody' || (await listeningOf?.(thread)) === 'all';
}

/** Decides, besides the words, how something said is understood. */
export interface Hearing {
	/** The thread is a session's. */
	readonly ours: boolean;
	readonly commands: readonly Command[];
}

/** Something that was said to us as the core takes it in: the word that stops, a command, or a message. Pure. */
export function inboundOf(said: Said, { ours, commands }: Hearing): Inbound {
	const { key, thread, person, at, audience } = said;
	const common = { key, thread, person, at, ...(audience && { audience }) };
	const bare = said.files.length === 0;
	if (bare && ours && isStopWord(said.text)) return { ...common, type: 'stop', timed: true, ...asideIn(said) };
	const command = bare ? commandIn(said, commands) : undefined;
	if (command) return { ...common, type: 'command', ...command };
	const withEarlier = said.before === 'talk' && !ours;
	const whole = wholeOf(said, said.about);
	return { ...common, type: 'message', ...whole, ...(withEarlier && { withEarlier }), ...asideIn(said) };
}

/** Whoever names nobody in a thread of ours may mean somebody else there. */
function asideIn({ address }: Said): { readonly aside?: true } {
	return address === 'nobody' ? { aside: true } : {};
}

const stopWord =
	/^["'“„«`*]{0,3}(?:please,? )?(?:stop|cancel)(?:,? (?:now|please))?["'”“»`*]{0,3} ?[.!…。！]*["'”“»`*]{0,3}$/i;
/** Characters of what stops; a pattern looks at no more. */
const longestStop = 40;

/** "stop the deploy" and "stop?" are requests; "Stop", "stop!!", "please stop" and "`stop`" are not. Pure. */
export function isStopWord(text: string): boolean {
	const words = text.trim();
	return words.length <= longestStop && stopWord.test(words.replaceAll(/\s+/g, ' '));
}

/** Words and files of something said, and of a message that comes along with it. Pure. */
export function wholeOf({ text, files }: Shared, about?: Shared): { readonly text: string; readonly files: FileRef[] } {
	return { text: [text, about?.text].filter(Boolean).join('\n\n'), files: [...files, ...(about?.files ?? [])] };
}

/** A thread's later messages need not name us, so a command in them begins with `!`. Our name alone at the beginning asks for help. */
function commandIn({ address, text, before, about }: Said, commands: readonly Command[]): GivenCommand | undefined {
	if (address === 'nobody' && !/^\s*!/.test(text)) return undefined;
	const asksForHelp = text.trim() === '' && before === 'no-thread' && !about;
	return parseCommand(asksForHelp ? 'help' : text, commands);
}
