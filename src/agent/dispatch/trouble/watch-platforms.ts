import type { Platforms } from '../deps.ts';
import type { Outages } from './outages.ts';

/** The same platforms; that one takes what is shown is noted: it may be back. */
export function watchPlatforms(platforms: Platforms, outages: Pick<Outages, 'hint'>): Platforms {
	return {
		...platforms,
		show: async (thread, ...rest) => {
			await platforms.show(thread, ...rest);
			outages.hint(thread.platform);
		},
	};
}
