import { z } from 'zod';
import { sanitiseLine } from '../../../sandbox/guest/sanitise.ts';
import { ExchangeError, type ExchangeFailure } from '../../code-host/wire/exchange.ts';
import type { FileAnswer, OpenFile } from '../../code-host/wire/open-file.ts';
import { type NotHad, notHad } from '../not-had.ts';
import { headersOf, type LfsServer, ledAway, wrongIn } from './lfs-server.ts';
import type { Pointer } from './pointers.ts';

/** Where a file is to be had, or why it is not: the end of a sentence, harmless to print. */
export type Offer = { readonly kind: 'at'; readonly url: URL; readonly headers: Record<string, string> } | NotHad;

/** Servers take about as many at once: github.com/git-lfs/git-lfs, docs/api/batch.md. */
export const batchSize = 100;
/** Bytes of an answer. */
const mostAnswer = 2_000_000;
const askMs = 60_000;
const media = 'application/vnd.git-lfs+json';

const objectSchema = z.object({
	oid: z.string(),
	authenticated: z.boolean().optional(),
	actions: z
		.object({
			download: z
				.object({ href: z.string().max(8_192), header: z.record(z.string(), z.string()).nullish() })
				.optional(),
		})
		.nullish(),
	error: z.object({ code: z.int().optional(), message: z.string() }).nullish(),
});
const answerSchema = z.object({ transfer: z.string().nullish(), objects: z.array(objectSchema).max(1_000) });
type Told = z.infer<typeof objectSchema>;

/**
 * Asks a server for up to `batchSize` files, by its batch API (docs/api/batch.md, basic transfers). Answers an offer for each, by its SHA-256, or why
 * there is no answer at all. Rejects with the signal's reason.
 */
export async function askLfs(
	server: LfsServer,
	pointers: readonly Pointer[],
	open: OpenFile,
	signal: AbortSignal,
): Promise<((sha256: string) => Offer) | NotHad> {
	const told = await objectsOf(server, pointers, open, signal);
	if ('kind' in told) return told;
	const by = new Map(told.map((one) => [one.oid, one]));
	return (sha256) => {
		const one = by.get(sha256);
		return one ? offerOf(one, server) : notHad('its server says nothing of it');
	};
}

async function objectsOf(
	{ url, headers, mayBePrivate, lacks }: LfsServer,
	pointers: readonly Pointer[],
	open: OpenFile,
	outer: AbortSignal,
): Promise<readonly Told[] | NotHad> {
	const late = AbortSignal.timeout(askMs);
	const signal = AbortSignal.any([outer, late]);
	const objects = pointers.map(({ sha256, size }) => ({ oid: sha256, size }));
	const request = {
		method: 'POST',
		url: new URL(`${url}/objects/batch`),
		headers: { ...headers, accept: media, 'content-type': media },
		body: JSON.stringify({ operation: 'download', transfers: ['basic'], objects, hash_algo: 'sha256' }),
		mayBePrivate,
	} as const;
	try {
		const answer = await open(request, signal);
		if (answer.status !== 200) return await refusedBy(answer, lacks);
		return readAnswer(await textOf(answer.body));
	} catch (error) {
		outer.throwIfAborted();
		return notHad(late.aborted ? failures['too-long'] : failureText(error));
	}
}

async function refusedBy({ status, body }: FileAnswer, lacks: string | undefined): Promise<NotHad> {
	// Nothing of it is read: its connection is let go.
	for await (const _ of body) break;
	return notHad(
		isForOthers(status) && lacks !== undefined ? `its server refuses it to us: ${lacks}` : statusText(status),
	);
}

function isForOthers(status: number): boolean {
	return status === 401 || status === 403;
}

/** Why a status is no answer, as the end of a sentence. Pure. */
export function statusText(status: number): string {
	if (status >= 300 && status < 400) return 'its server leads to another address';
	if (isForOthers(status)) return 'its server refuses it to us: an operator gives a credential for it';
	if (status === 404 || status === 410) return 'its server does not have it';
	if (status === 429) return 'its server was asked too often';
	return `its server answers with status ${status}`;
}

/** Why there was no answer, as the end of a sentence. Rethrows what is no failure of an exchange. Pure. */
export function failureText(error: unknown): string {
	if (error instanceof ExchangeError) return failures[error.failure];
	throw error;
}

const failures: Readonly<Record<ExchangeFailure, string>> = {
	unreachable: 'its server cannot be reached, or broke off',
	untrusted: 'its server has a certificate of nobody that is known here',
	private: 'it lies at an address that is not on the public internet',
	'too-long': 'its server took too long',
	'too-large': 'its server says more than is read',
	'led-away': ledAway,
};

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > mostAnswer) throw new ExchangeError('too-large');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString();
}

function readAnswer(text: string): readonly Told[] | NotHad {
	const read = answerSchema.safeParse(parsed(text)).data;
	if (!read) return notHad('its server answers in a form that is not understood');
	if (read.transfer && read.transfer !== 'basic')
		return notHad('its server has it by a transfer that is not made here');
	return read.objects;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Words of others, as such. */
function saidBy(message: string): string {
	const words = sanitiseLine(message.slice(0, 1_000)).slice(0, 200).toWellFormed().trim();
	return words === '' ? 'its server does not say why' : `its server says "${words.replaceAll('"', "'")}"`;
}

function offerOf({ actions, error, authenticated }: Told, server: LfsServer): Offer {
	if (error) return notHad(saidBy(error.message));
	const { href = '', header } = actions?.download ?? {};
	const url = URL.parse(href);
	if (url === null) return notHad('its server does not say where it is');
	const wrong = wrongIn(url);
	if (wrong !== undefined) return notHad(wrong);
	const headers = headersOf(header ?? {});
	if (!headers) return notHad('its server wants headers to be sent that are none');
	const own = authenticated || 'authorization' in headers ? undefined : authorizationAt(url, server);
	return { kind: 'at', url, headers: { ...headers, ...(own !== undefined && { authorization: own }) } };
}

/** Ours is sent to the server itself alone. */
function authorizationAt(url: URL, server: LfsServer): string | undefined {
	return url.origin === new URL(server.url).origin ? server.headers['authorization'] : undefined;
}
