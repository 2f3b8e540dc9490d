import type { Usage } from '../../../chat/usage.ts';
import { isMembers, type Members } from '../read/allow.ts';

/** One event's or a whole answer's news: tokens so far, and whether it is an error. */
export interface Told {
	readonly usage?: Usage | undefined;
	/** The provider's words. */
	readonly failure?: string | undefined;
	/** Nothing is counted after this. */
	readonly isLast?: boolean;
}

/** How a dialect tells it. `value`: an event's or an answer's object. */
export type ReadTold = (value: Members) => Told;

/** A count of tokens; 0 where there is none. */
export function count(value: unknown): number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** A member that is an object; an empty one where it is none. */
export function inner(value: unknown, name: string): Members {
	const member = isMembers(value) ? value[name] : undefined;
	return isMembers(member) ? member : {};
}

/** Usage of these counts; `cached` only where the server told it. */
export function usageOf(inputTokens: number, outputTokens: number, cached: unknown): Usage {
	return { inputTokens, outputTokens, ...(typeof cached === 'number' && { cachedTokens: count(cached) }) };
}

/** The higher of each count: streams tell it again and again, and some tell a part at the beginning and a part at the end. */
export function higher(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
	if (a === undefined || b === undefined) return a ?? b;
	const cached = Math.max(a.cachedTokens ?? -1, b.cachedTokens ?? -1);
	return {
		inputTokens: Math.max(a.inputTokens, b.inputTokens),
		outputTokens: Math.max(a.outputTokens, b.outputTokens),
		...(cached >= 0 && { cachedTokens: cached }),
	};
}

/** An error's own words: of an object with a message, or a text. */
export function wordsOf(error: unknown): string | undefined {
	if (typeof error === 'string' && error !== '') return error;
	if (!isMembers(error)) return undefined;
	const words = error['message'] ?? error['code'] ?? error['type'];
	return typeof words === 'string' || typeof words === 'number' ? String(words) : 'an error without a message';
}
