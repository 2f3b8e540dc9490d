import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { attachmentAt, linkOf } from '../../attachments.ts';
import type { RefusingFault } from '../../faults.ts';
import type { StoredAttachment } from '../../records.ts';
import type { World } from '../../world.ts';
import { link, list } from '../form/fields.ts';
import { readForm } from '../form/read-form.ts';
import { beginCall } from '../http/begin-call.ts';
import { route } from '../route.ts';

/** Those of interactions and ephemeral messages go "after a set period"; how long, Discord does not say. */
const ephemeralMs = 3_600_000;

/** Answers the link of an attachment, and records it: its bytes, or 404 once it has ended. */
export async function answerAttachment(world: World, url: URL, request: IncomingMessage, response: ServerResponse) {
	const call = beginCall(world, request, url.pathname, url.searchParams);
	const fault = world.faults.take(call.method, url.pathname);
	if (fault === 'hang') return;
	if (fault === 'drop-request' || fault === 'drop-response') return void response.destroy();
	const { status, type, bytes } = fault ? ofFault(fault) : downloadOf(world, url);
	call.status = status;
	const headers = typeof fault === 'object' ? fault.headers : {};
	response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, ...headers }).end(bytes);
}

interface Download {
	readonly status: number;
	readonly type: string;
	readonly bytes: Uint8Array;
}

function ofFault({ status, text, message = 'Trouble' }: RefusingFault): Download {
	return { status, type: 'text/plain', bytes: Buffer.from(text ?? message) };
}

function downloadOf(world: World, url: URL): Download {
	const attachment = attachmentAt(world, url);
	if (!attachment || isGone(world, attachment)) {
		return { status: 404, type: 'text/plain', bytes: Buffer.from('This content is no longer available.') };
	}
	const { bytes, contentType = 'application/octet-stream' } = attachment;
	return { status: 200, type: contentType, bytes };
}

function isGone({ clock }: World, { ephemeral, createdAt }: StoredAttachment): boolean {
	return ephemeral && clock.now() - createdAt > ephemeralMs;
}

const refreshBody = z.strictObject({ attachment_urls: list(link(4096), 1, 50) });

const refresh = route('POST /attachments/refresh-urls', ({ world, body }) => {
	const { attachment_urls: urls } = readForm(refreshBody, body);
	return { refreshed_urls: urls.map((original) => ({ original, refreshed: refreshed(world, original) })) };
});

function refreshed(world: World, original: string): string | null {
	const [, , , id = ''] = new URL(original).pathname.split('/');
	const attachment = world.attachments.get(id);
	return attachment && !isGone(world, attachment) ? linkOf(world, attachment) : null;
}

export const attachmentRoutes = [refresh];
