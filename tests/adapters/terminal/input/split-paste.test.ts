import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPasteSplitter, type InputPiece } from '../../../../src/adapters/terminal/input/split-paste.ts';
import { piecesOf } from '../pieces-of.ts';

const esc = '\u001b';
const pasteStart = `${esc}[200~`;
const pasteEnd = `${esc}[201~`;

/** Neighbouring keys as one piece: where they were cut does not matter. */
function joined(pieces: readonly InputPiece[]): InputPiece[] {
	const whole: InputPiece[] = [];
	for (const piece of pieces) {
		const last = whole.at(-1);
		if (piece.kind === 'keys' && last?.kind === 'keys')
			whole.splice(-1, 1, { kind: 'keys', text: last.text + piece.text });
		else whole.push(piece);
	}
	return whole;
}

const keys = fc.oneof(
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
	fc.constantFrom('\r', `${esc}[A`, `${esc}[2`, esc, '\t', `${esc}[201~`),
);
const paste = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll('~', '\n'));

describe('createPasteSplitter()', () => {
	it('tells pastes from keys however the bytes are cut', () => {
		const pieces = fc.array(
			fc.oneof(
				keys.map((text): InputPiece => ({ kind: 'keys', text })),
				paste.map((text): InputPiece => ({ kind: 'paste', text })),
			),
			{ maxLength: 8 },
		);
		fc.assert(
			fc.property(pieces, fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 200 }), (sent, cuts) => {
				const text = sent
					.map(({ kind, text: part }) => (kind === 'paste' ? pasteStart + part + pasteEnd : part))
					.join('');
				fc.pre(text.split(pasteStart).length - 1 === sent.filter(({ kind }) => kind === 'paste').length);
				const splitter = createPasteSplitter();
				const bytes: Uint8Array = new TextEncoder().encode(text);
				const got = piecesOf<Uint8Array>(bytes, cuts).flatMap((piece) => [...splitter.push(piece)]);
				got.push(...splitter.flush());
				expect(joined(got)).toEqual(joined(sent));
			}),
			{ numRuns: 1000 },
		);
	});

	it('holds back only what may become a marker', () => {
		const splitter = createPasteSplitter();
		expect(splitter.push(Buffer.from(`ab${esc}`))).toEqual([{ kind: 'keys', text: 'ab' }]);
		expect(splitter.waitingFor()).toBe('marker');
		expect(splitter.push(Buffer.from('[A'))).toEqual([{ kind: 'keys', text: `${esc}[A` }]);
		expect(splitter.waitingFor()).toBe('nothing');
	});

	it('hands out an Escape and a paste without end when it is told to wait no longer', () => {
		const splitter = createPasteSplitter();
		splitter.push(Buffer.from(esc));
		expect(splitter.flush()).toEqual([{ kind: 'keys', text: esc }]);
		splitter.push(Buffer.from(`${pasteStart}half`));
		expect(splitter.waitingFor()).toBe('paste-end');
		expect(splitter.flush()).toEqual([{ kind: 'paste', text: 'half' }]);
		expect(splitter.push(Buffer.from('key'))).toEqual([{ kind: 'keys', text: 'key' }]);
	});
});
