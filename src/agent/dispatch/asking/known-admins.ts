import type { Place } from '../../../chat/place.ts';
import type { Person } from '../../../chat/thread.ts';
import type { DispatchDeps } from '../deps.ts';

/** How long a platform may take to say who is an admin, ms. */
const limitMs = 30_000;

/** Those who may be admins of a place, as its platform and the settings know them. Rejects as the platform does. */
export async function knownAdmins(
	place: Place,
	{ platforms, namedAdmins }: Pick<DispatchDeps, 'platforms' | 'namedAdmins'>,
): Promise<readonly Person[]> {
	return [...(await platforms.reach.admins(place, AbortSignal.timeout(limitMs))), ...namedAdmins(place)];
}
