import { type Absence, createAbsence } from '../absence.ts';
import { createFaults, type Fault } from './api/faults.ts';
import type { RecordedCall } from './api/http-api.ts';
import { createLimits, type ImpatientCall, type RateLimit } from './api/tiers.ts';
import { createWorld } from './create-world.ts';
import { appId, createDeliveries, type Delivery, type SlackEvent, type Transport } from './deliver/deliveries.ts';
import { createHttpTransport, signingSecret, verifyUrl } from './deliver/http-events.ts';
import { createSockets, type Disconnect, type Sockets } from './deliver/sockets.ts';
import { type FakeSlackPeople, peopleOf } from './directory.ts';
import { type FakeSlackRecords, recordsOf } from './look.ts';
import { allMethods } from './methods/all-methods.ts';
import { addToken, appSecrets } from './methods/apps.ts';
import type { FakeSlackOptions } from './options.ts';
import { createSlackServer } from './serve.ts';
import { teamOf, type World } from './world.ts';

/** An app's configuration. */
export interface FakeSlackFacts {
	/** `http://127.0.0.1:PORT/api/`. */
	readonly apiUrl: string;
	/** `http://127.0.0.1:PORT`: files are here too. */
	readonly url: string;
	/** Where an installation is agreed to. */
	readonly authorizeUrl: string;
	/** Of the bot in `team`. */
	readonly botToken: string;
	readonly appToken: string;
	/** May export the manifest. */
	readonly configToken: string;
	readonly signingSecret: string;
	readonly clientId: string;
	readonly clientSecret: string;
	readonly appId: string;
	/** The first workspace, where the app is installed: `T1`. */
	readonly team: string;
	readonly botUser: string;
	readonly botId: string;
}

/** How events get to the app. */
export interface FakeSlackTransport {
	/** HTTP mode: everything is posted to this URL, which must answer the challenge first. undefined: back to sockets. */
	postEventsTo(url: string | undefined): Promise<void>;
	/** An event that nothing here makes by itself. */
	send(event: Omit<SlackEvent, 'team'> & { readonly team?: string }): Promise<Delivery | undefined>;
	/** All that was handed to the app, by the event's or interaction's type. */
	deliveries(type?: string): readonly Delivery[];
	/** How many sockets are open. */
	sockets(): number;
	/** Ends the sockets, now or as soon as the next payload is on its way. */
	disconnectSockets(reason?: Disconnect, when?: 'now' | 'after-next-delivery'): void;
	/** New sockets are turned away. */
	refuseSockets(refused: boolean): void;
}

export interface FakeSlackTroubles {
	failNext(method: string, fault: Fault, times?: number): void;
	/** Every request fails for `ms`; sockets stay. */
	outage(fault: Fault, ms: number): void;
	rateLimit(method: string, limit: RateLimit): void;
	/** Posts that did not wait as long as their channel had told them to. */
	impatient(): readonly ImpatientCall[];
	now(): number;
	/** Moves the fake's clock: streams, triggers, sessions, tokens, rate windows. */
	advance(ms: number): void;
}

/**
 * A strict Slack on 127.0.0.1: the Web API, Socket Mode and HTTP events, files, OAuth. It refuses what Slack refuses, with Slack's words.
 * Disposing it ends all connections.
 */
export interface FakeSlack
	extends FakeSlackFacts,
		FakeSlackPeople,
		FakeSlackTransport,
		FakeSlackRecords,
		FakeSlackTroubles,
		Absence,
		AsyncDisposable {}

export async function startFakeSlack(options: FakeSlackOptions = {}): Promise<FakeSlack> {
	const world = createWorld(options);
	const sockets = createSockets(world);
	const calls: RecordedCall[] = [];
	const faults = createFaults(world.clock.now);
	const limits = createLimits(world);
	const server = createSlackServer({ world, methods: allMethods(sockets), faults, limits, calls });
	server.on('upgrade', sockets.upgrade);
	const { away } = createAbsence(server);
	await new Promise<void>((resolve) => server.listen(world.options.port, '127.0.0.1', resolve));
	const address = server.address();
	world.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
	const closing = new AbortController();
	const transport = createRoutes(world, sockets);
	const log = createDeliveries(world, transport.current, closing.signal);
	world.emit = log.emit;
	return {
		...factsOf(world),
		...peopleOf({ world, deliveries: log }),
		postEventsTo: transport.set,
		send: ({ team = 'T1', ...event }) => log.emit({ ...event, team }),
		deliveries: (type) => log.log.filter((delivery) => type === undefined || delivery.type === type),
		sockets: sockets.count,
		disconnectSockets: (reason = 'cut', when = 'now') => sockets.disconnect(reason, when),
		refuseSockets: sockets.refuse,
		...recordsOf(world, calls),
		away,
		failNext: faults.failNext,
		outage: faults.outage,
		rateLimit: limits.set,
		impatient: limits.impatient,
		now: world.clock.now,
		advance: world.clock.advance,
		async [Symbol.asyncDispose]() {
			closing.abort(new Error('The fake Slack has closed'));
			await sockets[Symbol.asyncDispose]();
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

function createRoutes(world: World, sockets: Sockets) {
	let transport: Transport = sockets.transport;
	return {
		current: () => transport,
		async set(url: string | undefined): Promise<void> {
			if (url !== undefined) await verifyUrl(url);
			transport = url === undefined ? sockets.transport : createHttpTransport(world, url);
		},
	};
}

function factsOf(world: World): FakeSlackFacts {
	const { id: team, botUser, botId } = teamOf(world, 'T1');
	const appToken = 'xapp-fake-1';
	const configToken = 'xoxe.xoxp-fake-1';
	world.tokens.set(appToken, { token: appToken, kind: 'app', team: undefined, expiresAt: undefined, dead: undefined });
	world.tokens.set(configToken, {
		...{ token: configToken, kind: 'config', team: undefined, expiresAt: undefined, dead: undefined },
	});
	return {
		url: world.url,
		apiUrl: `${world.url}/api/`,
		authorizeUrl: `${world.url}/oauth/v2/authorize`,
		botToken: addToken(world, team),
		...{ appToken, configToken, signingSecret, appId, team, botUser, botId },
		...appSecrets,
	};
}
