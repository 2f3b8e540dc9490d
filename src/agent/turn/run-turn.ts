import type { AgentEvent } from '../../chat/events.ts';
import type { Placeless } from '../../chat/platform.ts';
import type { Question } from '../../chat/question.ts';
import type { ToolCall } from '../../store/journal.ts';
import { openQuestion, outcomeOf, unanswered } from '../session/history.ts';
import { readRecord } from '../session/session-record.ts';
import { whomToAsk } from '../session/whom-to-ask.ts';
import { wrongCall } from '../tool.ts';
import { askUserArgs, askUserSpec, type QuestionFacts, questionOf, resumingQuestion } from './ask-user.ts';
import { concludeTurn } from './conclude.ts';
import { handOver } from './hand-over.ts';
import { replayEvents, waitingKey } from './replay.ts';
import { type AskingCall, type CallScope, runCalls } from './run-calls.ts';
import {
	answerCall,
	askingCalls,
	record,
	startedCalls,
	stepsOf,
	type TurnScope,
	whatIsRecorded,
	whoseTurn,
} from './scope.ts';
import { keepNewestUsage, think } from './think.ts';

const interrupted =
	'Interrupted: Threadsmith stopped while this ran. Its outcome is unknown and whatever it had started has ended; files in /workspace and /outputs are kept. Check before doing it again.';

/**
 * Runs the session's open turn to its end, or to a question. First come the events of what was journaled before.
 * Rejects only when the process is leaving (the signal's reason), the journal cannot be written, or the machine lacks what it takes for now:
 * the turn is open then.
 */
export async function* runTurn(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const { session, turn } = scope;
	yield { type: 'turn-started', session: session.folder.paths.session, turn };
	yield* replayEvents(turn, session.history().open?.entries ?? []);
	if (outcomeOf(session.history())) return;
	try {
		yield* advance(scope);
	} catch (error) {
		yield* concludeTurn(error, scope);
	}
}

async function* advance(scope: TurnScope): AsyncGenerator<AgentEvent> {
	await keepNewestUsage(scope);
	yield* answerInterrupted(scope);
	while (!(yield* parkedEnd(scope))) {
		scope.signal.throwIfAborted();
		const pending = unanswered(scope.session.history());
		if (pending.length > 0) yield* runPending(pending, scope);
		else if (hasAnswered(scope)) return yield* endDone(scope);
		else {
			yield* whatIsRecorded(scope, scope.steer);
			yield* think(scope);
		}
	}
}

/** Calls that had started before a crash are answered, not repeated; those that go on from what they kept, or have asked something, are left. */
async function* answerInterrupted(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const started = startedCalls(scope);
	const asked = askingCalls(scope);
	const goesOn = ({ id, name }: ToolCall) => asked.has(id) || scope.parts.tools.get(name)?.goesOn === true;
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

/** Whether the newest message is an answer without calls. */
function hasAnswered({ session }: TurnScope): boolean {
	const newest = session.history().messages.at(-1);
	return newest?.role === 'assistant' && newest.calls.length === 0;
}

/** Runs what can run; then the first question among the calls parks the turn. */
async function* runPending(pending: readonly ToolCall[], scope: TurnScope): AsyncGenerator<AgentEvent> {
	const isQuestion = (call: ToolCall) => call.name === askUserSpec.name && !call.problem;
	const rest = pending.filter((call) => !isQuestion(call));
	const asking = rest.length > 0 ? yield* runCalls(rest, callScope(scope)) : [];
	for (const asked of asking) yield* askToGoOn(asked, scope);
	const question = pending.find(isQuestion);
	if (question) yield* askPeople(question, scope);
}

/** A question that a call goes on with. One for an admin of a place has to be one's that there is. */
async function* askToGoOn({ call, ask }: AskingCall, scope: TurnScope): AsyncGenerator<AgentEvent> {
	const { parts, session } = scope;
	const { thread, person } = whoseTurn(scope);
	const conversation = parts.places.conversationOf(thread);
	if (ask.role && conversation.place === undefined) return yield* answerCall(scope, call.id, noAdmin(conversation));
	const asker = { thread, ...(person && { person }) };
	const whom = ask.role && whomToAsk(asker, await readRecord(session.folder, parts.places), parts);
	const facts = {
		...factsOf(scope),
		...(ask.role && { thread, ...(person && { askedFor: { id: person.id, name: person.name } }) }),
		...(whom === 'directly' && { directly: true as const }),
	};
	yield* park(resumingQuestion(call, ask, facts, stepsOf(scope)), scope);
}

function noAdmin({ words: { called, instead } }: Placeless): string {
	return `An admin would have to allow that, and ${called} has none. It can be asked in ${instead}.`;
}

function callScope(scope: TurnScope): CallScope {
	const { turn, session, signal, sandbox, parts } = scope;
	const context = { session, signal, sandbox: () => sandbox.acquire(signal) };
	return { turn, session, tools: parts.tools, context, whose: whoseTurn(scope), started: startedCalls(scope) };
}

async function* askPeople(call: ToolCall, scope: TurnScope): AsyncGenerator<AgentEvent> {
	const args = askUserArgs.safeParse(JSON.parse(call.arguments));
	if (!args.success) return yield* answerCall(scope, call.id, wrongCall(call.name, args.error).text);
	yield* park(questionOf(call, args.data, factsOf(scope)), scope);
}

async function* park(question: Question, scope: TurnScope): AsyncGenerator<AgentEvent> {
	await scope.parts.records.put('question', question.session, question.id, question);
	yield* record(scope, { turn: scope.turn, type: 'parked', question });
}

function factsOf({ turn, session, parts }: TurnScope): QuestionFacts {
	const until = new Date(Date.now() + parts.limits.answerMs).toISOString();
	return { session: session.folder.paths.session, turn, until };
}

async function* endDone(scope: TurnScope): AsyncGenerator<AgentEvent> {
	yield* handOver(scope);
	yield* record(scope, { turn: scope.turn, type: 'ended', outcome: { outcome: 'done' } });
}
