import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEventMeasure } from '../../../../src/agent/model/wire/event-measure.ts';

const ends = ['\n', '\r', '\r\n'] as const;

/** What is held after the last event with data, found from the whole text. */
function heldOf(text: string): number {
	const lines = text.split(/(\r\n|\r|\n)/);
	let held = 0;
	let hasData = false;
	for (let at = 0; at < lines.length; at += 2) {
		const line = lines[at] ?? '';
		const end = lines[at + 1];
		held += line.length + (end?.length ?? 0);
		hasData ||= line.startsWith('data:');
		if (line !== '' || end === undefined || !hasData) continue;
		held = 0;
		hasData = false;
	}
	return held;
}

it('what is held is counted from the last event with data on, however the bytes are cut', () => {
	const line = fc.constantFrom('data: {}', 'data:', ': keepalive', 'id: 1', 'dat', 'event: x', '');
	const text = fc
		.array(fc.tuple(line, fc.constantFrom(...ends)), { maxLength: 12 })
		.map((lines) => lines.map(([words, end]) => `${words}${end}`).join(''));
	fc.assert(
		fc.property(text, line, fc.array(fc.nat(7), { maxLength: 30 }), (whole, rest, cuts) => {
			// Whether a return at the end is half a line's end shows only later.
			fc.pre(!whole.endsWith('\r') || rest !== '');
			const measure = createEventMeasure();
			let left = Buffer.from(whole + rest);
			let held = 0;
			for (const cut of [...cuts, left.length]) {
				held = measure.take(left.subarray(0, cut));
				left = left.subarray(cut);
			}
			// The second half of CRLF belongs to nothing.
			expect(held - heldOf(whole + rest)).toBeOneOf([0, 1]);
		}),
	);
});
