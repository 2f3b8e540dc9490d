import { duplexPair } from 'node:stream';
import type { LogFields, Logger } from '../../../src/base/log.ts';
import {
	connectGuest,
	type GuestAnswer,
	type GuestClient,
} from '../../../src/sandbox/podman/guest-link/guest-client.ts';

/** A guest that somebody has taken: the host's own reader on the other side. */
export interface HostilePeer {
	readonly client: GuestClient;
	/** Calls that the host logged. */
	readonly logged: () => number;
	/** Sends bytes as they are. Resolves when they were taken, or never will be. */
	send(bytes: Uint8Array): Promise<void>;
	/** A call under way, whose id is known to the attacker. */
	call(withinMs?: number): { readonly id: Promise<number>; readonly answer: Promise<GuestAnswer> };
}

/** A frame of an attach stream: 1 is standard output, 2 standard error. */
export function frame(type: number, text: string | Uint8Array): Buffer {
	const body = Buffer.from(text);
	const header = Buffer.alloc(8);
	header[0] = type;
	header.writeUInt32BE(body.length, 4);
	return Buffer.concat([header, body]);
}

/** A line of JSON, framed. */
export function line(value: unknown): Buffer {
	return frame(1, `${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
}

const whoAmI = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } };

interface Message {
	readonly id?: number;
	readonly method?: string;
}

export async function connectPeer(signal: AbortSignal): Promise<HostilePeer> {
	const [stream, other] = duplexPair();
	const asked: ((id: number) => void)[] = [];
	let rest = '';
	let lines = 0;
	other.setEncoding('utf8').on('data', (text: string) => {
		const all = (rest + text).split('\n');
		rest = all.pop() ?? '';
		for (const { id, method } of all.map((one): Message => JSON.parse(one))) {
			if (method === 'initialize') other.write(line({ jsonrpc: '2.0', id, result: whoAmI }));
			else if (method === 'tools/call') asked.shift()?.(id ?? -1);
		}
	});
	other.on('error', () => {});
	const note = (_message: string, _fields?: LogFields): void => {
		lines += 1;
	};
	const log: Logger = { debug: note, info: note, warn: note, error: note, child: () => log };
	const client = await connectGuest({ stream, log, handshakeMs: 5_000 }, signal);
	return {
		client,
		logged: () => lines,
		send(bytes) {
			const { promise, resolve } = Promise.withResolvers<void>();
			other.write(bytes, () => resolve());
			return Promise.race([promise, client.gone.then(() => undefined)]);
		},
		call(withinMs = 3_000) {
			const { promise: id, resolve } = Promise.withResolvers<number>();
			asked.push(resolve);
			return { id, answer: client.call({ tool: 'bash', args: { command: 'true' } }, { signal, withinMs }) };
		},
	};
}
