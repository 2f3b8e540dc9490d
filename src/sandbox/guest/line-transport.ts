import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

/** The longest message taken, bytes: parsing a longer one would not fit the guest's 64 MiB of heap. */
const lineLimit = 4 * 1024 * 1024;

/** The end of a message that is too long is kept to find its id, which the SDK writes last. */
const keptEnd = 200;

export interface LineTransport extends Transport {
	/** True while much that was sent has not been taken by the host. */
	isCongested(): boolean;
}

/**
 * MCP over two streams, one JSON message a line. The SDK's own transport gives up after one line that is too long; this one
 * drops it, answers it with an error where its id can be told, and goes on. Calls `onclose` when the input ends or the output
 * breaks.
 */
export function createLineTransport(input: Readable, output: Writable): LineTransport {
	let held: Buffer[] = [];
	let heldBytes = 0;

	const transport: LineTransport = {
		async start() {
			input.on('data', take);
			for (const event of ['end', 'close', 'error']) input.once(event, () => transport.onclose?.());
			for (const event of ['close', 'error']) output.once(event, () => transport.onclose?.());
			output.on('error', () => {});
		},
		send: (message) => write(message),
		async close() {
			transport.onclose?.();
		},
		isCongested: () => output.writableLength > 1024 * 1024,
	};

	const write = (message: unknown) =>
		new Promise<void>((resolve) => {
			output.write(`${JSON.stringify(message)}\n`, () => resolve());
		});

	function take(chunk: Buffer): void {
		let start = 0;
		for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
			hold(chunk.subarray(start, end));
			finishLine();
			start = end + 1;
		}
		hold(chunk.subarray(start));
	}

	function hold(part: Buffer): void {
		heldBytes += part.length;
		held.push(part);
		if (heldBytes > lineLimit) held = [Buffer.concat(held).subarray(-keptEnd)];
	}

	function finishLine(): void {
		const line = Buffer.concat(held).toString('utf8');
		const isTooLong = heldBytes > lineLimit;
		held = [];
		heldBytes = 0;
		if (isTooLong) refuse(/"id":([0-9]+|"[^"]*")\}\s*$/.exec(line)?.[1], 'The message is longer than 4 MiB');
		else if (line.trim() !== '') deliver(line);
	}

	function deliver(line: string): void {
		try {
			const parsed: unknown = JSON.parse(line);
			const message = JSONRPCMessageSchema.safeParse(parsed);
			if (message.success) transport.onmessage?.(message.data as JSONRPCMessage);
			else refuse(idOf(parsed), 'The message is not a valid request');
		} catch {
			transport.onerror?.(new Error('Cannot read a message: it is not JSON'));
		}
	}

	function refuse(id: string | undefined, message: string): void {
		transport.onerror?.(new Error(message));
		if (id !== undefined)
			void write({ jsonrpc: '2.0', id: JSON.parse(id), error: { code: ErrorCode.InvalidParams, message } });
	}

	return transport;
}

function idOf(message: unknown): string | undefined {
	if (typeof message !== 'object' || message === null || !('id' in message)) return undefined;
	const { id } = message;
	return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : undefined;
}
