import { describe, expect, it } from 'vitest';
import { plainWords, stemsOf, tellingWords } from '../../../../src/agent/tool-sources/search/words.ts';

describe('plainWords()', () => {
	it('takes names apart, and writes letters plainly', () => {
		expect(plainWords('sum_by_column sumByColumns2024 Häufigkeit ÉTÉ')).toEqual([
			...['sum', 'by', 'column', 'sum', 'by', 'columns2024', 'haufigkeit', 'ete'],
		]);
	});
});

describe('tellingWords()', () => {
	it('leaves out what says nothing in several languages', () => {
		expect(tellingWords('how many rows are in the table')).toEqual(['many', 'rows', 'table']);
		expect(tellingWords('wie viele Zeilen hat die Tabelle')).toEqual(['viele', 'zeilen', 'tabelle']);
		expect(tellingWords('combien de lignes')).toEqual(['lignes']);
	});
});

describe('stemsOf()', () => {
	it.each([
		[['sum', 'sums', 'summing', 'summed']],
		[['category', 'categories']],
		[['Rechnung', 'Rechnungen']],
		[['Zeile', 'Zeilen']],
		[['größte', 'größten', 'großte']],
	])('has a stem in common for %j', (words) => {
		const [first = [], ...others] = words.flatMap(plainWords).map(stemsOf);
		for (const stems of others) expect(stems.filter((stem) => first.includes(stem))).not.toEqual([]);
	});

	it('takes a script without spaces by pairs of letters', () => {
		expect(stemsOf('画像縮小')).toEqual(['画像', '像縮', '縮小']);
		expect(stemsOf('字')).toEqual(['字']);
	});
});
