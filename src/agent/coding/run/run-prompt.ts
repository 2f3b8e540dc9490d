import { messageOf, userMessage } from '../../../base/errors.ts';
import type { Ask } from '../../../chat/question.ts';
import type { ToolContext } from '../../tool.ts';
import { isYes, questionOf } from '../ask.ts';
import type { CodingAgent } from '../coding-agent.ts';
import type { PromptEnd } from '../driver.ts';
import type { BroughtBack, CodingDeps } from './coding-deps.ts';
import { type LiveRun, nameOf, startRun } from './live-run.ts';
import type { Result } from './result-text.ts';
import { keepRun, nothingSpent, type RunRecord } from './run-record.ts';
import { anotherBegun, type Runs } from './runs.ts';
import { createShow, type Show } from './show.ts';
import { asKept, keepSpent, spentNow } from './spent.ts';
import { begin, type News, type Underway } from './underway.ts';

/** A prompt of a run. Run again with the answer to what it asked, it goes on. */
export interface PromptOrder {
	readonly run: RunRecord;
	readonly agent: CodingAgent;
	readonly text: string;
	/** Inputs that come along when its box starts. */
	readonly files: readonly string[];
}

export type PromptOutcome = { readonly ask: Ask } | { readonly result: Result };

interface Parts {
	readonly deps: CodingDeps;
	readonly runs: Runs;
}

/**
 * Runs a prompt to its end, or to a question; the box then waits for the answer, and where that comes later, a new prompt goes on with the work. Whatever
 * goes wrong with the agent is a result. Rejects with the signal's reason, when the machine is broken, and with `ProblemError`.
 */
export async function runPrompt(order: PromptOrder, parts: Parts, context: ToolContext): Promise<PromptOutcome> {
	const { session, signal } = context;
	const { folder } = session;
	const began = performance.now();
	const before = await asKept(folder, order.run);
	const live = await liveFor(order, parts, context);
	await keepRun(folder, { ...before, state: 'open', brought: true, call: context.call.id });
	const { keys, payment } = live.means;
	payment.takeOver(signal);
	live.counted = { ledger: keys.ledger(), began };
	const show = createShow(context.output);
	const news = await watched(live, promptText(order, before, context), show, context);
	const spent = spentNow(live);
	if (news.kind === 'asks') {
		show.asks();
		await keepSpent(folder, order.run, { ...spent, prompts: 0 });
		parts.runs.rest(folder, live, 'asks');
		return { ask: questionOf(news.ask, order.agent.title) };
	}
	live.underway = undefined;
	const brought = await bringBack(live, order, parts, context);
	await keepSpent(folder, order.run, { ...spent, prompts: 1, outcome: outcomeOf(news.end) }, idleAfter(parts));
	await settle(news.end, brought, live, order, parts, context);
	const { ms, inputTokens, outputTokens } = live.whole;
	return { result: resultOf(news.end, brought, { live, order, show, tokens: inputTokens + outputTokens, ms }) };
}

/** The key works while somebody waits for the agent. */
async function watched(live: LiveRun, text: string, show: Show, context: ToolContext): Promise<News> {
	using _open = live.means.keys.prompt();
	const underway = goOn(live, text, context);
	underway.watch(show.see);
	return await underway.next(context.signal);
}

async function liveFor(order: PromptOrder, { deps, runs }: Parts, context: ToolContext): Promise<LiveRun> {
	const { folder } = context.session;
	const known = runs.of(folder.id);
	if (known?.id === `${folder.id}~${order.run.count}`) return known;
	if (known) await runs.end(folder, anotherBegun);
	const live = await startRun(order, deps, context);
	runs.keep(folder, live);
	return live;
}

/** A prompt that is on its way goes on with the answer that was waited for; else a new one begins. */
function goOn(live: LiveRun, text: string, { call: { answer } }: ToolContext): Underway {
	clearTimeout(live.timer);
	if (live.underway === undefined) {
		live.whole = nothingSpent;
		live.underway = begin(live.means.driver, text);
	} else if (answer) live.underway.answer(answer.value ?? undefined);
	return live.underway;
}

/** Where the agent that had begun on it is gone, another one goes on with its work. */
function promptText({ text }: PromptOrder, before: RunRecord, { call }: ToolContext): string {
	if (before.call !== call.id) return text;
	const said = call.answer && (isYes(call.answer.value) ? 'allowed' : 'did not allow');
	const why = said === undefined ? 'were interrupted' : `asked for permission to go on. A person ${said} it`;
	return `${text}\n\n(You began on this before and ${why}. What you had done is in the folder: look at it, and go on from there.)`;
}

/** From then on the Brain answers again, whether this process lives or another. */
function idleAfter({ deps }: Parts): string {
	return new Date(Date.now() + deps.limits.idleMs).toISOString();
}

type Brought = BroughtBack | { readonly why: string };

/** Also of an agent that has failed: what it did until then is worth looking at. */
async function bringBack(live: LiveRun, { run }: PromptOrder, { deps }: Parts, context: ToolContext): Promise<Brought> {
	try {
		const copy = { session: await context.sandbox(), box: live.means.box, folder: run.folder, name: nameOf(run) };
		return await deps.work.bringBack(copy, context.signal);
	} catch (error) {
		context.signal.throwIfAborted();
		return { why: userMessage(error) || messageOf(error) };
	}
}

function outcomeOf(end: PromptEnd): string {
	return 'why' in end ? `${end.kind}: ${end.why}` : end.kind;
}

/** The Brain asks once; people may go on. What could not be brought back stays on the run's disk, for the next prompt. */
async function settle(
	end: PromptEnd,
	brought: Brought,
	live: LiveRun,
	{ run }: PromptOrder,
	{ runs }: Parts,
	{ session: { folder } }: ToolContext,
): Promise<void> {
	if (run.asked === 'brain' && !('why' in brought)) await runs.end(folder, { kind: 'ended', outcome: outcomeOf(end) });
	else if (end.kind === 'done') runs.rest(folder, live, 'prompt');
	else await runs.end(folder, { kind: 'parked' });
}

const nothingBack: BroughtBack = { changes: [], notices: [], diff: '' };

interface Told {
	readonly live: LiveRun;
	readonly order: PromptOrder;
	readonly show: Show;
	readonly tokens: number;
	readonly ms: number;
}

function resultOf(end: PromptEnd, brought: Brought, { live, order, show, tokens, ms }: Told): Result {
	const lost =
		'why' in brought ? [`Its files could not be brought back: ${brought.why}. They are kept for the next prompt.`] : [];
	const view = show.view();
	const { changes, diff, file, notices } = 'why' in brought ? nothingBack : brought;
	return {
		title: order.agent.title,
		end,
		said: view.text,
		changes,
		diff: file === undefined ? (diff === '' ? undefined : { text: diff }) : { file },
		notices: [...new Set([...view.notices, ...live.means.notices(), ...notices, ...lost])],
		tokens,
		ms,
	};
}
