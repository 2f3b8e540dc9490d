import type { RewriteRules } from '../dialect.ts';
import { isMembers, numberOf } from './allow.ts';
import type { Notes } from './notes.ts';

/** The output limit to send for one that was asked for: at least 1 token, never more than the cap, which also stands for none. */
export function outputLimit(asked: unknown, { outputCap }: RewriteRules): number {
	const tokens = Math.floor(numberOf(asked) ?? 0);
	return tokens >= 1 && tokens < outputCap ? tokens : outputCap;
}

/** A budget of thinking that is no higher than the output limit, as it was written where it is not; `undefined` where there is none. */
export function thinkingLimit(asked: unknown, tokens: number): unknown {
	const budget = numberOf(asked);
	if (budget === undefined) return undefined;
	return budget > tokens || budget < 0 ? tokens : asked;
}

/** An object with that of its members bounded which is a budget of thinking; any other value as it is. */
export function withThinkingLimit(value: unknown, name: string, tokens: number): unknown {
	if (!isMembers(value) || value[name] === undefined) return value;
	return { ...value, [name]: thinkingLimit(value[name], tokens) };
}

/** Refuses more than one answer a call: each would have the whole output limit. `name`: the member's. */
export function oneAnswer(asked: unknown, name: string, notes: Notes): void {
	if ((numberOf(asked) ?? 1) > 1)
		notes.refuse(`The gateway lets a call have one answer: leave ${name} out, or set it to 1.`);
}
