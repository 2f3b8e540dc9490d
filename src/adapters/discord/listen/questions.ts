import type { Thread } from '../../../store/inbound.ts';
import { type Question, questionSchema } from '../../../store/question.ts';
import { questionDigest } from '../custom-ids.ts';
import type { TakeDeps } from './listen-deps.ts';

/** The open question of a thread's session that a button or a form names; undefined for one that is closed, or that nobody asked there. */
export async function openQuestion(
	thread: Thread,
	digest: string,
	{ bindings, records }: Pick<TakeDeps, 'bindings' | 'records'>,
): Promise<Question | undefined> {
	const session = await bindings.sessionOf(thread);
	if (session === undefined) return undefined;
	const questions = await records.list('question', session, questionSchema);
	return questions.find(({ id, state }) => state === 'open' && questionDigest(id) === digest);
}
