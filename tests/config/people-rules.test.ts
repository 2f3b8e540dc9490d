import { describe, expect, it } from 'vitest';
import type { PlatformFacts } from '../../src/chat/platform.ts';
import { peopleRules } from '../../src/config/people-rules.ts';
import { platforms } from '../../src/platforms.ts';

const pigeons: PlatformFacts = {
	name: 'pigeon',
	prefix: 'pigeon',
	people: 'of-a-place',
	rules: {
		place: /^pigeon:loft\d$/,
		forms: [{ subject: /^ring\d+$/, means: 'person' }],
		examples: ['pigeon:loft1/ring2', 'pigeon:loft1/ring3'],
	},
	conversationOf: (room) => ({ place: 'pigeon:loft1', kind: 'shared', room }),
};

function problemOf(text: string, known: readonly PlatformFacts[]): string | undefined {
	return peopleRules(known).safeParse(text).error?.issues[0]?.message;
}

describe('rules of people', () => {
	it('are those of the platforms that there are, whichever they are', () => {
		expect(peopleRules([pigeons]).parse('pigeon:loft1/ring2, pigeon:loft3/ring4')).toEqual([
			'pigeon:loft1/ring2',
			'pigeon:loft3/ring4',
		]);
		expect(problemOf('pigeon:loft1/ring2', platforms)).toMatch(/number 1 names none/);
		expect(problemOf('slack:T1/U2', [pigeons])).toMatch(/number 1 names none/);
		expect(problemOf('pigeon:loft1/U2', [pigeons])).toBe(
			'must list people such as pigeon:loft1/ring2 or pigeon:loft1/ring3',
		);
		expect(problemOf('pigeon:attic/ring2', [pigeons])).toMatch(/^must list people such as/);
	});

	it('say what they may be, and which of them names no place', () => {
		expect(problemOf('U1 slack:T1/U2 local/', platforms)).toBe(
			'must list people, each beginning with the place where the right holds (slack:T1/… or discord:1/…, or local alone): number 1, 3 names none',
		);
		expect(problemOf('slack:T1/X', platforms)).toBe(
			'must list people such as slack:T1/U2, slack:T1/group:S3, slack:T1/channel:C4, slack:T1/*, slack:T1/guests, discord:1/2, discord:1/role:3, discord:1/* or local',
		);
	});
});
