import type { ScriptedReply } from '../../model-server/script.ts';
import type { AnswerFacts } from './dialect.ts';

/** Tokens of an answer; `reasoning` is part of `output`. */
export interface Counted {
	readonly input: number;
	readonly output: number;
	readonly reasoning: number;
}

/** Common tokenizers come to this on English text. */
const charactersPerToken = 4;

/** The reply's own usage, or four characters a token. */
export function countedOf(reply: ScriptedReply, { requestLength }: AnswerFacts): Counted {
	const reasoning = tokensIn(joined(reply.reasoning));
	const said = joined(reply.text) + JSON.stringify(reply.calls ?? []);
	const { input, output } = reply.usage ?? {
		input: Math.ceil(requestLength / charactersPerToken),
		output: reasoning + tokensIn(said),
	};
	return { input, output, reasoning: Math.min(reasoning, output) };
}

function tokensIn(text: string): number {
	return Math.ceil(text.length / charactersPerToken);
}

export function joined(text: string | readonly string[] | undefined): string {
	return [text ?? []].flat().join('');
}

/** In pieces as a stream brings it: as scripted, or a word at a time. */
export function piecesOf(text: string | readonly string[] | undefined): readonly string[] {
	if (text === undefined || text === '') return [];
	return typeof text === 'string' ? (text.match(/\s*\S+\s*$|\s*\S+/g) ?? [text]) : text;
}

/** The arguments of a call as JSON text, and in two pieces as a stream brings them. */
export function argumentsOf(args: Readonly<Record<string, unknown>> | string): {
	readonly text: string;
	readonly pieces: readonly string[];
} {
	const text = typeof args === 'string' ? args : JSON.stringify(args);
	const half = Math.ceil(text.length / 2);
	return { text, pieces: [text.slice(0, half), text.slice(half)].filter((piece) => piece !== '') };
}
