import { describe, expect, it } from 'vitest';
import { noToolsHere } from '../../../src/agent/tool-sources/no-tools.ts';
import { keepTool } from '../../support/kept-tools.ts';
import { createStaticSource, staticTool } from '../../support/static-source.ts';
import { openTools } from '../forge/use/open-tools.ts';

const tripling = staticTool('triple_number', (n) => ({ thrice: n * 3 }), { purpose: 'Takes a number three times' });
const doubling = staticTool('double_number', (n) => ({ listed: n * 2 }), { marks: ['outside'] });

describe('find_tools and use_tool with two sources', () => {
	it('list, find and call the tools of both', async () => {
		await using tools = await openTools(undefined, { moreSources: [createStaticSource('list', [tripling])] });
		await keepTool(tools.folder);
		expect((await tools.find({})).text).toBe('numbers: double_number, triple_number');
		const { text } = await tools.find({ query: 'three times' });
		expect(text).toMatch(/^numbers\/triple_number: Takes a number three times\ninput: .*\nexample: /);
		expect(text).not.toContain('double_number');
		expect(await tools.use({ name: 'triple_number', input: { n: 2 } })).toEqual({ ok: true, text: '{"thrice":6}' });
		expect(await tools.use({ name: 'double_number', input: { n: 2 } })).toEqual({ ok: true, text: '{"twice":4}' });
	});

	it('tell two tools of the same name by their sources, and call none of them unless it is said which', async () => {
		await using tools = await openTools(undefined, { moreSources: [createStaticSource('list', [doubling])] });
		await keepTool(tools.folder);
		expect((await tools.find({})).text).toBe('numbers: forge:double_number, list:double_number (outside)');
		const { text } = await tools.find({ category: 'numbers' });
		expect(text).toContain('forge:numbers/double_number (version 1): ');
		expect(text).toContain('list:numbers/double_number (outside): ');
		const input = { n: 2 };
		for (const name of ['double_number', 'numbers/double_number']) {
			const ambiguous = `"${name}" is ambiguous: forge:numbers/double_number, list:numbers/double_number.`;
			expect(await tools.use({ name, input })).toEqual({ ok: false, text: ambiguous });
		}
		for (const name of ['forge:double_number', 'forge:numbers/double_number'])
			expect(await tools.use({ name, input })).toEqual({ ok: true, text: '{"twice":4}' });
		for (const name of ['list:double_number', 'list:numbers/double_number'])
			expect(await tools.use({ name, input })).toEqual({ ok: true, text: '{"listed":4}' });
	});

	it('name tools of both where a name is ambiguous over categories, and where it is not known', async () => {
		const other = { ...doubling, category: 'others' };
		await using tools = await openTools(undefined, { moreSources: [createStaticSource('list', [other])] });
		await keepTool(tools.folder);
		const textFor = async (name: string) => (await tools.use({ name, input: {} })).text;
		expect(await textFor('double_number')).toBe(
			'"double_number" is ambiguous: numbers/double_number, others/double_number.',
		);
		expect(await textFor('other/double_number')).toBe(
			'There is no forged tool "other/double_number". Did you mean others/double_number?',
		);
	});

	it('do not call a tool of another source that is unhealthy, and say why', async () => {
		const health = { kind: 'unhealthy', mark: 'away', why: 'The server of triple_number is away.' } as const;
		const away = { ...tripling, health };
		await using tools = await openTools(undefined, { moreSources: [createStaticSource('list', [away])] });
		expect((await tools.find({})).text).toBe('numbers: triple_number (away)');
		expect(await tools.use({ name: 'triple_number', input: { n: 2 } })).toEqual({ ok: false, text: health.why });
	});

	it('say what keeps tools away, but only where something was not found', async () => {
		const problems = ['the server cannot be reached', 'x'.repeat(400), 'three', 'four', 'five'];
		const moreSources = [createStaticSource('list', [], problems)];
		await using tools = await openTools(undefined, { moreSources });
		const told = ` Left out: the server cannot be reached; ${'x'.repeat(299)}…; three; and 2 more`;
		expect((await tools.find({})).text).toBe(`Forged tools: ${noToolsHere}. forge_tool makes one.${told}`);
		expect((await tools.use({ name: 'x', input: {} })).text).toBe(`There is no forged tool "x".${told}`);
		await keepTool(tools.folder);
		expect((await tools.find({ query: 'frobnicate' })).text).toContain(told);
		expect((await tools.find({ category: 'tables' })).text).toContain(told);
		expect((await tools.find({})).text).toBe('numbers: double_number');
		expect((await tools.find({ query: 'double' })).text).not.toContain('Left out');
	});

	it('cut what an outside source says of a tool', async () => {
		const long = 'x'.repeat(10_000);
		const talkative = staticTool('say_much', (n) => n, { purpose: long, usage: long, marks: [] });
		await using tools = await openTools(undefined, { moreSources: [createStaticSource('list', [talkative])] });
		expect((await tools.find({ category: 'numbers' })).text.length).toBeLessThanOrEqual(4000);
	});
});
