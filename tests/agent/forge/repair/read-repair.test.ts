import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRepair } from '../../../../src/agent/forge/repair/read-repair.ts';

const one = { input: { n: 1 }, output: { m: 2 } };
const right = { tool: 'a/do_it', change: 'Round it', examples: [one] };

const sloppy: readonly (readonly [string, unknown])[] = [
	['as it is told', right],
	['as text', JSON.stringify(right)],
	['in a fence', `\`\`\`json\n${JSON.stringify(right)}\n\`\`\``],
	['wrapped in its arguments', { name: 'repair_tool', arguments: JSON.stringify(right) }],
	['in a list', [right]],
	['with null and "" for absent', { ...right, rejects: null, category: '' }],
	['with other names', { tool_name: 'a/do_it', description: 'Round it', tests: [one] }],
	['as an order says it', { name: 'a/do_it', purpose: 'Round it', examples: [one], capabilities: ['files'] }],
	['with a category of its own', { category: 'a', name: 'do_it', instructions: ['Round', 'it'], examples: [one] }],
	['with examples as text', { ...right, examples: JSON.stringify([one]) }],
	['with one example alone', { ...right, examples: one }],
	['with examples by name', { ...right, examples: { first: one } }],
	['with examples as pairs', { ...right, examples: [[one.input, one.output]] }],
	['with examples by other names', { ...right, examples: [{ args: one.input, expected: one.output }] }],
];

describe('a call of repair_tool', () => {
	it.each(sloppy)('is read %s', (_, given) => {
		const { tool, change, examples, rejects } = readRepair(given);
		expect({ tool, change, examples: examples.map(({ input, output }) => ({ input, output })) }).toEqual(right);
		expect(rejects).toEqual([]);
	});

	it('without examples has none, whatever says so', () => {
		for (const examples of [undefined, null, '', [], 'none', '[]'])
			expect(readRepair({ ...right, examples }).examples).toEqual([]);
	});

	it('says what it was taken for', () => {
		expect([...readRepair({ name: 'a/do_it', fix: 'Round it', output: {} }).notes.taken]).toEqual([
			'name as tool',
			'fix as change',
			'no field, as the tool has it already: output',
		]);
	});

	it('is read whatever a model sends', () => {
		fc.assert(
			fc.property(fc.anything(), (given) => {
				expect(readRepair(given).examples.length).toBeLessThanOrEqual(50);
			}),
		);
	});

	it('is read in a megabyte of brackets', () => {
		for (const text of ['['.repeat(1_000_000), '{"a":'.repeat(200_000), '{"tool": "'.padEnd(1_000_000, 'x')])
			expect(readRepair(text).tool).toBeUndefined();
	});
});
