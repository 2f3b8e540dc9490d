import type { Inbound } from '../../../chat/inbound.ts';
import { systemPerson } from '../../../chat/people.ts';
import { type Question, questionSchema } from '../../../chat/question.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { Store } from '../../../store/store.ts';

/** Where nobody knows yet where a question stands, it is asked again after this, ms. */
const againMs = 3_600_000;

/**
 * Hands in the expiry of those of the session's questions whose time is over: like an answer, of nobody, with the value null. Answers
 * when the next one is over; undefined: none is open. Rejects as the store does.
 */
export async function expireQuestions(
	session: string,
	now: number,
	{ store, hand }: { readonly store: Store; readonly hand: (session: string, inbound: Inbound) => Promise<unknown> },
): Promise<number | undefined> {
	const questions = await store.records.list('question', session, questionSchema);
	const open = questions.filter(({ state }) => state === 'open');
	const later: number[] = [];
	for (const question of open) {
		const until = Date.parse(question.until);
		const thread = until > now ? undefined : await threadOf(question, store);
		if (thread) await hand(session, expiryOf(question, thread, now));
		else later.push(Math.max(until, now + (until > now ? 0 : againMs)));
	}
	return later.length > 0 ? Math.min(...later) : undefined;
}

/** Where it was asked, whatever that thread is bound to now. */
async function threadOf({ session, turn }: Question, { outbox, bindings }: Store): Promise<Thread | undefined> {
	const [row] = await outbox.rows(session, turn);
	return row?.thread ?? (await bindings.threadsOf(session))[0];
}

function expiryOf({ id }: Question, thread: Thread, now: number): Inbound {
	const at = new Date(now).toISOString();
	return { type: 'answer', key: `expired-${id}`, thread, person: systemPerson, at, question: id, value: null };
}
