import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import type { Faults } from './api/faults.ts';
import { type ApiDeps, answerApi, meet } from './api/http-api.ts';
import { ApiError } from './api/method.ts';
import { appSecrets } from './methods/apps.ts';
import type { StoredFile } from './records.ts';
import { respond } from './response-urls.ts';
import type { World } from './world.ts';

/** The HTTP side: the Web API, uploads, downloads, response URLs, the page where an app is installed. */
export function createSlackServer(deps: ApiDeps): Server {
	const server = createServer((request, response) => {
		route(deps, request, response).catch((error: unknown) => {
			// A mistake of the fake, not of who calls it: loud, in the log of the test and in the answer.
			process.stderr.write(`The fake Slack failed: ${error instanceof Error ? error.stack : error}\n`);
			if (!response.headersSent) response.writeHead(500);
			response.end();
		});
	});
	// Whoever is slow would ask on a connection that is being closed for being idle: that is a reset, and nobody's fault.
	server.keepAliveTimeout = 0;
	return server;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

async function route(deps: ApiDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { world, faults } = deps;
	const url = new URL(request.url ?? '/', world.url);
	const [, first = '', ...rest] = url.pathname.split('/');
	const routes: Readonly<Record<string, Handler>> = {
		api: () => answerApi(deps, rest.join('/'), request, response),
		upload: faulty(faults, 'upload', () => takeUpload(world, rest[1] ?? '', request, response)),
		'files-pri': faulty(faults, 'download', () => sendFile(world, rest[0] ?? '', request, response)),
		respond: faulty(faults, 'response_url', () => takeResponse(world, rest[0] ?? '', request, response)),
		oauth: () => approve(world, url, response),
	};
	const handler = routes[first];
	if (handler) await handler(request, response);
	else response.writeHead(404).end('Not found');
}

/** A route that can fail as a method can. With `drop-response` its answer goes nowhere. */
function faulty(faults: Faults, name: string, handler: Handler): Handler {
	return async (request, response) => {
		const fault = faults.take(name);
		if (fault === undefined) return handler(request, response);
		if (fault !== 'drop-response') return meet(fault, response);
		response.end = () => response.destroy();
		await handler(request, response);
	};
}

/** The bytes of a reserved file, raw or as a form's only part. */
async function takeUpload(world: World, id: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const bytes = await uploadedBytes(request);
	const file = world.files.get(id);
	if (file?.state !== 'reserved') return void response.writeHead(404).end('No such upload');
	if (bytes.length !== file.length) return void response.writeHead(400).end(`Not ${file.length} bytes`);
	file.bytes = bytes;
	file.state = 'uploaded';
	response.writeHead(200, { 'content-type': 'text/plain' }).end(`OK - ${bytes.length}`);
}

async function uploadedBytes(request: IncomingMessage): Promise<Uint8Array> {
	const body: Uint8Array<ArrayBuffer> = new Uint8Array(await buffer(request));
	const type = request.headers['content-type'] ?? '';
	if (!type.startsWith('multipart/')) return body;
	const form = await new Response(body, { headers: { 'content-type': type } }).formData();
	const part = [...form.values()].find((value) => typeof value !== 'string');
	return part ? new Uint8Array(await part.arrayBuffer()) : new Uint8Array();
}

/** Without a token that may read files, Slack shows its login page, and calls that a success. */
function sendFile(world: World, place: string, request: IncomingMessage, response: ServerResponse): void {
	const [team = '', id = ''] = place.split('-');
	const file = world.files.get(id);
	if (!file || file.team !== team || file.mode === 'tombstone') return void response.writeHead(404).end('Not found');
	if (!mayRead(world, file, request)) {
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
		return void response.end('<!DOCTYPE html><html><head><title>Sign in | Slack</title></head><body></body></html>');
	}
	if (file.redirectTo) return void response.writeHead(302, { location: file.redirectTo }).end();
	response.writeHead(200, { 'content-type': file.mimetype, 'content-length': file.bytes.length }).end(file.bytes);
}

function mayRead(world: World, file: StoredFile, request: IncomingMessage): boolean {
	const token = world.tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
	const team = world.teams.get(token?.team ?? '');
	const shared = [...world.channels.values()].some(({ extShared }) => extShared);
	const near = team?.id === file.team || shared;
	return token?.dead === undefined && team?.scopes.has('files:read') === true && near;
}

async function takeResponse(
	world: World,
	id: string,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	try {
		const { status, text } = respond(world, id, await json(request));
		response.writeHead(status).end(text);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		response.writeHead(400).end(error.code);
	}
}

/** Somebody who agrees at once: `team` and `user` choose where, default the first workspace and its first person. */
function approve(world: World, url: URL, response: ServerResponse): void {
	response.writeHead(302, { location: approvedUrl(world, url, {}) }).end();
}

/** Where the browser is sent when an installation was agreed to. Throws for a page of another app. */
export function approvedUrl(world: World, page: URL, who: { readonly team?: string; readonly user?: string }): string {
	const { searchParams: asked } = page;
	if (asked.get('client_id') !== appSecrets.clientId) throw new Error('The page is of an app that is not known');
	const team = who.team ?? asked.get('team') ?? [...world.teams.keys()][0] ?? '';
	const user = who.user ?? [...world.users.values()].find((person) => person.team === team && !person.traits.bot)?.id;
	const redirectUri = asked.get('redirect_uri') ?? '';
	const code = randomUUID();
	world.codes.set(code, { team, user: user ?? '', redirectUri });
	const target = new URL(redirectUri);
	target.searchParams.set('code', code);
	target.searchParams.set('state', asked.get('state') ?? '');
	return target.href;
}
