import type { DigestRequest } from '../portable/digest/digest.ts';
import { type Verb, verb } from './verb.ts';

/** The verb about how the bot has done. Resolves with the process's exit code. */
export interface DigestVerbs {
	/** Counts what happened in the last days. */
	digest(request: DigestRequest): Promise<number>;
}

const week = 7;

export function digestVerb({ digest }: DigestVerbs): Verb {
	return verb({
		name: 'digest',
		help: 'count the last days: failed turns by class, the forge by check, thumbs, times; nobody’s words, names or files',
		arguments: [
			{ kind: 'count', name: 'days', help: `how many days back (default: ${week})`, most: 3_650, optional: true },
		],
		flags: [['--json', 'print counts, one JSON object a line']],
		run: ({ days = week }, { json = false }: { json?: boolean }) => digest({ days, json }),
	});
}
