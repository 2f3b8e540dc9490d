import { sanitiseLine } from '../../sandbox/guest/sanitise.ts';

/** A tree that is not taken. `why` is a half sentence without a full stop, harmless to print: "it broke off before its end". */
export class TreeRefusedError extends Error {
	override readonly name = 'TreeRefusedError';
	readonly why: string;

	constructor(why: string, options?: ErrorOptions) {
		super(why, options);
		this.why = why;
	}
}

/** One path of a tree is at fault: `half` goes on from its name, "is a link that leads out of the folder". */
export function pathRefused(path: string, half: string): TreeRefusedError {
	return new TreeRefusedError(`${shownPath(path)} ${half}`);
}

/** A path in quotes, on one line, without anything hidden in it, at most 200 characters of it. */
export function shownPath(path: string): string {
	const shown = sanitiseLine(path);
	return `"${shown.length > 200 ? `${shown.slice(0, 200).toWellFormed()}…` : shown}"`;
}
