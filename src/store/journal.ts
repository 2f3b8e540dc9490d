import { z } from 'zod';
import { kept } from '../base/kept.ts';
import { questionSchema } from '../chat/question.ts';
import { personSchema, threadSchema } from '../chat/thread.ts';
import { untilSchema } from '../chat/undelivered.ts';
import { usageSchema } from '../chat/usage.ts';
import { windowSchema } from './window-facts.ts';

/** One tool call of a model message. `arguments` is always valid JSON text: broken arguments are stored as `{}` with `problem`. */
export const toolCallSchema = kept({
	id: z.string().min(1),
	name: z.string(),
	arguments: z.string(),
	problem: z.string().optional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

/**
 * A picture that a message brings: the name of its copy among what was seen, whose bytes are read when it is shown, and where in the sandbox it was
 * looked at. Journals once told the name alone, of a copy among the inputs.
 */
const pictureSchema = z.union([
	kept({ name: z.string(), path: z.string(), page: z.number().int().optional() }),
	z.string().transform((name): { name: string; path: string; page?: number } => ({ name, path: `/inputs/${name}` })),
]);
export type Picture = z.infer<typeof pictureSchema>;

const pictures = z.array(pictureSchema).optional();

/** One thing that the Brain remembers: the session's history is a list of these. */
export const messageSchema = z.discriminatedUnion('role', [
	kept({ role: z.literal('user'), text: z.string(), person: personSchema.optional(), pictures }),
	kept({
		role: z.literal('assistant'),
		text: z.string(),
		reasoning: z.string().optional(),
		calls: z.array(toolCallSchema),
	}),
	kept({ role: z.literal('tool'), callId: z.string(), ok: z.boolean(), text: z.string(), pictures }),
]);
export type Message = z.infer<typeof messageSchema>;

/**
 * A file that was handed over, by its name among the session's artifacts. Journals once told the path of the host's copy too: its end is that
 * name, and what it begins with is not true any more of a data folder that was moved.
 */
export const artifactSchema = kept({
	name: z.string().min(1),
	path: z.string().optional(),
	size: z.number().int().nonnegative(),
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
	/** Why it was not delivered before, as people were told. */
	told: z.string().optional(),
	/** Half a sentence about it for people and the Brain. */
	remark: z.string().optional(),
}).transform(({ path: _formerly, ...artifact }) => artifact);

export const refusalSchema = kept({ name: z.string(), reason: z.string() });

export const outcomeSchema = z.discriminatedUnion('outcome', [
	kept({ outcome: z.literal('done') }),
	kept({ outcome: z.literal('stopped'), stopped: z.array(z.string()) }),
	kept({ outcome: z.literal('failed'), reason: z.string() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;

/** Messages of the history as it is when the entry comes, numbered from 0: from `from` on, up to and without `to`. */
const rangeSchema = kept({ from: z.number().int().nonnegative(), to: z.number().int().nonnegative() });
export type MessageRange = z.infer<typeof rangeSchema>;

/** Stands in the place of messages: those that stay, by their numbers, and new ones. */
const pieceSchema = z.union([rangeSchema, messageSchema]);
export type Piece = z.infer<typeof pieceSchema>;

/** Results were cleared to a line, the past was put into a summary, or the oldest was left out. */
const compactedBy = z.enum(['masked', 'summarized', 'dropped']);

const step = { turn: z.string().min(1) };
/** It may come in the middle of a turn, or between turns. */
const anywhere = { turn: z.string().min(1).optional() };

/** The steps of a turn, each appended and fsynced before the next thing happens. */
export const stepSchema = z.discriminatedUnion('type', [
	/** A message (or several that steered) was taken out of the inbox into the history. */
	kept({
		...step,
		type: z.literal('taken'),
		keys: z.array(z.string()),
		thread: threadSchema,
		message: messageSchema,
		placed: z.array(kept({ name: z.string(), size: z.number().int() })),
		refused: z.array(refusalSchema),
		/** It named nobody, and may have been meant for others in the thread. */
		aside: z.literal(true).optional(),
		/** The instructions that the turn has, where it begins it: whose, and which version. */
		instructions: z.array(kept({ of: z.string(), version: z.string() })).optional(),
	}),
	kept({ ...step, type: z.literal('model'), message: messageSchema, usage: usageSchema.optional() }),
	kept({ ...step, type: z.literal('tool-started'), callId: z.string(), tool: z.string(), title: z.string() }),
	kept({
		...step,
		type: z.literal('tool-finished'),
		callId: z.string(),
		ok: z.boolean(),
		text: z.string(),
		pictures,
		ms: z.number().nonnegative(),
		/** When it was said, for whoever said it, where that was long after the question. */
		time: z.string().optional(),
		/** The platform's key of the message that is the answer. */
		by: z.string().optional(),
	}),
	kept({
		...step,
		type: z.literal('collected'),
		artifacts: z.array(artifactSchema),
		refused: z.array(refusalSchema),
		/** More may lie in `/outputs`, and a later turn may have it. */
		rest: z.literal('later').optional(),
	}),
	/** Collected files that their platform has not taken, found out when the turn was shown. */
	kept({
		...step,
		type: z.literal('undelivered'),
		files: z.array(
			kept({ name: z.string(), size: z.number().int(), sha256: z.string(), until: untilSchema, reason: z.string() }),
		),
	}),
	kept({ ...step, type: z.literal('parked'), question: questionSchema }),
	/** The answer to a question whose call goes on with it; `value` null: it expired. The call has no result yet. */
	kept({
		...step,
		type: z.literal('answered'),
		callId: z.string(),
		question: z.string(),
		value: z.json(),
		person: personSchema,
		/** The platform's key of the message that is the answer. */
		by: z.string().optional(),
	}),
	/** `to`: for this person's eyes only. `warns`: of which budget of which day, by the mark under which it is kept that it was told. */
	kept({
		...step,
		type: z.literal('notice'),
		text: z.string(),
		to: personSchema.optional(),
		warns: kept({ kind: z.string(), day: z.string(), mark: z.string() }).optional(),
	}),
	/** The turn was found unfinished at a start and goes on; in this process, where that is known. */
	kept({ ...step, type: z.literal('resumed'), process: z.string().optional() }),
	/** The process left, or could not go on for now, while the turn was open: the turn did not end it. */
	kept({ ...step, type: z.literal('left'), process: z.string() }),
	kept({
		...step,
		type: z.literal('ended'),
		outcome: outcomeSchema,
		/** The platform's key of the stop that ended it. */
		by: z.string().optional(),
		/** Messages that were said before that stop and had not begun: they never will. `person`: the id of whoever said it. */
		takenBack: z.array(kept({ key: z.string(), text: z.string(), person: z.string().optional() })).optional(),
	}),
	/** Everything of the ended turn has been shown. */
	kept({ ...step, type: z.literal('shown') }),
	/** The history was emptied by a person. */
	kept({ type: z.literal('cleared'), backup: z.string() }),
	/** The messages that were emptied so are there again, before those that were said since. */
	kept({ type: z.literal('restored'), messages: z.array(messageSchema) }),
	/** The messages that it covers are in the history as `result` from then on. */
	kept({
		...anywhere,
		type: z.literal('compacted'),
		by: compactedBy,
		covers: rangeSchema,
		result: z.array(pieceSchema),
		/** Of the request: estimated where its server does not count. */
		tokens: kept({ before: z.number().nonnegative(), after: z.number().nonnegative() }),
		/** The name of the copy in `histories/`. */
		backup: z.string().optional(),
		/** The line that people are told. */
		text: z.string().optional(),
	}),
	/** A summary was tried for, at so many tokens, and not made; `text` tells people why, `answers` the Brain, as the result of its call. */
	kept({
		...anywhere,
		type: z.literal('not-compacted'),
		tokens: z.number().nonnegative(),
		text: z.string(),
		answers: kept({ callId: z.string(), text: z.string() }).optional(),
	}),
	/** The messages that a compaction had replaced stand again in the place of those that it covers now. */
	kept({
		...anywhere,
		type: z.literal('compaction-undone'),
		covers: rangeSchema,
		messages: z.array(messageSchema),
		tokens: z.number().nonnegative(),
	}),
	/** The Brain is to know that its window fills; or people, once, that the server cuts what it is sent. */
	kept({ ...anywhere, type: z.literal('window'), told: z.enum(['filling', 'truncated']), text: z.string() }),
]);
export type Step = z.infer<typeof stepSchema>;

/** A step as it stands in `journal.jsonl`, one a line: numbered from 1 without gaps, under a lease. */
export const journalEntrySchema = kept({
	seq: z.number().int().min(1),
	at: z.iso.datetime(),
	lease: z.number().int().nonnegative(),
	step: stepSchema,
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** `current_history.json`: the history up to and with journal entry `seq`. Loading is this plus the replay of later entries. */
export const snapshotSchema = kept({
	version: z.literal(1),
	seq: z.number().int().nonnegative(),
	messages: z.array(messageSchema),
	/** Artifacts known so far: name to SHA-256. */
	artifacts: z.record(z.string(), z.string()),
	/** Files that were refused to be handed over, as `name: reason`. */
	refused: z.array(z.string()),
	/** Files that their platform has not taken, by name. */
	undelivered: z
		.record(
			z.string(),
			kept({
				size: z.number().int(),
				sha256: z.string(),
				until: untilSchema,
				reason: z.string(),
				/** How often it was refused. */
				tries: z.number().int(),
			}),
		)
		.optional(),
	/** How many turns in a row have left files in `/outputs` that a later one may hand over. */
	uncollected: z.number().int().nonnegative().optional(),
	/** Notes for the Brain with the next message: refused artifacts, stopped calls. */
	notes: z.array(z.string()),
	/** How the last turn ended. */
	last: outcomeSchema.optional(),
	window: windowSchema.optional(),
});
export type Snapshot = z.infer<typeof snapshotSchema>;
