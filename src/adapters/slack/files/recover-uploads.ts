import type { Outbox } from '../../../store/store.ts';
import { safeFileName } from '../../file-name.ts';
import type { UploadFile } from '../../present/surface.ts';
import type { SlackPlace } from '../thread-keys.ts';
import { type ShareState, type SharesDeps, waitShared } from './share-state.ts';
import { readUploadId, type SentParcel, uploadKey } from './upload-file.ts';

export interface RecoverDeps extends SharesDeps {
	readonly outbox: Outbox;
	readonly place: SlackPlace;
}

export interface Recovered {
	/** In the thread already. */
	readonly shared: readonly (SentParcel & { readonly ts: string | undefined })[];
	/** Perhaps in the thread: Slack does not say. */
	readonly untold: readonly SentParcel[];
	/** Slack has their bytes: only to be shared. */
	readonly sent: readonly SentParcel[];
	/** To be sent. */
	readonly fresh: readonly UploadFile[];
}

export interface Unsettled {
	readonly session: string;
	readonly turn: string;
	readonly files: readonly UploadFile[];
}

/** A file that an earlier run has asked Slack to share may be some seconds in coming. */
const pauses = [500, 1000, 2000, 4000];

/** Finds out how far an earlier run came with these files. Rejects with the signal's reason, with what the outbox rejects with, and as `askShareState` does. */
export async function recoverUploads(deps: RecoverDeps, unsettled: Unsettled, signal: AbortSignal): Promise<Recovered> {
	const parcels = await storedParcels(deps, unsettled);
	const states = new Map<StoredParcel, ShareState>();
	for (const parcel of parcels) {
		states.set(parcel, await waitShared(deps, { id: parcel.id, place: deps.place }, pauses, signal));
	}
	const shared = parcels.flatMap((parcel) => {
		const state = states.get(parcel);
		return state?.kind === 'shared' ? [{ ...parcel, ts: state.ts }] : [];
	});
	const sent = parcels.filter((parcel) => states.get(parcel)?.kind === 'unshared' && parcel.whole);
	const untold = parcels.filter((parcel) => states.get(parcel)?.kind === 'untold');
	const kept = new Set([...shared, ...untold, ...sent].flatMap(({ files }) => files));
	return { shared, untold, sent, fresh: unsettled.files.filter((file) => !kept.has(file)) };
}

/** `whole`: its id is stored for all that it holds. Another one was not shared, and is made anew. */
interface StoredParcel extends SentParcel {
	readonly whole: boolean;
}

async function storedParcels(
	{ outbox }: RecoverDeps,
	{ session, turn, files }: Unsettled,
): Promise<readonly StoredParcel[]> {
	const ids = new Map((await outbox.rows(session, turn)).map(({ key, id }) => [key, id]));
	const byId = Map.groupBy(files, (file) => ids.get(uploadKey(file.key)));
	return [...byId].flatMap(([kept, held]): StoredParcel[] => {
		if (kept === undefined) return [];
		const { id, count } = readUploadId(kept);
		return [{ id, name: nameOf(held, count), files: held, whole: held.length === count }];
	});
}

function nameOf([first]: readonly UploadFile[], count: number): string {
	return first === undefined || count > 1 ? 'artifacts.zip' : safeFileName(first.name);
}
