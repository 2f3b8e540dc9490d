import { waitingCall } from '../../../chat/question.ts';
import type { Message, Step } from '../../../store/journal.ts';
import { holdsAny } from '../../memory/forget.ts';
import { withoutMemories } from '../../memory/told.ts';
import { erasedText, stubOf } from '../../session/past/stubs.ts';
import { readRecord } from '../../session/session-record.ts';
import type { DispatchDeps } from '../deps.ts';
import { orderToErase } from './order-to-erase.ts';

/**
 * Takes memories out of a session's steps: what was told of them, what was recalled, and, of these turns, what was to be remembered. A step in
 * which nothing is of memories is answered as it is. What was read back goes as well: it may be any of what is forgotten, and can be read again. Pure.
 */
export function withoutMemoriesOf(turns: ReadonlySet<string>, steps: readonly Step[]): (step: Step) => Step {
	const made = callsOf('remember', steps, (turn) => turns.has(turn));
	const found = new Set([...callsOf('recall', steps, () => true), ...callsOf('read_back', steps, () => true)]);
	return (step) => {
		switch (step.type) {
			case 'taken':
				return withMessage(step, withoutTold(step.message));
			case 'model':
				return withMessage(step, withoutArguments(step.message, made));
			case 'tool-started':
				return made.has(step.callId) ? { ...step, title: '' } : step;
			case 'tool-finished':
				return found.has(step.callId) ? { ...step, text: erasedText } : step;
			case 'parked':
				return made.has(waitingCall(step.question) ?? '') ? stubOf(step) : step;
			default:
				return step;
		}
	};
}

/** The turns that such a step is in. Pure. */
export function turnsOf(steps: readonly Step[], isMeant: (step: Step) => boolean): ReadonlySet<string> {
	return new Set(steps.flatMap((step) => ('turn' in step && isMeant(step) ? (step.turn ?? []) : [])));
}

function callsOf(tool: string, steps: readonly Step[], isMeant: (turn: string) => boolean): ReadonlySet<string> {
	return new Set(
		steps.flatMap((step) =>
			step.type === 'model' && step.message.role === 'assistant' && isMeant(step.turn)
				? step.message.calls.flatMap(({ id, name }) => (name === tool ? [id] : []))
				: [],
		),
	);
}

function withMessage<S extends Extract<Step, { type: 'taken' | 'model' }>>(step: S, message: Message): S {
	return message === step.message ? step : { ...step, message };
}

function withoutTold(message: Message): Message {
	if (message.role !== 'user') return message;
	const text = withoutMemories(message.text);
	return text === message.text ? message : { ...message, text };
}

function withoutArguments(message: Message, made: ReadonlySet<string>): Message {
	if (message.role !== 'assistant' || !message.calls.some(({ id }) => made.has(id))) return message;
	return { ...message, calls: message.calls.map((call) => (made.has(call.id) ? { ...call, arguments: '{}' } : call)) };
}

export type ToldDeps = Pick<DispatchDeps, 'sessions' | 'places' | 'wake'> & {
	readonly store: Pick<DispatchDeps['store'], 'inbox'>;
};

/** Has what was told of these memories leave every other session in which any of them was. */
export async function forgetTold(ids: readonly string[], besides: string, deps: ToldDeps): Promise<void> {
	const { sessions, places, store, wake } = deps;
	for (const session of await sessions.list()) {
		if (session === besides || !(await holdsAny(session, ids, sessions))) continue;
		const record = await readRecord(await sessions.open(session), places).catch(() => undefined);
		const thread = record?.thread ?? places.threadOfSession(session);
		if (thread === undefined) continue;
		await store.inbox.add(session, orderToErase(thread, { kind: 'memories' }));
		wake(session);
	}
}
