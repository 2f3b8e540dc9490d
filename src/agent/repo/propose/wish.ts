import { z } from 'zod';

/** A change that the Brain wants proposed, as the call says it. */
export const wishSchema = z.strictObject({
	repository: z.string().min(1).describe('As acme/app'),
	title: z.string().trim().min(1).max(200),
	description: z
		.string()
		.max(8_000)
		.describe('Markdown: what was asked for and what was changed, without names of people'),
});
export type Wish = z.infer<typeof wishSchema>;
