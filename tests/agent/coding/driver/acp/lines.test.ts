import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from '../../../../../src/agent/coding/driver/acp/lines.ts';

async function read(chunks: readonly Uint8Array[], most: number): Promise<string[]> {
	const found: string[] = [];
	for await (const line of linesOf(source(chunks), most)) found.push(line.kind === 'line' ? line.text : '(long)');
	return found;
}

async function* source(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
	yield* chunks;
}

test('lines are found wherever the bytes are split, long ones are told, empty ones are not', async () => {
	const word = fc.stringMatching(/^[a-zäé😀]{0,30}$/u);
	await fc.assert(
		fc.asyncProperty(fc.array(word), fc.array(fc.nat(20)), async (words, cuts) => {
			const bytes = Buffer.from(words.map((one) => `${one}\n`).join(''));
			const chunks: Uint8Array[] = [];
			let at = 0;
			for (const cut of cuts) {
				chunks.push(bytes.subarray(at, at + cut));
				at += cut;
			}
			chunks.push(bytes.subarray(at));
			const expected = words.filter((one) => one !== '');
			expect(await read(chunks, 40)).toEqual(expected.map((one) => (Buffer.byteLength(one) > 40 ? '(long)' : one)));
		}),
	);
});

test('a line without an end is a line, and one of exactly so many bytes is not long', async () => {
	expect(await read([Buffer.from('1234\n12345\n123')], 4)).toEqual(['1234', '(long)', '123']);
});
