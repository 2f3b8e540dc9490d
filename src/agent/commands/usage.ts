import { z } from 'zod';
import { kept } from '../../base/kept.ts';
import { type Usage, usageSchema } from '../../chat/usage.ts';
import type { Records } from '../../store/records.ts';

/** One model call, or what a session's earlier ones used together. */
const recordSchema = kept({ ...usageSchema.shape, calls: z.number().int().positive().optional() });

/** Tokens of model calls, and how many calls there were. */
export interface UsageSum extends Usage {
	readonly modelCalls: number;
}

/** Sums up all model calls of these sessions. */
export async function usageOf(records: Records, sessions: readonly string[]): Promise<UsageSum> {
	const usages = (await Promise.all(sessions.map((session) => records.list('usage', session, recordSchema)))).flat();
	const total = (part: (usage: Usage) => number) => usages.reduce((so, usage) => so + part(usage), 0);
	return {
		inputTokens: total((usage) => usage.inputTokens),
		outputTokens: total((usage) => usage.outputTokens),
		modelCalls: usages.reduce((so, { calls = 1 }) => so + calls, 0),
	};
}
