/** Something that is to be remembered beyond the conversation. */
export interface Fact {
	readonly text: string;
	/** In a word or two: it takes the place of what was kept about the same before. */
	readonly about?: string;
	/** The id of the turn that it was learned in, as far as that is known. */
	readonly fromTurn: string;
}

/** Keeps facts as memories of a session; done again it comes to the same. Rejects where that cannot be done. */
export type KeepFacts = (
	session: { readonly id: string },
	facts: readonly Fact[],
	signal: AbortSignal,
) => Promise<void>;
