import { randomUUID } from 'node:crypto';
import type { AgentEvent } from '../../chat/events.ts';
import { waitingCall } from '../../chat/question.ts';
import type { Usage } from '../../chat/usage.ts';
import type { Message, ToolCall } from '../../store/journal.ts';
import { isAlone } from '../session/aside.ts';
import { openQuestion, outcomeOf, unanswered, waitingCalls } from '../session/history.ts';
import { type QuestionFacts, questionFor } from '../session/question-for.ts';
import { readRecord } from '../session/session-record.ts';
import { withOwnIds } from './call-model.ts';
import { checkFailures } from './calls/repeated-failures.ts';
import { type AskingCall, type CallScope, isTalk, runCalls } from './calls/run-calls.ts';
import { settleCalls } from './calls/settle-calls.ts';
import { concludeTurn } from './conclude.ts';
import { handOverWithAnswer } from './hand-over.ts';
import { inLine, tellingSandboxWaits } from './queue/in-line.ts';
import { replayEvents, waitingKey } from './replay.ts';
import {
	answerCall,
	askingCalls,
	entriesOf,
	modelCalls,
	record,
	startedCalls,
	stepsOf,
	type TurnScope,
	whatIsRecorded,
	whoseTurn,
} from './scope.ts';
import { offerSharing } from './talk/offer-sharing.ts';
import { isSilence, mayBeSilent } from './talk/stay-silent.ts';
import { tellBudgets } from './talk/tell-budgets.ts';
import { tellGone } from './tell-brain.ts';
import { keepNewestUsage, think } from './think.ts';
import type { TurnEvent } from './turn-events.ts';

const interrupted =
	'Interrupted: Threadsmith stopped while this ran. Its outcome is unknown and whatever it had started has ended; files in /workspace and /outputs are kept. Check before doing it again.';

/**
 * Runs the session's open turn to its end, or to a question. First come the events of what was journaled before.
 * Rejects only when the process is leaving (the signal's reason), the journal cannot be written, or the machine lacks what it takes for now:
 * the turn is open then.
 */
export async function* runTurn(scope: TurnScope): AsyncGenerator<TurnEvent> {
	const { session, turn } = scope;
	yield { type: 'turn-started', session: session.id, turn };
	yield* replayEvents(turn, session.history().open?.entries ?? []);
	if (outcomeOf(session.history())) return;
	try {
		yield* inLine(scope, advance(scope));
	} catch (error) {
		yield* concludeTurn(error, scope);
	}
}

async function* advance(scope: TurnScope): AsyncGenerator<TurnEvent> {
	yield* tellGone(scope);
	await keepNewestUsage(scope);
	yield* answerInterrupted(scope);
	while (!(yield* parkedEnd(scope))) {
		scope.signal.throwIfAborted();
		const pending = unanswered(scope.session.history());
		if (pending.length > 0) yield* runPending(pending, scope);
		else if (hasAnswered(scope) || isSilent(scope)) return yield* endDone(scope);
		else {
			checkFailures(entriesOf(scope));
			yield* whatIsRecorded(scope, scope.steer);
			const message = await inPlaceOfBrain(scope);
			if (message) yield* record(scope, { turn: scope.turn, type: 'model', message });
			else yield* think(scope);
			yield* tellBudgets(scope);
		}
	}
}

/** Calls that had started before a crash are answered, not repeated; those that go on from what they kept, or have asked something, are left. */
async function* answerInterrupted(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const started = startedCalls(scope);
	const asked = askingCalls(scope);
	const goesOn = ({ id, name }: ToolCall) => asked.has(id) || scope.parts.tools.get(name)?.ways?.includes('goes-on');
	const lost = unanswered(scope.session.history()).filter((call) => started.has(call.id) && !goesOn(call));
	for (const { id } of lost) yield* answerCall(scope, id, interrupted);
}

async function* parkedEnd({ session, turn }: TurnScope): AsyncGenerator<AgentEvent, boolean> {
	const question = openQuestion(session.history());
	if (!question) return false;
	const key = waitingKey(question);
	yield { type: 'turn-ended', key, turn, outcome: 'waiting', question: question.id };
	return true;
}

/** The message that a coding agent's run puts where the Brain would think. */
async function inPlaceOfBrain(scope: TurnScope): Promise<Message | undefined> {
	const { session, turn, parts } = scope;
	const taken = stepsOf(scope).findLast((step) => step.type === 'taken');
	// Where nobody else has spoken there is nobody else whom it could be for.
	const isAside = taken?.type === 'taken' && taken.aside && !isAlone(session.history());
	const hears = isAside ? 'aside' : 'all';
	const message = await parts.coding?.inPlaceOfBrain(session, hears);
	return message && { ...message, calls: withOwnIds(message.calls, turn, modelCalls(scope) + 1) };
}

/** Whether the newest message is an answer without calls. */
function hasAnswered({ session }: TurnScope): boolean {
	const newest = session.history().messages.at(-1);
	return newest?.role === 'assistant' && newest.calls.length === 0;
}

/** Whether the newest calls have ended the turn without a word, and nobody has spoken since. */
function isSilent({ session }: TurnScope): boolean {
	const { messages } = session.history();
	const asked = messages.findLast(({ role }) => role === 'assistant');
	const called = messages.at(-1)?.role === 'tool' && asked?.role === 'assistant' && isSilence(asked.calls);
	return called && mayBeSilent(session);
}

/**
 * Runs what can run; then, if it talks, the first that does: people are asked one thing at a time. What is asked parks the turn, and what waits
 * for it runs before anything more is asked.
 */
async function* runPending(pending: readonly ToolCall[], scope: TurnScope): AsyncGenerator<TurnEvent> {
	const talks = (call: ToolCall) => isTalk(call, scope.parts.tools);
	const work = pending.filter((call) => !talks(call));
	yield* runAndAsk(work, scope);
	if (isWaited(work, scope)) return;
	yield* runAndAsk(pending.filter(talks).slice(0, 1), scope);
}

/** Whether one of the calls has not run yet: it comes behind one that asks. */
function isWaited(calls: readonly ToolCall[], { session }: TurnScope): boolean {
	const waiting = waitingCalls(session.history());
	return calls.some(({ id }) => waiting.has(id));
}

async function* runAndAsk(calls: readonly ToolCall[], scope: TurnScope): AsyncGenerator<TurnEvent> {
	if (calls.length === 0) return;
	const asking = yield* runCalls(calls, callScope(scope));
	for (const asked of asking) yield* askPeople(asked, scope);
}

/** Parks the turn with what a call asks. One for an admin of a place has to be one's that there is. */
async function* askPeople({ call, ask }: AskingCall, scope: TurnScope): AsyncGenerator<TurnEvent> {
	const { session, turn, parts } = scope;
	const known = await readRecord(session.folder, parts.places);
	const { roleOf, places } = parts;
	const scene = { ...whoseTurn(scope), record: known, roleOf, places };
	const question = questionFor(ask, factsOf(call, scope), scene);
	if (typeof question === 'string') return yield* answerCall(scope, call.id, question);
	await parts.records.put('question', question.session, question.id, question);
	yield* record(scope, { turn, type: 'parked', question });
}

/** A call may ask several times: each question has a name of its own. */
function factsOf({ id: call }: ToolCall, scope: TurnScope): QuestionFacts {
	const { turn, session, parts } = scope;
	const before = stepsOf(scope).filter((step) => step.type === 'parked' && waitingCall(step.question) === call).length;
	const until = new Date(Date.now() + parts.limits.answerMs).toISOString();
	const name = `${call}q${before + 1}`;
	return { session: session.id, turn, name, decides: { kind: 'call', call }, until };
}

function callScope(scope: TurnScope): CallScope {
	const { turn, session, signal, sandbox, parts } = scope;
	const context = { session, signal, sandbox: () => sandbox.acquire(signal) };
	const spend = (usage: Usage) =>
		parts.records.put('usage', session.id, `${session.id}/${turn}/${randomUUID()}`, usage);
	const { tools } = parts;
	const watchSandbox = (emit: (event: AgentEvent) => void) => tellingSandboxWaits(scope, emit);
	return { turn, session, tools, context, whose: whoseTurn(scope), spend, started: startedCalls(scope), watchSandbox };
}

async function* endDone(scope: TurnScope): AsyncGenerator<TurnEvent> {
	const { settle } = scope.parts;
	if (settle) yield* settleCalls(callScope(scope), settle);
	yield* offerSharing(scope);
	yield* handOverWithAnswer(scope);
	yield* record(scope, { turn: scope.turn, type: 'ended', outcome: { outcome: 'done' } });
}
