import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Json } from '../world.ts';

/** The arguments of a call, from its query and its body: a form, JSON or multipart. */
export async function readArgs(request: IncomingMessage, query: URLSearchParams): Promise<Json> {
	const body = await buffer(request);
	const type = request.headers['content-type'] ?? '';
	return { ...Object.fromEntries(query), ...(await parse(body, type)) };
}

async function parse(body: Buffer, type: string): Promise<Json> {
	if (body.length === 0) return {};
	if (type.startsWith('application/json')) return JSON.parse(body.toString()) as Json;
	if (type.startsWith('application/x-www-form-urlencoded')) {
		return Object.fromEntries(new URLSearchParams(body.toString()));
	}
	const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
	return Object.fromEntries(form);
}
