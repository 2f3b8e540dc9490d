import { describe, expect, it } from 'vitest';
import { createReplies } from '../../../src/adapters/discord/replies.ts';

const reply = { application: '1', token: 'secret', deferred: true };

describe('replies', () => {
	it('are known by the key of what came in, for 14 minutes', () => {
		let now = 0;
		const replies = createReplies({ now: () => now });
		replies.remember('i/1', reply);
		expect(replies.of('i/2')).toBeUndefined();
		now = 14 * 60_000;
		expect(replies.of('i/1')).toBe(reply);
		now += 1;
		expect(replies.of('i/1')).toBeUndefined();
	});
});
