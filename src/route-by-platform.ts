import type { Adapter } from './adapters/adapter.ts';
import type { Platforms } from './agent/dispatch/deps.ts';
import { PlaceGoneError } from './errors.ts';
import type { Thread } from './store/inbound.ts';

/** Hands each thread to its platform's adapter. A thread of a platform that is not connected now is gone for now: what waits for it is kept until a start with it. */
export function routeByPlatform(adapters: readonly Adapter[]): Platforms {
	const byPlatform = new Map(adapters.map((adapter) => [adapter.platform, adapter]));
	function adapterOf({ platform, id }: Thread): Adapter {
		const adapter = byPlatform.get(platform);
		if (!adapter) throw new PlaceGoneError(id, `Platform "${platform}" is not connected now`);
		return adapter;
	}
	return {
		show: async (thread, ...rest) => adapterOf(thread).show(thread, ...rest),
		fetchFile: (thread, file, signal) => adapterOf(thread).intake.fetchFile(file, signal),
		earlier: async (thread, ...rest) => adapterOf(thread).intake.earlier(thread, ...rest),
		probe: async (thread, ...rest) => adapterOf(thread).intake.probe(thread, ...rest),
	};
}
