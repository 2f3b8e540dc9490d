import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutralise } from '../../../../../src/adapters/slack/render/markdown/neutralise.ts';
import { hostileText, liveIn } from '../hostile-text.ts';

describe('neutralise()', () => {
	it('leaves nothing that could ping, whatever the text is', () => {
		fc.assert(fc.property(hostileText, (text) => liveIn(neutralise(text)).length === 0));
	});

	it('is the same when it is done twice', () => {
		fc.assert(fc.property(hostileText, (text) => neutralise(neutralise(text)) === neutralise(text)));
	});

	it.each([
		['<!channel>'],
		['<!here|here>'],
		['<!everyone>'],
		['<!subteam^S012|@team>'],
		['<!date^1^{date}|x>'],
		['<@U012ABC>'],
		['<@W012ABC|bo>'],
		['@channel'],
		['@Here'],
		['&lt;!channel&gt;'],
		['&#60;!channel>'],
		['<\\!channel>'],
		['<&#33;channel>'],
		['`<!channel>`'],
		['<\u0000!channel>'],
	])('%j is harmless', (text) => {
		const harmless = neutralise(text);
		expect(harmless).toContain('\u200b');
		expect(liveIn(harmless)).toEqual([]);
	});

	it.each([
		['a < b and c > d'],
		['<https://example.com|a link>'],
		['[x](https://example.com/@me)'],
		['<#C012>'],
		['a <!-- note --> b'],
		['<!DOCTYPE html>'],
		['me@example.com, @bo'],
		['if (a<b && c) {\n\treturn;\n}'],
		['😀'],
	])('%j stays as it is', (text) => {
		expect(neutralise(text)).toBe(text);
	});

	it('takes time in proportion to the text', () => {
		for (const part of ['<', '&', '@', '&#0', '<\\', '@c']) {
			expect(neutralise(part.repeat(100_000)).length).toBeGreaterThan(0);
		}
	});
});
