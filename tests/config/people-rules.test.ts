import { describe, expect, it } from 'vitest';
import type { PlatformFacts } from '../../src/chat/platform.ts';
import { peopleRules } from '../../src/config/people-rules.ts';
import { platforms } from '../../src/platforms.ts';
import { pigeonFacts } from '../support/pigeons.ts';

function problemOf(text: string, known: readonly PlatformFacts[]): string | undefined {
	return peopleRules(known).safeParse(text).error?.issues[0]?.message;
}

describe('rules of people', () => {
	it('are those of the platforms that there are, whichever they are', () => {
		expect(peopleRules([pigeonFacts]).parse('bird:loft1/ring2, bird:loft3/ring4')).toEqual([
			'bird:loft1/ring2',
			'bird:loft3/ring4',
		]);
		expect(problemOf('bird:loft1/ring2', platforms)).toMatch(/number 1 names none/);
		expect(problemOf('slack:T1/U2', [pigeonFacts])).toMatch(/number 1 names none/);
		expect(problemOf('bird:loft1/U2', [pigeonFacts])).toBe(
			'must list people such as bird:loft1/ring2 or bird:loft1/perch:3',
		);
		expect(problemOf('bird:attic/ring2', [pigeonFacts])).toMatch(/^must list people such as/);
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
