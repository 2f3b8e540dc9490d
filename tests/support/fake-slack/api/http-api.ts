import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Token } from '../records.ts';
import type { Json, World } from '../world.ts';
import type { Fault, Faults } from './faults.ts';
import { ApiError, type Call, type Method, requireScope } from './method.ts';
import { readArgs } from './read-args.ts';
import type { Limits } from './tiers.ts';

/** One call of the Web API, as it was answered. */
export interface RecordedCall {
	readonly method: string;
	/** As they came: forms hold strings only. The token is left out. */
	readonly args: Json;
	/** By the fake's clock. */
	readonly at: number;
	readonly token: string | undefined;
	/** `ok`, Slack's error word, `ratelimited`, or the fault that it met. */
	outcome: string;
}

export interface ApiDeps {
	readonly world: World;
	readonly methods: ReadonlyMap<string, Method>;
	readonly faults: Faults;
	readonly limits: Limits;
	readonly calls: RecordedCall[];
}

interface Answer {
	readonly status: number;
	readonly headers?: Record<string, string>;
	readonly body: object;
}

/** Answers `POST /api/<name>`. */
export async function answerApi(
	deps: ApiDeps,
	name: string,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const { token: argToken, ...args } = await readArgs(
		request,
		new URL(request.url ?? '/', deps.world.url).searchParams,
	);
	const { bearer, basic } = authorizationOf(request);
	const token = bearer ?? (argToken as string | undefined);
	const record: RecordedCall = { method: name, args, at: deps.world.clock.now(), token, outcome: 'pending' };
	deps.calls.push(record);
	const fault = deps.faults.take(name);
	if (fault !== undefined && fault !== 'drop-response') {
		record.outcome = typeof fault === 'string' ? fault : String(fault.status);
		return meet(fault, response);
	}
	const answer = await run(deps, { name, args, token, basic });
	record.outcome = 'error' in answer.body ? String(answer.body.error) : 'ok';
	if (fault === 'drop-response') return void response.destroy();
	response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8', ...answer.headers });
	response.end(JSON.stringify(answer.body));
}

/** Answers as a fault does; `drop-response` is its caller's. */
export function meet(fault: Fault, response: ServerResponse): void {
	if (fault === 'hang') return;
	if (fault === 'drop-request' || fault === 'drop-response') return void response.destroy();
	if (typeof fault === 'object') return void response.writeHead(fault.status).end('trouble');
	response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: false, error: fault }));
}

interface Request {
	readonly name: string;
	readonly args: Json;
	readonly token: string | undefined;
	readonly basic: Call['basic'];
}

async function run(deps: ApiDeps, request: Request): Promise<Answer> {
	const { world } = deps;
	const method = deps.methods.get(request.name);
	const token = world.tokens.get(request.token ?? '');
	const team = world.teams.get(token?.team ?? '') ?? [...world.teams.values()][0];
	if (!method || !team) return failure(new ApiError('unknown_method', { req_method: request.name }));
	const headers = scopeHeaders(method, [...team.scopes]);
	try {
		return await answerTo(deps, method, request, { world, team, token, basic: request.basic });
	} catch (error) {
		if (error instanceof ApiError) return failure(error, headers);
		throw error;
	}
}

async function answerTo({ world, limits }: ApiDeps, method: Method, request: Request, call: Call): Promise<Answer> {
	const { team_id: teamId, ...args } = request.args;
	const { team } = call;
	if (method.token !== 'none') checkToken(world, method, request.token);
	// Bolt names the workspace in every call.
	if (teamId !== undefined && teamId !== team.id) throw new ApiError('team_access_not_granted');
	const channel = args['channel'] as string | undefined;
	const wait = limits.check({ method: request.name, tier: method.tier, team: team.id, channel });
	if (wait !== undefined) return limited(wait);
	if (method.token === 'bot') requireScope(call, ...(method.scopes ?? []));
	const body = { ok: true, ...(await method.run(args, call)) };
	return { status: 200, headers: scopeHeaders(method, [...team.scopes]), body };
}

function checkToken({ tokens, clock }: World, method: Method, value: string | undefined): void {
	if (!value) throw new ApiError('not_authed');
	const token = tokens.get(value);
	if (!token) throw new ApiError('invalid_auth');
	if (token.dead) throw new ApiError(token.dead);
	if (token.expiresAt !== undefined && clock.now() >= token.expiresAt) throw new ApiError('token_expired');
	if (token.kind !== (method.token satisfies Token['kind'] | 'none')) throw new ApiError('not_allowed_token_type');
}

function failure({ code, extra }: ApiError, headers: Record<string, string> = {}): Answer {
	return { status: 200, headers, body: { ok: false, error: code, ...extra } };
}

function limited(seconds: number): Answer {
	return { status: 429, headers: { 'retry-after': String(seconds) }, body: { ok: false, error: 'ratelimited' } };
}

function scopeHeaders({ scopes = [] }: Method, granted: readonly string[]): Record<string, string> {
	const accepted = scopes.length > 0 ? { 'x-accepted-oauth-scopes': scopes.join(',') } : {};
	return { 'x-oauth-scopes': granted.join(','), ...accepted };
}

function authorizationOf(request: IncomingMessage): { bearer?: string; basic?: Call['basic'] } {
	const [kind, value = ''] = (request.headers.authorization ?? '').split(' ');
	if (kind === 'Bearer') return { bearer: value };
	if (kind !== 'Basic') return {};
	const [id = '', secret = ''] = Buffer.from(value, 'base64').toString().split(':');
	return { basic: { id, secret } };
}
