import type { Thread } from '../../store/thread.ts';
import type { Platforms } from './deps.ts';
import type { Outages } from './outages.ts';
import { troubleOf } from './trouble-of.ts';

/** The same platforms; whoever is away, or may be back, is noted. */
export function watchPlatforms(platforms: Platforms, outages: Outages): Platforms {
	const noted = (thread: Thread, error: unknown): never => {
		if (troubleOf(error).kind === 'away') outages.away(thread);
		throw error;
	};
	return {
		...platforms,
		show: async (thread, ...rest) => {
			await platforms.show(thread, ...rest).catch((error: unknown) => noted(thread, error));
			outages.hint(thread.platform);
		},
		async *fetchFile(thread, file, signal) {
			try {
				yield* platforms.fetchFile(thread, file, signal);
			} catch (error) {
				noted(thread, error);
			}
		},
		earlier: async (thread, ...rest) =>
			await platforms.earlier(thread, ...rest).catch((error: unknown) => noted(thread, error)),
	};
}
