import type { Message } from '../../../store/journal.ts';
import type { WindowFacts } from '../../../store/window-facts.ts';
import type { ToolSpec } from '../../model/model.ts';

/**
 * Characters of code and JSON to a token, and what is added for the guess: a request that is thought too long is shortened too early, one that is
 * thought too short is refused. Outside of ASCII a character is a token or less, whatever the tokenizer.
 */
const perToken = 3.5;
const margin = 1.1;
/** For the frame that a template puts around a message. */
const frame = 4;
/** A picture as it is shown, whatever is in it: about what OpenAI and Anthropic count for 768 x 1024 pixels. */
const picture = 1_000;

/** Tokens of a text, at a guess with a margin. Linear. Pure. */
export function tokensOfText(text: string): number {
	let wide = 0;
	for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) wide += 1;
	return Math.ceil(((text.length - wide) / perToken + wide) * margin);
}

const known = new WeakMap<Message, number>();

/** Likewise of a message, with its calls; what was thought before it is not sent again. */
export function tokensOf(message: Message): number {
	const before = known.get(message);
	if (before !== undefined) return before;
	const tokens = frame + tokensOfText(wordsOf(message)) + picturesOf(message) * picture;
	known.set(message, tokens);
	return tokens;
}

function wordsOf(message: Message): string {
	if (message.role !== 'assistant') return message.text;
	return message.text + message.calls.map(({ id, name, arguments: args }) => `${id}${name}${args}`).join('');
}

/** Each is sent once more with every request: the newest alone are, but a guess may be too high. */
function picturesOf(message: Message): number {
	return message.role === 'assistant' ? 0 : Math.min(message.pictures?.length ?? 0, 4);
}

export function tokensOfAll(messages: readonly Message[]): number {
	return messages.reduce((sum, message) => sum + tokensOf(message), 0);
}

/** Tokens of what stands before the messages in every request. */
export function tokensOfPrefix(system: string, tools: readonly ToolSpec[]): number {
	return frame + tokensOfText(system) + tokensOfText(JSON.stringify(tools));
}

/** A server's count that is so far from ours counts something else: what it has cut, what was in its cache, two requests. */
const fewest = 0.5;
const most = 1.9;

interface Filled {
	readonly messages: readonly Message[];
	readonly window: Pick<WindowFacts, 'counted'>;
}

/** Tokens of the next request: as the server has counted the last one, and a guess of what came since; else a guess of all. Pure. */
export function requestTokens({ messages, window: { counted } }: Filled, prefix: number): number {
	const guess = prefix + tokensOfAll(messages);
	if (!counted || counted.at > messages.length) return guess;
	const since = tokensOfAll(messages.slice(counted.at));
	const guessed = guess - since;
	if (!canBeOf(guessed, counted.tokens)) return guess;
	return counted.tokens + since;
}

/** Whether a server's count can be one of what has so many tokens at our guess. Pure. */
export function canBeOf(guess: number, counted: number): boolean {
	return counted >= fewest * guess && counted <= most * guess;
}

/** Below this a server that cuts what it is sent can cut nothing: Ollama's smallest usual window has 4,096 tokens. */
const leastToCut = 4_000;
/** Common tokenizers come to at most this many characters of English a token. */
const mostPerToken = 6;

/**
 * Whether a server has counted far fewer tokens than there can be in what it was sent, as Ollama does, which cuts the front of a conversation
 * that is too long, says nothing of it, and answers with status 200 (ollama issues 3839, 14259). Pure.
 */
export function looksCut(sent: string, counted: number): boolean {
	if (counted >= (0.75 * sent.length) / mostPerToken) return false;
	const guess = sent.replaceAll(/\s+/g, ' ').length / mostPerToken;
	return guess > leastToCut && counted < 0.75 * guess;
}
