import type { Question } from '../../../chat/question.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { Session } from '../../session/session.ts';
import { readRecord } from '../../session/session-record.ts';
import type { DispatchDeps } from '../deps.ts';
import { wordsKey } from '../inbox/words-of.ts';

/** Entries that a turn's end may still journal after somebody was asked: files that were not delivered, and that it was shown. Any other turn has more. */
const mostOfEnd = 2;

interface Refused {
	readonly question: Question;
	/** The number of the session's newest entry when somebody was asked. */
	readonly after: number | undefined;
	readonly thread: Thread;
	/** When it was raised. */
	readonly at: string;
}

/**
 * Goes on with the turn that a limit has ended, for whoever had asked, where it is still the newest and nobody has written since. False where it is
 * not. Done again it goes on once, over a restart too. Rejects as the store does.
 */
export async function resumeRefused(
	{ question, after, thread, at }: Refused,
	session: Session,
	deps: Pick<DispatchDeps, 'store' | 'places' | 'accept'>,
): Promise<boolean> {
	const key = wordsKey(question.id);
	const waiting = await deps.store.inbox.waiting(session.id);
	const history = session.history();
	if (history.taken.has(key) || waiting.some((one) => one.key === key)) return true;
	const asked = history.messages.findLast(({ role }) => role === 'user');
	const person = asked?.role === 'user' ? asked.person : undefined;
	const isNewest = after !== undefined && !history.open && history.seq <= after + mostOfEnd;
	const bound = (await deps.store.bindings.sessionOf(thread)) ?? deps.places.sessionIdOf(thread);
	if (!person || !isNewest || bound !== session.id || waiting.some(({ type }) => type === 'message')) return false;
	// Nobody's words of a platform: who may read the thread is as it was.
	const audience = (await readRecord(session.folder, deps.places))?.audience;
	const goOn = { type: 'message', key, thread, person, at, text: 'go on' } as const;
	return (await deps.accept({ ...goOn, files: [], ...(audience && { audience }) })) !== 'denied';
}
