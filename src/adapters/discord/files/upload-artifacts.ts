import type { Thread } from '../../../chat/thread.ts';
import type { Outbox } from '../../../store/store.ts';
import type { Upload, UploadBatch, UploadFile } from '../../present/surface.ts';
import type { Calls } from '../api/calls.ts';
import { findPosted } from '../api/find-posted.ts';
import type { PostOnce } from '../api/post-once.ts';
import type { ApplicationOf } from '../application.ts';
import type { DiscordSettings } from '../settings.ts';
import { placeOf } from '../thread-keys.ts';
import { packFile } from './pack-file.ts';
import { maxFiles, maxRequestBytes, type SendFilesDeps, sendFiles } from './send-files.ts';
import { createSizeLimits, type SizeLimits, type SizeLimitsDeps } from './size-limits.ts';
import type { Packed } from './upload-file.ts';

export interface UploadsDeps extends SizeLimitsDeps {
	readonly calls: Calls;
	readonly outbox: Outbox;
	readonly postOnce: PostOnce;
	readonly application: ApplicationOf;
	readonly settings: Pick<DiscordSettings, 'maxFileBytes'>;
}

/**
 * Hands the files of one batch into the thread, each once over any number of crashes, in as few messages as they fit in, with one receipt
 * line a file. Resolves, in the batch's order, when they are really there; those that were delivered before are so again. The outbox then
 * holds the message's id for every key but those of refused ones. Rejects with the signal's reason, with what the outbox rejects with, and
 * as `Calls` do for all but refusals.
 */
export type UploadArtifacts = (batch: UploadBatch, signal: AbortSignal) => Promise<readonly Upload[]>;

export function createUploads(deps: UploadsDeps): UploadArtifacts {
	const limits = createSizeLimits(deps);
	return async (batch, signal) => {
		const uploads = new Map<string, Upload>();
		const keep = (upload: Upload) => uploads.set(upload.file.key, upload);
		const fresh = await intendAll(deps, batch, keep, signal);
		for (const upload of await sendAll(deps, limits, { ...batch, files: fresh }, signal)) keep(upload);
		return batch.files.flatMap(({ key }) => uploads.get(key) ?? []);
	};
}

/** The files that an earlier run has not delivered; the others are handed to `delivered`. */
async function intendAll(
	deps: UploadsDeps,
	{ thread, session, turn, files }: UploadBatch,
	delivered: (upload: Upload) => void,
	signal: AbortSignal,
): Promise<readonly UploadFile[]> {
	const left = new Set((await deps.outbox.rows(session, turn)).map(({ key }) => key));
	const fresh: UploadFile[] = [];
	for (const file of files) {
		const { id } = await deps.outbox.intend({ session, thread, turn, key: file.key });
		const found = id === undefined && left.has(file.key) ? await find(deps, thread, file.key, signal) : undefined;
		if (found !== undefined) await deps.outbox.sent(session, file.key, found);
		if ((id ?? found) === undefined) fresh.push(file);
		else delivered({ outcome: 'delivered', file });
	}
	return fresh;
}

async function find(
	{ calls, application }: UploadsDeps,
	thread: Thread,
	key: string,
	signal: AbortSignal,
): Promise<string | undefined> {
	const { botUser } = await application(signal);
	return findPosted({ calls, botUser }, { channel: placeOf(thread).channel, key }, signal);
}

/** Sends what fits into a message as soon as it is full, so that little is in memory at once. */
async function sendAll(
	deps: UploadsDeps,
	limits: SizeLimits,
	{ thread, session, files }: UploadBatch,
	signal: AbortSignal,
): Promise<readonly Upload[]> {
	const place = placeOf(thread);
	const uploads: Upload[] = [];
	let waiting: Packed[] = [];
	const onSent: SendFilesDeps['onSent'] = async (sent, id) => {
		for (const { file } of sent) await deps.outbox.sent(session, file.key, id);
	};
	const flush = async () => {
		uploads.push(...(await sendFiles({ postOnce: deps.postOnce, limits, onSent }, place, waiting, signal)));
		waiting = [];
	};
	for (const file of files) {
		const most = { place: limits.of(place), ours: deps.settings.maxFileBytes };
		const packed = await packFile(file, most, signal);
		if ('outcome' in packed) {
			uploads.push(packed);
			continue;
		}
		if (!hasRoom(waiting, packed)) await flush();
		waiting.push(packed);
	}
	await flush();
	return uploads;
}

/** A file that is too large for any request by the documentation may go by itself: guilds with boosts take them. */
function hasRoom(waiting: readonly Packed[], { bytes }: Packed): boolean {
	const sum = waiting.reduce((all, one) => all + one.bytes.length, 0);
	return waiting.length === 0 || (waiting.length < maxFiles && sum + bytes.length <= maxRequestBytes);
}
