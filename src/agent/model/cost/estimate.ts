import { textOf } from '../wire/problem/characters-of.ts';
import type { ChatBody } from '../wire/wire-types.ts';

/**
 * English has some four bytes a token, code some three, and a Chinese character of three bytes is mostly one
 * (https://help.openai.com/en/articles/4936856-what-are-tokens-and-how-to-count-them): what people write has fewer tokens than this says.
 */
const bytesOfToken = 3;
/** Of one picture, as for `charactersOf`. */
const ofPicture = 1_600;

/** Tokens of a text, rather too many. Linear. Pure. */
export function tokensOfText(text: string): number {
	return Math.ceil(Buffer.byteLength(text) / bytesOfToken);
}

/** Tokens of so many characters of an answer, of which the bytes are not known any more. Pure. */
export function tokensOfCharacters(characters: number): number {
	return Math.ceil(characters / bytesOfToken);
}

/** Tokens of all that a request sends, rather too many. Linear. Pure. */
export function promptTokens({ messages, tools = [] }: Pick<ChatBody, 'messages' | 'tools'>): number {
	let pictures = 0;
	const words = textOf(messages, () => {
		pictures += 1;
	});
	return tokensOfText(words) + tokensOfText(JSON.stringify(tools)) + pictures * ofPicture;
}
