import type { Person, Thread } from '../../../chat/thread.ts';
import { createRecent } from '../../intake/recent.ts';
import { slackUserOf } from '../thread-keys.ts';

/** Somebody whom Slack is told that an answer is for. */
export interface Recipient {
	readonly user: string;
	/** Their own team. */
	readonly team: string;
}

/** Who spoke last in each thread: only for as long as this process runs. */
export interface Recipients {
	remember(thread: Thread, person: Person): void;
	of(thread: Thread): Recipient | undefined;
}

/** More threads than this are not remembered. */
const most = 10_000;

export function createRecipients(): Recipients {
	const known = createRecent<Recipient>(most);
	return {
		remember(thread, { id }) {
			const recipient = slackUserOf(id);
			// Slack streams to nobody whose team it does not know.
			if (recipient && recipient.team !== 'unknown') known.remember(thread.id, recipient);
		},
		of: (thread) => known.of(thread.id),
	};
}
