import type { Adapter } from './adapters/adapter.ts';
import type { Platforms } from './agent/dispatch/deps.ts';
import { PlaceGoneError, PlatformAwayError } from './base/errors.ts';
import type { Place } from './chat/place.ts';
import type { Thread } from './chat/thread.ts';
import { places } from './platforms.ts';

/** Why a platform is not there yet; undefined: it is. */
type WhyAway = (platform: Adapter['platform']) => string | undefined;

/**
 * Hands each thread to its platform's adapter. A thread of a platform that is not connected now is gone for now: what waits for it is kept
 * until a start with it. One that is not there yet is away.
 */
export function routeByPlatform(adapters: readonly Adapter[], whyAway: WhyAway = () => undefined): Platforms {
	const byPlatform = new Map(adapters.map((adapter) => [adapter.platform, adapter]));
	function adapterOf({ platform, id = platform }: Pick<Thread, 'platform'> & Partial<Thread>): Adapter {
		const adapter = byPlatform.get(platform);
		if (!adapter) throw new PlaceGoneError(id, `Platform "${platform}" is not connected now`);
		const why = whyAway(platform);
		if (why !== undefined) throw new PlatformAwayError(platform, why);
		return adapter;
	}
	return {
		show: async (thread, ...rest) => adapterOf(thread).show(thread, ...rest),
		tell: async (thread, ...rest) => adapterOf(thread).tell(thread, ...rest),
		intake: {
			nameFile: async (thread, ...rest) => adapterOf(thread).intake.files.named(...rest),
			fetchFile: (thread, ...rest) => adapterOf(thread).intake.files.fetch(...rest),
			reread: async (message, signal) => adapterOf(message.thread).intake.reread(message, signal),
			past: {
				earlier: async (thread, ...rest) => adapterOf(thread).intake.past.earlier(thread, ...rest),
				page: async (thread, ...rest) => adapterOf(thread).intake.past.page(thread, ...rest),
			},
		},
		reach: {
			probe: async (thread, ...rest) => adapterOf(thread).intake.reach.probe(thread, ...rest),
			admins: async (place, ...rest) => adapterOf(platformOf(place)).intake.reach.admins(place, ...rest),
			directly: async (person, place, ...rest) =>
				adapterOf(platformOf(place)).intake.reach.directly(person, place, ...rest),
			linkTo: async (thread, ...rest) => adapterOf(thread).intake.reach.linkTo(thread, ...rest),
		},
	};
}

function platformOf(place: Place): Pick<Thread, 'platform'> {
	return { platform: places.platformOf(place)?.name ?? place };
}
