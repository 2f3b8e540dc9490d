import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';

/** Milliseconds by the fake's clock in which a session can be resumed. */
export const resumeMs = 5 * 60_000;

export interface Dispatch {
	readonly op: 0;
	readonly s: number;
	readonly t: string;
	readonly d: unknown;
}

/** A client's session: goes on without a connection until it is resumed or too old. */
export interface Session {
	readonly id: string;
	readonly token: string;
	readonly shard: number;
	readonly count: number;
	readonly intents: number;
	/** Everything that it was sent or is owed, in order. */
	readonly log: Dispatch[];
	socket: WebSocket | undefined;
	/** By the fake's clock. */
	cutAt: number | undefined;
}

export function createSession(given: Pick<Session, 'token' | 'shard' | 'count' | 'intents' | 'socket'>): Session {
	return { ...given, id: randomBytes(16).toString('hex'), log: [], cutAt: undefined };
}

export function dispatch(session: Session, event: string, data: unknown): void {
	const payload: Dispatch = { op: 0, s: session.log.length + 1, t: event, d: data };
	session.log.push(payload);
	send(session.socket, payload);
}

/** All events after this one. */
export function replay(session: Session, seq: number): void {
	for (const payload of session.log.slice(seq)) send(session.socket, payload);
}

export function send(socket: WebSocket | undefined, payload: object): void {
	if (socket && socket.readyState === socket.OPEN) socket.send(JSON.stringify(payload));
}
