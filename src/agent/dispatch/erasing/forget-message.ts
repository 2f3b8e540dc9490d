import type { Message, Step } from '../../../store/journal.ts';
import type { Session } from '../../session/session.ts';
import { forgetTitle } from '../../session/session-record.ts';
import { erasedText, stubOf, stubOfMessage } from '../../session/stubs.ts';
import type { DispatchDeps } from '../deps.ts';

export type Taken = Extract<Step, { type: 'taken' }>;

type Deps = Pick<DispatchDeps, 'eraser' | 'places' | 'store'>;

/** Takes the message of a platform's key out of what the session keeps, with the files that came with it. Nothing happens where it was not taken. */
export async function forgetMessage(key: string, session: Session, deps: Deps): Promise<void> {
	await forgetTaken((step) => step.keys.includes(key), session, deps);
}

/**
 * Takes messages out of journal, copies and later requests. The journal goes last: for as long as it knows them, a crash in the middle has all of it
 * done again.
 */
export async function forgetTaken(isMeant: (step: Taken) => boolean, session: Session, deps: Deps): Promise<void> {
	const { id, folder, lease } = session;
	const all = (await folder.journal.after(0)).flatMap(({ step }) => (step.type === 'taken' ? [step] : []));
	const meant = all.filter((step) => step.message.text !== erasedText && isMeant(step));
	const [first] = all;
	if (meant.length === 0) return;
	const messages = meant.map(({ message }) => message);
	if (first && meant.includes(first)) await forgetTitle(folder, deps.places);
	await deps.eraser.copies(id, (message) => (isOneOf(messages, message) ? stubOfMessage(message) : message));
	await deps.eraser.files(id, {
		inputs: meant.flatMap(({ placed }) => placed.map(({ name }) => name)),
		seen: messages
			.flatMap((message) => ('pictures' in message ? (message.pictures ?? []) : []))
			.map(({ name }) => name),
	});
	await folder.journal.rewrite(lease, (step) => (step.type === 'taken' && isMeant(step) ? stubOf(step) : step));
	await deps.store.rows.scrub();
}

/** Copies of the conversation know no keys: whoever has said the same words twice takes both back. */
function isOneOf(messages: readonly Message[], message: Message): boolean {
	if (message.role !== 'user') return false;
	return messages.some(
		(one) => one.role === 'user' && one.text === message.text && one.person?.id === message.person?.id,
	);
}
