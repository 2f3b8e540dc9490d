import type { Said } from '../decode/read-message.ts';

/** Words that stop, said in threads that nobody had taken in yet: what they are about may be on its way. */
export interface LateStops {
	keep(thread: string, said: Said): void;
	/** The one that was said in the thread after `ts`, given out once. */
	takeAfter(thread: string, ts: string): Said | undefined;
}

/** What was said longest ago is forgotten first. */
const most = 500;

export function createLateStops(): LateStops {
	const stops = new Map<string, Said>();
	return {
		keep(thread, said) {
			stops.delete(thread);
			stops.set(thread, said);
			const [oldest] = stops.keys();
			if (stops.size > most && oldest !== undefined) stops.delete(oldest);
		},
		takeAfter(thread, ts) {
			const said = stops.get(thread);
			stops.delete(thread);
			return said && Number(said.place.ts) > Number(ts) ? said : undefined;
		},
	};
}
