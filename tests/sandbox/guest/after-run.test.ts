import { describe, expect, it } from 'vitest';
import type { Handed } from '../../../src/sandbox/guest/files/handed-files.ts';
import { afterRun } from '../../../src/sandbox/guest/tools/run-tool.ts';

describe('What a tool wrote', () => {
	const handed = (steps: string[]): Handed => ({
		input: {},
		hasSome: () => true,
		giveBack: () => {
			steps.push('taken over');
			return [];
		},
		returned: (output) => output,
		told: (text) => text,
	});

	it('is taken over once nothing of it runs', () => {
		const steps: string[] = [];
		expect(afterRun(0, handed(steps), () => ({ text: 'done' }))).toEqual({ text: 'done' });
		expect(steps).toEqual(['taken over']);
	});

	it('is not while something of it could not be ended', () => {
		const steps: string[] = [];
		const answer = afterRun(1, handed(steps), () => ({ text: 'done' }));
		expect(answer).toMatchObject({ isError: true, text: expect.stringMatching(/could not be ended/) });
		expect(steps).toEqual([]);
	});
});
