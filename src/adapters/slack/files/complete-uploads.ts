import type { FilesCompleteUploadExternalArguments } from '@slack/web-api';
import type { Until } from '../../../chat/undelivered.ts';
import type { UploadFile } from '../../present/surface.ts';
import { type Calls, LostResponseError } from '../api/calls.ts';
import { slackSentence } from '../api/problems/slack-sentence.ts';
import { isSlackAway } from '../api/problems/trouble.ts';
import type { SlackPlace } from '../thread-keys.ts';
import { type SharesDeps, waitShared } from './share-state.ts';
import { type SentParcel, untilOf } from './upload-file.ts';

export interface CompleteDeps extends SharesDeps {
	/** One line for people about a file. */
	readonly receipt: (file: Pick<UploadFile, 'name' | 'size' | 'remark'>) => string;
}

/** The outcome of sharing a parcel: `ts` of its message; `late` when Slack has taken it and does not show it yet; or why it was refused. */
export type Shared =
	| { readonly kind: 'shared'; readonly ts: string | undefined }
	| { readonly kind: 'late' }
	| { readonly kind: 'refused'; readonly reason: string; readonly until: Until };

/** Slack looks through files before it shows them: about half a minute in all. */
const pauses = [200, 300, 500, 1000, 2000, 4000, 8000, 15_000];

/**
 * Shares parcels in the thread, in one message with a receipt line for each file; by itself where one of them spoils the message of all.
 * Resolves when they are there. Rejects with the signal's reason, and as `Calls` do while Slack is away or when its answer was lost twice: a
 * later run finds out what came of it.
 */
export async function completeUploads(
	deps: CompleteDeps,
	{ place, parcels }: { readonly place: SlackPlace; readonly parcels: readonly SentParcel[] },
	signal: AbortSignal,
): Promise<ReadonlyMap<SentParcel, Shared>> {
	const [first, ...others] = parcels;
	if (first === undefined) return new Map();
	const asked = await ask(deps, { place, parcels: [first, ...others] }, signal);
	if (asked.kind === 'taken') return waitForAll(deps, { place, parcels }, signal);
	if (asked.kind === 'refused' && others.length > 0) {
		const alone: [SentParcel, Shared][] = [];
		for (const parcel of parcels) alone.push(...(await shareAlone(deps, { place, parcel }, signal)));
		return new Map(alone);
	}
	if (asked.kind === 'unknown') throw asked.error;
	return new Map(parcels.map((parcel) => [parcel, asked]));
}

/** A file that is refused by itself may have been taken with the others before: Slack does not say that a refusal undoes all of it. */
async function shareAlone(
	deps: CompleteDeps,
	{ place, parcel }: { readonly place: SlackPlace; readonly parcel: SentParcel },
	signal: AbortSignal,
): Promise<ReadonlyMap<SentParcel, Shared>> {
	const shares = await completeUploads(deps, { place, parcels: [parcel] }, signal);
	if (shares.get(parcel)?.kind !== 'refused') return shares;
	const state = await waitShared(deps, { id: parcel.id, place }, [], signal);
	return state.kind === 'shared' ? new Map([[parcel, state]]) : shares;
}

type Asked =
	| { readonly kind: 'taken' }
	| { readonly kind: 'unknown'; readonly error: LostResponseError }
	| { readonly kind: 'refused'; readonly reason: string; readonly until: Until };

interface Completion {
	readonly place: SlackPlace;
	readonly parcels: readonly [SentParcel, ...SentParcel[]];
}

/** A request whose answer was lost is made again only when the first file has not come into the thread. */
async function ask(deps: CompleteDeps, completion: Completion, signal: AbortSignal): Promise<Asked> {
	const first = await request(deps, completion, signal);
	if (first.kind !== 'unknown') return first;
	const { place, parcels } = completion;
	const state = await waitShared(deps, { id: parcels[0].id, place }, pauses, signal);
	if (state.kind === 'shared') return { kind: 'taken' };
	const second = await request(deps, completion, signal);
	// It may be refused because the first one was heard.
	return second.kind === 'refused' ? first : second;
}

async function request(deps: CompleteDeps, { place, parcels }: Completion, signal: AbortSignal): Promise<Asked> {
	const [first, ...others] = parcels;
	const body: FilesCompleteUploadExternalArguments = {
		channel_id: place.channel,
		thread_ts: place.ts,
		files: [titled(first), ...others.map(titled)],
		initial_comment: parcels.flatMap(({ files }) => files.map(deps.receipt)).join('\n'),
	};
	try {
		await complete(deps.calls, place.team, body, signal);
		return { kind: 'taken' };
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof LostResponseError) return { kind: 'unknown', error };
		if (isSlackAway(error)) throw error;
		return { kind: 'refused', until: untilOf(error), reason: slackSentence(`hand over ${named(parcels)}`, error) };
	}
}

function complete(calls: Calls, team: string, body: FilesCompleteUploadExternalArguments, signal: AbortSignal) {
	const request = { method: 'files.completeUploadExternal', team, repeat: 'never' } as const;
	return calls.run({ ...request, send: (client) => client.files.completeUploadExternal(body) }, signal);
}

function titled({ id, name }: SentParcel) {
	return { id, title: name };
}

function named(parcels: readonly SentParcel[]): string {
	const files: readonly UploadFile[] = parcels.flatMap((parcel) => parcel.files);
	return files.map(({ name }) => `"${name}"`).join(', ');
}

/** One message shows them all: when the first is there, so are the others. */
async function waitForAll(
	deps: CompleteDeps,
	{ place, parcels }: { readonly place: SlackPlace; readonly parcels: readonly SentParcel[] },
	signal: AbortSignal,
): Promise<ReadonlyMap<SentParcel, Shared>> {
	const found = new Map<SentParcel, Shared>();
	let left: readonly number[] = pauses;
	for (const parcel of parcels) {
		const state = await waitShared(deps, { id: parcel.id, place }, left, signal);
		if (state.kind !== 'shared') left = [];
		found.set(parcel, state.kind === 'shared' ? state : { kind: 'late' });
	}
	return found;
}
