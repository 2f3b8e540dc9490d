import { z } from 'zod';
import { bounds } from '../bounds.ts';

/**
 * As much as is read of an agent's messages, and no more: agents leave fields out, add others, and write kinds of their own (seen in six agents,
 * protocol version 1). A field that is not as it should be is as if it were not there.
 */
const text = z.string().optional().catch(undefined);
const id = z.string().min(1).max(bounds.id);

const contentSchema = z.object({ type: z.literal('text'), text: z.string() });

const diffSchema = z.object({
	type: z.literal('diff'),
	path: z.string(),
	oldText: text.nullable(),
	newText: z.string(),
});
export type WireDiff = z.infer<typeof diffSchema>;

const toolContentSchema = z.union([
	diffSchema,
	z.object({ type: z.literal('content'), content: contentSchema }).transform(({ content }) => content),
]);
export type WireContent = z.infer<typeof toolContentSchema>;

/** The first so many of a list that are as they should be. */
const some = <T>(item: z.ZodType<T>, most: number) =>
	z.array(z.unknown()).transform((items) =>
		items.slice(0, 4 * most).flatMap((value) => {
			const found = item.safeParse(value);
			return found.success ? [found.data] : [];
		}),
	);

const toolFields = {
	toolCallId: id,
	title: text,
	kind: text,
	status: text,
	content: some(toolContentSchema, bounds.diffsOfCard).optional().catch(undefined),
	rawInput: z
		.object({ command: z.union([z.string(), z.array(z.string()).transform((words) => words.join(' '))]) })
		.optional()
		.catch(undefined),
};
const toolSchema = z.object(toolFields);
/** One message about a tool call. */
export type WireTool = z.infer<typeof toolSchema>;

const planEntrySchema = z.object({
	content: z.string(),
	status: z.enum(['pending', 'in_progress', 'completed']).catch('pending'),
});

const count = z.number().int().min(0);

const updateSchema = z.discriminatedUnion('sessionUpdate', [
	z.object({ sessionUpdate: z.literal('agent_message_chunk'), content: contentSchema, messageId: text.nullable() }),
	z.object({ sessionUpdate: z.literal('agent_thought_chunk'), content: contentSchema }),
	z.object({ sessionUpdate: z.literal('tool_call'), ...toolFields }),
	z.object({ sessionUpdate: z.literal('tool_call_update'), ...toolFields }),
	z.object({ sessionUpdate: z.literal('plan'), entries: some(planEntrySchema, bounds.planEntries) }),
	z.object({ sessionUpdate: z.literal('usage_update'), used: count, size: count }),
]);
export type WireUpdate = z.infer<typeof updateSchema>;

const kinds: ReadonlySet<unknown> = new Set([
	'agent_message_chunk',
	'agent_thought_chunk',
	'tool_call',
	'tool_call_update',
	'plan',
	'usage_update',
]);

const notificationSchema = z.object({ sessionId: z.string(), update: z.looseObject({ sessionUpdate: z.string() }) });

/** `other`: of another session, or of a kind that nobody is shown. */
export type ReadUpdate = { readonly kind: 'update'; readonly update: WireUpdate } | { readonly kind: 'other' | 'bad' };

/** Reads the parameters of a `session/update`. Pure. */
export function readUpdate(params: unknown, session: string): ReadUpdate {
	const read = notificationSchema.safeParse(params);
	if (!read.success) return { kind: 'bad' };
	const { sessionId, update } = read.data;
	if (sessionId !== session || !kinds.has(update.sessionUpdate)) return { kind: 'other' };
	const known = updateSchema.safeParse(update);
	return known.success ? { kind: 'update', update: known.data } : { kind: 'bad' };
}

const optionSchema = z.object({
	optionId: id,
	name: z.string(),
	kind: z.enum(['allow_once', 'allow_always', 'reject_once', 'reject_always']),
});
export type WireOption = z.infer<typeof optionSchema>;

export const permissionSchema = z.object({
	sessionId: z.string(),
	toolCall: toolSchema,
	options: some(optionSchema, bounds.options),
});
export type WirePermission = z.infer<typeof permissionSchema>;

export const initializedSchema = z.object({ protocolVersion: z.number() });

const choicesSchema = z.union([
	z.object({ value: z.string() }).transform(({ value }) => [value]),
	z
		.object({ options: some(z.object({ value: z.string() }), 100) })
		.transform(({ options }) => options.map((one) => one.value)),
]);

/** Modes stand in one of two places: OpenCode has them among its options. */
export const startedSchema = z.object({
	sessionId: z.string().min(1),
	modes: z
		.object({ currentModeId: z.string(), availableModes: some(z.object({ id: z.string() }), 100) })
		.nullish()
		.catch(undefined),
	configOptions: some(
		z.object({
			id: z.string(),
			category: text.nullable(),
			currentValue: z.string(),
			options: some(choicesSchema, 100).transform((values) => values.flat()),
		}),
		100,
	)
		.nullish()
		.catch(undefined),
});
export type StartedSession = z.infer<typeof startedSchema>;

export const endedSchema = z.object({ stopReason: z.string() });
