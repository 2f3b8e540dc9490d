import type { MessageNow, StoredMessage } from '../../chat/inbound.ts';
import type { Intake } from '../adapter.ts';
import type { Interruptions } from './interruptions.ts';

export interface RereadSource<Place> {
	/** Undefined for a key that is not a message's. */
	readonly placeOf: (key: string) => Place | undefined;
	/** Asks the platform. Rejects when it does not say now. */
	readonly ask: (place: Place, stored: StoredMessage, signal: AbortSignal) => Promise<MessageNow>;
	readonly interruptions: Interruptions;
}

export const asStored: MessageNow = { state: 'as-stored' };

/** `Intake.reread` of a platform that tells of changes: one that this process has stored is asked for only where a connection was lost meanwhile. */
export function createReread<Place>({ placeOf, ask, interruptions }: RereadSource<Place>): Intake['reread'] {
	return async (stored, signal) => {
		const place = placeOf(stored.key);
		const wasTold = stored.since !== undefined && !interruptions.since(stored.since);
		return place === undefined || wasTold ? asStored : await ask(place, stored, signal);
	};
}
