import { z } from 'zod';
import { accessory, actionElement, contextAction, contextElement, inputElement } from './elements.ts';
import { id, image, plain, richText, sources, words } from './objects.ts';

/** Blocks, one schema a type; a type that is not here is refused. */
const base = { block_id: id.optional() };

const section = z
	.strictObject({
		type: z.literal('section'),
		text: words(3000).optional(),
		fields: z.array(words(2000)).min(1).max(10).optional(),
		accessory: accessory.optional(),
		expand: z.boolean().optional(),
		...base,
	})
	.refine(({ text, fields }) => text !== undefined || fields !== undefined, 'needs text or fields');

const context = z.strictObject({
	type: z.literal('context'),
	elements: z.array(contextElement).min(1).max(10),
	...base,
});
const actions = z.strictObject({
	type: z.literal('actions'),
	elements: z.array(actionElement).min(1).max(25),
	...base,
});
const header = z.strictObject({ type: z.literal('header'), text: plain(150), level: z.int().optional(), ...base });
const divider = z.strictObject({ type: z.literal('divider'), ...base });
const markdown = z.strictObject({ type: z.literal('markdown'), text: z.string().min(1).max(12_000), ...base });
const imageBlock = z.strictObject({ type: z.literal('image'), title: plain(2000).optional(), ...image, ...base });

const input = z.strictObject({
	type: z.literal('input'),
	label: plain(2000),
	element: inputElement,
	hint: plain(2000).optional(),
	optional: z.boolean().optional(),
	dispatch_action: z.boolean().optional(),
	...base,
});

const contextActions = z.strictObject({
	type: z.literal('context_actions'),
	elements: z.array(contextAction).min(1).max(5),
	...base,
});

export const taskStatus = z.enum(['pending', 'in_progress', 'complete', 'error']);

const taskCard = z.strictObject({
	type: z.literal('task_card'),
	task_id: z.string().min(1),
	title: z.string().min(1),
	details: richText.optional(),
	output: richText.optional(),
	sources: sources.optional(),
	status: taskStatus,
	...base,
});

const plan = z.strictObject({
	type: z.literal('plan'),
	title: z.string().min(1),
	tasks: z.array(taskCard).max(50).optional(),
	...base,
});

const cell = z.discriminatedUnion('type', [
	richText,
	z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }),
	z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().optional() }),
]);

const table = z.strictObject({
	type: z.literal('table'),
	rows: z.array(z.array(cell).min(1).max(20)).min(1).max(100),
	column_settings: z
		.array(
			z.strictObject({
				align: z.enum(['left', 'center', 'right']).optional(),
				is_wrapped: z.boolean().optional(),
			}),
		)
		.max(20)
		.optional(),
	...base,
});

const everywhere = [section, context, actions, header, divider, imageBlock, input, richText] as const;

/** The blocks that a message may hold. */
export const messageBlock = z.discriminatedUnion('type', [
	...everywhere,
	markdown,
	contextActions,
	taskCard,
	plan,
	table,
]);
/** The blocks that a modal or the home tab may hold. */
export const viewBlock = z.discriminatedUnion('type', [...everywhere]);
