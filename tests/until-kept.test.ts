import { describe, expect, it } from 'vitest';
import { ProblemError } from '../src/base/errors.ts';
import { type LogFields, silentLogger } from '../src/base/log.ts';
import type { Inbound } from '../src/chat/inbound.ts';
import { createUntilKept } from '../src/until-kept.ts';
import { message, slackThread } from './store/store-home.ts';
import { waitFor } from './support/wait-for.ts';

function scene(everyMs = 10) {
	const kept: string[] = [];
	const said: string[] = [];
	const given: string[] = [];
	const state = { full: true, denied: false };
	const log = { ...silentLogger, error: (_message: string, { key }: LogFields = {}) => void given.push(String(key)) };
	const untilKept = createUntilKept({
		async accept({ key }) {
			if (state.full) throw new ProblemError('Cannot use "/home/x/store.db": the disk is full', 'Free some space');
			if (key.startsWith('never')) throw new TypeError('no');
			if (key.startsWith('stuck')) throw new ProblemError('Cannot read its folder', 'Mend it');
			if (kept.includes(key)) return 'seen';
			kept.push(key);
			return 'stored';
		},
		denialOf: () => (state.denied ? 'You may not' : undefined),
		async tell(thread, { events }) {
			for (const event of events) if (event.type === 'notice') said.push(`${thread.id}: ${event.text}`);
		},
		log,
		everyMs,
	});
	return { kept, said, given, state, untilKept };
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
		await untilKept[Symbol.asyncDispose]();
	});

	it('gives up what can never be kept, says so in the log, and keeps what is behind it', async () => {
		const { kept, said, given, state, untilKept } = scene();
		for (const key of ['a', 'never 1', 'b', 'never 2'])
			await expect(untilKept.accept(message(key))).rejects.toThrow(ProblemError);
		state.full = false;
		await waitFor(() => kept.length === 2, 'what was not kept');
		await waitFor(() => given.length === 2, 'what is given up');
		expect(given).toEqual(['never 1', 'never 2']);
		// All of it is over: the next time is told again.
		state.full = true;
		await expect(untilKept.accept(message('c'))).rejects.toThrow(ProblemError);
		await waitFor(() => said.length === 2, 'the sentence');
		state.full = false;
		await waitFor(() => kept.length === 3, 'what came later');
		await untilKept[Symbol.asyncDispose]();
	});

	it('keeps what comes in behind what waits, in its order, and waits for no timer then', async () => {
		const { kept, state, untilKept } = scene(600_000);
		for (const key of ['a', 'b']) await expect(untilKept.accept(message(key))).rejects.toThrow(ProblemError);
		state.full = false;
		await Promise.all(['c', 'd', 'e'].map((key) => untilKept.accept(message(key))));
		expect(kept).toEqual(['a', 'b', 'c', 'd', 'e']);
		await untilKept[Symbol.asyncDispose]();
	});

	it('lets no thread wait for another of which nothing can be kept, and keeps the order in each', async () => {
		const { kept, said, untilKept, state } = scene(600_000);
		state.full = false;
		const other = { ...slackThread, id: 'T1-C2-1.1' };
		for (const key of ['stuck', 'behind it'])
			await expect(untilKept.accept(message(key))).rejects.toThrow('its folder');
		for (const key of ['a', 'b']) expect(await untilKept.accept(message(key, key, other))).toBe('stored');
		expect(kept).toEqual(['a', 'b']);
		expect(said).toHaveLength(1);
		await untilKept[Symbol.asyncDispose]();
	});

	it('takes back at leaving what it has promised, once a thread, and only what it still has in mind', async () => {
		const { said, untilKept } = scene(600_000);
		const other = { ...slackThread, id: 'T1-C2-1.1' };
		for (const inbound of [message('a'), message('b'), message('c', 'c', other)])
			await expect(untilKept.accept(inbound)).rejects.toThrow(ProblemError);
		await untilKept[Symbol.asyncDispose]();
		expect(said.slice(2)).toEqual(
			[slackThread, other].map(({ id }) => expect.stringMatching(`^${id}: .*say it again`)),
		);
		const later = scene();
		await expect(later.untilKept.accept(message('a'))).rejects.toThrow(ProblemError);
		later.state.full = false;
		await waitFor(() => later.kept.length === 1, 'what was not kept');
		await later.untilKept[Symbol.asyncDispose]();
		expect(later.said).toHaveLength(1);
	});
});
