import type { AgentEvent } from '../../chat/events.ts';
import type { RoleOf } from '../../chat/people.ts';
import type { Places } from '../../chat/places.ts';
import { waitingCall } from '../../chat/question.ts';
import type { JournalEntry, Step } from '../../store/journal.ts';
import type { Records } from '../../store/records.ts';
import type { Sessions } from '../../store/store.ts';
import type { Budgets } from '../budget/budgets.ts';
import type { CodingTurns } from '../coding/run/turns.ts';
import type { Spell } from '../commands/syntax/command-syntax.ts';
import type { Compaction } from '../compaction/compaction.ts';
import type { Windows } from '../compaction/measure/windows.ts';
import type { BrainChoices, SessionBrain } from '../session/choices/brain-choice.ts';
import type { Session } from '../session/session.ts';
import type { CallFacts, Tool, ToolContext } from '../tool.ts';
import type { Lines } from './queue/lines.ts';
import { replayEvents } from './replay.ts';
import type { TurnSandbox } from './turn-sandbox.ts';

export interface TurnLimits {
	/** Model calls a turn may make. */
	readonly modelCalls: number;
	/** How long a question stays open, ms. */
	readonly answerMs: number;
}

/** The parts that the turns of all sessions share. */
export interface TurnParts {
	readonly models: BrainChoices;
	readonly systemPrompt: string;
	readonly tools: ReadonlyMap<string, Tool>;
	readonly records: Records;
	readonly sessions: Pick<Sessions, 'catalog'>;
	readonly spell: Spell;
	readonly roleOf: RoleOf;
	readonly places: Places;
	readonly limits: TurnLimits;
	/** Ends what calls of a turn have left open with the Brain, when it has said its last word. Rejects as a tool does. */
	readonly settle?: (context: ToolContext) => Promise<void>;
	readonly compaction: Compaction;
	/** Is told of what the Brain's server has taken. */
	readonly windows?: Pick<Windows, 'took' | 'hasTaken'> | undefined;
	/** Who pays for what turns ask of models. Default: nobody, and nothing is counted by day. */
	readonly budgets?: Pick<Budgets, 'purseOf' | 'warnings'> | undefined;
	/** Default: no coding agents. */
	readonly coding?: CodingTurns | undefined;
	/** Default: as many turns run at once as there are. */
	readonly lines?: Lines | undefined;
}

/** One open turn while it runs. */
export interface TurnScope {
	readonly turn: string;
	readonly parts: TurnParts;
	readonly session: Session;
	readonly brain: SessionBrain;
	readonly sandbox: TurnSandbox;
	readonly signal: AbortSignal;
	/** Journals the messages that are to reach the next model call. */
	readonly steer: () => Promise<void>;
}

/** Journals a step of the turn and yields its events. */
export function record(scope: TurnScope, step: Step): AsyncGenerator<AgentEvent> {
	return whatIsRecorded(scope, () => scope.session.record(step));
}

/** Yields the events of what `act` journals. */
export async function* whatIsRecorded(scope: TurnScope, act: () => Promise<void>): AsyncGenerator<AgentEvent> {
	const from = entriesOf(scope).length;
	await act();
	yield* replayEvents(scope.turn, entriesOf(scope), from);
}

/** The ids of the calls that the turn has started. */
export function startedCalls(scope: TurnScope): ReadonlySet<string> {
	return new Set(stepsOf(scope).flatMap((step) => (step.type === 'tool-started' ? [step.callId] : [])));
}

/** The ids of the calls that have asked people something. */
export function askingCalls(scope: TurnScope): ReadonlySet<string> {
	return new Set(stepsOf(scope).flatMap((step) => (step.type === 'parked' ? [waitingCall(step.question) ?? ''] : [])));
}

/** The thread that the turn is in, and the person whose message it took last. */
export function whoseTurn(scope: Pick<TurnScope, 'session' | 'turn'>): Pick<CallFacts, 'thread' | 'person'> {
	const taken = stepsOf(scope).findLast((step) => step.type === 'taken');
	if (taken?.type !== 'taken') throw new Error(`Turn "${scope.turn}" has taken no message`);
	const { thread, message } = taken;
	return { thread, person: message.role === 'user' ? message.person : undefined };
}

/** The turn's journaled steps so far. */
export function stepsOf({ session }: Pick<TurnScope, 'session'>): readonly Step[] {
	return entriesOf({ session }).map((entry) => entry.step);
}

export function entriesOf({ session }: Pick<TurnScope, 'session'>): readonly JournalEntry[] {
	return session.history().open?.entries ?? [];
}

/** How many model messages the turn has. */
export function modelCalls({ session }: Pick<TurnScope, 'session'>): number {
	return stepsOf({ session }).filter((step) => step.type === 'model').length;
}

/** Answers a call of the turn without running it. */
export function answerCall(scope: TurnScope, callId: string, text: string): AsyncGenerator<AgentEvent> {
	return record(scope, {
		turn: scope.turn,
		type: 'tool-finished',
		callId,
		ok: false,
		text,
		ms: sinceStart(scope, callId),
	});
}

/** Milliseconds since a call was started; 0 for one that was not. */
function sinceStart({ session }: TurnScope, callId: string): number {
	const started = entriesOf({ session }).find(({ step }) => step.type === 'tool-started' && step.callId === callId);
	return started ? Math.max(0, Date.now() - Date.parse(started.at)) : 0;
}
