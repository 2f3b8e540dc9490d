import { z } from 'zod';
import { questionSchema } from './question.ts';

/** Where people talk, on one platform: `id` is the platform's own readable key of the thread, without `/`, at most 120 characters. */
export const threadSchema = z.strictObject({
	platform: z.enum(['terminal', 'slack', 'discord']),
	id: z.string().regex(/^[A-Za-z0-9._-]{1,120}$/),
});
export type Thread = z.infer<typeof threadSchema>;

/**
 * Someone in a thread. `id`: `local`, `slack:T1/U2`, `discord:G1/U2`; the team or guild is the person's own, so an external's differs from
 * that of the thread. `traits` are what else rights may depend on, in the words of the settings: `slack:T1/channel:C1`, `slack:T1/group:S1`,
 * `discord:G1/role:R1`, `slack:T1/installer`; `slack:T1/guests` and `slack:T1/externals` for those who are not of the workspace.
 */
export const personSchema = z.strictObject({
	id: z.string().min(1),
	name: z.string().min(1),
	traits: z.array(z.string()).optional(),
});
export type Person = z.infer<typeof personSchema>;

/** A file by reference: only its adapter knows what `source` means (a path, a URL, a file id). Fetched after the ack, before the turn. */
export const fileRefSchema = z.strictObject({
	name: z.string(),
	size: z.number().int().nonnegative().optional(),
	source: z.string().min(1),
});
export type FileRef = z.infer<typeof fileRefSchema>;

/** What somebody said in a thread before it became ours: data for the Brain, whoever wrote it. */
export interface EarlierMessage {
	readonly name: string;
	/** ISO 8601. */
	readonly at: string;
	readonly text: string;
	readonly files: readonly FileRef[];
}

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
	z.strictObject({
		...common,
		type: z.literal('message'),
		text: z.string(),
		files: z.array(fileRefSchema),
		/** People have talked in the thread before it became ours: what they said is fetched before the turn. */
		withEarlier: z.literal(true).optional(),
		/** It is to reach a running turn at its next model call. */
		steers: z.literal(true).optional(),
	}),
	/** The waiting message with the key `of` is to reach the running turn at its next model call. */
	z.strictObject({ ...common, type: z.literal('steer'), of: z.string() }),
	z.strictObject({ ...common, type: z.literal('edit'), of: z.string(), text: z.string() }),
	z.strictObject({ ...common, type: z.literal('delete'), of: z.string() }),
	z.strictObject({ ...common, type: z.literal('command'), name: z.string(), args: z.string() }),
	/** `value` null: the question expired. */
	z.strictObject({ ...common, type: z.literal('answer'), question: z.string(), value: z.json() }),
	z.strictObject({ ...common, type: z.literal('stop') }),
	z.strictObject({ ...common, type: z.literal('opened') }),
	z.strictObject({ ...common, type: z.literal('feedback'), turn: z.string(), value: z.string() }),
	/** Words of our own that are due until they are said, in no turn: under `turn` in the outbox, to what came in as `answers`. */
	z.strictObject({
		...common,
		type: z.literal('word'),
		turn: z.string(),
		answers: z.string(),
		/** A notice; none where it is empty. */
		text: z.string(),
		to: personSchema.optional(),
		asks: questionSchema.optional(),
		closes: z.strictObject({ question: questionSchema, text: z.string() }).optional(),
	}),
]);
export type Inbound = z.infer<typeof inboundSchema>;

/** Takes in one thing from a platform: resolves when it is stored (only then may the adapter acknowledge), `seen` for a key that was stored before. */
export type Accept = (inbound: Inbound) => Promise<'stored' | 'seen'>;
