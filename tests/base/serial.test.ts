import { describe, expect, it } from 'vitest';
import { createSerials } from '../../src/base/serial.ts';
import { waitFor } from '../support/wait-for.ts';

describe('createSerials()', () => {
	it('does what has one key in the order of the calls, whatever fails, and what has another beside it', async () => {
		const serials = createSerials();
		const done: string[] = [];
		const first = Promise.withResolvers<void>();
		const one = serials.inOrder('a', async () => {
			await first.promise;
			done.push('one');
			throw new Error('one fails');
		});
		const two = serials.inOrder('a', async () => void done.push('two'));
		await serials.inOrder('b', async () => void done.push('beside'));
		first.resolve();
		await expect(one).rejects.toThrow('one fails');
		await two;
		expect(done).toEqual(['beside', 'one', 'two']);
	});

	it('keeps nothing of a key for which nothing is done', async () => {
		const serials = createSerials();
		const never = Promise.withResolvers<void>();
		for (let at = 0; at < 100; at += 1) await serials.inOrder(`session ${at}`, async () => at).catch(() => undefined);
		void serials.inOrder('busy', () => never.promise);
		await expect(serials.inOrder('failed', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
		await waitFor(() => serials.size() === 1, 'the end of all but the busy one');
		never.resolve();
		await waitFor(() => serials.size() === 0, 'the end of that');
	});
});
