import { groupDigits } from '../../../base/text/group-digits.ts';
import { shorten } from '../../../base/text/shorten.ts';
import type { Message, Piece, ToolCall } from '../../../store/journal.ts';
import { tokensOf } from '../measure/tokens.ts';

/** Results of these stay: what was remembered, made, or said by people. */
const lasting: ReadonlySet<string> = new Set([
	'remember',
	'recall',
	'forge_tool',
	'forge_from_script',
	'repair_tool',
	'ask_user',
	'compact_context',
]);

/** So many of the newest results stay. */
export const usuallySpared = 3;

export interface MaskWish {
	/** Tokens that are to be freed; it ends when they are. */
	readonly free: number;
	/** Less than this is not worth the server's cache. */
	readonly least: number;
	/** So many of the newest results stay; default 3. */
	readonly spare?: number;
}

/** Messages in whose place lines stand, and how many tokens that frees. */
export interface Masking {
	readonly covers: { readonly from: number; readonly to: number };
	readonly result: readonly Piece[];
	readonly freed: number;
}

/** The beginning of the line that stands for a result. */
export const clearedMark = '[Cleared: ';

/** Clears old results of tools to a line each, oldest first; undefined where that frees too little. Pure. */
export function maskOld(
	messages: readonly Message[],
	{ free, least, spare = usuallySpared }: MaskWish,
): Masking | undefined {
	const calls = callsIn(messages);
	const results = messages.flatMap((message, at) => (message.role === 'tool' ? [at] : []));
	const lines = new Map<number, Message>();
	let freed = 0;
	for (const at of results.slice(0, Math.max(0, results.length - spare))) {
		if (freed >= free) break;
		const line = lineFor(messages[at], calls);
		if (!line) continue;
		lines.set(at, line.message);
		freed += line.freed;
	}
	return freed < least || freed === 0 ? undefined : { ...withLines(lines), freed };
}

export function callsIn(messages: readonly Message[]): ReadonlyMap<string, ToolCall> {
	const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
	return new Map(calls.map((call) => [call.id, call]));
}

function lineFor(message: Message | undefined, calls: ReadonlyMap<string, ToolCall>) {
	if (message?.role !== 'tool' || message.text.startsWith(clearedMark)) return undefined;
	const call = calls.get(message.callId);
	if (call && lasting.has(call.name)) return undefined;
	const { pictures: _pictures, ...rest } = message;
	const line: Message = { ...rest, text: clearedLine(message, call) };
	const freed = tokensOf(message) - tokensOf(line);
	return freed > 0 ? { message: line, freed } : undefined;
}

/** Where the guest saves long output: its text names the file, which may be gone after fifty more. */
const savedIn = /all of it is in (\/workspace\/\.threadsmith\/[\w.-]+)/;

function clearedLine({ callId, ok, text }: Extract<Message, { role: 'tool' }>, call: ToolCall | undefined): string {
	const made = call ? `${call.name} ${shorten(call.arguments, 200)}` : 'a call';
	const saved = savedIn.exec(text)?.[1];
	const file = saved === undefined ? '' : `; all of its output is in ${saved}`;
	return `${clearedMark}${made} → ${ok ? '' : 'failed, '}${groupDigits(text.length)} characters. read_back {"id":"${callId}"} reads them${file}]`;
}

/** From the first line to the last, with the messages between them as they are. */
function withLines(lines: ReadonlyMap<number, Message>): Pick<Masking, 'covers' | 'result'> {
	const places = [...lines.keys()];
	const [from = 0, last = 0] = [places[0], places.at(-1)];
	const result = places.flatMap((at, nth): Piece[] => {
		const line = lines.get(at);
		const before = (places[nth - 1] ?? at - 1) + 1;
		return [...(nth > 0 && before < at ? [{ from: before, to: at }] : []), ...(line ? [line] : [])];
	});
	return { covers: { from, to: last + 1 }, result };
}
