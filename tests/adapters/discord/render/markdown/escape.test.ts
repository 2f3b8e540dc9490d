import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasMarker, markerOf, markersIn } from '../../../../../src/adapters/discord/marker.ts';
import {
	cleanWords,
	escapeMarkdown,
	isVisible,
	labelOf,
	marked,
	plainCode,
	plainLine,
} from '../../../../../src/adapters/discord/render/markdown/escape.ts';

describe('plainLine()', () => {
	it.each([
		['sales_2026_final.csv', 'sales_2026_final.csv'],
		['_a_ __b__ *c* ~~d~~ ||e|| `f`', '\\_a\\_ \\_\\_b\\_\\_ \\*c\\* \\~\\~d\\~\\~ \\|\\|e\\|\\| \\`f\\`'],
		['[a](https://example.com)', '\\[a](https\\://example.com)'],
		['<@1> @everyone @here <#2> <t:1>', '\\<@1> \\@everyone \\@here \\<#2> \\<t:1>'],
		[':smile: 12:30 a: b', '\\:smile: 12:30 a: b'],
		['# a', '\\# a'],
		['> a', '\\> a'],
		['- a', '\\- a'],
		['-# a', '\\-# a'],
		['1. a', '1\\. a'],
		['C:\\x', 'C:\\\\x'],
		['a\n  b\tc', 'a b c'],
	])('has nothing in it that Discord would format or link: %j', (text, line) => {
		expect(plainLine(text)).toBe(line);
	});

	it('loses nothing but white space when Discord reads it', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(...'ab1 _*~|`[]()<>#-.:@/\\'), maxLength: 40 }), (text) => {
				expect(escapeMarkdown(text).replaceAll(/\\([^0-9A-Za-z\s])/g, '$1')).toBe(text);
			}),
		);
	});

	it('is cut', () => {
		expect(plainLine('abcdef', 4)).toBe('abc…');
	});
});

describe('what others wrote', () => {
	it('has no markers of ours, no controls, and no change of direction', () => {
		expect(cleanWords(`a${markerOf('k')}b\0c\u202ed\ud83d\n\te`)).toBe('abcd\ufffd\n\te');
		expect(plainLine(`a${markerOf('k')}`)).toBe('a');
		expect(plainCode(`a\`${markerOf('k')}`)).toBe("a'");
		expect(labelOf(` ${markerOf('k')} `, 10)).toBe('…');
	});

	it.each(['', ' ', '\u200b', '\u3164', '\u00ad'])('is not seen: %j', (text) => {
		expect(isVisible(text)).toBe(false);
		expect(isVisible(`${text}a`)).toBe(true);
	});
});

describe('marked()', () => {
	it('ends with the markers, whatever the text ends with', () => {
		fc.assert(
			fc.property(
				fc.string(),
				fc.string({ unit: fc.constantFrom('\u200b', '\u2063', '\u2064', 'a'), maxLength: 20 }),
				(text, end) => {
					const whole = marked(`${text}${end}`, ['k', 'l']);
					expect([hasMarker(whole, 'k'), hasMarker(whole, 'l')]).toEqual([true, true]);
					expect(markersIn(whole).slice(-2)).toEqual([markerOf('k'), markerOf('l')]);
				},
			),
		);
	});

	it('is the text itself where nothing is shown', () => {
		expect(marked('a', [])).toBe('a');
	});
});
