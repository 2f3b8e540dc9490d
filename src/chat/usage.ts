import { z } from 'zod';
import { kept } from '../base/kept.ts';

/** Tokens of one model call, as the server counted them. */
export const usageSchema = kept({
	inputTokens: z.number().int().nonnegative(),
	outputTokens: z.number().int().nonnegative(),
	/** Those of the input that the server had kept from an earlier call, where it tells. */
	cachedTokens: z.number().int().nonnegative().optional(),
	/** Where another than the role's own model answered. */
	model: z.string().optional(),
});
export type Usage = z.infer<typeof usageSchema>;
