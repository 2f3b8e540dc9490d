import { type Question, waitingCall } from '../../chat/question.ts';
import type { Thread } from '../../chat/thread.ts';
import type { JournalEntry, Message, Outcome, Step, ToolCall } from '../../store/journal.ts';
import type { WindowFacts } from '../../store/window-facts.ts';
import { afterCompaction, anew, countedBy, isOutside } from './past/compacted.ts';
import { copying, type Growth, growingInPlace } from './past/growth.ts';
import { uncollectedAfter } from './past/uncollected.ts';
import { handedOverNotes, type UndeliveredFiles, withoutDelivered, withUndelivered } from './past/undelivered-files.ts';

/** A turn that has begun and of which not everything has been shown yet. */
export interface OpenTurn {
	readonly id: string;
	readonly thread: Thread;
	/** Its journal entries, oldest first. */
	readonly entries: readonly JournalEntry[];
}

/** A session's memory: the snapshot plus every journal entry after it. Pure data, changed only by `applyEntry`. */
export interface History {
	/** The number of the last entry. */
	readonly seq: number;
	readonly messages: readonly Message[];
	/** Artifacts so far: name to SHA-256. */
	readonly artifacts: ReadonlyMap<string, string>;
	/** Files that were refused to be handed over, as `name: reason`: each is named once. */
	readonly refused: ReadonlySet<string>;
	/** Files that their platform has not taken, by name, and why. */
	readonly undelivered: UndeliveredFiles;
	/** How many turns in a row, the last one among them, have left files in `/outputs` that a later one may hand over. */
	readonly uncollected: number;
	/** Platform keys of the messages taken since the snapshot. */
	readonly taken: ReadonlySet<string>;
	/** Told to the Brain with the next message. */
	readonly notes: readonly string[];
	readonly window: WindowFacts;
	readonly last?: Outcome;
	readonly open?: OpenTurn;
	/** Keys that a newer version has put into the snapshot. */
	readonly more?: Readonly<Record<string, unknown>>;
}

export const emptyHistory: History = {
	seq: 0,
	messages: [],
	artifacts: new Map(),
	refused: new Set(),
	undelivered: new Map(),
	uncollected: 0,
	taken: new Set(),
	notes: [],
	window: { times: 0 },
};

/** The history after one more journal entry. Pure. */
export function applyEntry(history: History, entry: JournalEntry): History {
	return after(history, entry, copying);
}

/**
 * Does the same for one entry after the other, and takes as long as what is new: what it has answered before may change with it. `growth`: of its
 * own.
 */
export function replaying(growth: Growth = growingInPlace()): typeof applyEntry {
	return (history, entry) => after(history, entry, growth);
}

function after(history: History, entry: JournalEntry, growth: Growth): History {
	const { step } = entry;
	const changed = { ...history, seq: entry.seq, ...changesOf(history, step, growth) };
	if (step.type === 'restored' || isOutside(step, history.open?.id)) return changed;
	if (step.type === 'shown' || step.type === 'cleared') return withoutOpen(changed);
	return { ...changed, open: openAfter(history, entry, step, growth) };
}

function withoutOpen({ open: _open, ...rest }: History): History {
	return rest;
}

function openAfter(
	history: History,
	entry: JournalEntry,
	step: Exclude<Step, { type: 'cleared' | 'restored' }>,
	growth: Growth,
): OpenTurn {
	const open = history.open;
	if (open && open.id === step.turn) return { ...open, entries: growth.list(open.entries, [entry]) };
	const thread = step.type === 'taken' ? step.thread : open?.thread;
	if (!thread || step.turn === undefined)
		throw new Error(`Cannot replay journal entry ${entry.seq}: turn "${step.turn}" was never taken`);
	return { id: step.turn, thread, entries: [entry] };
}

/** Refusals that are remembered: a sandbox can make up as many names as it likes. */
const mostRefused = 1_000;

function changesOf(history: History, step: Step, growth: Growth): Partial<History> {
	switch (step.type) {
		case 'taken':
			return {
				messages: growth.list(history.messages, [step.message]),
				taken: growth.set(history.taken, step.keys),
				notes: [],
			};
		case 'model':
			return { ...countedBy(history, step), messages: growth.list(history.messages, [step.message]) };
		case 'tool-finished': {
			const { callId, ok, text, pictures, by = [] } = step;
			const result = { role: 'tool' as const, callId, ok, text, ...(pictures && { pictures }) };
			return {
				messages: growth.list(history.messages, [result]),
				taken: by.length === 0 ? history.taken : growth.set(history.taken, [by].flat()),
			};
		}
		case 'collected': {
			const added = step.artifacts.map(({ name, sha256 }) => [name, sha256] as const);
			const refused = step.refused.map(({ name, reason }) => `"${name}" was not handed over: it ${reason}.`);
			return {
				artifacts: growth.map(history.artifacts, added),
				refused: new Set([...history.refused, ...step.refused.map(refusalText)].slice(-mostRefused)),
				notes: growth.list(history.notes, refused),
				uncollected: uncollectedAfter(history.uncollected, step),
			};
		}
		case 'undelivered':
			return withUndelivered(history, step);
		case 'shown':
			return { undelivered: withoutDelivered(history.undelivered, history.open?.entries ?? []) };
		case 'ended':
			return {
				last: step.outcome,
				notes: growth.list(history.notes, notesOf(step.outcome, history.open?.entries ?? [])),
				taken: growth.set(history.taken, keysOf(step)),
			};
		case 'cleared':
			return { messages: [], notes: [], window: anew(history.window) };
		case 'restored':
			return { messages: [...step.messages, ...history.messages], window: anew(history.window) };
		case 'answered':
			return { taken: growth.set(history.taken, [step.by ?? []].flat()) };
		case 'compacted':
		case 'not-compacted':
		case 'compaction-undone':
		case 'window':
			return afterCompaction(history, step);
		case 'tool-started':
		case 'parked':
		case 'notice':
		case 'resumed':
		case 'left':
			return {};
	}
}

/** A turn's end settles the stop that ended it, and what was taken back with it. */
function keysOf({ by, takenBack = [] }: Extract<Step, { type: 'ended' }>): string[] {
	return [...(by === undefined ? [] : [by]), ...takenBack.map(({ key }) => key)];
}

function notesOf(outcome: Outcome, entries: readonly JournalEntry[]): string[] {
	switch (outcome.outcome) {
		case 'done':
			return [];
		case 'stopped':
			return [
				'The previous turn was stopped by a person; background processes were ended.',
				...handedOverNotes(entries),
			];
		case 'failed':
			return [`The previous turn failed: ${outcome.reason}`, ...handedOverNotes(entries)];
	}
}

/** The calls of the newest assistant message that have no result yet, in order. */
export function unanswered(history: History): readonly ToolCall[] {
	const at = history.messages.findLastIndex((message) => message.role === 'assistant');
	const assistant = history.messages[at];
	if (assistant?.role !== 'assistant') return [];
	const answered = new Set(
		history.messages.slice(at + 1).flatMap((message) => (message.role === 'tool' ? [message.callId] : [])),
	);
	return assistant.calls.filter((call) => !answered.has(call.id));
}

/** The calls that have neither a result nor asked anything: of a turn that waits for an answer, those that come behind the one that asks. */
export function waitingCalls(history: History): ReadonlySet<string> {
	const steps = history.open?.entries.map((entry) => entry.step) ?? [];
	const asked = new Set(steps.map((step) => (step.type === 'parked' ? waitingCall(step.question) : undefined)));
	return new Set(unanswered(history).flatMap(({ id }) => (asked.has(id) ? [] : [id])));
}

/** The questions the open turn waits for, oldest first: those of calls that have neither a result nor an answer to go on with. */
export function openQuestions(history: History): readonly Question[] {
	const steps = history.open?.entries.map((entry) => entry.step) ?? [];
	const waiting = new Set(unanswered(history).map((call) => call.id));
	const answered = new Set(steps.flatMap((step) => (step.type === 'answered' ? [step.question] : [])));
	return steps
		.flatMap((step) => (step.type === 'parked' ? [step.question] : []))
		.filter((question) => waiting.has(waitingCall(question) ?? '') && !answered.has(question.id));
}

/** The first question the open turn waits for. */
export function openQuestion(history: History): Question | undefined {
	return openQuestions(history)[0];
}

/** The newest answer to what a call of the open turn asked, for it to go on with. */
export function answerTo(history: History, callId: string): Extract<Step, { type: 'answered' }> | undefined {
	const steps = history.open?.entries.map((entry) => entry.step) ?? [];
	return steps.findLast((step) => step.type === 'answered' && step.callId === callId) as
		| Extract<Step, { type: 'answered' }>
		| undefined;
}

/** The platform keys of the messages that a turn took, and of what its end settled. Pure. */
export function takenKeys({ entries }: OpenTurn): string[] {
	return entries.flatMap(({ step }) => {
		if (step.type === 'ended') return keysOf(step);
		if (step.type === 'tool-finished' || step.type === 'answered') return step.by ?? [];
		return step.type === 'taken' ? step.keys : [];
	});
}

/** How the open turn ended, once it has. */
export function outcomeOf(history: History): Outcome | undefined {
	const ended = history.open?.entries.map((entry) => entry.step).findLast((step) => step.type === 'ended');
	return ended?.type === 'ended' ? ended.outcome : undefined;
}

/** A refusal as the history remembers it. Pure. */
export function refusalText({ name, reason }: { readonly name: string; readonly reason: string }): string {
	return `${name}: ${reason}`;
}
