import { describe, expect, it } from 'vitest';
import { updateRegistry } from '../../../../src/agent/forge/registry/registry.ts';
import { noToolsHere } from '../../../../src/agent/tool-sources/no-tools.ts';
import { keepTool, keepVersion } from '../../../support/kept-tools.ts';
import { openTools } from './open-tools.ts';

describe('find_tools', () => {
	it('says that there are none', async () => {
		await using tools = await openTools();
		expect(await tools.find({})).toEqual({ ok: true, text: `Forged tools: ${noToolsHere}. forge_tool makes one.` });
	});

	it('lists the categories, those of the catalog as shared, those set aside as quarantined', async () => {
		await using tools = await openTools();
		await keepTool(tools.folder);
		await keepTool(tools.folder, { name: 'halve_number' }, { quarantined: true });
		await keepVersion(tools.catalog.tools, { category: 'tables', name: 'sum_by_column' });
		const { text } = await tools.find({});
		expect(text).toBe('numbers: double_number, halve_number (quarantined)\ntables: sum_by_column (shared)');
	});

	it('describes the tools of a category with schemas and an example', async () => {
		await using tools = await openTools();
		const { input, output } = await keepTool(tools.folder);
		await keepTool(tools.folder, { category: 'tables' });
		expect((await tools.find({ category: 'numbers' })).text.split('\n')).toEqual([
			'numbers/double_number (version 1): Doubles a number',
			`input: ${JSON.stringify(input)}`,
			`output: ${JSON.stringify(output)}`,
			'example: {"n":2} -> {"twice":4}',
			'usage: double_number {"n": 2}',
		]);
	});

	it('hides a tool of the catalog behind one of the session that has its name', async () => {
		await using tools = await openTools();
		await keepTool(tools.folder);
		await keepVersion(tools.catalog.tools, { purpose: 'Something else' });
		expect((await tools.find({ category: 'numbers' })).text).not.toContain('shared');
	});

	it('finds by words what the session and the catalog have', async () => {
		await using tools = await openTools();
		await keepTool(tools.folder);
		const purpose = 'Sums a column of a table, grouped by another';
		await keepVersion(tools.catalog.tools, { category: 'tables', name: 'sum_by_column', purpose });
		const { text } = await tools.find({ query: 'summing columns' });
		expect(text).toMatch(/^tables\/sum_by_column \(version 1, shared\)/);
		expect(text).not.toContain('numbers/double_number');
		const { text: none } = await tools.find({ query: 'frobnicate' });
		expect(none).toBe('No forged tool has to do with "frobnicate". Without a query all are listed.');
	});

	it('names the closest category for one that is not there', async () => {
		await using tools = await openTools();
		await keepTool(tools.folder);
		expect(await tools.find({ category: 'number' })).toEqual({
			ok: false,
			text: 'There is no category "number". Did you mean numbers?',
		});
	});

	it.each([{}, { category: 'numbers' }, { query: 'double' }])(
		'answers at most 4,000 characters when there are 200 tools: %j',
		async (args) => {
			await using tools = await openTools();
			const manifest = await keepTool(tools.folder, { purpose: 'Doubles. '.repeat(60) });
			await updateRegistry(tools.folder, (registry) => ({
				...registry,
				tools: Array.from({ length: 200 }, (_, index) => {
					const name = `double_number_${index}`;
					const [tool] = registry.tools;
					if (!tool) throw new Error('There is no tool');
					return { ...tool, name, versions: tool.versions.map((one) => ({ ...one, manifest: { ...manifest, name } })) };
				}),
			}));
			const { text } = await tools.find(args);
			expect(text.length).toBeLessThanOrEqual(4000);
			expect(text).toMatch(/double_number_0[^\d]/);
		},
	);
});
