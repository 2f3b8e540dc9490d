import type { DiscordPlace } from '../thread-keys.ts';

/** Stands in the outbox for the id of a message that nobody could be shown. */
export const unseen = 'unseen';

/** Stands in the outbox for the id of a message in another place than the turn's: it does not say that the thread was there. Pure. */
export function elsewhereId(id: string): string {
	return `elsewhere/${id}`;
}

/** Whether an id in the outbox is that of a message which was posted at a place. Pure. */
export function wasPostedAt({ channel }: DiscordPlace, id: string | undefined): boolean {
	// The thread's own id stands where nothing was shown.
	return /^\d+$/.test(id ?? '') && id !== channel;
}
