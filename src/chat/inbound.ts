import { z } from 'zod';
import { kept } from '../base/kept.ts';
import { questionSchema } from './question.ts';
import { type Person, personSchema, type Thread, threadSchema } from './thread.ts';

/** A file by reference: only its adapter knows what `source` means (a path, a URL, a file id). Fetched after the ack, before the turn. */
export const fileRefSchema = kept({
	name: z.string(),
	size: z.number().int().nonnegative().optional(),
	source: z.string().min(1),
	/** Who shared it, where that is not who sent what it came with; null: no person whom the platform knows, such as a bot. */
	by: personSchema.nullable().optional(),
	/** It holds words of its message, as a long table does: it is taken in wherever they are read, whoever wrote them. */
	ofWords: z.literal(true).optional(),
});
export type FileRef = z.infer<typeof fileRefSchema>;

/** A message from before the thread became ours: data for the Brain, whoever wrote it. */
export interface EarlierMessage {
	readonly name: string;
	/** Who it was, with traits; known at least where there are files. Undefined: a bot, or nobody whom the platform knows. */
	readonly person?: Person;
	/** ISO 8601. */
	readonly at: string;
	readonly text: string;
	readonly files: readonly FileRef[];
}

/** A message that waited, as it was stored. */
export interface StoredMessage {
	readonly thread: Thread;
	readonly key: string;
	readonly text: string;
	/** How many files it was stored with. */
	readonly files: number;
	/** When this process has stored it, ms since the epoch; undefined: an earlier one has. */
	readonly since: number | undefined;
}

/** The message as its platform has it now; `as-stored` also where that cannot be known. */
export type MessageNow =
	| { readonly state: 'as-stored' }
	| {
			readonly state: 'changed';
			readonly text: string;
			readonly files: readonly FileRef[];
			/** As a message has them. */
			readonly parts?: readonly string[];
	  }
	| { readonly state: 'gone' };

const common = {
	/** The platform's own key of this delivery, unique per platform: the same key again is `seen`. */
	key: z.string().min(1).max(300),
	thread: threadSchema,
	person: personSchema,
	/** ISO 8601 time at which it was said. */
	at: z.iso.datetime(),
	/**
	 * Who may read what is said in the thread: `public`, everyone of its place; `private`, some; `alone`, this person and nobody else, as the
	 * answers to a slash command. Absent: not known, which counts as private.
	 */
	audience: z.enum(['public', 'private', 'alone']).optional(),
};

/** Everything that comes in from a platform. Stored before it is acknowledged. */
export const inboundSchema = z.discriminatedUnion('type', [
	kept({
		...common,
		type: z.literal('message'),
		text: z.string(),
		files: z.array(fileRefSchema),
		/** People have talked in the thread before it became ours: what they said is fetched before the turn. */
		withEarlier: z.literal(true).optional(),
		/** It was said in a thread of ours, and names nobody: it may be meant for others there. */
		aside: z.literal(true).optional(),
		/** It is to reach a running turn at its next model call. */
		steers: z.literal(true).optional(),
		/** Its files, if it has any, may not have been delivered yet. */
		filesMayCome: z.literal(true).optional(),
		/** Keys under which its platform may deliver parts of it alone, such as its files: it holds them, and they are `seen` when it is stored. */
		parts: z.array(z.string().min(1).max(300)).optional(),
	}),
	/** The waiting message with the key `of` is to reach the running turn at its next model call. */
	kept({ ...common, type: z.literal('steer'), of: z.string() }),
	kept({ ...common, type: z.literal('edit'), of: z.string(), text: z.string() }),
	/** `gone`: its platform has the message no more, so that it leaves what is kept, too; otherwise its waiting alone is to end. */
	kept({ ...common, type: z.literal('delete'), of: z.string(), gone: z.literal(true).optional() }),
	kept({ ...common, type: z.literal('command'), name: z.string(), args: z.string() }),
	/** `value` null: the question expired. */
	kept({ ...common, type: z.literal('answer'), question: z.string(), value: z.json() }),
	/**
	 * Everything that was said before it is to end. `turn`: only where this turn is the one that runs or waits. `timed`: `at` is by the clock that
	 * times what is said in the thread, so that what was said before it is known even when it is stored after it.
	 */
	kept({
		...common,
		type: z.literal('stop'),
		turn: z.string().min(1).optional(),
		timed: z.literal(true).optional(),
		/** It names nobody, as a message may: where nothing runs it was meant for others. */
		aside: z.literal(true).optional(),
	}),
	kept({ ...common, type: z.literal('opened') }),
	kept({ ...common, type: z.literal('feedback'), turn: z.string(), value: z.string() }),
	/** An order to erase: all that the session keeps and that came in before it, or the words of one person, or what was told of memories. It comes from no platform. */
	kept({
		...common,
		type: z.literal('erase'),
		what: z.discriminatedUnion('kind', [
			kept({ kind: z.literal('session') }),
			kept({ kind: z.literal('person'), person: personSchema }),
			kept({ kind: z.literal('memories') }),
		]),
	}),
	/** Words of our own that are due until they are said, in no turn: under `turn` in the outbox, to what came in as `answers`. */
	kept({
		...common,
		type: z.literal('word'),
		turn: z.string(),
		answers: z.string(),
		/** Whom they answer. */
		by: personSchema.optional(),
		/** A notice; none where it is empty. */
		text: z.string(),
		to: personSchema.optional(),
		asks: questionSchema.optional(),
		closes: kept({ question: questionSchema, text: z.string() }).optional(),
	}),
]);
export type Inbound = z.infer<typeof inboundSchema>;
export type InboundOf<Type extends Inbound['type']> = Extract<Inbound, { readonly type: Type }>;
export type MessageInbound = InboundOf<'message'>;
export type CommandInbound = InboundOf<'command'>;
export type AnswerInbound = InboundOf<'answer'>;
export type EraseInbound = InboundOf<'erase'>;
export type WordInbound = InboundOf<'word'>;

/**
 * Takes in one thing from a platform: resolves when it is stored (only then may the adapter acknowledge), `seen` for a key that was stored
 * before, `denied` when its person may not do that there: they are told, for their eyes only, and nothing of it is kept.
 */
export type Accept = (inbound: Inbound) => Promise<'stored' | 'seen' | 'denied'>;

/** The key of a message's files, where its platform delivered them after its words. Pure. */
export function filesKey(message: string): string {
	return `${message}/files`;
}

/** An inbound that is about to be made. */
export type Asked = Pick<Inbound, 'type' | 'person' | 'thread'>;

/**
 * Why somebody may not do it there, a sentence for their eyes only; undefined: they may. It answers what `Accept` would: an adapter asks
 * before anything that others see. Pure.
 */
export type DenialOf = (asked: Asked) => string | undefined;
