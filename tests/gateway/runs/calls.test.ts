import { expect, it } from 'vitest';
import { Refusal } from '../../../src/gateway/call/refusal.ts';
import { createCalls } from '../../../src/gateway/runs/calls.ts';

const mb = 2 ** 20;

function refusalOf(work: () => void): Refusal | undefined {
	try {
		work();
		return undefined;
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
}

it('lets a run send 256 MB of calls within a minute, as they are parsed in this process, and more after it', () => {
	let now = 1_000;
	const calls = createCalls({}, () => now);
	for (let at = 0; at < 8; at += 1) calls.weigh(31 * mb);
	now += 20_000;
	expect(refusalOf(() => calls.weigh(9 * mb))).toMatchObject({
		status: 429,
		message: 'This run has sent 256 MB in its calls within a minute, and may make no more',
		more: { retryAfter: '40' },
	});
	expect(refusalOf(() => calls.weigh(8 * mb))).toBeUndefined();
	now += 40_000;
	expect(refusalOf(() => calls.weigh(248 * mb))).toBeUndefined();
	expect(refusalOf(() => calls.weigh(1))).toMatchObject({ status: 429 });
});

it('lets no run wait for what is refused: what was too much does not count', () => {
	const calls = createCalls({}, () => 0);
	expect(refusalOf(() => calls.weigh(300 * mb))).toBeDefined();
	expect(refusalOf(() => calls.weigh(256 * mb))).toBeUndefined();
});
