import type { Json, Stream, Task } from '../world.ts';

/** A streamed message as it is shown: its text, and its blocks in the order of its display mode. */
export function renderStream({ parts, mode, planTitle }: Stream): {
	readonly text: string;
	readonly blocks: readonly Json[];
} {
	const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
	const cards = parts.flatMap((part) => (part.kind === 'task' ? [cardOf(part.task)] : []));
	const inPlan = mode === 'plan' && (cards.length > 0 || planTitle !== undefined);
	const plan = inPlan ? [{ type: 'plan', title: planTitle ?? 'Thinking', tasks: cards }] : [];
	const rest = parts.flatMap((part): readonly Json[] => {
		if (part.kind === 'text') return [{ type: 'markdown', text: part.text }];
		if (part.kind === 'blocks') return part.blocks;
		return mode === 'plan' ? [] : [cardOf(part.task)];
	});
	return { text: texts.join(''), blocks: [...plan, ...rest] };
}

function cardOf({ id, title, status, details, output, sources }: Task): Json {
	return {
		type: 'task_card',
		task_id: id,
		title,
		status,
		...(details ? { details: richText(details) } : {}),
		...(output ? { output: richText(output) } : {}),
		...(sources.length > 0 ? { sources } : {}),
	};
}

function richText(text: string): Json {
	return {
		type: 'rich_text',
		elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
	};
}
