import { createHash } from 'node:crypto';
import { shorten } from '../../base/text/shorten.ts';
import { oneLine } from '../session/said-lines.ts';

/** Bytes of a memory in UTF-8, and of one that is kept beyond its session: whoever is asked reads all of it. */
export const mostBytes = 2_048;
export const mostShownBytes = 1_000;
/** Memories of one session, channel or person. */
export const mostMemories = 300;

/** All that is known of a memory besides its text. */
export interface Origin {
	/** ISO 8601. */
	readonly at: string;
	/** From whose words, as people are called. */
	readonly from: string;
	/** The id of that person; undefined: nobody's. */
	readonly person?: string | undefined;
	/** The session, and the turn in it, in which it was made; undefined: in none. */
	readonly session?: string | undefined;
	readonly turn?: string | undefined;
	/** The platform's key of the message by which people put it in the place of another one. */
	readonly message?: string | undefined;
	/** `read`: it stands so in a file, or in what a tool has answered. `kept`: out of the history, as that was made shorter. */
	readonly source?: 'read' | 'kept' | undefined;
	/** In a word or two; a newer one about the same replaces it. */
	readonly about?: string | undefined;
	/** Ids of those that it replaces. */
	readonly supersedes: readonly string[];
}

export interface Memory extends Origin {
	/** Unique among those of its session, channel or person; its file's name without `.md`. */
	readonly id: string;
	readonly text: string;
}

/** Control characters but tabs and line ends, and those that turn the direction of what is shown: people would read something else. */
const unseen = /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** Characters that show nothing, and that a model may read as words (https://www.unicode.org/charts/PDF/UE0000.pdf); joiners and emoji's variants are part of what is seen. */
const nothingShown = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;

/** A text as it is kept: without such characters, and with plain line ends. Pure. */
export function cleanText(text: string): string {
	return text.replaceAll(/\r\n?/g, '\n').replaceAll(unseen, ' ').replaceAll(nothingShown, '').trim();
}

/** Equal for texts that say the same in the same words, however they are set. Pure. */
export function digestOf(text: string): string {
	const words =
		text
			.normalize('NFKC')
			.toLowerCase()
			.match(/[\p{L}\p{N}\p{S}@#%&/-]+/gu) ?? [];
	return createHash('sha256').update(words.join(' ')).digest('hex').slice(0, 16);
}

/** A memory in a line of ours. Pure. */
export function lineOf(text: string): string {
	const [first = ''] = text.slice(0, 1_000).split('\n');
	return shorten(oneLine(first), 100);
}
