import { z } from 'zod';
import type { Report } from '../../../src/demo/report.ts';
import type { FakeSlack } from '../fake-slack/fake-slack.ts';
import type { SeenMessage } from '../fake-slack/seen.ts';
import { createNarrator, type Narrator, type Sight } from '../platform-demo/narrator.ts';

export interface SlackNarratorDeps {
	readonly slack: FakeSlack;
	readonly report: Report;
	/** Those of the thread. */
	readonly messages: () => readonly SeenMessage[];
}

/** Tells the cards of the bot's live message, then each message that is finished. */
export function createSlackNarrator({ slack, report, messages }: SlackNarratorDeps): Narrator {
	const sights = (message: SeenMessage, isOver: boolean): Sight[] =>
		isFinished(message) || isOver
			? [{ key: message.ts, line: () => `Threadsmith:\n${quoted(slack.plainText(message))}` }]
			: cardsOf(message).map(({ id, line }) => ({ key: `${message.ts} ${id}`, line: () => `  ${line}` }));
	const own = () => messages().filter(({ botId }) => botId === slack.botId);
	return createNarrator(report, (isOver) => own().flatMap((message) => sights(message, isOver)));
}

/** A stream's message is finished when the bot has put something for good in its place. */
function isFinished({ stream, edits }: SeenMessage): boolean {
	return stream === undefined || edits > 0;
}

const cardSchema = z.object({ task_id: z.string(), title: z.string(), status: z.string() });
const planSchema = z.object({ type: z.literal('plan'), tasks: z.array(cardSchema) });

function cardsOf({ blocks }: SeenMessage): { readonly id: string; readonly line: string }[] {
	const plans = blocks.flatMap((block) => planSchema.safeParse(block).data ?? []);
	return plans.flatMap(({ tasks }) => tasks.map((task) => ({ id: task.task_id, line: lineOf(task) })));
}

function lineOf({ title, status }: z.infer<typeof cardSchema>): string {
	if (title.startsWith('📎')) return title;
	const mark = { complete: '✓', error: '✗' }[status] ?? '⋯';
	return `${mark} ${title}`;
}

/** Without the marks that Slack shows as fonts, and with thumbs as thumbs. */
function quoted(words: string): string {
	return words
		.replaceAll(/(^|\s)[*_`](\S(?:.*?\S)?)[*_`](?=\s|$)/gm, '$1$2')
		.replace('Good answer\nBad answer', '👍 👎')
		.replaceAll(/^/gm, '  │ ');
}
