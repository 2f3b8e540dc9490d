import { describe, expect, it } from 'vitest';
import type { ToolCase } from '../../../../src/agent/forge/draft/cases.ts';
import { readRun } from '../../../../src/agent/forge/run/forge-run.ts';
import type { RawSpec } from '../../../../src/agent/forge/spec/spec.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { type OpenForge, openForge, textOf } from '../open-forge.ts';
import { codeOf, coderOf, fakeTry, rawSpec } from '../specs.ts';
import { answering, toolId } from './disputing.ts';

/** Ten tests, so many of them wrong; each order has others that are. */
function testsWith(wrong: number, order: number) {
	return Array.from({ length: 10 }, (_, at) => {
		const numbers = [order + 1, at + 10];
		const sum = order + at + 11;
		const isWrong = (at + order) % 10 < wrong;
		return { name: `test ${at}`, input: { numbers }, output: { sum: isWrong ? sum + 1 : sum } };
	});
}

/** The Brain's word, by the order alone: it adds the numbers of the disputed input. */
function rightAnswer(text: string): unknown {
	const numbers: number[] = JSON.parse(/^Input: (.*)$/m.exec(text)?.[1] ?? '{}').numbers;
	return { sum: numbers.reduce((all, one) => all + one, 0) };
}

/** An order to its end, with the Brain's answer where it is asked; how often the Coder was asked. */
async function order(opened: OpenForge, nth: number, answer: (text: string) => unknown = rightAnswer) {
	const name = `sum_numbers_${'abcdefghijklmnopqrstuvwxyz'[nth]}`;
	const first = await opened.forge({ name, anyway: true }, { id: `t${nth}s1c1` });
	const text = textOf(first);
	const isDisputed = text.startsWith('Disputed');
	const outcome = isDisputed ? await opened.call(answering(answer(text), `t${nth}s1c1`), { id: `t${nth}s2c1` }) : first;
	return { isMade: 'ok' in outcome && outcome.ok, isDisputed };
}

describe.each([
	[0, 3],
	[1, 4],
	[2, 4],
])('right code with %i of 10 tests wrong', (wrong, calls) => {
	it(`is never refused, and costs ${calls} requests to the Coder an order`, async () => {
		await using dir = await tempDir();
		const orders = Array.from({ length: 5 }, (_, at) => at);
		// A sample has six tests at most: both have some of the ten.
		const samples = orders.flatMap((at) => {
			const tests = testsWith(wrong, at);
			return [{ tests: tests.slice(0, 5) }, { tests: tests.slice(5) }];
		});
		const codes = orders.flatMap(() => (wrong === 0 ? [codeOf('good')] : [codeOf('good'), codeOf('good')]));
		const coder = coderOf(codes, samples);
		await using opened = await openForge({ home: dir.path, coder });
		const outcomes: Awaited<ReturnType<typeof order>>[] = [];
		for (const at of orders) outcomes.push(await order(opened, at));
		expect(outcomes.map(({ isMade }) => isMade)).toEqual(orders.map(() => true));
		expect(outcomes.filter(({ isDisputed }) => isDisputed)).toHaveLength(wrong === 0 ? 0 : orders.length);
		expect(coder.asked).toHaveLength(calls * orders.length);
	});
});

/** Code that knows the answers it was shown, and else says nought: `knows` are its pairs. */
function tryTable(knowsOf: (code: string) => ReadonlyMap<string, number>) {
	return fakeTry((code, { numbers }: ToolCase['input']) => {
		if ((numbers as number[]).length === 0)
			return { ended: 'error', error: { type: 'ValueError', message: 'empty', traceback: '' } };
		return { ended: 'output', output: { sum: knowsOf(code).get(JSON.stringify(numbers)) ?? 0 }, files: [] };
	});
}

/** A Coder that writes all results that its prompts tell into the code. */
function specialCasing(tests: readonly unknown[]) {
	const model = coderOf([], tests);
	return {
		...model,
		ask: (async (request, signal) => {
			if (request.name !== 'tool_code') return model.ask(request, signal);
			model.asked.push(request);
			const told = [...request.prompt.matchAll(/"numbers":(\[[^\]]*\])[^\n]*?"sum":(-?[\d.]+)/g)];
			const code = JSON.stringify(told.map(([, numbers, sum]) => [numbers?.replaceAll(' ', ''), Number(sum)]));
			return { value: request.schema.parse(codeOf(`# table ${code}`)) };
		}) as typeof model.ask,
	};
}

function tableIn(code: string): ReadonlyMap<string, number> {
	return new Map(JSON.parse(/# table (.*)/.exec(code)?.[1] ?? '[]'));
}

describe('code that has the results it was told written into it', () => {
	const three: Partial<RawSpec> = {
		examples: [...rawSpec.examples, { input: { numbers: [20, 30] }, output: { sum: 50 } }],
	};
	const tests = [{ tests: testsWith(0, 0).slice(0, 5) }, { tests: testsWith(0, 0).slice(5) }];

	it('does not pass the example that was held back, and is never told it', async () => {
		await using dir = await tempDir();
		const coder = specialCasing([]);
		await using opened = await openForge({ home: dir.path, coder, tryTool: tryTable(tableIn) });
		const text = textOf(await opened.forge(three));
		expect(text).toContain('4 tries failed, the last at this check: example');
		expect(text).toContain(
			'examples[2] for {"numbers":[20,30]}: the order says {"sum":50}, all 4 drafts gave {"sum":0}',
		);
		const prompts = coder.asked.filter(({ name }) => name === 'tool_code').map(({ prompt }) => prompt);
		expect(prompts.join('\n')).not.toMatch(/"sum":50|expected 50/);
		expect(prompts[1]).toContain('Input: {"numbers":[20,30]}');
		expect(prompts[1]).toContain(`not what follows from the order's words: "${rawSpec.purpose}"`);
	});

	it.each([
		['the Brain answers', true],
		['nobody answers', false],
	])('does not pass the tests either where no example can be held back, and %s', async (_, answers) => {
		await using dir = await tempDir();
		const coder = specialCasing(tests);
		await using opened = await openForge({ home: dir.path, coder, tryTool: tryTable(tableIn) });
		const text = textOf(await opened.forge());
		expect(text).toMatch(/^Disputed/);
		if (answers) await opened.call(answering(rightAnswer(text)), { id: 'c2' });
		else await opened.forge({ name: 'count_words', anyway: true }, { id: 'c3' });
		expect((await readRun(opened.folder, 'c1'))?.outcome).toBe('given-up');
		expect((await opened.folder.files.tools.list()).map(({ tool }) => tool)).not.toContain(toolId);
	});
});

describe('wrong code that all drafts share', () => {
	it('is caught by the examples of the order, whatever the tests say', async () => {
		await using dir = await tempDir();
		const agreeing = testsWith(10, 0);
		const coder = coderOf(
			Array.from({ length: 4 }, (_, at) => codeOf(`wrong ${at}`)),
			[{ tests: agreeing.slice(0, 5) }, { tests: agreeing.slice(5) }],
		);
		await using opened = await openForge({ home: dir.path, coder });
		const text = textOf(await opened.forge());
		expect(text).toContain('all 4 drafts gave {"sum":4}');
		expect(await opened.folder.files.tools.list()).toEqual([]);
	});
});
