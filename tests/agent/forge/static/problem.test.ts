import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Problem, refusal } from '../../../../src/agent/forge/static/problem.ts';

const source = 'one\r\n  two\nthree\n';

describe('refusal', () => {
	it('is none without problems', () => {
		expect(refusal([], source)).toBeUndefined();
	});

	it('says the worst first, with the lines of the source', () => {
		const problems: Problem[] = [
			{ class: 'imports', line: undefined, text: 'D' },
			{ class: 'lint', line: 3, text: 'C' },
			{ class: 'lint', line: 1, text: 'B' },
			{ class: 'policy', line: 2, text: 'A' },
			{ class: 'policy', line: 2, text: 'A' },
		];
		expect(refusal(problems, source)).toEqual({
			kind: 'refused',
			class: 'policy',
			feedback: 'line 2: A\n    two\nline 1: B\n    one\nline 3: C\n    three\nD',
		});
	});

	it('gives up where one problem is hopeless', () => {
		const problems: Problem[] = [
			{ class: 'policy', line: 1, text: 'A' },
			{ class: 'policy', line: 2, text: 'B', hopeless: 'No network.' },
		];
		expect(refusal(problems, source)?.hopeless).toBe('No network.');
	});

	it('never says more than 1,500 characters, says the worst always, and how many are left out', () => {
		const problem = fc.record({
			class: fc.constantFrom('syntax' as const, 'policy' as const, 'lint' as const, 'imports' as const),
			line: fc.nat(3),
			text: fc.string({ unit: 'binary', minLength: 1, maxLength: 2000 }),
		});
		fc.assert(
			fc.property(
				fc.array(problem, { minLength: 1, maxLength: 40 }),
				fc.string({ maxLength: 900 }),
				(problems, text) => {
					const feedback = refusal(problems, text)?.feedback ?? '';
					expect(feedback.length).toBeLessThanOrEqual(1500);
					expect(feedback).toMatch(/^line \d/);
				},
			),
		);
		const many = Array.from({ length: 100 }, (_, line) => ({ class: 'lint' as const, line, text: 'x'.repeat(50) }));
		expect(refusal(many, '')?.feedback).toMatch(/\nand \d+ more$/);
		const short = Array.from({ length: 500 }, (_, line) => ({ class: 'lint' as const, line, text: 'x' }));
		expect(refusal(short, '')?.feedback.length).toBeLessThanOrEqual(1500);
	});
});
