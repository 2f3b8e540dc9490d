import type { Thread } from '../../../chat/thread.ts';
import { placeIn } from '../thread-keys.ts';
import type { HandleDeps } from './listen-deps.ts';

/** A thread, or a channel with its threads, was deleted: what runs there ends, as if what was asked for had been deleted. Resolves when that is stored. */
export async function handleGone(channel: string, deps: HandleDeps): Promise<void> {
	const at = new Date(deps.clock.now()).toISOString();
	for (const { thread, request } of deps.running.all()) {
		if (!request || !isIn(thread, channel)) continue;
		const { of, by } = request;
		const person = deps.authors.of(of) ?? by;
		await deps.accept({ type: 'delete', key: `${channel}/gone/${of}`, thread, person, at, of });
	}
}

function isIn(thread: Thread, channel: string): boolean {
	const place = placeIn(thread);
	return place?.channel === channel || (place?.kind === 'thread' && place.parent === channel);
}
