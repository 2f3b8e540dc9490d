import { expect, it } from 'vitest';
import { isLookedAt, verdictOf } from '../../../scripts/set-up/self-check.mjs';

const row = { suite: 'image', name: 'seccomp', value: 'a filter is on', met: true };

it('an image is looked at once, until another is built', () => {
	const image = { tag: 'ours:1', builtAt: '2030-01-01' };
	expect(isLookedAt(image, { ...image, result: 'left' })).toBe(true);
	expect(isLookedAt(image, { ...image, builtAt: '2030-01-02' })).toBe(false);
	expect(isLookedAt(image, undefined)).toBe(false);
	expect(isLookedAt(undefined, undefined)).toBe(false);
});

it('it passes when all holds, and is left to the first sandbox where there can be none yet', () => {
	expect(verdictOf([row, row], '')).toEqual({ result: 'passed', remark: '2 promises hold' });
	expect(verdictOf([], 'threadsmith: Cannot use the sandbox: no limit')).toEqual({
		result: 'left',
		remark: 'left to the first sandbox, as none can be had now: Cannot use the sandbox: no limit',
	});
});

it('one promise that does not hold ends the set-up, with what that was and what to do', () => {
	const bad = { ...row, value: 'mode "0"', met: false };
	expect(() => verdictOf([row, bad], '')).toThrow(
		expect.objectContaining({
			message: expect.stringContaining('does not hold what it promises'),
			output: 'seccomp: mode "0"',
			commands: ['./threadsmith doctor', './threadsmith image check'],
		}),
	);
});
