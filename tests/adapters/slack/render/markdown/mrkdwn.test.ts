import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLongTexts } from '../../../../../src/adapters/markdown/parse-markdown.ts';
import { toMrkdwn, toPlain } from '../../../../../src/adapters/slack/render/markdown/mrkdwn.ts';
import { markdownText } from '../../../../support/markdown-samples.ts';
import { hostileText, liveIn } from '../hostile-text.ts';

readLongTexts();

describe('toMrkdwn()', () => {
	it.each([
		['**bold** and *italic*, ~~gone~~', '*bold* and _italic_, ~gone~'],
		['**bold *and italic***', '*bold _and italic_*'],
		['in**side**word', 'in\u200b*side*\u200bword'],
		['`a < b`', '`a &lt; b`'],
		['a & b < c > d', 'a &amp; b &lt; c &gt; d'],
		['# Title **x**', '*Title x*'],
		['[here](https://example.com?a=1&b=2)', '<https://example.com?a=1&amp;b=2|here>'],
		['[a|b](https://example.com)', '<https://example.com|a¦b>'],
		['<https://example.com>', '<https://example.com>'],
		['[x][1]\n\n[1]: https://example.com', '<https://example.com|x>'],
		['[run](javascript:alert(1))', 'run (javascript:alert(1))'],
		['![chart](https://example.com/c.png)', '<https://example.com/c.png|chart>'],
		['- a\n- b\n  - c', '• a\n• b\n    • c'],
		['3. a\n4. b', '3. a\n4. b'],
		['- [x] done\n- [ ] open', '☑ done\n☐ open'],
		['> a\n> b', '> a\n> b'],
		['```js\nif (a < b) {}\n```', '```\nif (a &lt; b) {}\n```'],
		['- step\n\n  ```\n  ls\n  ```', '• step\n```\nls\n```'],
		['a\n\n---\n\nb', 'a\n\n———\n\nb'],
		['a  \nb', 'a\nb'],
		['a<br>b', 'a&lt;br&gt;b'],
		['x[^1]\n\n[^1]: note', 'x[1]\n\n[1] note'],
	])('%j becomes %j', (markdown, mrkdwn) => {
		expect(toMrkdwn(markdown)).toBe(mrkdwn);
	});

	it('shows a table as aligned text', () => {
		const table = '| name | sum |\n| --- | ---: |\n| **a** | 1 |\n| long | 1,000 |';
		expect(toMrkdwn(table)).toBe('```\nname    sum\n────  ─────\na         1\nlong  1,000\n```');
	});

	it('makes no mention of a link', () => {
		expect(liveIn(toMrkdwn('[x](!channel) [y](@U1) [z](<!here>)'))).toEqual([]);
	});

	it('pings nobody, whatever the text is', () => {
		fc.assert(fc.property(fc.oneof(hostileText, markdownText), (text) => liveIn(toMrkdwn(text)).length === 0));
	});

	it('shows text that is nested beyond reason as it is', () => {
		expect(toMrkdwn(`${'> '.repeat(10_000)}x`)).toContain('&gt; &gt; x');
	});
});

describe('toPlain()', () => {
	it('is one line of words', () => {
		expect(toPlain('# Sales\n\n- **north**: [12](https://example.com)\n- south\n\n```\nx < 1\n```', 200)).toBe(
			'Sales north: 12 south x &lt; 1',
		);
	});

	it('keeps to its limit, and pings nobody', () => {
		const text = fc.oneof(hostileText, markdownText, fc.constant('<'.repeat(300)));
		fc.assert(
			fc.property(text, fc.integer({ min: 20, max: 300 }), (markdown, limit) => {
				const plain = toPlain(markdown, limit);
				return plain.length <= limit && !plain.includes('\n') && liveIn(plain).length === 0;
			}),
		);
	});
});
