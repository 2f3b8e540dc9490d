import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { World } from '../world.ts';
import { appId, type Transport, type TrialOutcome } from './deliveries.ts';

/** `cut` drops the connections, `close` closes them properly; the others are Slack's words in a `disconnect` message. */
export type Disconnect = 'cut' | 'close' | 'warning' | 'refresh_requested' | 'link_disabled';

/** Socket Mode: connections by tickets, each payload to one of them in turn. */
export interface Sockets extends AsyncDisposable {
	/** A URL that is good for one connection. */
	ticketUrl(): string;
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
	readonly transport: Transport;
	count(): number;
	/** `after-next-delivery`: the socket that gets the next payload ends before it can be acknowledged. */
	disconnect(reason: Disconnect, when: 'now' | 'after-next-delivery'): void;
	refuse(refused: boolean): void;
}

interface Link {
	readonly socket: WebSocket;
	readonly waiting: Map<string, (outcome: TrialOutcome) => void>;
}

/** As many as Slack allows an app. */
const most = 10;
/** From the `disconnect` message to the end of the connection. */
const graceMs = 10_000;

export function createSockets(world: World): Sockets {
	const server = new WebSocketServer({ noServer: true });
	const links: Link[] = [];
	const tickets = new Set<string>();
	let turn = 0;
	let refused = false;
	let ending: Disconnect | undefined;

	const admit = (socket: WebSocket) => {
		if (links.length >= most) return void endBy(socket, 'link_disabled');
		const link: Link = { socket, waiting: new Map() };
		links.push(link);
		const pings = keepAlive(socket, world.options.pingMs, () => `Ping ${world.clock.now()}`);
		socket.on('message', (data) => settle(link, String(data)));
		socket.on('error', () => socket.terminate());
		socket.on('close', () => {
			clearInterval(pings);
			links.splice(links.indexOf(link), 1);
			for (const finish of link.waiting.values()) finish({ ok: false, reason: 'connection_failed' });
		});
		socket.send(JSON.stringify(hello(links.length)));
	};

	const transport: Transport = ({ kind, payload, retry }) => {
		const open = links.filter(({ socket }) => socket.readyState === socket.OPEN);
		turn += 1;
		const link = open[turn % open.length];
		if (!link) return Promise.resolve({ ok: false, reason: 'connection_failed' });
		const envelope = {
			envelope_id: randomUUID(),
			payload,
			type: kind,
			accepts_response_payload: kind !== 'events_api',
			...(kind === 'events_api' ? { retry_attempt: retry.num, retry_reason: retry.reason } : {}),
		};
		const outcome = acknowledgement(link, envelope.envelope_id, world.options.ackMs);
		const end = ending;
		ending = undefined;
		link.socket.send(JSON.stringify(envelope), () => end && endBy(link.socket, end));
		return outcome;
	};

	return {
		transport,
		count: () => links.length,
		ticketUrl() {
			const ticket = randomUUID();
			tickets.add(ticket);
			return `${world.url.replace('http', 'ws')}/link/?ticket=${ticket}&app_id=${appId}`;
		},
		upgrade(request, socket, head) {
			const ticket = new URL(request.url ?? '/', world.url).searchParams.get('ticket') ?? '';
			if (refused || !tickets.delete(ticket)) return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
			server.handleUpgrade(request, socket, head, admit);
		},
		disconnect(reason, when) {
			if (when === 'after-next-delivery') ending = reason;
			else for (const { socket } of [...links]) endBy(socket, reason);
		},
		refuse(value) {
			refused = value;
		},
		async [Symbol.asyncDispose]() {
			for (const socket of server.clients) socket.terminate();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** A connection whose other end is gone without a word is closed, as Slack does: what it gets would be lost, time and again. */
function keepAlive(socket: WebSocket, everyMs: number, words: () => string): NodeJS.Timeout {
	let isHeard = true;
	socket.on('pong', () => {
		isHeard = true;
	});
	const ping = () => {
		if (!isHeard) return socket.terminate();
		isHeard = false;
		socket.ping(words());
	};
	return setInterval(ping, everyMs).unref();
}

function acknowledgement(link: Link, id: string, ms: number): Promise<TrialOutcome> {
	return new Promise((resolve) => {
		const finish = (outcome: TrialOutcome) => {
			clearTimeout(timer);
			link.waiting.delete(id);
			resolve(outcome);
		};
		const timer = setTimeout(() => finish({ ok: false, reason: 'timeout' }), ms);
		link.waiting.set(id, finish);
	});
}

function settle(link: Link, data: string): void {
	const { envelope_id, payload } = JSON.parse(data) as { envelope_id: string; payload?: object };
	const empty = payload === undefined || Object.keys(payload).length === 0;
	link.waiting.get(envelope_id)?.({ ok: true, body: empty ? undefined : payload });
}

function endBy(socket: WebSocket, reason: Disconnect): void {
	if (reason === 'cut') return void socket.terminate();
	if (reason === 'close') return void socket.close(1001);
	socket.send(JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'fake' } }));
	const end = setTimeout(() => socket.terminate(), graceMs).unref();
	socket.on('close', () => clearTimeout(end));
}

function hello(connections: number): object {
	return {
		type: 'hello',
		num_connections: connections,
		debug_info: { host: 'fake', build_number: 1, approximate_connection_time: 18_060 },
		connection_info: { app_id: appId },
	};
}
