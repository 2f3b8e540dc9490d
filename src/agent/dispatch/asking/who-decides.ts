import type { Inbound } from '../../../chat/inbound.ts';
import { mayAnswer } from '../../../chat/people.ts';
import type { Question } from '../../../chat/question.ts';
import type { Person, Thread } from '../../../chat/thread.ts';
import type { Session } from '../../session/session.ts';
import { readRecord, standingOf } from '../../session/session-record.ts';
import type { DispatchDeps } from '../deps.ts';
import { knownAdmins } from './known-admins.ts';

type Deps = Pick<DispatchDeps, 'roleOf' | 'platforms' | 'places' | 'namedAdmins'>;
type AnswerInbound = Pick<Inbound, 'person' | 'thread'>;

/** Whether somebody may answer a question: with the rights that they have where it arose, wherever they answer. */
export async function mayDecide(
	inbound: AnswerInbound,
	question: Question,
	{ session, thread }: { readonly session: Session; readonly thread: Thread },
	deps: Deps,
): Promise<boolean> {
	const { places } = deps;
	const { place } = places.conversationOf(question.thread ?? thread);
	const person = question.directly ? await asKnownIn(place, inbound, deps) : inbound.person;
	const role = deps.roleOf(person, place);
	const standing = standingOf({ person, role }, await readRecord(session.folder, places), places);
	return mayAnswer(question, { person, standing }, places);
}

/** Somebody as the place knows them: what is known of them elsewhere gives no rights there. */
async function asKnownIn(place: string | undefined, { person, thread }: AnswerInbound, deps: Deps): Promise<Person> {
	if (place === undefined || deps.places.conversationOf(thread).place === place) return person;
	return (await knownAdmins(place, deps)).find(({ id }) => deps.places.isSamePerson(id, person.id)) ?? person;
}
