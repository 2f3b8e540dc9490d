import type { IncomingMessage } from 'node:http';
import { invalidField, refusal } from '../api-error.ts';
import type { UploadedFile } from '../route.ts';

/** A whole request: https://docs.discord.com/developers/reference#uploading-files */
const mostBytes = 25 * 1024 * 1024;

export interface Body {
	readonly json: unknown;
	readonly files: readonly UploadedFile[];
}

/** All that was sent, however much it is: the refusal must not meet a sender that still sends. */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

/** Throws 40005 for too much, 50109 for what is no JSON, 50035 for a form that is not Discord's. */
export async function readBody(contentType: string | undefined, bytes: Buffer): Promise<Body> {
	if (bytes.length > mostBytes) throw refusal(40005);
	if (bytes.length === 0) return { json: undefined, files: [] };
	if (contentType?.startsWith('multipart/form-data')) return readMultipart(contentType, bytes);
	if (contentType?.startsWith('application/json')) return { json: parse(bytes.toString()), files: [] };
	throw invalidField([], 'CONTENT_TYPE_INVALID', 'Expected "Content-Type" header to be one of {\'application/json\'}.');
}

async function readMultipart(contentType: string, bytes: Buffer): Promise<Body> {
	const form = await formOf(contentType, bytes);
	let json: unknown;
	const files: UploadedFile[] = [];
	for (const [field, value] of form) {
		if (typeof value !== 'string') files.push(await fileOf(field, value));
		else if (field === 'payload_json') json = parse(value);
		else throw invalidField([field], 'FAKE_UNKNOWN_FIELD', 'A form holds "payload_json" and "files[n]".');
	}
	return { json: json ?? {}, files };
}

async function formOf(contentType: string, bytes: Buffer): Promise<FormData> {
	try {
		const body = new Uint8Array(bytes);
		return await new Response(body, { headers: { 'content-type': contentType } }).formData();
	} catch (error) {
		throw refusal(50109, { cause: error });
	}
}

async function fileOf(field: string, file: File): Promise<UploadedFile> {
	if (!/^files\[\d{1,2}\]$/.test(field)) {
		throw invalidField([field], 'FAKE_UNKNOWN_FIELD', 'A file\'s field is "files[n]".');
	}
	const bytes = new Uint8Array(await file.arrayBuffer());
	return { field, name: file.name, bytes, contentType: file.type || undefined };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw refusal(50109, { cause: error });
	}
}
