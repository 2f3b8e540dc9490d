import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDiscordMarkdown } from '../../../../../src/adapters/discord/render/markdown/discord-markdown.ts';
import { readLongTexts } from '../../../../../src/adapters/markdown/parse-markdown.ts';

readLongTexts();

const wide = 'a cell with some more words than a table has room for';

describe('toDiscordMarkdown()', () => {
	it.each([
		[
			'bold, italics, strikes, code and links',
			'**a** *b* _c_ ~~d~~ `e|f` [g](https://example.com) <https://example.com>',
		],
		['headings, quotes, small print and lists', '# a\n## b\n### c\n> d\n\n-# e\n\n- f\n  - g\n1. h'],
		['mentions, emoji and times', '<@123456789012345678> <:a:1> <t:1:R> @everyone'],
		['code with its language', '```js\n| a | b |\n| - | - |\n#### c\n---\n```'],
		['types with brackets', 'Vec<String>, Map<K, V>'],
		['an address nobody uses', '[a]: https://example.com'],
	])('leaves %s', (_, markdown) => {
		expect(toDiscordMarkdown(markdown)).toBe(markdown);
	});

	it.each([
		['a heading below the third', '#### a\n\n##### a **b** c\n\n#### **d** ####', '**a**\n\n**a b c**\n\n**d**'],
		['an underlined heading', 'a\nb\n===\n\nc\n---', '# a b\n\n## c'],
		['a rule', 'a\n\n---\n\nb\n\n* * *', `a\n\n${'─'.repeat(20)}\n\nb\n\n${'─'.repeat(20)}`],
		[
			'an image',
			'![a b](https://e.com/c.png) ![](https://e.com/d.png)',
			'[a b](https://e.com/c.png) https://e.com/d.png',
		],
		['an image that is nowhere', '![a](/outputs/c.png)', 'a (`/outputs/c.png`)'],
		['an image in a link', '[![a](https://e.com/a.png)](https://e.com)', '[a](https://e.com)'],
		['an address that is its own name', '[https://e.com](https://e.com)', 'https://e.com'],
		[
			'addresses by name',
			'[a *b*][x] and [x]\n\n[x]: https://e.com "t"',
			'[a *b*](https://e.com) and [x](https://e.com)',
		],
		['boxes', '- [ ] a\n- [x] b\n1) [X] c', '- ☐ a\n- ☑ b\n1. ☑ c'],
		['marks of lists', '+ a\n+ b\n\n1) c', '- a\n- b\n\n1. c'],
		['footnotes', 'a[^1].\n\n[^1]: b', 'a[1].\n\n[1] b'],
		['bold with underscores', '__a__', '**a**'],
		['a strike of one mark', '~a~', '~~a~~'],
		['a break', 'a\\\nb', 'a\nb'],
		['bars that would hide words', 'a || b || c', 'a \\|\\| b \\|\\| c'],
		['a fence that is none', 'a\n     ~~~\nb', 'a\n     \\~\\~\\~\nb'],
		['backticks that are no code', 'a ``` b', 'a \\`\\`\\` b'],
		['quotes within quotes', '>>> a\n>b', '> > > a\n> b'],
		['fences of tildes', '~~~py x=1\na\n~~~', '```py\na\n```'],
		['a fence within a fence', '````md\n```js\na\n```\n````', '```md\n`\u200b`\u200b`js\na\n`\u200b`\u200b`\n```'],
		['a fence that is left open', '```js\na', '```js\na\n```'],
		['code by its indentation', 'a\n\n    b\n    c', 'a\n\n```\nb\nc\n```'],
		['code within a list in a quote', '- > ~~~\n  > a\n  > ~~~', '- > \n  > ```\n  > a\n  > ```'],
		['tags', '<b>a</b><br>b <kbd>c</kbd>', '**a**\nb `c`'],
		['an image of HTML', '<img src="https://e.com/a.png" alt="b">', '[b](https://e.com/a.png)'],
		['words that fold', '<details>\n<summary>a</summary>\n#### b\n</details>', '**a**\n**b**'],
	])('rewrites %s', (_, markdown, expected) => {
		expect(toDiscordMarkdown(markdown)).toBe(expected);
	});

	it('sets a table in columns', () => {
		const table = '| a | num |\n| - | --: |\n| **x** `y \\| z` | 1 |\n| w<br>v | 10 |';
		expect(toDiscordMarkdown(`Before\n${table}\n\nAfter`)).toBe(
			'Before\n```\na        num\n───────  ───\nx y | z    1\nw v       10\n```\n\nAfter',
		);
	});

	it('sets a table within a list or a quote in columns there', () => {
		const table = ['| a | b |', '| - | - |', '| 1 | 2 |'];
		const code = ['```', 'a  b', '─  ─', '1  2', '```'];
		expect(toDiscordMarkdown(`> ${table.join('\n> ')}`)).toBe(`> ${code.join('\n> ')}`);
		expect(toDiscordMarkdown(`- x\n\n  ${table.join('\n  ')}`)).toBe(`- x\n\n  ${code.join('\n  ')}`);
	});

	it('lists the rows of a table that is too wide, or that leads to addresses', () => {
		expect(
			toDiscordMarkdown(`| a | *b* | |\n| - | - | - |\n| ${wide} | ${wide} | |\n| c \`d \\| e\` | | ${wide} |`),
		).toBe(`- **a**: ${wide}\n  **b**: ${wide}\n- **a**: c \`d | e\`\n  ${wide}`);
		expect(toDiscordMarkdown('| a | b |\n| - | - |\n| 1 | [x](https://e.com) |')).toBe(
			'- **a**: 1\n  **b**: [x](https://e.com)',
		);
	});

	it('takes its time for nothing: marks within marks, and quotes within quotes', () => {
		for (const markdown of [`${'*a **b '.repeat(3000)}${' b** a*'.repeat(3000)}`, `${'> '.repeat(60)}a`]) {
			expect(toDiscordMarkdown(markdown)).toBe(markdown.trim());
		}
		expect(toDiscordMarkdown(`${'A **b**, *c*. '.repeat(300)}\n~~~\nd\n~~~`)).toContain('```\nd\n```');
	});

	it('is never white space alone', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(...'ab \n`*_#>|-[]()<>~+1.:\\!'), maxLength: 60 }), (markdown) => {
				const once = toDiscordMarkdown(markdown);
				expect(once === '' || once.trim() !== '').toBe(true);
			}),
		);
	});
});
