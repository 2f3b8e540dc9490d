import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Duplex, type Readable, type Writable } from 'node:stream';
import { type LogFields, type Logger, silentLogger } from '../../src/base/log.ts';
import type { Usage } from '../../src/chat/usage.ts';
import { createGateway, type GatewayDeps } from '../../src/gateway/create-gateway.ts';
import type { Gateway, GatewayNotice, GatewayRun, RunOrder, ServedGateway } from '../../src/gateway/gateway.ts';
import { type Answer, startUpstream, type Upstream } from './scripted-upstream.ts';

const program = new URL('../../src/sandbox/guest/gateway-relay.ts', import.meta.url).pathname;

/** A relay of its own process, without a sandbox around it, served by the gateway for one run. */
export interface Relay extends AsyncDisposable {
	readonly served: ServedGateway;
	readonly process: ChildProcessByStdio<Writable, Readable, null>;
	/** Its address, once it listens. */
	readonly url: Promise<string>;
}

/** `port` 0: any. */
export function startRelay(gateway: Gateway, run: string, port = 0): Relay {
	const relay = spawn(process.execPath, [program, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] });
	const exited = once(relay, 'exit');
	const served = gateway.serve(run, Duplex.from({ readable: relay.stdout, writable: relay.stdin }));
	const url = served.ready.then((at) => `http://127.0.0.1:${at}`);
	url.catch(() => {});
	return {
		served,
		process: relay,
		url,
		async [Symbol.asyncDispose]() {
			await served[Symbol.asyncDispose]();
			relay.kill('SIGKILL');
			await exited;
		},
	};
}

/** A gateway with one upstream, one run and its relay. */
export interface GatewayLine extends AsyncDisposable {
	readonly gateway: Gateway;
	readonly upstream: Upstream;
	readonly run: GatewayRun;
	readonly relay: Relay;
	readonly notices: readonly GatewayNotice[];
	readonly logged: readonly (LogFields & { readonly message: string })[];
	/** All that the budget of the mind was told, in order. */
	readonly spent: readonly (Usage | undefined)[];
	/** Asks with the run's own key, unless told otherwise; `body` as JSON. */
	ask(body: unknown, options?: AskOptions): Promise<Response>;
}

export interface AskOptions {
	readonly path?: string;
	readonly headers?: Record<string, string>;
	readonly signal?: AbortSignal;
	readonly method?: string;
}

export interface LineOptions extends Partial<Pick<RunOrder, 'limits' | 'budget'>> {
	readonly gateway?: Partial<GatewayDeps>;
}

export const operatorKey = 'sk-operator-0123456789';
export const models = ['m1', 'm2'];

export async function openLine(answer: Answer, { gateway: deps, ...order }: LineOptions = {}): Promise<GatewayLine> {
	const upstream = await startUpstream(answer);
	const notices: GatewayNotice[] = [];
	const logged: (LogFields & { message: string })[] = [];
	const spent: (Usage | undefined)[] = [];
	const gateway = createGateway({
		upstreams: upstreamsAt(upstream.url),
		logging: 'requests',
		log: recording(logged),
		redact: (text) => text.replaceAll(operatorKey, '[secret]'),
		...deps,
	});
	const run = gateway.open({
		...{ run: 's~1', agent: 'codex', limits: { tokens: 1_000_000, minutes: 60 }, budget: budgetOf(spent) },
		...order,
		onNotice: (notice) => notices.push(notice),
	});
	const relay = startRelay(gateway, 's~1');
	return {
		...{ gateway, upstream, run, relay, notices, logged, spent },
		ask: async (body, options = {}) => askAt(await relay.url, run.key, body, options),
		async [Symbol.asyncDispose]() {
			await gateway[Symbol.asyncDispose]();
			await relay[Symbol.asyncDispose]();
			await upstream[Symbol.asyncDispose]();
		},
	};
}

export function upstreamsAt(url: string): GatewayDeps['upstreams'] {
	const common = { apiKey: operatorKey, models };
	return {
		chat: { ...common, baseUrl: `${url}/v1` },
		responses: { ...common, baseUrl: `${url}/v1` },
		messages: { ...common, baseUrl: url },
		gemini: { ...common, baseUrl: url },
	};
}

export function askAt(url: string, key: string, body: unknown, options: AskOptions): Promise<Response> {
	const { path = '/v1/chat/completions', headers = {}, method = 'POST', signal } = options;
	return fetch(`${url}${path}`, {
		method,
		...(signal && { signal }),
		...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
	});
}

/** A question that asks for a whole answer, or for a stream. */
export function question(fields: object = {}): object {
	return { model: 'm1', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 100, ...fields };
}

/** A budget of the mind without a bound, which keeps what it is told. */
export function budgetOf(spent: (Usage | undefined)[]): RunOrder['budget'] {
	return { reserve: async () => ({ settle: async (usage) => void spent.push(usage) }) };
}

function recording(logged: (LogFields & { message: string })[]): Logger {
	const keep = (message: string, fields: LogFields = {}) => void logged.push({ message, ...fields });
	const logger: Logger = { debug: silentLogger.debug, info: keep, warn: keep, error: keep, child: () => logger };
	return logger;
}
