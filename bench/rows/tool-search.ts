/** Measures a search among 200 tools that are read anew each time, as `find_tools` does it. No control: the goal is a time of its own. */

import { searchTools } from '../../src/agent/tool-sources/search/search-tools.ts';
import type { SearchableTool } from '../../src/agent/tool-sources/tool-source.ts';
import type { Bench } from '../bench.ts';
import { spread, timed } from '../interleave.ts';
import { toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const verbs = ['sum', 'count', 'merge', 'plot', 'parse', 'split', 'clean', 'convert', 'extract', 'rank'];
const things = [
	...['column', 'invoice', 'image', 'date', 'table', 'text', 'log', 'sheet', 'price', 'name'],
	...['address', 'archive', 'chart', 'word', 'page', 'ledger', 'survey', 'recipe', 'route', 'sample'],
];
const queries = [
	'sum a column of a table',
	'plot prices by date',
	'merging sheets',
	'colunm',
	'clean up survey answers',
];

const tools: readonly SearchableTool[] = verbs.flatMap((verb) =>
	things.map((thing) => ({
		category: `${thing}s`,
		name: `${verb}_${thing}`,
		purpose: `${verb} each ${thing} of a file, grouped by what the caller names, and write the result where it is wanted`,
		usage: `${verb}_${thing} {"file": "/inputs/${thing}.csv", "by": "group"}`,
		parameters: ['file', 'group_by', `${thing}s`, 'total'],
	})),
);

export const toolSearch: Bench = {
	name: 'tool-search',
	async run({ signal, say, runs }) {
		searchTools('warm', tools);
		const samples: number[] = [];
		for (let run = -20; run < runs(200); run += 1) {
			signal.throwIfAborted();
			const read = structuredClone(tools);
			const query = queries[Math.abs(run) % queries.length] ?? '';
			const took = await timed(async () => searchTools(query, read));
			if (run >= 0) samples.push(took);
		}
		const value = summarise(samples);
		say(`  search ${spread(value)}`);
		return [toRow({ name: this.name, unit: 'ms', value, goal: { of: 'value', most: 5 } })];
	},
};
