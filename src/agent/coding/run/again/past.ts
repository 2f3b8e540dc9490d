import { z } from 'zod';
import type { JournalEntry, Message } from '../../../../store/journal.ts';
import type { ToolContext } from '../../../tool.ts';
import type { CodingView } from '../../view.ts';
import { planLines } from '../../view.ts';
import type { RunRecord } from '../run-record.ts';
import { promptTool } from '../turns.ts';

/** All that was said to an agent, and by it, before it was started again. */
export interface Past {
	/** Earlier prompts, oldest first, and what came of each. */
	readonly exchanges: readonly Exchange[];
	/** Its words and plan in a prompt that has not come to its end. */
	readonly last: NonNullable<RunRecord['last']> | undefined;
	/** Its question to people, with the change that it was about; undefined where that is not known. */
	readonly question: string | undefined;
}

/** A prompt of the thread's agent. */
interface Prompt extends Exchange {
	/** Of its call. */
	readonly id: string;
	/** Names of inputs that came with it. */
	readonly files: readonly string[];
}

export interface Exchange {
	readonly asked: string;
	/** Undefined: it came to no end. */
	readonly answered: string | undefined;
}

/** Of the agent's last words, from their end. */
const mostWords = 1_500;

/** All that is kept of a prompt that does not end now, for an agent that goes on with it and has heard nothing of it. Pure. */
export function lastOf({ text, plan }: Pick<CodingView, 'text' | 'plan'>): RunRecord['last'] {
	const words = text.trim().slice(-mostWords);
	return words === '' && plan.length === 0 ? undefined : { words, plan: planLines(plan) };
}

const argsSchema = z.object({ agent: z.string(), task: z.string(), files: z.array(z.string()).default([]) });

/** The past of a run as it stands in its record and in the session's history: what a person had deleted there is not in it. Pure. */
export function pastOf(run: RunRecord, { session, call }: Pick<ToolContext, 'session' | 'call'>): Past {
	const { open } = session.history();
	return {
		exchanges: promptsBefore(run, { session, call }),
		last: run.last,
		question: call.answer && questionIn(open?.entries ?? [], call.answer.question),
	};
}

/** Prompts of the thread's run before the one of this call, oldest first. Pure. */
export function promptsBefore(
	run: RunRecord,
	{ session, call }: Pick<ToolContext, 'session' | 'call'>,
): readonly Prompt[] {
	return run.asked === 'thread' ? promptsIn(session.history().messages, run).filter(({ id }) => id !== call.id) : [];
}

function promptsIn(messages: readonly Message[], run: RunRecord): readonly Prompt[] {
	const results = new Map(
		messages.flatMap((message) => (message.role === 'tool' ? [[message.callId, message.text] as const] : [])),
	);
	const prompts = messages
		.flatMap((message) => (message.role === 'assistant' ? message.calls : []))
		.filter(({ name }) => name === promptTool)
		.flatMap(({ id, arguments: text }) => {
			const { agent, task: asked, files } = argsOf(text);
			return agent === run.agent ? [{ id, asked, files, answered: results.get(id) }] : [];
		});
	// Where the first is no more among them, all are later ones.
	return prompts.slice(
		Math.max(
			0,
			prompts.findIndex(({ id }) => id === run.firstCall),
		),
	);
}

function argsOf(text: string): Omit<z.infer<typeof argsSchema>, 'agent'> & { readonly agent?: string } {
	try {
		return argsSchema.parse(JSON.parse(text));
	} catch {
		return { task: '', files: [] };
	}
}

function questionIn(entries: readonly JournalEntry[], id: string): string | undefined {
	const asked = entries.flatMap(({ step }) =>
		step.type === 'parked' && step.question.id === id ? [step.question] : [],
	);
	const [question] = asked;
	return question && [question.text, ...(question.file ? [question.file.text] : [])].join('\n\n');
}
