import type { Message, Step } from '../../../store/journal.ts';
import { erasedText, stubOfMessage } from '../../session/past/stubs.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { withoutMemoriesOf } from './forget-memories.ts';
import { bringBack, spoiltBy, withCopies } from './spoilt.ts';
import { withRepeats } from './with-repeats.ts';

/** Steps that are to be forgotten: each becomes what `own` answers for it, which answers all others as they are; and turns whose memories are. */
export interface Forgotten {
	readonly own: (step: Step) => Step;
	readonly turns: ReadonlySet<string>;
}

/**
 * Takes what is to be forgotten out of journal, copies and later requests, and with it all that was told of memories: whatever is remembered
 * still is told anew. So do summaries that may hold any of it; their pasts stand again. The journal goes last: for as long as it knows them, a
 * crash in the middle has all of it done again.
 */
export async function forgetSteps(
	{ own, turns }: Forgotten,
	session: Session,
	{ eraser, store }: Pick<DispatchDeps, 'eraser' | 'store'>,
): Promise<void> {
	const { id, folder, lease } = session;
	const steps = (await folder.journal.after(0)).map(({ step }) => step);
	const stub = withRepeats(own, steps);
	const withoutMemories = withoutMemoriesOf(turns, steps);
	const change = (step: Step) => withoutMemories(stub(step));
	const changes = steps.map((step) => ({ step, next: change(step) })).filter(({ step, next }) => step !== next);
	if (changes.length === 0) return await bringBack(session);
	const spoilt = spoiltBy(
		changes.map(({ step }) => step),
		steps,
	);
	const anew = asChanged(changes, spoilt);
	await eraser.copies(id, anew);
	await eraser.files(id, {
		inputs: changes.flatMap(({ step, next }) => without(placedIn(step), placedIn(next))),
		seen: [
			...changes.flatMap(({ step, next }) => without(picturesIn(step), picturesIn(next))),
			...spoilt.flatMap(picturesOf),
		],
	});
	await forgetAsked(changes, store);
	await folder.journal.rewrite(lease, (step) => withCopies(change(step), anew));
	await bringBack(session);
	await store.rows.scrub();
}

interface Change {
	readonly step: Step;
	readonly next: Step;
}

/** Copies of the conversation know no keys: whoever has said the same words twice takes both back. */
function asChanged(changes: readonly Change[], spoilt: readonly Message[]): (message: Message) => Message {
	const stubs = spoilt.map((message) => [keyOf(message), stubOfMessage(message)] as const);
	const known = new Map([
		...stubs,
		...changes.flatMap(({ step, next }) => {
			const [before, after] = [messageOf(step), messageOf(next)];
			return before && after ? [[keyOf(before), after] as const] : [];
		}),
	]);
	return (message) => known.get(keyOf(message)) ?? message;
}

/** As the Brain remembers a step. */
function messageOf(step: Step): Message | undefined {
	if (step.type === 'taken' || step.type === 'model') return step.message;
	if (step.type !== 'tool-finished') return undefined;
	const { callId, ok, text, pictures } = step;
	return { role: 'tool', callId, ok, text, ...(pictures && { pictures }) };
}

function keyOf(message: Message): string {
	return JSON.stringify([whose(message), message.text, message.role === 'assistant' ? callsOf(message) : []]);
}

function whose(message: Message): string {
	if (message.role === 'user') return `user ${message.person?.id}`;
	return message.role === 'tool' ? `tool ${message.callId}` : message.role;
}

/** Messages that only call something have no words to be told apart by. */
function callsOf({ calls }: Extract<Message, { role: 'assistant' }>): string[] {
	return calls.map(({ id }) => id);
}

function placedIn(step: Step): string[] {
	return step.type === 'taken' ? step.placed.map(({ name }) => name) : [];
}

function picturesIn(step: Step): string[] {
	const message = messageOf(step);
	return message ? picturesOf(message) : [];
}

function picturesOf(message: Message): string[] {
	return 'pictures' in message ? (message.pictures ?? []).map(({ name }) => name) : [];
}

function without(names: readonly string[], kept: readonly string[]): string[] {
	return names.filter((name) => !kept.includes(name));
}

/** Questions whose words are forgotten stand in the store, too. */
async function forgetAsked(
	changes: readonly Change[],
	{ records }: Pick<DispatchDeps['store'], 'records'>,
): Promise<void> {
	for (const { next } of changes)
		if (next.type === 'parked' && next.question.text === erasedText)
			await records.put('question', next.question.session, next.question.id, next.question);
}
