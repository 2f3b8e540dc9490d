import { z } from 'zod';

/** All that the bot may ask of root beside sandboxes. */
export const questionSchema = z.discriminatedUnion('verb', [
	/** A folder for a demo; from then on sandboxes are those of its `home`. */
	z.object({ verb: z.literal('demo') }),
	/** The settings are to be asked for once the bot has left, and the bot to be started again. */
	z.object({ verb: z.literal('set-up') }),
	/** A place to export to: what is there at the end is put where the command line says. */
	z.object({ verb: z.literal('export'), target: z.string() }),
	/** `artifacts` in the working folder, for the bot to write into. */
	z.object({ verb: z.literal('artifacts') }),
	/** Opens a file that the person at the terminal named. */
	z.object({ verb: z.literal('open-input'), path: z.string() }),
	/** The next bytes of it; none at its end, which closes it. */
	z.object({ verb: z.literal('next-input'), input: z.number().int() }),
	z.object({ verb: z.literal('close-input'), input: z.number().int() }),
]);
export type Question = z.infer<typeof questionSchema>;

/** Goes to root: a question with a number of its own. */
export const orderSchema = z.object({ id: z.number().int().nonnegative(), question: questionSchema });

/** Of a file: its number and its size, or that there is none, or why it is not handed in. */
export const openedSchema = z.union([
	z.object({ input: z.number().int(), size: z.number() }),
	z.object({ refused: z.string() }),
	z.object({ missing: z.literal(true) }),
]);
export type Opened = z.infer<typeof openedSchema>;

const failureSchema = z.object({ message: z.string(), mend: z.string().optional() });
export type Failure = z.infer<typeof failureSchema>;

/** Said to the bot before it asks anything. */
const helloSchema = z.object({
	/** The text of `.env`. */
	dotEnv: z.string(),
	/** Whoever has started it. */
	person: z.string(),
	/** It was set up a moment ago: what was set is to be looked at first. */
	isSetUp: z.boolean(),
	/** No dead process has left sandboxes of its data folder. */
	isClear: z.boolean(),
	/** Why sandboxes cannot be had on this host, where that is so. */
	lacking: failureSchema.optional(),
});
export type Hello = z.infer<typeof helloSchema>;

const logSchema = z.object({
	level: z.enum(['debug', 'info', 'warn', 'error']),
	message: z.string(),
	fields: z.record(z.string(), z.unknown()),
});
export type LogLine = z.infer<typeof logSchema>;

/** Goes to the bot. */
export const saidSchema = z.union([
	z.object({ hello: helloSchema }),
	z.object({ log: logSchema }),
	z.object({ id: z.number(), done: z.object({ folder: z.string().optional(), opened: openedSchema.optional() }) }),
	z.object({ id: z.number(), failed: failureSchema }),
]);
export type Said = z.infer<typeof saidSchema>;
