import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutralise } from '../../../../../src/adapters/slack/render/markdown/neutralise.ts';
import { createStreamText } from '../../../../../src/adapters/slack/render/markdown/stream-text.ts';
import { fenceSoup, leavesFenceOpen, markdownText } from '../../../../support/markdown-samples.ts';
import { hostileText, liveIn } from '../hostile-text.ts';

const anyText = fc.oneof(hostileText, fenceSoup, markdownText);
const cuts = fc.array(fc.nat(), { maxLength: 12 });

/** The text in pieces, cut anywhere, characters' halves apart too. */
function cutAt(text: string, at: readonly number[]): string[] {
	const places = [...new Set(at.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
	return [0, ...places].map((place, index) => text.slice(place, places[index] ?? text.length));
}

/** What one message gets, when the text comes in these pieces. */
function streamed(pieces: readonly string[]): string {
	const stream = createStreamText();
	return pieces.map((piece) => stream.push(piece)).join('') + stream.end();
}

/** What the messages get, when each piece is followed by a new message. */
function rotated(pieces: readonly string[]): string[] {
	const stream = createStreamText();
	const messages: string[] = [];
	let message = '';
	for (const piece of pieces) {
		message += stream.push(piece);
		messages.push(message + stream.close());
		message = stream.reopen();
	}
	return [...messages, message + stream.end()];
}

/** Of the words alone. */
function lettersOf(text: string): string {
	return text.replaceAll(/[^w\d]/g, '');
}

describe('createStreamText()', () => {
	it('gives the neutralised text, and what closes its fence, however it was cut', () => {
		fc.assert(
			fc.property(anyText, cuts, (text, at) => {
				const whole = streamed(cutAt(text, at));
				expect(whole.startsWith(neutralise(text))).toBe(true);
				expect(whole.slice(neutralise(text).length)).toMatch(/^(\n?[ \t>]*(`{3,}|~{3,}))?$/);
				expect(whole).toBe(streamed([text]));
			}),
			{ numRuns: 1000 },
		);
	});

	it.each([['<&commat;@everyone'], ['<&commat;&#60;'], ['<\\@channel'], ['&lt;@here'], ['<!doctype'], ['😀<']])(
		'gives %j as neutralise() does, character by character',
		(text) => {
			expect(streamed([...text.split(''), ''])).toBe(neutralise(text));
			expect(streamed([text])).toBe(neutralise(text));
		},
	);

	it('holds nothing live in any message, nor at any moment', () => {
		fc.assert(
			fc.property(hostileText, cuts, (text, at) => {
				expect(rotated(cutAt(text, at)).flatMap(liveIn)).toEqual([]);
				const stream = createStreamText();
				const soFar = cutAt(text, at).reduce((before, piece) => before + stream.push(piece), '');
				expect(liveIn(soFar)).toEqual([]);
			}),
			{ numRuns: 1000 },
		);
	});

	it('leaves no fence open at the end of any message, and loses no word', () => {
		fc.assert(
			fc.property(markdownText, cuts, (text, at) => {
				const messages = rotated(cutAt(text, at).flatMap((piece) => piece.split(/(?<=\n)/)));
				expect(messages.filter(leavesFenceOpen)).toEqual([]);
				// A word may be cut in two.
				expect(lettersOf(messages.join(''))).toBe(lettersOf(text));
			}),
		);
	});

	it('goes on with the code in the next message', () => {
		const stream = createStreamText();
		const first = stream.push('Look:\n```js\nlet a = 1;\nlet b') + stream.close();
		const second = stream.reopen() + stream.push(' = 2;\n```\nDone') + stream.end();
		expect(first).toBe('Look:\n```js\nlet a = 1;\nlet b\n```');
		expect(second).toBe('```js\n = 2;\n```\nDone');
	});

	it('takes the indentation of a list from code that goes on in the next message', () => {
		const stream = createStreamText();
		stream.push('1. Step:\n   ```sh\n   ls\n');
		stream.close();
		const second = stream.reopen() + stream.push('   cat x\n   ```\nDone') + stream.end();
		expect(second).toBe('```sh\ncat x\n```\nDone');
	});

	it('shows words at once, and keeps back what may become a fence or a mention', () => {
		const stream = createStreamText();
		expect(stream.push('Hello wor')).toBe('Hello wor');
		expect(stream.push('ld\n``')).toBe('ld\n');
		expect(stream.push('`js')).toBe('');
		expect(stream.push('\nx')).toBe('```js\nx');
		expect(stream.push(' <!chan')).toBe(' <\u200b!chan');
		expect(stream.push('nel> <')).toBe('nel> ');
		expect(stream.push('b')).toBe('<b');
		expect(stream.push(' @chan')).toBe(' ');
		expect(stream.end()).toBe('@chan\n```');
	});
});
