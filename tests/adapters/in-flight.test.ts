import { describe, expect, it } from 'vitest';
import { createInFlight } from '../../src/adapters/in-flight.ts';
import { createTrouble } from '../../src/adapters/platform-trouble.ts';
import { PlaceGoneError, PlatformAwayError } from '../../src/base/errors.ts';
import { createHandClock } from '../support/jumping-clock.ts';

const { signal } = new AbortController();

describe('requests in flight', () => {
	it('are waited for when the platform is left, and called off after a while; no more are taken', async () => {
		const clock = createHandClock(0);
		const inFlight = createInFlight({ platform: 'Slack', clock });
		const quick = Promise.withResolvers<string>();
		const first = inFlight.run('quick', () => quick.promise, signal);
		const slow = inFlight.run(
			'slow',
			(until) => new Promise((_, reject) => until.addEventListener('abort', () => reject(until.reason))),
			signal,
		);
		const failing = expect(slow).rejects.toThrow('The connection to Slack was closed');
		const left = inFlight[Symbol.asyncDispose]();
		await expect(inFlight.run('late', async () => 1, signal)).rejects.toThrow(
			'Cannot call late: the connection to Slack is closing',
		);
		quick.resolve('done');
		expect(await first).toBe('done');
		expect(inFlight.closed.aborted).toBe(false);
		await clock.advance(1500);
		await Promise.all([failing, left]);
	});

	it('are not begun once their signal has fired', async () => {
		const inFlight = createInFlight({ platform: 'Slack', clock: createHandClock(0) });
		const gone = AbortSignal.abort(new Error('leaving'));
		await expect(inFlight.run('any', () => Promise.reject(new Error('it has begun')), gone)).rejects.toThrow('leaving');
	});
});

describe('a failure', () => {
	const thread = { platform: 'slack', id: 'T1-C1-1' } as const;
	const { awayOr, troubleIn } = createTrouble({
		platform: 'slack',
		isAway: ({ message }) => message === 'unreachable',
		goneBy: ({ message }, id) => (message === 'archived' ? id.slice(0, 5) : undefined),
	});
	const causedBy = (message: string) => new Error('It failed', { cause: new Error(message) });

	it('is told as what caused it: the platform is away, or the place is gone', () => {
		expect(troubleIn(causedBy('unreachable'), thread)).toBeInstanceOf(PlatformAwayError);
		expect(troubleIn(causedBy('archived'), thread)).toMatchObject({ name: 'PlaceGoneError', place: 'T1-C1' });
		expect(awayOr(causedBy('archived'))).toMatchObject({ name: 'Error' });
	});

	it('stays as it is where it is neither, and where it has been told', () => {
		for (const error of [
			causedBy('refused'),
			new PlatformAwayError('slack', 'away', { cause: new Error('unreachable') }),
			new PlaceGoneError('T1', 'archived'),
		])
			expect([troubleIn(error, thread), awayOr(error)]).toEqual([error, error]);
	});
});
