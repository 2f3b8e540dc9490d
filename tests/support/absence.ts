import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * How a server is away, for as long as it is. `refused`: every connection ends before anything is read; `reset`: as soon as something is
 * asked; both end those that there are. `unavailable`: 503 to everything. `silent`: nothing is answered; what was asked ends when it is back.
 */
export type Away = 'refused' | 'reset' | 'unavailable' | 'silent';

export interface Absence {
	/** Nothing that comes from now on is done. Disposing brings the server back. */
	away(how: Away): Disposable;
}

/** Lets a server that has all of its listeners be away, as often as wanted. */
export function createAbsence(server: Server): Absence {
	const sockets = new Set<Socket>();
	const held = new Set<Duplex>();
	let how: Away | undefined;
	server.on('connection', (socket: Socket) => {
		if (how === 'refused') return void socket.resetAndDestroy();
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	const hold = (socket: Duplex) => void held.add(socket);
	for (const event of ['request', 'upgrade'] as const) {
		unlessAway(server, event, (request, by) => how !== undefined && meet(how, { request, by, hold }));
	}
	return {
		away(next) {
			how = next;
			if (next === 'refused' || next === 'reset') for (const socket of sockets) socket.resetAndDestroy();
			return {
				[Symbol.dispose]: () => {
					how = undefined;
					for (const socket of held) socket.destroy();
					held.clear();
				},
			};
		},
	};
}

interface Asked {
	readonly request: IncomingMessage;
	/** The way to answer: a response, or the socket of an upgrade. */
	readonly by: unknown;
	readonly hold: (socket: Duplex) => void;
}

function meet(how: Away, { request, by, hold }: Asked): true {
	if (how === 'silent') hold(request.socket);
	else if (how === 'unavailable' && by instanceof ServerResponse)
		request.resume().once('end', () => by.writeHead(503).end());
	else request.socket.destroy();
	return true;
}

/** Puts `meets` before the listeners of an event: where it answers true, they hear nothing. */
function unlessAway(
	server: Server,
	event: 'request' | 'upgrade',
	meets: (request: IncomingMessage, by: unknown) => boolean,
): void {
	const listeners = server.listeners(event);
	server.removeAllListeners(event);
	server.on(event, (request: IncomingMessage, ...rest: unknown[]) => {
		if (meets(request, rest[0])) return;
		for (const listener of listeners) listener.call(server, request, ...rest);
	});
}
