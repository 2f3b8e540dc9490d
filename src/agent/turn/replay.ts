import { shorten } from '../../base/text/shorten.ts';
import type { AgentEvent, TurnEnd } from '../../chat/events.ts';
import { type Question, waitingCall } from '../../chat/question.ts';
import type { JournalEntry, Outcome, Step } from '../../store/journal.ts';
import { answerText, askedDirectly, closingText } from '../session/asking-words.ts';
import { artifactKey, readingOf } from './reading.ts';
import { summaryOf } from './summary.ts';
import { eventsOfAsking } from './talk/asking-call.ts';

/**
 * The events of a turn's journal entries from number `from` on, as they were first yielded: same keys, whole texts, no deltas. A question that
 * has been answered is left out. Pure.
 */
export function replayEvents(turn: string, entries: readonly JournalEntry[], from = 0): AgentEvent[] {
	const finished = callsOf(entries, 'tool-finished');
	const answered = answeredIn(entries);
	const isOver = (question: Question) => finished.has(waitingCall(question) ?? '') || answered.has(question.id);
	return entries.flatMap((one, index) => {
		if (index < from) return [];
		const { seq, step: entry } = one;
		const before = entries.slice(0, index);
		const asking = eventsOfAsking(turn, one, before);
		if (entry.type === 'parked' && isOver(entry.question)) return asking;
		const step = entries.slice(0, index + 1).filter((other) => other.step.type === 'model').length;
		const started = callsOf(before, 'tool-started');
		const place = { turn, step, seq, started, asked: questionsOf(before), goesOn: wentOn(before) };
		const own = eventsOf(place, entry);
		return entry.type === 'parked' ? [...asking, ...own] : [...own, ...asking];
	});
}

/** The questions that were asked and have no answer to go on with. */
function questionsOf(entries: readonly JournalEntry[]): readonly Question[] {
	const answered = answeredIn(entries);
	return entries.flatMap(({ step }) =>
		step.type === 'parked' && !answered.has(step.question.id) ? [step.question] : [],
	);
}

/** That a turn was interrupted is told once until something is done in it, and not of one that waits or has ended. */
function wentOn(before: readonly JournalEntry[]): boolean {
	const newest = before.findLast(({ step }) => step.type !== 'left')?.step.type;
	return newest !== 'resumed' && newest !== 'parked' && newest !== 'ended';
}

function answeredIn(entries: readonly JournalEntry[]): ReadonlySet<string> {
	return new Set(entries.flatMap(({ step }) => (step.type === 'answered' ? [step.question] : [])));
}

function callsOf(entries: readonly JournalEntry[], type: 'tool-started' | 'tool-finished'): ReadonlySet<string> {
	return new Set(entries.flatMap(({ step }) => (step.type === type ? [step.callId] : [])));
}

/** Where in a turn a journaled step stands. */
export interface StepPlace {
	readonly turn: string;
	/** The number of the model call it belongs to. */
	readonly step: number;
	/** The number of its journal entry. */
	readonly seq: number;
	/** The calls that have been started: the end of another, such as a question, is no tool's end. */
	readonly started: ReadonlySet<string>;
	/** The questions that were asked before. */
	readonly asked: readonly Question[];
	/** Something was done in it after it was last interrupted. */
	readonly goesOn: boolean;
}

function takenIn({ keys, placed, message }: Extract<Step, { type: 'taken' }>): AgentEvent {
	const by = message.role === 'user' && message.person ? { by: message.person } : {};
	return { type: 'taken', of: keys, ...by, files: placed };
}

/** The events that one journaled step stands for. */
export function eventsOf({ turn, step, seq, started, asked, goesOn }: StepPlace, entry: Step): AgentEvent[] {
	switch (entry.type) {
		case 'taken':
			return [takenIn(entry), ...notTakenIn(entry.refused, `${turn}/${seq}`)];
		case 'model': {
			const { message } = entry;
			if (message.role !== 'assistant' || message.text === '') return [];
			const final = message.calls.length === 0;
			return [{ type: 'message', key: `${turn}/${step}/message`, step, text: message.text, final }];
		}
		case 'tool-started': {
			const { callId, tool, title } = entry;
			return [{ type: 'tool-started', key: `${turn}/${callId}/tool`, callId, tool, title }];
		}
		case 'tool-finished': {
			const { callId, ok, ms } = entry;
			const closing = questionClosed(entry, turn, asked);
			if (!started.has(callId)) return closing;
			return [
				...closing,
				{
					type: 'tool-finished',
					key: `${turn}/${callId}/tool-finished`,
					callId,
					ok,
					summary: summaryOf(entry),
					text: entry.text,
					ms,
				},
			];
		}
		case 'collected':
			return [
				...entry.artifacts.map(
					(file): AgentEvent => ({
						type: 'artifact',
						key: artifactKey(turn, file),
						...file,
					}),
				),
				...entry.refused.map(
					(file, index): AgentEvent => ({
						type: 'notice',
						key: `${turn}/${seq}.${index}/notice`,
						text: `Not handed over: "${file.name}" ${file.reason}`,
					}),
				),
			];
		case 'parked':
			return askedIn(turn, entry.question);
		case 'answered': {
			const question = asked.find((one) => one.id === entry.question);
			const text = closingText(answerText(entry.value, entry.person.name));
			return question ? [closed(question, turn, text)] : [];
		}
		case 'notice':
			return [{ type: 'notice', key: `${turn}/${seq}/notice`, text: entry.text, ...(entry.to && { to: entry.to }) }];
		case 'compacted':
		case 'not-compacted':
		case 'window':
			return compactionTold(entry, `${turn}/${seq}/notice`);
		case 'resumed':
			return goesOn
				? [{ type: 'notice', key: `${turn}/${seq}/notice`, text: 'Threadsmith was interrupted; going on where it was' }]
				: [];
		case 'ended':
			return [
				...takenBackIn(entry.takenBack, `${turn}/${seq}`),
				{ type: 'turn-ended', key: `${turn}/end/ended`, turn, ...endOf(entry.outcome) },
			];
		case 'left':
		case 'undelivered':
		case 'shown':
		case 'cleared':
		case 'restored':
		case 'compaction-undone':
			return [];
	}
}

/** That its window fills is for the Brain alone; results are cleared without a word. */
function compactionTold(
	step: Extract<Step, { type: 'compacted' | 'not-compacted' | 'window' }>,
	key: string,
): AgentEvent[] {
	const isForBrain = step.type === 'window' && step.told === 'filling';
	return step.text === undefined || isForBrain ? [] : [{ type: 'notice', key, text: step.text }];
}

function notTakenIn(refused: Extract<Step, { type: 'taken' }>['refused'], place: string): AgentEvent[] {
	return refused.map(({ name, reason }, index) => ({
		type: 'notice',
		key: `${place}.${index}/notice`,
		text: `Not taken in: "${name}" ${reason}`,
	}));
}

/** The messages that waited when the turn was stopped. */
function takenBackIn(takenBack: Extract<Step, { type: 'ended' }>['takenBack'] = [], place: string): AgentEvent[] {
	if (takenBack.length === 0) return [];
	return [
		...takenBack.map(({ key }): AgentEvent => ({ type: 'taken-back', of: key })),
		{ type: 'notice', key: `${place}/notice`, text: takenBackText(takenBack) },
	];
}

const mostNamed = 10;

/** Tells people which messages a stop has taken back. Pure. */
export function takenBackText(messages: readonly { readonly text: string }[]): string {
	const named = messages.slice(0, mostNamed).map(({ text }) => `“${shorten(text.replaceAll(/\s+/g, ' ').trim(), 60)}”`);
	const more = messages.length > mostNamed ? ` and ${messages.length - mostNamed} more` : '';
	return `Stopped before it was begun: ${named.join(', ')}${more}. Say it again if you still want it.`;
}

function questionClosed(
	{ callId, text }: Extract<Step, { type: 'tool-finished' }>,
	turn: string,
	asked: readonly Question[],
): AgentEvent[] {
	const question = asked.find((one) => waitingCall(one) === callId);
	return question ? [closed(question, turn, closingText(text))] : [];
}

/** The thread sees the question, below what is to be read first; of one that is put to admins directly, only that it was asked. */
function askedIn(turn: string, question: Question): AgentEvent[] {
	const place = `${turn}/${question.name}`;
	if (question.policy === 'first-directly') return [{ type: 'notice', key: `${place}/notice`, text: askedDirectly }];
	const asked: AgentEvent = { type: 'question', key: `${place}/question`, question };
	return question.file === undefined ? [asked] : [readingOf(turn, question.file), asked];
}

function closed(question: Question, turn: string, text: string): AgentEvent {
	const key = `${turn}/${question.name}/closed`;
	if (question.policy === 'first-directly') return { type: 'notice', key, text };
	return { type: 'question-closed', key, question, text };
}

function endOf(outcome: Outcome): TurnEnd {
	switch (outcome.outcome) {
		case 'done':
			return { outcome: 'done' };
		case 'stopped':
			return { outcome: 'stopped', stopped: outcome.stopped };
		case 'failed':
			return { outcome: 'failed', reason: outcome.reason };
	}
}

/** The key of a turn's end that waits for the answer to a question. Pure. */
export function waitingKey(question: Question): string {
	return `${question.turn}/${question.name}/waiting`;
}
