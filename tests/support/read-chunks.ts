import type { ModelReply } from '../../src/agent/model/model.ts';
import { createReplyReader, type ReadReply, type StreamedPart } from '../../src/agent/model/wire/read-stream.ts';
import { delta } from './wire-server.ts';

/** Reads the chunks of one reply with the tools `get_weather` and `list`; its calls are `id1`, `id2` … */
export function readChunks(
	chunks: readonly unknown[],
	complete = true,
	answerBytes = 2 ** 20,
): ReadReply & { readonly parts: readonly StreamedPart[] } {
	let next = 1;
	const reader = createReplyReader({
		toolNames: new Set(['get_weather', 'list']),
		opensInThought: false,
		newId: () => `id${next++}`,
		answerBytes,
	});
	const parts = chunks.flatMap((chunk) => reader.take(chunk));
	const end = reader.end(complete);
	return { ...end.read, parts: [...parts, ...end.parts] };
}

export function replyOf(chunks: readonly unknown[]): ModelReply {
	return readChunks(chunks).reply;
}

export const stop = delta({}, 'stop');
export const toolStop = delta({}, 'tool_calls');
export const call = (name: string, args: string, rest: object = {}) => ({
	...rest,
	type: 'function',
	function: { name, arguments: args },
});
export const piece = (args: unknown, rest: object = {}) => ({ ...rest, function: { arguments: args } });
export const paris = '{"city":"Paris"}';
export const rome = '{"city":"Rome"}';
export const weather = (...cities: readonly string[]) =>
	cities.map((args, at) => ({ id: `id${at + 1}`, name: 'get_weather', arguments: args }));
