import type { Attack, Need, Script } from './attack.ts';
import { readTry } from './range/script.ts';

/** An attack that is one script, run in the sandbox and in a container without the defence. */
export interface Shot extends Pick<Script, 'body' | 'control'> {
	readonly name: string;
	readonly tried: string;
	readonly holds: string;
	/** `smith` where it is not told. */
	readonly who?: Script['who'];
	/** `quick` where it is not told. */
	readonly pace?: Attack['pace'];
	readonly needs?: readonly Need[];
	readonly hostKernelOnly?: string;
}

export function shot({ body, who = 'smith', control, pace = 'quick', ...row }: Shot): Attack {
	return {
		...row,
		pace,
		script: { body, who, control },
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
