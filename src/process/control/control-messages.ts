import { z } from 'zod';
import { sessionIdSchema } from '../../chat/session-id.ts';

/** An order of the operator's command line to the process that runs on the data folder. */
export const controlRequestSchema = z.discriminatedUnion('verb', [
	z.strictObject({ verb: z.literal('delete-session'), session: sessionIdSchema }),
	z.strictObject({ verb: z.literal('list-keys') }),
	z.strictObject({ verb: z.literal('revoke-key'), id: z.string().max(100) }),
]);
export type ControlRequest = z.infer<typeof controlRequestSchema>;

/** `text`: a sentence for the operator. */
export const controlReplySchema = z.strictObject({ ok: z.boolean(), text: z.string() });
export type ControlReply = z.infer<typeof controlReplySchema>;

/** Characters of one message, which is one line of JSON. */
export const longestLine = 65_536;
