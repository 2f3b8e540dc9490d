import type { Usage } from '../../../src/chat/usage.ts';
import type { DialectName } from '../../../src/gateway/dialects/dialect.ts';

/** An answer as a provider sends it, and what it tells. */
export interface Recording {
	readonly title: string;
	readonly dialect: DialectName;
	readonly contentType: string;
	readonly text: string;
	readonly told: { readonly usage: Usage | undefined; readonly failure: string | undefined };
}

/** Events of which each is one line of data. */
export function events(lines: readonly (object | string)[], lineEnd = '\n'): string {
	return lines
		.map((line) => `data: ${typeof line === 'string' ? line : JSON.stringify(line)}${lineEnd}${lineEnd}`)
		.join('');
}

/** Events that say their type before their data. */
export function typedEvents(values: readonly { readonly type: string }[], lineEnd = '\n'): string {
	return values
		.map((value) => `event: ${value.type}${lineEnd}data: ${JSON.stringify(value)}${lineEnd}${lineEnd}`)
		.join('');
}

export const stream = 'text/event-stream; charset=utf-8';
export const json = 'application/json';

export function usage(inputTokens: number, outputTokens: number, cachedTokens?: number): Usage {
	return { inputTokens, outputTokens, ...(cachedTokens !== undefined && { cachedTokens }) };
}
