import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, RefusingFault } from '../../faults.ts';
import type { RecordedCall } from '../../records.ts';
import type { World } from '../../world.ts';
import { ApiError } from '../api-error.ts';
import type { Answer, Route } from '../route.ts';
import { beginCall } from './begin-call.ts';
import { match } from './match.ts';
import type { RateWindows } from './rate-windows.ts';
import { type Body, readBody, readBytes } from './read-body.ts';

export interface ApiDeps {
	readonly world: World;
	readonly routes: readonly Route[];
	readonly windows: RateWindows;
}

interface Sent extends Answer {
	readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a request of the API and records it. `url`: with `/api/v10`. */
export async function answerApi(deps: ApiDeps, url: URL, request: IncomingMessage, response: ServerResponse) {
	const { world } = deps;
	const path = url.pathname.replace(/^\/api\/v(9|10)(?=\/)/, '');
	const call = beginCall(world, request, path, url.searchParams);
	const bytes = await readBytes(request);
	const body = await bodyOf(request, bytes);
	if (!(body instanceof ApiError)) Object.assign(call, { body: body.json, files: body.files });
	const fault = world.faults.take(call.method, path);
	if (fault === 'hang') return;
	if (fault === 'drop-request') return void response.destroy();
	const sent = typeof fault === 'object' ? ofFault(fault) : answerTo(deps, call, body);
	if (fault === 'drop-response') return void response.destroy();
	finish(call, sent);
	send(response, sent, fault);
}

async function bodyOf(request: IncomingMessage, bytes: Buffer): Promise<Body | ApiError> {
	try {
		return await readBody(request.headers['content-type'], bytes);
	} catch (error) {
		if (error instanceof ApiError) return error;
		throw error;
	}
}

function answerTo(deps: ApiDeps, call: RecordedCall, body: Body | ApiError): Sent {
	const { headers, refused } = deps.windows.meter(call.method, call.path);
	if (refused) {
		const { retryAfter, global } = refused;
		const words = { message: 'You are being rate limited.', retry_after: retryAfter, global };
		return { status: 429, headers, body: words };
	}
	try {
		return { ...run(deps, call, body), headers };
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return { ...ofError(error), headers: { ...headers, ...error.extra.headers } };
	}
}

function run({ world, routes }: ApiDeps, call: RecordedCall, body: Body | ApiError): Answer {
	const matched = match(routes, call.method, call.path);
	if (matched === undefined) throw new ApiError(404, 0, '404: Not Found');
	if (matched === 'wrong-method') throw new ApiError(405, 0, '405: Method Not Allowed');
	const { route, params } = matched;
	const isAllowed = route.allowedBy === 'token' || call.headers['authorization'] === `Bot ${world.token}`;
	if (!isAllowed) throw new ApiError(401, 0, '401: Unauthorized');
	if (body instanceof ApiError) throw body;
	return route.run({ world, params, query: call.query, body: body.json, files: body.files });
}

function ofError({ status, code, message, extra }: ApiError): Sent {
	return { status, body: { message, code, ...extra.body } };
}

function ofFault({ status, code = 0, message = 'Trouble', headers = {}, text }: RefusingFault): Sent {
	return { status, headers, body: text ?? { message, code } };
}

function finish(call: RecordedCall, { status, body }: Sent): void {
	call.status = status;
	const code = status >= 400 && typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
	call.code = typeof code === 'number' ? code : undefined;
}

function send(response: ServerResponse, { status, body, headers = {} }: Sent, fault: Fault | undefined): void {
	// Cloudflare's pages are no JSON.
	const isText = typeof fault === 'object' && fault.text !== undefined;
	const type = isText ? 'text/html' : 'application/json';
	response.writeHead(status, { ...(body === undefined ? {} : { 'content-type': type }), ...headers });
	response.end(body === undefined ? undefined : isText ? String(body) : JSON.stringify(body));
}
