import { WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { createInterruptions } from '../../../../src/adapters/intake/interruptions.ts';
import { keepConnected } from '../../../../src/adapters/slack/connect/keep-connected.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';

/** A client whose connections are decided by the test. */
function fakeClient() {
	const gone = new Set<() => void>();
	const starts: PromiseWithResolvers<never>[] = [];
	const end = () => {
		for (const listener of [...gone]) {
			gone.delete(listener);
			listener();
		}
	};
	return {
		starts,
		end,
		ready: () => starts.at(-1)?.resolve(undefined as never),
		fail: (why: string | Error) => starts.at(-1)?.reject(typeof why === 'string' ? new Error(why) : why),
		client: {
			start() {
				const started = Promise.withResolvers<never>();
				starts.push(started);
				return started.promise;
			},
			async disconnect() {
				starts.at(-1)?.reject(new Error('disconnected'));
				end();
			},
			once: (_event: string, listener: () => void) => void gone.add(listener),
			off: (_event: string, listener: () => void) => void gone.delete(listener),
		},
	};
}

/** `there`: whether Slack takes calls, at one look after the other. */
function open(there: boolean[] = []) {
	const fake = fakeClient();
	const clock = createHandClock();
	const client = fake.client as unknown as Parameters<typeof keepConnected>[0]['client'];
	const interruptions = createInterruptions(clock.now);
	const isThere = async () => there.shift() ?? false;
	const deps = { client, interruptions, isThere, clock, log: silentLogger };
	return { ...fake, clock, interruptions, connection: keepConnected(deps) };
}

function networkError(): Error {
	return new WebAPIRequestError(new Error('connect ECONNREFUSED'));
}

describe('a connection', () => {
	it('is made anew at once when it ends', async () => {
		const { starts, ready, end, connection } = open();
		await using _connection = connection;
		ready();
		await connection.connected;
		expect(starts).toHaveLength(1);
		await Promise.resolve();
		end();
		await waitFor(() => starts.length === 2, 'the second connection');
	});

	it('is tried again as soon as Slack allows it, and has not failed at first for a limit', async () => {
		const { starts, fail, ready, clock, connection } = open();
		await using _connection = connection;
		fail(new WebAPIRateLimitedError(7));
		await new Promise(setImmediate);
		await clock.advance(6999);
		await new Promise(setImmediate);
		expect(starts).toHaveLength(1);
		await clock.advance(1);
		await waitFor(() => starts.length === 2, 'the second try');
		ready();
		await connection.connected;
	});

	it('is tried again after a pause that grows, and says why the first try failed', async () => {
		const { starts, fail, ready, clock, connection } = open();
		await using _connection = connection;
		fail('no network');
		await expect(connection.connected).rejects.toThrow('no network');
		for (const [tries, pause] of [
			[2, 1000],
			[3, 2000],
			[4, 4000],
		] as const) {
			await new Promise(setImmediate);
			await clock.advance(pause - 1);
			await new Promise(setImmediate);
			expect(starts).toHaveLength(tries - 1);
			await clock.advance(1);
			await waitFor(() => starts.length === tries, 'the next try');
			fail('no network');
		}
		await new Promise(setImmediate);
		await clock.advance(8000);
		await waitFor(() => starts.length === 5, 'the last try');
		ready();
	});

	it('is tried as soon as Slack is seen to be back, however long the pause', async () => {
		const { starts, fail, clock, connection } = open([false, false, false, true]);
		await using _connection = connection;
		connection.connected.catch(() => undefined);
		for (const pause of [1000, 2000, 4000, 8000]) await failAndRest(pause);
		expect(starts).toHaveLength(5);
		fail(networkError());
		await new Promise(setImmediate);
		await clock.advance(5000);
		await new Promise(setImmediate);
		expect(starts).toHaveLength(5);
		await clock.advance(5000);
		await new Promise(setImmediate);
		expect(starts).toHaveLength(5);
		await clock.advance(5000);
		await waitFor(() => starts.length === 6, 'the try after Slack came back');

		async function failAndRest(pause: number) {
			const tries = starts.length;
			fail(networkError());
			await new Promise(setImmediate);
			await clock.advance(pause);
			await waitFor(() => starts.length === tries + 1, 'the next try');
		}
	});

	it('is tried no sooner where Slack takes calls, and no sockets', async () => {
		const { starts, fail, clock, connection } = open(Array.from({ length: 20 }, () => true));
		await using _connection = connection;
		connection.connected.catch(() => undefined);
		for (const pause of [1000, 2000, 4000, 8000, 16_000, 30_000]) {
			const tries = starts.length;
			fail('Slack closed the socket');
			await new Promise(setImmediate);
			for (let spent = 0; spent < pause - 1; spent += Math.min(5000, pause - 1 - spent)) {
				await clock.advance(Math.min(5000, pause - 1 - spent));
				await new Promise(setImmediate);
			}
			expect(starts).toHaveLength(tries);
			await clock.advance(1);
			await waitFor(() => starts.length === tries + 1, 'the next try');
		}
	});

	it('is known not to stand from the first try that fails, not only when it stands again', async () => {
		const { starts, fail, ready, end, clock, connection, interruptions } = open();
		await using _connection = connection;
		ready();
		await connection.connected;
		const stored = clock.now();
		await clock.advance(1);
		expect(interruptions.since(stored)).toBe(false);
		end();
		await waitFor(() => starts.length === 2, 'the second connection');
		fail('no network');
		await waitFor(() => interruptions.since(stored), 'the interruption');
	});

	it('is given up when Slack does not say hello', async () => {
		const { clock, starts, connection } = open();
		await using _connection = connection;
		await clock.advance(20_000);
		await expect(connection.connected).rejects.toThrow('disconnected');
		await new Promise(setImmediate);
		await clock.advance(1000);
		await waitFor(() => starts.length === 2, 'the second try');
	});

	it('is not made anew once it was disposed of, whenever that is', async () => {
		const atStart = open();
		await atStart.connection[Symbol.asyncDispose]();
		expect(atStart.starts).toHaveLength(1);

		const connected = open();
		connected.ready();
		await connected.connection.connected;
		await connected.connection[Symbol.asyncDispose]();
		expect(connected.starts).toHaveLength(1);

		const pausing = open();
		pausing.fail('no network');
		await pausing.connection.connected.catch(() => undefined);
		await new Promise(setImmediate);
		await pausing.connection[Symbol.asyncDispose]();
		expect(pausing.starts).toHaveLength(1);
	});
});
