import type { Outbox, OutboxRow } from '../../store/store.ts';

export interface ShowOnceDeps {
	readonly outbox: Outbox;
	/** The adapter's own look-up of what was posted under a key. */
	readonly find: (thread: OutboxRow['thread'], key: string) => Promise<string | undefined>;
	/**
	 * When `find` is asked: before every post (where asking costs nothing), or only for an intent that an earlier run left behind
	 * (where it costs a request). For the latter, `alreadyShown` must have been read before this run's first intent.
	 */
	readonly lookUp: 'always' | 'left-over';
}

/** The outcome of showing one thing: its id on the platform, and whether this call has posted it. */
export interface Shown {
	readonly id: string;
	readonly posted: boolean;
}

/**
 * Shows one keyed thing exactly once, over any number of crashes: intent, look-up of what an earlier run may have posted, post, id.
 * `post` answers the platform's id. Rejects with whatever outbox, look-up or post reject with; then the same call may be made again.
 */
export type ShowOnce = (
	row: Omit<OutboxRow, 'id'>,
	alreadyShown: readonly OutboxRow[],
	post: () => Promise<string>,
) => Promise<Shown>;

export function createShowOnce({ outbox, find, lookUp }: ShowOnceDeps): ShowOnce {
	return async (row, alreadyShown, post) => {
		const known = alreadyShown.find(({ session, key }) => session === row.session && key === row.key);
		if (known?.id !== undefined) return { id: known.id, posted: false };
		const existing = await outbox.intend(row);
		if (existing.id !== undefined) return { id: existing.id, posted: false };
		const mayBeThere = lookUp === 'always' || known !== undefined;
		const found = mayBeThere ? await find(row.thread, row.key) : undefined;
		const id = found ?? (await post());
		await outbox.sent(row.session, row.key, id);
		return { id, posted: found === undefined };
	};
}
