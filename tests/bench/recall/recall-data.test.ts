import { describe, expect, it } from 'vitest';
import { kinds, readRecallData } from '../../../bench/recall/recall-data.ts';
import { checkSpec } from '../../../src/agent/forge/spec/gate.ts';
import { searchTools } from '../../../src/agent/tool-sources/search/search-tools.ts';

const { tools, queries, orders } = await readRecallData();
const known = new Map(tools.map((tool) => [tool.id, tool]));

describe('the data that recall is measured by', () => {
	it('has 200 tools, each with phrases, and 200 queries for tools that there are', () => {
		expect(known.size).toBe(200);
		expect(tools.filter(({ found }) => (found?.phrases.length ?? 0) < 6).map(({ id }) => id)).toEqual([]);
		expect(kinds.map((kind) => queries.filter((query) => query.kind === kind).length)).toEqual([100, 50, 50]);
		expect(queries.filter(({ tool }) => !known.has(tool))).toEqual([]);
	});

	it('has no query that is a phrase, letter by letter', () => {
		const phrases = new Set(tools.flatMap(({ found }) => found?.phrases ?? []).map((phrase) => phrase.toLowerCase()));
		expect(queries.filter(({ text }) => phrases.has(text.toLowerCase())).map(({ text }) => text)).toEqual([]);
	});

	it('has 25 orders for the same and 22 for something else, near tools that can be run, all of them such as the gate takes', async () => {
		expect(['same', 'other'].map((kind) => orders.filter((order) => order.kind === kind).length)).toEqual([25, 22]);
		expect(orders.filter(({ tool }) => known.get(tool)?.body === undefined)).toEqual([]);
		for (const { spec } of orders) {
			const { repairs: _, ...raw } = spec;
			const given = { ...raw, examples: [...raw.examples], rejects: [...raw.rejects] };
			const order = {
				...given,
				capabilities: [],
				dependencies: [],
				input: { ...raw.input },
				output: { ...raw.output },
			};
			expect(await checkSpec(order)).toMatchObject({ name: spec.name });
		}
	});
});

describe('a search among 200 tools', () => {
	it.each([
		['words', 0.95],
		['language', 0.9],
		['misspelt', 0.95],
	])('has what is asked for among the first five: %s', (kind, least) => {
		const asked = queries.filter((query) => query.kind === kind);
		const found = asked.filter(({ tool, text }) =>
			searchTools(text, tools)
				.slice(0, 5)
				.some((hit) => hit.tool.id === tool),
		);
		expect(found.length / asked.length).toBeGreaterThanOrEqual(least);
	});
});
