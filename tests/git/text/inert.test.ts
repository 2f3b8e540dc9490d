import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inert } from '../../../src/git/text/inert.ts';
import { liveIn } from './live-in-markdown.ts';

describe('inert()', () => {
	it.each([
		['a mention', 'thanks @smith, and (@acme/core).', 'thanks `@smith`, and (`@acme/core`).'],
		['a closing word', 'Fixes #12', 'Fixes `#12`'],
		['a closing word with a colon', 'closes: acme/app#3.', 'closes: `acme/app#3`.'],
		['the name in a tracker beside it', 'Resolves ABC-12', 'Resolves `ABC-12`'],
		[
			'an address of an issue',
			'see https://github.com/acme/app/issues/3!',
			'see `https://github.com/acme/app/issues/3`!',
		],
		['GH-12', 'see GH-12', 'see `GH-12`'],
		['a merge request', 'see !12', 'see `!12`'],
		['a commit', 'since d8a994ef', 'since `d8a994ef`'],
		['a commit elsewhere', 'since acme/app@d8a994ef', 'since `acme/app@d8a994ef`'],
		['a command', '/merge', '`/merge`'],
		['a command in a quote', '> /lgtm now', '> `/lgtm` now'],
		['a command in a fence', '```\n/lgtm\n```', '```\n| /lgtm\n```'],
		['a picture', '![x](https://evil.test/p.png)', '!\\[x](`https://evil.test/p.png`)'],
		[
			'a picture by its name',
			'![x][p]\n\n[p]: https://evil.test/p.png',
			'!\\[x]\\[p]\n\n\\[p]: `https://evil.test/p.png`',
		],
		['HTML', '<img src=x><details>', '&lt;img src=x>&lt;details>'],
		['a comment of HTML', 'a <!-- b --> c', 'a &lt;!-- b --> c'],
		['an entity', '&#64;smith &commat;smith', '`&#64`;smith &amp;commat;smith'],
		['an escape', '\\@smith \\#12 \\[a](b)', '`@smith` `#12` \\[a](b)'],
		['an escape that lives in the name', '@\\_smith', '`@\\_smith`'],
		['a backtick that closes nothing', 'a ` @smith', "a ' `@smith`"],
		['an escaped backtick', '\\`@smith`', "'`@smith`'"],
		['a backslash in front', 'a\\\\@smith', '`a\\\\@smith`'],
		['a bar in code', '| `@a|b` |', "| '`@a`|b' |"],
		['a fence in a list', '- ~~~\n@smith', '- ~~\n`@smith`'],
		['a fence that nobody closes', '```js\n@a', '```js\n@a\n```'],
		['a fence in a fence', '~~~\n```\n@a\n~~~\n@b', '````\n```\n@a\n````\n`@b`'],
		['a drawing', '```mermaid\nx\n```', '```text\nx\n```'],
		['what skips pipelines', 'x [skip ci] `[CI skip]` ***NO_CI***', 'x (skip ci) `(CI skip)` NO_CI'],
		['text that goes the other way', 'a\u202eb', 'a\\u202eb'],
	])('takes the life out of %s', (_, markdown, expected) => {
		expect(inert(markdown)).toBe(expected);
		expect(liveIn(inert(markdown))).toEqual([]);
	});

	it.each([
		'# A heading\n\nWords, *soft* and **strong**.\n\n- [ ] to do\n- [x] done\n\n1. one\n2. two',
		'| a | b |\n| --- | --- |\n| 1 | 2 |',
		'`code` and ``co`de``',
		'```ts\nconst a = [1] < 2;\n```',
		'> quoted\n\nUTF-8 and #hash and 12 < 13'.replace(' < ', ' > '),
	])('leaves what is harmless as it was', (markdown) => {
		expect(inert(markdown)).toBe(markdown);
	});

	it('leaves nothing alive in any Markdown', () => {
		const atom = fc.constantFrom(
			...[
				'@smith',
				'@',
				'#12',
				'#',
				'acme/app',
				'fixes ',
				'GH-1',
				'https://a.test/x',
				'www.a.test',
				'/merge',
				'd8a994ef',
			],
			...[
				'`',
				'``',
				'```',
				'~~~',
				'\\',
				'\n',
				'\n\n',
				' ',
				'    ',
				'\t',
				'- ',
				'> ',
				'1. ',
				'[x] ',
				'| ',
				'|---|\n',
				'|',
			],
			...[
				'![a](b)',
				'[a]',
				'(b)',
				']: ',
				'[^1]',
				'<img src=x>',
				'<',
				'>',
				'<!--',
				'-->',
				'&#64;',
				'&',
				';',
				'*',
				'_',
				'~~',
			],
			...[
				'a',
				'"',
				"'",
				'.',
				':',
				'!',
				'\u202e',
				'\u200b',
				'mailto:a@b.c',
				'[skip ci]',
				'***NO_CI***',
				'=',
				'---',
				'\r',
			],
		);
		const text = fc.array(atom, { maxLength: 24 }).map((atoms) => atoms.join(''));
		fc.assert(
			fc.property(text, (markdown) => {
				expect(liveIn(inert(markdown))).toEqual([]);
			}),
			{ numRuns: 3_000 },
		);
	});

	it('leaves nothing alive in any text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
				expect(liveIn(inert(text))).toEqual([]);
			}),
			{ numRuns: 500 },
		);
	});

	it.each(['`', '@', '\\', '[', '`a``', '~', '<', '|', ' ', '> ', '#1', 'a', '```\n', '[a '])(
		'reads many of %j in one pass',
		(unit) => {
			const text = unit.repeat(Math.ceil(300_000 / unit.length));
			expect(inert(text).length).toBeLessThan(12 * text.length);
		},
	);
});
