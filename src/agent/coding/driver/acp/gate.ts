import type { Duplex } from 'node:stream';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { bounds } from '../bounds.ts';
import { linesOf } from './lines.ts';
import { createPace } from './pace.ts';

/** Something that an agent sent and the protocol does not know, or not then. */
export type Oddity = 'noise' | 'long line' | 'answer to nothing' | 'request' | 'bad update';

export interface GateWatch {
	/** The parameters of a `session/update`, unread. In the order of the line: an answer that comes after it is passed on after it. */
	readonly onUpdate: (params: unknown) => void;
	readonly onOdd: (oddity: Oddity) => void;
}

const permission = 'session/request_permission';
const methodNotFound = -32601;

/**
 * The stream of messages for the protocol's library, over the bytes of a process that nobody trusts. The library is given only answers to
 * what it asked, and requests for permission, of which a bounded number is open: it would print and keep whatever else comes. Every other
 * request is refused here. It is not read on while an answer of ours cannot be written, so that a flood waits where it is made.
 */
export function openGate(duplex: Duplex, watch: GateWatch): Stream {
	const asked = new Set<unknown>();
	const open = new Set<unknown>();
	const send = (message: object) => writeTo(duplex, `${JSON.stringify(message)}\n`);

	// Its end is seen by whoever reads it.
	duplex.on('error', () => {});

	/** Takes a message: something to be sent back, or nothing. */
	function take(message: unknown, pass: (message: AnyMessage) => void): object | undefined {
		if (!isMessage(message)) watch.onOdd('noise');
		else if (!('method' in message)) takeAnswer(message, pass);
		else if (!('id' in message)) takeNotification(message, pass);
		else return takeRequest(message, pass);
	}

	function takeAnswer(message: Message, pass: (message: AnyMessage) => void): void {
		if (asked.delete(message['id'])) pass(message);
		else watch.onOdd('answer to nothing');
	}

	function takeNotification(message: Message, pass: (message: AnyMessage) => void): void {
		if (message['method'] === 'session/update') watch.onUpdate(message['params']);
		if (message['method'] === '$/cancel_request') pass(message);
	}

	function takeRequest(message: Message, pass: (message: AnyMessage) => void): object | undefined {
		const { id, method } = message;
		if (method !== permission || !isId(id) || open.has(id)) {
			watch.onOdd('request');
			return refusal(id);
		}
		if (open.size >= bounds.openRequests) return { jsonrpc: '2.0', id, result: { outcome: { outcome: 'cancelled' } } };
		open.add(id);
		pass(message);
	}

	async function read(controller: ReadableStreamDefaultController<AnyMessage>): Promise<void> {
		const pace = createPace();
		for await (const line of linesOf(duplex, bounds.lineBytes)) {
			let answer: object | undefined;
			await pace(() => {
				if (line.kind === 'long') watch.onOdd('long line');
				else answer = take(parsed(line.text), (message) => controller.enqueue(message));
			});
			if (answer) await send(answer);
		}
	}

	return {
		readable: new ReadableStream<AnyMessage>({
			start(controller) {
				void read(controller)
					.then(() => controller.close())
					.catch((error: unknown) => controller.error(error));
			},
		}),
		writable: new WritableStream<AnyMessage>({
			async write(message) {
				if ('method' in message && 'id' in message) asked.add(message.id);
				await send(message);
				if (!('method' in message)) open.delete(message.id);
			},
		}),
	};
}

type Message = AnyMessage & Readonly<Record<string, unknown>>;

function isMessage(value: unknown): value is Message {
	if (typeof value !== 'object' || value === null || !('jsonrpc' in value) || value.jsonrpc !== '2.0') return false;
	return 'method' in value ? typeof value.method === 'string' : 'id' in value;
}

function isId(id: unknown): boolean {
	return typeof id === 'number' || (typeof id === 'string' && id.length <= bounds.id);
}

/** An agent asks for what was said to be off, or for what there is not. An id that is none is not sent back. */
function refusal(id: unknown): object {
	const error = { code: methodNotFound, message: 'Not offered: use your own tools.' };
	return { jsonrpc: '2.0', id: isId(id) ? id : null, error };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function writeTo(duplex: Duplex, text: string): Promise<void> {
	const written = Promise.withResolvers<void>();
	duplex.write(text, (error) => (error ? written.reject(error) : written.resolve()));
	return written.promise;
}
