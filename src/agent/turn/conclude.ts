import { isOfMachine, ModelError, StaleLeaseError, userMessage } from '../../base/errors.ts';
import { endedBy, type StopOrder } from '../session/ended-by.ts';
import { unanswered } from '../session/history.ts';
import { leaveToOthers, salvage, usedTools } from './hand-over.ts';
import { answerCall, record, type TurnScope } from './scope.ts';
import { CrashLoopError, isLeaving, StopRequest } from './stop.ts';
import type { TurnEvent } from './turn-events.ts';

/**
 * Ends a turn that was stopped or failed, so that its history is whole. Rethrows when the process is leaving, the session is another's, or
 * the machine lacks what it takes for now: the turn stays open then.
 */
export async function* concludeTurn(error: unknown, scope: TurnScope): AsyncGenerator<TurnEvent> {
	const { signal } = scope;
	if (isLeaving(signal) || error instanceof StaleLeaseError || isOfMachine(error)) throw error;
	if (signal.reason instanceof StopRequest) yield* endStopped(signal.reason.order, scope);
	else yield* endFailed(error, scope);
}

async function* endStopped(
	{ person, key, takenBack, request }: StopOrder,
	scope: TurnScope,
): AsyncGenerator<TurnEvent> {
	const { turn } = scope;
	// Ending what runs and looking for files may take seconds: that the stop was heard is seen before.
	if (usedTools(scope)) yield { type: 'notice', key: `${turn}/stopping/notice`, text: 'Stopping …' };
	const [processes = [], agents = []] = await Promise.all([
		scope.sandbox.last()?.sweep(),
		scope.parts.coding?.halt(scope.session),
	]);
	const stopped = [...agents, ...processes.map((process) => process.command)];
	yield { type: 'trace', entry: { event: 'stopped', turn, by: person, processes } };
	yield* answerOpenCalls(`Stopped by ${person} before it had finished`, scope);
	yield* settleAgent(scope, 'stop');
	if (request === 'there') yield* salvage(scope, 'when you stopped it');
	yield* record(scope, { turn, type: 'ended', ...endedBy({ key, takenBack }, stopped) });
}

async function* endFailed(error: unknown, scope: TurnScope): AsyncGenerator<TurnEvent> {
	const { turn } = scope;
	const reason = userMessage(error);
	const stack = error instanceof Error ? error.stack : undefined;
	yield { type: 'trace', entry: { event: 'failed', turn, class: classOf(error), reason, stack } };
	await Promise.all([scope.sandbox.last()?.sweep(), scope.parts.coding?.halt(scope.session)]);
	yield* settleAgent(scope, 'failure');
	yield* answerOpenCalls(`Not done: ${reason}`, scope);
	yield* scope.signal.reason instanceof CrashLoopError ? leaveToOthers(scope) : salvage(scope);
	yield* record(scope, { turn, type: 'ended', outcome: { outcome: 'failed', reason } });
}

/** For counting: none of its words. */
function classOf(error: unknown): string {
	if (error instanceof ModelError) return `ModelError ${error.failure}`;
	return error instanceof Error ? error.constructor.name : 'unknown';
}

/** A coding agent goes with the turn that had it work; what it had changed stays. */
async function* settleAgent({ parts, session, turn }: TurnScope, after: 'stop' | 'failure'): AsyncGenerator<TurnEvent> {
	const told = (await parts.coding?.settle(session, after)) ?? [];
	for (const text of told) yield { type: 'notice', key: `${turn}/agent/notice`, text };
}

async function* answerOpenCalls(text: string, scope: TurnScope): AsyncGenerator<TurnEvent> {
	for (const { id } of unanswered(scope.session.history())) yield* answerCall(scope, id, text);
}
