import type { AgentEvent } from '../agent/events.ts';
import type { EarlierMessage, FileRef, Thread } from '../store/inbound.ts';
import type { OutboxRow } from '../store/store.ts';
import type { Adapter } from './adapter.ts';

/** What several platforms do, each for its own threads. */
export interface Router {
	show(thread: Thread, events: AsyncIterable<AgentEvent>, alreadyShown: readonly OutboxRow[]): Promise<void>;
	fetchFile(thread: Thread, file: FileRef, signal: AbortSignal): AsyncIterable<Uint8Array>;
	earlier(thread: Thread, before: string, signal: AbortSignal): Promise<readonly EarlierMessage[]>;
}

/** Hands each thread to its platform's adapter. A thread of a platform that is not connected now is refused: what waits for it is kept. */
export function routeByPlatform(adapters: readonly Adapter[]): Router {
	const byPlatform = new Map(adapters.map((adapter) => [adapter.platform, adapter]));
	function adapterOf({ platform }: Thread): Adapter {
		const adapter = byPlatform.get(platform);
		if (!adapter) throw new Error(`Platform "${platform}" is not connected now`);
		return adapter;
	}
	return {
		show: async (thread, ...rest) => adapterOf(thread).show(thread, ...rest),
		fetchFile: (thread, file, signal) => adapterOf(thread).intake.fetchFile(file, signal),
		earlier: async (thread, ...rest) => adapterOf(thread).intake.earlier(thread, ...rest),
	};
}
