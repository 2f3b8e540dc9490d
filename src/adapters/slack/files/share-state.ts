import { type Clock, sleep } from '../../../base/clock.ts';
import type { Calls } from '../api/calls.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { mayComeBack } from '../api/problems/trouble.ts';
import { type SlackPlace, threadAt } from '../thread-keys.ts';
import type { SlackFile } from './file-facts.ts';

/** Where an uploaded file is: in the thread, as the message `ts`; known to Slack, but not there; unknown to Slack; or Slack does not say. */
export type ShareState =
	| { readonly kind: 'shared'; readonly ts: string | undefined }
	| { readonly kind: 'unshared' | 'gone' | 'untold' };

export interface SharesDeps {
	readonly calls: Calls;
	readonly clock: Clock;
}

/** Asks Slack about a file. Rejects as `Calls` do for all but refusals, where the app is in that workspace no more, or where nobody knows the installation. */
export async function askShareState(
	{ calls }: SharesDeps,
	{ id, place }: { readonly id: string; readonly place: SlackPlace },
	signal: AbortSignal,
): Promise<ShareState> {
	try {
		const request = { method: 'files.info', team: place.team, repeat: 'safe' } as const;
		const { file } = await calls.run({ ...request, send: (client) => client.files.info({ file: id }) }, signal);
		return file === undefined ? { kind: 'gone' } : shareState(file, place);
	} catch (error) {
		const code = slackCode(error);
		if (code === undefined || mayComeBack(error, threadAt(place))) throw error;
		return { kind: ['file_not_found', 'file_deleted'].includes(code) ? 'gone' : 'untold' };
	}
}

/** Pure. */
export function shareState(file: SlackFile, { channel, ts }: SlackPlace): ShareState {
	if (file.mode === 'tombstone') return { kind: 'gone' };
	const shares = [...(file.shares?.public?.[channel] ?? []), ...(file.shares?.private?.[channel] ?? [])];
	const share = shares.find(({ thread_ts: root }) => root === ts);
	return share === undefined ? { kind: 'unshared' } : { kind: 'shared', ts: share.ts };
}

/** Asks while the file is known and not in the thread, once more after each of the pauses (milliseconds); answers what was last seen. */
export async function waitShared(
	deps: SharesDeps,
	about: { readonly id: string; readonly place: SlackPlace },
	pauses: readonly number[],
	signal: AbortSignal,
): Promise<ShareState> {
	let state = await askShareState(deps, about, signal);
	for (const pause of pauses) {
		if (state.kind !== 'unshared') return state;
		await sleep(deps.clock, pause, signal);
		state = await askShareState(deps, about, signal);
	}
	return state;
}
