import type { Clock } from '../../../base/clock.ts';
import { userMessage } from '../../../base/errors.ts';
import { formatBytes } from '../../../base/format-bytes.ts';
import type { FileRef } from '../../../chat/inbound.ts';
import { Refusal } from '../../ask-again.ts';
import { createStall, type Stall } from '../../stall.ts';
import type { Calls } from '../api/calls.ts';
import { discordSentence } from '../api/problems/discord-sentence.ts';
import { awayOr } from '../api/problems/trouble.ts';
import type { DiscordSettings } from '../settings.ts';
import { createIsDiscord } from './discord-hosts.ts';
import { type FilePlace, placeOfFile } from './file-refs.ts';
import { freshUrl, hasExpired } from './fresh-url.ts';
import { type OpenDownloadDeps, type Opened, openDownload } from './open-download.ts';

export interface FetchFileDeps {
	readonly calls: Calls;
	readonly settings: Pick<DiscordSettings, 'apiUrl' | 'maxFileBytes'>;
	readonly clock: Clock;
}

/** The bytes of a file that somebody sent. Throws a sentence for people that names the file, or the signal's reason. */
export type FetchDiscordFile = (file: FileRef, signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** A download that brings nothing for this long is given up. */
const stallMs = 60_000;

export function createFetchDiscordFile(deps: FetchFileDeps): FetchDiscordFile {
	const parts = { ...deps, isDiscord: createIsDiscord(deps.settings.apiUrl) };
	return async function* fetchDiscordFile(file, signal) {
		try {
			yield* bytesOf(parts, file, signal);
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			const action = `fetch "${file.name}"`;
			const text =
				error instanceof Refusal ? `Cannot ${action}: ${userMessage(error)}` : discordSentence(action, error);
			throw awayOr(new Error(text, { cause: error }));
		}
	};
}

type Parts = FetchFileDeps & OpenDownloadDeps;

async function* bytesOf(parts: Parts, file: FileRef, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	signal.throwIfAborted();
	const { maxFileBytes } = parts.settings;
	const place = placeOfFile(file);
	if (!place) throw new Refusal('it is no file of Discord');
	if (file.size !== undefined && file.size > maxFileBytes) throw tooLarge(maxFileBytes, file.size);
	using stall = createStall({
		ms: stallMs,
		platform: 'Discord',
		refusal: (why, options) => new Refusal(why, { ...options, mayPass: true }),
	});
	const either = AbortSignal.any([signal, stall.signal]);
	const answer = await open(parts, place, either).catch(stall.explain);
	yield* checked(answer, { file, maxFileBytes }, stall);
}

/** Refreshes the address once, where it is over. */
async function open(parts: Parts, place: FilePlace, signal: AbortSignal): Promise<Response> {
	const first: Opened = hasExpired(place.url, parts.clock.now())
		? 'expired'
		: await openDownload(parts, place.url, signal);
	if (first !== 'expired') return first;
	const url = await freshUrl(parts, place, signal);
	const second = url === undefined ? 'expired' : await openDownload(parts, url, signal);
	if (second === 'expired') throw new Refusal('it is not there any more. Send it again');
	return second;
}

interface Expected {
	readonly file: FileRef;
	readonly maxFileBytes: number;
}

/** The body's bytes, as many as Discord said there are, and none of a page that is sent instead. */
async function* checked(answer: Response, { file, maxFileBytes }: Expected, stall: Stall): AsyncGenerator<Uint8Array> {
	if (isOtherPage(answer, file)) {
		await answer.body?.cancel();
		throw new Refusal('a web page came instead of it. Check the proxy, and send it again');
	}
	let received = 0;
	for await (const chunk of stall.watch(answer.body ?? nothing())) {
		received += chunk.length;
		if (received > maxFileBytes) throw tooLarge(maxFileBytes);
		if (file.size !== undefined && received > file.size) break;
		yield chunk;
	}
	if (file.size !== undefined && received !== file.size) throw wrongSize(file.size, received);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** What answers with HTML where none was sent is a gate or a proxy. */
function isOtherPage(answer: Response, { name, size }: FileRef): boolean {
	if (!/^\s*(?:text\/html|application\/xhtml)/i.test(answer.headers.get('content-type') ?? '')) return false;
	if (/\.(?:x?html?|shtml|mhtml)$/i.test(name)) return false;
	const length = answer.headers.get('content-length');
	return size === undefined || length === null || Number(length) !== size;
}

function tooLarge(most: number, size?: number): Refusal {
	const has = size === undefined ? 'it has more' : `it has ${formatBytes(size)}, more`;
	return new Refusal(`${has} than the limit of ${formatBytes(most)}`);
}

function wrongSize(size: number, received: number): Refusal {
	const got = received > size ? 'more' : `${formatBytes(received)} of them`;
	return new Refusal(`it has ${formatBytes(size)}, but Discord sent ${got}. Send it again`);
}
