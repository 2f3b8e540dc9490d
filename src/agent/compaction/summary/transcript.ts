import { shorten } from '../../../base/text/shorten.ts';
import type { Message } from '../../../store/journal.ts';
import { tokensOfText } from '../measure/tokens.ts';

/** A part of a conversation as text, and the turn that it ends in, as far as its calls tell. */
export interface Chunk {
	readonly text: string;
	readonly turn: string | undefined;
}

/** Characters of one message that a Summarizer is shown: beginning and end. */
const longest = 6_000;
/** More than this of it is a Summarizer not asked about: the newest parts are. */
export const mostChunks = 12;

/** A conversation in parts of at most so many tokens each, in order. Pure. */
export function chunksOf(messages: readonly Message[], tokens: number): readonly Chunk[] {
	const chunks: Chunk[] = [];
	let lines: string[] = [];
	let used = 0;
	let turn: string | undefined;
	const close = () => {
		if (lines.length > 0) chunks.push({ text: lines.join('\n'), turn });
		lines = [];
		used = 0;
	};
	for (const message of messages) {
		const text = lineOf(message, tokens);
		const size = tokensOfText(text);
		if (used + size > tokens) close();
		turn = turnOf(message) ?? turn;
		lines.push(text);
		used += size;
	}
	close();
	return chunks;
}

function lineOf(message: Message, tokens: number): string {
	// At two characters a token even what is not ASCII fits, with what stands around it.
	const most = Math.min(longest, Math.max(200, tokens));
	const said = withinLine(middleCut(message.text, message.role === 'tool' ? most / 2 : most));
	switch (message.role) {
		case 'user':
			return `PERSON: ${said}`;
		case 'assistant':
			return [
				...(message.text === '' ? [] : [`ASSISTANT: ${said}`]),
				...message.calls.map(({ name, arguments: args }) => `CALL: ${name} ${withinLine(middleCut(args, most / 2))}`),
			].join('\n');
		case 'tool':
			return `RESULT${message.ok ? '' : ' (failed)'}: ${said}`;
	}
}

/** Nothing in it can be taken for the words of somebody else, whoever may have written it. */
function withinLine(text: string): string {
	return text.replaceAll(/^(?=\s{0,20}(?:PERSON|ASSISTANT|CALL|RESULT)\b)/gm, '| ');
}

function middleCut(text: string, most: number): string {
	if (text.length <= most) return text;
	const half = Math.floor(most / 2);
	return `${shorten(text, half)}\n(${text.length - 2 * half} characters left out)\n${text.slice(-half).toWellFormed()}`;
}

const ownId = /^(t\d+-[0-9a-f]{8})s\d+c\d+$/;

function turnOf(message: Message): string | undefined {
	if (message.role === 'user') return undefined;
	const id = message.role === 'tool' ? message.callId : message.calls[0]?.id;
	return ownId.exec(id ?? '')?.[1];
}
