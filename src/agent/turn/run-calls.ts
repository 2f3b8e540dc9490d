import { performance } from 'node:perf_hooks';
import type { Step, ToolCall } from '../../store/journal.ts';
import type { AgentEvent } from '../events.ts';
import type { Session } from '../session/session.ts';
import type { Tool, ToolContext, ToolOutcome } from '../tool.ts';
import { eventsOf } from './replay.ts';
import { titleOf } from './summary.ts';

/** What calls of one turn are run with. */
export interface CallScope {
	readonly turn: string;
	readonly session: Session;
	readonly tools: ReadonlyMap<string, Tool>;
	readonly context: Omit<ToolContext, 'output'>;
}

/**
 * Runs calls in parallel, each journaled when it starts and when it has finished, yielding their events as they come.
 * Rejects with the signal's reason or when the machine is broken; calls that had not finished then have no result.
 */
export async function* runCalls(calls: readonly ToolCall[], scope: CallScope): AsyncGenerator<AgentEvent> {
	yield* new ReadableStream<AgentEvent>({
		start: (controller) => {
			const running = calls.map((call) => runCall(call, scope, (event) => controller.enqueue(event)));
			void Promise.allSettled(running).then((settled) => finish(settled, controller));
		},
	});
}

function finish(settled: readonly PromiseSettledResult<void>[], controller: ReadableStreamDefaultController): void {
	const failed = settled.find((result) => result.status === 'rejected');
	if (failed) controller.error(failed.reason);
	else controller.close();
}

async function runCall(call: ToolCall, scope: CallScope, emit: (event: AgentEvent) => void): Promise<void> {
	const { turn, session } = scope;
	const { id: callId, name: tool } = call;
	await recordAndEmit(scope, { turn, type: 'tool-started', callId, tool, title: titleOf(call.arguments) }, emit);
	const startedAt = performance.now();
	const output = (text: string) => emit({ type: 'tool-output', callId, text });
	const outcome = await outcomeOfCall(call, scope, output);
	session.folder.log({ event: 'tool', turn, callId, tool, arguments: call.arguments, ...outcome });
	const ms = Math.round(performance.now() - startedAt);
	await recordAndEmit(scope, { turn, type: 'tool-finished', callId, ok: outcome.ok, text: outcome.text, ms }, emit);
}

async function recordAndEmit(scope: CallScope, step: Step, emit: (event: AgentEvent) => void): Promise<void> {
	await scope.session.record(step);
	const { seq } = scope.session.history();
	const started = 'callId' in step ? new Set([step.callId]) : new Set<string>();
	for (const event of eventsOf({ turn: scope.turn, step: 0, seq, started, asked: [] }, step)) emit(event);
}

async function outcomeOfCall(call: ToolCall, scope: CallScope, output: (text: string) => void): Promise<ToolOutcome> {
	if (call.problem) return { ok: false, text: `Cannot read the arguments of ${call.name}: ${call.problem}` };
	const tool = scope.tools.get(call.name);
	if (!tool)
		return { ok: false, text: `There is no tool "${call.name}". Tools: ${[...scope.tools.keys()].join(', ')}` };
	return tool.run(JSON.parse(call.arguments), { ...scope.context, output });
}
