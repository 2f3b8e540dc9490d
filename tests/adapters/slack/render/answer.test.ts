import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLongTexts } from '../../../../src/adapters/markdown/parse-markdown.ts';
import { renderAnswer } from '../../../../src/adapters/slack/render/answer.ts';
import { wordsOf as wordsShown } from '../../../support/fake-slack/blocks/words.ts';
import { markdownText, wordsIn } from '../../../support/markdown-samples.ts';
import { messagesOf, pingsOf } from './checked.ts';
import { hostileText } from './hostile-text.ts';

readLongTexts();

function table(rows: number, columns: number, cell = 'x'): string {
	const row = `| ${Array(columns).fill(cell).join(' | ')} |`;
	return [row, `|${' --- |'.repeat(columns)}`, ...Array(rows - 1).fill(row)].join('\n');
}

function typesOf(markdown: string): string[][] {
	return messagesOf(renderAnswer(markdown)).map(({ blocks }) => blocks.map(({ type }) => type));
}

describe('renderAnswer()', () => {
	it('makes messages that Slack takes and that ping nobody, whatever the answer is', () => {
		const answer = fc.oneof(hostileText, markdownText, fc.constant(table(30, 3)));
		fc.assert(
			fc.property(fc.array(answer, { maxLength: 12 }), (parts) => {
				expect(messagesOf(renderAnswer(parts.join('\n\n'))).flatMap(pingsOf)).toEqual([]);
			}),
			{ numRuns: 40 },
		);
	});

	it('loses no word', () => {
		fc.assert(
			fc.property(markdownText, (markdown) => {
				const answer = renderAnswer(markdown);
				const shown = messagesOf(answer).map(({ blocks }) =>
					wordsShown(
						blocks.map((block) => ({ ...block })),
						String,
					),
				);
				expect(answer.kind === 'file' ? answer.file.text : wordsIn(shown.join('\n'))).toEqual(
					answer.kind === 'file' ? markdown : wordsIn(markdown),
				);
			}),
		);
	});

	it('is one Markdown block for a short answer, with its mrkdwn as text', () => {
		expect(messagesOf(renderAnswer('**Done**: [see](https://example.com)'))).toEqual([
			{
				blocks: [{ type: 'markdown', text: '**Done**: [see](https://example.com)' }],
				text: '*Done*: <https://example.com|see>',
			},
		]);
	});

	it('shows a table as a table between its words', () => {
		expect(typesOf(`before\n\n${table(3, 2)}\n\nafter`)).toEqual([['markdown', 'table', 'markdown']]);
	});

	it('keeps the formats, the alignment and the empty cells of a table', () => {
		const markdown = '| a | b |\n| :-- | --: |\n| **x** and [y](https://example.com) | |';
		const [message] = messagesOf(renderAnswer(markdown));
		const elements = [
			{ type: 'text', text: 'x', style: { bold: true } },
			{ type: 'text', text: ' and ' },
			{ type: 'link', url: 'https://example.com', text: 'y' },
		];
		expect(message?.blocks).toEqual([
			{
				type: 'table',
				rows: [
					[
						{ type: 'raw_text', text: 'a' },
						{ type: 'raw_text', text: 'b' },
					],
					[
						{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] },
						{ type: 'raw_text', text: ' ' },
					],
				],
				column_settings: [
					{ align: 'left', is_wrapped: true },
					{ align: 'right', is_wrapped: true },
				],
			},
		]);
	});

	it('shows one table a message as a table, and a second one as aligned text when it is narrow', () => {
		const second = messagesOf(renderAnswer(`${table(3, 2)}\n\nand\n\n${table(3, 2)}`));
		expect(second.map(({ blocks }) => blocks.map(({ type }) => type))).toEqual([['table', 'markdown', 'markdown']]);
		expect(JSON.stringify(second)).toContain('x  x');
		expect(typesOf(`${table(3, 2)}\n\nand\n\n${table(3, 9, 'a wide cell')}`)).toEqual([
			['table', 'markdown'],
			['table'],
		]);
	});

	it.each([
		['101 rows', table(101, 2)],
		['21 columns', table(3, 21)],
		['more than 10,000 characters', table(46, 4, 'x'.repeat(60))],
	])('shows a table of %s as text', (_, markdown) => {
		expect(typesOf(markdown).flat()).not.toContain('table');
	});

	it('leaves a table in a list and a table in code where they are', () => {
		expect(typesOf(`\`\`\`\n${table(3, 2)}\n\`\`\``)).toEqual([['markdown']]);
	});

	it('takes two or three messages for what is longer than one', () => {
		const answer = renderAnswer('A paragraph of words.\n\n'.repeat(400));
		expect(answer.kind).toBe('messages');
		expect(messagesOf(answer)).toHaveLength(3);
	});

	it('is a file with its beginning for what would take more than three messages', () => {
		const markdown = 'A paragraph of words for <!channel>.\n\n'.repeat(400);
		const answer = renderAnswer(markdown);
		expect(answer).toMatchObject({ kind: 'file', file: { name: 'answer.md', text: markdown } });
		const [summary] = messagesOf(answer);
		expect(summary?.text).toMatch(/^A paragraph[\s\S]*\.\n\n_The whole answer is in answer\.md\._$/);
		expect(summary?.text.length).toBeLessThan(1800);
	});

	it('says so when the answer is empty', () => {
		expect(messagesOf(renderAnswer(' \n'))[0]?.text).toBe('_The answer is empty._');
	});
});
