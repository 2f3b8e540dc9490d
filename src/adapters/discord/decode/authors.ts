import type { Person } from '../../../chat/thread.ts';

/** Who said what was taken in lately, by its key: that a message was deleted comes without whose it was. */
export interface Authors {
	remember(key: string, person: Person): void;
	of(key: string): Person | undefined;
}

/** What was said longest ago goes first; a message that still waits is seldom older. */
const most = 5000;

export function createAuthors(): Authors {
	const known = new Map<string, Person>();
	return {
		remember(key, person) {
			known.delete(key);
			known.set(key, person);
			const [oldest] = known.keys();
			if (known.size > most && oldest !== undefined) known.delete(oldest);
		},
		of: (key) => known.get(key),
	};
}
