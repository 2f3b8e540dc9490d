/** One thing that was looked at: what was seen, whether it will do, and how to mend it when not. */
export interface Finding {
	readonly name: string;
	readonly value: string;
	/** Undefined: it could not be looked at. */
	readonly met: boolean | undefined;
	readonly mend?: string;
}
