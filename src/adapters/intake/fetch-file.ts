import { userMessage } from '../../base/errors.ts';
import { formatBytes } from '../../base/text/format-bytes.ts';
import type { FileRef } from '../../chat/inbound.ts';
import type { IncomingFiles } from '../adapter.ts';
import { Refusal } from '../ask-again.ts';
import { createStall, type Stall } from './stall.ts';

/** A file that the platform has. */
export interface FoundFile {
	/** Bytes, where the platform says how many. */
	readonly size: number | undefined;
	/** No more bytes than this are taken. */
	readonly most?: number;
	/** Rejects with `Refusal`. */
	readonly open: (signal: AbortSignal) => Promise<Response>;
	/** Why the answer, or its first bytes, are not the file; undefined: they may be. */
	readonly strange: (answer: Response, first?: Uint8Array) => Refusal | undefined;
}

export interface FileSource {
	/** Its name, as people know it. */
	readonly platform: string;
	/** Rejects with `Refusal`, or as the platform's calls do. */
	readonly find: (file: FileRef, signal: AbortSignal) => Promise<FoundFile>;
	/** A failure of the platform's calls as a sentence for people: `action` could not be done. */
	readonly sentence: (action: string, error: unknown) => string;
	/** That the platform is away; else the error as it is. */
	readonly awayOr: (error: unknown) => unknown;
}

/** A download that brings nothing for this long is given up. */
const stallMs = 60_000;

/** `IncomingFiles.fetch` of a platform: throws a sentence for people that names the file, or the signal's reason. */
export function createFetchFile(source: FileSource): IncomingFiles['fetch'] {
	const { sentence, awayOr } = source;
	return async function* fetchFile(file, signal) {
		try {
			yield* bytesOf(source, file, signal);
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			const action = `fetch "${file.name}"`;
			const text = error instanceof Refusal ? `Cannot ${action}: ${userMessage(error)}` : sentence(action, error);
			throw awayOr(new Error(text, { cause: error }));
		}
	};
}

async function* bytesOf(
	{ platform, find }: FileSource,
	file: FileRef,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	signal.throwIfAborted();
	const found = await find(file, signal);
	const refusal = (why: string, options?: ErrorOptions) => new Refusal(why, { ...options, mayPass: true });
	using stall = createStall({ ms: stallMs, platform, refusal });
	const answer = await found.open(AbortSignal.any([signal, stall.signal])).catch(stall.explain);
	yield* checked(answer, found, { platform, stall });
}

/** The body's bytes, as many as the platform says there are, and none of something that is sent instead. */
async function* checked(
	answer: Response,
	{ size, most, strange }: FoundFile,
	{ platform, stall }: { readonly platform: string; readonly stall: Stall },
): AsyncGenerator<Uint8Array> {
	await refuse(strange(answer), answer);
	let received = 0;
	for await (const chunk of stall.watch(answer.body ?? nothing())) {
		if (received === 0) await refuse(strange(answer, chunk));
		received += chunk.length;
		if (most !== undefined && received > most) throw tooLarge(most);
		if (size !== undefined && received > size) break;
		yield chunk;
	}
	if (size !== undefined && received !== size) throw wrongSize(platform, size, received);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function refuse(refusal: Refusal | undefined, answer?: Response): Promise<void> {
	if (!refusal) return;
	await answer?.body?.cancel();
	throw refusal;
}

/** A file of more than `most` bytes; `size`, where it is known. Pure. */
export function tooLarge(most: number, size?: number): Refusal {
	const has = size === undefined ? 'it has more' : `it has ${formatBytes(size)}, more`;
	return new Refusal(`${has} than the limit of ${formatBytes(most)}`);
}

function wrongSize(platform: string, size: number, received: number): Refusal {
	const got = received > size ? 'more' : `${formatBytes(received)} of them`;
	return new Refusal(`it has ${formatBytes(size)}, but ${platform} sent ${got}. Send it again`);
}

/** Whether an answer says that it is a web page. Pure. */
export function isPage(answer: Response): boolean {
	return /^\s*(?:text\/html|application\/xhtml)/i.test(answer.headers.get('content-type') ?? '');
}

/** Whether an answer is as long as the file should be, as far as both are known. Pure. */
export function hasLength(answer: Response, size: number | undefined): boolean {
	const length = answer.headers.get('content-length');
	return size !== undefined && length !== null && Number(length) === size;
}
