import { GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { World } from '../world.ts';
import type { Identified, Refusal, Starts } from './identify.ts';
import { answerMembers } from './members.ts';
import { createSession, replay, resumeMs, type Session, send } from './session.ts';

export interface ConnectionDeps {
	readonly world: World;
	readonly starts: Starts;
	/** By id. */
	readonly sessions: Map<string, Session>;
	/** READY and the guilds. */
	readonly welcome: (session: Session) => void;
	/** Counts. */
	readonly counts: { identified: number; resumed: number };
	/** Heartbeats are acknowledged. */
	readonly acks: () => boolean;
}

/** The longest message that a client may send: https://docs.discord.com/developers/events/gateway#sending-events */
const mostBytes = 4096;

/** One connection of a client, from hello to its end. */
export function connect(deps: ConnectionDeps, socket: WebSocket): void {
	const { world, sessions } = deps;
	let session: Session | undefined;
	const crowded = createWindow(world);
	socket.on('error', () => socket.terminate());
	socket.on('close', (code) => {
		if (!session || session.socket !== socket) return;
		session.socket = undefined;
		session.cutAt = world.clock.now();
		if (endsSession(code)) sessions.delete(session.id);
	});
	socket.on('message', (data) => {
		const payload = parse(String(data));
		if (!payload || String(data).length > mostBytes) {
			return socket.close(GatewayCloseCodes.DecodeError, 'Error while decoding payload.');
		}
		if (crowded()) return socket.close(GatewayCloseCodes.RateLimited, 'Rate limited.');
		// A session that was taken from this connection may be begun anew on it.
		const current = session?.socket === socket ? session : undefined;
		session = answer(deps, socket, payload, current) ?? session;
	});
	send(socket, { op: GatewayOpcodes.Hello, d: { heartbeat_interval: world.options.heartbeatMs, _trace: [] } });
}

interface Sent {
	readonly op: number;
	readonly d: unknown;
}

function answer(
	deps: ConnectionDeps,
	socket: WebSocket,
	{ op, d }: Sent,
	session: Session | undefined,
): Session | undefined {
	switch (op) {
		case GatewayOpcodes.Heartbeat:
			if (deps.acks()) send(socket, { op: GatewayOpcodes.HeartbeatAck });
			return undefined;
		case GatewayOpcodes.Identify:
			if (!session) return identify(deps, socket, d);
			socket.close(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated.');
			return undefined;
		case GatewayOpcodes.Resume:
			if (!session) return resume(deps, socket, d);
			socket.close(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated.');
			return undefined;
		default:
			other(deps, socket, { op, d }, session);
			return undefined;
	}
}

function other({ world }: ConnectionDeps, socket: WebSocket, { op, d }: Sent, session: Session | undefined): void {
	if (!session) socket.close(GatewayCloseCodes.NotAuthenticated, 'Not authenticated.');
	else if (op === GatewayOpcodes.RequestGuildMembers) answerMembers(world, session, d);
	else if (op !== GatewayOpcodes.PresenceUpdate && op !== GatewayOpcodes.VoiceStateUpdate) {
		socket.close(GatewayCloseCodes.UnknownOpcode, 'Unknown opcode.');
	}
}

function identify(deps: ConnectionDeps, socket: WebSocket, data: unknown): Session | undefined {
	const checked = deps.starts.check(data);
	if (isRefusal(checked)) return void refuse(socket, checked);
	const session = createSession({ ...checked, socket });
	deps.sessions.set(session.id, session);
	deps.counts.identified += 1;
	deps.welcome(session);
	return session;
}

function resume({ world, sessions, counts }: ConnectionDeps, socket: WebSocket, data: unknown): Session | undefined {
	const { token, session_id: id, seq } = (data ?? {}) as Readonly<Record<string, unknown>>;
	const session = sessions.get(String(id));
	const late = session?.cutAt !== undefined && world.clock.now() - session.cutAt > resumeMs;
	const fits = session && String(token).replace(/^Bot /, '') === world.token && !late;
	if (!fits) return void refuse(socket, { invalid: true });
	if (!Number.isInteger(seq) || Number(seq) > session.log.length) {
		return void socket.close(GatewayCloseCodes.InvalidSeq, 'Invalid seq.');
	}
	session.socket?.terminate();
	session.socket = socket;
	session.cutAt = undefined;
	counts.resumed += 1;
	replay(session, Number(seq));
	send(socket, { op: GatewayOpcodes.Dispatch, s: session.log.length, t: 'RESUMED', d: { _trace: [] } });
	return session;
}

function isRefusal(checked: Identified | Refusal): checked is Refusal {
	return 'close' in checked || 'invalid' in checked;
}

function refuse(socket: WebSocket, refusal: Refusal): void {
	if ('close' in refusal) socket.close(refusal.close, refusal.reason);
	else send(socket, { op: GatewayOpcodes.InvalidSession, d: false });
}

/** Closing properly ends the session; so do the codes after which a client must begin anew, or never again. */
function endsSession(code: number): boolean {
	return [1000, 1001, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014].includes(code);
}

function createWindow({ clock, options }: World): () => boolean {
	const times: number[] = [];
	return () => {
		const now = clock.now();
		while (times[0] !== undefined && times[0] <= now - 60_000) times.shift();
		return times.push(now) > options.eventsPerMinute;
	};
}

function parse(data: string): Sent | undefined {
	try {
		const value: unknown = JSON.parse(data);
		const { op, d } = (value ?? {}) as { readonly op?: unknown; readonly d?: unknown };
		return typeof op === 'number' ? { op, d } : undefined;
	} catch {
		return undefined;
	}
}
