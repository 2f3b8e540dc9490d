import type { Message, Step } from '../../../store/journal.ts';
import type { Session } from '../../session/session.ts';
import { stubOfMessage } from '../../session/stubs.ts';
import type { DispatchDeps } from '../deps.ts';
import { bringBack, spoiltBy, withoutCopies } from './spoilt.ts';
import { withRepeats } from './with-repeats.ts';

/**
 * Takes what `own` answers another step for out of journal, copies and later requests; it answers the same for all others. The journal goes
 * last: for as long as it knows them, a crash in the middle has all of it done again.
 */
export async function forgetSteps(
	own: (step: Step) => Step,
	session: Session,
	{ eraser, store }: Pick<DispatchDeps, 'eraser' | 'store'>,
): Promise<void> {
	const { id, folder, lease } = session;
	const steps = (await folder.journal.after(0)).map(({ step }) => step);
	const stub = withRepeats(own, steps);
	const meant = steps.filter((step) => stub(step) !== step);
	if (meant.length === 0) return await bringBack(session);
	const messages = [...meant.flatMap(messageOf), ...spoiltBy(meant, steps)];
	await eraser.copies(id, (message) => (isOneOf(messages, message) ? stubOfMessage(message) : message));
	await eraser.files(id, {
		inputs: meant.flatMap((step) => (step.type === 'taken' ? step.placed.map(({ name }) => name) : [])),
		seen: messages.flatMap(picturesOf),
	});
	await folder.journal.rewrite(lease, (step) => withoutCopies(stub(step), (one) => isOneOf(messages, one)));
	await bringBack(session);
	await store.rows.scrub();
}

/** As the Brain remembers a step. */
function messageOf(step: Step): Message[] {
	if (step.type === 'taken' || step.type === 'model') return [step.message];
	if (step.type !== 'tool-finished') return [];
	const { callId, ok, text, pictures } = step;
	return [{ role: 'tool', callId, ok, text, ...(pictures && { pictures }) }];
}

function picturesOf(message: Message): string[] {
	return 'pictures' in message ? (message.pictures ?? []).map(({ name }) => name) : [];
}

/** Copies of the conversation know no keys: whoever has said the same words twice takes both back. */
function isOneOf(messages: readonly Message[], message: Message): boolean {
	return messages.some((one) => one.text === message.text && whose(one) === whose(message));
}

function whose(message: Message): string {
	if (message.role === 'user') return `user ${message.person?.id}`;
	return message.role === 'tool' ? `tool ${message.callId}` : message.role;
}
