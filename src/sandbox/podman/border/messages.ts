import { z } from 'zod';
import { walkRequests } from '../line/messages.ts';

/** One part of a path, with nothing in it that leads elsewhere. */
const slot = z.string().regex(/^[\w-][\w.-]*$/);
/** A path below the data folder. */
const below = z.string().min(1);
const trees = z.object({ inputs: below, tools: below, memories: below });
const id = z.number().int().nonnegative();

/** The helper does this, and nothing else. */
export const requestSchema = z.discriminatedUnion('verb', [
	z.object({ verb: z.literal('make-slot'), slot }),
	z.object({ verb: z.literal('bind-trees'), slot, stage: slot, trees }),
	z.object({ verb: z.literal('mount-disk'), slot, image: below, idBase: id }),
	z.object({ verb: z.literal('remove-slot'), slot }),
	z.object({ verb: z.literal('disk-gone'), slot }),
	z.object({ verb: z.literal('walk'), slot, hostDevice: id }),
	...walkRequests,
]);
export type Request = z.infer<typeof requestSchema>;
