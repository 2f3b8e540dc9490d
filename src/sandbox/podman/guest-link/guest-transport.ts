import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
	type JSONRPCMessage,
	JSONRPCMessageSchema,
	type JSONRPCNotification,
	type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { messageOf } from '../../../base/errors.ts';
import { isProcessNote } from '../../process-wire.ts';
import { createFrameSplitter } from './frame-splitter.ts';
import { createLineSplitter } from './line-splitter.ts';

export interface GuestTransportOptions {
	/** An attach stream: lines go in, frames come out. */
	readonly stream: Duplex;
	/** The longest line that is read, in bytes. */
	readonly maxLineBytes: number;
	/** The guest's standard error, as it comes. */
	readonly onStderr: (bytes: Uint8Array) => void;
	/** A note about a process, as it comes; throws where it breaks the protocol. */
	readonly onProcess: (message: JSONRPCNotification) => void;
	/**
	 * The guest broke the protocol, as half a sentence: bad frame, long line, no JSON, a message that no guest of ours sends,
	 * an answer to no question. Called at most once; nothing more is read after it.
	 */
	readonly onBroken: (how: string) => void;
}

/** MCP over an attach stream, one message a line, to a guest that is not trusted. Closing it destroys the stream. */
export function createGuestTransport(options: GuestTransportOptions): Transport {
	const { stream } = options;
	const frames = createFrameSplitter();
	const lines = createLineSplitter(options.maxLineBytes);
	const asked = new Set<RequestId>();
	/** All who send wait for one: each wait listens to the stream. */
	let draining: Promise<void> | undefined;

	const transport: Transport = {
		async start() {
			stream.on('data', take);
			stream.once('close', () => transport.onclose?.());
			// The close that follows tells all there is to tell
			stream.on('error', () => stream.destroy());
			// The other side's end of file: nothing can be asked any more
			stream.once('end', () => stream.destroy());
		},
		async send(message) {
			if ('method' in message && 'id' in message) asked.add(message.id);
			if (!stream.writable || stream.write(`${JSON.stringify(message)}\n`)) return;
			draining ??= drained(stream).finally(() => {
				draining = undefined;
			});
			await draining;
		},
		async close() {
			stream.destroy();
		},
	};

	function take(chunk: Uint8Array): void {
		try {
			for (const piece of frames.push(chunk)) {
				if (piece.stream === 'stderr') options.onStderr(piece.bytes);
				else for (const line of lines.push(piece.bytes)) pass(line);
			}
		} catch (error) {
			stream.off('data', take);
			options.onBroken(messageOf(error));
		}
	}

	function pass(line: string): void {
		const message = parseMessage(line);
		if ('method' in message) {
			if ('id' in message) throw new Error(`it asked for "${message.method.slice(0, 100)}"`);
			if (isProcessNote(message)) {
				options.onProcess(message);
				return;
			}
		} else if (message.id === undefined || !asked.delete(message.id)) {
			throw new Error('it answered a question that was not asked');
		}
		transport.onmessage?.(message);
	}

	return transport;
}

function parseMessage(line: string): JSONRPCMessage {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch (error) {
		throw new Error('it sent a line that is not JSON', { cause: error });
	}
	const parsed = JSONRPCMessageSchema.safeParse(value);
	if (parsed.success) return parsed.data;
	throw new Error('it sent a line that is not a JSON-RPC message', { cause: parsed.error });
}

/** Resolves when more can be written, or never will. */
async function drained(stream: Duplex): Promise<void> {
	const waiting = new AbortController();
	try {
		const { signal } = waiting;
		await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]);
	} catch {
		// An error of the stream: its close is told elsewhere
	} finally {
		waiting.abort();
	}
}
