import type { Platforms } from '../deps.ts';
import type { Outages } from './outages.ts';

/** Platforms of which it is noted that they take something: one that was away may be back. */
export function watchPlatforms(platforms: Platforms, outages: Pick<Outages, 'hint'>): Platforms {
	return {
		...platforms,
		show: async (thread, ...rest) => {
			await platforms.show(thread, ...rest);
			outages.hint(thread.platform);
		},
		tell: async (thread, ...rest) => {
			await platforms.tell(thread, ...rest);
			outages.hint(thread.platform);
		},
	};
}
