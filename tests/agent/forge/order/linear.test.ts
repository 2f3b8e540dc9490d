import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv, separatorOf } from '../../../../src/agent/forge/files/csv.ts';
import { orderFilesFaults } from '../../../../src/agent/forge/files/gate-files.ts';
import { filesIn, writesIn } from '../../../../src/agent/forge/files/order-files.ts';
import { readCases } from '../../../../src/agent/forge/order/cases.ts';
import { readFiles } from '../../../../src/agent/forge/order/files.ts';
import type { Notes } from '../../../../src/agent/forge/order/notes.ts';
import { readNames } from '../../../../src/agent/forge/order/read-names.ts';
import { asSchema } from '../../../../src/agent/forge/order/schema/as-schema.ts';
import { readDependencies } from '../../../../src/agent/forge/order/small-fields.ts';
import { isLinear, repeatedText } from '../../../support/repeated-text.ts';

/** Without mending, which has its own limit of time. */
const notes: Notes = { taken: new Set(), faults: [], mender: { mend: () => undefined } };
const place = { path: 'input', values: [{ a: 1 }], notes, level: 0 };

const acts: Readonly<Record<string, (text: string) => unknown>> = {
	'rows of a CSV': (text) => parseCsv(text, separatorOf(text) ?? ','),
	'a table that is to be written': (text) => writesIn({ 'a.csv': text, [text.slice(0, 300)]: text }, text),
	'a document that is to be made': (text) => filesIn({ 'a.pdf': text, 'a.xlsx': text }, { broken: false }),
	'a purpose that speaks of files': (purpose) => orderFilesFaults({ purpose, capabilities: ['files'] }),
	'examples in one text': (text) => readCases([text, `{"a": 1} -> ${text}`], 'examples', notes),
	'names of files': (text) => readFiles(text.split(' '), 'examples[0].files'),
	'a name': (name) => readNames({ name, category: name, repairs: name }, ['a/b', 'c/d'], notes),
	'a schema in words': (text) => asSchema({ type: text, [text]: text }, place),
	packages: (text) => readDependencies(text, notes),
};

describe('twice the text takes twice the time', () => {
	it.each(Object.entries(acts))('%s', (_what, act) => {
		fc.assert(
			fc.property(repeatedText, (text) => isLinear(text, act)),
			{ numRuns: 6 },
		);
	});

	it.each([
		['a word', (characters: number) => 'b'.repeat(characters)],
		['words of reading', (characters: number) => 'from '.repeat(characters / 5)],
		['quotes', (characters: number) => '"'.repeat(characters)],
		['cells', (characters: number) => 'a,'.repeat(characters / 2)],
		['names', (characters: number) => Array.from({ length: characters / 8 }, (_, at) => `f${at}.csv`).join(' ')],
	])('for %s without end', (_what, text) => {
		for (const [name, act] of Object.entries(acts)) expect([name, isLinear(text, act)]).toEqual([name, true]);
	});
});
