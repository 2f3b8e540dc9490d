import { describe, expect, it } from 'vitest';
import { choose } from '../../../bench/agents/choice.ts';
import { closingLine, lineOf, rowOf, type Verdict } from '../../../bench/agents/step.ts';

function verdict(kind: Verdict['outcome']['kind'], seen: string): Verdict {
	return { agent: 'pi', runtime: 'runc', step: 'stop', outcome: { kind, seen } };
}

describe('a verdict on an agent', () => {
	it('is a row of the shape that all suites share, without `met` where nothing can be said', () => {
		expect(rowOf(verdict('held', 'over after 8 ms'))).toEqual({
			suite: 'agents',
			name: 'pi/stop',
			value: 'over after 8 ms',
			unit: 'sign',
			goal: 'a prompt that is called off is over within 1 s',
			met: true,
			runtime: 'runc',
		});
		expect(rowOf(verdict('failed', 'x')).met).toBe(false);
		expect(rowOf(verdict('open', 'x'))).not.toHaveProperty('met');
	});

	it('is a line for people, and one of those that the last line counts', () => {
		expect(lineOf(verdict('failed', 'it goes on'))).toBe('FAILED pi/stop            runc: it goes on');
		expect(closingLine([verdict('held', ''), verdict('held', ''), verdict('open', '')])).toBe(
			'2 passed, 0 failed, 1 skipped',
		);
	});
});

describe('the choice of agents', () => {
	it('is by name, also several in one word, and by runtime', () => {
		const choice = choose(['--only', 'pi,opencode', '--only', 'codex', '--runtime', 'runsc', '--json']);
		expect(choice?.chosen.map(({ name }) => name)).toEqual(['opencode', 'pi', 'codex']);
		expect(choice).toMatchObject({ json: true, runtimes: ['runsc'] });
	});

	it('refuses names that there are not', () => {
		expect(() => choose(['--only', 'emacs'])).toThrow('There is no coding agent "emacs"');
		expect(() => choose(['--runtime', 'crun'])).toThrow('--runtime must be one of runc, runsc');
		expect(choose(['--help'])).toBeUndefined();
	});
});
