/** Something that was to be followed, and is not at hand. */
export interface NotHad {
	readonly kind: 'not-had';
	/** The end of a sentence, harmless to print. */
	readonly why: string;
	/** Others from there would not be had now either. */
	readonly isAway?: true;
}

/** Pure. */
export function notHad(why: string): NotHad {
	return { kind: 'not-had', why };
}
