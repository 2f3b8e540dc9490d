import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApplicationFlags, GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Disconnect, SentEvent } from '../fake-discord.ts';
import { shardOf } from '../places.ts';
import { wireGuildCreate } from '../wire/wire-guild.ts';
import { wireUser } from '../wire/wire-people.ts';
import type { Emit, Guild, World } from '../world.ts';
import { connect } from './connection.ts';
import { createStarts } from './identify.ts';
import { asSeen, isIntended } from './intents.ts';
import { dispatch, type Session, send } from './session.ts';

/** Connections of clients, their sessions, and the events that they get. */
export interface Gateway extends AsyncDisposable {
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
	readonly emit: Emit;
	readonly look: GatewayLook;
	readonly troubles: GatewayTroubles;
}

export interface GatewayLook {
	events(name?: string): readonly SentEvent[];
	connections(): readonly number[];
	starts(): { readonly identified: number; readonly resumed: number };
}

export interface GatewayTroubles {
	disconnect(how?: Disconnect, shard?: number): void;
	refuseConnections(refused: boolean): void;
	duplicateNext(name?: string, times?: number): void;
	zombie(on: boolean): void;
}

export function createGateway(world: World): Gateway {
	const server = new WebSocketServer({ noServer: true });
	const sessions = new Map<string, Session>();
	const sent: SentEvent[] = [];
	const counts = { identified: 0, resumed: 0 };
	let refused = false;
	let silent = world.options.zombie;
	const twice = { name: '', left: 0 };

	const give = (session: Session, name: string, data: object) => {
		sent.push({ name, shard: session.shard, data });
		dispatch(session, name, data);
	};
	const welcome = (session: Session) => {
		const guilds = guildsOf(world, session);
		give(session, 'READY', readyData(world, session, guilds));
		for (const guild of guilds) {
			if (isIntended('GUILD_CREATE', guild.id, session.intents)) {
				give(session, 'GUILD_CREATE', wireGuildCreate(world, guild));
			}
		}
	};
	const starts = createStarts(world);
	const admit = (socket: WebSocket) =>
		connect({ world, starts, sessions, welcome, counts, acks: () => !silent }, socket);

	return {
		upgrade(request, socket, head) {
			const url = new URL(request.url ?? '/', world.url);
			if (refused || url.pathname.replace(/\/$/, '') !== '/gateway') {
				return void socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n');
			}
			server.handleUpgrade(request, socket, head, (link) => {
				if (fitsProtocol(url)) admit(link);
				else link.close(GatewayCloseCodes.InvalidAPIVersion, 'Invalid API version.');
			});
		},
		emit(guild, name, data) {
			const times = timesOf(twice, name);
			for (const session of [...sessions.values()].filter((one) => isFor(one, guild, name))) {
				const seen = asSeen(name, data, session.intents, world.bot);
				for (let time = 0; time < times; time += 1) give(session, name, seen);
			}
		},
		look: {
			events: (name) => sent.filter((event) => name === undefined || event.name === name),
			connections: () => linked(sessions).map(({ shard }) => shard),
			starts: () => ({ ...counts }),
		},
		troubles: {
			disconnect(how = 'cut', shard) {
				for (const session of linked(sessions)) {
					if (shard === undefined || session.shard === shard) end(sessions, session, how);
				}
			},
			refuseConnections(value) {
				refused = value;
			},
			duplicateNext(name = 'MESSAGE_CREATE', times = 1) {
				Object.assign(twice, { name, left: times });
			},
			zombie(on) {
				silent = on;
			},
		},
		async [Symbol.asyncDispose]() {
			for (const socket of server.clients) socket.terminate();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function isFor({ count, shard, intents }: Session, guild: string | undefined, name: string): boolean {
	return shardOf(guild, count) === shard && isIntended(name, guild, intents);
}

/** How often an event is dispatched; counts it. */
function timesOf(twice: { readonly name: string; left: number }, name: string): number {
	if (twice.left === 0 || twice.name !== name) return 1;
	twice.left -= 1;
	return 2;
}

function linked(sessions: ReadonlyMap<string, Session>): Session[] {
	return [...sessions.values()].filter(({ socket }) => socket !== undefined);
}

function end(sessions: Map<string, Session>, session: Session, how: Disconnect): void {
	const { socket } = session;
	if (how === 'cut') socket?.terminate();
	else if (typeof how === 'number') socket?.close(how);
	else if (how === 'reconnect') send(socket, { op: GatewayOpcodes.Reconnect, d: null });
	else {
		const resumable = how === 'invalid-session-resumable';
		if (!resumable) sessions.delete(session.id);
		session.socket = undefined;
		send(socket, { op: GatewayOpcodes.InvalidSession, d: resumable });
	}
}

function fitsProtocol({ searchParams }: URL): boolean {
	const version = searchParams.get('v');
	return (version === '10' || version === '9') && (searchParams.get('encoding') ?? 'json') === 'json';
}

function guildsOf(world: World, { shard, count }: Session): Guild[] {
	return [...world.guilds.values()].filter(({ id, members }) => members.has(world.bot) && shardOf(id, count) === shard);
}

function readyData(world: World, session: Session, guilds: readonly Guild[]): object {
	const flags = world.options.messageContent ? ApplicationFlags.GatewayMessageContentLimited : 0;
	return {
		v: 10,
		user: { ...wireUser(world, world.bot), mfa_enabled: true, verified: true, email: null },
		guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
		...{ session_id: session.id, resume_gateway_url: `${world.url.replace('http', 'ws')}/gateway` },
		...{ shard: [session.shard, session.count], session_type: 'normal', private_channels: [], relationships: [] },
		application: { id: world.application.id, flags, flags_new: String(flags) },
	};
}
