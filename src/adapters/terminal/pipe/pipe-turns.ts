import type { AgentEvent, Telling } from '../../../chat/events.ts';
import type { Question } from '../../../chat/question.ts';
import type { Usage } from '../../../chat/usage.ts';
import { cleanText } from '../render/clean-text.ts';
import { describeEvent } from '../render/describe-event.ts';
import { createPage } from '../render/page.ts';
import { plainStyle } from '../render/style.ts';
import type { ShowView } from '../screen/desk.ts';
import { plainWidth } from '../screen/plain-desk.ts';

interface Said {
	/** Markdown. */
	readonly answer: string;
	/** Where files for people were saved. */
	readonly files: readonly string[];
	readonly usage?: Usage | undefined;
}

/** How it went with a message. */
export type PipeEnd =
	| ({ readonly outcome: 'done' } & Said)
	| ({ readonly outcome: 'failed' | 'stopped'; readonly reason: string } & Said)
	| ({ readonly outcome: 'waiting'; readonly question: Question } & Said)
	/** It was not sent. */
	| { readonly outcome: 'refused'; readonly reason: string };

/** The thread of a pipe, as it is shown: the answer is kept, the rest is reported. */
export interface PipeTurns {
	view(): ShowView;
	/** After each event of a turn in the thread. */
	see(event: AgentEvent): void;
	/** Something is told beside turns; true when it answers what was sent from here. */
	hear(telling: Telling): boolean;
	/** Something is about to be sent under this key; turns that ended before count no more. */
	await(key: string): Awaited;
}

/** Something that was sent. */
interface Awaited {
	/** Resolves when the turn has ended that took it. */
	readonly ended: Promise<void>;
	/** As far as it is known. */
	outcome(kind: 'message' | 'command'): PipeEnd;
}

interface Turn {
	readonly took: Set<string>;
	readonly files: string[];
	answer: string;
	usage: Usage | undefined;
	question: Question | undefined;
	end: Extract<AgentEvent, { readonly type: 'turn-ended' }> | undefined;
}

export function createPipeTurns(report: (line: string) => void): PipeTurns {
	const page = createPage((lines) => lines.forEach(report));
	const awaited = new Map<string, PromiseWithResolvers<void>>();
	const told = new Map<string, string[]>();
	let turn = newTurn();

	function outcome(key: string, kind: 'message' | 'command'): PipeEnd {
		const words = told.get(key)?.join('\n');
		if (kind === 'command') return { outcome: 'done', answer: words ?? '', files: [] };
		if (turn.end) return endOf(turn);
		const { answer, files, usage } = turn;
		return { outcome: 'failed', reason: words ?? notNow, answer, files, usage };
	}

	return {
		view: () => ({
			see: () => {},
			put(event, facts) {
				if (event.type === 'artifact' && facts.saved && 'path' in facts.saved) turn.files.push(facts.saved.path);
				if (isAnswer(event) || isSaidAtEnd(event)) return;
				const { kind, lines } = describeEvent(event, facts, plainStyle, plainWidth);
				page.put(kind, lines);
			},
			drop: () => {},
			end: () => {},
		}),
		see(event) {
			if (event.type === 'turn-started') turn = newTurn();
			follow(turn, event);
			if (event.type === 'turn-ended') for (const key of turn.took) awaited.get(key)?.resolve();
		},
		hear({ answers, events }) {
			const words = events.flatMap((event) => (event.type === 'notice' ? [cleanText(event.text)] : []));
			told.set(answers, [...(told.get(answers) ?? []), ...words]);
			return awaited.has(answers);
		},
		await(key) {
			const ended = Promise.withResolvers<void>();
			awaited.set(key, ended);
			if (turn.end) turn = newTurn();
			return { ended: ended.promise, outcome: (kind) => outcome(key, kind) };
		},
	};
}

function newTurn(): Turn {
	return { took: new Set(), files: [], answer: '', usage: undefined, question: undefined, end: undefined };
}

function follow(turn: Turn, event: AgentEvent): void {
	if (event.type === 'taken') for (const key of event.of) turn.took.add(key);
	if (event.type === 'message' && event.final) turn.answer = cleanText(event.text).trim();
	if (event.type === 'usage') turn.usage = sumOf(turn.usage, event);
	if (event.type === 'question') turn.question = event.question;
	if (event.type === 'turn-ended') turn.end = event;
}

function sumOf(sum: Usage | undefined, { inputTokens, outputTokens }: Usage): Usage {
	return {
		inputTokens: (sum?.inputTokens ?? 0) + inputTokens,
		outputTokens: (sum?.outputTokens ?? 0) + outputTokens,
	};
}

const notNow = 'It could not be worked on now. Nothing that was said is lost';

function endOf({ answer, files, usage, question, end }: Turn): PipeEnd {
	const said = { answer, files, usage };
	if (end?.outcome === 'done') return { outcome: 'done', ...said };
	if (end?.outcome === 'waiting' && question) return { outcome: 'waiting', question, ...said };
	if (end?.outcome === 'stopped') return { outcome: 'stopped', reason: 'It was stopped', ...said };
	const reason = end?.outcome === 'failed' ? cleanText(end.reason).trim() : notNow;
	return { outcome: 'failed', reason, ...said };
}

function isAnswer(event: AgentEvent): boolean {
	return event.type === 'message' && event.final;
}

/** Said by whoever ends the program. */
function isSaidAtEnd(event: AgentEvent): boolean {
	return event.type === 'question' || (event.type === 'turn-ended' && event.outcome === 'failed');
}
