import { expect, it } from 'vitest';
import { orderedNames } from '../../../../src/agent/forge/static/ordered-names.ts';

it.each<[string, readonly string[], readonly string[]]>([
	['a distribution', ['humanize'], ['humanize']],
	['one with versions and extras', ['Humanize[x] >= 4, <5'], ['humanize']],
	["a module by its distribution's name", ['yaml', 'bs4', 'PIL'], ['pyyaml', 'beautifulsoup4']],
	['one that holds a module of its name beside the usual one', ['fpdf'], ['fpdf']],
	["Python's own", ['json', 'csv', 'zoneinfo'], []],
	['what is in the image', ['pandas', 'python-docx', 'lxml'], []],
	['each once', ['humanize', 'HUMANIZE'], ['humanize']],
	['no package at all', ['git+https://example.org/x', '-r x.txt', ''], []],
])('of an order names %s', (_, ordered, names) => {
	expect(orderedNames(ordered)).toEqual(names);
});
