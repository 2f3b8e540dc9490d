import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ModelRequest } from '../../../src/agent/model/model.ts';
import { createOpenAiModel } from '../../../src/agent/model/openai-model.ts';
import { collectReply } from '../../support/collect-reply.ts';
import { delta, sse } from '../../support/wire-server.ts';

const tools = [{ name: 'list', description: 'List', parameters: { type: 'object', properties: {} } }];
const hi: ModelRequest = { system: 'Be good', messages: [{ role: 'user', text: 'Hi' }], tools };
const never = new AbortController().signal;
const stop = delta({}, 'stop');

const piece = fc.oneof(
	fc.record({ content: fc.string({ unit: 'grapheme' }) }),
	fc.record({ reasoning_content: fc.string({ unit: 'grapheme' }) }),
	fc.record({ index: fc.nat(2), arguments: fc.string({ unit: 'grapheme' }) }).map(({ index, arguments: args }) => ({
		tool_calls: [{ index, id: `c${index}`, function: { name: 'list', arguments: args } }],
	})),
);
const stream = fc.record({
	deltas: fc.array(piece, { maxLength: 8 }),
	lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
	cuts: fc.array(fc.nat(40)),
});

it('a reply does not depend on how its bytes are cut', async () => {
	await fc.assert(
		fc.asyncProperty(stream, async ({ deltas, lineEnd, cuts }) => {
			const text = sse(...deltas.map((fields) => delta(fields)), stop, {
				choices: [],
				usage: { prompt_tokens: 1, completion_tokens: 2 },
			});
			const bytes = Buffer.from(text.replaceAll('\n', lineEnd));
			expect(await replyTo(cut(bytes, cuts))).toEqual(await replyTo([Buffer.from(text)]));
		}),
		{ numRuns: 200 },
	);
});

async function replyTo(pieces: readonly Uint8Array[]) {
	const body = ReadableStream.from(pieces);
	const model = createOpenAiModel({
		model: 'm',
		baseUrl: 'http://127.0.0.1:9/v1',
		random: () => 0,
		fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
	});
	return (await collectReply(model.reply(hi, never))).reply;
}

function cut(bytes: Uint8Array, sizes: readonly number[]): readonly Uint8Array[] {
	const pieces: Uint8Array[] = [];
	let at = 0;
	for (const size of sizes) {
		pieces.push(bytes.subarray(at, at + size));
		at += size;
	}
	return [...pieces, bytes.subarray(at)];
}
