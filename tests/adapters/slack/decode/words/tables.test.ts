import fc from 'fast-check';
import type { Table } from 'mdast';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../src/adapters/markdown/parse-markdown.ts';
import { readMessage } from '../../../../../src/adapters/slack/decode/words/message-words.ts';
import { csvOf, markdownTable } from '../../../../../src/adapters/slack/decode/words/tables.ts';
import { inlineBytes } from '../../../../../src/adapters/slack/files/inline-file.ts';

const raw = (text: string) => ({ type: 'raw_text', text });

function pasted(rows: readonly (readonly unknown[])[]) {
	return readMessage(
		{
			text: 'which row is highest?',
			attachments: [{ fallback: '[no preview available]', blocks: [{ type: 'table', rows }] }],
		},
		'T1',
	);
}

describe('a table', () => {
	it('is its rows', () => {
		const link = { type: 'link', url: 'https://a.example', text: 'a | b' };
		const bold = { type: 'text', text: 'x\ny', style: { bold: true } };
		const cell = { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [link, bold] }] };
		const { own, along, files } = pasted([
			[raw('Team'), raw('Points')],
			[raw('Red'), { type: 'raw_number', value: 25 }],
			[cell],
		]);
		expect(own).toBe('which row is highest?');
		expect(along.split('\n')).toEqual([
			'| Team | Points |',
			'| --- | --- |',
			'| Red | 25 |',
			String.raw`| a \| b (https://a.example)x y |  |`,
		]);
		expect(files).toEqual([]);
	});

	it('of data has its caption', () => {
		const block = {
			type: 'data_table',
			caption: 'Sales',
			rows: [[raw('a')], [{ type: 'raw_number', value: 1, text: '1.00' }]],
		};
		expect(readMessage({ blocks: [block] }, 'T1').own).toBe('Sales\n| a |\n| --- |\n| 1.00 |');
	});

	it('of fifty rows is its first rows and a file of all, whose bytes are asked of nobody', () => {
		const rows = Array.from({ length: 50 }, (_, row) => [
			raw(`row ${row}`),
			raw(row === 7 ? '=SUM(A1:A9)' : 'say "hi", you'),
		]);
		const { along, files } = pasted(rows);
		expect(along.split('\n')).toHaveLength(12);
		expect(along).toContain('(the first 10 of 50 rows; all of them are in the file "table.csv")');
		const [file] = files;
		const lines = Buffer.from((file && inlineBytes(file)) ?? [])
			.toString()
			.split('\r\n');
		expect(file).toMatchObject({ name: 'table.csv', size: Buffer.byteLength(lines.join('\r\n')) });
		expect([lines.length, lines[0], lines[7]]).toEqual([51, 'row 0,"say ""hi"", you"', 'row 7,=SUM(A1:A9)']);
		expect(pasted(rows.slice(1)).files).toEqual([]);
	});

	it('is one of several, each with a file of its own', () => {
		const table = { type: 'table', rows: Array.from({ length: 60 }, () => [raw('x')]) };
		expect(readMessage({ blocks: [table, table] }, 'T1').files.map(({ name }) => name)).toEqual([
			'table.csv',
			'table-2.csv',
		]);
	});

	it('is named after its message, so that no other of the conversation is found by its name', () => {
		const rows = Array.from({ length: 60 }, () => [raw('x')]);
		const table = { type: 'table', rows };
		const named = (message: object) => {
			const { own, along, files, shared } = readMessage({ attachments: [{ blocks: [table] }], ...message }, 'T1');
			const names = [...files, ...shared.flatMap((some) => some.files)].map(({ name }) => name);
			expect([...`${own}${along}`.matchAll(/in the file "(.*?)"/g)].map(([, name]) => name)).toEqual(names);
			return names;
		};
		expect(named({ ts: '1700000000.000100' })).toEqual(['table-1700000000-000100.csv']);
		expect(named({ ts: '1700000000.000200' })).toEqual(['table-1700000000-000200.csv']);
		const edited = named({ ts: '1700000000.000200', edited: { ts: '1700000005.000000' } });
		expect(edited).toEqual(['table-1700000000-000200-1700000005-000000.csv']);
	});

	it('in a message that was handed on has a name beside those of the message around it', () => {
		const table = { type: 'table', caption: 'R&D: a/b', rows: Array.from({ length: 60 }, () => [raw('x')]) };
		const forward = { is_share: true, author_id: 'U9', blocks: [table] };
		const { own, along, files, shared } = readMessage({ blocks: [table], attachments: [forward, forward] }, 'T1');
		const names = [...files, ...shared.flatMap((some) => some.files)].map(({ name }) => name);
		expect(names).toEqual(['table.csv', 'table-2.csv', 'table-3.csv']);
		for (const name of names) expect(`${own}\n${along}`).toContain(`in the file "${name}"`);
	});

	it('of odd cells is read all the same', () => {
		expect(pasted([]).along).toBe('(an empty table)');
		expect(pasted([[null, 'bare', { type: 'new' }]]).along).toContain('|  | bare | (a "new") |');
		const number = (value: unknown) => ({ type: 'raw_number', value });
		expect(pasted([[number({ toString: 1 }), number(0), number(null)]]).along).toContain('|  | 0 |  |');
		expect(pasted([[], [raw('a'), raw('b')], null as never]).along.split('\n')).toEqual([
			'|  |  |',
			'| --- | --- |',
			'| a | b |',
			'|  |  |',
		]);
	});

	it('names people in its file by their ids', () => {
		expect(csvOf([['a &lt; b', '<@U1>']])).toBe('a < b,@U1\r\n');
	});

	it('keeps its cells apart, whatever is in them', () => {
		const cell = fc.string({ unit: fc.constantFrom('|', '\\', 'a', ' ', '`') }).map((text) => text.trim());
		fc.assert(
			fc.property(fc.array(fc.array(cell, { maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
				const width = Math.max(...rows.map((row) => row.length));
				fc.pre(width > 0);
				const table = parseMarkdown(markdownTable(rows))?.children[0] as Table;
				expect(table.children.map((row) => row.children.length)).toEqual(rows.map(() => width));
			}),
		);
	});
});
