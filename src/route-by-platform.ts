import type { Adapter } from './adapters/adapter.ts';
import type { Platforms } from './agent/dispatch/deps.ts';
import type { Thread } from './store/inbound.ts';

/** Hands each thread to its platform's adapter. A thread of a platform that is not connected now is refused: what waits for it is kept. */
export function routeByPlatform(adapters: readonly Adapter[]): Platforms {
	const byPlatform = new Map(adapters.map((adapter) => [adapter.platform, adapter]));
	function adapterOf({ platform }: Thread): Adapter {
		const adapter = byPlatform.get(platform);
		if (!adapter) throw new Error(`Platform "${platform}" is not connected now`);
		return adapter;
	}
	return {
		show: async (thread, ...rest) => adapterOf(thread).show(thread, ...rest),
		fetchFile: (thread, file, signal) => adapterOf(thread).intake.fetchFile(file, signal),
		reread: async (message, signal) => adapterOf(message.thread).intake.reread(message, signal),
		earlier: async (thread, ...rest) => adapterOf(thread).intake.earlier(thread, ...rest),
	};
}
