import { groupDigits } from '../../base/text/group-digits.ts';

export interface Shortened {
	readonly before: number;
	readonly after: number;
	readonly window: number;
	/** How many messages of people stay word for word. */
	readonly words: number;
}

/** The line in the thread for a summary. Pure. */
export function summarizedLine(shortened: Shortened, besides: readonly string[]): string {
	return [`Compacted the conversation: ${amounts(shortened)}`, ...besides].join('. ');
}

/** Likewise where nothing but leaving out has helped. Pure. */
export function droppedLine(shortened: Shortened, why: string, backup: string): string {
	return `Left out the oldest part of the conversation, as ${why}: ${amounts(shortened)}. All of it is kept as ${backup}, and can be read again`;
}

function amounts({ before, after, window, words }: Shortened): string {
	const kept = words === 1 ? 'the newest message of people' : `the newest ${words} messages of people`;
	return `from ${groupDigits(before)} to ${groupDigits(after)} of ${groupDigits(window)} tokens. Kept word for word: ${kept}, and the last results`;
}

/** Why it was not made shorter. Pure. */
export function notMadeLine(why: string): string {
	return `The conversation could not be compacted, and goes on as it is: ${why}`;
}

/** Tells the Brain, which has asked for it, likewise. Pure. */
export function notMadeAnswer(why: string): string {
	return `Not done: ${why}. You go on with the conversation as it stands; asking again is of use only once much more was said. remember keeps single facts until then.`;
}

/** Tells the Brain that its window fills. Pure. */
export function fillingNote(tokens: number, window: number): string {
	return `This conversation fills ${Math.round((100 * tokens) / window)} % of what you can read. When a piece of work is done, compact_context puts what came before into a summary; it is done for you when it must be.`;
}

/** Tells people that a server cuts what it is sent. Pure. */
export function truncatedLine(sent: number, counted: number): string {
	return `The model's server seems to have cut the beginning of the conversation without a word: it counted ${groupDigits(counted)} tokens of about ${groupDigits(sent)}. Ollama does so when its context is too small: raise OLLAMA_CONTEXT_LENGTH there, or set BRAIN_WINDOW to what it has`;
}

/** The message in whose place the oldest ones stood. Pure. */
export function droppedText(mark: string, count: number): string {
	return `${mark}: ${count} older messages, which no longer fitted and were not summarized. read_back finds what they said.]`;
}
