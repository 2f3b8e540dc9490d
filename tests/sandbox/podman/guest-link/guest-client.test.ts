import { duplexPair } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../src/base/log.ts';
import { connectGuest, type GuestClient } from '../../../../src/sandbox/podman/guest-link/guest-client.ts';
import { waitFor } from '../../../support/wait-for.ts';

interface Message {
	readonly id?: number;
	readonly method?: string;
	readonly params?: Readonly<Record<string, unknown>>;
}

interface Peer {
	/** Everything that the client has sent. */
	readonly seen: Message[];
	/** Sends one frame of standard output, as it is. */
	write(text: string): void;
	/** The same on standard error. */
	complain(text: string): void;
	end(): void;
}

const never = new AbortController().signal;
const whoAmI = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } };

/** A guest of the test on the other end: shakes hands, then does with each question what `onMessage` says. */
async function connect(
	onMessage: (message: Message, peer: Peer) => void,
): Promise<{ readonly client: GuestClient; readonly peer: Peer }> {
	const [stream, other] = duplexPair();
	const seen: Message[] = [];
	const peer: Peer = {
		seen,
		write: (text) => void other.write(frame(1, text)),
		complain: (text) => void other.write(frame(2, text)),
		end: () => void other.end(),
	};
	let rest = '';
	other.setEncoding('utf8').on('data', (text: string) => {
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		for (const message of lines.map((line): Message => JSON.parse(line))) {
			seen.push(message);
			if (message.method === 'initialize') answer(peer, message, whoAmI);
			else if (message.id !== undefined) onMessage(message, peer);
		}
	});
	const client = await connectGuest({ stream, log: silentLogger, handshakeMs: 5_000 }, never);
	return { client, peer };
}

function frame(type: number, text: string): Buffer {
	const header = Buffer.alloc(8);
	header[0] = type;
	header.writeUInt32BE(Buffer.byteLength(text), 4);
	return Buffer.concat([header, Buffer.from(text)]);
}

function answer(peer: Peer, { id }: Message, result: unknown): void {
	peer.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}

const bash = { tool: 'bash', args: { command: 'true' } };

describe('A guest that keeps to the protocol', () => {
	it('answers calls, and its progress is passed on', async () => {
		const { client } = await connect((message, peer) => {
			if (message.method !== 'tools/call') return;
			const params = { progressToken: message.id, progress: 1, message: 'half way' };
			peer.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })}\n`);
			// Not in one breath: the SDK drops progress that comes together with the answer
			setImmediate(() => answer(peer, message, { content: [{ type: 'text', text: 'done' }] }));
		});
		const progress: string[] = [];
		const onProgress = (text: string) => void progress.push(text);
		const { type, ...rest } = await client.call(bash, { signal: never, withinMs: 5_000, onProgress });
		expect({ type, ...rest }).toMatchObject({ type: 'result', result: { content: [{ text: 'done' }] } });
		expect(progress).toEqual(['half way']);
	});

	it('is told when a call is cancelled, and the call rejects with the reason', async () => {
		const { client, peer } = await connect(() => undefined);
		const stop = new AbortController();
		const call = client.call(bash, { signal: stop.signal, withinMs: 5_000 });
		const asked = await waitFor(() => peer.seen.find(({ method }) => method === 'tools/call'), 'the call');
		const reason = new Error('stop');
		stop.abort(reason);
		await expect(call).rejects.toBe(reason);
		const told = await waitFor(() => peer.seen.find(({ method }) => method === 'notifications/cancelled'), 'the word');
		expect(told.params?.['requestId']).toBe(asked.id);
	});

	it('is told nothing when the signal of a finished call aborts', async () => {
		const { client, peer } = await connect((message, to) => {
			answer(to, message, message.method === 'ping' ? {} : { content: [] });
		});
		const stop = new AbortController();
		await client.call(bash, { signal: stop.signal, withinMs: 5_000 });
		stop.abort();
		expect(await client.answers(5_000)).toBe(true);
		expect(peer.seen.map(({ method }) => method)).not.toContain('notifications/cancelled');
	});

	it('may answer a call that was cancelled meanwhile', async () => {
		const { client, peer } = await connect((message, to) => {
			if (message.method === 'ping') answer(to, message, {});
		});
		const stop = new AbortController();
		const call = client.call(bash, { signal: stop.signal, withinMs: 5_000 });
		const asked = await waitFor(() => peer.seen.find(({ method }) => method === 'tools/call'), 'the call');
		stop.abort();
		await call.catch(() => undefined);
		answer(peer, asked, { content: [] });
		expect(await client.answers(5_000)).toBe(true);
	});

	it('may refuse a call', async () => {
		const { client } = await connect((message, peer) => {
			const error = { code: -32602, message: 'Unknown tool "x"' };
			peer.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, error })}\n`);
		});
		const refused = await client.call({ tool: 'x', args: {} }, { signal: never, withinMs: 5_000 });
		expect(refused).toEqual({ type: 'refused', message: expect.stringContaining('Unknown tool "x"') });
	});

	it('may write anything to standard error', async () => {
		const { client } = await connect((message, peer) => {
			peer.complain(`${'x'.repeat(5_000_000)}\u001b[2J`);
			answer(peer, message, { content: [] });
		});
		expect((await client.call(bash, { signal: never, withinMs: 5_000 })).type).toBe('result');
	});
});

describe('A guest that does not', () => {
	const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
	it.each([
		['a line of 20 MB', 'x'.repeat(20 * 2 ** 20), /longer than/],
		['a line that is not JSON', 'hello\n', /not JSON/],
		[
			'output of a process that does not run',
			line({ jsonrpc: '2.0', method: 'notifications/threadsmith/process/end', params: { process: 1, number: 1 } }),
			/does not run/,
		],
		['JSON that is no message', line([1, 2]), /not a JSON-RPC message/],
		['an answer to no question', line({ jsonrpc: '2.0', id: 4711, result: {} }), /not asked/],
		['an answer with an id of another type', line({ jsonrpc: '2.0', id: '1', result: {} }), /not asked/],
		['an error without an id', line({ jsonrpc: '2.0', error: { code: 1, message: 'x' } }), /not asked/],
		['a question of its own', line({ jsonrpc: '2.0', id: 1, method: 'roots/list' }), /asked for "roots\/list"/],
	])('is given up after %s', async (_, text, how) => {
		const { client, peer } = await connect((_message, to) => to.write(text));
		const lost = await client.call(bash, { signal: never, withinMs: 5_000 });
		expect(lost).toEqual({ type: 'lost', why: undefined });
		expect(await client.gone).toMatch(how);
		expect(peer.seen.length).toBeGreaterThan(0);
	});

	it('is given up when it answers twice', async () => {
		const { client } = await connect((message, peer) => {
			if (message.method !== 'tools/call') return;
			answer(peer, message, { content: [] });
			answer(peer, message, { content: [] });
		});
		await client.call(bash, { signal: never, withinMs: 5_000 });
		expect(await client.gone).toMatch(/not asked/);
	});

	it('is lost when its result is none', async () => {
		const { client } = await connect((message, peer) => answer(peer, message, { content: 'text' }));
		expect(await client.call(bash, { signal: never, withinMs: 5_000 })).toMatchObject({ type: 'lost' });
	});

	it('is lost when it does not answer in time', async () => {
		const { client } = await connect(() => undefined);
		const lost = await client.call(bash, { signal: never, withinMs: 30 });
		expect(lost).toEqual({ type: 'lost', why: 'it did not answer in time' });
		expect(await client.answers(30)).toBe(false);
	});

	it('is gone, without blame, when its stream ends', async () => {
		const { client, peer } = await connect(() => undefined);
		const call = client.call(bash, { signal: never, withinMs: 5_000 });
		peer.end();
		expect(await call).toEqual({ type: 'lost', why: undefined });
		expect(await client.gone).toBeUndefined();
		expect(await client.call(bash, { signal: never, withinMs: 5_000 })).toEqual({ type: 'lost', why: undefined });
	});

	it('does not shake hands for ever', async () => {
		const [stream] = duplexPair();
		const connecting = connectGuest({ stream, log: silentLogger, handshakeMs: 30 }, never);
		await expect(connecting).rejects.toThrow(/^Cannot start the guest: /);
		expect(stream.destroyed).toBe(true);
	});
});
