/** What a person stopped, and with it what they had said before and what had not begun. */
export interface StopOrder {
	/** Their name. */
	readonly person: string;
	/** The platform's key of the stop. */
	readonly key: string;
	readonly takenBack: readonly { readonly key: string; readonly text: string }[];
}

/** What the journal keeps of a turn's end by a stop. Pure. */
export function endedBy({ key, takenBack }: Pick<StopOrder, 'key' | 'takenBack'>, stopped: string[]) {
	const outcome = { outcome: 'stopped' as const, stopped };
	return { outcome, by: key, ...(takenBack.length > 0 && { takenBack: [...takenBack] }) };
}
