import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scriptedCoder } from '../../../../bench/judge-eval/players/coder.ts';
import { filled } from '../../../../bench/judge-eval/players/fill.ts';
import { fieldsIn, mender } from '../../../../bench/judge-eval/players/mender.ts';
import { objectsIn } from '../../../../bench/judge-eval/players/objects-in.ts';
import { sampleTests } from '../../../../bench/judge-eval/players/sample-tests.ts';
import { problems } from '../../../../bench/judge-eval/problems.ts';
import { ModelError } from '../../../../src/base/errors.ts';

const { signal } = new AbortController();
const code = z.strictObject({ code: z.string(), usage: z.string(), dependencies: z.array(z.string()) });
const asking = (name: string) => ({ system: '', prompt: '', name, schema: code });

describe('scriptedCoder()', () => {
	it('gives its drafts in turn, the last one again, and is gone after the most', async () => {
		const coder = scriptedCoder({ drafts: ['a', 'b'], most: 3, tests: () => [] });
		const given: string[] = [];
		for (let run = 0; run < 3; run += 1) given.push((await coder.ask(asking('tool_code'), signal)).value.code);
		expect(given).toEqual(['a', 'b', 'b']);
		await expect(coder.ask(asking('tool_code'), signal)).rejects.toThrow(ModelError);
		expect(coder.calls()).toBe(4);
	});

	it('answers what it has no script for with the least that fits', async () => {
		const schema = z.strictObject({
			says: z.enum(['yes', 'no']),
			why: z.string().min(1),
			list: z.array(z.string()).min(1),
			more: z.number().optional(),
		});
		const coder = scriptedCoder({ drafts: [], most: 0, tests: () => [] });
		const { value } = await coder.ask({ system: '', prompt: '', name: 'something_new', schema }, signal);
		expect(value).toEqual({ says: 'yes', why: 'x', list: [''] });
	});
});

describe('filled()', () => {
	it('keeps what is known and leaves out what the schema does not know', () => {
		expect(filled(code, { code: 'x', usage: 'y', phrases: [] })).toEqual({ code: 'x', usage: 'y', dependencies: [] });
	});

	it('throws where nothing fits', () => {
		expect(() => filled(z.strictObject({ a: z.string().regex(/^q+$/) }), {})).toThrow();
	});
});

describe('sampleTests()', () => {
	const share = (of: number, sample: number) => {
		const seeds = Array.from({ length: 40 }, (_, seed) => seed);
		const all = problems.flatMap((problem) =>
			seeds.flatMap((seed) =>
				sampleTests(problem, { share: of, seed, sample }).map((test) => !problem.tests.includes(test)),
			),
		);
		return all.filter(Boolean).length / all.length;
	};

	it('has the share of wrong tests that was asked for, in each sample', () => {
		expect(share(0, 0)).toBe(0);
		for (const sample of [0, 1]) {
			expect(share(0.1, sample)).toBeCloseTo(0.1, 1);
			expect(share(0.2, sample)).toBeCloseTo(0.2, 1);
		}
	});

	it('draws the same for the same seed, and has each input once', () => {
		for (const problem of problems) {
			const draw = () => sampleTests(problem, { share: 0.2, seed: 3, sample: 1 });
			expect(draw()).toEqual(draw());
			expect(
				draw()
					.map(({ name }) => name)
					.toSorted(),
			).toEqual(problem.tests.map(({ name }) => name).toSorted());
		}
	});
});

describe('mender()', () => {
	const right = { name: 'a/b_c', purpose: 'new', input: { type: 'object' } };

	it('mends the fields that a refusal names, and no other', () => {
		const refusal =
			'The order has 2 faults. Mend them and order again:\n- input.properties.a: says no "type"\n- examples[1]: is empty';
		expect(fieldsIn(refusal)).toEqual(['input', 'examples']);
		expect(mender(right).mended({ purpose: 'old', input: 7, x: 1 }, refusal)).toEqual({
			purpose: 'old',
			input: { type: 'object' },
			x: 1,
		});
	});

	it('gives up where no field is named', () => {
		expect(mender(right).mended({}, 'No.')).toBeUndefined();
	});
});

describe('objectsIn()', () => {
	it('finds objects among words, brackets in texts left alone', () => {
		expect(objectsIn('for {"n": 10, "t": "}{"} it is {"a": {"b": 1}}, not {cut')).toEqual([
			{ n: 10, t: '}{' },
			{ a: { b: 1 } },
			{ b: 1 },
		]);
	});

	it('finds any object again that was written into a text', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
				const written: unknown = JSON.parse(JSON.stringify(value));
				expect(objectsIn(`the order's words: ${JSON.stringify(value)} or not`)[0]).toEqual(written);
			}),
		);
	});
});
