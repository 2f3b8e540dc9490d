import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areOpposed, directionOf } from '../../../../src/agent/tool-sources/search/opposites.ts';

const opposed = (one: string, other: string) => areOpposed(directionOf(one), directionOf(other));

describe('areOpposed()', () => {
	it.each([
		['csv_to_json', 'json_to_csv'],
		['CSV to JSON', 'CSV aus JSON machen'],
		['turn a list of JSON objects into a CSV text', 'Convert a CSV text into a list of JSON objects'],
		['make JSON from CSV', 'CSV from JSON'],
		['encode text', 'decode text'],
		['sort ascending', 'sort descending'],
		['Datei verschlüsseln', 'Datei entschlüsseln'],
		['unzip an archive', 'zip files'],
		['the largest value', 'the smallest value'],
	])('tells %j from %j', (one, other) => {
		expect([opposed(one, other), opposed(other, one)]).toEqual([true, true]);
	});

	it.each([
		['csv to json', 'convert a CSV text to JSON objects'],
		['make JSON from CSV', 'csv_to_json'],
		['encode text', 'encode and decode text'],
		['largest and smallest number', 'the smallest number'],
		['count words', 'count rows'],
		['', 'csv to json'],
		['csv to json', 'json to csv and csv to json'],
	])('takes %j and %j for no opposites', (one, other) => {
		expect([opposed(one, other), opposed(other, one)]).toEqual([false, false]);
	});

	it('finds nothing opposed to itself, and each as much opposed as the other', () => {
		const word = fc.constantFrom('csv', 'json', 'to', 'from', 'into', 'encode', 'decode', 'first', 'last', 'text');
		const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
		fc.assert(
			fc.property(text, text, (one, other) => {
				expect(opposed(one, one)).toBe(false);
				expect(opposed(one, other)).toBe(opposed(other, one));
			}),
		);
	});
});
