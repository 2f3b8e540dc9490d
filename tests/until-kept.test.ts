import { describe, expect, it } from 'vitest';
import { ProblemError } from '../src/errors.ts';
import { silentLogger } from '../src/log.ts';
import type { Inbound } from '../src/store/inbound.ts';
import { createUntilKept } from '../src/until-kept.ts';
import { message, slackThread } from './store/store-home.ts';
import { waitFor } from './support/wait-for.ts';

function scene() {
	const kept: string[] = [];
	const said: string[] = [];
	const state = { full: true, denied: false };
	const untilKept = createUntilKept({
		async accept({ key }) {
			if (state.full) throw new ProblemError('Cannot use "/home/x/store.db": the disk is full', 'Free some space');
			if (kept.includes(key)) return 'seen';
			kept.push(key);
			return 'stored';
		},
		denialOf: () => (state.denied ? 'You may not' : undefined),
		async show(thread, events) {
			for await (const event of events) if (event.type === 'notice') said.push(`${thread.id}: ${event.text}`);
		},
		log: silentLogger,
		everyMs: 10,
	});
	return { kept, said, state, untilKept };
}

describe('createUntilKept()', () => {
	it('tells strangers nothing, and takes them in when it can', async () => {
		const { kept, said, state, untilKept } = scene();
		state.denied = true;
		await expect(untilKept.accept(message('a'))).rejects.toThrow(ProblemError);
		state.full = false;
		await waitFor(() => kept.length === 1, 'what was not kept');
		expect(said).toEqual([]);
	});

	it('does not acknowledge what cannot be kept, tells each thread once, and keeps all of it when it can', async () => {
		const { kept, said, state, untilKept } = scene();
		const other = { ...slackThread, id: 'T1-C2-1.1' };
		const inbounds: Inbound[] = [message('a'), message('b'), message('c', 'c', other), message('a')];
		for (const inbound of inbounds) await expect(untilKept.accept(inbound)).rejects.toThrow(ProblemError);
		await waitFor(() => said.length === 2, 'the sentences');
		expect(said[0]).toContain('Cannot use "store.db": the disk is full');
		state.full = false;
		await waitFor(() => kept.length === 3, 'what was not kept');
		expect(kept).toEqual(['a', 'b', 'c']);
		expect(await untilKept.accept(message('b'))).toBe('seen');
		expect(said).toHaveLength(2);
		untilKept[Symbol.dispose]();
	});
});
