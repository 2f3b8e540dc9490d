import type { AgentEvent } from '../../chat/events.ts';
import type { Question } from '../../chat/question.ts';
import type { JournalEntry, Step } from '../../store/journal.ts';

/** What people see of a call that asks: until there is an answer it does not run, and then once more. None for any other step. Pure. */
export function eventsOfAsking(turn: string, entry: JournalEntry, before: readonly JournalEntry[]): AgentEvent[] {
	const { step, at } = entry;
	if (step.type === 'parked') return pausedBy(step.question, at, before);
	if (step.type === 'answered') return goneOn(step, turn, before);
	return [];
}

function pausedBy(
	{ turn, callId: asking, resumes }: Question,
	at: string,
	before: readonly JournalEntry[],
): AgentEvent[] {
	if (resumes === undefined) return [];
	const began = before.findLast(({ step }) => isBeginning(step, resumes))?.at ?? at;
	const ms = Math.max(0, Date.parse(at) - Date.parse(began));
	const key = `${turn}/${asking}/tool-finished`;
	return [{ type: 'tool-finished', key, callId: resumes, ok: true, summary: 'Asks', ms }];
}

function isBeginning(step: Step, callId: string): boolean {
	return (step.type === 'tool-started' || step.type === 'answered') && step.callId === callId;
}

function goneOn(
	{ callId, question }: Extract<Step, { type: 'answered' }>,
	turn: string,
	before: readonly JournalEntry[],
): AgentEvent[] {
	const steps = before.map(({ step }) => step);
	const started = steps.find((step) => step.type === 'tool-started' && step.callId === callId);
	const parked = steps.find((step) => step.type === 'parked' && step.question.id === question);
	if (started?.type !== 'tool-started' || parked?.type !== 'parked') return [];
	const { tool, title } = started;
	return [{ type: 'tool-started', key: `${turn}/${parked.question.callId}/tool`, callId, tool, title }];
}
