/** A stop by a person, and the messages that had been said before it and not begun. */
export interface StopOrder {
	/** Their name. */
	readonly person: string;
	/** The platform's key of the stop. */
	readonly key: string;
	/** Nobody waits for what came of a request that was deleted. */
	readonly request: 'there' | 'deleted';
	readonly takenBack: readonly { readonly key: string; readonly text: string; readonly person?: string | undefined }[];
}

/** A turn's end by a stop, as the journal keeps it. Pure. */
export function endedBy({ key, takenBack }: Pick<StopOrder, 'key' | 'takenBack'>, stopped: string[]) {
	const outcome = { outcome: 'stopped' as const, stopped };
	return { outcome, by: key, ...(takenBack.length > 0 && { takenBack: [...takenBack] }) };
}
