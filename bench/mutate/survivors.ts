import { type Mutant, oneLine } from './mutant.ts';

/** A mutant that no test is to notice, and why. */
export interface Known {
	readonly file: string;
	/** Each as it is printed. */
	readonly before: string;
	readonly after: string;
	readonly reason: string;
}

/** Why a mutant may survive; undefined: it is not listed. Pure. */
export function reasonFor(known: readonly Known[], { file, before, after }: Mutant): string | undefined {
	const isMeant = (one: Known) => one.file === file && one.before === oneLine(before) && one.after === oneLine(after);
	return known.find(isMeant)?.reason;
}
