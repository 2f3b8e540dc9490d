import { z } from 'zod';
import { kept } from '../base/kept.ts';

/** How the history fills the model's window, and what was done about it. Tokens of the newest request. */
export const windowSchema = kept({
	/** As the server counted them: all that comes before message `at`, prompt and tools included. */
	counted: kept({ tokens: z.number().nonnegative(), at: z.number().int().nonnegative() }).optional(),
	/** Left by the last clearing of results; and when a summary was last made, or tried for: nothing is done again before they have grown. */
	masked: z.number().nonnegative().optional(),
	tried: z.number().nonnegative().optional(),
	/** How often messages were replaced: so often the server's cache was broken. */
	times: z.number().int().nonnegative().default(0),
	/** Who has spoken in what was replaced: marks of ids that name nobody, two at most. */
	people: z.array(z.string()).optional(),
	/** The Brain has been told that it fills: ever, and since the last summary. */
	filling: z.literal(true).optional(),
	told: z.literal(true).optional(),
	truncated: z.literal(true).optional(),
});
export type WindowFacts = z.infer<typeof windowSchema>;
