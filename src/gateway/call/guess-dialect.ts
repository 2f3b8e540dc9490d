import type { Dialect } from '../dialects/dialect.ts';
import { dialects } from '../dialects/dialects.ts';
import type { Asked } from '../serve/asked.ts';

/** The dialect in which to say that a request is none of ours, by what its address looks like. Pure. */
export function guessDialect({ headers }: Pick<Asked, 'headers'>, target: string): Dialect {
	if (target.startsWith('/v1beta/')) return dialects.gemini;
	const isAnthropic = headers['anthropic-version'] !== undefined || target.startsWith('/v1/messages');
	return isAnthropic ? dialects.messages : dialects.chat;
}
