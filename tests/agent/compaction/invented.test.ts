import { expect, it } from 'vitest';
import { inventedIn } from '../../../src/agent/compaction/summary/invented.ts';

const source =
	'PERSON: see /inputs/sales.csv and notes.md\nCALL: use_tool {"name":"tables/sum_rows"}\nRESULT: order 20261128, AB-12, commit 4f9c2de1';

it.each([
	['names what there is', 'Read /inputs/sales.csv and notes.md by tables/sum_rows; AB-12, 20261128, 4f9c2de1.', []],
	['says it in other words', 'Read the sales and summed them up; either/or.', []],
	['names another path', 'Wrote /outputs/report.pdf.', ['/outputs/report.pdf']],
	['names another file', 'See totals.xlsx', ['totals.xlsx']],
	['names another tool', 'Used tables/sort_rows', ['tables/sort_rows']],
	['names other ids', 'AB-13, 20261129, commit 4f9c2de2', ['AB-13', '4f9c2de2', '20261129']],
])('a summary that %s', (_, summary, invented) => {
	expect(inventedIn(summary, source).toSorted()).toEqual(invented.toSorted());
});

it('is looked for in linear time, in a megabyte of whatever it is', () => {
	for (const text of ['/inputs/', 'a', '1', 'a_/', '0-'].map((part) => part.repeat(1_000_000 / part.length)))
		expect(inventedIn(text, source).length).toBeLessThan(21);
});
