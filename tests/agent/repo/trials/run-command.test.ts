import { expect, it } from 'vitest';
import { lateText } from '../../../../src/agent/repo/trials/run-command.ts';

it('tells the limit of a command in minutes, of which there may be one', () => {
	expect([1, 15].map(lateText)).toEqual([
		'It took longer than 1 minute, and was ended.',
		'It took longer than 15 minutes, and was ended.',
	]);
});
