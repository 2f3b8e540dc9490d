import type { LooseKind } from './range/loose.ts';
import type { Range, Who } from './range/range.ts';

/** How an attack went once: it got somewhere, or not, and by which sign that is known. `absent`: there is nothing here to attack. */
export type Try = { readonly got: boolean; readonly sign: string; readonly absent?: boolean };

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
	/**
	 * `quick` ones are in `npm test`: they take no time worth telling, or go in one script with many, and leave the sandbox as it was. `heavy` ones take
	 * minutes and meet no sandbox: they are made on one ground of a run.
	 */
	readonly pace: 'quick' | 'slow' | 'heavy';
	/** Promises that some hosts or runtimes cannot keep. */
	readonly needs?: readonly Need[];
	/** Set where a kernel of the sandbox's own has nothing of what is attacked: why. */
	readonly hostKernelOnly?: string;
	/** Set where it is one script. */
	readonly script?: Script;
	/** Rejects when it could not be made, which counts as a failure, and with the range's signal's reason. */
	run(range: Range): Promise<Trial>;
}

/** Who runs a script that attacks, and where its control runs. */
export interface Script {
	/** Python, after `script.ts`'s head. */
	readonly body: string;
	readonly who: Who;
	/** As which user (root), and what, where it is not the same. */
	readonly control: { readonly kind: LooseKind; readonly uid?: number; readonly body?: string };
}

/**
 * `limits`: the kernel keeps it only where control groups can be used; such an attack is not made where they cannot. `hidden processes`: the
 * kernel shows nobody the processes of other users. `survival`: what takes too much is ended, and not the sandbox. `sticky
 * folders`: in one that is open to all nobody replaces what is another's.
 */
export type Need = 'limits' | 'hidden processes' | 'survival' | 'sticky folders';

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
