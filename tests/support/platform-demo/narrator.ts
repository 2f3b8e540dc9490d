import type { Report } from '../../../src/demo/report.ts';

/** Something to be told once, however often it is seen. */
export interface Sight {
	readonly key: string;
	line(): string;
}

/** Tells people what happens in a thread while `work` goes on, as it comes. */
export type Narrator = <T>(work: () => Promise<T>) => Promise<T>;

/** Milliseconds between two looks. */
const pace = 50;

/** `look` gives what is to be seen; `isOver`: nothing of it changes any more. */
export function createNarrator(report: Report, look: (isOver: boolean) => readonly Sight[]): Narrator {
	const told = new Set<string>();
	const tell = (isOver: boolean) => {
		for (const { key, line } of look(isOver).filter((sight) => !told.has(sight.key))) {
			told.add(key);
			report.say(line());
		}
	};
	return async (work) => {
		const looking = setInterval(tell, pace, false);
		try {
			return await work();
		} finally {
			clearInterval(looking);
			tell(true);
		}
	};
}
