import { z } from 'zod';
import type { Report } from '../../../src/demo/report.ts';
import type { FakeSlack } from '../fake-slack/fake-slack.ts';
import type { SeenMessage } from '../fake-slack/seen.ts';
import { waitFor } from '../wait-for.ts';

/** Tells people what happens in a thread. */
export interface Narrator {
	/** Tells what the bot shows in the thread while `work` goes on, as it comes: cards of the live message, then each message that is finished. */
	during<T>(threadTs: string, work: () => Promise<T>): Promise<T>;
	/** Resolves when the workspace shows no work any more, or has not within 10 s: what is there then is judged. */
	settled(threadTs: string): Promise<void>;
}

/** Milliseconds between two looks. */
const pace = 50;

export function createNarrator(slack: FakeSlack, channel: string, report: Report): Narrator {
	const told = new Set<string>();
	const once = (key: string, line: () => string) => {
		if (told.has(key)) return;
		told.add(key);
		report.say(line());
	};
	const tell = (message: SeenMessage, isOver: boolean) => {
		if (isFinished(message) || isOver) once(message.ts, () => `Threadsmith:\n${quoted(slack.plainText(message))}`);
		else for (const card of cardsOf(message)) once(`${message.ts} ${card.id}`, () => `  ${card.line}`);
	};
	const look = (threadTs: string, isOver: boolean) => {
		const own = slack.messages(channel, threadTs).filter(({ botId }) => botId === slack.botId);
		for (const message of own) tell(message, isOver);
	};
	return {
		async during(threadTs, work) {
			const looking = setInterval(look, pace, threadTs, false);
			try {
				return await work();
			} finally {
				clearInterval(looking);
				look(threadTs, true);
			}
		},
		async settled(threadTs) {
			const isActive = () => slack.status(channel, threadTs)?.status === 'active';
			await waitFor(isActive, 'the status "active"').catch(() => {});
		},
	};
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
