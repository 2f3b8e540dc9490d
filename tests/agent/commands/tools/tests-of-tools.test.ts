import { describe, expect, it } from 'vitest';
import type { ToolCase } from '../../../../src/agent/forge/draft/cases.ts';
import { readFormer } from '../../../../src/agent/forge/run/former.ts';
import { ask, cy } from '../../../support/commands.ts';
import { keepTool, keepVersion } from '../../../support/kept-tools.ts';
import { openBench } from '../open-bench.ts';

const id = 'numbers/double_number';
const made: ToolCase = {
	name: 'made up',
	from: 'coder',
	agreed: true,
	samples: 2,
	input: { n: 5 },
	files: {},
	expect: { kind: 'output', output: { twice: 11 }, files: [] },
};
const tests: readonly ToolCase[] = [
	{ ...made, from: 'example', input: { n: 2 }, expect: { kind: 'output', output: { twice: 4 }, files: [] } },
	{ ...made, from: 'negative', input: { n: -1 }, expect: { kind: 'error' } },
	{ ...made, from: 'answer', input: { n: 3 }, expect: { kind: 'output', output: { twice: 6 }, files: [] } },
	made,
	{ ...made, from: 'standard', input: { n: 0 }, expect: { kind: 'sound' } },
];

async function openTested() {
	const at = await openBench();
	await keepTool(at.folder, { tests: JSON.stringify(tests) });
	return at;
}

async function boundBy(folder: Parameters<typeof readFormer>[0]): Promise<readonly string[]> {
	const former = await readFormer(folder, id);
	return typeof former === 'string' ? [former] : former.cases.map(({ input }) => JSON.stringify(input));
}

describe('/tools show', () => {
	it('says what the tests of a version are, and where each comes from', async () => {
		await using at = await openTested();
		const lines = (await ask(at.bench, '/tools show double_number')).split('\n');
		expect(lines.slice(lines.indexOf('Tests      5:'))).toEqual([
			'Tests      5:',
			'  1  `{"n":2}` must give `{"twice":4}` (of the order)',
			'  2  `{"n":-1}` must give `a refusal of the input` (of the order)',
			'  3  `{"n":3}` must give `{"twice":6}` (answered when it was disputed)',
			'  4  `{"n":5}` must give `{"twice":11}` (made up by the Coder twice and two drafts agree)',
			'  5  `{"n":0}` must give `a result or a refusal` (tried with every tool)',
			'Use        not called yet',
		]);
	});

	it('says it of a shared tool, too', async () => {
		await using at = await openBench();
		await keepVersion(at.catalog.tools, { tests: JSON.stringify(tests) });
		expect(await ask(at.bench, '/tools show double_number')).toContain('made up by the Coder');
	});
});

describe('/tools drop', () => {
	it('takes a test that the Coder has made up from what a repair is held to, and says so', async () => {
		await using at = await openTested();
		expect(await boundBy(at.folder)).toContain('{"n":5}');
		expect(await ask(at.bench, '/tools drop double_number 4')).toBe(
			`Dropped test 4 of ${id} version 1: no repair is held to it any more.`,
		);
		expect(await boundBy(at.folder)).toEqual(['{"n":2}', '{"n":-1}', '{"n":3}']);
		expect(await ask(at.bench, '/tools show double_number')).toMatch(/two drafts agree; dropped by \w+\)/);
		expect(await ask(at.bench, `/tools drop ${id} 4`)).toContain('Dropped test 4');
	});

	it.each([
		['1', /^Cannot drop test 1 .*it is of the order/],
		['2', /^Cannot drop test 2 .*it is of the order/],
		['3', /^Cannot drop test 3 .*it is of the order/],
		['5', /^Cannot drop test 5 .*the Coder has not made it up/],
		['6', /^There is no test 6 /],
	])('drops test %s never', async (test, sentence) => {
		await using at = await openTested();
		const before = await boundBy(at.folder);
		expect(await ask(at.bench, `/tools drop double_number ${test}`)).toMatch(sentence);
		expect(await boundBy(at.folder)).toEqual(before);
	});

	it('says that the copy of the place has the test still', async () => {
		await using at = await openTested();
		const { tools } = await at.bench.sessions.catalog('local');
		const files = ['tool.py', 'manifest.json', 'tests.json'];
		const texts = await Promise.all(
			files.map(async (file) => [file, (await at.folder.files.tools.read({ tool: id, version: 1 }, file)) ?? '']),
		);
		const version = await tools.add(id, () => Object.fromEntries(texts));
		await tools.point({ tool: id, version });
		expect(await ask(at.bench, '/tools drop double_number 4')).toMatch(
			/any more\. Version 1 of catalog local has it still, .* until a repaired version is shared\.$/,
		);
	});

	it('is for admins', async () => {
		await using at = await openTested();
		expect(await ask(at.bench, '/tools drop double_number 4', { person: cy })).toMatch(/admin/);
		expect(await boundBy(at.folder)).toContain('{"n":5}');
	});
});
