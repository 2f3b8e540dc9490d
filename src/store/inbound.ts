import { z } from 'zod';

/** Where people talk, on one platform: `id` is the platform's own readable key of the thread, without `/`, at most 120 characters. */
export const threadSchema = z.strictObject({
	platform: z.enum(['terminal', 'slack', 'discord']),
	id: z.string().regex(/^[A-Za-z0-9._-]{1,120}$/),
});
export type Thread = z.infer<typeof threadSchema>;

/** Someone in a thread. `id` as in DESIGN: `local`, `slack:T1/U2`, `discord:G1/U2`. */
export const personSchema = z.strictObject({ id: z.string().min(1), name: z.string().min(1) });
export type Person = z.infer<typeof personSchema>;

/** A file by reference: only its adapter knows what `source` means (a path, a URL, a file id). Fetched after the ack, before the turn. */
export const fileRefSchema = z.strictObject({
	name: z.string(),
	size: z.number().int().nonnegative().optional(),
	source: z.string().min(1),
});
export type FileRef = z.infer<typeof fileRefSchema>;

const common = {
	/** The platform's own key of this delivery, unique per platform: the same key again is `seen`. */
	key: z.string().min(1).max(300),
	thread: threadSchema,
	person: personSchema,
	/** ISO 8601 time at which it was said. */
	at: z.iso.datetime(),
};

/** Everything that comes in from a platform. Stored before it is acknowledged. */
export const inboundSchema = z.discriminatedUnion('type', [
	z.strictObject({ ...common, type: z.literal('message'), text: z.string(), files: z.array(fileRefSchema) }),
	z.strictObject({ ...common, type: z.literal('edit'), of: z.string(), text: z.string() }),
	z.strictObject({ ...common, type: z.literal('delete'), of: z.string() }),
	z.strictObject({ ...common, type: z.literal('command'), name: z.string(), args: z.string() }),
	/** `value` null: the question expired. */
	z.strictObject({ ...common, type: z.literal('answer'), question: z.string(), value: z.json() }),
	z.strictObject({ ...common, type: z.literal('stop') }),
	z.strictObject({ ...common, type: z.literal('opened') }),
	z.strictObject({ ...common, type: z.literal('feedback'), turn: z.string(), value: z.string() }),
]);
export type Inbound = z.infer<typeof inboundSchema>;

/** Takes in one thing from a platform: resolves when it is stored (only then may the adapter acknowledge), `seen` for a key that was stored before. */
export type Accept = (inbound: Inbound) => Promise<'stored' | 'seen'>;
