import { describe, expect, it } from 'vitest';
import { answerIn } from '../../../src/agent/session/asking-words.ts';

const decision = { kind: 'choices', choices: ['Open pull request', 'Go on', 'Drop'] } as const;

describe('a message', () => {
	it.each([
		['open pull request', 'Open pull request'],
		['Open pull request.', 'Open pull request'],
		['“Open pull request”', 'Open pull request'],
		['"Go on."', 'Go on'],
		['DROP!!', 'Drop'],
		['Open', undefined],
		['Drop it', undefined],
		['Open pull request?', undefined],
		['yes', undefined],
		['1', undefined],
		['.', undefined],
	])('of %j is the decision %j', (said, choice) => {
		expect(answerIn(said, { ...decision, choices: [...decision.choices] })).toBe(choice);
	});

	it('is an answer in words as it stands, where words will do', () => {
		const shape = { kind: 'choices', choices: ['North', 'Not yet.'], besides: 'words' } as const;
		const answer = (said: string) => answerIn(said, { ...shape, choices: [...shape.choices] });
		expect(['north.', 'not yet.', '2)', 'neither.'].map(answer)).toEqual(['North', 'Not yet.', 'Not yet.', 'neither.']);
	});
});
