import { expect, it } from 'vitest';
import { findTools } from '../../../src/agent/tool-sources/find-tools.ts';
import { createStaticSource, staticTool } from '../../support/static-source.ts';
import { openTools } from '../forge/use/open-tools.ts';

const tripling = staticTool('triple_number', (n) => ({ thrice: n * 3 }), { purpose: 'Takes a number three times' });
const halving = staticTool('halve_number', (n) => ({ half: n / 2 }), { purpose: 'Takes half of a number' });

it('find_tools finds by meaning in the session of its call, among the tools of the category that is asked for', async () => {
	await using tools = await openTools();
	const asked: unknown[] = [];
	const meaning: Parameters<typeof findTools>[1] = async (query, some, { folder, signal }) => {
		asked.push([query, some.map(({ name }) => name), folder.id, signal.aborted]);
		return some.map(({ name }) => (name === 'triple_number' ? 0.8 : 0.2));
	};
	const tool = findTools([createStaticSource('list', [halving, tripling])], meaning);
	const context = tools.contextOf(new AbortController().signal);
	const text = (args: object) => tool.run(args, context).then((outcome) => ('ask' in outcome ? '' : outcome.text));
	expect(await text({ query: 'verdreifachen', category: 'numbers' })).toMatch(/^numbers\/triple_number: /);
	expect(await text({ query: 'verdreifachen' })).not.toContain('halve_number');
	expect(await text({})).toBe('numbers: halve_number, triple_number');
	expect(asked).toEqual(Array(2).fill(['verdreifachen', ['halve_number', 'triple_number'], tools.folder.id, false]));
});
