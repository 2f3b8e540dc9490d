import { z } from 'zod';
import { kept } from '../base/kept.ts';

/** Tokens of one model call, as the server counted them. */
export const usageSchema = kept({
	inputTokens: z.number().int().nonnegative(),
	outputTokens: z.number().int().nonnegative(),
});
export type Usage = z.infer<typeof usageSchema>;
