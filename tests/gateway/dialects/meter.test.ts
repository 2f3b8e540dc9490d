import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialects } from '../../../src/gateway/dialects/dialects.ts';
import { mostLineBytes } from '../../../src/gateway/dialects/meter/lines.ts';
import { chatRecordings } from '../recordings/chat.ts';
import { geminiRecordings } from '../recordings/gemini.ts';
import { messagesRecordings } from '../recordings/messages.ts';
import { type Recording, stream, usage } from '../recordings/recording.ts';
import { responsesRecordings } from '../recordings/responses.ts';

const recordings = [...chatRecordings, ...responsesRecordings, ...messagesRecordings, ...geminiRecordings];

function told({ dialect, contentType }: Pick<Recording, 'dialect' | 'contentType'>, chunks: Iterable<Uint8Array>) {
	const meter = dialects[dialect].meter({ call: 'generate', path: '' }, contentType);
	for (const chunk of chunks) meter.push(chunk);
	meter.end();
	return { usage: meter.usage(), failure: meter.failure() };
}

describe('the meter', () => {
	it.each(recordings)('reads $title, whole and split at every byte', (recording) => {
		const bytes = Buffer.from(recording.text);
		expect(told(recording, [bytes])).toEqual(recording.told);
		for (let at = 0; at <= bytes.length; at += 1)
			expect(told(recording, [bytes.subarray(0, at), bytes.subarray(at)])).toEqual(recording.told);
	});

	it.each(recordings)('reads $title byte by byte, with nothing between', (recording) => {
		const bytes = [...Buffer.from(recording.text)].flatMap((byte) => [Buffer.from([byte]), Buffer.alloc(0)]);
		expect(told(recording, bytes)).toEqual(recording.told);
	});

	it('reads every recording split anywhere, from a buffer that is used again', () => {
		const pieces = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 });
		fc.assert(
			fc.property(fc.constantFrom(...recordings), pieces, (recording, sizes) => {
				expect(told(recording, reused(Buffer.from(recording.text), sizes))).toEqual(recording.told);
			}),
		);
	});

	it('tells usage before the stream ends', () => {
		const meter = dialects.messages.meter({ call: 'generate', path: '' }, stream);
		meter.push(
			Buffer.from('data: {"type":"message_start","message":{"usage":{"input_tokens":3,"output_tokens":1}}}\n\n'),
		);
		expect(meter.usage()).toEqual(usage(3, 1));
	});

	it('knows the last of each stream that tells its usage, and none of one that broke off', () => {
		for (const { dialect, contentType, text, title } of recordings.filter((one) => one.contentType === stream)) {
			const meter = dialects[dialect].meter({ call: 'generate', path: '' }, contentType);
			meter.push(Buffer.from(text));
			meter.end();
			const isCut = meter.usage() === undefined || /middle|early/.test(title);
			expect([title, meter.isOver()]).toEqual([title, !isCut]);
		}
	});

	it('passes over a line of more than a megabyte, and reads on', () => {
		const filler = Buffer.alloc(256 * 1024, 'x');
		const end = Buffer.from('\n\ndata: {"usage":{"prompt_tokens":2,"completion_tokens":1}}\n\n');
		const chunks = [
			Buffer.from('data: {"usage":{"prompt_tokens":9,"a":"'),
			...Array(6).fill(filler),
			Buffer.from('"}}'),
			end,
		];
		expect(told({ dialect: 'chat', contentType: stream }, chunks).usage).toEqual(usage(2, 1));
	});

	it('passes over an event whose lines are more than a megabyte together', () => {
		const line = Buffer.from(`data: "${'x'.repeat(1000)}"\n`);
		const end = Buffer.from('\ndata: {"usage":{"prompt_tokens":2,"completion_tokens":1}}\n\n');
		const chunks = [...Array(1200).fill(line), end];
		expect(told({ dialect: 'chat', contentType: stream }, chunks).usage).toEqual(usage(2, 1));
	});

	it('reads no body of more than a megabyte', () => {
		const body = JSON.stringify({
			choices: 'x'.repeat(mostLineBytes),
			usage: { prompt_tokens: 1, completion_tokens: 1 },
		});
		expect(told({ dialect: 'chat', contentType: 'application/json' }, [Buffer.from(body)]).usage).toBeUndefined();
	});

	it('takes counts that are none for nothing', () => {
		const of = (counts: string) =>
			told({ dialect: 'chat', contentType: stream }, [Buffer.from(`data: {"usage":${counts}}\n\n`)]).usage;
		expect(of('{"prompt_tokens":-5,"completion_tokens":1.5}')).toEqual(usage(0, 0));
		expect(of('{"prompt_tokens":"7","completion_tokens":1e300}')).toEqual(usage(0, 0));
		expect(of('"many"')).toBeUndefined();
		expect(of('{}')).toBeUndefined();
	});

	it('never throws, and keeps words short', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ maxLength: 2000, unit: 'binary' }), (bytes, words) => {
				const error = Buffer.from(`\n\ndata: ${JSON.stringify({ error: { message: words } })}\n\n`);
				const { failure } = told({ dialect: 'chat', contentType: stream }, [bytes, error]);
				expect(failure?.length ?? 0).toBeLessThanOrEqual(300);
			}),
		);
	});
});

/** Pieces of the bytes, each in the buffer in which the last one was. */
function* reused(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
	const buffer = Buffer.alloc(200);
	let at = 0;
	for (let turn = 0; at < bytes.length; turn += 1) {
		const piece = bytes.subarray(at, at + (sizes[turn % sizes.length] ?? 1));
		buffer.set(piece);
		yield buffer.subarray(0, piece.length);
		at += piece.length;
	}
}
