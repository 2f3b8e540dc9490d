import { describe, expect, it } from 'vitest';
import { createReviews } from '../../../../src/agent/dispatch/reviewing/reviews.ts';
import type { Unfinished } from '../../../../src/agent/dispatch/trouble/troubles.ts';
import type { RepoWatches } from '../../../../src/agent/repo/watch/watches.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { waitFor } from '../../../support/wait-for.ts';

function open(watches: Partial<RepoWatches> | undefined, trouble?: Unfinished['trouble']) {
	const cleared: string[] = [];
	const nothing = async () => {};
	const all = watches && { look: nothing, leave: nothing, forget: nothing, forgetNames: nothing, ...watches };
	const unfinished = trouble && ({ trouble } as Unfinished);
	const reviews = createReviews({
		watches: all,
		due: { put: async (session, what) => void cleared.push(`${session} ${what}`) },
		troubles: { of: () => unfinished },
		tell: () => async () => {},
		log: silentLogger,
	});
	return { reviews, cleared };
}

describe('looking for news', () => {
	it('is done once at a time for each session, and for the next one though another fails', async () => {
		const looked: string[] = [];
		const first = Promise.withResolvers<void>();
		const { reviews } = open({
			look: async (session) => {
				looked.push(session);
				if (session === 'a') await first.promise;
				if (session === 'b') throw new Error('The store does not answer');
			},
		});
		for (const session of ['a', 'a', 'b', 'c']) reviews.look(session);
		await waitFor(() => looked.length === 3, 'all to be looked at');
		first.resolve();
		await reviews[Symbol.asyncDispose]();
		expect(looked).toEqual(['a', 'b', 'c']);
	});

	it('ends where the place of a session has gone', async () => {
		const left: string[] = [];
		const { reviews } = open({ leave: async (session) => void left.push(session) }, { kind: 'gone', place: 'x:T1' });
		reviews.look('a');
		await reviews[Symbol.asyncDispose]();
		expect(left).toEqual(['a']);
	});

	it('is due no more where nobody works on repositories', async () => {
		const { reviews, cleared } = open(undefined);
		reviews.look('a');
		await reviews[Symbol.asyncDispose]();
		expect(cleared).toEqual(['a review']);
	});

	it('is broken off when the process leaves', async () => {
		const { reviews } = open({
			look: (_session, _tell, signal) =>
				new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
		});
		reviews.look('a');
		await reviews[Symbol.asyncDispose]();
	});
});
