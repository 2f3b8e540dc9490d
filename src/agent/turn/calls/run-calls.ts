import { performance } from 'node:perf_hooks';
import { shorten } from '../../../base/text/shorten.ts';
import type { AgentEvent, ToolStep } from '../../../chat/events.ts';
import type { Usage } from '../../../chat/usage.ts';
import type { Step, ToolCall } from '../../../store/journal.ts';
import { countingTokens, type Spend } from '../../model/spending.ts';
import { answerTo } from '../../session/history.ts';
import type { Session } from '../../session/session.ts';
import type { CallFacts, Tool, ToolContext, ToolOutcome, ToolQuestion } from '../../tool.ts';
import { closest } from '../../tool-sources/hint.ts';
import { eventsOf } from '../replay.ts';
import { entriesOf, modelCalls } from '../scope.ts';
import { titleOf } from '../summary.ts';
import { isOutput, type TurnEvent } from '../turn-events.ts';
import { type AskedTouch, inOrder } from './in-order.ts';
import { repeatedFailure } from './repeated-failures.ts';

/** The turn whose calls are run, and what they may use. */
export interface CallScope {
	readonly turn: string;
	readonly session: Session;
	readonly tools: ReadonlyMap<string, Tool>;
	readonly context: Omit<ToolContext, 'output' | 'call'>;
	readonly whose: Pick<CallFacts, 'thread' | 'person'>;
	/** Keeps the tokens of the models that calls ask. */
	readonly spend: Spend;
	/** Calls that were started before, and go on. */
	readonly started: ReadonlySet<string>;
	/** Tells, until it is disposed of, when a call waits for its sandbox. */
	readonly watchSandbox: (emit: (event: AgentEvent) => void) => Disposable;
}

/** A call that asks people something before it can go on. */
export interface AskingCall extends ToolQuestion {
	readonly call: ToolCall;
}

/**
 * Runs calls, those that touch each other's files in their order and all others in parallel, each journaled when it starts and when it has finished, yielding their events as they come; returns those that
 * ask something. Rejects with the signal's reason or when the machine is broken; calls that had not finished then have no result.
 */
export async function* runCalls(
	calls: readonly ToolCall[],
	scope: CallScope,
): AsyncGenerator<TurnEvent, readonly AskingCall[]> {
	const asking: AskingCall[] = [];
	yield* new ReadableStream<TurnEvent>({
		start: (controller) => {
			const emit = (event: TurnEvent) => {
				if (!isOutput(event) || (controller.desiredSize ?? 0) > -mostWaiting) controller.enqueue(event);
			};
			const watching = scope.watchSandbox(emit);
			const running = inOrder(
				calls,
				(call) => touchOf(call, scope),
				async (call) => {
					const outcome = await runCall(call, scope, emit);
					if (!('ask' in outcome)) return 'finished';
					asking.push({ call, ask: outcome.ask });
					return 'left';
				},
			);
			void Promise.allSettled(running).then((settled) => {
				watching[Symbol.dispose]();
				finish(settled, controller);
			});
		},
	});
	return asking;
}

function finish(settled: readonly PromiseSettledResult<unknown>[], controller: ReadableStreamDefaultController): void {
	const failed = settled.find((result) => result.status === 'rejected');
	if (failed) controller.error(failed.reason);
	else controller.close();
}

/** A call that is answered without running touches nothing. */
function touchOf({ id, name, arguments: args, problem }: ToolCall, scope: CallScope): AskedTouch {
	const { tools, context, whose } = scope;
	const { touches = 'nothing' } = problem ? {} : (tools.get(name) ?? {});
	if (typeof touches === 'string') return touches;
	const call = { id, ...whose, answer: undefined };
	return () => touches(JSON.parse(args), { ...context, call });
}

async function runCall(call: ToolCall, scope: CallScope, emit: (event: TurnEvent) => void): Promise<ToolOutcome> {
	// It may have waited.
	scope.context.signal.throwIfAborted();
	const { turn } = scope;
	const { id: callId } = call;
	const tool = shownName(call, scope);
	const isShown = !isTalk(call, scope.tools);
	const keep = (step: Step) => recordAndEmit(scope, step, (event) => isShown && emit(event));
	if (isShown && !scope.started.has(callId))
		await keep({ turn, type: 'tool-started', callId, tool, title: titleOf(call.arguments) });
	const startedAt = performance.now();
	const output = (piece: string | ToolStep) =>
		emit(typeof piece === 'string' ? { type: 'tool-output', callId, text: piece } : stepEvent(callId, piece));
	const spend = async (usage: Usage) => {
		await scope.spend(usage);
		emit({ type: 'usage', step: modelCalls(scope), ...usage });
	};
	const came = await countingTokens(spend, () => outcomeOfCall(call, scope, output));
	const outcome = withRepeats(cutText(came), call, scope);
	emit({ type: 'trace', entry: { event: 'tool', turn, callId, tool: call.name, ...besideJournal(outcome) } });
	if ('ask' in outcome) return outcome;
	const ms = Math.round(performance.now() - startedAt);
	const { ok, text, pictures } = outcome;
	const brings = pictures && { pictures: [...pictures] };
	await keep({ turn, type: 'tool-finished', callId, ok, text, ...brings, ms });
	return outcome;
}

function shownName({ name, arguments: args, problem }: ToolCall, { tools }: CallScope): string {
	return (problem ? undefined : tools.get(name)?.shownAs?.(JSON.parse(args))) ?? name;
}

function stepEvent(callId: string, step: ToolStep): TurnEvent {
	return { type: 'tool-step', callId, step };
}

/** The journal has arguments and result by the call's id, and what it asks in the question. */
function besideJournal(outcome: ToolOutcome): Readonly<Record<string, unknown>> {
	return 'ask' in outcome ? { asks: true } : { ok: outcome.ok, characters: outcome.text.length };
}

/** Whether a call is talk with people. Pure. */
export function isTalk({ name }: ToolCall, tools: ReadonlyMap<string, Tool>): boolean {
	return tools.get(name)?.ways?.includes('talks') ?? false;
}

/** Live output is for people who watch: what a sandbox floods them with beyond this many pieces is skipped. */
const mostWaiting = 100;

/** Tools cut what they answer themselves; this holds for all of them. */
const mostText = 20_000;

function cutText(outcome: ToolOutcome): ToolOutcome {
	return 'ask' in outcome ? outcome : { ...outcome, text: shorten(outcome.text, mostText) };
}

function withRepeats(outcome: ToolOutcome, call: ToolCall, { session }: CallScope): ToolOutcome {
	if ('ask' in outcome || outcome.ok) return outcome;
	const repeated = repeatedFailure(call, outcome.text, entriesOf({ session }));
	return { ...outcome, text: `${outcome.text}${repeated}` };
}

async function recordAndEmit(scope: CallScope, step: Step, emit: (event: TurnEvent) => void): Promise<void> {
	await scope.session.record(step);
	const { seq } = scope.session.history();
	const started = 'callId' in step ? new Set([step.callId]) : new Set<string>();
	for (const event of eventsOf({ turn: scope.turn, step: 0, seq, started, asked: [], goesOn: true }, step)) emit(event);
}

async function outcomeOfCall(call: ToolCall, scope: CallScope, output: ToolContext['output']): Promise<ToolOutcome> {
	if (call.problem) return { ok: false, text: `Cannot read the arguments of ${call.name}: ${call.problem}` };
	const tool = scope.tools.get(call.name);
	if (!tool) return { ok: false, text: noTool(call.name, [...scope.tools.keys()]) };
	const answer = answerTo(scope.session.history(), call.id);
	const facts = { id: call.id, ...scope.whose, answer };
	return tool.run(JSON.parse(call.arguments), { ...scope.context, call: facts, output });
}

/** Words for asking people, as models call tools that they have elsewhere. */
const asking = /ask|question|clarif|confirm|approv|feedback|human|user/i;

function hintToAsk(name: string, known: readonly string[]): string {
	return known.includes('ask_user') && asking.test(name) ? ' People are asked by ask_user.' : '';
}

/** Forged tools are none of the Brain's own, and often called as if they were. */
function noTool(name: string, known: readonly string[]): string {
	const meant = closest(name, known);
	const hint = meant === undefined ? hintToAsk(name, known) : ` Did you mean ${meant}?`;
	const forged = known.includes('use_tool') ? ' Forged tools are run by use_tool, and found by find_tools.' : '';
	return `There is no tool "${shorten(name, 100)}".${hint} Tools: ${known.join(', ')}.${forged}`;
}
