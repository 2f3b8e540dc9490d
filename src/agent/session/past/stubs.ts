import type { Question } from '../../../chat/question.ts';
import type { Person } from '../../../chat/thread.ts';
import type { Message, Step } from '../../../store/journal.ts';

/** Stands where words were that are erased. */
export const erasedText = '[deleted]';
/** Stands for whoever is forgotten. */
export const nobody: Person = { id: 'nobody', name: 'Somebody' };

/** A step without anything that was said, made or named in it: its numbers, ids and place in the grammar stay. Pure. */
export function stubOf(step: Step): Step {
	switch (step.type) {
		case 'taken': {
			const { turn, type, keys, thread } = step;
			return { turn, type, keys, thread, message: stubOfMessage(step.message), placed: [], refused: [] };
		}
		case 'model': {
			const { turn, type, usage } = step;
			return { turn, type, message: stubOfMessage(step.message), ...(usage && { usage }) };
		}
		case 'tool-started':
			return { turn: step.turn, type: step.type, callId: step.callId, tool: erasedText, title: '' };
		case 'tool-finished': {
			const { turn, type, callId, ok, ms, by } = step;
			return { turn, type, callId, ok, text: erasedText, ms, ...(by !== undefined && { by }) };
		}
		case 'answered': {
			const { turn, type, callId, question, by } = step;
			return { turn, type, callId, question, value: null, person: nobody, ...(by !== undefined && { by }) };
		}
		case 'parked':
			return { turn: step.turn, type: step.type, question: stubOfQuestion(step.question) };
		default:
			return stubOfRest(step);
	}
}

type Rest = Exclude<Step, { type: 'taken' | 'model' | 'tool-started' | 'tool-finished' | 'answered' | 'parked' }>;

function stubOfRest(step: Rest): Step {
	switch (step.type) {
		case 'collected':
			return { turn: step.turn, type: step.type, artifacts: [], refused: [] };
		case 'undelivered':
			return { turn: step.turn, type: step.type, files: [] };
		case 'notice':
			return { turn: step.turn, type: step.type, text: erasedText };
		case 'ended':
			return stubOfEnd(step);
		case 'cleared':
			return { type: step.type, backup: '' };
		case 'restored':
			return { type: step.type, messages: step.messages.map(stubOfMessage) };
		case 'compacted':
		case 'not-compacted':
		case 'compaction-undone':
		case 'window':
			return stubOfCompaction(step);
		case 'resumed':
			return { turn: step.turn, type: step.type };
		case 'left':
			return { turn: step.turn, type: step.type, process: step.process };
		case 'shown':
			return { turn: step.turn, type: step.type };
	}
}

type Compaction = Extract<Step, { type: 'compacted' | 'not-compacted' | 'compaction-undone' | 'window' }>;

/** Numbers of messages, and how many there are, stay. */
function stubOfCompaction(step: Compaction): Step {
	const place = step.turn === undefined ? {} : { turn: step.turn };
	switch (step.type) {
		case 'compacted': {
			const { type, by, covers, tokens, backup } = step;
			const result = step.result.map((piece) => ('role' in piece ? stubOfMessage(piece) : piece));
			return { ...place, type, by, covers, result, tokens, ...(backup !== undefined && { backup }) };
		}
		case 'compaction-undone': {
			const { type, covers, tokens } = step;
			return { ...place, type, covers, messages: step.messages.map(stubOfMessage), tokens };
		}
		case 'not-compacted': {
			const { type, tokens, answers } = step;
			const own = answers && { answers: { callId: answers.callId, text: erasedText } };
			return { ...place, type, tokens, text: erasedText, ...own };
		}
		case 'window':
			return { ...place, type: step.type, told: step.told, text: erasedText };
	}
}

function stubOfEnd({ turn, type, outcome, by, takenBack }: Extract<Step, { type: 'ended' }>): Step {
	const keys = takenBack?.map(({ key }) => ({ key, text: '' }));
	return {
		turn,
		type,
		outcome: stubOfOutcome(outcome),
		...(by !== undefined && { by }),
		...(keys && { takenBack: keys }),
	};
}

function stubOfOutcome({ outcome }: Extract<Step, { type: 'ended' }>['outcome']) {
	if (outcome === 'failed') return { outcome, reason: erasedText };
	return outcome === 'stopped' ? { outcome, stopped: [] } : { outcome };
}

/** A message without its words; calls keep their ids, so that each still has its result. Pure. */
export function stubOfMessage(message: Message): Message {
	switch (message.role) {
		case 'user':
			return { role: 'user', text: erasedText };
		case 'assistant':
			return {
				role: 'assistant',
				text: erasedText,
				calls: message.calls.map(({ id }) => ({ id, name: 'erased', arguments: '{}' })),
			};
		case 'tool':
			return { role: 'tool', callId: message.callId, ok: message.ok, text: erasedText };
	}
}

/** A question that nobody can be asked any more. */
function stubOfQuestion({ id, session, turn, name, decides, role, policy, until }: Question): Question {
	const rest = { text: erasedText, answer: { kind: 'text' as const }, whoMayAnswer: [], state: 'withdrawn' as const };
	return { id, session, turn, name, decides, role, policy, until, ...rest };
}

type Ended = Extract<Step, { type: 'ended' }>;
type TakenBack = NonNullable<Ended['takenBack']>[number];

/** The end of a turn without the words of those messages that a stop took back and that are meant. The same one where none is. Pure. */
export function withoutTakenBack(step: Ended, isMeant: (message: TakenBack) => boolean): Ended {
	const isKept = (message: TakenBack) => message.text === '' || !isMeant(message);
	if (!step.takenBack || step.takenBack.every(isKept)) return step;
	return { ...step, takenBack: step.takenBack.map((one) => (isKept(one) ? one : { key: one.key, text: '' })) };
}

type Parked = Extract<Step, { type: 'parked' }>;

/** A question without those that are meant: whose wish it is about, and who may answer. The same one where nobody is. Pure. */
export function withoutPerson(step: Parked, isMeant: (person: Person) => boolean): Parked {
	const { askedFor, whoMayAnswer, ...rest } = step.question;
	const stay = whoMayAnswer.filter((id) => !isMeant({ id, name: id }));
	const isAskedFor = askedFor !== undefined && isMeant(askedFor);
	if (!isAskedFor && stay.length === whoMayAnswer.length) return step;
	const wish = askedFor && !isAskedFor ? { askedFor } : {};
	return { ...step, question: { ...rest, whoMayAnswer: stay, ...wish } };
}
