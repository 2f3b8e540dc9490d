import type { HandleDeps } from './listen-deps.ts';

/** A thread, or a channel with its threads, was deleted: what runs there ends, as if what was asked for had been deleted. Resolves when that is stored. */
export async function handleGone(channel: string, deps: HandleDeps): Promise<void> {
	const at = new Date(deps.clock.now()).toISOString();
	for (const { thread, of, by } of deps.running.requestsIn(channel)) {
		const person = deps.authors.of(of) ?? by;
		await deps.accept({ type: 'delete', key: `${channel}/gone/${of}`, thread, person, at, of });
	}
}
