import { describe, expect, it } from 'vitest';
import { describeOf } from '../../../../src/agent/forge/draft/assemble.ts';
import type { ToolCase } from '../../../../src/agent/forge/draft/cases.ts';
import { specCases } from '../../../../src/agent/forge/spec/spec-cases.ts';
import type { RunEnd } from '../../../../src/agent/forge/try/judge.ts';
import { tryToolArgs } from '../../../../src/sandbox/built-ins.ts';
import type { CallResult } from '../../../../src/sandbox/sandbox.ts';
import { classOf, given, negative, raised, spec, test, tried, twice } from './tried.ts';

describe('tryDraft', () => {
	it('passes what does as the cases say', async () => {
		expect(await classOf(test, twice(given({ sum: 5.0000001 })))).toBe('passed');
		expect(await classOf(negative, [raised('ValueError')])).toBe('passed');
	});

	it('runs each input once, and when all has passed one example nine times more unless results may differ', async () => {
		const cases = [...specCases(spec), test, { ...test, name: 'again' }];
		const good = [given({ sum: 3 }), given({ sum: -1 }), raised('ValueError', 'empty'), given({ sum: 5 })];
		const { calls, verdict } = await tried(cases, { ends: good.map((end) => [end]) });
		expect(verdict).toEqual({ kind: 'passed' });
		const timesOf = (at: number) => tryToolArgs.parse(calls[at]?.args).runs.map(({ times }) => times);
		expect([timesOf(0), timesOf(1)]).toEqual([
			[1, 1, 1, 1],
			[2, 2, 2, 2, 1],
		]);
		const varying = await tried(cases, { ends: good.map((end) => [end]) }, { varies: true });
		expect(varying.calls).toHaveLength(1);
		expect(varying.verdict.kind).toBe('passed');
	});

	it.each<[string, ToolCase, readonly RunEnd[], string]>([
		['a wrong result of the spec', { ...test, from: 'example' }, twice(given({ sum: 6 })), 'example'],
		['another result of a test', test, twice(given({ sum: 6 })), 'doubted'],
		['a result that does not fit the schema', test, twice(given({ sum: 5, more: 1 })), 'schema'],
		['an exception', { ...test, from: 'example' }, twice(raised('KeyError')), 'example'],
		['two results', { ...test, from: 'example' }, [given({ sum: 5 }), given({ sum: 5.0000001 })], 'nondeterminism'],
		['a crash', test, twice({ ended: 'crashed', how: 'It ended by signal SIGSEGV' }), 'crash'],
		['a hang', test, twice({ ended: 'crashed', how: 'It did not return: Timed out after 20 s' }), 'limits'],
		['wrong input that is taken', negative, [given({ sum: 5 })], 'negative'],
		['wrong input that ends in a traceback', negative, [raised('KeyError')], 'negative'],
		['wrong input without a word', negative, [raised('ValueError', ' ')], 'negative'],
		['wrong input in other words, for others to judge', negative, [raised('ValueError', 'No')], 'passed'],
		['wrong input that a kind of ValueError refuses', negative, [raised('TooOld', 'No', 'input')], 'passed'],
		['wrong input that is a broken file', negative, [raised('JSONDecodeError', 'No', 'file')], 'passed'],
		['a broken file where a result is wanted', test, twice(raised('JSONDecodeError', 'No', 'file')), 'doubted'],
		[
			'an earlier input that is refused',
			{ ...test, from: 'earlier', expect: { kind: 'taken' } },
			[raised('ValueError')],
			'test',
		],
		[
			'a failure that is one again',
			{ ...test, from: 'failure', expect: { kind: 'taken' } },
			[raised('KeyError')],
			'test',
		],
		[
			'a failure that is refused now',
			{ ...test, from: 'failure', expect: { kind: 'taken' } },
			[raised('ValueError')],
			'passed',
		],
	])('judges %s', async (_, one, ends, expected) => {
		expect(await classOf(one, ends)).toBe(expected);
	});

	it.each<[string, RunEnd, string]>([
		['raises', raised('KeyError'), 'passed'],
		['crashes', { ended: 'crashed', how: 'It ended by signal SIGSEGV' }, 'passed'],
		['refuses', raised('ValueError'), 'passed'],
		['breaks it', given({ sum: 5 }), 'doubted'],
	])('judges a property by a result alone: a draft that %s', async (_, end, expected) => {
		const property = { form: 'ascending', left: 'input.numbers' } as const;
		const one: ToolCase = { ...test, input: { numbers: [2, 1] }, expect: { kind: 'property', property } };
		expect(await classOf(one, [end])).toBe(expected);
	});

	it('lets a draft take long over many items, and nothing else', async () => {
		const hang: RunEnd = { ended: 'crashed', how: 'It did not return: Timed out after 20 s' };
		const many: ToolCase = { ...test, from: 'standard', expect: { kind: 'sound', large: true } };
		const ends = { ends: [[given({ sum: 5 })], [hang]] };
		const verdictOn = async (one: ToolCase) => (await tried([test, one], ends, { varies: true })).verdict.kind;
		expect(await verdictOn({ ...many, input: { numbers: [6] } })).toBe('passed');
		expect(await verdictOn({ ...many, input: { numbers: [6] }, expect: { kind: 'sound' } })).toBe('refused');
	});

	it('leaves to others whether an error means what it must say', async () => {
		const cases = ['too OLD', 'young', ' ', undefined].map(
			(says, at): ToolCase => ({ ...negative, input: { numbers: [at] }, expect: { kind: 'error', says } }),
		);
		const ends = [[raised('ValueError', 'It is too old')], ...Array(3).fill([raised('ValueError', 'It is too old')])];
		const { verdict, unsaid } = await tried([...cases, { ...negative, input: { numbers: [9] } }], {
			ends: [...ends, [raised('KeyError', '', 'file')]],
		});
		expect({ verdict: verdict.kind, unsaid }).toEqual({
			verdict: 'passed',
			unsaid: [{ wanted: 'young', message: 'It is too old' }],
		});
	});

	it('judges a file by what the guest has found in it, and by the figure that it was saved of', async () => {
		const plot = { kind: 'image', title: 'T', inOrder: false } as const;
		const holds = { 'a.json': { kind: 'json', value: [1] }, 'b.png': plot } as const;
		const expected = { kind: 'output', output: {}, files: Object.keys(holds), holds } as const;
		const writes: ToolCase = { ...test, from: 'example', expect: { ...expected, files: [...expected.files] } };
		const end = given({ sum: 5 }, Object.keys(holds));
		if (end.ended !== 'output') throw new Error('It gave an output');
		const looks = (value: unknown) => ({
			'a.json': { kind: 'json', encoding: 'utf-8', value } as const,
			'b.png': { kind: 'image', format: 'PNG', width: 1, height: 1, plain: null } as const,
		});
		const axes = (title: string) => [{ title, xlabel: '', ylabel: '', legend: [], series: [] }];
		const figure = (title: string, sha256 = 'x') => ({ sha256, title: '', drawn: true, axes: axes(title) });
		const feedbackOf = async (more: object) => {
			const { verdict, calls } = await tried([writes], {
				ends: [
					[
						{ ...end, ...more },
						{ ...end, ...more },
					],
				],
			});
			const [run] = (calls.find(({ tool }) => tool === 'try_tool')?.args['runs'] ?? []) as { look: unknown }[];
			expect(run?.look).toEqual([{ name: 'a.json' }, { name: 'b.png' }]);
			return verdict.kind === 'refused' ? verdict.feedback : verdict.kind;
		};
		expect(await feedbackOf({ looks: looks([1]), figures: [figure('T')] })).toBe('passed');
		expect(await feedbackOf({ looks: looks([2]), figures: [figure('T')] })).toContain('"a.json", which it wrote');
		expect(await feedbackOf({ looks: looks([1]), figures: [figure('U')] })).toContain('must have the title "T"');
		expect(await feedbackOf({ looks: looks([1]), figures: [figure('T', 'y')] })).toContain('savefig');
		expect(await feedbackOf({})).toContain('was not looked at');
	});

	it('leaves no example out whose files could not be made', async () => {
		const example: ToolCase = { ...test, from: 'example', name: 'Example 1' };
		const ends = [[{ ended: 'unprepared', how: 'No module named pyarrow' } as const]];
		const once = { varies: true };
		expect((await tried([example], { ends }, once)).verdict).toMatchObject({
			class: 'example',
			feedback: expect.stringMatching(/Example 1 could not be made.*dependencies.*pyarrow/),
		});
		expect((await tried([test], { ends }, once)).verdict).toEqual({ kind: 'passed' });
	});

	it('asks for the files that a test names, and that they are not empty', async () => {
		const expected = { kind: 'output', output: {}, files: ['a.csv'] } as const;
		const writes: ToolCase = { ...test, from: 'example', expect: { ...expected, files: [...expected.files] } };
		expect(await classOf(writes, twice(given({ sum: 5 }, ['a.csv'])))).toBe('passed');
		const { verdict } = await tried([writes], { ends: [twice(given({ sum: 5 }, ['b.csv']))] });
		expect(verdict).toMatchObject({
			class: 'example',
			feedback: expect.stringContaining('must write "a.csv"; files that it wrote: b.csv'),
		});
	});

	it('does not run a case that the host refuses', async () => {
		const beside: ToolCase = { ...negative, input: { numbers: 'none' } };
		const { calls, verdict } = await tried([test, beside], { ends: [twice(given({ sum: 5 }))] });
		expect([verdict.kind, tryToolArgs.parse(calls[0]?.args).runs.length]).toEqual(['passed', 1]);
	});

	it('takes a test that cannot be prepared for no test', async () => {
		const { verdict, unprepared } = await tried([test], { ends: [twice({ ended: 'unprepared', how: 'NameError' })] });
		expect({ verdict: verdict.kind, unprepared }).toEqual({ verdict: 'passed', unprepared: [test] });
	});

	it('refuses a draft that describes itself otherwise', async () => {
		const ends = [twice(given({ sum: 5 }))];
		const other = await tried([test], { ends, described: { meta: { ...describeOf(spec), name: 'x_y' } } });
		expect(other.verdict).toMatchObject({ class: 'describe' });
		const none = await tried([test], { ends, described: { problem: 'It printed "hello"' } });
		expect(none.verdict).toMatchObject({ class: 'describe', feedback: expect.stringContaining('hello') });
	});

	it.each<[string, CallResult, string]>([
		['no result', { ok: true, text: 'passed' }, 'sandbox'],
		['another result', { ok: true, text: '', data: { passed: true } }, 'sandbox'],
		['too few runs', { ok: true, text: '', data: { described: { meta: describeOf(spec) }, runs: [] } }, 'sandbox'],
		['the end of the sandbox', { ok: false, text: 'gone', lost: 'out of memory' }, 'limits'],
	])('passes nothing on %s', async (_, result, expected) => {
		const { verdict } = await tried([test], result);
		expect(verdict).toMatchObject({ kind: 'refused', class: expected });
	});

	it('tells of the spec first, of all cases, and never more than 1,500 characters', async () => {
		const long: ToolCase = { ...test, input: { numbers: Array.from({ length: 2000 }, (_, at) => at) } };
		const example: ToolCase = { ...long, from: 'example', name: 'Example 1', files: { 'a.csv': 'x'.repeat(5000) } };
		const ends = Array.from({ length: 8 }, (_, at) =>
			at < 2 ? twice(raised('KeyError', 'y'.repeat(900))) : [raised('KeyError', 'y'.repeat(900))],
		);
		const { verdict } = await tried([long, example, ...Array.from({ length: 6 }, () => ({ ...long }))], { ends });
		const feedback = verdict.kind === 'refused' ? verdict.feedback : '';
		expect(feedback.startsWith('Example 1: ')).toBe(true);
		expect(feedback.length).toBeLessThanOrEqual(1500);
		expect(feedback).toContain('A hidden test: it raised KeyError');
	});
});
