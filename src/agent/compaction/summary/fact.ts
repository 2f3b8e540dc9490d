/** Something that is to be remembered beyond the conversation. */
export interface Fact {
	readonly text: string;
	/** Whom or what it is about. */
	readonly about?: string;
	/** The id of the turn that it was learned in, as far as that is known. */
	readonly fromTurn: string;
}

/** Keeps facts as memories; rejects where that cannot be done. */
export type KeepFacts = (facts: readonly Fact[], signal: AbortSignal) => Promise<void>;
