import { messageOf } from '../../../base/errors.ts';
import type { ShowScene } from '../../present/ground.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import { type DiscordPlace, discordUserOf, messageOfKey, placeOf } from '../thread-keys.ts';
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
	const { place, ready } = await siteOf(deps, placeOf(scene.thread), scene);
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
async function siteOf(deps: DiscordShowDeps, place: DiscordPlace, scene: ShowScene): Promise<Site> {
	if (place.kind !== 'private' || !scene.isTurn) return { place, ready: readiness(deps, place, scene) };
	try {
		const { channel } = await directTo(deps, place.user);
		return { place: { kind: 'dm', channel }, ready: async () => {} };
	} catch (error) {
		if (!isRefusal(error)) throw error;
		return { place, ready: () => Promise.reject(error) };
	}
}

function readiness(deps: DiscordShowDeps, place: DiscordPlace, scene: ShowScene): () => Promise<void> {
	let ready: Promise<void> | undefined;
	const { threads, signal } = deps;
	const begin = async () => {
		await threads.ensureThread(place, undefined, signal);
		void bringAsker(deps, place, scene);
	};
	return () => {
		ready ??= begin().catch((error: unknown) => {
			ready = undefined;
			throw error;
		});
		return ready;
	};
}

/** Never rejects: nothing waits for it, and where it fails the asker still finds the thread. */
async function bringAsker(
	{ threads, log, signal }: DiscordShowDeps,
	place: DiscordPlace,
	{ isTurn, progress }: ShowScene,
): Promise<void> {
	const asker = isTurn ? discordUserOf(progress.now().by?.id ?? '') : undefined;
	if (asker === undefined) return;
	await threads.bringIn(place, asker.user, signal).catch((error: unknown) => {
		if (!signal.aborted) log.info('Somebody cannot be brought into their thread now', { reason: messageOf(error) });
	});
}
