import type { RewriteRules } from '../dialect.ts';
import { numberOf } from './allow.ts';
import type { Notes } from './notes.ts';

/** The output limit to send for one that was asked for: at least 1 token, never more than the cap, which also stands for none. */
export function outputLimit(asked: unknown, { outputCap }: RewriteRules): number {
	const tokens = Math.floor(numberOf(asked) ?? 0);
	return tokens >= 1 && tokens < outputCap ? tokens : outputCap;
}

/** Refuses more than one answer a call: each would have the whole output limit. `name`: the member's. */
export function oneAnswer(asked: unknown, name: string, notes: Notes): void {
	if ((numberOf(asked) ?? 1) > 1)
		notes.refuse(`The gateway lets a call have one answer: leave ${name} out, or set it to 1.`);
}
