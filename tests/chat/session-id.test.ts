import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSessionId, sessionIdSchema } from '../../src/chat/session-id.ts';
import type { Thread } from '../../src/chat/thread.ts';
import { places } from '../../src/platforms.ts';

const { sessionIdOf } = places;

const threads: fc.Arbitrary<Thread> = fc.record({
	platform: fc.constantFrom('terminal', 'slack', 'discord'),
	id: fc.oneof(fc.stringMatching(/^[A-Za-z0-9._-]{1,120}$/), fc.stringMatching(/^[a_.2-]{1,4}$/)),
});

describe('session ids', () => {
	it.each([
		['terminal', '2025-01-31-a1b2', 'local-2025-01-31-a1b2'],
		['slack', 'T1-C1-1700000000.123456', 'slack-T1-C1-1700000000__123456'],
		['discord', 'G1-9', 'discord-G1-9'],
		['terminal', 'a_b', 'local-a_-b'],
	] as const)('of %s %s is %s', (platform, id, expected) => {
		expect(sessionIdOf({ platform, id })).toBe(expected);
	});

	it('are followed by .2, .3 and so on', () => {
		const ids = ['slack-T1-C1-17__5'];
		for (let count = 0; count < 10; count++) ids.push(nextSessionId(ids.at(-1) ?? ''));
		expect([ids[1], ids[2], ids[10]]).toEqual(['slack-T1-C1-17__5.2', 'slack-T1-C1-17__5.3', 'slack-T1-C1-17__5.11']);
	});

	it('are valid for every thread, also after many others', () => {
		const property = fc.property(threads, fc.integer({ min: 1, max: 99_999 }), (thread, count) => {
			const first = sessionIdOf(thread);
			for (const id of [first, nextSessionId(first), nextSessionId(`${first}.${count}`)]) {
				expect(sessionIdSchema.parse(id)).toBe(id);
			}
		});
		fc.assert(property);
	});

	it('differ between threads, and from those of later sessions', () => {
		const property = fc.property(threads, threads, (one, other) => {
			fc.pre(one.id !== other.id || one.platform !== other.platform);
			expect(sessionIdOf(one)).not.toBe(sessionIdOf(other));
			expect(nextSessionId(sessionIdOf(one))).not.toBe(nextSessionId(sessionIdOf(other)));
			expect(nextSessionId(sessionIdOf(one))).not.toBe(sessionIdOf(other));
		});
		fc.assert(property, { numRuns: 1000 });
	});

	it.each(['', '.', '..', 'a/b', '../a', '.hidden', 'a\u0000', 'a\n', 'a b', 'ä', 'x'.repeat(256)])(
		'are not %j',
		(id) => {
			expect(sessionIdSchema.safeParse(id).success).toBe(false);
		},
	);
});
