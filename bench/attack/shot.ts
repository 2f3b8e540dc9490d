import type { Attack, Need } from './attack.ts';
import type { LooseKind } from './loose.ts';
import type { Who } from './range.ts';
import { readTry } from './script.ts';

/** An attack that is one script, run in the sandbox and in a container without the defence. */
export interface Shot {
	readonly name: string;
	readonly tried: string;
	readonly holds: string;
	/** Python, after `script.ts`'s head. */
	readonly body: string;
	/** `smith` where it is not told. */
	readonly who?: Who;
	/** Where the control runs, as which user (root), and what, where it is not the same. */
	readonly control: { readonly kind: LooseKind; readonly uid?: number; readonly body?: string };
	/** `quick` where it is not told. */
	readonly pace?: Attack['pace'];
	readonly needs?: Need;
}

export function shot({ body, who = 'smith', control, pace = 'quick', ...row }: Shot): Attack {
	return {
		...row,
		pace,
		async run(range) {
			const attack = readTry(await range.inside(body, who));
			return { attack, control: readTry(await range.loose(control.kind, control.body ?? body, control.uid)) };
		},
	};
}

/** The same script as two rows: by a command, and by whoever has taken the guest and is root in there. */
export function alsoAsRoot(given: Shot): readonly Attack[] {
	return [
		shot(given),
		shot({ ...given, name: `${given.name}-by-guest`, tried: `${given.tried}, as the guest's root`, who: 'root' }),
	];
}
