import { askedId, askedSchema } from '../../../chat/asked.ts';
import { type Question, questionSchema } from '../../../chat/question.ts';
import type { Thread } from '../../../chat/thread.ts';
import { questionDigest } from '../custom-ids.ts';
import type { HandleDeps } from './listen-deps.ts';

/** The open question that a button or a form names: of the thread's session, or one that was asked there besides; undefined for one that is closed, or that nobody asked there. */
export async function openQuestion(
	thread: Thread,
	digest: string,
	{ bindings, records }: Pick<HandleDeps, 'bindings' | 'records'>,
): Promise<Question | undefined> {
	const asked = await records.get('asked', askedId(thread, digest), askedSchema);
	const session = asked?.session ?? (await bindings.sessionOf(thread));
	if (session === undefined) return undefined;
	const questions = await records.list('question', session, questionSchema);
	return questions.find(({ id, state }) => state === 'open' && questionDigest(id) === digest);
}
