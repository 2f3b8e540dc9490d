import type { Outbox } from '../../../store/store.ts';
import type { Upload, UploadBatch, UploadFile } from '../../present/surface.ts';
import { slackSentence } from '../api/problems/slack-sentence.ts';
import { isSlackAway } from '../api/problems/trouble.ts';
import { placeOf, type SlackPlace } from '../thread-keys.ts';
import { type CompleteDeps, completeUploads, type Shared } from './complete-uploads.ts';
import { makeParcels, maxBeside } from './make-parcels.ts';
import { packParcel } from './pack-parcel.ts';
import { recoverUploads } from './recover-uploads.ts';
import { sendParcel } from './send-parcel.ts';
import { type Parcel, type SentParcel, untilOf, uploadId, uploadKey } from './upload-file.ts';

export interface UploadsDeps extends CompleteDeps {
	readonly outbox: Outbox;
	/** The largest file that is handed out, bytes. */
	readonly maxFileBytes: number;
}

/**
 * Hands the files of one batch into the thread, each once over any number of crashes, with one receipt line a file; more than ten as
 * zips. Resolves, in the batch's order, when they are really there; those that were delivered before are so again. The outbox then holds
 * an id for every key but those of refused ones: the `ts` of the message, or the file's id where that is not known. Rejects with the
 * signal's reason, with what the outbox or the installations reject with, and as `Calls` do while Slack is away.
 */
export type UploadArtifacts = (batch: UploadBatch, signal: AbortSignal) => Promise<readonly Upload[]>;

/** A batch at work. */
interface Work {
	readonly batch: UploadBatch;
	readonly place: SlackPlace;
	readonly uploads: Map<UploadFile, Upload>;
}

export function createUploads(deps: UploadsDeps): UploadArtifacts {
	return async (batch, signal) => {
		const work: Work = { batch, place: placeOf(batch.thread), uploads: new Map() };
		const open = await intendAll(deps, work);
		const { shared, untold, sent, fresh } = await recoverUploads(
			{ ...deps, place: work.place },
			{ ...batch, files: open },
			signal,
		);
		for (const { files, id, ts } of shared) await settle(deps, work, { files, id, shared: { kind: 'shared', ts } });
		for (const { files, id } of untold) await settle(deps, work, { files, id, shared: { kind: 'late' } });
		const parcels = [...sent, ...(await sendAll(deps, work, fresh, signal))];
		for (let at = 0; at < parcels.length; at += maxBeside) {
			await share(deps, work, parcels.slice(at, at + maxBeside), signal);
		}
		return batch.files.flatMap((file) => work.uploads.get(file) ?? []);
	};
}

/** The files that were not delivered before. */
async function intendAll({ outbox }: UploadsDeps, { batch, uploads }: Work): Promise<readonly UploadFile[]> {
	const { thread, session, turn } = batch;
	for (const file of batch.files) {
		const { id } = await outbox.intend({ session, thread, turn, key: file.key });
		if (id !== undefined) uploads.set(file, { outcome: 'delivered', file });
	}
	return batch.files.filter((file) => !uploads.has(file));
}

/** Sends each parcel's bytes; what cannot be sent is settled as refused. */
async function sendAll(
	deps: UploadsDeps,
	work: Work,
	files: readonly UploadFile[],
	signal: AbortSignal,
): Promise<readonly SentParcel[]> {
	const sent: SentParcel[] = [];
	for (const parcel of makeParcels(files, deps.maxFileBytes)) {
		const done = await sendOne(deps, work, parcel, signal);
		if (done !== undefined) sent.push(done);
	}
	return sent;
}

async function sendOne(
	deps: UploadsDeps,
	{ place, uploads }: Work,
	parcel: Parcel,
	signal: AbortSignal,
): Promise<SentParcel | undefined> {
	const { bytes, files, refused } = await packParcel(parcel, deps.maxFileBytes, signal);
	for (const upload of refused) uploads.set(upload.file, upload);
	if (bytes === undefined) return undefined;
	try {
		const id = await sendParcel(deps, { team: place.team, name: parcel.name, bytes }, signal);
		return { name: parcel.name, files, id };
	} catch (error) {
		signal.throwIfAborted();
		// Files that could not be sent because Slack is away are sent when it is back.
		if (isSlackAway(error)) throw error;
		for (const file of files) {
			const reason = slackSentence(`hand over "${file.name}"`, error);
			uploads.set(file, { outcome: 'refused', file, until: untilOf(error), reason });
		}
		return undefined;
	}
}

/** The ids of all are stored before any is shared: a zip whose id is not stored for all that it holds was not. */
async function share(
	deps: UploadsDeps,
	work: Work,
	parcels: readonly SentParcel[],
	signal: AbortSignal,
): Promise<void> {
	for (const parcel of parcels) await store(deps.outbox, work.batch, parcel);
	const shares = await completeUploads(deps, { place: work.place, parcels }, signal);
	for (const [{ files, id }, shared] of shares) await settle(deps, work, { files, id, shared });
}

async function store(outbox: Outbox, { thread, session, turn }: UploadBatch, parcel: SentParcel): Promise<void> {
	for (const { key } of parcel.files) {
		await outbox.intend({ session, thread, turn, key: uploadKey(key) });
		await outbox.sent(session, uploadKey(key), uploadId(parcel));
	}
}

interface Settled {
	readonly files: readonly UploadFile[];
	readonly id: string;
	readonly shared: Shared;
}

async function settle(
	{ outbox }: UploadsDeps,
	{ batch, uploads }: Work,
	{ files, id, shared }: Settled,
): Promise<void> {
	for (const file of files) {
		uploads.set(file, uploadOf(file, shared));
		if (shared.kind === 'refused') continue;
		await outbox.sent(batch.session, file.key, (shared.kind === 'shared' ? shared.ts : undefined) ?? id);
	}
}

function uploadOf(file: UploadFile, shared: Shared): Upload {
	switch (shared.kind) {
		case 'shared':
			return { outcome: 'delivered', file };
		case 'late':
			return { outcome: 'late', file, reason: `"${file.name}" was handed over, but Slack does not show it yet` };
		case 'refused':
			return { outcome: 'refused', file, until: shared.until, reason: shared.reason };
	}
}
