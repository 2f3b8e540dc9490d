import type { ShowScene } from '../../present/ground.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import { type DiscordPlace, messageOfKey, placeOf } from '../thread-keys.ts';
import { directTo } from './direct-to.ts';
import type { DiscordShowDeps } from './show-deps.ts';
import { wasPostedAt } from './shown-ids.ts';

/** Where messages go. */
export interface Site {
	readonly place: DiscordPlace;
	/** Resolves when the thread is there. Rejects as `Calls` do. */
	readonly ready: () => Promise<void>;
}

/** Finds the place of a turn, or of a command's answer. Rejects as `Calls` do for all but refusals. */
export async function findSite(deps: DiscordShowDeps, scene: ShowScene): Promise<Site> {
	const { place, ready } = await siteOf(deps, placeOf(scene.thread), scene.isTurn);
	const isPosted = scene.alreadyShown.some(({ id }) => wasPostedAt(place, id));
	// A thread that was there and is not any more is not made once more.
	return { place, ready: () => (isPosted || !mayBegin(place, scene) ? Promise.resolve() : ready()) };
}

/** Whether its thread may be still to be made: what was said inside it was said when it was there. */
function mayBegin({ channel }: DiscordPlace, scene: ShowScene): boolean {
	return messageOfKey(askedIn(scene) ?? '')?.channel !== channel;
}

/** The key of what it answers, or of the first message that the turn has taken. */
export function askedIn({ answers, progress }: ShowScene): string | undefined {
	return answers ?? progress.now().asked?.[0];
}

/** A turn where no thread is goes to the direct conversation with whoever began it. */
async function siteOf(deps: DiscordShowDeps, place: DiscordPlace, isTurn: boolean): Promise<Site> {
	if (place.kind !== 'private' || !isTurn) return { place, ready: readiness(deps, place) };
	try {
		const { channel } = await directTo(deps, place.user);
		return { place: { kind: 'dm', channel }, ready: async () => {} };
	} catch (error) {
		if (!isRefusal(error)) throw error;
		return { place, ready: () => Promise.reject(error) };
	}
}

function readiness({ threads, signal }: DiscordShowDeps, place: DiscordPlace): () => Promise<void> {
	let ready: Promise<void> | undefined;
	return () => {
		ready ??= threads.ensureThread(place, undefined, signal).catch((error: unknown) => {
			ready = undefined;
			throw error;
		});
		return ready;
	};
}
