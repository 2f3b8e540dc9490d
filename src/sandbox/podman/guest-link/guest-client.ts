import type { Duplex } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { CallToolResultSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { GuestCall } from '../../sandbox.ts';
import { createGuestTransport } from './guest-transport.ts';
import { type Channel, createChannel } from './processes/channel.ts';
import { createStderrLog } from './stderr-log.ts';

/** The outcome of a call to the guest. */
export type GuestAnswer =
	| { readonly type: 'result'; readonly result: CallToolResult }
	/** The guest refused the call: no such tool, wrong arguments. */
	| { readonly type: 'refused'; readonly message: string }
	/** It is gone, broken or did not answer in time; `why` as half a sentence, where it is known. */
	| { readonly type: 'lost'; readonly why: string | undefined };

export interface GuestWatch {
	readonly signal: AbortSignal;
	/** After how many milliseconds no answer means that the guest is broken. */
	readonly withinMs: number;
	readonly onProgress?: (message: string) => void;
}

/** The guest of one container, behind MCP. */
export interface GuestClient {
	/** Rejects only with the signal's reason, having told the guest to cancel. */
	call(call: GuestCall, watch: GuestWatch): Promise<GuestAnswer>;
	/** Whether it answers a ping in time. */
	answers(withinMs: number): Promise<boolean>;
	/** Resolves when it is gone for good, with what it did wrong, as half a sentence, or undefined when the stream just ended. */
	readonly gone: Promise<string | undefined>;
	/** Ends the connection; the guest sees end of file. */
	close(): Promise<void>;
	/** Processes that go on beside calls. */
	readonly channel: Channel;
}

export interface GuestClientOptions {
	readonly stream: Duplex;
	readonly log: Logger;
	readonly handshakeMs: number;
}

/** Longest line read from the guest: its texts are cut at some thousand characters, structured results at less than this. */
const maxLineBytes = 4 * 2 ** 20;

/** Shakes hands with the guest on `stream`. Rejects when it does not, and with the signal's reason; the stream is destroyed then. */
export async function connectGuest(options: GuestClientOptions, signal: AbortSignal): Promise<GuestClient> {
	const gone = Promise.withResolvers<string | undefined>();
	const { client, connect, channel } = createClient(options, gone.resolve);
	const within = signalScope(signal);
	try {
		const broken = gone.promise.then((how) => Promise.reject(new Error(how ?? 'it ended')));
		await Promise.race([connect(within.signal), broken]);
	} catch (error) {
		options.stream.destroy();
		signal.throwIfAborted();
		throw new Error(`Cannot start the guest: ${messageOf(error)}`, { cause: error });
	} finally {
		within.release();
	}
	return {
		gone: gone.promise,
		channel,
		close: () => client.close(),
		call: (call, watch) => callGuest(client, call, watch),
		answers: (withinMs) =>
			client.ping({ timeout: withinMs }).then(
				() => true,
				() => false,
			),
	};
}

function createClient(options: GuestClientOptions, onGone: (how: string | undefined) => void) {
	const { stream, log, handshakeMs } = options;
	const client = new Client({ name: 'threadsmith', version: '1' });
	client.onclose = () => onGone(undefined);
	// Late progress of a cancelled call, mostly
	client.onerror = (error) => log.debug('Guest sent something out of place', { err: error });
	const channel = createChannel((message) => transport.send(message));
	const transport = createGuestTransport({
		stream,
		maxLineBytes,
		onStderr: createStderrLog(log),
		onProcess: channel.take,
		onBroken(how) {
			log.warn('Guest broke the protocol', { how });
			onGone(how);
			stream.destroy();
		},
	});
	const connect = (signal: AbortSignal) => client.connect(transport, { timeout: handshakeMs, signal });
	return { client, connect, channel };
}

async function callGuest(client: Client, { tool, args }: GuestCall, watch: GuestWatch): Promise<GuestAnswer> {
	const { signal, withinMs, onProgress } = watch;
	const scope = signalScope(signal);
	try {
		const result = await client.request(
			{ method: 'tools/call', params: { name: tool, arguments: { ...args } } },
			CallToolResultSchema,
			{
				signal: scope.signal,
				timeout: withinMs,
				...(onProgress && { onprogress: ({ message }) => message && onProgress(message) }),
			},
		);
		return { type: 'result', result };
	} catch (error) {
		signal.throwIfAborted();
		return failureOf(error);
	} finally {
		scope.release();
	}
}

// https://www.jsonrpc.org/specification "Error object", and the SDK's own two
const codes = { refused: [-32601, -32602, -32603], timeout: -32001 } as const;

function failureOf(error: unknown): GuestAnswer {
	if (error instanceof McpError) {
		if (codes.refused.some((code) => code === error.code)) return { type: 'refused', message: error.message };
		return { type: 'lost', why: error.code === codes.timeout ? 'it did not answer in time' : undefined };
	}
	// The SDK may hold a zod of its own
	if (error instanceof Error && 'issues' in error) return { type: 'lost', why: 'it sent a result that is none' };
	return { type: 'lost', why: undefined };
}

/** A signal of its own for one call: the SDK never takes its listener off, and would cancel what is long over. */
function signalScope(outer: AbortSignal): { readonly signal: AbortSignal; release(): void } {
	const controller = new AbortController();
	const abort = (): void => controller.abort(outer.reason);
	outer.addEventListener('abort', abort, { once: true });
	if (outer.aborted) abort();
	return { signal: controller.signal, release: () => outer.removeEventListener('abort', abort) };
}
