import { messageOf, userMessage } from '../../../base/errors.ts';
import type { Ask } from '../../../chat/question.ts';
import type { ToolContext } from '../../tool.ts';
import { questionOf } from '../ask.ts';
import type { CodingAgent } from '../coding-agent.ts';
import type { PromptEnd } from '../driver.ts';
import { briefing, interruption } from './again/briefing.ts';
import { lastOf, pastOf } from './again/past.ts';
import type { BroughtBack, CodingDeps } from './coding-deps.ts';
import { backFromDisk } from './halt.ts';
import { inputsText } from './inputs/inputs.ts';
import { keepWords } from './keep-words.ts';
import { hasBox, liveFor } from './live-for.ts';
import { type LiveRun, nameOf } from './live-run.ts';
import type { Result } from './result-text.ts';
import { changeRun, nothingSpent, type RunRecord, runsIn, type Spent } from './run-record.ts';
import type { Runs } from './runs.ts';
import { createShow, type Show } from './show.ts';
import { countFrom, keepSpent, spentNow } from './spending/spent.ts';
import type { Expected, Steers } from './steers.ts';
import { begin, type News, type Underway } from './underway.ts';

/** A prompt of a run. Run again with the answer to what it asked, it goes on. */
export interface PromptOrder {
	readonly run: RunRecord;
	readonly agent: CodingAgent;
	readonly text: string;
	/** Inputs that come along, by their names. */
	readonly files: readonly string[];
	/** Those of them that this prompt names. */
	readonly named: readonly string[];
}

/** `told`: there is no result, and why, for people and the Brain. */
export type PromptOutcome = { readonly ask: Ask } | { readonly result: Result } | { readonly told: string };

interface Parts {
	readonly deps: CodingDeps;
	readonly runs: Runs;
	readonly steers: Steers;
}

/**
 * Runs a prompt to its end, or to a question; the box then waits for the answer, and where that comes later, a new prompt goes on with the work. Whatever
 * goes wrong with the agent is a result, and that it cannot be started is told. Rejects with the signal's reason, and where the machine lacks what it
 * takes for now.
 */
export async function runPrompt(order: PromptOrder, parts: Parts, context: ToolContext): Promise<PromptOutcome> {
	using onset = order.run.asked === 'thread' ? parts.steers.expect(context.session.id, order.agent) : undefined;
	const before = await newest(order, context);
	const live = await liveFor({ ...order, run: before }, parts, context);
	if ('notStarted' in live) return { told: live.notStarted };
	try {
		return await prompted({ order, before, live, onset }, parts, context);
	} catch (error) {
		// Whoever comes after that finds it, or nobody does.
		parts.runs.rest(context.session.folder, live, 'asks');
		throw error;
	}
}

interface Begun {
	readonly order: PromptOrder;
	/** As the run was known before it. */
	readonly before: RunRecord;
	readonly live: LiveRun;
	readonly onset: Expected | undefined;
}

async function prompted(begun: Begun, parts: Parts, context: ToolContext): Promise<PromptOutcome> {
	const { order, live } = begun;
	const { folder } = context.session;
	const call = context.call.id;
	// Nobody is idle while it works or waits for an answer, however long that takes and whatever process it ends in.
	await changeRun(folder, order.run.count, ({ idleAt: _, home: _home, ...run }) => ({
		firstCall: call,
		...run,
		...{ state: 'open', brought: true, call },
	}));
	live.means.payment.takeOver(context.signal);
	countFrom(live);
	const show = createShow(context.output);
	const news = await watched(begun, show, context);
	const spent = spentNow(live);
	if (news.kind === 'asks') {
		show.asks();
		await keepSpent(folder, order.run.count, { ...spent, prompts: 0, last: lastOf(show.view()) });
		parts.runs.rest(folder, live, 'asks');
		return { ask: questionOf(news.ask, order.agent.title) };
	}
	live.underway = undefined;
	if (news.kind === 'called-off')
		return await calledOff(begun, { ...spent, last: lastOf(show.view()) }, parts, context);
	const brought = await bringBack(live, order, parts, context);
	await keepSpent(folder, order.run.count, { ...spent, prompts: 1, outcome: outcomeOf(news.end) }, idleAfter(parts));
	await settle(news.end, brought, live, order, parts, context);
	const saidIn = await keepWords(show.view().text, begun.before, context);
	return {
		result: { ...resultOf(news.end, brought, { live, order, show, ...live.whole }), ...(saidIn && { saidIn }) },
	};
}

/** The key works while somebody waits for the agent; what it does afterwards is shown to whoever comes next. */
async function watched({ order, before, live, onset }: Begun, show: Show, context: ToolContext): Promise<News> {
	using _open = live.means.keys.prompt();
	const known = live.underway;
	const underway = await underwayOf(live, promptText(order, { before, live }, context), context);
	underway.watch(show.see);
	if (underway === known) giveAnswer(live, underway, context);
	if (onset?.came()) underway.callOff();
	return await underway.next(context.signal).finally(() => underway.watch(undefined));
}

/** A prompt of this call that is on its way, or a new one. What an earlier call has left under way is over. */
async function underwayOf(live: LiveRun, text: string, { call: { id } }: ToolContext): Promise<Underway> {
	if (live.underway && live.call !== id) {
		await live.underway.stop();
		live.underway = undefined;
	}
	live.call = id;
	if (live.underway) return live.underway;
	live.whole = nothingSpent;
	live.underway = begin(live.means.driver, text);
	// One that is started for each prompt has heard nothing of those before.
	live.past = live.agent.run.kind === 'one-shot' ? 'kept' : 'told';
	return live.underway;
}

/** Each answer is given once: a call that is run again has the last one still, and the agent may ask something else by then. */
function giveAnswer(live: LiveRun, underway: Underway, { call: { answer } }: ToolContext): void {
	if (!answer || live.answered === answer.question) return;
	live.answered = answer.question;
	underway.answer(answer.value ?? undefined);
}

/** Its work so far stays in its box, where the words that are to come find it. */
async function calledOff(
	{ order: { agent, ...order }, live }: Begun,
	spent: Spent & Pick<RunRecord, 'last'>,
	parts: Parts,
	context: ToolContext,
): Promise<PromptOutcome> {
	const { folder } = context.session;
	const told = { ...spent, prompts: 1, outcome: 'called off for a message' };
	await keepSpent(folder, order.run.count, told, idleAfter(parts));
	if (live.means.driver.broken?.() === undefined) parts.runs.rest(folder, live, 'prompt');
	else await parts.runs.end(folder, { kind: 'parked' }, order.run.count);
	return {
		told: `${agent.title} was called off, as there is a message for it. What it has changed so far is brought back when it is done with that.`,
	};
}

/** An agent that was started since it had worked before is told of that; one that lives on, whether it had been cut off. */
function promptText(
	{ text: words, files, named }: PromptOrder,
	{ before, live }: Pick<Begun, 'before' | 'live'>,
	context: ToolContext,
): string {
	const { call } = context;
	const text =
		[words, inputsText(live.past === 'told' ? named : files)].filter((part) => part !== '').join('\n\n') || noWords;
	const prompt = before.call === call.id && before.brought ? 'same' : 'next';
	const again = { prompt, answer: call.answer, work: live.past === 'lost' ? 'lost' : 'kept' } as const;
	if (live.past !== 'told') return `${text}\n\n${briefing(again, pastOf(before, context))}`;
	return prompt === 'same' ? `${text}\n\n${interruption(again)}` : text;
}

/** Servers of models refuse a message of nothing. */
const noWords = '(A message without words.)';

/** From then on the Brain answers again, whether this process lives or another. */
function idleAfter({ deps }: Parts): string {
	return new Date(Date.now() + deps.limits.idleMs).toISOString();
}

async function newest({ run }: PromptOrder, { session }: ToolContext): Promise<RunRecord> {
	return (await runsIn(session.folder)).find(({ count }) => count === run.count) ?? run;
}

type Brought = BroughtBack | { readonly why: string };

/** Also of an agent that has failed: what it did until then is worth looking at. Where its box is gone, it is on its disk. */
async function bringBack(live: LiveRun, { run }: PromptOrder, parts: Parts, context: ToolContext): Promise<Brought> {
	const { deps, runs } = parts;
	const { folder } = context.session;
	const copy = { box: live.means.box, folder: run.folder, name: nameOf(run) };
	try {
		const brought = await deps.work
			.bringBack({ ...copy, session: await context.sandbox() }, context.signal)
			.catch(async (error: unknown) => {
				context.signal.throwIfAborted();
				if (await hasBox(live, folder.id, deps)) throw error;
				await runs.end(folder, { kind: 'parked' }, run.count);
				return await backFromDisk(run, { folder, deps }, context.signal);
			});
		await changeRun(folder, run.count, (now) => ({ ...now, home: true }));
		return brought;
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
	if (run.asked === 'brain' && !('why' in brought))
		await runs.end(folder, { kind: 'ended', outcome: outcomeOf(end) }, run.count);
	else if (end.kind === 'done') runs.rest(folder, live, 'prompt');
	else await runs.end(folder, { kind: 'parked' }, run.count);
}

const nothingBack: BroughtBack = { changes: [], notices: [], diff: '' };

interface Told {
	readonly live: LiveRun;
	readonly order: PromptOrder;
	readonly show: Show;
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly ms: number;
}

function resultOf(end: PromptEnd, brought: Brought, told: Told): Result {
	const { live, order, show, inputTokens, outputTokens, ms } = told;
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
		tokens: inputTokens + outputTokens,
		ms,
	};
}
