import type { Adapter } from './adapters/adapter.ts';
import type { Platforms } from './agent/dispatch/deps.ts';
import type { Thread } from './store/inbound.ts';
import type { Place } from './store/place.ts';

/** Hands each thread to its platform's adapter. A thread of a platform that is not connected now is refused: what waits for it is kept. */
export function routeByPlatform(adapters: readonly Adapter[]): Platforms {
	const byPlatform = new Map(adapters.map((adapter) => [adapter.platform, adapter]));
	function adapterOf({ platform }: Pick<Thread, 'platform'>): Adapter {
		const adapter = byPlatform.get(platform);
		if (!adapter) throw new Error(`Platform "${platform}" is not connected now`);
		return adapter;
	}
	return {
		show: async (thread, ...rest) => adapterOf(thread).show(thread, ...rest),
		fetchFile: (thread, file, signal) => adapterOf(thread).intake.fetchFile(file, signal),
		reread: async (message, signal) => adapterOf(message.thread).intake.reread(message, signal),
		earlier: async (thread, ...rest) => adapterOf(thread).intake.earlier(thread, ...rest),
		admins: async (place, signal) => adapterOf(platformOf(place)).intake.admins(place, signal),
		directly: async (person, place, signal) => adapterOf(platformOf(place)).intake.directly(person, place, signal),
	};
}

function platformOf(place: Place): Pick<Thread, 'platform'> {
	if (place.startsWith('slack:')) return { platform: 'slack' };
	return { platform: place.startsWith('discord:') ? 'discord' : 'terminal' };
}
