import type { AgentEvent } from '../../../chat/events.ts';
import { type Question, waitingCall } from '../../../chat/question.ts';
import type { JournalEntry, Step } from '../../../store/journal.ts';

/**
 * A call that asks is over for people until there is an answer, and then runs once more: the events of that. None for a call that is not
 * shown, and for any other step. Pure.
 */
export function eventsOfAsking(turn: string, entry: JournalEntry, before: readonly JournalEntry[]): AgentEvent[] {
	const { step, at } = entry;
	if (step.type === 'parked') return pausedBy(step.question, at, before);
	if (step.type === 'answered') return goneOn(step, turn, before);
	return [];
}

function pausedBy(question: Question, at: string, before: readonly JournalEntry[]): AgentEvent[] {
	const callId = waitingCall(question);
	if (callId === undefined || !startOf(callId, before)) return [];
	const began = before.findLast(({ step }) => isBeginning(step, callId))?.at ?? at;
	const ms = Math.max(0, Date.parse(at) - Date.parse(began));
	const key = `${question.turn}/${question.name}/tool-finished`;
	return [{ type: 'tool-finished', key, callId, ok: true, summary: 'Asks', ms }];
}

function isBeginning(step: Step, callId: string): boolean {
	return (step.type === 'tool-started' || step.type === 'answered') && step.callId === callId;
}

function goneOn(
	{ callId, question }: Extract<Step, { type: 'answered' }>,
	turn: string,
	before: readonly JournalEntry[],
): AgentEvent[] {
	const started = startOf(callId, before);
	const asked = before.flatMap(({ step }) => (step.type === 'parked' ? [step.question] : []));
	const name = asked.find(({ id }) => id === question)?.name;
	if (!started || name === undefined) return [];
	const { tool, title } = started;
	return [{ type: 'tool-started', key: `${turn}/${name}/tool`, callId, tool, title }];
}

function startOf(callId: string, entries: readonly JournalEntry[]) {
	const started = entries.flatMap(({ step }) => (step.type === 'tool-started' ? [step] : []));
	return started.find((step) => step.callId === callId);
}
