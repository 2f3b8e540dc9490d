import type { AnswerInbound } from '../../../chat/inbound.ts';
import { type Question, questionSchema } from '../../../chat/question.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { say } from '../showing/say.ts';

/** Tells somebody that their answer came too late. Not said to what was taken as its answer, and comes again after a crash. */
export async function explainClosed(
	inbound: AnswerInbound,
	session: Session,
	{ store, ...rest }: DispatchDeps,
): Promise<void> {
	const question = await ownQuestion(inbound.question, session, { store });
	if (question?.state === 'open')
		await store.records.put('question', question.session, question.id, { ...question, state: 'answered' });
	if (inbound.value !== null && !wasTaken(inbound, question))
		await say(
			session.folder.paths.session,
			inbound,
			{ text: 'That question is no longer open.', to: inbound.person },
			{ store, ...rest },
		);
}

/** The question of that id, if it is this session's: an id can be guessed. */
export async function ownQuestion(
	id: string,
	{ folder }: Pick<Session, 'folder'>,
	{ store }: Pick<DispatchDeps, 'store'>,
): Promise<Question | undefined> {
	const question = await store.records.get('question', id, questionSchema);
	return question?.session === folder.paths.session ? question : undefined;
}

/** Whether it is the answer that was taken. Of one that a crash has cut off that is not known: it counts as taken. */
function wasTaken({ key }: AnswerInbound, question: Question | undefined): boolean {
	if (question?.state === 'open') return true;
	if (question?.state !== 'answered') return false;
	return question.answeredBy === undefined || question.answeredBy === key;
}
