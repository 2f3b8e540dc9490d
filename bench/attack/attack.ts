import type { Range } from './range.ts';

/** How an attack went once: it got somewhere, or not, and by which sign that is known. */
export type Try = { readonly got: boolean; readonly sign: string };

/** An attack on a sandbox as it is shipped, beside itself where the defence is off. */
export interface Trial {
	readonly attack: Try;
	/** In a throw-away container, or against code that does without the defence: without it, a row could pass by doing nothing. */
	readonly control: Try;
}

/** One row of the table. */
export interface Attack {
	/** Unique, in words joined by hyphens. */
	readonly name: string;
	/** Half a sentence each: what is tried, what must hold. */
	readonly tried: string;
	readonly holds: string;
	/** `quick` ones take well under a second and leave the sandbox as it was: they are in `npm test`. */
	readonly pace: 'quick' | 'slow';
	/** A promise that some hosts cannot keep. */
	readonly needs?: Need;
	/** Rejects when it could not be made, which counts as a failure, and with the range's signal's reason. */
	run(range: Range): Promise<Trial>;
}

/** A promise that the kernel keeps only where control groups can be used. */
export type Need = 'limits';

export interface Family {
	readonly title: string;
	readonly attacks: readonly Attack[];
}

export function got(sign: string): Try {
	return { got: true, sign };
}

export function refused(sign: string): Try {
	return { got: false, sign };
}
