import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	beginsWithOther,
	type Names,
	readableText,
	withoutMention,
} from '../../../../src/adapters/discord/decode/readable-text.ts';
import { markerOf } from '../../../../src/adapters/discord/marker.ts';

const names: Names = {
	user: (id) => (id === '1' ? 'Ada' : undefined),
	role: (id) => (id === '2' ? 'makers' : undefined),
	channel: (id) => (id === '3' ? 'general' : undefined),
};
const us = { user: '9', roles: ['8'] };

describe('a text of Discord', () => {
	it('names people, roles, channels, emoji, times and commands', () => {
		expect(readableText('<@1> <@!1> <@&2> <#3>', names)).toBe('@Ada @Ada @makers #general');
		expect(readableText('<@7> <@&7> <#7>', names)).toBe('@7 @7 #7');
		expect(readableText('<:tada:7> <a:dance:7>', names)).toBe(':tada: :dance:');
		expect(readableText('<t:1795855227:R> <t:0>', names)).toBe('2026-11-28 08:40 UTC 1970-01-01 00:00 UTC');
		expect(readableText('</smith ask:7>', names)).toBe('/smith ask');
	});

	it('stays as it was typed in code, and where it is no markup', () => {
		const code = '```\n<@1>\n``` and `<@1>` and ``a ` <@1>``';
		expect(readableText(code, names)).toBe(code);
		expect(readableText('a < b > c, <b>, <https://example.com>', names)).toBe('a < b > c, <b>, <https://example.com>');
	});

	it('holds no marker of ours', () => {
		expect(readableText(`a${markerOf('k')}b`, names)).toBe('ab');
	});

	it('loses the mention of us, and what stood between a first one and the words', () => {
		expect(withoutMention('<@9>, hello', us)).toBe('hello');
		expect(withoutMention('<@!9> <@&8>: hello <@9> there', us)).toBe('hello there');
		expect(withoutMention('<@1> and <@9> `<@9>`', us)).toBe('<@1> and `<@9>`');
	});

	it('begins with somebody else, or does not', () => {
		expect(beginsWithOther(' <@1> look', us)).toBe(true);
		expect(beginsWithOther('<@&2> look', us)).toBe(true);
		expect(beginsWithOther('<@9> look', us)).toBe(false);
		expect(beginsWithOther('<@&8> look', us)).toBe(false);
		expect(beginsWithOther('look, <@1>', us)).toBe(false);
	});

	it('is read without an error, whatever it is, and keeps its plain words', () => {
		const piece = fc.constantFrom('<@1>', '<@9>', '```', '`', '<', '>', '\n', 'word', '<t:99999999999999:f>', '<#');
		fc.assert(
			fc.property(fc.array(piece), (pieces) => {
				const text = pieces.join('');
				const read = readableText(withoutMention(text, us), names);
				const count = (whole: string) => whole.split('word').length;
				expect(count(read)).toBe(count(text));
			}),
		);
	});
});
